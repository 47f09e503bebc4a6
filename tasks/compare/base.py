"""All targets of the working tree against those of a base, as a pull request needs it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import KerfError, SizeError
from tasks.building.inputs import Digests
from tasks.building.parallel_builds import build_targets
from tasks.compare.changes import changes_since
from tasks.compare.markdown import Comment
from tasks.config import load_target
from tasks.gates import check_gates, failures, remarks
from tasks.progress import progress
from tasks.revisions.builds import Revisions
from tasks.revisions.git import (
    Commit,
    find_commit,
    is_ancestor,
    is_repository,
    is_shallow,
)
from tasks.revisions.sizes import Sizes, read_sizes
from tasks.size.difference import difference
from tasks.targets import home, target_names

MERGE = "merge"
"""`--base` without a revision: the first parent of HEAD."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What is compared with: `commit`, or None and in `text` why there is none."""

    commit: Commit | None
    text: str


def base_of(root: Path, revision: str) -> Base:
    """The base of a comparison of the working tree.

    Where HEAD is the merge that a pull request is tested as, it is its first parent: the branch as
    it was merged into, wherever the branch is now. Otherwise it is `revision`.
    """
    repository = home(root)
    head = find_commit(repository, "HEAD")
    if head is None and not is_repository(repository):
        return Base(commit=None, text=f"{repository} is not a git repository")
    if head is None:
        return Base(commit=None, text="there is no commit here yet")
    first = find_commit(repository, head.parents[0]) if head.parents else None
    merge = first is not None and len(head.parents) > 1
    if revision == MERGE:
        if first is None:
            return Base(commit=None, text=f"{head.short} has no parent here{_fetch(repository)}")
        what = "first parent of the merge" if merge else "parent"
        return Base(commit=first, text=f"{first.short} ({what} {head.short})")
    named = find_commit(repository, revision)
    if (
        first is not None
        and merge
        and (named is None or _same_branch(repository, revision, named, first))
    ):
        why = (
            f"{revision} is not in this clone"
            if named is None
            else f"{revision} is {named.short}"
            if named.id != first.id
            else revision
        )
        text = f"{first.short}, the first parent of the merge {head.short} ({why})"
        return Base(commit=first, text=text)
    if named is None:
        return Base(commit=None, text=f"{revision} is not in this clone{_fetch(repository)}")
    return Base(commit=named, text=f"{revision} ({named.short})")


def _same_branch(repository: Path, revision: str, named: Commit, first: Commit) -> bool:
    """Whether `revision` is what was merged into, earlier or later, not a commit of its own."""
    if (
        re.search(r"[~^@]", revision)
        or find_commit(repository, f"refs/tags/{revision}") is not None
    ):
        return False
    return is_ancestor(repository, first.id, named.id) or is_ancestor(
        repository, named.id, first.id
    )


def _fetch(repository: Path) -> str:
    shallow = is_shallow(repository)
    return ": the clone is shallow, fetch more of it (fetch-depth: 2)" if shallow else ""


def against_base(
    root: Path,
    base: Base,
    revisions: Revisions,
    wanted: Sequence[str],
    *,
    jobs: int,
    executor: str | None = None,
) -> Comment:
    """The sizes of the working tree, built where they are not up to date, against those of `base`.

    Targets that cannot be built or measured are listed in the comment.
    """
    names = [name for name in target_names(root) if name in wanted]
    present, failed = _present(root, names, jobs, executor)
    digests = Digests()
    results = [each for name in present for each in check_gates(load_target(name, root), digests)]
    gate_faults, gate_notes = failures(results), remarks(results)
    if base.commit is None:
        return Comment(
            base="none",
            differences=(),
            alone=tuple(present.values()),
            failed=failed,
            gate_faults=gate_faults,
            gate_notes=gate_notes,
            no_base=True,
            notes=(f"Nothing to compare with: {base.text}.",),
        )
    before, unbuilt = _before(root, base.commit, revisions, present)
    failed |= {name: f"in the base: {why}" for name, why in unbuilt.items() if name in present}
    of_base = revisions.target_names(base.commit)
    return Comment(
        base=base.text,
        differences=tuple(
            difference(before[name].footprint, sizes.footprint)
            for name, sizes in present.items()
            if name in before
        ),
        alone=tuple(sizes for name, sizes in present.items() if name not in of_base),
        removed=tuple(
            name for name in of_base if name in wanted and name not in target_names(root)
        ),
        failed=failed,
        gate_faults=gate_faults,
        gate_notes=gate_notes,
    )


def _present(
    root: Path, names: Sequence[str], jobs: int, executor: str | None
) -> tuple[dict[str, Sizes], dict[str, str]]:
    sizes: dict[str, Sizes] = {}
    failed: dict[str, str] = {}
    outcomes = build_targets(
        names,
        root,
        progress(names, sys.stderr),
        python=sys.executable,
        jobs=jobs,
        executor=executor,
    )
    for outcome in outcomes:
        try:
            if outcome.code not in (0, SizeError.exit_code):  # over budget: built all the same
                failed[outcome.target] = "\n".join(outcome.faults)
            else:
                folder = root / "build" / outcome.target
                sizes[outcome.target] = read_sizes(folder, outcome.target)
        except KerfError as error:
            failed[outcome.target] = str(error)
    return sizes, failed


def _before(
    root: Path, commit: Commit, revisions: Revisions, present: dict[str, Sizes]
) -> tuple[dict[str, Sizes], dict[str, str]]:
    """The sizes in the base; those of now where a build reads nothing that differs."""
    try:
        changes = changes_since(root, commit)
        same = {name: sizes for name, sizes in present.items() if changes.of(root, name) == ()}
        others = tuple(name for name in present if name not in same)
        if not others:
            return same, {}
        before, faults = revisions.sizes(commit, others)
    except KerfError as error:
        return {}, dict.fromkeys(present, str(error))
    return {**same, **before}, faults
