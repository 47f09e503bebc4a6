"""From which instruction to which each buffer of a method is in use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codegen.optimize.graph import Call, Instruction, Method, Tensor
from codegen.optimize.roles import VIEW, Operators, roles

BEFORE = -1
"""The time before the first instruction: inputs are set, state is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """From instruction `first` to `last`, both included."""

    first: int
    last: int


def intervals(method: Method, operators: Operators) -> Mapping[int, Interval]:
    """When each buffer that is used is in use; the method is not fixed."""
    after = len(method.instructions)
    found: dict[int, tuple[int, int]] = {}

    def use(index: int, time: int) -> None:
        for buffer in buffers_of(index):
            first, last = found.get(buffer, (time, time))
            found[buffer] = (min(first, time), max(last, time))

    base = view_bases(method.instructions)

    def buffers_of(index: int) -> tuple[int, ...]:
        value = method.values[base.get(index, index)]
        return (value.place.buffer,) if isinstance(value, Tensor) and value.place else ()

    for index in method.inputs:
        use(index, BEFORE)
    for time, instruction in enumerate(method.instructions):
        named = roles(instruction, method.values, operators)
        for index in (*named.reads, *named.writes):
            use(index, time)
    for index in method.outputs:
        use(index, after)
    for number, buffer in enumerate(method.buffers):
        if buffer.state:
            found[number] = (BEFORE, after)
    return {
        number: Interval(first=first, last=last) for number, (first, last) in sorted(found.items())
    }


def neighbours(used: Mapping[int, Interval]) -> Mapping[int, tuple[int, ...]]:
    """For each buffer the others that are in use at the same time as it."""
    found: dict[int, list[int]] = {number: [] for number in used}
    active: list[int] = []
    for number in sorted(used, key=lambda each: (used[each].first, each)):
        active = [other for other in active if used[other].last >= used[number].first]
        for other in active:
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
