"""Whether an output is the expected one, and by how much it differs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from codegen.dtype import PART_OF, DType, elements
from tasks.run.case import Kind, Value

# One unit in the last place of 1.0: no result of the type can be held to a finer tolerance.
EPSILON = {DType.Half: 2.0**-10, DType.BFloat16: 2.0**-7, DType.Float: 0.0, DType.Double: 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How far an output is from the expected one; `fault` says how it is wrong, if it is."""

    difference: float  # the largest, absolute; NaN where an element is not a number
    allowed: float
    step: float | None = None
    """Step of the quantization that the output comes from."""
    fault: str | None = None

    def in_steps(self, number: float) -> str:
        """`number`, and of an output that was quantized how many steps it is."""
        return _in_steps(number, self.step)


def compare(
    expected: Value,
    actual: Value,
    *,
    tolerance: float,
    integer_steps: int,
    step: float | None = None,
) -> Comparison:
    """The comparison of two values.

    Kind, dtype and sizes must be equal. A floating-point element may differ by `tolerance` times
    the largest finite expected element (at least the type's own precision), where NaN equals NaN
    and an infinity itself, and each part of a complex one likewise; one that comes from quantized
    numbers by `integer_steps` times their `step` in addition; an integer by `integer_steps`; a Bool
    not at all.
    """
    for what, wanted, found in (
        ("kind", expected.kind, actual.kind),
        ("dtype", expected.dtype, actual.dtype),
        ("sizes", list(expected.sizes), list(actual.sizes)),
        ("bytes", len(expected.data), len(actual.data)),
    ):
        if wanted != found:
            fault = f"{what}: expected {wanted}, got {found}"
            return Comparison(difference=math.nan, allowed=0.0, fault=fault)
    wanted_elements, found_elements = _elements(expected), _elements(actual)
    dtype = None if expected.dtype is None else PART_OF.get(expected.dtype, expected.dtype)
    if dtype in EPSILON or expected.kind is Kind.DOUBLE:
        epsilon = EPSILON[dtype] if dtype is not None else 0.0
        largest = max((abs(x) for x in wanted_elements if math.isfinite(x)), default=0.0)
        allowed = max(tolerance, epsilon) * largest + integer_steps * (step or 0.0)
    else:
        exact = expected.kind is not Kind.TENSOR or expected.dtype is DType.Bool
        allowed = 0.0 if exact else float(integer_steps)
    return _judge(wanted_elements, found_elements, allowed, step)


def _judge(
    wanted: Sequence[float], found: Sequence[float], allowed: float, step: float | None
) -> Comparison:
    worst, difference = -1, 0.0
    for index, (a, b) in enumerate(zip(wanted, found, strict=True)):
        if a == b or (a != a and b != b):
            continue
        distance = abs(a - b)
        if not distance <= difference:  # also where it is NaN, which nothing exceeds any more
            worst, difference = index, distance
            if distance != distance:
                break
    fault = None
    if not difference <= allowed:
        fault = (
            f"element {worst}: expected {_text(wanted[worst])}, got {_text(found[worst])} "
            f"(difference {_in_steps(difference, step)}, allowed {_in_steps(allowed, step)})"
        )
    return Comparison(difference=difference, allowed=allowed, step=step, fault=fault)


def _in_steps(number: float, step: float | None) -> str:
    """The number, and where there is a step that is not 1, how many of them it is."""
    steps = f" = {number / step:.1f} steps" if step not in (None, 1.0) else ""
    return f"{number:.3g}{steps}"


def _elements(value: Value) -> Sequence[float]:
    if value.kind is not Kind.TENSOR:
        return () if value.scalar is None else (value.scalar,)
    return value.data if value.dtype is None else elements(value.dtype, value.data)


def _text(number: float) -> str:
    return f"{number:.9g}" if isinstance(number, float) else str(number)
