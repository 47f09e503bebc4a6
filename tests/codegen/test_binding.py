"""Generated code binds a kernel by its operator's name, with the types of its schema."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.library_file import read_library
from codegen.plan import RegistryForm
from codegen.resolve import resolve
from codegen.selection import everything
from tasks.building.expand import expand
from tests.golden.plans import ROOT

SCHEMA = "my_ops::sum.out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
HEADER = """\
#pragma once
#include "kernels/context.h"
#include "kernels/facts.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"
namespace mine {{
template <typename Facts>
kerf::Error {name}(kerf::KernelContext&, {parameters}) {{
  return kerf::Error::Ok;
}}
}}  // namespace mine
"""
PLAIN = """\
#pragma once
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"
namespace mine {{
kerf::Error {name}(kerf::KernelContext&, {parameters});
}}  // namespace mine
"""
TYPES = "const kerf::Tensor&, const kerf::Scalar&, kerf::Tensor&"
CPP_TYPE = r"KernelContext&, const (kerf::)?Tensor&, const (kerf::)?Scalar&, (kerf::)?Tensor&\)"


def messages(
    folder: Path, compiler: str, *, name: str, parameters: str, plain: bool = False
) -> str:
    """What g++ prints of a library of one kernel; empty where it compiles."""
    library = folder / "mine"
    library.mkdir()
    entry = f"- func: {SCHEMA}\n  family: sums\n"
    if plain:
        entry = (
            f"- func: {SCHEMA}\n  kernels:\n  - kernel_name: mine::sum_out\n    source: sums.cpp\n"
        )
    (library / "functions.yaml").write_text(entry, encoding="utf-8")
    template = PLAIN if plain else HEADER
    (library / "sums.h").write_text(template.format(name=name, parameters=parameters))
    (library / "sums.cpp").touch()
    read = read_library(library, prefix="mine/")
    plan = resolve(everything(), (read,), target="t", form=RegistryForm.TABLE, capacity=None)
    expand(plan, ROOT, folder / "selected")
    includes = [f"-I{path}" for path in (folder, ROOT / "runtime", ROOT / "runtime/isa/scalar")]
    source = folder / "selected" / "mine_sums.cpp"
    result = subprocess.run(
        [compiler, "-std=c++17", "-fsyntax-only", "-fno-diagnostics-show-caret", *includes, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode == 0) == (not result.stderr)
    return result.stderr


@pytest.mark.parametrize("plain", [False, True])
def test_a_kernel_with_the_types_of_its_schema_compiles(
    plain: bool, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    compiler = require_tool("g++")
    assert messages(tmp_path, compiler, name="sum_out", parameters=TYPES, plain=plain) == ""


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "parameters",
    [
        "const kerf::Tensor&, const kerf::Tensor&, kerf::Tensor&",
        "const kerf::Tensor&, double, kerf::Tensor&",
        "const kerf::Tensor&, const kerf::Scalar&, const kerf::Tensor&",
        "const kerf::Tensor&, kerf::Tensor&",
    ],
)
def test_a_kernel_with_other_types_does_not_compile_and_both_types_are_shown(
    plain: bool, parameters: str, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    compiler = require_tool("g++")
    text = messages(tmp_path, compiler, name="sum_out", parameters=parameters, plain=plain)
    assert "error: " in text
    assert "sum_out" in text
    assert re.search(CPP_TYPE, text), text
    written = r", ".join(
        re.escape(each).replace("kerf::", "(kerf::)?") for each in parameters.split(", ")
    )
    assert re.search(rf"KernelContext&, {written}\)", text), text


def test_a_kernel_that_was_copied_with_the_name_of_another_operator_is_not_found(
    tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    """The operator's name alone determines the function: there is no key to get wrong."""
    compiler = require_tool("g++")
    text = messages(tmp_path, compiler, name="difference_out", parameters=TYPES)
    assert re.search(r"error: .*sum_out.* (is )?not .*member of .*mine", text), text
