"""Movement, creation and indexing that were cut to what models need: the rest is an error code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from codegen.selection import union
from codegen.sources.detect import read_source
from tests.runtime.kernels.portable_calls import Case, driver, outcomes, read_cases, zeros
from tests.runtime.sanitized import Compiler, plan_for

DATA = Path(__file__).parents[2] / "data"
MODELS = ("item_scalar", "map", "masked_select_unbacked", "scan")

NEEDED = (
    ("movement", "aten::slice_copy.Tensor_out", ("dtype_Float", "reversed_to_channels_last")),
    ("movement", "aten::select_copy.int_out", ("dtype_Float", "of_1_-1")),
    ("creation", "aten::full.out", ("Float_0",)),
    ("creation", "aten::scalar_tensor.out", ("Int_7",)),
    ("indexing", "aten::masked_select.out", ("dtype_Float", "layouts")),
)
CUT = (
    ("movement", "aten::slice_copy.Tensor_out", ("dtype_Int", "dtype_Half")),
    ("movement", "aten::select_copy.int_out", ("dtype_Long",)),
    ("movement", "aten::expand_copy.out", ("dtype_Float",)),
    ("movement", "aten::roll.out", ("dtype_Float",)),
    ("movement", "aten::split_copy.Tensor_out", ("dtype_Float",)),
    ("joining", "aten::cat.out", ("dtype_Float", "mixed")),
    ("joining", "aten::constant_pad_nd.out", ("dtype_Float",)),
    ("joining", "aten::copy.out", ("mixed", "stretched_0", "layout_reversed")),
    ("joining", "aten::slice_scatter.out", ("dtype_Float", "mixed")),
    ("joining", "aten::tril.out", ("dtype_Float",)),
    ("creation", "aten::full.out", ("Int_7", "Bool_1")),
    ("creation", "aten::scalar_tensor.out", ("Float_1",)),
    ("creation", "aten::arange.start_out", ("Long_0_5_1", "Float_0.0_1.0_0.25")),
    ("indexing", "aten::masked_select.out", ("dtype_Double",)),
    ("indexing", "aten::masked_scatter.out", ("dtype_Float",)),
    ("indexing", "aten::embedding.out", ("indices_0",)),
    ("indexing", "aten::index_select.out", ("dtype_Float",)),
    ("indexing", "aten::gather.out", ("dtype_Float",)),
    ("indexing", "aten::scatter_add.out", ("dtype_Float",)),
    ("indexing", "aten::index.Tensor_out", ("negative",)),
    ("indexing", "aten::index_put.out", ("dtype_Float_set", "dtype_Float_sum")),
    ("indexing", "aten::nonzero.out", ("dtype_Float",)),
)
MATRIX = zeros("Float", 2, 3)
COPIES = {
    "same": (zeros("Float", 2, 3), "Ok"),
    "stretched": (zeros("Float", 3), "NotSupported"),
    "turned": (zeros("Float", 2, 3, order=(1, 0)), "NotSupported"),
    "ints": (zeros("Int", 2, 3), "NotSupported"),
}


@pytest.fixture(scope="module")
def cut_kernels(compiler: Compiler) -> Path:
    """Kernels with the dtypes and traits of a few models that move elements."""
    needs = [read_source(str(DATA / "models" / f"{name}.pte")) for name in MODELS]
    return driver(compiler, plan_for(union(needs)))


def cases(named: Sequence[tuple[str, str, Sequence[str]]]) -> list[Case]:
    """The cases of the given files, operators and names."""
    found = []
    for family, operator, names in named:
        every = {
            case.name: case
            for case in read_cases(DATA / "kernels" / f"{family}.txt")
            if case.operator == operator
        }
        found += [every[name] for name in names]
    return found


def test_kernels_cut_to_models_have_what_they_need(cut_kernels: Path) -> None:
    chosen = cases(NEEDED)
    for case, outcome in zip(chosen, outcomes(cut_kernels, chosen), strict=True):
        assert (case.name, outcome.error) == (case.name, "Ok")


def test_what_models_do_not_need_is_not_supported(cut_kernels: Path) -> None:
    chosen = cases(CUT)
    for case, outcome in zip(chosen, outcomes(cut_kernels, chosen), strict=True):
        where = (case.operator, case.name)
        assert (*where, outcome.error) == (*where, "NotSupported")


@pytest.mark.parametrize("name", COPIES)
def test_copy_in_place_without_its_traits_takes_the_same_tensor_only(
    name: str, cut_kernels: Path
) -> None:
    source, error = COPIES[name]
    call = Case(name=name, operator="aten::copy_", lines=(MATRIX, source, "bool 0"))
    (outcome,) = outcomes(cut_kernels, [call])
    assert outcome.error == error
