"""Takes the sizes of built targets over as their baseline, with the reason.

Writes configs/baselines/<target>.json, to be reviewed and committed with the change that caused
it. Records of other toolchains stay.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from codegen.errors import ConfigError
from tasks import cli
from tasks.config import Target, load_target
from tasks.sizing.baseline import baseline_path, read_records, record_of, write_records
from tasks.sizing.read import read_size


def rebaseline(target: Target, reason: str) -> str:
    """Records the sizes in the target's size.json; says what changed.

    Raises:
        ConfigError: the reason is empty.
        SizeError: the target is not built since its program changed, or its baseline is damaged.

    """
    if not reason.strip():
        raise ConfigError('a reason is wanted, for those who review: --reason "..."')
    record = record_of(read_size(target))
    records = read_records(baseline_path(target))
    before = records.get(record.toolchain)
    update = {
        "reason": " ".join(reason.split()),
        "flash_bytes": [before.flash_bytes if before else None, record.flash_bytes],
        "ram_bytes": [before.ram_bytes if before else None, record.ram_bytes],
    }
    if before is not None and replace(before, history=()) == record:
        return f"{target.name}: {record.toolchain}: as recorded"
    history = (*(before.history if before else ()), update)
    records[record.toolchain] = replace(record, history=history)
    path = write_records(target, records).relative_to(target.root)
    if before is None:
        was = "new"
    else:
        was = (
            f"flash {record.flash_bytes - before.flash_bytes:+,} B, "
            f"RAM {record.ram_bytes - before.ram_bytes:+,} B"
        )
    return (
        f"{target.name}: {record.toolchain}: flash {record.flash_bytes:,} B, "
        f"RAM {record.ram_bytes:,} B ({was}) in {path}"
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = argparse.ArgumentParser(prog="python -m tasks.rebaseline", description=__doc__)
    parser.add_argument("target", nargs="+", help="a target that is built")
    parser.add_argument("--reason", required=True, help="why the sizes change; kept in the file")
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: .)")
    options = parser.parse_args(arguments)
    for name in options.target:
        print(rebaseline(load_target(name, options.root.resolve()), options.reason))
    return 0


if __name__ == "__main__":
    cli.run(main)
