"""Lists the targets of configs/ with what builds them; --json for programs.

The workflows in .github are made from the same list.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tasks import cli
from tasks.config import load_target
from tasks.targets import target_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A target as the matrix shows it."""

    target: str
    toolchain: str
    description: str


def matrix(root: Path) -> tuple[Row, ...]:
    """Every target of `root`/configs, by name.

    Raises:
        ConfigError: a target's file is wrong.

    """
    targets = (load_target(name, root) for name in target_names(root))
    return tuple(
        Row(target=each.name, toolchain=each.toolchain.name, description=each.description)
        for each in targets
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tasks.matrix", description=__doc__)
    parser.add_argument("--json", action="store_true", help="a JSON array of objects")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    options = parser.parse_args(arguments)
    rows = matrix(options.root.resolve())
    if options.json:
        print(json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False))
        return 0
    names = max((len(row.target) for row in rows), default=0)
    toolchains = max((len(row.toolchain) for row in rows), default=0)
    for row in rows:
        print(f"{row.target:<{names}}  {row.toolchain:<{toolchains}}  {row.description}")
    return 0


if __name__ == "__main__":
    cli.run(main)
