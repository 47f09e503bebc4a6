"""Portable kernels that were cut to what a model needs: the rest is an error code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from codegen.selection import Selection
from codegen.sources.detect import read_source
from tests.runtime.kernels.portable_calls import Case, driver, outcomes, read_cases
from tests.runtime.sanitized import Compiler, plan_for

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data" / "kernels"
MV2 = ROOT / "configs" / "models" / "mv2.pte"

OF_MV2 = (
    ("convolution", "aten::convolution.out", ("pointwise_plane_of_9", "depthwise_stride_2")),
    ("batch_norm", "aten::_native_batch_norm_legit_no_training.out", ("plane", "dtype_Float")),
    ("clamp", "aten::hardtanh.out", ("six", "dtype_Float")),
    ("add", "aten::add.out", ("same", "dtype_Float", "long_run")),
    ("mean", "aten::mean.out", ("dims_8", "dims_16")),
    ("matmul", "aten::addmm.out", ("summand_row", "sizes_1_7_9")),
    ("copies", "aten::permute_copy.out", ("dtype_Float", "negative")),
    ("copies", "dim_order_ops::_clone_dim_order.out", ("row_major_to_row_major",)),
)
CUT_FROM_MV2 = (
    ("convolution", "aten::convolution.out", ("dtype_Half", "dilated", "line", "plain")),
    ("convolution", "aten::convolution.out", ("transposed_pointwise",)),
    ("batch_norm", "aten::_native_batch_norm_legit_no_training.out", ("dtype_Double",)),
    ("clamp", "aten::hardtanh.out", ("dtype_Int", "layout_differs")),
    ("clamp", "aten::relu.out", ("dtype_Float",)),
    ("add", "aten::add.out", ("row", "layouts_differ", "dtype_Int", "mixed_Float_Double")),
    ("add", "aten::add.out", ("alpha_int_for_float", "number_right")),
    ("mean", "aten::mean.out", ("dims_4", "channels_last_0", "dtype_Double")),
    ("matmul", "aten::addmm.out", ("factors_row", "dtype_Half")),
    ("matmul", "aten::mm.out", ("dtype_Float",)),
    ("copies", "aten::permute_copy.out", ("dtype_Int",)),
    ("copies", "dim_order_ops::_clone_dim_order.out", ("row_major_to_channels_last",)),
    ("mul", "aten::mul.out", ("same",)),
)


def cases(*named: tuple[str, str, Sequence[str]]) -> list[Case]:
    """The cases of the given files, operators and names."""
    found = []
    for family, operator, names in named:
        every = {
            case.name: case
            for case in read_cases(DATA / f"{family}.txt")
            if case.operator == operator
        }
        found += [every[name] for name in names]
    return found


@pytest.fixture(scope="module")
def mv2_kernels(compiler: Compiler) -> Path:
    """Kernels with the dtypes and traits of MobileNetV2 alone."""
    return driver(compiler, plan_for(read_source(str(MV2))))


def test_kernels_cut_to_a_model_have_what_it_needs(mv2_kernels: Path) -> None:
    chosen = cases(*OF_MV2)
    for case, outcome in zip(chosen, outcomes(mv2_kernels, chosen), strict=True):
        assert (case.name, outcome.error) == (case.name, "Ok")


def test_what_a_model_does_not_need_is_not_supported(mv2_kernels: Path) -> None:
    chosen = cases(*CUT_FROM_MV2)
    for case, outcome in zip(chosen, outcomes(mv2_kernels, chosen), strict=True):
        assert (case.name, outcome.error) == (case.name, "NotSupported")


def test_kernels_without_any_selection_compile_and_support_nothing(compiler: Compiler) -> None:
    program = driver(compiler, plan_for(Selection()))
    # Copying whole tensors needs no dtype.
    chosen = cases(*(need for need in OF_MV2 if "clone" not in need[1]))
    for case, outcome in zip(chosen, outcomes(program, chosen), strict=True):
        assert (case.name, outcome.error) == (case.name, "NotSupported")
