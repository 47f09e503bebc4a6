"""Numbers of quantized tensors: scales as fixed-point factors, bounds and tables as integers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array

INT8 = (-128, 127)
RANGES: Mapping[DType, tuple[int, int]] = {DType.Char: INT8, DType.Short: (-(2**15), 2**15 - 1)}
"""The dtypes of quantized activations, and the lowest and highest number of each."""
_FAR = 1e6
"""More steps than any q is from any zero point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantization:
    """A real number is (q - zero_point) * scale, with q within [low, high]."""

    scale: float
    zero_point: int
    low: int = INT8[0]
    high: int = INT8[1]
    dtype: DType = DType.Char

    def quantized(self, number: float) -> int:
        """The q nearest to `number`, halves to even; infinities give the bounds."""
        units = min(max(number / self.scale, -_FAR), _FAR)
        return min(max(round(units) + self.zero_point, self.low), self.high)

    def same_as(self, other: Quantization) -> bool:
        """Whether both give the same number for each q."""
        return self.of_dtype() == other.of_dtype()

    def of_dtype(self) -> Quantization:
        """The same numbers without bounds of their own."""
        low, high = RANGES[self.dtype]
        return replace(self, low=low, high=high)


def fixed_point(factor: float) -> tuple[int, int] | None:
    """Multiplier and shift with multiplier / 2^31 * 2^shift = `factor`; None where there are none.

    The multiplier is at least 2^30, which the quick loops of most instruction sets need.
    Source: what arm_nn_requantize of CMSIS-NN takes.
    """
    if not math.isfinite(factor) or factor <= 0:
        return None
    mantissa, shift = math.frexp(factor)
    multiplier = round(mantissa * 2**31)
    if multiplier == 2**31:
        multiplier, shift = multiplier // 2, shift + 1
    return (multiplier, shift) if -31 <= shift <= 30 else None


def rounded_once(factor: float) -> tuple[int, int] | None:
    """As `fixed_point()`, with a shift of 0 where 19 bits of the multiplier are left or more.

    Without a shift to the right arm_nn_requantize rounds once, so that results are those of exact
    arithmetic; otherwise it rounds twice, and one in a thousand is a step away from them. For
    operators whose loops are as quick with any multiplier: not for convolutions and products.
    """
    if not _LEAST_FACTOR <= factor < 1:
        return fixed_point(factor)
    return min(round(factor * 2**31), 2**31 - 1), 0


_LEAST_FACTOR = 2.0**-12


def exact_scales(factors: Sequence[float], least: int) -> tuple[list[int], int] | None:
    """Multipliers and the one shift with multiplier / 2^shift = factor, as operators of int16 take.

    The largest multiplier has 31 bits. None where the shift would be below `least`, or a factor is
    no number.
    """
    largest = max(map(abs, factors))
    if not math.isfinite(largest) or largest <= 0:
        return None
    shift = min(31 - math.frexp(largest)[1], _MOST_SHIFT)
    most = 2**31 - 1
    multipliers = [min(max(round(math.ldexp(each, shift)), -most), most) for each in factors]
    return (multipliers, shift) if shift >= least else None


_MOST_SHIFT = 62


def bias_of(bias: Array, scales: Array) -> Array | None:
    """`bias` (real numbers) in units of `scales` as int32; None where one does not fit."""
    with np.errstate(all="ignore"):
        units = np.rint(bias.astype(np.float64) / scales)
    if not np.isfinite(units).all() or (np.abs(units) >= 2**31).any():
        return None
    return units.astype(np.int32)


def rescaled(sums: Array, multipliers: Array, shifts: Array) -> Array:
    """`sums`, which fit int32 when shifted, by the scales of fixed_point(): all are int64.

    Source: what arm_nn_requantize of CMSIS-NN computes, with its two roundings.
    """
    left, right = np.maximum(shifts, 0), np.maximum(-shifts, 0)
    products = ((sums << left) * multipliers + 2**30) >> 31
    halves = (1 << right) >> 1
    numbers: Array = (products + halves - ((products < 0) & (right > 0))) >> right
    return numbers


def sums_fit(filters: Array, bias: Array, zero_point: int, shifts: Sequence[int]) -> bool:
    """Whether no sum of products with int8 inputs leaves int32, shifted to the left if need be.

    `filters` are int8 with a filter in each row; `bias` and `shifts` have one number for each.
    """
    sums = largest_sums(filters, bias, max(INT8[1] - zero_point, zero_point - INT8[0]))
    limits = [2**31 >> max(shift, 0) for shift in shifts]
    return bool((sums < limits).all())


def largest_sums(filters: Array, bias: Array, most: int) -> Array:
    """The largest magnitude of each filter's sums with inputs of magnitude `most`, as int64."""
    rows = np.abs(filters.astype(np.int64)).reshape(len(filters), -1)
    sums: Array = rows.sum(axis=1) * most + np.abs(bias.astype(np.int64))
    return sums


def numbers_of(form: Quantization) -> Array:
    """The real number of each q, from the lowest of its dtype on, as Float."""
    low, high = RANGES[form.dtype]
    every = np.arange(low, high + 1, dtype=np.float32) - np.float32(form.zero_point)
    with np.errstate(over="ignore"):  # what is beyond Float is beyond integers as well
        scaled: Array = every * np.float32(form.scale)
    return scaled


def table_of(numbers: Array, wanted: Quantization, bounds: tuple[float, float]) -> Array:
    """The q of `wanted` of each of `numbers` (Float), within `bounds`."""
    with np.errstate(over="ignore"):
        low, high = np.float32(bounds[0]), np.float32(bounds[1])
        real = np.clip(numbers, low, high)
        scaled = np.rint(real * np.float32(1 / wanted.scale)) + np.float32(wanted.zero_point)
    table: Array = np.clip(scaled, wanted.low, wanted.high).astype(np.int8)
    return table


def line_table(numbers: Array, scale: float, within: tuple[int, int]) -> Array | None:
    """The shortest table whose lines between entries are less than a step from `numbers` (Float).

    `numbers` has one for each int16, from the lowest on, and `scale` is that of a step; results are
    clamped to `within`. One that is rounded otherwise is within a step then. Entries are in 256ths
    of a step; there are at most 4097, else None.   Source: kerf::int16_lookup.out
    """
    with np.errstate(over="ignore"):
        steps = np.clip(numbers.astype(np.float64) / scale, -_FAR, _FAR)
    exact = np.clip(steps, *within)
    beyond = 2 * steps[-1] - steps[-2]
    for bits in range(14, 3, -1):
        ends = np.rint(np.append(steps[:: 1 << bits], beyond) * 256).astype(np.int64)
        table: Array = ends.astype(np.int32)
        if bool(np.abs(looked_up(table, within) - exact).max() < 1):
            return table
    return None


def looked_up(table: Array, within: tuple[int, int]) -> Array:
    """What line_table() gives for each int16, from the lowest on: numbers on lines, rounded."""
    bits = 17 - (len(table) - 1).bit_length()
    ends: Array = table.astype(np.int64)
    sums: Array = (ends[:-1, None] << bits) + np.diff(ends)[:, None] * np.arange(1 << bits)
    numbers: Array = np.clip(((sums >> (bits + 7)) + 1) >> 1, *within).ravel()
    return numbers
