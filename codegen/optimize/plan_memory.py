"""Plans memory anew: results over operands first, then every buffer where it fits best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from types import MappingProxyType

from codegen.clearance import Distances
from codegen.optimize.by_block import by_block
from codegen.optimize.graph import Call, Chain, Method, Place, Program, Tensor
from codegen.optimize.layout import end_of, is_sound, memory_bytes
from codegen.optimize.liveness import Interval, intervals
from codegen.optimize.overlapping import Pair, overlapping
from codegen.optimize.placement import WORK, Item, best_places, least_end, space_of
from codegen.optimize.reuse import reuse_operands
from codegen.optimize.roles import Operators
from codegen.scratch_offset import Range, aligned

_NO_PAIRS: Mapping[Pair, Distances] = MappingProxyType({})
_NO_ITEMS: Mapping[int, Item] = MappingProxyType({})


def plan_memory(program: Program, operators: Operators) -> Program:
    """`program` with its planned memories as small as the planner can make them."""
    kept = kept_ranges(program)
    reuse = by_block(reuse_operands)
    return program.with_methods(
        _smaller(each, reuse(each, operators), kept, operators) for each in program.methods
    )


def plan_as_is(program: Program, operators: Operators) -> Program:
    """`program` with offsets for all buffers; those of a method whose layout is sound stay."""
    kept = kept_ranges(program)
    return program.with_methods(
        each if is_sound(each, operators) else placed(each, kept, operators)
        for each in program.methods
    )


def plan_apart(method: Method, operators: Operators) -> Method:
    """`method` with its buffers behind what the file has planned in memory 1, as one piece of it.

    They hold what calls in place of a delegate leave for each other. No jump leads between those,
    so that the order of instructions is that of time for them, whatever the control flow is.
    """
    if not method.buffers:
        return method
    calls = tuple(each for each in method.instructions if isinstance(each, Call) and each.node)
    alone = replace(
        method,
        inputs=(),
        outputs=(),
        chains=(Chain(inputs=(), outputs=(), instructions=calls),),
        fixed="",
    )
    used = intervals(alone, operators)
    buffers = tuple(
        buffer if number in used else replace(buffer, nbytes=0)
        for number, buffer in enumerate(method.buffers)
    )
    planned = placed(replace(alone, buffers=buffers), {}, operators)
    first = aligned(method.memories[0])
    values = tuple(
        replace(
            value,
            place=Place(
                buffer=0,
                offset=first
                + (planned.buffers[value.place.buffer].offset or 0)
                + value.place.offset,
            ),
        )
        if isinstance(value, Tensor) and value.place is not None
        else value
        for value in method.values
    )
    memories = (first + memory_bytes(planned)[0], *method.memories[1:])
    return replace(method, values=values, memories=memories)


def least_bytes(method: Method, operators: Operators) -> tuple[int, ...]:
    """For each planned memory a number of bytes that no plan of the same buffers goes below."""
    if method.fixed:
        return (0,) * len(method.memories)
    used = intervals(method, operators)
    pairs = overlapping(method, operators, used)
    return tuple(
        least_end(items_of(method, memory, used, ()), overlapping=pairs)
        for memory in range(1, len(method.memories) + 1)
    )


def kept_ranges(program: Program) -> Mapping[int, Sequence[Range]]:
    """Maps a memory to the bytes that hold state which several methods may share: they stay."""
    found: dict[int, list[Range]] = defaultdict(list)
    if len(program.methods) > 1:
        for method in program.methods:
            for memory, first, end in _state(method):
                found[memory].append((first, end))
    return found


def _state(method: Method) -> Iterator[tuple[int, int, int]]:
    """Memory, first byte and end of what outlives an execution of `method`."""
    if not method.fixed:
        for buffer in method.buffers:
            if buffer.state and buffer.offset is not None:
                yield buffer.memory, buffer.offset, end_of(buffer)
        return
    for value in method.values:
        if isinstance(value, Tensor) and value.place is not None and value.data is not None:
            memory = method.buffers[value.place.buffer].memory
            yield memory, value.place.offset, value.place.offset + value.nbytes


def _smaller(
    given: Method, reusing: Method, kept: Mapping[int, Sequence[Range]], operators: Operators
) -> Method:
    """The best of the given layout and new ones."""
    if given.fixed:
        return given
    best = placed(reusing, kept, operators, work=WORK)
    if sum(memory_bytes(best)) > sum(least_bytes(reusing, operators)):
        apart = placed(given, kept, operators, work=WORK)
        best = min(best, apart, key=lambda each: sum(memory_bytes(each)))
    if sum(memory_bytes(best)) > sum(least_bytes(reusing, operators)):
        best = _overlapped(best, reusing, kept, operators)
    if is_sound(given, operators) and sum(memory_bytes(given)) <= sum(memory_bytes(best)):
        return given
    return best


def _overlapped(
    apart: Method, method: Method, kept: Mapping[int, Sequence[Range]], operators: Operators
) -> Method:
    """The plan `apart`, or one of `method` with results over parts of operands where it is smaller.

    Then the fewest overlap, because such a call may take more instructions: where the sum of the
    buffers in use is larger than what the plan needs.
    """
    used = intervals(method, operators)
    pairs = overlapping(method, operators, used)
    best = placed(method, kept, operators, work=WORK, pairs=pairs) if pairs else apart
    if sum(memory_bytes(best)) >= sum(memory_bytes(apart)):
        return apart
    needed = {
        pair: its
        for pair, its in pairs.items()
        if bytes_at(method, used, used[pair[0]].first) > sum(memory_bytes(best))
    }
    fewer = placed(method, kept, operators, work=WORK, pairs=needed)
    return fewer if sum(memory_bytes(fewer)) <= sum(memory_bytes(best)) else best


def bytes_at(method: Method, used: Mapping[int, Interval], time: int) -> int:
    """The bytes of the buffers that are in use at the instruction `time`."""
    return sum(method.buffers[number].nbytes for number, its in used.items() if its.holds(time))


def placed(
    method: Method,
    kept: Mapping[int, Sequence[Range]],
    operators: Operators,
    *,
    work: int = 0,
    pairs: Mapping[Pair, Distances] = _NO_PAIRS,
    scratch: Mapping[int, Item] = _NO_ITEMS,
) -> Method:
    """`method` with an offset for each buffer; `kept` bytes hold only the state that is there.

    Buffers of `pairs`, results and operands, may overlap. The items of `scratch`, whose numbers no
    buffer has, are at the start of memory 1.
    """
    if method.fixed:
        return method
    used = intervals(method, operators)
    buffers = list(method.buffers)
    for memory in range(1, len(method.memories) + 1):
        stays = kept.get(memory, ())
        above = scratch if memory == 1 else _NO_ITEMS
        items = {**items_of(method, memory, used, stays), **above}
        least = 0, least_end(items, stays, pairs)
        fixed = {number: (1, (0, item.nbytes)) for number, item in above.items()}
        places = best_places(space_of(items, 1, {1: stays}, pairs, fixed), least, work=work)
        for number, (_, (offset, _)) in places.items():
            if number not in fixed:
                buffers[number] = replace(buffers[number], offset=offset)
    return replace(method, buffers=tuple(buffers))


def items_of(
    method: Method, memory: int, used: Mapping[int, Interval], stays: Sequence[Range]
) -> Mapping[int, Item]:
    """The buffers of `memory` that may move: not state where some stays."""
    return {
        number: Item(nbytes=buffer.nbytes, rooms=((1, inf),), used=used.get(number))
        for number, buffer in enumerate(method.buffers)
        if buffer.memory == memory and not (buffer.state and stays)
    }
