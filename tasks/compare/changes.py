"""Which builds differ from a commit's: by what each reads, as its manifest lists it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tasks.building.manifest import read_inputs
from tasks.project import read_pin
from tasks.revisions import git
from tasks.revisions.git import Commit
from tasks.targets import CHECKOUT, PIN, home


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs from a commit, by path relative to the repository of the targets."""

    changed: frozenset[str]
    lost: frozenset[str]
    there: frozenset[str]
    """All that the commit has."""

    def of(self, root: Path, target: str) -> tuple[str, ...] | None:
        """The inputs of the built `target` that differ; None where what it reads is unknown.

        A file that was removed counts where others of its folder are read: the commit's build may
        have read it.
        """
        inputs = read_inputs(root / "build" / target)
        if inputs is None:
            return None
        folders = {PurePosixPath(path).parent for path in inputs}
        gone = {path for path in self.lost if PurePosixPath(path).parent in folders}
        differ = {path for path in inputs if path in self.changed or path not in self.there}
        return tuple(sorted(differ | gone))


def changes_since(root: Path, commit: Commit) -> Changes:
    """What differs between the files here and `commit`; in a project, Kerf's files as well.

    Raises:
        ConfigError: the revision of Kerf is not in its checkout.
        BuildError: git fails.

    """
    around = home(root)
    found = _changes(around, commit.id)
    if around == root or PIN in found.changed:  # another Kerf: every build reads the pin's
        return found
    kerf = _changes(root, git.get_commit(root, read_pin(around).revision).id)
    return Changes(
        changed=found.changed | _below(kerf.changed),
        lost=found.lost | _below(kerf.lost),
        there=found.there | _below(kerf.there),
    )


def _changes(repository: Path, commit: str) -> Changes:
    changed, lost = git.changed(repository, commit)
    return Changes(changed=changed, lost=lost, there=git.all_files(repository, commit))


def _below(paths: Iterable[str]) -> frozenset[str]:
    return frozenset(f"{CHECKOUT}/{path}" for path in paths)
