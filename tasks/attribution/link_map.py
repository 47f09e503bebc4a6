"""A linker's map as chunks: which object and input section each span of the image came from.

GNU ld and LLVM lld write different maps; both are read. What a map records of addresses is all
that is taken: its symbols and sizes of output sections are in the ELF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from codegen.errors import SizeError


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """One input section in the image."""

    section: str
    """Section of the image: `.text`."""
    address: int
    bytes: int
    name: str
    """Name of the input section: `.text._ZN4kerf5Arena8allocateEjj`."""
    object: str
    """As the linker names it: `build/mv2-arm/obj/runtime/core/error.o`, `memcpy.c.o`."""
    archive: str | None
    """`/usr/lib/libc.a`, for a member of one."""

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.address + self.bytes


def read_map(path: Path) -> tuple[Chunk, ...]:
    """The chunks of the map in `path`, by address; they do not overlap.

    Raises:
        SizeError: `path` is missing, or no map that is known.

    """
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise SizeError(f"{path}: {error.strerror}. Build the target again.") from None
    at = next((i for i, line in enumerate(lines) if line == _GNU), None)
    if at is not None:
        found = tuple(_gnu(lines[at + 1 :]))
    elif lines and _LLD.match(lines[0]):
        found = tuple(_lld(lines[1:]))
    else:
        raise SizeError(f"{path}: not a linker's map. Remove it and build again.")
    return tuple(_clipped(sorted(found, key=lambda chunk: chunk.address)))


def _clipped(chunks: Sequence[Chunk]) -> Iterator[Chunk]:
    """GNU ld gives texts that it has merged into others their old size: the next chunk is right."""
    for chunk, following in pairwise((*chunks, None)):
        if chunk is None:
            return
        end = chunk.end
        if following is not None and following.section == chunk.section:
            end = min(end, following.address)
        if end > chunk.address:
            yield replace(chunk, bytes=end - chunk.address)


_GNU = "Linker script and memory map"
_GNU_OUTPUT = re.compile(r"(\.\S+|COMMON)(?:\s|$)")
_GNU_NAME = re.compile(r" (\.\S+|COMMON)$")
_GNU_CHUNK = re.compile(r" (\S+)\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$")


def _gnu(lines: list[str]) -> Iterator[Chunk]:
    """A long name is on a line of its own before the rest."""
    section = name = ""
    for line in lines:
        if output := _GNU_OUTPUT.match(line):
            section = output[1]
        if name_only := _GNU_NAME.match(line):
            name = f" {name_only[1]}"
            continue
        row = _GNU_CHUNK.match(name + line if name else line)
        name = ""
        if row is None or row[1].startswith("*"):
            continue
        size = int(row[3], 16)
        if size:
            yield _chunk(section, int(row[2], 16), size, row[1], row[4])


_LLD = re.compile(r"\s*VMA\s+LMA\s+Size\s+Align\s+Out")
_LLD_ROW = re.compile(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+ ( *)(\S.*)$")
_LLD_INPUT = re.compile(r"(.+):\((\S+)\)$")
_LLD_INDENT = 8
"""Columns from an output section to its input sections."""


def _lld(lines: list[str]) -> Iterator[Chunk]:
    section = ""
    for line in lines:
        row = _LLD_ROW.match(line)
        if row is None:
            continue
        if not row[3]:
            section = row[4]
        elif len(row[3]) == _LLD_INDENT and (chunk := _LLD_INPUT.match(row[4])) is not None:
            size = int(row[2], 16)
            if size:
                yield _chunk(section, int(row[1], 16), size, chunk[2], chunk[1])


_MEMBER = re.compile(r"(.+)\(([^()]+)\)$")


def _chunk(section: str, address: int, size: int, name: str, file: str) -> Chunk:
    member = _MEMBER.match(file)
    return Chunk(
        section=section,
        address=address,
        bytes=size,
        name=name,
        object=member[2] if member else file,
        archive=member[1] if member else None,
    )
