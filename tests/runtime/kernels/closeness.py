"""How close each of a kernel's elements must be to PyTorch's.

The rule is that of tasks/conformance/closeness.py, by family, that is by file of cases; a family
that is not in `FAMILIES` must give PyTorch's elements bit by bit. The magnitude of a sum is what
the same kernel computes of the case without its signs: a wrong kernel raises it by its own error,
and the allowance by a millionth of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tasks.conformance.closeness import EXACT, PRECISION, Closeness
from tests.runtime.kernels.portable_calls import PART_OF, Case, Outcome, Output, bytes_of

FAMILIES = {
    # An exponential or a logarithm.
    "activations": Closeness(ulps=2),
    # An arc tangent of the C library, or of vectors.
    "angles": Closeness(ulps=2),
    "averages": Closeness(ulps=1, sums=True),
    "avg_pool2d": Closeness(ulps=1, sums=True),
    "batch_norm": Closeness(
        ulps=1, sums=True, negative={"aten::_native_batch_norm_legit_no_training.out": 3}
    ),
    # Where an output is between the inputs PyTorch computes with a fused product, or without, as
    # the machine has it.
    "bilinear": Closeness(ulps=1, sums=True, floor={"Float": 2.0**-19, "Double": 2.0**-48}),
    # PyTorch adds up a transposed convolution of Half in Half: one rounding there.
    "convolution": Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11}),
    "convolution_backward": Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11}),
    # Powers, and roots of sums of them.
    "distances": Closeness(ulps=4),
    # Sums of up to 90 elements around 1, times turns that are rounded once more than PyTorch's.
    "fourier": Closeness(ulps=2, roundings=128),
    # 1 + erf(x) and 1 + tanh(x) lose digits where x is negative, in PyTorch as here.
    "gelu": Closeness(ulps=2, sums=True),
    # The last dimension of 16-bit elements: PyTorch rounds the logarithm of the sum to 16 bits.
    "log_softmax": Closeness(ulps=3),
    # Neither PyTorch's functions nor these are rounded correctly.
    "maths": Closeness(ulps=2),
    "matmul": Closeness(ulps=1, sums=True),
    "mean": Closeness(ulps=1, sums=True),
    # Deviations from a mean, in units of their own: they lose digits near 0 only.
    "norms": Closeness(ulps=2, sums=True, roundings=4),
    # A power of the C library, or of vectors.
    "powers": Closeness(ulps=2),
    "products": Closeness(ulps=1, sums=True),
    # The weights of a cubic are small differences of larger numbers.
    "sampling": Closeness(
        ulps=1,
        sums=True,
        floor={"Float": 2.0**-15, "Double": 2.0**-43},
        places={"aten::grid_sampler_2d.out": 1},
    ),
    # The error of an exponential, and that of a sum of positive numbers.
    "softmax": Closeness(ulps=2),
    "sums": Closeness(ulps=1, sums=True),
    "volumes": Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11}),
    # PyTorch adds up the squares of Float in Double.
    "variance": Closeness(ulps=2, sums=True, floor={"Float": 2.0**-20}),
}


def magnitude_cases(family: str, cases: Sequence[Case]) -> list[Case]:
    """For a family of sums the cases whose results are the magnitudes; else none."""
    rule = FAMILIES.get(family, EXACT)
    return [
        _without_signs(case, rule.negative.get(case.operator), rule.places.get(case.operator))
        for case in cases
    ] * rule.sums


def fault(family: str, case: Case, outcome: Outcome, magnitude: Outcome | None) -> str | None:
    """How `outcome` differs from PyTorch's; None where it is close enough."""
    if outcome.error != "Ok":
        return outcome.error
    wanted = list(case.outputs())
    if len(outcome.outputs) != len(wanted):
        return f"{len(outcome.outputs)} outputs, expected {len(wanted)}"
    bounds: Sequence[Output | None] = [None] * len(wanted)
    if magnitude is not None and magnitude.error == "Ok":
        bounds = magnitude.outputs
    rule = FAMILIES.get(family, EXACT)
    for number, ((dtype, expected), got, bound) in enumerate(
        zip(wanted, outcome.outputs, bounds, strict=True)
    ):
        if got.sizes != expected.sizes:
            return f"output {number}: sizes {got.sizes}, expected {expected.sizes}"
        for found in _differences(rule, dtype, got, expected, bound):
            return f"output {number}: {found}"
    return None


def _differences(
    rule: Closeness, dtype: str, got: Output, expected: Output, bound: Output | None
) -> Iterator[str]:
    if got.content == expected.content:
        return
    dtype = PART_OF.get(dtype, dtype)
    numbers, wanted = got.numbers(dtype), expected.numbers(dtype)
    magnitudes = [0.0] * len(wanted) if bound is None else bound.numbers(dtype)
    for index, (number, right, most) in enumerate(zip(numbers, wanted, magnitudes, strict=True)):
        allowed = rule.allowed(dtype, right, most)
        if not rule.near(number, right, allowed):
            yield f"element {index} is {number!r}, expected {right!r} within {allowed:.3g}"


def _without_signs(case: Case, negative: int | None, kept: int | None) -> Case:
    """`case` with absolute values for numbers, but in argument `kept`; `negative` below zero."""
    lines = []
    for index, line in enumerate(case.lines):
        kind, *words = line.split(" ")
        part = PART_OF.get(words[0], words[0]) if words else ""
        if kind == "tensor" and part in PRECISION and index != kept:
            words[3] = _with_sign(words[3], bytes_of(part), 0x80 if index == negative else 0)
        elif kind in ("int", "double"):
            words[0] = words[0].removeprefix("-")
        lines.append(" ".join((kind, *words)))
    return replace(case, lines=tuple(lines))


def _with_sign(content: str, size: int, sign: int) -> str:
    elements = bytearray.fromhex(content.removeprefix("-"))
    for last in range(size - 1, len(elements), size):
        elements[last] = elements[last] & 0x7F | sign
    return elements.hex() or "-"
