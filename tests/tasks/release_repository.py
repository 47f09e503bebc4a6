"""A git repository with the current sources, to release from, and what is released there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tasks.files import sha256
from tasks.release.difference import files_below

ROOT = Path(__file__).parents[2]
COMPILERS = {
    "add-mul-arm": "arm-none-eabi-gcc",
    "add-mul-riscv": "riscv64-unknown-elf-gcc",
    "add-mul-host": "gcc",
}
"""Small targets, and the compiler of each."""

LOCAL = "--executor=local"


@dataclass(frozen=True, slots=True, kw_only=True)
class Released:
    """A bundle, and the repository that it was made from."""

    repository: Path
    bundle: Path


def make_release_repository(folder: Path) -> Path:
    """A repository in `folder` whose one commit has the sources as they are, committed or not."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    left_out = ("tests/", "docs/")
    for name in filter(None, listed.split("\0")):
        if name.startswith(left_out) or not (ROOT / name).is_file():
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "As it is")
    return folder


def commit(repository: Path, message: str) -> str:
    """Commits everything; the commit."""
    git(repository, "add", "--all")
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    git(repository, *identity, "commit", "--quiet", f"--message={message}")
    return git(repository, "rev-parse", "HEAD").strip()


def clone(repository: Path, folder: Path) -> Path:
    """Another checkout of the same commits."""
    git(repository, "clone", "--quiet", str(repository), str(folder))
    return folder


def git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=repository, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def task(
    repository: Path, module: str, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """How `python -m <module> <arguments>` ends in the repository."""
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=repository,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def release(repository: Path, target: str, *arguments: str) -> Path:
    """The bundle of a release, which must succeed."""
    done = task(repository, "tasks.release", target, LOCAL, *arguments)
    assert done.returncode == 0, done.stderr
    return bundle_of(repository, target)


def bundle_of(repository: Path, target: str) -> Path:
    """The only bundle of a target in the repository."""
    (bundle,) = (repository / "dist").glob(f"kerf-{Path(target).stem}-*")
    return bundle


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file below a folder."""
    return {name: sha256(path) for name, path in files_below(folder).items()}
