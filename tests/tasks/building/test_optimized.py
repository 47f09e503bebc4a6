"""Targets with passes: what is selected from, named and shipped is the optimised program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codegen.errors import ConfigError, ResolutionError, SelectionError
from codegen.optimize.names import PassName
from codegen.optimize.pipeline import PASSES
from codegen.pte import read_model
from codegen.sources.detect import read_sources
from tasks import covers
from tasks.building.planning import plan_target, prepare, select
from tasks.building.sources import build_dir, shipped_path
from tasks.config import Target, load_target
from tests.codegen import program_builder as build
from tests.tasks.config_root import ROOT

MODELS = ROOT / "configs" / "models"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with the real libraries and defaults."""
    for name in ("configs/defaults.toml", "configs/models/dscnn.pte"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("runtime", "toolchains"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


DSCNN = 'select.models = ["models/dscnn.pte"]\ntoolchain.name = "host-gcc"\n'


def target(root: Path, text: str) -> Target:
    path = root / "configs" / "small.toml"
    start = 'description = "small"\n'
    start += "" if "toolchain.name" in text else 'toolchain.name = "host-gcc"\n'
    path.write_text(start + text, encoding="utf-8")
    return load_target("small", root)


def test_covers_judges_what_the_target_would_ship(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all that its file says of the passes, not with those of other targets."""
    given = target(root, DSCNN + 'optimize.weights-dtype = "half"\n')
    prepared = prepare(given)
    (model,) = given.model_paths
    monkeypatch.setattr(covers, "missing", lambda *_: ())
    before = covers.Covered(model=read_model(model), path=model, missing=(None,))  # type: ignore[arg-type]
    after = covers.optimised(before, None, prepared.libraries, given)  # type: ignore[arg-type]
    assert after.optimised
    judged = root / build_dir(given) / covers.FOLDER / model.name
    assert judged.read_bytes() == prepared.models[model].path.read_bytes()


def test_without_passes_models_are_shipped_as_they_are(root: Path) -> None:
    given = target(root, 'select.models = ["models/dscnn.pte"]\noptimize.passes = []\n')
    select(prepare(given))
    assert shipped_path(given, given.model_paths[0]) == given.model_paths[0]
    assert not (root / "build").exists()


def test_models_are_optimised_where_the_target_says_nothing(root: Path) -> None:
    given = target(root, DSCNN.replace("host-gcc", "cortex-m4"))
    need = select(prepare(given))
    assert shipped_path(given, given.model_paths[0]) == root / "build" / "small" / "dscnn.pte"
    names = {each.name for each in need.operators}
    assert "kerf::convolution_clamp.out" in names
    assert not any("batch_norm" in name for name in names)


def test_a_hosts_runner_takes_the_exported_file_as_well(root: Path) -> None:
    """It loads any file; the binary of a device holds what its own programs need."""
    given = target(root, DSCNN)
    need = select(prepare(given))
    names = {each.name for each in need.operators}
    assert names > {each.name for each in read_sources([str(MODELS / "dscnn.pte")]).operators}
    assert "kerf::convolution_clamp.out" in names
    assert [model.methods for model in need.models] == [
        read_model(root / "build" / "small" / "dscnn.pte").methods
    ]
    planned = plan_target(given)
    assert {f for m in read_model(MODELS / "dscnn.pte").methods for f in m.features} <= set(
        planned.plan.features
    )


def test_a_bundle_is_interpreted_as_it_is(root: Path) -> None:
    bundle = ROOT / "tests" / "data" / "models" / "add_mul_bundled.bpte"
    given = target(root, f'select.models = ["{bundle}"]\n')
    assert shipped_path(given, given.model_paths[0]) == bundle
    assert {each.name for each in select(prepare(given)).operators} == {
        "aten::add.out",
        "aten::mm.out",
    }


def test_a_bundle_whose_program_is_lowered_is_turned_back(root: Path) -> None:
    lowered = (ROOT / "tests" / "data" / "lowered" / "xnn_add_mul.pte").read_bytes()
    bundle = root / "lowered.bpte"
    bundle.write_bytes(build.finish({2: ("bytes", lowered)}, b"BP08"))
    given = target(root, f'select.models = ["{bundle}"]\n')
    planned = plan_target(given)
    assert not any(method.delegates for model in planned.need.models for method in model.methods)
    assert not read_model(shipped_path(given, bundle)).methods[0].delegates


def test_what_cannot_be_resolved_is_named_as_it_was_exported(root: Path) -> None:
    """Instruction 152 is the last product of the file that its user has, not of the optimised."""
    shutil.copy(MODELS / "mv2.pte", root / "configs" / "models")
    text = 'select.models = ["models/mv2.pte"]\nlibraries.order = ["quantized", "prim"]\n'
    with pytest.raises(ResolutionError) as raised:
        plan_target(target(root, text))
    assert any("aten::addmm.out" in f and "instruction 152" in f for f in raised.value.faults)


def test_operators_are_selected_from_the_optimised_model(root: Path) -> None:
    text = 'select.models = ["models/dscnn.pte"]\noptimize.passes = ["batch-norm", "plan"]\n'
    given = target(root, text)
    need = select(prepare(given))
    assert not any("batch_norm" in each.name for each in need.operators)
    shipped = root / "build" / "small" / "dscnn.pte"
    assert shipped_path(given, given.model_paths[0]) == shipped
    assert [model.name for model in need.models] == ["dscnn.pte"]
    assert need.models[0].methods == read_model(shipped).methods


def test_models_of_one_name_do_not_replace_each_other(root: Path) -> None:
    (root / "configs" / "other").mkdir()
    shutil.copy(MODELS / "add_mul.pte", root / "configs" / "other" / "dscnn.pte")
    text = 'select.models = ["models/dscnn.pte", "other/dscnn.pte"]\noptimize.passes = ["plan"]\n'
    given = target(root, text)
    select(prepare(given))
    files = [shipped_path(given, model) for model in given.model_paths]
    assert [file.name for file in files] == ["0-dscnn.pte", "1-dscnn.pte"]
    assert all(file.is_file() for file in files)


def test_a_pass_that_does_not_exist_is_a_fault_of_the_config(root: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        target(root, 'select.models = ["models/dscnn.pte"]\noptimize.passes = ["plans"]\n')
    assert "optimize.passes[0]" in str(caught.value)


def test_a_damaged_model_is_a_fault_of_the_selection(root: Path) -> None:
    model = root / "configs" / "models" / "dscnn.pte"
    model.write_bytes(model.read_bytes()[:5000])
    given = target(root, 'select.models = ["models/dscnn.pte"]\noptimize.passes = ["plan"]\n')
    with pytest.raises(SelectionError, match="damaged or truncated"):
        select(prepare(given))


def test_every_pass_has_a_name() -> None:
    assert list(PASSES) == list(PassName)


LOWERED = ROOT / "tests" / "data" / "lowered" / "xnn_add_mul.pte"


def test_a_lowered_model_is_turned_back_without_any_pass(root: Path) -> None:
    given = target(root, f'select.models = ["{LOWERED}"]\noptimize.passes = []\n')
    need = select(prepare(given))
    (model,) = need.models
    assert model.turned_back == "1 delegate of XNNPACK turned back into 5 calls"
    assert not model.methods[0].delegates
    assert not read_model(shipped_path(given, LOWERED)).methods[0].delegates
    (add,) = (each for each in need.operators if each.name == "aten::add.out")
    assert str(add.origins[0]) == "xnn_add_mul.pte, forward, delegate 0, node 0"


def test_delegates_that_are_kept_stop_the_build(root: Path) -> None:
    text = f'select.models = ["{LOWERED}"]\noptimize.passes = []\noptimize.delegates = "keep"\n'
    given = target(root, text)
    assert shipped_path(given, LOWERED) == LOWERED
    assert select(prepare(given)).models[0].methods[0].backends == ("XnnpackBackend",)
    with pytest.raises(ResolutionError, match="no delegate XnnpackBackend, needed by xnn_add_mul"):
        plan_target(given)


def test_what_cannot_be_resolved_of_a_lowered_model_is_named_although_its_data_are_outside(
    root: Path,
) -> None:
    model = LOWERED.with_name("xnn_external.pte")
    text = f'select.models = ["{model}"]\noptimize.data = ["{model.with_suffix(".ptd")}"]\n'
    with pytest.raises(ResolutionError, match=r"xnn_external\.pte, forward, delegate 0, node 0"):
        plan_target(target(root, f'{text}libraries.order = ["prim"]\n'))
