"""Whether a program is the one that a size.json measured, and what happened to it if not."""

from __future__ import annotations

from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section

from codegen.errors import SizeError
from tasks.attribution.image import UNREADABLE
from tasks.files import sha256


def check_program(program: Path, measured: str, target: str) -> None:
    """Nothing, where `program` has the SHA-256 `measured`.

    Raises:
        SizeError: it has another, or cannot be read; says why, and how to build `target` again.

    """
    again = f"nox -s build-{target}"
    try:
        if sha256(program) == measured:
            return
        damage = damage_of(program)
    except OSError as error:
        raise SizeError(f"{program}: {error.strerror}. Build again: {again}") from None
    if damage is not None:  # it is newer than what it was linked from
        raise SizeError(f"{program}: {damage}. Remove it and build again: {again}")
    raise SizeError(f"{program}: is not the program that size.json measured. Build again: {again}")


def damage_of(path: Path) -> str | None:
    """What is wrong with the ELF at `path`; None for a whole one with its symbols.

    Raises:
        OSError: it cannot be read.

    """
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            stripped = elf.get_section_by_name(".symtab") is None
            ends = [_end(section) for section in elf.iter_sections()]
    except UNREADABLE as error:
        return f"was truncated, or is no ELF at all ({error or type(error).__name__})"
    if max(ends, default=0) > path.stat().st_size:
        return "was truncated"
    return "was stripped: its symbols are gone" if stripped else None


def _end(section: Section) -> int:
    size = 0 if section["sh_type"] == "SHT_NOBITS" else int(section["sh_size"])
    return int(section["sh_offset"]) + size
