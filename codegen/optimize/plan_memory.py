"""Plans memory anew: results over operands first, then every buffer where it fits best.

Buffers are placed one after the other, the largest first, each at the lowest offset at which it
meets no other that is in use at the same time; of several orders the best one is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from codegen.optimize.graph import Buffer, Call, Chain, Method, Place, Program, Tensor
from codegen.optimize.layout import end_of, is_sound, memory_bytes
from codegen.optimize.liveness import Interval, intervals, neighbours
from codegen.optimize.reuse import reuse_operands
from codegen.optimize.roles import Operators

ALIGNMENT = 16
"""Of every buffer, as ExecuTorch's planner aligns them."""

Range = tuple[int, int]
Order = Callable[[Buffer, Interval], tuple[int, ...]]
"""What buffers are sorted by before each is placed."""


def plan_memory(program: Program, operators: Operators) -> Program:
    """`program` with its planned memories as small as the planner can make them."""
    kept = kept_ranges(program)
    return replace(
        program,
        methods=tuple(
            _smaller(method, reuse_operands(method, operators), kept, operators)
            for method in program.methods
        ),
    )


def plan_as_is(program: Program, operators: Operators) -> Program:
    """`program` with offsets for all buffers; those of a method whose layout is sound stay."""
    kept = kept_ranges(program)
    return replace(
        program,
        methods=tuple(
            method if is_sound(method, operators) else placed(method, kept, operators)
            for method in program.methods
        ),
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
    first = -(-method.memories[0] // ALIGNMENT) * ALIGNMENT
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
    """For each planned memory the largest sum of the buffers in use at one instruction.

    No plan of these buffers needs less.
    """
    used = intervals(method, operators) if not method.fixed else {}
    changes: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for number, interval in used.items():
        buffer = method.buffers[number]
        changes[buffer.memory][interval.first] += buffer.nbytes
        changes[buffer.memory][interval.last + 1] -= buffer.nbytes
    least = [0] * len(method.memories)
    for memory, by_time in changes.items():
        sums = accumulate(by_time[time] for time in sorted(by_time))
        least[memory - 1] = max(sums, default=0)
    return tuple(least)


def kept_ranges(program: Program) -> Mapping[int, Sequence[Range]]:
    """By memory, the bytes that hold state which several methods may share: they stay."""
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
    best = placed(reusing, kept, operators)
    if is_sound(given, operators) and sum(memory_bytes(given)) <= sum(memory_bytes(best)):
        return given
    return best


ORDERS: tuple[Order, ...] = (
    lambda buffer, used: (-buffer.nbytes, used.first - used.last, used.first),
    lambda buffer, used: (-buffer.nbytes * (used.last - used.first + 1), used.first),
    lambda buffer, used: (used.first - used.last, -buffer.nbytes, used.first),
    lambda buffer, used: (used.first, -buffer.nbytes),
    lambda buffer, used: (-used.last, -buffer.nbytes),
)


def placed(method: Method, kept: Mapping[int, Sequence[Range]], operators: Operators) -> Method:
    """`method` with an offset for each buffer; `kept` bytes hold only the state that is there."""
    if method.fixed:
        return method
    used = intervals(method, operators)
    together = neighbours(used)
    tried = [_in_order(method, used, together, kept, order) for order in ORDERS]
    return min(tried, key=lambda each: sum(memory_bytes(each)))


def _in_order(
    method: Method,
    used: Mapping[int, Interval],
    together: Mapping[int, tuple[int, ...]],
    kept: Mapping[int, Sequence[Range]],
    order: Order,
) -> Method:
    nowhere = Interval(first=0, last=0)
    numbers = sorted(
        range(len(method.buffers)),
        key=lambda number: (*order(method.buffers[number], used.get(number, nowhere)), number),
    )
    buffers = list(method.buffers)
    done: set[int] = set()
    for number in numbers:
        buffer = buffers[number]
        if buffer.state and kept.get(buffer.memory):
            continue  # stays where other methods expect it
        taken = list(kept.get(buffer.memory, ()))
        for other in together.get(number, ()):
            if other in done and buffers[other].memory == buffer.memory:
                taken.append((buffers[other].offset or 0, end_of(buffers[other])))
        done.add(number)
        buffers[number] = replace(buffer, offset=first_gap(buffer.nbytes, taken))
    return replace(method, buffers=tuple(buffers))


def first_gap(nbytes: int, taken: Sequence[Range]) -> int:
    """The lowest aligned offset of `nbytes` bytes that are not taken."""
    offset = 0
    for first, end in sorted(taken):
        if nbytes and first < offset + nbytes and offset < end:
            offset = -(-end // ALIGNMENT) * ALIGNMENT
    return offset
