"""The targets that a person names, each by its name or several by a glob."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegen.errors import ConfigError, KerfError
from tasks.config import load_target
from tasks.config.words import guess
from tasks.targets import matches, target_names
from tasks.toolchain.file import read_toolchain


def chosen(root: Path, globs: Sequence[str]) -> tuple[str, ...]:
    """The names of targets that any of `globs` matches, sorted; all without globs.

    Raises:
        ConfigError: one of them matches none.

    """
    names = target_names(root)
    faults = []
    for glob in globs:
        if not any(matches(name, [glob]) for name in names):
            meant = guess(glob, names)
            faults.append(f"{glob}: no such target.{meant} Targets: {', '.join(names)}.")
    if faults:
        raise ConfigError(faults)
    return tuple(name for name in names if not globs or matches(name, globs))


def in_image(name: str, root: Path) -> bool:
    """Whether the toolchain image builds a target; true if its file is wrong, as builds report."""
    try:
        return read_toolchain(load_target(name, root).toolchain.name, root).image
    except KerfError:
        return True


def by_executor(names: Sequence[str], root: Path, executor: str | None) -> tuple[str, ...]:
    """Selects the targets that `executor` can build; prints what the image lacks and leaves it out.

    For a list of all targets; a target that a user names and the image lacks is an error.
    """
    if executor != "container":
        return tuple(names)
    lacks = [name for name in names if not in_image(name, root)]
    if lacks:
        print(f"left out, as the toolchain image has no compiler for them: {', '.join(lacks)}")
    return tuple(name for name in names if name not in lacks)
