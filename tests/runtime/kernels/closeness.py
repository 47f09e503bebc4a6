"""How close each of a kernel's elements must be to PyTorch's.

The rule is the one that its record names. The magnitude of a sum is what the same kernel computes
of the case without its signs: a wrong kernel raises it by its own error, and the allowance by a
millionth of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from codegen.closeness import EXACT, PRECISION, Closeness
from codegen.dtype import PART_OF, DType
from tests.runtime.kernels.portable_calls import Case, Outcome, Output
from tests.runtime.sanitized import kernels_by_name

KERNELS = kernels_by_name()
SUBTRACTED = {"aten::_native_batch_norm_legit_no_training.out": 3}
"""Maps an operator to the argument that is subtracted: without its signs it is negative."""
PLACES = {
    "aten::grid_sampler_2d.out": 1,
    "llama::custom_quantized_sdpa.out": 4,
    "llama::custom_sdpa.out": 4,
}
"""Maps an operator to the argument that locates summands, or masks them: it keeps its signs."""


def rule_of(case: Case) -> Closeness:
    """The rule in the record of the operator of `case`."""
    return KERNELS[case.operator].close if case.operator in KERNELS else EXACT


def magnitude_case(case: Case, rule: Closeness) -> Case | None:
    """The case whose results are the magnitudes of the sums that `case` computes, if it does."""
    if not rule.sums:
        return None
    return _without_signs(case, SUBTRACTED.get(case.operator), PLACES.get(case.operator))


def fault(case: Case, rule: Closeness, outcome: Outcome, magnitude: Outcome | None) -> str | None:
    """How `outcome` differs from PyTorch's; None where it is close enough."""
    if outcome.error != "Ok":
        return outcome.error
    wanted = list(case.outputs())
    if len(outcome.outputs) != len(wanted):
        return f"{len(outcome.outputs)} outputs, expected {len(wanted)}"
    bounds: Sequence[Output | None] = [None] * len(wanted)
    if magnitude is not None and magnitude.error == "Ok":
        bounds = magnitude.outputs
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
        if kind in ("tensor", "both") and part in PRECISION and index != kept:
            words[3] = _with_sign(words[3], DType(part).itemsize, 0x80 if index == negative else 0)
        elif kind in ("int", "double"):
            words[0] = words[0].removeprefix("-")
        lines.append(" ".join((kind, *words)))
    return replace(case, lines=tuple(lines))


def _with_sign(content: str, size: int, sign: int) -> str:
    elements = bytearray.fromhex(content.removeprefix("-"))
    for last in range(size - 1, len(elements), size):
        elements[last] = elements[last] & 0x7F | sign
    return elements.hex() or "-"
