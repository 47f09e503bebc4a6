"""Which files the build of a target reads: those of the repository and those of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import ConfigError
from tasks.building.inputs import own_files
from tasks.config import Target
from tasks.files import relative
from tasks.revisions import git
from tasks.size.baseline import BASELINES
from tasks.targets import DEFAULTS, PIN, home, target_path
from tasks.toolchain.file import read_toolchain

SHARED = ("codegen", "tasks", "runtime", "toolchains", "LICENSE", "pyproject.toml")
"""What every target is built from, in addition to the requirements and the defaults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The files that a target is built from, as POSIX paths relative to the target's project.

    That is Kerf's repository, or the one around it, in which Kerf is the folder .kerf.
    """

    files: tuple[str, ...]
    """All of them, sorted."""
    uncommitted: tuple[str, ...]
    """Tracked files that differ from their commit."""
    in_no_commit: tuple[str, ...]
    """Files that the target names and git ignores."""


def find_inputs(target: Target) -> Inputs:
    """The inputs of `target` as they are now.

    Raises:
        ConfigError: the target is outside its project, or names files that are.
        BuildError: the project is not a git repository.

    """
    kerf, project = target.root, home(target.root)
    named = list(own_files(target, read_toolchain(target.toolchain.name, kerf)))
    _check_inside(named, target, project)
    shared = [kerf / name for name in SHARED]
    shared += [*sorted(kerf.glob("requirements*.txt")), target_path(kerf, DEFAULTS)]
    others = [project / f"{BASELINES}/{target.name}.json"]
    others += [project / PIN] if project != kerf else []
    files: set[str] = set()
    changed: list[str] = []
    for repository in dict.fromkeys((kerf, project)):
        cared_for = [
            relative(path, repository)
            for path in (*shared, *others, *named)
            if _repository(path, kerf, project) == repository
        ]
        prefix = f"{relative(repository, project)}/".removeprefix("./")
        known = git.known_files(repository, cared_for)
        files |= {prefix + name for name in known}
        changed += [prefix + name for name in git.uncommitted(repository, cared_for)]
    own = {relative(path, project) for path in named}
    return Inputs(
        files=tuple(sorted(files | own)),
        uncommitted=tuple(sorted(changed)),
        in_no_commit=tuple(sorted(own - files)),
    )


def copy_input(source: Path, repository: Path, name: str) -> Path:
    """Copies the file `source` to its place, `repository / name`; that place.

    Raises:
        OSError: it cannot be read, or the disk is full.

    """
    copy = repository / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, copy)
    shutil.copymode(source, copy)
    return copy


def _repository(path: Path, kerf: Path, project: Path) -> Path:
    return kerf if path.is_relative_to(kerf) else project


def _check_inside(paths: Iterable[Path], target: Target, project: Path) -> None:
    inside = project.resolve()
    outside = [path for path in paths if not path.resolve().is_relative_to(inside)]
    if outside:
        raise ConfigError(
            f"{target.name}: a release is made from the files of one repository; outside "
            f"{project}: {', '.join(map(str, outside))}. Move them there; git may ignore them."
        )
