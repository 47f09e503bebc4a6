"""The sessions, and the exit codes that other tools rely on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.environment import STAMP, environment_folder
from tasks.targets import targets

ROOT = Path(__file__).parents[2]
REQUIREMENTS = ("requirements.txt",)
Listed = dict[str, tuple[bool, str]]
"""Each session with whether bare `nox` runs it, and its text in the list."""


def nox(root: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nox", "-f", str(root / "noxfile.py"), *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=root, capture_output=True, text=True, env=environment)


def sessions(root: Path) -> Listed:
    listed = nox(root, "-l")
    assert listed.returncode == 0, listed.stderr
    rows = re.findall(r"^([-*]) (\S+?)(?: -> (.*))?$", listed.stdout, re.M)
    return {name: (mark == "*", text) for mark, name, text in rows}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy whose environment is this very Python."""
    root = tmp_path_factory.mktemp("repository")
    for name in ("tasks", "codegen", "toolchains", "runtime/kernels"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "configs").mkdir()
    for name in ("noxfile.py", "configs/defaults.toml", *REQUIREMENTS):
        shutil.copy(ROOT / name, root / name)
    folder = environment_folder(root, [root / name for name in REQUIREMENTS])
    python = folder / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (folder / STAMP).touch()
    small = 'description = "{0}"\n[select]\n{1}\n[toolchain]\nname = "host-gcc"\n'
    written = {
        "good": small.format("A target", "all = true"),
        "unknown-key": small.format("A key that does not exist", "al = true"),
        "missing-operator": small.format("An operator that does not exist", 'ops = ["ad.out"]'),
        "missing-model": small.format("No model", 'models = ["no.pte"]'),
        "broken": "[select\n",
    }
    for name, text in written.items():
        (root / "configs" / f"{name}.toml").write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def listed() -> Listed:
    """The sessions of the repository itself."""
    return sessions(ROOT)


def test_the_list_has_a_line_for_each_verb_and_none_for_each_target(listed: Listed) -> None:
    assert {"build", "run", "install", "release", "new", "cases"} <= set(listed)
    assert len(listed) < 45
    for target in targets(ROOT):
        assert not any(name.endswith(f"-{target.name}") for name in listed)


@pytest.mark.parametrize("verb", ["build", "run", "install", "release"])
def test_a_session_of_a_verb_and_a_target_is_there_when_it_is_requested(verb: str) -> None:
    result = nox(ROOT, "-l", "-s", f"{verb}-mv2-arm")
    (line,) = re.findall(rf"^\* {verb}-mv2-arm -> (.*)$", result.stdout, re.M)
    assert (
        line == f"{verb.capitalize()}: MobileNetV2 (width 0.35, 96x96) on a Cortex-M55, as exported"
    )


def test_every_session_says_what_it_does(listed: Listed) -> None:
    assert [name for name, (_, text) in listed.items() if not text] == []


def test_bare_nox_builds_no_target(listed: Listed) -> None:
    default = {name for name, (runs, _) in listed.items() if runs}
    assert default
    assert not default & {"build", "run", "release", "install"}
    assert "tests" not in default


@pytest.mark.slow
@pytest.mark.parametrize(
    ("session", "code", "message"),
    [
        (["build-unknown-key"], 2, "configs/unknown-key.toml:3: select.al: unknown key"),
        (["build-broken"], 2, "configs/broken.toml:1: not TOML"),
        (["build", "--", "broken"], 2, "configs/broken.toml:1: not TOML"),
        (["build", "--", "brokn"], 2, "configs/brokn.toml: no such target. Did you mean broken?"),
        (["build", "--", "missing-*"], 2, "configs/missing-model.toml:3: select.models[0]"),
        (["build"], 2, "name a target. There are:"),
        (["build-missing-model"], 2, "configs/missing-model.toml:3: select.models[0]"),
        (
            ["build-missing-operator"],
            4,
            "configs/missing-operator.toml:3: select.ops[0]: no kernel",
        ),
        (["select", "--", "no.pte"], 3, "no.pte"),
        (["explain", "--", "good"], 0, ""),
        (["explian"], 2, "error: explian: no such session. Did you mean explain? `nox -l` lists"),
        (["build-good", "build-goood"], 2, "error: build-goood: no such session. Did you mean b"),
        (["zzz"], 2, "error: zzz: no such session. `nox -l` lists them."),
    ],
)
def test_exit_codes_of_tasks_pass_through_nox(
    repository: Path, session: list[str], code: int, message: str
) -> None:
    result = nox(repository, "-s", *session)
    assert result.returncode == code, result.stderr
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_every_target_is_run_and_a_failure_counts_more_than_what_is_not_verified(
    repository: Path, tmp_path: Path
) -> None:
    root = tmp_path / "copy"
    shutil.copytree(repository, root)
    text = '#!/bin/sh\necho "$3 is run"\ncase $3 in broken) exit 9;; good) exit 10;; esac\n'
    python = environment_folder(root, [root / name for name in REQUIREMENTS]) / "bin" / "python"
    python.write_text(text, encoding="utf-8")
    names = ("good", "broken", "unknown-key")
    result = nox(root, "-s", "run", "--", *names)
    assert result.returncode == 9, result.stderr
    assert result.stdout.splitlines() == [f"{name} is run" for name in names]
    assert "tasks.run exits with 10 good, 9 broken" in result.stderr


@pytest.mark.slow
def test_an_environment_that_cannot_be_made_is_reported(repository: Path, tmp_path: Path) -> None:
    root = tmp_path / "copy"
    shutil.copytree(repository, root, ignore=shutil.ignore_patterns(".nox"))
    (root / "requirements.txt").write_text("./no-such-package\n", encoding="utf-8")
    cache = str(tmp_path / "cache")
    result = nox(root, "-s", "explain", "--", "good", XDG_CACHE_HOME=cache)
    assert result.returncode == 6
    assert "the Python environment cannot be made" in result.stderr
    assert "Traceback" not in result.stderr
