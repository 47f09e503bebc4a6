"""Functions of int16 that a clamped line gives, or a number times one: hardsigmoid, hardswish.

Where a line is clamped, a table with lines between its entries would need one right there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.graph import Call, writing
from codegen.optimize.integer_elements import INT16_ADD, INT16_MULTIPLY
from codegen.optimize.integer_rewriter import Rewriter, Target
from codegen.optimize.quantization import RANGES, exact_scales

_ONE = 2**14
"""What the offset of a line is a multiple of."""
_STRAIGHT = 1e-4
"""How far from a line its numbers may be, as a share of the largest: they are Float."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """clamp((q * multipliers[0] + _ONE * multipliers[1]) / 2^shift, low, high), rounded."""

    multipliers: list[int]
    shift: int
    low: int
    high: int

    def of(self, q: Array) -> Array:
        """The result for each of `q`."""
        sums = q * self.multipliers[0] + _ONE * self.multipliers[1]
        return np.clip(_halved(sums, self.shift), self.low, self.high)


def in_lines(
    rewriter: Rewriter, given: int, numbers: Array, result: int, target: Target
) -> list[Call]:
    """The calls that write `result` with each of `numbers`, of which `given` has the places.

    There are none where a result of any of the 65,536 is more than a step from the rounded number.
    """
    if target.form.dtype is not DType.Short or np.isinf(numbers).any():
        return []
    least, most = RANGES[DType.Short]
    q = np.arange(least, most + 1, dtype=np.int64)
    steps = numbers.astype(np.float64) / target.form.scale
    wanted = np.clip(np.rint(steps), target.least, target.most)
    line = _line(q, steps, target.least, target.most)
    if line is not None and np.abs(line.of(q) - wanted).max() <= 1:
        return [_added(rewriter, given, line, result)]
    places = q != 0
    factors = np.divide(steps, q, out=np.zeros_like(steps), where=places)
    unit = np.abs(factors).max() / most
    line = None if not unit else _line(q[places], factors[places] / unit, least, most)
    scales = exact_scales([float(unit)], 1)
    if line is None or scales is None:
        return []
    (multiplier,), shift = scales
    products = _halved(q * line.of(q) * multiplier, shift)
    if np.abs(np.clip(products, target.least, target.most) - wanted).max() > 1:
        return []
    factor = rewriter.new_like(rewriter.edit.known_tensor(given), DType.Short)
    options = map(rewriter.edit.add_number, (multiplier, shift, target.least, target.most))
    multiplied = writing(INT16_MULTIPLY, result, given, factor, *options)
    return [_added(rewriter, given, line, factor), multiplied]


def _halved(x: Array, shift: int) -> Array:
    """X / 2^shift, halves up."""
    halves: Array = (x + (1 << (shift - 1))) >> shift
    return halves


def _line(q: Array, numbers: Array, least: int, most: int) -> _Line | None:
    """The clamped line that `numbers` are for `q`, within bounds; None where they are none."""
    low, high = float(numbers.min()), float(numbers.max())
    near = _STRAIGHT * max(abs(low), abs(high))
    between = np.flatnonzero((numbers > low + near) & (numbers < high - near))
    if between.size < 2:
        return None
    first, last = between[0], between[-1]
    slope = float((numbers[last] - numbers[first]) / (q[last] - q[first]))
    offset = float(numbers[first] - slope * q[first])
    scales = exact_scales([slope, offset / _ONE], 1)
    if np.abs(np.clip(slope * q + offset, low, high) - numbers).max() > near or scales is None:
        return None
    bounds = (int(np.clip(np.rint(each), least, most)) for each in (low, high))
    return _Line(multipliers=scales[0], shift=scales[1], low=next(bounds), high=next(bounds))


def _added(rewriter: Rewriter, given: int, line: _Line, result: int) -> Call:
    """The call that gives `line`: a sum with one number."""
    edit = rewriter.edit
    one = edit.add(constant_of(np.array([_ONE], dtype=np.int16), DType.Short))
    first, second = map(edit.add_number, line.multipliers)
    options = map(edit.add_number, (line.shift, line.low, line.high))
    return writing(INT16_ADD, result, given, first, one, second, *options)
