"""What git knows of the history: revisions, parents, dates, which files differ."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from codegen.errors import BuildError, ConfigError

BUILT_FROM = ("codegen", "configs", "runtime", "tasks", "toolchains", "requirements*.txt")
"""Where the inputs of builds lie."""
NOT_BUILT_FROM = ("configs/baselines", "configs/history.jsonl")


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
    """The commit that `revision` names; None where this clone has no such."""
    if not revision or revision.startswith("-"):
        return None
    found = run_git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found.returncode != 0:
        return None
    said = _said(
        root,
        "show",
        "--no-patch",
        "--no-show-signature",
        f"--format={_FORMAT}",
        found.stdout.strip(),
    )
    id_, parents, seconds, subject = said.rstrip("\n").split("\0")
    return Commit(id=id_, parents=tuple(parents.split()), date=_utc(int(seconds)), subject=subject)


_FORMAT = "%H%x00%P%x00%ct%x00%s"


def get_commit(root: Path, revision: str) -> Commit:
    """The commit that `revision` names.

    Raises:
        ConfigError: there is none.

    """
    commit = find_commit(root, revision)
    if commit is None:
        if not is_repository(root):
            raise ConfigError(f"{revision}: {root} is no git repository: it has no revisions.")
        shallow = " This clone is shallow: `git fetch --unshallow`." if is_shallow(root) else ""
        raise ConfigError(f"{revision}: unknown revision: `git log` lists them.{shallow}")
    return commit


def subjects(root: Path, ids: Collection[str]) -> dict[str, str]:
    """The first lines of the messages of commits, by full name; those unknown here are left out."""
    if not ids:
        return {}
    said = _said(
        root, "log", "--no-walk", "--ignore-missing", "--format=%H%x00%s", *sorted(ids), "--"
    )
    return dict(line.split("\0", 1) for line in said.splitlines())


def is_repository(root: Path) -> bool:
    """Whether git knows `root`."""
    return run_git(root, "rev-parse", "--git-dir").returncode == 0


def is_shallow(root: Path) -> bool:
    """Whether the clone lacks history."""
    return run_git(root, "rev-parse", "--is-shallow-repository").stdout.strip() == "true"


def commits_of_range(root: Path, written: str) -> tuple[Commit, ...]:
    """The commits of `A..B` by first parents, the oldest first; those up to `B` without A.

    Raises:
        ConfigError: an end is unknown, or nothing lies between.

    """
    if "..." in written:
        raise ConfigError(f"{written}: a range is A..B.")
    first, dots, last = written.rpartition("..")
    for end in filter(None, (first, last)):
        get_commit(root, end)
    name = f"{first}..{last or 'HEAD'}" if dots and first else last or "HEAD"
    said = _said(root, "rev-list", "--first-parent", "--reverse", name, "--")
    if not said.split():
        raise ConfigError(f"{written}: no commits lie between. A..B: A is older, and left out.")
    return tuple(get_commit(root, each) for each in said.split())


def is_ancestor(root: Path, older: str, newer: str) -> bool:
    """Whether `older` is `newer` or an ancestor of it."""
    return run_git(root, "merge-base", "--is-ancestor", older, newer).returncode == 0


def changed_inputs(root: Path, commit: str, until: str | None = None) -> bool:
    """Whether inputs of builds differ between two commits; without `until`, from the files here.

    Raises:
        BuildError: git fails.

    """
    paths = [*BUILT_FROM, *(f":(exclude){path}" for path in NOT_BUILT_FROM)]
    ends = [commit] if until is None else [commit, until]
    code = run_git(root, "diff", "--quiet", *ends, "--", *paths).returncode
    if code not in (0, 1):
        raise BuildError(f"git cannot compare {commit} with the files of {root}.")
    return bool(code) or (until is None and bool(new_inputs(root)))


def new_inputs(root: Path) -> tuple[str, ...]:
    """Files among the inputs of builds that git does not know yet."""
    paths = [*BUILT_FROM, *(f":(exclude){path}" for path in NOT_BUILT_FROM)]
    said = _said(root, "ls-files", "-z", "--others", "--exclude-standard", "--", *paths)
    return tuple(filter(None, said.split("\0")))


def git_dir(root: Path) -> Path:
    """The repository's own folder.

    Raises:
        BuildError: `root` is no git repository.

    """
    return Path(_said(root, "rev-parse", "--absolute-git-dir").strip())


def run_git(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """How git ended in `folder`.

    Raises:
        BuildError: git is not installed.

    """
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise BuildError("git is not installed. Install it with `apt-get install git`.") from None


def _said(root: Path, *arguments: str) -> str:
    done = run_git(root, *arguments)
    if done.returncode != 0:
        raise BuildError(f"{root}: git: {first_line(done)}")
    return done.stdout


def first_line(done: subprocess.CompletedProcess[str]) -> str:
    """Why git failed, without its `fatal: `."""
    lines: Sequence[str] = done.stderr.strip().splitlines() or ["no reason given"]
    return re.sub(r"^(fatal|error): ", "", lines[0])


def _utc(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
