"""Committed sizes of a target: what growth is measured from, one record for each compiler version.

`configs/baselines/<target>.json`, written by `python -m tasks.rebaseline` and reviewed like code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from codegen.errors import SizeError
from tasks.attribution.purpose import Part
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.json_text import fault_in_words, parsed_json
from tasks.size.difference import Bytes, Footprint, Groups, Level, by_name, footprint_of
from tasks.size.document import Size, Toolchain
from tasks.targets import home

BASELINES = Path("configs/baselines")
VERSION = 3

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
    """The figures in addition to `ram_bytes`, as far as they were known."""
    models: Mapping[str, str | None] | None
    """SHA-256 of each model's file by name; None in records that do not say."""
    parts: Mapping[str, Sizes]
    operators: Mapping[str, Sizes]
    symbols: Mapping[str, Sizes]
    history: tuple[Mapping[str, Any], ...]
    """What each update changed and why, oldest first."""


_RECORD = TypeAdapter(Record)


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
        version = content["version"]
        if version != VERSION:
            raise ValueError(f"version {version} instead of {VERSION}")
        rows = content["toolchains"].items()
        return {key: _RECORD.validate_python({**row, "toolchain": key}) for key, row in rows}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_baseline(path, error) from None


def write_records(target: Target, records: Mapping[str, Record]) -> Path:
    """Writes the records of `target`, canonical: one symbol to a line."""
    path = baseline_path(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "version": VERSION,
        "target": target.name,
        "toolchains": {
            key: _RECORD.dump_python(record, mode="json", exclude={"toolchain"})
            for key, record in records.items()
        },
    }
    write_if_changed(path, _canonical(content) + "\n")
    return path


def baseline_path(target: Target) -> Path:
    """The file of the target's baseline."""
    return home(target.root) / BASELINES / f"{target.name}.json"


def record_of(size: Size) -> Record:
    """What is kept of a size.json; without history."""
    footprint = footprint_of(size)
    figures = footprint.figures
    return Record(
        toolchain=footprint.toolchain,
        flash_bytes=size.flash_bytes,
        ram_bytes=size.ram_bytes,
        measures={key: number for key, number in figures.items() if key != "ram_bytes"},
        models=footprint.models,
        parts={name: (part.flash_bytes, part.ram_bytes) for name, part in size.parts.items()},
        operators=_pairs(footprint.levels[Level.OPERATORS]),
        symbols=_pairs(by_name(footprint.levels[Level.SYMBOLS])),
        history=(),
    )


def footprint_of_record(record: Record, target: str) -> Footprint:
    """A record in the form that is compared."""
    weights = record.parts.get(Part.WEIGHTS, (0, 0))
    parts = {name: each for name, each in record.parts.items() if name != Part.WEIGHTS}
    return Footprint(
        label=f"{target}, its baseline",
        target=target,
        toolchain=record.toolchain,
        total=Bytes(flash=record.flash_bytes - weights[0], ram=record.ram_bytes - weights[1]),
        figures={**record.measures, "ram_bytes": record.ram_bytes},
        models=record.models,
        levels={
            Level.PARTS: _groups(parts),
            Level.OPERATORS: _groups(record.operators),
            Level.SYMBOLS: _groups(record.symbols),
        },
    )


def _pairs(groups: Groups) -> dict[str, Sizes]:
    return {name: (each.flash, each.ram) for (name, _), each in groups.items()}


def _groups(pairs: Mapping[str, Sizes]) -> Groups:
    return {(name, None): Bytes(flash=flash, ram=ram) for name, (flash, ram) in pairs.items()}


def _likeness(one: str, other: str) -> int:
    """How alike two toolchains are: the length of their common prefix, equal names first."""
    same = one.partition(" ")[0] == other.partition(" ")[0]
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        shared += 1
    return (1000 if same else 0) + shared


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
    if isinstance(error, ValidationError):
        what = fault_in_words(error)
    return SizeError(
        f"{path}: not a baseline ({what}). Remove it and run "
        f'nox -s rebaseline -- {path.stem} --reason "..."'
    )
