"""Numbers of quantized tensors: scales as fixed-point factors, bounds and tables as int8."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from codegen.optimize.arrays import Array

INT8 = (-128, 127)
_FAR = 1e6
"""More steps than any q is from any zero point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantization:
    """A real number is (q - zero_point) * scale, with q within [low, high]."""

    scale: float
    zero_point: int
    low: int = INT8[0]
    high: int = INT8[1]

    def quantized(self, number: float) -> int:
        """The q nearest to `number`, halves to even; infinities give the bounds."""
        units = min(max(number / self.scale, -_FAR), _FAR)
        return min(max(round(units) + self.zero_point, self.low), self.high)

    def same_as(self, other: Quantization) -> bool:
        """Whether both give the same number for each q."""
        return (self.scale, self.zero_point) == (other.scale, other.zero_point)


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
    most = max(INT8[1] - zero_point, zero_point - INT8[0])
    rows = np.abs(filters.astype(np.int64)).reshape(len(filters), -1)
    sums = rows.sum(axis=1) * most + np.abs(bias.astype(np.int64))
    limits = [2**31 >> max(shift, 0) for shift in shifts]
    return bool((sums < limits).all())


def numbers_of(form: Quantization) -> Array:
    """The real number of each q, from -128 on, as Float."""
    every = np.arange(INT8[0], INT8[1] + 1, dtype=np.float32) - np.float32(form.zero_point)
    with np.errstate(over="ignore"):  # what is beyond Float is beyond int8 as well
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
