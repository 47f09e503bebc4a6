from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from codegen.plan import RegistryForm
from codegen.sources.pte import selection_of_model
from tasks.building.planning import Planned, plan_target
from tasks.building.stages import registry_line, selection_lines, toolchain_line
from tasks.config import load_target
from tests.golden.plans import plans
from tests.tasks.building.toolchains import a_toolchain

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "tests" / "data" / "models"


def planned(folder: Path, select: str) -> Planned:
    path = folder / "x.toml"
    text = f'description = "x"\n[select]\n{select}\n[toolchain]\nname = "host-gcc"\n'
    path.write_text(text, encoding="utf-8")
    return plan_target(load_target(path, ROOT))


def test_the_toolchain_is_reported_with_where_it_runs_and_why() -> None:
    assert toolchain_line(a_toolchain()) == "host-gcc (local): gcc 12.2.0 at /usr/bin, installed"


def test_each_model_is_reported_with_its_operators_calls_dtypes_and_methods(tmp_path: Path) -> None:
    lines = selection_lines(
        planned(tmp_path, f'models = ["{MODELS / "add.pte"}", "{MODELS / "ops_add_dtypes.pte"}"]')
    )
    assert lines[0] == "add.pte: 1 operators, 1 calls, Float; methods forward"
    assert lines[1].startswith("ops_add_dtypes.pte: 1 operators, ")
    assert "Half" in lines[1]


def test_a_model_that_computes_numbers_alone_has_no_dtype(tmp_path: Path) -> None:
    found = planned(tmp_path, f'models = ["{MODELS / "add.pte"}"]')
    (model,) = found.need.models
    (method,) = model.methods
    (call,) = method.calls
    numbers = replace(model, methods=(replace(method, calls=(replace(call, arguments=()),)),))
    lines = selection_lines(replace(found, need=selection_of_model(numbers)))
    assert lines[0] == "add.pte: 1 operators, 1 calls, no tensor; methods forward"


def test_what_is_selected_otherwise_is_reported_too(tmp_path: Path) -> None:
    (tmp_path / "ops.txt").write_text("mm.out\nrelu.out\n", encoding="utf-8")
    lines = selection_lines(
        planned(tmp_path, 'op-lists = ["ops.txt"]\nops = ["add.out"]\nall = true')
    )
    assert lines[:3] == [
        "ops.txt: 2 operators",
        "x.toml: 1 operators",
        "all: every kernel of every library",
    ]


def test_a_few_kernels_are_listed_with_their_dtypes(tmp_path: Path) -> None:
    lines = selection_lines(planned(tmp_path, f'models = ["{MODELS / "add.pte"}"]'))
    assert lines[1:] == [
        "add.pte as exported: 1 operators",
        "resolved to 1 kernels: 1 from portable",
        "  aten::add.out  Float -> Float",
    ]


def test_many_kernels_are_only_counted(tmp_path: Path) -> None:
    lines = selection_lines(planned(tmp_path, "all = true"))
    assert len(lines) == 2
    assert "from portable" in lines[1]
    assert "from prim" in lines[1]


def test_a_registry_that_is_too_small_is_a_warning() -> None:
    plan = replace(plans()["add_mul"], form=RegistryForm.DYNAMIC, capacity=1)
    line = registry_line(replace(plan, capacity_from="configured"))
    assert line.startswith(
        "dynamic, capacity 1 (configured). WARNING: the plan registers 2 kernels"
    )
    assert "RegistrationExceedingMaxKernels" in line


def test_a_registry_that_is_large_enough_is_none() -> None:
    plan = replace(plans()["add_mul"], form=RegistryForm.DYNAMIC, capacity=2)
    assert registry_line(plan) == "dynamic, capacity 2 (exact)"
    assert registry_line(plans()["add_mul"]) == "table, capacity 2 (exact)"
