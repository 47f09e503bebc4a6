"""Takes the sizes of built targets over as their baseline, with the reason.

Writes configs/baselines/<target>.json, to be reviewed and committed with the change that caused
it. Records of other toolchains stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codegen.errors import ConfigError, SizeError
from tasks import cli
from tasks.building.inputs import Digests
from tasks.config import Target
from tasks.size.baseline import (
    Record,
    baseline_path,
    read_records,
    record_of,
    write_records,
)
from tasks.size.built import built_targets
from tasks.size.figure import COUNTED, FIGURE
from tasks.size.read import check_current, read_size
from tasks.targets import home


def rebaseline(target: Target, reason: str, digests: Digests | None = None) -> str:
    """Records the sizes in the target's size.json; returns what changed.

    `digests` are shared by the targets that are recorded together.

    Raises:
        ConfigError: the reason is empty.
        SizeError: the target is not built since its inputs or program changed, or its baseline is
            damaged.

    """
    if not reason.strip():
        raise ConfigError('a reason is required, for reviewers: --reason "..."')
    check_current(target, digests or Digests())
    record = record_of(read_size(target))
    records = read_records(baseline_path(target))
    before = records.get(record.toolchain)
    if before is not None and not record.measures.keys() & COUNTED and _alike(record, before):
        counts = {key: before.measures[key] for key in COUNTED if key in before.measures}
        record = replace(record, measures={**record.measures, **counts})
    update = {
        "reason": " ".join(reason.split()),
        "flash_bytes": [before.flash_bytes if before else None, record.flash_bytes],
        "ram_bytes": [before.ram_bytes if before else None, record.ram_bytes],
    }
    if before is not None and replace(before, history=()) == record:
        return f"{target.name}: {record.toolchain}: as recorded"
    history = (*(before.history if before else ()), update)
    records[record.toolchain] = replace(record, history=history)
    path = write_records(target, records).relative_to(home(target.root))
    was = "new" if before is None else _changes(before, record)
    flash, ram = _of_device(record)
    return f"{target.name}: {record.toolchain}: flash {flash:,} B, RAM {ram:,} B ({was}) in {path}"


def _of_device(record: Record) -> tuple[int, int]:
    """All that the device holds in flash and RAM; of a record without it, what was linked."""
    return (
        record.measures.get("device_flash_bytes", record.flash_bytes),
        record.measures.get("device_ram_bytes", record.ram_bytes),
    )


def _changes(before: Record, after: Record) -> str:
    """The figures of which both records have another number."""
    olds, news = ({**each.measures, "ram_bytes": each.ram_bytes} for each in (before, after))
    found = [
        f"{figure.label} {news[key] - olds[key]:+,}{' B' if figure.in_bytes else ''}"
        for key, figure in FIGURE.items()
        if key in olds and key in news and olds[key] != news[key]
    ]
    return ", ".join(found) or "no figure changed"


def _alike(record: Record, before: Record) -> bool:
    """Whether a run of the program of `before` counts what one of `record` would."""
    shared = record.measures.keys() & before.measures.keys() - COUNTED
    return (
        before.models == record.models
        and (record.flash_bytes, record.ram_bytes) == (before.flash_bytes, before.ram_bytes)
        and (record.parts, record.symbols) == (before.parts, before.symbols)
        and all(record.measures[key] == before.measures[key] for key in shared)
    )


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("rebaseline", __doc__)
    parser.add_argument("target", nargs="+", help="built ones, like mv2-*")
    parser.add_argument("--reason", required=True, help="why the sizes change; kept in the file")
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    built = built_targets(options.target, options.root.resolve())
    digests, faults = Digests(), list[str]()
    for target in built.targets:
        try:
            print(rebaseline(target, options.reason, digests))
        except SizeError as error:
            faults += error.faults
    broken = [fault for error in built.broken.values() for fault in error.faults]
    if faults:
        raise SizeError([*faults, *broken])
    if broken:
        raise ConfigError(broken)
    return 0


if __name__ == "__main__":
    cli.run(main)
