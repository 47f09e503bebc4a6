"""Committed sizes of a target: what growth is measured from, one record for each compiler version.

`configs/baselines/<target>.json`, written by `python -m tasks.rebaseline` and reviewed like code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.json_text import parsed_json
from tasks.sizing.document import Size, Toolchain
from tasks.targets import home

BASELINES = Path("configs/baselines")
VERSION = 2

_COUNTED = ("program_load", "method_load", "execute")
COUNTED_MEASURES = (*(f"{phase}_instructions" for phase in _COUNTED), "stack_bytes")
"""Those that only a run can count."""

Sizes = tuple[int, int]
"""Bytes of flash and of RAM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Sizes that were accepted, of one compiler version."""

    toolchain: str
    """`arm-none-eabi-gcc 12.2.1`."""
    flash_bytes: int
    ram_bytes: int
    measures: Mapping[str, int]
    """The columns of the table of all targets that are no bytes of the ELF."""
    parts: Mapping[str, Sizes]
    operators: Mapping[str, Sizes]
    symbols: Mapping[str, Sizes]
    history: tuple[Mapping[str, Any], ...]
    """What each update changed and why, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """What is recorded for a target, and which record applies to the current toolchain."""

    record: Record
    exact: bool
    """It is of the same compiler version; if not, the toolchain has changed."""


def read_baseline(target: Target, toolchain: Toolchain) -> Baseline | None:
    """The record of `target` for a toolchain of a size.json, else the nearest one.

    Nearest: the same compiler of another version, else another compiler; None where none is
    recorded.

    Raises:
        SizeError: the file is not what `python -m tasks.rebaseline` writes.

    """
    records = read_records(baseline_path(target))
    key = str(toolchain)
    if key in records:
        return Baseline(record=records[key], exact=True)
    nearest = sorted(records, key=lambda each: (-_likeness(each, key), each))
    return Baseline(record=records[nearest[0]], exact=False) if nearest else None


def read_records(path: Path) -> dict[str, Record]:
    """The records in a baseline's file by toolchain; none where there is no file.

    Raises:
        SizeError: it is not what `python -m tasks.rebaseline` writes.

    """
    try:
        content = parsed_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _no_baseline(path, error) from None
    try:
        if content["version"] != VERSION:
            raise ValueError(f"version {content['version']} instead of {VERSION}")
        return {key: _record(key, row) for key, row in content["toolchains"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_baseline(path, error) from None


def write_records(target: Target, records: Mapping[str, Record]) -> Path:
    """Writes the records of `target`, canonical: one symbol to a line."""
    path = baseline_path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "version": VERSION,
        "target": target.name,
        "toolchains": {key: _json(record) for key, record in records.items()},
    }
    write_if_changed(path, _canonical(content) + "\n")
    return path


def baseline_path(target: Target) -> Path:
    """The file of the target's baseline."""
    return home(target.root) / BASELINES / f"{target.name}.json"


def record_of(size: Size) -> Record:
    """What is kept of a size.json; without history."""
    return Record(
        toolchain=str(size.toolchain),
        flash_bytes=size.flash_bytes,
        ram_bytes=size.ram_bytes,
        measures=measures_of(size),
        parts={name: (part.flash_bytes, part.ram_bytes) for name, part in size.parts.items()},
        operators=_sums(size, "operator"),
        symbols=_sums(size, "symbol"),
        history=(),
    )


def _sums(size: Size, field: str) -> dict[str, Sizes]:
    """Flash and RAM of entries by one of their fields, without those where it is None."""
    found: dict[str, Sizes] = {}
    for entry in size.entries:
        name = getattr(entry, field)
        if name is not None:
            flash, ram = found.get(name, (0, 0))
            found[name] = (flash + entry.flash_bytes, ram + entry.ram_bytes)
    return found


def measures_of(size: Size) -> dict[str, int]:
    """What a target takes in addition to the bytes of its ELF; without counts that are missing."""
    found = {
        "registry_flash_bytes": size.registry.flash_bytes,
        "registry_ram_bytes": size.registry.ram_bytes,
        "method_bytes": size.memory.method_bytes,
        "planned_bytes": size.memory.planned_bytes,
        "temp_bytes": size.memory.temp_bytes,
        "program_bytes": sum(model.program_bytes for model in size.models),
        "weight_bytes": sum(model.weight_bytes for model in size.models),
        "kernels_linked": size.kernels.linked,
        "kernels_needed": size.kernels.needed,
    }
    for field, name in zip(_COUNTED, COUNTED_MEASURES, strict=False):
        counts = [getattr(row, field) for row in size.instructions]
        if counts and None not in counts:
            found[name] = sum(counts)
    stacks = [row.stack_bytes for row in size.instructions if row.stack_bytes is not None]
    if stacks:
        found["stack_bytes"] = max(stacks)
    return found


def _likeness(one: str, other: str) -> int:
    """How alike two toolchains are: the length of their common prefix, equal names first."""
    same = one.partition(" ")[0] == other.partition(" ")[0]
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        shared += 1
    return (1000 if same else 0) + shared


def _record(key: str, row: Mapping[str, Any]) -> Record:
    return Record(
        toolchain=key,
        flash_bytes=int(row["flash_bytes"]),
        ram_bytes=int(row["ram_bytes"]),
        measures={name: int(value) for name, value in row["measures"].items()},
        parts=_sizes(row["parts"]),
        operators=_sizes(row["operators"]),
        symbols=_sizes(row["symbols"]),
        history=tuple(dict(update) for update in row["history"]),
    )


def _sizes(rows: Mapping[str, Any]) -> dict[str, Sizes]:
    return {name: (int(flash), int(ram)) for name, (flash, ram) in rows.items()}


def _json(record: Record) -> dict[str, Any]:
    return {
        "flash_bytes": record.flash_bytes,
        "ram_bytes": record.ram_bytes,
        "measures": dict(record.measures),
        "parts": {name: list(sizes) for name, sizes in record.parts.items()},
        "operators": {name: list(sizes) for name, sizes in record.operators.items()},
        "symbols": {name: list(sizes) for name, sizes in record.symbols.items()},
        "history": [dict(update) for update in record.history],
    }


def _canonical(value: object, indent: str = "") -> str:
    """JSON with sorted keys, an item to a line; lists of numbers and small objects on theirs."""
    inner = f"{indent} "
    if isinstance(value, dict) and value:
        rows = (
            f"{inner}{json.dumps(key)}: {_canonical(value[key], inner)}" for key in sorted(value)
        )
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        rows = (f"{inner}{json.dumps(each, sort_keys=True)}" for each in value)
        return "[\n" + ",\n".join(rows) + f"\n{indent}]"
    return json.dumps(value)


def _no_baseline(path: Path, error: Exception) -> SizeError:
    what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
    return SizeError(
        f"{path}: not a baseline ({what}). Remove it and run "
        f'nox -s rebaseline -- {path.stem} --reason "..."'
    )
