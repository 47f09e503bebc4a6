"""The targets that a command is about: those that it names, or all that are built."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tasks.config import Target, load_target
from tasks.sizing.document import size_path
from tasks.targets import target_names


def built_targets(names: Sequence[str], root: Path) -> list[Target]:
    """The targets `names`, or all that are built; those that are not are told on stderr."""
    if names:
        return [load_target(name, root) for name in names]
    targets = [load_target(name, root) for name in target_names(root)]
    built = [target for target in targets if size_path(target).is_file()]
    if missing := [target.name for target in targets if target not in built]:
        print(f"not built: {', '.join(missing)}", file=sys.stderr)
    return built
