"""mmdebstrap in front of us: missing, failing, without disk, stopped; and `tasks.image` itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import ContainerError
from tasks.image.apt import Source
from tasks.image.bootstrap import bootstrapped
from tasks.image.layer import write_layer
from tests.tasks.executors.engine import without_engine

EPOCH = 1577836800
SOURCE = Source(uri="copy:///x", suite="test", components=("main",), architecture="amd64")


@pytest.fixture
def mmdebstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a script in mmdebstrap's place."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def install(script: str) -> None:
        (folder / "mmdebstrap").write_text(f"#!/bin/sh\n{script}\n")
        (folder / "mmdebstrap").chmod(0o755)

    return install


def make(tmp_path: Path) -> list[str]:
    """What is printed while a layer is made."""
    printed: list[str] = []
    with bootstrapped(SOURCE, ("bash",), (), EPOCH, printed.append) as content:
        write_layer(content, tmp_path / "layer", EPOCH)
    return printed


def test_a_missing_mmdebstrap_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ContainerError) as raised:
        make(tmp_path)
    assert "`apt-get install mmdebstrap`" in str(raised.value)
    assert "--base IMAGE" in str(raised.value)


def test_what_mmdebstrap_says_is_reported_while_it_works(
    tmp_path: Path, mmdebstrap: Callable[[str], None]
) -> None:
    mmdebstrap('echo "I: extracting archives..." >&2; tar -c --files-from /dev/null')
    assert make(tmp_path) == ["extracting archives..."]


def test_a_failure_is_reported_in_the_words_of_mmdebstrap(
    tmp_path: Path, mmdebstrap: Callable[[str], None]
) -> None:
    mmdebstrap('echo "I: begin" >&2; echo "E: bash is broken" >&2; exit 25')
    with pytest.raises(ContainerError) as raised:
        make(tmp_path)
    assert str(raised.value) == "mmdebstrap failed (exit code 25):\nE: bash is broken"


def test_a_full_disk_is_reported_with_what_is_needed(
    tmp_path: Path, mmdebstrap: Callable[[str], None]
) -> None:
    mmdebstrap('printf half; echo "dpkg: error: x: No space left on device" >&2; exit 1')
    with pytest.raises(ContainerError, match=r"the disk is full\. The image needs 2 GB"):
        make(tmp_path)


def test_a_tar_that_ends_early_is_no_image_even_if_mmdebstrap_is_content(
    tmp_path: Path, mmdebstrap: Callable[[str], None]
) -> None:
    mmdebstrap("printf half")
    with pytest.raises(ContainerError, match="cut off"):
        make(tmp_path)


def test_an_interrupt_ends_mmdebstrap(tmp_path: Path, mmdebstrap: Callable[[str], None]) -> None:
    mmdebstrap(f"trap 'echo ended > {tmp_path}/ended; exit 1' TERM; sleep 60 & wait")
    with (
        pytest.raises(KeyboardInterrupt),
        bootstrapped(SOURCE, ("bash",), (), EPOCH, lambda _: None),
    ):
        subprocess.run(["sleep", "0.5"], check=True)  # the script has set its trap
        raise KeyboardInterrupt
    assert (tmp_path / "ended").read_text() == "ended\n"


@pytest.fixture
def repository(root: Path, tmp_path: Path) -> Path:
    """Everything that `tasks.image` reads, apart from modules."""
    (tmp_path / "toolchains").mkdir()
    for name in ("Dockerfile", "toolchains/image.toml", "toolchains/image.lock"):
        shutil.copy(root / name, tmp_path / name)
    return tmp_path


def image(repository: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "tasks.image", "--root", str(repository), *options)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_an_engine_it_ends_with_code_8_before_anything_long(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_engine(monkeypatch)
    done = image(repository)
    assert done.returncode == 8
    assert done.stderr.startswith("error: the container engine at unix:///nonexistent/docker.sock")
    assert "systemctl start docker" in done.stderr
    assert not (repository / "build").exists()


def test_a_damaged_lock_ends_it_with_code_8(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_engine(monkeypatch)
    lock = repository / "toolchains" / "image.lock"
    lock.write_bytes(lock.read_bytes()[:-100])
    done = image(repository, "--save", str(tmp_path / "saved"))
    assert done.returncode == 8
    assert "toolchains/image.lock: is damaged" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("toolchains/image.toml", '"ninja-build",', '"ninja-build", "make",'),
        ("Dockerfile", "WORKDIR /kerf", "WORKDIR /src"),
    ],
)
def test_a_change_without_a_new_lock_is_an_error(
    name: str,
    old: str,
    new: str,
    repository: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_engine(monkeypatch)
    text = (repository / name).read_text()
    assert old in text
    (repository / name).write_text(text.replace(old, new))
    done = image(repository, "--save", str(tmp_path / "saved"))
    assert done.returncode == 8
    assert f"error: {name} changed since toolchains/image.lock was made" in done.stderr
    assert "--update-lock" in done.stderr


def test_a_folder_without_the_packages_is_named(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_engine(monkeypatch)
    (tmp_path / "empty").mkdir()
    saved = str(tmp_path / "saved")
    done = image(repository, "--save", saved, "--offline", str(tmp_path / "empty"))
    assert done.returncode == 8
    assert "empty: lacks adduser_" in done.stderr
    assert " more. Fill it with --save" in done.stderr
