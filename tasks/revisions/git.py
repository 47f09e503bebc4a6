"""Git: commits, the files of each, and what differs from them. No other module starts it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from codegen.errors import BuildError, ConfigError

COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit: its full name, its parents, its date, the first line of its message."""

    id: str
    parents: tuple[str, ...]
    date: str  # of the committer, in UTC: "2026-11-21T14:05:00Z"
    subject: str

    @property
    def short(self) -> str:
        """Enough of the name for a person."""
        return self.id[:10]


def find_commit(root: Path, revision: str) -> Commit | None:
    """The commit that `revision` names; None if this clone does not have it."""
    if not revision or revision.startswith("-"):
        return None
    found = _run(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode != 0:
        return None
    form = "--format=%H%x00%P%x00%ct%x00%s"
    name = found.stdout.decode().strip()
    shown = _text(root, "show", "--no-patch", "--no-show-signature", form, name)
    id_, parents, seconds, subject = shown.rstrip("\n").split("\0")
    date = datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Commit(id=id_, parents=tuple(parents.split()), date=date, subject=subject)


def get_commit(root: Path, revision: str) -> Commit:
    """The commit that `revision` names.

    Raises:
        ConfigError: there is none.

    """
    commit = find_commit(root, revision)
    if commit is None:
        if not is_repository(root):
            raise ConfigError(f"{revision}: {root} is not a git repository: it has no revisions.")
        if find_commit(root, "HEAD") is None:
            raise ConfigError(
                f"{revision}: {root} has no commit yet: `git add --all && git commit` makes one."
            )
        shallow = " This clone is shallow: `git fetch --unshallow`." if is_shallow(root) else ""
        raise ConfigError(f"{revision}: unknown revision: `git log` lists them.{shallow}")
    return commit


def subjects(root: Path, ids: Collection[str]) -> dict[str, str]:
    """The first lines of the messages of commits, by full name; without those unknown here."""
    if not ids:
        return {}
    form = "--format=%H%x00%s"
    lines = _text(root, "log", "--no-walk", "--ignore-missing", form, *sorted(ids), "--")
    return dict(line.split("\0", 1) for line in lines.splitlines())


def is_repository(root: Path) -> bool:
    """Whether `root` belongs to a git repository."""
    return _run(root, "rev-parse", "--git-dir").returncode == 0


def is_shallow(root: Path) -> bool:
    """Whether the clone lacks history."""
    return _run(root, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"


def commits_of_range(root: Path, written: str) -> tuple[Commit, ...]:
    """The commits of `A..B` by first parents, the oldest first; those up to `B` without A.

    Raises:
        ConfigError: an end is unknown, or the range is empty.

    """
    if "..." in written:
        raise ConfigError(f"{written}: a range is A..B.")
    first, dots, last = written.rpartition("..")
    for end in filter(None, (first, last)):
        get_commit(root, end)
    name = f"{first}..{last or 'HEAD'}" if dots and first else last or "HEAD"
    ids = _text(root, "rev-list", "--first-parent", "--reverse", name, "--").split()
    if not ids:
        raise ConfigError(f"{written}: an empty range. A..B: A is older, and left out.")
    return tuple(get_commit(root, each) for each in ids)


def is_ancestor(root: Path, older: str, newer: str) -> bool:
    """Whether `older` is `newer` or an ancestor of it."""
    return _run(root, "merge-base", "--is-ancestor", older, newer).returncode == 0


def changed(root: Path, commit: str) -> tuple[frozenset[str], frozenset[str]]:
    """The files that the working tree changed or added since `commit`, and those that it lost.

    Raises:
        BuildError: git fails.

    """
    options = ("-z", "--name-only", "--no-renames", "--no-ext-diff")
    differ = set(_names(root, "diff", *options, commit, "--"))
    lost = set(_names(root, "diff", *options, "--diff-filter=D", commit, "--"))
    return frozenset(differ - lost), frozenset(lost)


def all_files(root: Path, commit: str) -> frozenset[str]:
    """Every path of `commit`.

    Raises:
        BuildError: git fails.

    """
    return frozenset(_names(root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit))


def files_of(root: Path, commit: str, folder: str) -> tuple[str, ...]:
    """The paths of the files directly in `folder` in `commit`; none if it has no such folder."""
    done = _run(root, "ls-tree", "-z", "--name-only", commit, f"{folder}/")
    return tuple(name.decode() for name in done.stdout.split(b"\0") if name)


def known_files(root: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """The files below `paths`, tracked or about to be: neither deleted nor ignored. Sorted.

    Raises:
        BuildError: `root` is not a repository.

    """
    options = ("-z", "--cached", "--others", "--exclude-standard", "--")
    names = set(_names(root, "ls-files", *options, *_literal(paths)))
    return tuple(sorted(name for name in names if (root / name).is_file()))


def tracked(root: Path, path: str) -> frozenset[str]:
    """The files below `path` that are in the index: committed, or about to be.

    Raises:
        BuildError: `root` is not a repository.

    """
    return frozenset(_names(root, "ls-files", "-z", "--cached", "--", *_literal([path])))


def uncommitted(root: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """The files below `paths` that differ from the commit, new ones included. Sorted.

    Raises:
        BuildError: `root` is not a repository.

    """
    options = ("--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--")
    return tuple(sorted(row[3:] for row in _names(root, "status", *options, *_literal(paths))))


def check_out(root: Path, commit: Commit, tree: Path, index: Path) -> None:
    """Makes the folder `tree` hold the files of `commit`, writing only those that differ.

    `index` is a file of the caller's: the repository's HEAD, index and worktrees stay as they are,
    also if this process is killed. The tree is made if it is absent.

    Raises:
        BuildError: it cannot be done.

    """
    own = {
        **os.environ,
        "GIT_DIR": _text(root, "rev-parse", "--absolute-git-dir").strip(),
        "GIT_WORK_TREE": str(tree),
        "GIT_INDEX_FILE": str(index),
    }
    tree.mkdir(parents=True, exist_ok=True)
    plain = ("-c", "core.sparseCheckout=false", "-c", "core.bare=false")
    for command in (
        ("read-tree", "--reset", "-u", commit.id),
        ("checkout-index", "--all", "--force", "--index"),  # restores what was edited by hand
    ):
        done = _run(tree, *plain, *command, environment=own)
        if done.returncode != 0:
            raise BuildError(f"{commit.short} cannot be checked out: {_reason(done)}")


def origin(root: Path) -> str | None:
    """Where the clone is from: a URL without its password, or the absolute path of a folder.

    None if it is from nowhere.
    """
    url = _run(root, "remote", "get-url", "origin").stdout.decode(errors="replace").strip()
    url = re.sub(r"^(https?://)[^/@]*@", r"\1", url)
    folder = (root / url).resolve()
    return str(folder) if url and folder.exists() else url or None


def is_clean(root: Path) -> bool:
    """Whether the files of the clone are those of its commit."""
    return not _run(root, "status", "--porcelain").stdout


def clone(root: Path, commit: str, folder: Path, *, origin: str) -> None:
    """Clones the repository `root` to `folder`, at `commit`, as a clone of `origin`.

    Raises:
        BuildError: git fails.

    """
    _output(root, "clone", "--quiet", "--no-checkout", str(root), str(folder))
    _output(folder, "remote", "set-url", "origin", origin)
    _output(folder, "checkout", "--quiet", "--detach", commit)


def initialise(folder: Path) -> None:
    """Makes `folder` a git repository without a commit, where it does not belong to one yet.

    Raises:
        BuildError: git fails.

    """
    if not is_repository(folder):
        _output(folder, "init", "--quiet")


def _literal(paths: Iterable[str]) -> list[str]:
    """Paths that git uses as they are, whatever characters they contain."""
    return [f":(literal){path}" for path in paths]


def _names(root: Path, *arguments: str) -> list[str]:
    return [name.decode() for name in _output(root, *arguments).split(b"\0") if name]


def _text(root: Path, *arguments: str) -> str:
    return _output(root, *arguments).decode(errors="replace")


def _output(root: Path, *arguments: str) -> bytes:
    done = _run(root, *arguments)
    if done.returncode != 0:
        raise BuildError(f"{root}: git: {_reason(done)}")
    return done.stdout


def _reason(done: subprocess.CompletedProcess[bytes]) -> str:
    """Why git failed, without its `fatal: `."""
    lines = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
    return re.sub(r"^(fatal|error): ", "", lines[0])


def _run(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise BuildError("git is not installed. Install it with `apt-get install git`.") from None
