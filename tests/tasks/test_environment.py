"""The environment of the tasks; its requirements here name no package, so that no net is needed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from tasks.environment import STAMP, environment, environment_folder

ROOT = Path(__file__).parents[2]
NAMES = ("requirements.txt",)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "requirements.txt").write_text("# nothing\n", encoding="utf-8")
    return tmp_path


def folder(repository: Path) -> Path:
    return environment_folder(repository, [repository / name for name in NAMES])


def finish_by_hand(repository: Path) -> Path:
    """An environment whose Python is a file that cannot run."""
    python = folder(repository) / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.touch()
    (folder(repository) / STAMP).touch()
    return python


def test_an_environment_that_is_there_is_taken_as_it_is(repository: Path) -> None:
    python = finish_by_hand(repository)
    assert environment(repository, NAMES) == python


def test_other_requirements_are_another_environment(repository: Path) -> None:
    before = folder(repository)
    assert before.parent == repository / ".nox"
    (repository / "requirements.txt").write_text("# something\n", encoding="utf-8")
    assert folder(repository) != before


@pytest.mark.slow
def test_an_environment_is_made_once(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    python = environment(repository, NAMES)
    assert capfd.readouterr().out.startswith("making the Python environment kerf-")
    assert subprocess.run([python, "-c", "import pip"]).returncode == 0
    assert environment(repository, NAMES) == python
    assert capfd.readouterr().out == ""


@pytest.mark.slow
def test_two_that_ask_at_the_same_time_make_it_once(repository: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from tasks.environment import environment; "
        "environment(Path(sys.argv[1]), ['requirements.txt'])"
    )
    command = [sys.executable, "-c", program, str(repository)]
    pair = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    printed = [process.communicate()[0] for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    assert sorted(text.startswith("making") for text in printed) == [False, True]


@pytest.mark.slow
def test_an_environment_without_its_packages_is_not_finished(repository: Path) -> None:
    (repository / "requirements.txt").write_text("./no-such-package\n", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        environment(repository, NAMES)
    assert (folder(repository) / "bin" / "python").exists()
    assert not (folder(repository) / STAMP).exists()  # so that the next call makes it


@pytest.mark.slow
def test_debians_python_without_ensurepip_is_enough(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its `venv` makes no pip; virtualenv, which nox needs itself, does."""
    pytest.importorskip("virtualenv")
    real = importlib.util.find_spec

    def without_ensurepip(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "ensurepip" else real(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without_ensurepip)
    python = environment(repository, NAMES)
    assert subprocess.run([python, "-c", "import pip"]).returncode == 0
