from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tasks.building.manifest import manifest, write_manifest
from tasks.building.planning import Planned, plan_target
from tasks.config import load_target
from tests.tasks.building.toolchains import a_toolchain

ROOT = Path(__file__).parents[3]
TOOLCHAIN = a_toolchain()


@pytest.fixture(scope="module")
def planned() -> Planned:
    return plan_target(load_target("add-mul-host", ROOT))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A build folder whose files each contain their name."""
    (tmp_path / "selected").mkdir()
    for name in (
        "libkerf.a",
        "plan.json",
        "size.json",
        "runner",
        "minimal",
        "selected/conversions.h",
    ):
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_outputs_are_named_with_their_digests(planned: Planned, folder: Path) -> None:
    outputs = manifest(planned, TOOLCHAIN, folder)["outputs"]
    assert outputs == {
        name: digest(name)
        for name in (
            "libkerf.a",
            "plan.json",
            "size.json",
            "runner",
            "minimal",
            "selected/conversions.h",
        )
    }


def test_inputs_are_all_that_the_tools_read_by_content(planned: Planned, folder: Path) -> None:
    inputs = manifest(planned, TOOLCHAIN, folder)["inputs"]
    read = ("configs/add-mul-host.toml", "configs/models/add_mul.pte", "tasks/build.py")
    for name in (*read, "runtime/kernels/portable/functions.yaml", "toolchains/flags.toml"):
        assert inputs[name] == hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
    assert not any(name.startswith(("/", "..", "build/")) for name in inputs)


def test_inputs_are_the_plan_the_toolchain_and_the_models(planned: Planned, folder: Path) -> None:
    content = manifest(planned, TOOLCHAIN, folder)
    model = ROOT / "configs" / "models" / "add_mul.pte"
    assert content["plan_sha256"] == planned.plan.digest()
    assert content["toolchain"]["name"] == "gcc"
    assert content["toolchain"]["version"] == "12.2.0"
    assert content["models"] == [
        {
            "name": "add_mul.pte",
            "bytes": model.stat().st_size,
            "sha256": hashlib.sha256(model.read_bytes()).hexdigest(),
        }
    ]


def test_it_is_canonical_and_names_no_place_of_this_machine(planned: Planned, folder: Path) -> None:
    write_manifest(planned, TOOLCHAIN, folder)
    text = (folder / "manifest.json").read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=1, sort_keys=True) + "\n"
    assert str(ROOT) not in text
    assert str(folder) not in text


def test_it_is_written_only_where_it_changes(planned: Planned, folder: Path) -> None:
    assert write_manifest(planned, TOOLCHAIN, folder)
    assert not write_manifest(planned, TOOLCHAIN, folder)
    (folder / "libkerf.a").write_text("other", encoding="utf-8")
    assert write_manifest(planned, TOOLCHAIN, folder)
    other = replace(planned, plan=replace(planned.plan, capacity=9))
    assert write_manifest(other, TOOLCHAIN, folder)


def test_a_board_has_no_runner(planned: Planned, folder: Path) -> None:
    (folder / "runner.elf").write_text("runner.elf", encoding="utf-8")
    board = replace(TOOLCHAIN, linker_script="toolchains/bare_metal.ld")
    outputs = manifest(planned, board, folder)["outputs"]
    assert "runner.elf" in outputs
    assert not {"runner", "minimal"} & outputs.keys()
