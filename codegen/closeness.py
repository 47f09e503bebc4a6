"""How close an element must be to PyTorch's: the rules that a kernel's record names.

- Without more, elements are PyTorch's bit by bit, the sign of a zero included. Only a NaN may have
  other bits, since neither PyTorch nor IEEE 754 defines which.
- With `ulps`, an element may differ by so many units in the last place of the expected one, or
  of the smallest normal number where it is smaller. The sign of a zero counts.
- With `roundings`, an element may differ by so many roundings of the number 1 in addition, however
  small it is: deviations from a mean, divided by their own magnitude, lose digits near 0.
- `sums` adds up in an order of its own, as PyTorch does. However small a result, its error is
  proportional to the sum of the absolute values: to the `ulps` come eight roundings of that
  magnitude. The sign of a zero depends on the order (-0 + 0 is 0) and is not compared.

Integers and bools are equal everywhere. Of complex elements each part is a number by itself.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field

PRECISION = {"Half": 11, "BFloat16": 8, "Float": 24, "Double": 53}
"""Bits of the significand, the hidden one included."""

SMALLEST_NORMAL = {
    "Half": 2.0**-14,
    "BFloat16": 2.0**-126,
    "Float": 2.0**-126,
    "Double": 2.0**-1022,
}

LARGEST = {
    "Half": 65504.0,
    "BFloat16": (2 - 2.0**-7) * 2.0**127,
    "Float": (2 - 2.0**-23) * 2.0**127,
    "Double": sys.float_info.max,
}
"""The largest finite number."""

FLOOR = {"Half": 2.0**-21, "BFloat16": 2.0**-21, "Float": 2.0**-21, "Double": 2.0**-50}
"""Eight roundings of a sum's magnitude, in Float but for Double; the cases need 3, with up to 200
terms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closeness:
    """What elements may differ by."""

    ulps: int = 0
    sums: bool = False
    roundings: int = 0
    """Roundings of 1 by which results around it may differ in addition, however small."""
    floor: dict[str, float] = field(default_factory=dict)
    """Maps a dtype to a sum's tolerance in units of its magnitude, where that is not `FLOOR`."""
    any_zero: bool = False
    """Whether the sign of a zero is left open: PyTorch's vectors and its scalars choose another."""
    fuses: bool = False
    """Whether PyTorch may round a product, the magnitude, before it is added: the length of the
    tensors decides. The sum is then rounded from another number."""
    divides: bool = False
    """Whether PyTorch's vectors give a NaN where the quotient, the magnitude, is too large."""
    flushes: bool = False
    """Whether PyTorch's vectors may take a number near the smallest normal one for zero."""

    def allowed(self, dtype: str, right: float, magnitude: float) -> float:
        """Returns by how much an element may differ from `right`, a sum of terms of `magnitude`."""
        if dtype not in PRECISION or not math.isfinite(right):
            return 0.0
        bits = PRECISION[dtype]
        _, exponent = math.frexp(max(abs(right), SMALLEST_NORMAL[dtype]))
        allowed = self.ulps * math.ldexp(1.0, exponent - bits) + math.ldexp(self.roundings, -bits)
        if self.flushes:
            allowed += 2 * SMALLEST_NORMAL[dtype]
        if self.sums and math.isfinite(magnitude):
            allowed += self.floor.get(dtype, FLOOR[dtype]) * abs(magnitude)
        if self.fuses and magnitude and math.isfinite(magnitude):
            allowed += math.ldexp(abs(magnitude), -bits) + math.ldexp(1.0, exponent - bits)
        return allowed

    def undecided(self, dtype: str, magnitude: float) -> bool:
        """Whether PyTorch's own loops differ in an element whose terms are of `magnitude`.

        The order of a sum decides whether it overflows, the loop whether a remainder exists.
        """
        return (self.sums or self.divides) and not magnitude <= LARGEST.get(dtype, math.inf) / 4

    def near(self, number: float, right: float, allowed: float) -> bool:
        """Whether `number` is within `allowed` of `right`."""
        if math.isnan(right) or math.isnan(number):
            return math.isnan(right) and math.isnan(number)
        if number == right:
            either = self.sums or self.any_zero
            return either or math.copysign(1.0, number) == math.copysign(1.0, right)
        return abs(number - right) <= allowed


EXACT = Closeness()
RULES = {
    # Added up in an order of their own.
    "sums": Closeness(ulps=1, sums=True),
    # Means of values, weighted by softmaxes of sums.
    "attention": Closeness(ulps=4, sums=True),
    # PyTorch adds up a transposed convolution of Half in Half: one rounding there.
    "half-sums": Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11}),
    # Functions that are rounded correctly neither in PyTorch nor in a C library.
    "functions": Closeness(ulps=2, flushes=True),
    # PyTorch adds the largest element to the logarithm of the sum first, and rounds that.
    "log-sums": Closeness(
        ulps=3,
        sums=True,
        flushes=True,
        floor={"Half": 2.0**-11, "BFloat16": 2.0**-8, "Float": 2.0**-23, "Double": 2.0**-52},
    ),
    # Exponentials, divided by their sum.
    "softmaxes": Closeness(ulps=4, flushes=True),
    # An element and a multiple of another one.
    "multiples": Closeness(fuses=True),
    "remainders": Closeness(divides=True),
    # 1 + erf(x) and 1 + tanh(x) lose digits where x is negative, in PyTorch as here.
    "cancelling": Closeness(ulps=2, sums=True, flushes=True),
    # Powers, and roots of sums of them.
    "distances": Closeness(ulps=4, sums=True),
    # Sums of elements up to 10 or so, times turns that are rounded once more than PyTorch's.
    "transforms": Closeness(ulps=2, sums=True, roundings=512),
    # Complex numbers, whose lengths are roots; of other numbers they are exact.
    "lengths": Closeness(ulps=2),
    # Deviations from a mean, in units of their own: they lose digits near 0 only.
    "norms": Closeness(ulps=2, sums=True, roundings=4),
    # PyTorch adds up the squares of Float in Double.
    "variances": Closeness(ulps=2, sums=True, floor={"Float": 2.0**-20}),
    # Where an output is between the inputs PyTorch computes with a fused product, or without, as
    # the machine has it.
    "bilinear": Closeness(ulps=1, sums=True, floor={"Float": 2.0**-19, "Double": 2.0**-48}),
    # The weights of a cubic are small differences of larger numbers.
    "cubic": Closeness(ulps=1, sums=True, floor={"Float": 2.0**-15, "Double": 2.0**-43}),
    # Which of -0 and 0 is the larger is open.
    "extremes": Closeness(any_zero=True),
}
"""The tolerances that `close` of functions.yaml names."""
