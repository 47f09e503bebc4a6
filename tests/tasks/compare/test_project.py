"""Pull requests of a project, from the commit to the comment: its own kernels, another model."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.new.__main__ import main as new
from tasks.targets import CHECKOUT
from tests.tasks.release_repository import ROOT, commit, make_release_repository

MODELS = ROOT / "tests" / "data" / "models"
TABLE = "  static const unsigned char needless[600] = {1, 2};\n"
USE = "  if (needless[static_cast<unsigned char>(input.dim())] == 77) return Error::Internal;\n"
BODY = "  if (input.scalar_type() != output.scalar_type()) return Error::InvalidType;\n"

pytestmark = pytest.mark.slow


def task(project: Path, verb: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    checkout = project / CHECKOUT
    command = [sys.executable, "-m", f"tasks.{verb}", *arguments, "--root", str(checkout)]
    found = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
    return subprocess.run(command, cwd=project, env=found, capture_output=True, text=True)


def headline(project: Path) -> list[str]:
    done = task(project, "compare", "--base", "HEAD^", "--markdown", "--executor=local")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose target has kernels of its own in kernels/, with its first baseline."""
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("arm-none-eabi-gcc is not installed")
    clone = make_release_repository(tmp_path_factory.mktemp("clone"))
    project = tmp_path_factory.mktemp("project") / "own"
    model = MODELS / "add.pte"
    options = ["--model", str(model), "--toolchain", "cortex-m4", "--name", "mine"]
    assert new([str(project), *options, "--root", str(clone)]) == 0
    shutil.copytree(ROOT / "examples" / "custom-op" / "my_ops", project / "kernels" / "my_ops")
    shutil.copy(MODELS / "custom_op_mul3.pte", project / "configs" / "models" / "mine.pte")
    for path in (project / "configs" / "models").glob("*.cases.json"):
        path.unlink()
    target = project / "configs" / "mine.toml"
    text = target.read_text(encoding="utf-8").replace('"compiled" #', '"interpreter" #')
    target.write_text(text + '\n[libraries]\npaths = ["../kernels/my_ops"]\n', encoding="utf-8")
    (project / "configs" / "baselines" / "mine.json").unlink()
    for verb, arguments in (
        ("build", ("mine", "--executor=local")),
        ("rebaseline", ("mine", "--reason=first")),
    ):
        done = task(project, verb, *arguments)
        assert done.returncode == 0, done.stderr
    commit(project, "First")
    return project


def test_kernels_outside_configs_are_compared(project: Path) -> None:
    kernel = project / "kernels" / "my_ops" / "mul3.h"
    text = kernel.read_text(encoding="utf-8")
    kernel.write_text(text.replace(BODY, TABLE + USE + BODY), encoding="utf-8")
    commit(project, "Larger kernels")
    lines = headline(project)
    assert lines[0].startswith("### Sizes: 1 target grew (most: mine flash +6")
    assert "**Gates: 1 fault.**" in lines
    (fault,) = (line for line in lines if "mine: code grew by 6" in line)
    assert "Grew: operators my\\_ops::mul3.out +6" in fault
    kernel.write_text(text, encoding="utf-8")
    commit(project, "As before")
    assert headline(project)[0].startswith("### Sizes: 1 target shrank")


def test_a_commit_that_no_build_reads_builds_nothing(project: Path) -> None:
    (project / "notes.txt").write_text("for people", encoding="utf-8")
    commit(project, "Notes")
    done = task(project, "compare", "--base", "HEAD^", "--markdown", "--executor=local")
    assert done.stdout.startswith("### Sizes: no target grew or shrank")
    assert "building" not in done.stderr


def test_another_model_is_compared_gated_and_named(project: Path) -> None:
    model = project / "configs" / "models" / "mine.pte"
    shutil.copy(MODELS / "add.pte", model)
    commit(project, "Another model")
    lines = headline(project)
    assert "no target grew" not in lines[0]
    (row,) = (line for line in lines if line.startswith("| mine |"))
    assert "models changed: mine.pte" in row
    assert any("_mine: changed since the baseline: mine.pte" in line for line in lines)
