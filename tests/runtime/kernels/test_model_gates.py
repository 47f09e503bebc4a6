"""Portable kernels cut to the calls of models: what these calls do not have is an error code.

Dtypes have rows of their own, see test_dtype_gates.py; here are shapes, layouts and parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from codegen.selection import union
from codegen.sources.detect import read_source
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.runtime.kernels.portable_calls import Case, driver, outcomes, zeros
from tests.runtime.kernels.portable_results import FAMILIES, results
from tests.runtime.sanitized import Compiler, plan_for

pytestmark = pytest.mark.slow  # it compiles the kernels of several models

CONVOLUTION = "aten::convolution.out"
CLONE = "dim_order_ops::_clone_dim_order.out"
MOVERS = ("item_scalar", "map", "masked_select_unbacked", "scan")

OF_MV2 = (
    ("convolution", CONVOLUTION, ("pointwise_plane_of_9", "depthwise_stride_2")),
    ("batch_norm", "aten::_native_batch_norm_legit_no_training.out", ("plane", "dtype_Float")),
    ("clamp", "aten::hardtanh.out", ("six", "dtype_Float")),
    ("add", "aten::add.out", ("same", "dtype_Float", "long_run")),
    ("mean", "aten::mean.out", ("dims_8", "dims_16")),
    ("matmul", "aten::addmm.out", ("summand_row", "sizes_1_7_9")),
    ("copies", "aten::permute_copy.out", ("dtype_Float", "negative")),
    ("copies", CLONE, ("row_major_to_row_major",)),
)
CUT_FROM_MV2 = (
    ("convolution", CONVOLUTION, ("dilated", "line", "plain", "transposed_pointwise")),
    ("clamp", "aten::hardtanh.out", ("layout_differs",)),
    ("add", "aten::add.out", ("row", "layouts_differ")),
    ("add", "aten::add.out", ("alpha_int_for_float",)),
    ("mean", "aten::mean.out", ("dims_4", "channels_last_0")),
    ("matmul", "aten::addmm.out", ("factors_row",)),
    ("copies", CLONE, ("row_major_to_channels_last",)),
)
OF_MOVERS = (
    ("movement", "aten::slice_copy.Tensor_out", ("dtype_Float", "reversed_to_channels_last")),
    ("movement", "aten::select_copy.int_out", ("dtype_Float", "of_1_-1")),
    ("creation", "aten::full.out", ("Float_0",)),
    ("creation", "aten::scalar_tensor.out", ("Int_7",)),
    ("indexing", "aten::masked_select.out", ("dtype_Float", "layouts")),
)
MATRIX = zeros("Float", 2, 3)
COPIES = {
    "same": (zeros("Float", 2, 3), "Ok"),
    "stretched": (zeros("Float", 3), "NotSupported"),
    "turned": (zeros("Float", 2, 3, order=(1, 0)), "NotSupported"),
    "ints": (zeros("Int", 2, 3), "OperatorMissing"),
}
Named = Sequence[tuple[str, str, Sequence[str]]]


def chosen(named: Named) -> Iterator[tuple[str, list[Case]]]:
    """The cases of each of the given families, operators and names."""
    for family, operator, names in named:
        by_name = {case.name: case for case in FAMILIES[family] if case.operator == operator}
        yield family, [by_name[name] for name in names]


@pytest.fixture(scope="module")
def mv2_kernels(compiler: Compiler) -> Path:
    """Kernels with the dtypes and traits of MobileNetV2 alone."""
    return driver(compiler, plan_for(read_source(str(CONFIG_MODELS / "mv2.pte"))))


@pytest.fixture(scope="module")
def movers_kernels(compiler: Compiler) -> Path:
    """Kernels with the dtypes and traits of a few models that move elements."""
    needs = [read_source(str(DATA / "models" / f"{name}.pte")) for name in MOVERS]
    return driver(compiler, plan_for(union(needs)))


@pytest.mark.parametrize(
    ("models", "named"), [("mv2_kernels", OF_MV2), ("movers_kernels", OF_MOVERS)]
)
def test_kernels_cut_to_models_have_what_these_need(
    models: str, named: Named, request: pytest.FixtureRequest
) -> None:
    program: Path = request.getfixturevalue(models)
    for _, cases in chosen(named):
        for case, result in zip(cases, results(program, cases), strict=True):
            assert (case.name, result.fault) == (case.name, None)


def test_what_a_model_does_not_need_is_not_supported(mv2_kernels: Path) -> None:
    for _, cases in chosen(CUT_FROM_MV2):
        for case, outcome in zip(cases, outcomes(mv2_kernels, cases), strict=True):
            assert outcome.error in ("NotSupported", "OperatorMissing"), case.name


@pytest.mark.parametrize("name", COPIES)
def test_copy_in_place_without_its_traits_takes_the_same_tensor_only(
    name: str, movers_kernels: Path
) -> None:
    source, error = COPIES[name]
    call = Case(name=name, operator="aten::copy_", lines=(MATRIX, source, "bool 0"))
    (outcome,) = outcomes(movers_kernels, [call])
    assert outcome.error == error
