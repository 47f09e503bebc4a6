"""`[program] check`: a binary that believes its programs computes the same, without the check."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.building.sources import build_dir
from tasks.run.target import run_target
from tests.tasks.built_targets import Built, build_in, make_tree

pytestmark = pytest.mark.slow

CHECK = ("ProgramCheck", "flatbuffer::Walk", "Layout<")


@pytest.fixture(scope="module")
def tree(require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    require_tool("gcc")
    require_tool("nm")
    tree = make_tree(tmp_path_factory.mktemp("believed") / "kerf")
    text = (tree / "configs" / "host.toml").read_text(encoding="utf-8")
    (tree / "configs" / "believed.toml").write_text(
        text + '[program]\ncheck = "never"\n', encoding="utf-8"
    )
    return tree


@pytest.fixture(scope="module")
def checked(tree: Path) -> Built:
    return build_in(tree, "host")


@pytest.fixture(scope="module")
def believed(tree: Path) -> Built:
    return build_in(tree, "believed")


def symbols(built: Built) -> str:
    return subprocess.run(
        ["nm", "--demangle", built.program], capture_output=True, text=True, check=True
    ).stdout


def test_the_code_of_the_check_is_gone(checked: Built, believed: Built) -> None:
    present = symbols(checked)
    assert any(name in present for name in CHECK)
    gone = symbols(believed)
    assert not [name for name in CHECK if name in gone]
    assert believed.size["flash_bytes"] < checked.size["flash_bytes"] - 1500


def test_it_computes_the_expected_outputs(believed: Built) -> None:
    assert build_dir(believed.target) == "build/believed"
    run_target(believed.target)


@pytest.mark.parametrize("content", [b"\xff" * 4096, b"\0" * 4096, b"ET12"])
def test_what_is_no_program_is_refused(content: bytes, believed: Built, tmp_path: Path) -> None:
    model = tmp_path / "erased.pte"
    model.write_bytes(content)
    runner = shutil.copy(believed.folder / "runner", tmp_path)
    done = subprocess.run([runner, "--model", model], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "InvalidProgram" in done.stderr
