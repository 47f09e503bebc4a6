"""The recorded flash of operators next to what one may add."""

from __future__ import annotations

from codegen.library import read_library
from tasks.operator_sizes import SIZES, read_sizes
from tests.runtime.sanitized import ROOT

ELEMENTWISE_BYTES = 250
REDUCTION_BYTES = 400
ELEMENTWISE = (
    "activations",
    "arithmetic",
    "bitwise",
    "clamp",
    "comparison",
    "division",
    "exponentials",
    "powers",
    "predicates",
    "rounding",
    "signs",
    "trigonometry",
)
REDUCTIONS = ("cumulative", "extremes", "reduction", "variance")

_CONVERTS = "converts Float to truth values in pieces, and its neighbours convert nothing"
_LOOPS = "a reduction of any dims in any dim order has checks and loops of its own, not shared yet"

LARGER: dict[str, str] = {
    "aten::amax.out": _LOOPS,
    "aten::any.out": _LOOPS,
    "aten::argmax.out": _LOOPS,
    "aten::clamp.out": "checks that its bounds fit the dtype, and walks them as a second operand; "
    "its neighbours walk one",
    "aten::logical_and.out": _CONVERTS,
    "aten::logical_not.out": _CONVERTS,
    "aten::logical_or.out": _CONVERTS,
    "aten::logical_xor.out": _CONVERTS,
    "aten::mean.out": _LOOPS,
    "aten::sum.IntList_out": _LOOPS,
    "aten::tanh.out": "brings its function of the C library",
}
"""Operators that add more, and why."""


def test_an_operator_adds_what_its_family_may_or_has_a_reason() -> None:
    library = read_library(ROOT / "runtime/kernels/portable", prefix="kernels/portable/")
    headers = {
        kernel.operator: kernel.header.removeprefix("kernels/portable/").removesuffix(".h")
        for kernel in library.kernels
    }
    most = dict.fromkeys(ELEMENTWISE, ELEMENTWISE_BYTES)
    most |= dict.fromkeys(REDUCTIONS, REDUCTION_BYTES)
    assert set(most) <= set(headers.values())
    larger = {
        operator
        for operator, size in read_sizes(ROOT / SIZES).items()
        if size.added_bytes is not None
        and size.added_bytes > most.get(headers.get(operator, ""), size.added_bytes)
    }
    assert larger == LARGER.keys()
