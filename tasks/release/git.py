"""What git knows of the repository: its commit, its files, what differs from them."""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from codegen.errors import BuildError

COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class RepositoryError(BuildError):
    """The folder is no git repository, or git is not installed."""


def head(root: Path) -> str:
    """The commit that is checked out, in full.

    Raises:
        RepositoryError: there is none.

    """
    return _git(root, "rev-parse", "--verify", "HEAD").decode().strip()


def has_commit(root: Path, commit: str) -> bool:
    """Whether the repository holds the commit.

    Raises:
        RepositoryError: `root` is none.

    """
    _git(root, "rev-parse", "--git-dir")
    found = _run(root, "cat-file", "-e", f"{commit}^{{commit}}")
    return found.returncode == 0


def known_files(root: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """The files below `paths`, tracked or about to be: neither deleted nor ignored. Sorted.

    Raises:
        RepositoryError: `root` is none.

    """
    said = _git(
        root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *_literal(paths)
    )
    names = {name.decode() for name in said.split(b"\0") if name}
    return tuple(sorted(name for name in names if (root / name).is_file()))


def uncommitted(root: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """The files below `paths` that are not as the commit has them, new ones included. Sorted.

    Raises:
        RepositoryError: `root` is none.

    """
    said = _git(
        root,
        "status",
        "--porcelain=v1",
        "-z",
        "--no-renames",
        "--untracked-files=all",
        "--",
        *_literal(paths),
    )
    return tuple(sorted(entry[3:].decode() for entry in said.split(b"\0") if entry))


def extract(root: Path, commit: str, folder: Path) -> None:
    """Writes the files of `commit` below `folder`, which is made.

    An archive, not a worktree: nothing of it stays in the repository when we are killed.

    Raises:
        RepositoryError: `root` is none, or does not have the commit.

    """
    if not COMMIT.fullmatch(commit):
        raise RepositoryError(f"{commit!r} is no commit")
    archive = _git(root, "archive", "--format=tar", commit)
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")


def _literal(paths: Iterable[str]) -> list[str]:
    """Paths that git takes as they are, whatever characters they hold."""
    return [f":(literal){path}" for path in paths]


def _git(root: Path, *arguments: str) -> bytes:
    done = _run(root, *arguments)
    if done.returncode != 0:
        said = " ".join(done.stderr.decode(errors="replace").split())
        raise RepositoryError(f"{root}: git: {said or 'no reason given'}")
    return done.stdout


def _run(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", "-C", str(root), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise RepositoryError(
            "git is not installed. Install it with `apt-get install git`."
        ) from None
