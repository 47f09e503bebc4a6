"""Where in a target's file something is requested: `configs/m4.toml:12: select.ops[2]`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from codegen.operator_name import full_name
from codegen.selection import Origin, Origins
from codegen.sources.detect import printable
from tasks.config import Target, load
from tasks.config.locate import KeyPath
from tasks.config.words import key_words
from tasks.targets import shown_path


def request_location(target: Target, operator: str | None, origins: Origins) -> str:
    """File, line and key of the first thing selected by `target` that has one of `origins`.

    `operator` is what is requested, None for something that only a model requests. If no key is
    found, the file alone.
    """
    for origin in origins:
        for path in _keys(target, operator, origin):
            return at_key(target, path)
    return shown(target)


def at_key(target: Target, path: KeyPath) -> str:
    """File, line and key of the value at `path`, as a fault begins."""
    return f"{load(target.path, target.root).layers.place(path)}: {key_words(path)}"


def source_name(target: Target, path: Path) -> str:
    """How origins name the selected file at `path`: by its path where its name is not enough."""
    alike = {other for other in selected_files(target) if other.name == path.name}
    return printable(path.name if len(alike) == 1 else os.path.relpath(path, target.path.parent))


def exported_name(target: Target, path: Path) -> str:
    """How origins name a model that is run as it was exported, next to what is shipped of it."""
    return f"{source_name(target, path)} as exported"


def selected_files(target: Target) -> tuple[Path, ...]:
    """Every file that `target` selects by, in the order of the keys."""
    return tuple(chain(*target.selecting_paths.values()))


def shown(target: Target) -> str:
    """The target's file as a fault names it."""
    return shown_path(target.path, target.root)


def _keys(target: Target, operator: str | None, origin: Origin) -> Iterator[KeyPath]:
    """The keys of [select] that may be the origin, the likeliest first."""
    select = target.select
    if origin.source == target.path.name and operator is not None:
        for index, name in enumerate(select.ops):
            if full_name(name) == operator:
                yield ("select", "ops", index)
        for name in select.dtypes:
            if full_name(name) == operator:
                yield ("select", "dtypes", name)
    for key, paths in target.selecting_paths.items():
        for index, path in enumerate(paths):
            if origin.source in (source_name(target, path), exported_name(target, path)):
                yield ("select", key, index)
    if select.all:
        yield ("select", "all")
