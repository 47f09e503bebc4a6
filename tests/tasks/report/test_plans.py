"""The planned memory that a report draws is that of the files, before and after passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.pte import read_program_file
from tasks.building.planning import prepare
from tasks.building.sources import shipped_path
from tasks.config import Target, load_target
from tasks.report.plans import MemoryPlan, plans_of
from tests.conftest import ROOT

MODELS = ROOT / "configs" / "models"


def target_of(folder: Path, model: str, more: str = "") -> Target:
    path = folder / "t.toml"
    text = f'description = "t"\n[select]\nmodels = ["{MODELS / model}"]\n{more}'
    path.write_text(f'{text}[toolchain]\nname = "cortex-m4"\n', encoding="utf-8")
    return load_target(path, ROOT)


def drawn(target: Target) -> tuple[MemoryPlan, MemoryPlan]:
    prepare(target)
    (plans,) = plans_of(target)
    assert plans.exported is not None
    assert plans.shipped is not None
    return plans.exported, plans.shipped


def planned(path: Path) -> tuple[int, ...]:
    """The bytes of each planned memory as the file has them, and how many calls there are."""
    (plan,) = read_program_file(path).program.plans
    (chain,) = plan.chains
    return (*plan.planned_bytes, len(chain))


@pytest.mark.parametrize("model", ["kws.pte", "lstm.pte", "mv2_035_96_int8.pte"])
@pytest.mark.parametrize("form", ["compiled", "interpreter"])
def test_plans_are_those_of_the_files(model: str, form: str, tmp_path: Path) -> None:
    target = target_of(tmp_path, model, f'[runtime]\nform = "{form}"\n')
    before, after = drawn(target)
    (path,) = target.model_paths
    for plan, file in ((before, path), (after, shipped_path(target, path))):
        assert (*plan.memories, len(plan.instructions)) == planned(file)
        for memory, first, size, since, until in plan.buffers:
            assert 0 <= first < first + size <= plan.memories[memory - 1]
            assert -1 <= since <= until <= len(plan.instructions)
    assert max(first + size for _, first, size, *_ in before.buffers) == before.memories[0]
    assert (len(after.scratch) > 0) == (form == "compiled")
    assert before.scratch == ()


def test_a_target_without_models_has_no_plans(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(
        'description = "t"\n[select]\nops = ["add.out"]\n[toolchain]\nname = "cortex-m4"\n',
        encoding="utf-8",
    )
    assert plans_of(load_target(path, ROOT)) == ()


def test_a_model_that_is_gone_has_no_plan(tmp_path: Path) -> None:
    model = tmp_path / "kws.pte"
    model.write_bytes((MODELS / "kws.pte").read_bytes())
    target = target_of(tmp_path, str(model))
    model.unlink()
    assert plans_of(target) == ()
