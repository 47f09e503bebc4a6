"""Which files the build of a target reads: those of the repository and those of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tasks import git
from tasks.building.inputs import own_files
from tasks.config import Target
from tasks.files import relative
from tasks.sizing.baseline import BASELINES
from tasks.targets import DEFAULTS, target_path

SHARED = ("codegen", "tasks", "runtime", "toolchains", "LICENSE", "pyproject.toml")
"""What every target is built from, in addition to the requirements and the defaults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The files that a target is built from, as POSIX paths relative to the repository.

    A path may begin with `..`: a target may be outside, and name models that are.
    """

    files: tuple[str, ...]
    """All of them, sorted."""
    own: tuple[str, ...]
    """Those that the target names, its own TOML among them: recorded each by its SHA-256."""
    uncommitted: tuple[str, ...]
    """Those in the repository's care that are not as its commit has them."""

    def outside(self, root: Path) -> tuple[str, ...]:
        """Those of `own` that no commit contains: they are outside, or git ignores them."""
        held = set(git.known_files(root, [name for name in self.own if _inside(name)]))
        return tuple(name for name in self.own if name not in held)


def find_inputs(target: Target) -> Inputs:
    """The inputs of `target` as they are now.

    Raises:
        BuildError: the target's repository is not a git repository.

    """
    root = target.root
    own = tuple(sorted({relative(path, root) for path in own_files(target)}))
    shared = [*SHARED, *(path.name for path in sorted(root.glob("requirements*.txt")))]
    shared += [relative(target_path(root, DEFAULTS), root), f"{BASELINES}/{target.name}.json"]
    cared_for = [*shared, *(name for name in own if _inside(name))]
    files = {*git.known_files(root, shared), *own}
    changed = git.uncommitted(root, cared_for)
    return Inputs(files=tuple(sorted(files)), own=own, uncommitted=changed)


def _inside(name: str) -> bool:
    return not name.startswith("../")
