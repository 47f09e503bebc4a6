from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen import emit
from codegen.dtype import DType
from codegen.emit.operators import dtype_mask
from codegen.library import SUPPORTED_DTYPES
from codegen.operator_name import identifier
from codegen.opinfo import StateCounts
from codegen.plan import MethodNeeds, Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.sources.pte import selection_of_model
from tasks.building.expand import expand
from tests.codegen.model_files import programs
from tests.codegen.resolving import kernel, library, listed, plan_of
from tests.golden.plans import GOLDEN, ROOT, golden_text, plans

SCALAR = ROOT / "runtime" / "isa" / "scalar"
PLANS = plans()
NO_STATE = StateCounts(
    slots=0,
    dynamic_dims=0,
    temp_int_items=0,
    temp_bool_items=0,
    temp_double_items=0,
    temp_tensors=0,
    temp_optional_tensors=0,
)


def method(*planned: int, model: str = "m.pte", name: str = "forward") -> MethodNeeds:
    return MethodNeeds(
        model=model,
        method=name,
        planned_bytes=planned,
        values=1,
        instructions=2,
        operators=3,
        state=NO_STATE,
    )


def empty_plan() -> Plan:
    """Of a model that calls nothing."""
    model = selection_of_model(read_model(programs()["passthrough_scalars"]))
    return resolve(model, (), target="empty", form=RegistryForm.TABLE, capacity=None)


@pytest.mark.parametrize("name", PLANS)
def test_the_expansion_is_the_golden_one(name: str) -> None:
    golden = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert golden_text(PLANS[name]) == golden, "review, then python -m tests.golden.refresh"


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("aten::add.out", "aten_add_out"),
        ("aten::_softmax.out", "aten__softmax_out"),
        ("my_ops::mul3", "my_ops_mul3"),
        ("a::b::c.d", "a_b_c_d"),
    ],
)
def test_identifiers_are_names_with_underscores(operator: str, expected: str) -> None:
    assert identifier(operator) == expected


def test_a_set_of_dtypes_is_the_number_that_the_runtime_reads() -> None:
    """Each dtype's bit as runtime/tensor/scalar_type.h numbers it, all in 16 bits."""
    header = (ROOT / "runtime/tensor/scalar_type.h").read_text(encoding="utf-8")
    numbers = {name: int(n) for name, n in re.findall(r"^  (\w+) = (\d+),$", header, re.M)}
    masks = {}
    for dtype in SUPPORTED_DTYPES:
        number = numbers[dtype.value]
        masks[dtype] = int(dtype_mask([dtype]), 16)
        assert masks[dtype] == 1 << (number if number < 16 else number - 15)
    assert len(set(masks.values())) == len(SUPPORTED_DTYPES)
    assert int(dtype_mask(SUPPORTED_DTYPES), 16) == sum(masks.values()) < 1 << 16


def test_an_operator_with_two_kernels_may_have_the_dtypes_of_both() -> None:
    schema = "aten::relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
    narrow = kernel(schema, (DType.Float,), library="mine", traits=("mixed",))
    wide = kernel(schema, (DType.Float, DType.Int))
    plan = plan_of(listed("aten::relu.out"), libraries=(library(narrow), library(wide)))
    assert emit.dtype_sets(plan).lstrip().startswith("{0x0048, 0x0048},")
    assert "trait_set(Trait::mixed)" in emit.trait_sets(plan)
    assert emit.kernel_table(plan).count('"aten::relu.out"') == 2


def test_each_planned_memory_is_as_large_as_the_method_that_needs_most() -> None:
    plan = replace(PLANS["tiny"], methods=(method(64, 8), method(32, 128, 16), method()))
    assert emit.planned_memory(plan).split() == ["64,", "128,", "16,"]


@pytest.mark.parametrize("evil", ["a\\", "a\nint x;", "a\r\nint x;", "a??/", "[[[end]]]", "ü", ""])
def test_a_name_from_a_file_stays_in_its_comment(evil: str) -> None:
    plan = replace(PLANS["tiny"], methods=(method(1, model=evil, name=evil), method(2)))
    first, second, rest = emit.method_needs(plan).split("\n")
    assert first.startswith("    {1, 0, 0, 2, 3, 0, 0, 0, 0},  // ")
    assert not first.endswith("\\")
    assert first.isascii()
    assert second.startswith("    {1, ")
    assert rest == ""


def test_features_are_constants_and_their_set() -> None:
    text = emit.feature_flags(replace(PLANS["tiny"], features=("move_call", "string")))
    assert "constexpr bool move_call = true;" in text
    assert "constexpr bool free_call = false;" in text
    assert "feature_set(Feature::move_call) |\n    feature_set(Feature::string);" in text
    assert "kState = true;" in text  # a move gives a value a slot
    assert "kState = false;" in emit.feature_flags(replace(PLANS["tiny"], features=("string",)))


def test_the_digest_is_that_of_the_plan() -> None:
    plan = PLANS["mv2"]
    numbers = re.findall(r"0x([0-9a-f]{2}),", emit.plan_digest(plan))
    assert "".join(numbers) == plan.digest()


@pytest.mark.parametrize("name", [*PLANS, "empty"])
@pytest.mark.parametrize("form", ["table", "dynamic"])
def test_every_expansion_compiles(
    name: str, form: str, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    compiler = require_tool("g++")
    plan = empty_plan() if name == "empty" else PLANS[name]
    expand(plan, ROOT, tmp_path / "selected")
    headers = sorted(path.name for path in (tmp_path / "selected").glob("*.h"))
    lines = [f'#include "selected/{header}"' for header in headers]
    sources = [
        *(tmp_path / "selected").glob("*.cpp"),
        ROOT / f"runtime/executor/registry_{form}.cpp",
    ]
    lines += [f'#include "{path}"' for path in sorted(sources)]
    (tmp_path / "all.cpp").write_text("\n".join(lines) + "\n", encoding="utf-8")
    flags = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wundef", "-Werror"]
    includes = [f"-I{folder}" for folder in (tmp_path, ROOT / "runtime", SCALAR, GOLDEN)]
    result = subprocess.run(
        [compiler, *flags, *includes, str(tmp_path / "all.cpp")], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
