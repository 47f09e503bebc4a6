"""Which results may be written over a part of their operands, as the records of kernels allow it.

A result and its operand are in use at the same time in one call alone: the result begins there,
and the operand ends. Their buffers then need not be apart, but far enough from each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from codegen.clearance import Distances
from codegen.method_info import argument_of
from codegen.opinfo import Call as CallInfo
from codegen.optimize.graph import Call, Instruction, Method, Tensor, Value
from codegen.optimize.liveness import Interval
from codegen.optimize.roles import Operators, roles

Pair = tuple[int, int]
"""The buffers of a result and of its operand."""


def overlapping(
    method: Method, operators: Operators, used: Mapping[int, Interval]
) -> Mapping[Pair, Distances]:
    """How far apart the buffers of a result and its operand must begin, where they may overlap."""
    found: dict[Pair, Distances] = {}
    computed = computed_values(method, operators)
    for time, instruction in enumerate(method.instructions):
        pair = _pair(instruction, method)
        if pair is None or not all(each in used for each in pair):
            continue
        if not used[pair[0]].first == time == used[pair[1]].last:
            continue
        distances = distances_of(instruction, method, operators, computed)
        if distances != Distances():
            found[pair] = distances
    return found


def computed_values(method: Method, operators: Operators) -> Set[int]:
    """The values that instructions write."""
    return {
        index
        for each in method.instructions
        for index in roles(each, method.values, operators).writes
    }


def distances_of(
    instruction: Instruction, method: Method, operators: Operators, computed: Set[int]
) -> Distances:
    """How far apart the output and the first argument of a call must begin where they overlap.

    `computed` are the values that instructions write.
    """
    kernel = operators.get(instruction.operator) if isinstance(instruction, Call) else None
    if kernel is None or kernel.overlap is None or not isinstance(instruction, Call):
        return Distances()
    return kernel.distances(info_of(instruction, method.values, computed))


def _pair(instruction: Instruction, method: Method) -> Pair | None:
    """The buffers of the output and of the first argument, each of which fills its own."""
    if not isinstance(instruction, Call):
        return None
    first, *others = instruction.arguments
    operand, result = filled(first, method), filled(instruction.arguments[-1], method)
    if operand is None or result is None or operand == result or first in others:
        return None
    return result, operand


def filled(index: int, method: Method) -> int | None:
    """The buffer that tensor `index` fills, if it is no state."""
    value = method.values[index]
    if not isinstance(value, Tensor) or value.place is None or value.place.offset:
        return None
    buffer = method.buffers[value.place.buffer]
    return value.place.buffer if value.nbytes == buffer.nbytes and not buffer.state else None


def info_of(call: Call, values: Sequence[Value], computed: Set[int]) -> CallInfo:
    """`call` as far as its arguments are known; `computed` are written by instructions."""
    arguments = tuple(argument_of(values, index, computed) for index in call.arguments)
    return CallInfo(operator=call.operator, instruction=0, arguments=arguments)
