"""Computes `x * clamp(x + shift, low, high) * scale` in one call, as a hardswish is.

What was written as three or four calls of Float becomes an operator of Kerf's own, in the library
`fused`, which computes the same bits and needs no memory but that of its result.
"""

from __future__ import annotations

import math

import numpy as np

from codegen.dtype import DType
from codegen.optimize.dequantized import CLAMPS, is_alike, is_unchanged, sole_maker
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor

OPERATOR = "kerf::gate.out"
_MOST = float(np.finfo(np.float32).max)
_PRODUCTS = ("aten::mul.out", "aten::mul.Scalar_out")
_SUMS = ("aten::add.out", "aten::add.Scalar_out")


@edits
def fuse_gates(edit: Edit) -> None:
    """Computes each such product in one call."""
    if OPERATOR in edit.operators:
        for time, call in edit.calls("aten::mul.out"):
            _fuse(edit, call, time)


def _fuse(edit: Edit, call: Call, time: int) -> None:
    """Puts what makes the gate into the product `call`, and the factor that follows."""
    result = call.arguments[-1]
    for given, gate in (call.arguments[:2], call.arguments[1::-1]):
        found = _gate(edit, given, gate, time)
        if found is None or not _alike(edit, given, result):
            continue
        bounds, removed = found
        scale, at = 1.0, time
        if (factor := _factor(edit, result)) is not None:
            scale, at = factor
            scaled = edit.instructions[at]
            assert isinstance(scaled, Call)
            call, removed = scaled, (*removed, time)
        if not is_unchanged(edit, given, removed[0], at):
            return
        numbers = tuple(edit.add_number(number) for number in (*bounds, scale))
        out = call.arguments[-1]
        arguments = (given, *numbers, out, out)
        for each in removed:
            edit.remove(each)
        edit.put(at, Call(operator=OPERATOR, arguments=arguments, result_of=call.result_of))
        return


def _gate(
    edit: Edit, given: int, gate: int, time: int
) -> tuple[tuple[float, float, float], tuple[int, ...]] | None:
    """Shift and bounds where `gate`, read at `time` alone, is `given` and a number, clamped.

    And when that is computed, in order.
    """
    low, high = -math.inf, math.inf
    times: tuple[int, ...] = ()
    while (made := sole_maker(edit, gate, time)) is not None and _alike(edit, given, gate):
        time, call = made
        times = (time, *times)
        if call.operator in CLAMPS:
            bounds = CLAMPS[call.operator](edit, edit.named(call))
            if bounds is None or any(_MOST < abs(bound) < math.inf for bound in bounds):
                return None
            # The clamp of what was clamped to the bounds found so far.
            low, high = (min(max(each, low), high) for each in bounds)
            gate = call.arguments[0]
            continue
        if call.operator not in _SUMS or len(times) == 1:
            return None
        one, other = call.arguments[:2]
        shift = _number(edit, other)
        if one != given or shift is None or edit.number(edit.named(call)["alpha"]) != 1:
            return None
        return (shift, low, high), times
    return None


def _factor(edit: Edit, product: int) -> tuple[float, int] | None:
    """A number by which `product` is multiplied where it is read, and when."""
    reads = edit.usage.reads[product]
    if len(reads) != 1 or reads[0] >= edit.end or sole_maker(edit, product, reads[0]) is None:
        return None
    call = edit.instructions[reads[0]]
    if not isinstance(call, Call) or call.operator not in _PRODUCTS:
        return None
    number = _number(edit, call.arguments[1])
    if call.arguments[0] != product or number is None:
        return None
    return (number, reads[0]) if _alike(edit, product, call.arguments[-1]) else None


def _alike(edit: Edit, *indices: int) -> bool:
    """Whether they are tensors of Float of one form, of which sizes change together."""
    tensors = [edit.tensor(index) for index in indices]
    first = tensors[0]
    return (
        isinstance(first, Tensor)
        and first.dtype is DType.Float
        and all(
            each is not None and is_alike(first, each) and each.dynamism is first.dynamism
            for each in tensors
        )
    )


def _number(edit: Edit, index: int) -> float | None:
    """A number that Float holds: a scalar, or the one element of a constant."""
    number = edit.number(index)
    if number is None:
        array = edit.array(index)
        if array is None or array.dtype != np.float32 or array.size != 1 or array.ndim > 1:
            return None
        number = float(array.reshape(-1)[0])
    return float(number) if abs(number) <= _MOST else None
