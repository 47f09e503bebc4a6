"""Rows of commits of the past, each built from its own files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from codegen.errors import KerfError
from tasks.executors.runner import Say
from tasks.history.rows import add_rows, read_rows, row_of
from tasks.revisions.builds import Revisions
from tasks.revisions.git import Commit
from tasks.revisions.sizes import Sizes


def backfill(
    file: Path,
    commits: Sequence[Commit],
    revisions: Revisions,
    *,
    wanted: Callable[[str], bool],
    say: Say,
) -> int:
    """How many rows were added to `file`: of all `commits` and their targets that are `wanted`.

    Existing rows are not built again. A commit or target that cannot be built is reported and left
    out. Each commit's rows are written when it is done: an interrupted back-fill continues where it
    stopped.
    """
    added = 0
    for number, commit in enumerate(commits, start=1):
        prefix = f"{number}/{len(commits)} {commit.short}"
        there = {row.target for row in read_rows(file) if row.commit == commit.id}
        names = [name for name in revisions.target_names(commit) if wanted(name)]
        missing = [name for name in names if name not in there]
        if not missing:
            say(f"{prefix}: {'recorded already' if names else 'no targets, skipped'}")
            continue
        sizes, faults = _built(commit, missing, revisions)
        add_rows(file, [row_of(each.size, commit) for each in sizes.values()])
        added += len(sizes)
        for name, fault in faults.items():
            say(f"{prefix}: {name} skipped, it does not build: {_first_line(fault)}")
        say(f"{prefix}: {len(sizes)} of {len(missing)} targets ({commit.subject})")
    return added


def _built(
    commit: Commit, names: Sequence[str], revisions: Revisions
) -> tuple[dict[str, Sizes], dict[str, str]]:
    try:
        return revisions.sizes(commit, names)
    except KerfError as error:  # of the commit as a whole
        return {}, {"every target": str(error)}


def _first_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[0]
