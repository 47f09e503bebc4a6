"""How calls of ExecuTorch's kernels are judged, and the page of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dtype import DType
from dev.compat import Compared, End, Judged, _end, as_tested, page
from dev.conformance.case_file import Call, CaseFile
from dev.conformance.compare import Status, Verdict
from tasks.run.process import ILLEGAL


def call(upstream: str | None = None) -> Call:
    return Call(method="m0", sample="s", text="f(x)", inputs=(), outputs=(), upstream=upstream)


def ended(end: End, upstream: str | None = None) -> Judged:
    case_file = CaseFile(
        program=Path("x.pte"),
        operator="aten::add.out",
        dtype="Float",
        versions={},
        values=True,
        calls=(),
        refused={},
    )
    return Judged(case_file=case_file, call=call(upstream), end=end, text="wrong")


@pytest.mark.parametrize(
    ("dtype", "near", "far"),
    [("Float", 1.000009, 1.00002), ("Half", 1.001, 1.0015), ("BFloat16", 1.0, 1.0156)],
)
def test_elements_may_differ_as_in_tests_of_executorch(dtype: str, near: float, far: float) -> None:
    rule = as_tested("aten::relu.out", DType(dtype), "s")
    allowed = rule.allowed(dtype, 1.0, 0.0)
    assert rule.near(near, 1.0, allowed)
    assert not rule.near(far, 1.0, allowed)
    assert rule.near(-0.0, 0.0, 0.0)


def test_a_rule_of_ours_that_allows_more_stays() -> None:
    rule = as_tested("aten::sum.IntList_out", DType.Float, "s")
    assert rule.allowed("Float", 0.0, 1e6) > 0.1


def test_integers_are_equal() -> None:
    assert as_tested("aten::relu.out", DType.Int, "s").allowed("Int", 1e9, 0.0) == 0


@pytest.mark.parametrize(
    ("status", "text", "dim_orders", "end"),
    [
        (Status.WRONG, "element 0", [(0, 1)], End.WRONG),
        (Status.WRONG, "element 0", [(0, 1), (1, 0)], End.OUTSIDE),
        (Status.CRASHED, "died of signal 11", [(2, 1, 0)], End.OUTSIDE),
        (Status.WRONG, "element 0", [(0, 2, 3, 1)], End.WRONG),
        (Status.PASSED, "", [(1, 0)], End.PASSED),
        (Status.CRASHED, "died of signal 11", [(0,)], End.CRASHED),
        (Status.CRASHED, f"{ILLEGAL}: more", [(0,)], End.REFUSED),
        (Status.REFUSED, "NotSupported (0x10)", [(0,)], End.REFUSED),
    ],
)
def test_calls_that_executorch_does_not_support_are_apart(
    status: Status, text: str, dim_orders: list[tuple[int, ...]], end: End
) -> None:
    assert _end(Verdict(call=call(), status=status, text=text), dim_orders) is end


def test_only_what_the_own_build_does_not_pass_is_explained() -> None:
    assert [ended(End.WRONG, theirs).explained for theirs in (None, "passed", "wrong")] == [
        False,
        False,
        True,
    ]
    assert ended(End.REFUSED).explained


def test_a_source_is_good_where_some_call_passes_and_none_is_wrong() -> None:
    def good(*ends: End) -> bool:
        return Compared(source="a/b.cpp", calls=tuple(map(ended, ends))).good

    assert good(End.PASSED, End.REFUSED, End.OUTSIDE)
    assert not good(End.REFUSED)
    assert not good(End.PASSED, End.WRONG)
    assert not good(End.PASSED, End.CRASHED)


def test_the_page_names_what_nothing_explains() -> None:
    known, other = (
        Compared(
            source=f"executorch/kernels/portable/cpu/{name}.cpp", calls=(ended(End.WRONG, "wrong"),)
        )
        for name in ("op_pow", "op_other")
    )
    text = page((known, other))
    assert "| `op_pow` |  |  |  | 1 | integers are powers" in text
    assert "| `op_other` |  |  |  | 1 | **unexplained** |" in text
    assert "**0 of 2 sources" in text
