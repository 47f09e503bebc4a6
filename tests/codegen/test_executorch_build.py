"""The files for ExecuTorch's own build: as its generators write them, and right where they err."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.executorch_build import (
    PRIM_OPERATORS,
    dtypes_of,
    executorch_files,
    kernel_count,
    max_kernel_num,
    op_variants,
    prim_ops,
)
from codegen.selection import OperatorNeed, Origin, Selection, everything, union
from codegen.sources.detect import read_file, read_sources
from dev.interop.__main__ import compare
from tests.codegen.model_files import OPLISTS, REFERENCE, programs
from tests.codegen.resolving import call, called, keyed, listed, tensor, tensors

PRIMS = ("executorch_prim::add.Scalar", "aten::sym_size.int")


def write(selection: Selection, folder: Path) -> Path:
    folder.mkdir()
    for name, text in executorch_files(selection, PRIMS).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("reference", ["add_mul", "union3"])
def test_lists_of_models_agree_with_executorch_s_own_files(reference: str, tmp_path: Path) -> None:
    names = (REFERENCE / reference / "list.txt").read_text().split()
    sources = [OPLISTS / name.replace(".et_oplist.yaml", ".yaml") for name in names]
    ours = write(read_sources([str(source) for source in sources]), tmp_path / "ours")
    assert compare(ours, REFERENCE / reference) == []


def test_a_difference_is_found(tmp_path: Path) -> None:
    models = programs()
    ours = write(read_file(models["add_mul"]), tmp_path / "ours")
    faults = compare(ours, REFERENCE / "mv2")
    assert any("et_kernel_metadata" in fault for fault in faults)
    assert any("has other operators" in fault for fault in faults)
    assert any("has other macros" in fault for fault in faults)


def test_each_dtype_has_a_name_that_exists() -> None:
    for dtype in DType:
        names = re.findall(r"ScalarType::(\w+)", op_variants(listed("aten::a.out", dtype)))
        assert names == [dtype.value]
    assert "UInt64" in op_variants(listed("aten::a.out", DType.UInt64))


def test_all_items_of_a_list_count() -> None:
    mixed = called(call("aten::cat.out", tensors(DType.Float, DType.Long), tensor(DType.Float)))
    assert dtypes_of(mixed.operators[0]) == (DType.Long, DType.Float)


def test_the_capacity_counts_a_kernel_of_two_models_and_those_on_numbers_once() -> None:
    one = keyed("aten::add.out", "v1/6;0,1", source="a.yaml")
    two = keyed("aten::add.out", "v1/6;0,1", "v1/3;0,1", source="b.yaml")
    number = keyed("executorch_prim::add.Scalar", "v1")
    assert kernel_count(union([one, two, number])) == PRIM_OPERATORS + 2
    assert f"NUM {PRIM_OPERATORS + 2}\n" in max_kernel_num(union([one, two, number]))
    assert kernel_count(listed("aten::add.out")) == PRIM_OPERATORS + 1


def test_everything_leaves_nothing_out() -> None:
    some = union([keyed("aten::add.out", "v1/6;0,1"), everything()])
    assert "return true;" in op_variants(some)
    assert "INCLUDE_EXECUTORCH_PRIM_ADD_SCALAR" in prim_ops(some, PRIMS)
    assert "#define" not in max_kernel_num(some)


def test_the_header_compiles_and_answers(
    tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    overloads = OperatorNeed(
        name="aten::mul", origins=(Origin(source="x"),), any_dtype=True, all_overloads=True
    )
    selection = union(
        [
            keyed("aten::add.out", "v1/6;0,1|6;0,1"),
            listed("my_ops::foo.out", DType.UInt64),
            Selection(operators=(overloads,)),
        ]
    )
    (tmp_path / "selected_op_variants.h").write_text(op_variants(selection))
    names = ", ".join(f"{dtype.value} = {dtype.number}" for dtype in DType)
    (tmp_path / "main.cpp").write_text(
        "namespace executorch::aten { enum class ScalarType : signed char { " + names + " }; }\n"
        '#include "selected_op_variants.h"\n'
        "using T = executorch::aten::ScalarType;\n"
        'static_assert(should_include_kernel_dtype("add.out", T::Float));\n'
        'static_assert(!should_include_kernel_dtype("add.out", T::Int));\n'
        'static_assert(!should_include_kernel_dtype("add.Scalar_out", T::Float));\n'
        'static_assert(should_include_kernel_dtype("my_ops::foo.out", T::UInt64));\n'
        'static_assert(!should_include_kernel_dtype("foo.out", T::UInt64));\n'
        'static_assert(should_include_kernel_dtype("mul.Scalar_out", T::Half));\n'
        'static_assert(should_include_kernel_dtype("mul", T::Half));\n'
        'static_assert(!should_include_kernel_dtype("mull.out", T::Half));\n'
        "int main() {}\n"
    )
    subprocess.run(
        [require_tool("g++"), "-std=c++17", "-Wall", "-Werror", "main.cpp", "-o", "a.out"],
        cwd=tmp_path,
        check=True,
    )
