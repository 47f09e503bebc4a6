"""How many results of integer operators differ from those of the float ones that they replace.

Both are computed here, in the arithmetic of the kernels, on numbers that are drawn evenly from all
that int8 has: of convolutions and products some rows of inputs, of sums and products by element
every pair. Of real data, whose numbers are closer to each other, the share may be another. What
only moves, clamps, joins or pools elements gives the same numbers and is not counted; a softmax is
not either.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from codegen.optimize.arrays import Array
from codegen.optimize.quantization import INT8, Quantization

ROWS = 64
"""Rows of inputs that are drawn for a convolution."""
_SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """Of `count` results `differing` are not those of float, at most `steps` steps away."""

    differing: int
    count: int
    steps: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.differing / self.count if self.count else 0.0


Comparison = Callable[[], Differing]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How results are quantized; `low` and `high` are the numbers that they are within."""

    form: Quantization
    low: int
    high: int

    def of_float(self, real: Array) -> Array:
        """What a quantize gives of Float `real`, halves to even."""
        units = np.rint(real * np.float32(1 / self.form.scale)) + self.form.zero_point
        return self._within(units)

    def of_sums(self, sums: Array, multiplier: Array, shift: Array) -> Array:
        """What an integer operator gives of int32 `sums`."""
        return self._within(rescale(sums, multiplier, shift) + self.form.zero_point)

    def _within(self, units: Array) -> Array:
        within: Array = np.clip(units, self.low, self.high).astype(np.int64)
        return within


def rescale(sums: Array, multiplier: Array, shift: Array) -> Array:
    """Rescaled sums: times `multiplier` / 2^31 and two to the power of `shift`.

    Source: the function of this name in runtime/isa/scalar/loops/int8.h
    """
    left, right = np.maximum(shift, 0), np.maximum(-shift, 0)
    scaled = ((sums << left) * multiplier + 2**30) >> 31
    half = np.where(right > 0, 1 << np.maximum(right - 1, 0), 0)
    halves: Array = scaled + half - ((scaled < 0) & (right > 0))
    return halves >> right


def convolution(
    weight: tuple[Array, Array],
    start: Array,
    bias: Array | None,
    source: Quantization,
    scales: list[tuple[int, int]],
    wanted: Wanted,
) -> Comparison:
    """Of rows of inputs with filters and the scale of each.

    Sums begin with `start`, those of float with `bias`.
    """

    def compare() -> Differing:
        filters, units = weight
        rows = filters.reshape(len(filters), -1).astype(np.float64)
        size = (ROWS, rows.shape[1])
        drawn = np.random.default_rng(_SEED).integers(*INT8, endpoint=True, size=size)
        drawn -= source.zero_point
        # Exact: the sums fit 32 bits.
        sums = drawn.astype(np.float64) @ rows.T + start
        factors = (rows * units[:, None]).astype(np.float32)
        real = drawn.astype(np.float32) * np.float32(source.scale) @ factors.T
        real = real if bias is None else real + bias
        multiplier, shift = np.array(scales, dtype=np.int64).T
        whole = wanted.of_sums(sums.astype(np.int64), multiplier, shift)
        return _compared(wanted.of_float(real), whole)

    return compare


def addition(
    one: Quantization, other: Quantization, scales: list[tuple[int, int]], bits: int, wanted: Wanted
) -> Comparison:
    """Of all pairs of numbers, each widened by `bits` and rescaled, and their sum rescaled."""

    def compare() -> Differing:
        a, b = _pairs(one, other)
        real = a.astype(np.float32) * np.float32(one.scale)
        real = real + b.astype(np.float32) * np.float32(other.scale)
        first, second, last = ([np.array(n) for n in each] for each in scales)
        sums = rescale(a << bits, *first) + rescale(b << bits, *second)
        return _compared(wanted.of_float(real), wanted.of_sums(sums, last[0], last[1]))

    return compare


def multiplication(
    one: Quantization, other: Quantization, scale: tuple[int, int], wanted: Wanted
) -> Comparison:
    """Of all pairs of numbers, their product rescaled."""

    def compare() -> Differing:
        a, b = _pairs(one, other)
        real = a.astype(np.float32) * np.float32(one.scale)
        real = real * (b.astype(np.float32) * np.float32(other.scale))
        sums = wanted.of_sums(a * b, np.array(scale[0]), np.array(scale[1]))
        return _compared(wanted.of_float(real), sums)

    return compare


def _pairs(one: Quantization, other: Quantization) -> tuple[Array, Array]:
    every = np.arange(INT8[0], INT8[1] + 1, dtype=np.int64)
    a, b = np.meshgrid(every - one.zero_point, every - other.zero_point)
    return a, b


def _compared(real: Array, whole: Array) -> Differing:
    steps = np.abs(real - whole)
    return Differing(differing=int((steps > 0).sum()), count=steps.size, steps=int(steps.max()))


def total(found: list[Differing]) -> Differing:
    """All together."""
    return Differing(
        differing=sum(each.differing for each in found),
        count=sum(each.count for each in found),
        steps=max((each.steps for each in found), default=0),
    )
