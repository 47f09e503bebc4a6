"""From which instruction to which each buffer of a method is in use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain

from codegen.optimize.control import meanings
from codegen.optimize.graph import Call, Instruction, JumpFalse, Method, Move, Tensor
from codegen.optimize.roles import VIEW, Operators, Roles, roles

BEFORE = -1
"""The time before the first instruction: inputs are set, state is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """From instruction `first` to `last`, both included, but for those of `gaps`."""

    first: int
    last: int
    gaps: frozenset[int] = frozenset()
    writes: frozenset[int] | None = None
    """When it is written; None where instructions run one after the other, and it does not matter.

    Where they do not, two buffers that different paths write may both be read at an instruction."""

    def holds(self, time: int) -> bool:
        """Whether `time` is from its first instruction to its last."""
        return self.first <= time <= self.last

    def meets(self, other: Interval) -> bool:
        """Whether one of them is written while the other is in use."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        if self.writes is None or other.writes is None:
            return first <= last
        gaps = self.gaps | other.gaps
        return any(first <= at <= last and at not in gaps for at in self.writes | other.writes)


def intervals(method: Method, operators: Operators) -> Mapping[int, Interval]:
    """When each buffer that is used is in use; the method is not fixed."""
    after = len(method.instructions)
    buffers_of = memory_of(method)
    used: dict[int, set[int]] = defaultdict(set)
    written: dict[int, set[int]] = defaultdict(set)
    for index in method.inputs:
        for buffer in buffers_of(index):
            used[buffer].add(BEFORE)
            written[buffer].add(BEFORE)
    uses = _uses(method, operators)
    for time, each in enumerate(uses):
        for buffer in chain.from_iterable(map(buffers_of, each.writes)):
            used[buffer].add(time)
            written[buffer].add(time)
    held: Sequence[Iterable[int]]
    straight = method.straight
    if straight:
        held = [chain.from_iterable(map(buffers_of, each.reads)) for each in uses]
    else:
        held = _held(method, uses)
    for time, buffers in enumerate(held):
        for buffer in buffers:
            used[buffer].add(time)
    for number in range(len(method.buffers)):
        if method.buffers[number].state:
            used[number] = written[number] = {*range(BEFORE, after + 1)}
    return {
        number: _interval(times, None if straight else written[number])
        for number, times in sorted(used.items())
    }


def _interval(used: Set[int], written: Set[int] | None) -> Interval:
    first, last = min(used), max(used)
    if written is None:
        return Interval(first=first, last=last)
    gaps = frozenset(range(first, last)) - used
    return Interval(first=first, last=last, gaps=gaps, writes=frozenset(written))


def _uses(method: Method, operators: Operators) -> Sequence[Roles]:
    """What each instruction does with values, and at the end the caller."""
    found = [roles(each, method.values, operators) for each in method.instructions]
    return *found, Roles(reads=method.outputs, writes=())


def memory_of(method: Method) -> Callable[[int], tuple[int, ...]]:
    """A function from a value to the buffer that it is in, none where it is in none."""
    base = view_bases(method.instructions)

    def buffers_of(index: int) -> tuple[int, ...]:
        value = method.values[base.get(index, index)]
        return (value.place.buffer,) if isinstance(value, Tensor) and value.place else ()

    return buffers_of


def _held(method: Method, uses: Sequence[Roles]) -> Sequence[Iterable[int]]:
    """For each instruction the buffers that hold what it reads, or some path after it.

    A value that a move made another is read where the other one is. It is -1 - its number here.
    """
    steps, buffers_of, known = method.instructions, memory_of(method), meanings(method.instructions)
    moved = {each.destination for each in steps if isinstance(each, Move)}
    written = [frozenset(b for i in each.writes for b in buffers_of(i)) for each in uses]
    whole = [
        frozenset(b for i in each.overwrites for b in buffers_of(i) if _fills(method, i, b))
        for each in uses
    ]

    def sources(indices: Iterable[int]) -> frozenset[int]:
        groups = ((-1 - index,) if index in moved else buffers_of(index) for index in indices)
        return frozenset(chain.from_iterable(groups))

    end = len(steps)
    defined = [frozenset(chain.from_iterable(map(buffers_of, method.inputs)))] * (end + 1)
    wanted = [frozenset[int]()] * (end + 1)
    after: list[tuple[int, ...]] = [(time + 1,) for time in range(end)] + [()]
    for time, step in enumerate(steps):
        if isinstance(step, JumpFalse):
            after[time] = (time + 1, step.target)
    changed = True
    while changed:
        changed = False
        for time in range(end):
            for at in after[time]:
                more = defined[at] | defined[time] | written[time]
                changed |= more != defined[at]
                defined[at] = more
        for time in reversed(range(end + 1)):
            later = frozenset[int]().union(*(wanted[at] for at in after[time]))
            read = uses[time].reads
            match steps[time] if time < end else None:
                case Move(source=source, destination=destination) if destination in moved:
                    read = (source,) if -1 - destination in later else ()
                    later -= {-1 - destination}
            more = sources(read) | (later - whole[time])
            changed |= more != wanted[time]
            wanted[time] = more

    def buffers(each: int, time: int) -> Iterable[int]:
        if each >= 0:
            return (each,)
        meant = known[time].get(-1 - each, (-1 - each,))
        return chain.from_iterable(map(buffers_of, meant))

    return [
        {
            buffer
            for at in (time, *after[time])
            for each in wanted[at]
            for buffer in buffers(each, at)
        }
        & (defined[time] | written[time])
        for time in range(end + 1)
    ]


def _fills(method: Method, index: int, buffer: int) -> bool:
    """Whether value `index` is all of `buffer`."""
    value = method.values[index]
    whole = method.buffers[buffer].nbytes
    return isinstance(value, Tensor) and value.place is not None and value.nbytes == whole


def neighbours(used: Mapping[int, Interval]) -> Mapping[int, tuple[int, ...]]:
    """For each buffer the others that are in use at the same time as it."""
    found: dict[int, list[int]] = {number: [] for number in used}
    active: list[int] = []
    for number in sorted(used, key=lambda each: (used[each].first, each)):
        active = [other for other in active if used[other].last >= used[number].first]
        for other in active:
            if used[other].meets(used[number]):
                found[number].append(other)
                found[other].append(number)
        active.append(number)
    return {number: tuple(others) for number, others in found.items()}


def view_bases(instructions: Sequence[Instruction]) -> Mapping[int, int]:
    """For each view that has no place of its own, the value whose memory it is."""
    base: dict[int, int] = {}
    for instruction in instructions:
        if isinstance(instruction, Call) and instruction.operator == VIEW:
            source, result = instruction.arguments[0], instruction.arguments[2]
            base[result] = base.get(source, source)
    return base
