"""Copies of a target's inputs in a folder of their own, with the same relative paths."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

Find = Callable[[str], Path]


def copy_inputs(
    names: Iterable[str], repository: Path, find: Find, *, mtime_s: int | None = None
) -> None:
    """Copies each file `find(name)` to its place, `repository / name`, in the order given.

    With `mtime_s`, all of them are of that time (seconds since 1970); else of now.

    Raises:
        OSError: a file cannot be read, or the disk is full.

    """
    repository.mkdir(parents=True, exist_ok=True)
    for name in names:
        copy = copy_input(find(name), repository, name)
        if mtime_s is not None:
            os.utime(copy, (mtime_s, mtime_s))


def copy_input(source: Path, repository: Path, name: str) -> Path:
    """Copies the file `source` to its place, `repository / name`; that place."""
    copy = repository / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, copy)
    shutil.copymode(source, copy)
    return copy
