"""Plans memory for the scratch of calls as well, which is in what holds nothing while they run.

Scratch begins at one offset in all calls (codegen/scratch_offset.py). Buffers are placed above a
start that is left free for it, call by call; what is smallest with scratch is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from codegen.clearance import Distances
from codegen.expression import ExpressionError
from codegen.optimize.graph import Call, Method, Program
from codegen.optimize.layout import end_of, memory_bytes
from codegen.optimize.liveness import Interval, intervals
from codegen.optimize.overlapping import (
    Pair,
    computed_values,
    filled,
    info_of,
    overlapping,
)
from codegen.optimize.placement import WORK, Item, least_end
from codegen.optimize.plan_memory import bytes_at, items_of, kept_ranges, placed
from codegen.optimize.roles import Operators
from codegen.optimize.several_memories import fits
from codegen.scratch_offset import Range, Use, aligned, end_with_scratch, scratch_offset
from codegen.signature import KernelForm
from codegen.temp import most_temp_bytes, temp_needs

_WORK = WORK // 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """The scratch of one call."""

    nbytes: int
    operand: int | None = None
    """The buffer of the first argument, if scratch may be over it."""
    ahead: int = 0
    """Scratch that overlaps it begins at least so many bytes before it."""


def plan_scratch(program: Program, operators: Operators, memories: Sequence[int] = ()) -> Program:
    """`program` with its buffers where planned memory and scratch together are smallest.

    `memories` are the bytes that planned memories have, none where there is no limit.
    """
    kept = kept_ranges(program)
    return program.with_methods(
        _smallest(each, kept, operators, memories) for each in program.methods
    )


def needs_of(method: Method, operators: Operators) -> tuple[Need, ...] | None:
    """The scratch of each call; None where some instruction is another, or not all is known."""
    if method.fixed or not method.straight:
        return None
    computed, used = computed_values(method, operators), intervals(method, operators)
    found = []
    for time, instruction in enumerate(method.instructions):
        kernel = operators.get(instruction.operator) if isinstance(instruction, Call) else None
        if not isinstance(instruction, Call) or kernel is None:
            return None
        if kernel.form is KernelForm.EXECUTORCH:
            return None
        call = info_of(instruction, method.values, computed)
        try:
            needs = temp_needs(call, kernel.schema, kernel.scratch_bytes(call))
        except ExpressionError:
            return None
        ahead = kernel.scratch_ahead(call)
        operand = _operand(instruction, method, used, time) if ahead else None
        # Compiled programs use lists of constants in place.
        nbytes = most_temp_bytes(replace(needs, int_items=0, bool_items=0))
        found.append(Need(nbytes=nbytes, operand=operand, ahead=ahead))
    return tuple(found)


def end_of_plan(method: Method, operators: Operators) -> int:
    """The bytes of planned memory with the scratch of all calls, as far as it is known."""
    return _end(method, intervals(method, operators), needs_of(method, operators) or ())


def scratch_ranges(method: Method, operators: Operators) -> tuple[Range, ...]:
    """First byte and end of the scratch of each call, as far as it is known."""
    needs = needs_of(method, operators) or ()
    uses = _uses(method, intervals(method, operators), needs)
    end = memory_bytes(method)[0] if method.memories else 0
    offset = scratch_offset(uses, end)
    start = aligned(end) if offset is None else offset
    return tuple((start, start + each.nbytes) for each in needs)


def _operand(
    instruction: Call, method: Method, used: Mapping[int, Interval], time: int
) -> int | None:
    """The buffer of the first argument, if no other argument has it and nothing needs it later."""
    first, *others = instruction.arguments
    buffer = filled(first, method)
    if buffer is None or first in others or used[buffer].last != time:
        return None
    return None if any(filled(each, method) == buffer for each in others) else buffer


def _smallest(
    method: Method,
    kept: Mapping[int, Sequence[Range]],
    operators: Operators,
    memories: Sequence[int],
) -> Method:
    """The best of the given plan and new ones, of which those with few overlaps are preferred."""
    needs = needs_of(method, operators)
    if not needs or not any(each.nbytes for each in needs):
        return method
    used = intervals(method, operators)
    given, pairs = _end(method, used, needs), overlapping(method, operators, used)
    scratch, over = _items_of(needs, len(method.buffers))
    items = {**items_of(method, 1, used, kept.get(1, ())), **scratch}
    if len(method.memories) == 1 and given <= least_end(items, (), {**pairs, **over}):
        return method

    def planned(pairs: Mapping[Pair, Distances]) -> tuple[Method, int]:
        plan = placed(method, kept, operators, work=_WORK, pairs={**pairs, **over}, scratch=scratch)
        return plan, _end(plan, used, needs) if not memories or fits(plan, memories) else given

    best, least = planned(pairs)
    if least >= given:
        return method
    needed = {
        pair: its
        for pair, its in pairs.items()
        if bytes_at(method, used, used[pair[0]].first) + needs[used[pair[0]].first].nbytes > least
    }
    if len(needed) < len(pairs):
        fewer, end = planned(needed)
        best = fewer if end <= least else best
    return best


def _items_of(
    needs: Sequence[Need], first: int
) -> tuple[Mapping[int, Item], Mapping[Pair, Distances]]:
    """Scratch as items with numbers from `first` on, and the operands that each may be over."""
    items, over = {}, {}
    for time, need in enumerate(needs):
        if need.nbytes:
            used = Interval(first=time, last=time)
            items[first + time] = Item(nbytes=aligned(need.nbytes), rooms=((1, inf),), used=used)
            if need.operand is not None:
                # What scratch is rounded up by is not written.
                over[first + time, need.operand] = Distances(ahead=need.ahead)
    return items, over


def _end(method: Method, used: Mapping[int, Interval], needs: Sequence[Need]) -> int:
    """The bytes of planned memory with the scratch of all calls."""
    first, *others = memory_bytes(method) or (0,)
    return end_with_scratch(_uses(method, used, needs), first) + sum(others)


def _uses(method: Method, used: Mapping[int, Interval], needs: Sequence[Need]) -> Sequence[Use]:
    """What each call takes of memory 1."""
    places = {
        number: (buffer.offset or 0, end_of(buffer))
        for number, buffer in enumerate(method.buffers)
        if buffer.memory == 1 and number in used and buffer.nbytes
    }
    uses = []
    for time, need in enumerate(needs):
        taken = {n: its for n, its in places.items() if used[n].holds(time)}
        operand = None if need.operand is None else taken.pop(need.operand, None)
        uses.append(
            Use(
                scratch=need.nbytes,
                taken=tuple(taken.values()),
                operand=operand,
                ahead=need.ahead,
            )
        )
    return uses
