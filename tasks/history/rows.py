"""The file of the history: JSON Lines, a row per commit and target, sorted, each there once."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from codegen.errors import SizeError
from tasks.files import write_if_changed
from tasks.json_text import fault_in_words, parsed_json
from tasks.revisions.git import Commit
from tasks.size.baseline import record_of
from tasks.size.document import Size

FILE = Path("configs/history.jsonl")
NAME = FILE.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a target took at a commit. No time but the commit's own."""

    commit: str
    date: str  # of the commit, in UTC: "2026-11-21T14:05:00Z"
    target: str
    toolchain: str  # "arm-none-eabi-gcc 12.2.1"
    flash_bytes: int
    ram_bytes: int
    parts: Mapping[str, tuple[int, int]]
    """Flash and RAM of each part."""
    measures: Mapping[str, int]
    """What is no byte of the ELF: planned memory, bytes of models, instructions."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Its place in the file; no other row has it."""
        return (self.date, self.commit, self.target)


_ROW = TypeAdapter(Row)


def row_of(size: Size, commit: Commit) -> Row:
    """The row of sizes that were built from `commit`."""
    record = record_of(size)
    return Row(
        commit=commit.id,
        date=commit.date,
        target=size.target,
        toolchain=record.toolchain,
        flash_bytes=record.flash_bytes,
        ram_bytes=record.ram_bytes,
        parts=record.parts,
        measures=record.measures,
    )


def read_rows(path: Path) -> tuple[Row, ...]:
    """The rows of a history, in its order: by date, commit, target. None where there is no file.

    Raises:
        SizeError: a line is no row.

    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except UnicodeDecodeError as error:
        raise SizeError(f"{path}: no history ({error}).") from None
    rows, faults = [], []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(_ROW.validate_python(parsed_json(line)))
        except ValueError as error:
            what = fault_in_words(error) if isinstance(error, ValidationError) else str(error)
            faults.append(f"{path}:{number}: no row of a history ({what}). Remove the line.")
    if faults:
        raise SizeError(faults)
    return tuple(sorted(rows, key=lambda row: row.key))


def add_rows(path: Path, rows: Iterable[Row]) -> bool:
    """Puts `rows` into the file, in place of those of the same commit and target; if it changed.

    Others may do so at the same time: no row is lost, and a reader never sees half a file.

    Raises:
        SizeError: the existing file is not a history.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _held(path.parent):
        known = {row.key: row for row in read_rows(path)}
        known |= {row.key: row for row in rows}
        text = "".join(f"{_line(known[key])}\n" for key in sorted(known))
        return bool(text) and write_if_changed(path, text)


def _line(row: Row) -> str:
    return json.dumps(asdict(row), sort_keys=True)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Locks the folder itself, which leaves no file behind in the repository."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
