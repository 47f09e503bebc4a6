"""The targets that a person names, each by its name or several by a glob."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegen.errors import ConfigError
from tasks.config.words import nearest
from tasks.targets import matches, target_names


def chosen(root: Path, globs: Sequence[str]) -> tuple[str, ...]:
    """The names of targets that any of `globs` matches, sorted; all without globs.

    Raises:
        ConfigError: one of them matches none.

    """
    names = target_names(root)
    faults = []
    for glob in globs:
        if not any(matches(name, [glob]) for name in names):
            near = nearest(glob, names)
            guess = f" Did you mean {near}?" if near else ""
            faults.append(f"{glob}: no such target.{guess} Targets: {', '.join(names)}.")
    if faults:
        raise ConfigError(faults)
    return tuple(name for name in names if not globs or matches(name, globs))
