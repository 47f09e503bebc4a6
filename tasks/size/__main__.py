"""Sizes of all built targets in one table, with their limits and baselines; applies the gates."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from codegen.errors import ConfigError, SizeError
from tasks import cli
from tasks.compare.as_json import change_json
from tasks.size.built import built_targets
from tasks.size.difference import Level
from tasks.size.matrix_table import matrix_table, notes
from tasks.size.row import Row, sizes
from tasks.table import in_colour


def row_json(row: Row) -> dict[str, Any]:
    """A row for programs: figures, limits, and changes since the baseline."""
    levels = {} if row.since is None else row.since.levels
    return {
        "target": row.target,
        "toolchain": row.toolchain,
        "notes": list(row.notes),
        "flash": asdict(row.flash),
        "ram": asdict(row.ram),
        "measures": {"flash_bytes": row.flash.used, **row.figures},
        "changes": {key: change for key in row.figures if (change := row.change(key)) is not None},
        **{
            level.value: [change_json(change) for change in levels.get(level, ())]
            for level in (Level.OPERATORS, Level.SYMBOLS)
        },
    }


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("size", __doc__)
    parser.add_argument("target", nargs="*", help="built ones, like mv2-* (default: all)")
    parser.add_argument("--json", action="store_true", help="a JSON array of objects")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    built = built_targets(options.target, root)
    rows, faults = sizes(built.targets)
    if options.json:
        print(json.dumps([row_json(row) for row in rows], indent=1, ensure_ascii=False))
    else:
        for line in (*matrix_table(rows, colour=in_colour()), *notes(rows)):
            print(line)
    broken = [fault for error in built.broken.values() for fault in error.faults]
    if faults:
        raise SizeError([*faults, *broken])
    if broken:
        raise ConfigError(broken)
    return 0


if __name__ == "__main__":
    cli.run(main)
