"""The targets that a command is about: those that it names, or all that are built."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import KerfError
from tasks.config import Target, load_target
from tasks.config.named import chosen
from tasks.size.document import FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Targets that are built, and what is wrong with the configs of others that are, by name."""

    targets: tuple[Target, ...]
    broken: Mapping[str, KerfError]


def built_targets(globs: Sequence[str], root: Path) -> Built:
    """The targets that `globs` name, or all that are built; the others are listed on stderr.

    One that is named without a glob counts whether it is built or not.

    Raises:
        ConfigError: a glob names no target.

    """
    names = chosen(root, globs)
    there = [name for name in names if name in globs or (root / "build" / name / FILE).is_file()]
    if missing := [name for name in names if name not in there]:
        print(f"not built: {', '.join(missing)}", file=sys.stderr)
    targets: list[Target] = []
    broken: dict[str, KerfError] = {}
    for name in there:
        try:
            targets.append(load_target(name, root))
        except KerfError as error:
            broken[name] = error
    return Built(targets=tuple(targets), broken=broken)
