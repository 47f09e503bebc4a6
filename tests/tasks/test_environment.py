"""The environment of the tasks; its requirements here name no package, so that no net is needed."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from tasks.environment import (
    STAMP,
    BuildError,
    environment,
    environment_folder,
    install_arguments,
    is_ours,
    shared_folders,
)
from tasks.files import sha256

ROOT = Path(__file__).parents[2]
NAMES = ("requirements.txt",)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
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
    assert capfd.readouterr().out.startswith("making the Python environment /")
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
    with pytest.raises(BuildError, match="ends with exit code 1"):
        environment(repository, NAMES)
    (made,) = shared_folders(folder(repository).name)
    assert (made / "bin" / "python").exists()
    assert not (made / STAMP).exists()  # so that the next call makes it


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


@pytest.mark.slow
def test_projects_with_the_same_requirements_share_one(
    repository: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(repository / "requirements.txt", other)
    python = environment(repository, NAMES)
    assert python.is_relative_to(tmp_path / "cache" / "kerf")
    capfd.readouterr()
    assert environment(other, NAMES) == python
    assert capfd.readouterr().out == ""
    assert is_ours(python.parents[1])
    assert not (other / ".nox").exists()


@pytest.mark.slow
@pytest.mark.parametrize("cache", ["file/below", "/proc/kerf"])
def test_where_the_cache_cannot_be_written_it_is_in_the_checkout(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / cache))
    assert environment(repository, NAMES) == folder(repository) / "bin" / "python"


def test_relative_cache_and_missing_home_are_no_places(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    (folder,) = shared_folders("x")
    assert folder.parent == tmp_path / ".cache" / "kerf" / "python"
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert shared_folders("x") == ()


@pytest.mark.slow
def test_unreachable_registry_is_reported_once_with_what_works(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (repository / "requirements.txt").write_text("nothing==1.0\n", encoding="utf-8")
    for name in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/simple")
    for name in ("PIP_FIND_LINKS", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BuildError, match="cannot be reached") as raised:
        environment(repository, NAMES)
    assert "PIP_NO_INDEX=1 PIP_FIND_LINKS=FOLDER nox" in str(raised.value)
    printed = capfd.readouterr()
    assert "Retrying" not in printed.out + printed.err


def test_files_with_hashes_are_installed_by_them_alone(tmp_path: Path) -> None:
    hashed, plain = tmp_path / "hashed.txt", tmp_path / "plain.txt"
    hashed.write_text(f"x==1 --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    plain.write_text("y==1\n", encoding="utf-8")
    assert list(install_arguments([hashed, plain, hashed])) == [
        ["--require-hashes", "--no-deps", "-r", str(hashed), "-r", str(hashed)],
        ["-r", str(plain)],
    ]


@pytest.mark.slow
def test_package_with_another_hash_is_refused(repository: Path, tmp_path: Path) -> None:
    """A wheel that is not the pinned one, from a folder instead of the registry."""
    wheel = tmp_path / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny.py", "")
        archive.writestr(
            "tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n"
        )
        archive.writestr(
            "tiny-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("tiny-1.0.dist-info/RECORD", "")
    requirements = repository / "requirements.txt"
    head = f"--no-index\n--find-links {tmp_path}\ntiny==1.0 --hash=sha256:"
    requirements.write_text(f"{head}{'0' * 64}\n", encoding="utf-8")
    with pytest.raises(BuildError):
        environment(repository, NAMES)
    requirements.write_text(f"{head}{sha256(wheel)}\n", encoding="utf-8")
    python = environment(repository, NAMES)
    assert subprocess.run([python, "-c", "import tiny"]).returncode == 0


FIRST = ("noxfile.py", "tasks/__init__.py", "tasks/new/template/noxfile.py.txt")
"""What an older Python reads before it is refused."""


@pytest.mark.parametrize("name", FIRST)
def test_what_an_older_python_reads_first_is_valid_there(name: str) -> None:
    ast.parse((ROOT / name).read_text(encoding="utf-8"), feature_version=(3, 8))


@pytest.mark.parametrize("version", ["3.8", "3.9", "3.10"])
@pytest.mark.parametrize("first", ["import tasks.environment", "import tasks.build", "noxfile"])
def test_older_python_is_one_line(version: str, first: str, tmp_path: Path) -> None:
    """The noxfile with a stand-in for nox, which is not what fails."""
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "--version"], capture_output=True).returncode:
        pytest.skip(f"python{version} is not here; the test above needs none")
    (tmp_path / "nox.py").write_text("", encoding="utf-8")
    program = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(tmp_path)!r}]; import "
    words = [python, "-c", program + first.removeprefix("import ")]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: Kerf needs Python 3.11 or later; this is {version} (")
    assert done.stderr.count("\n") == 1
