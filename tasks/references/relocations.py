"""The relocations that a linker kept: from which address of a program to which.

Source: ELF, "Relocation"; ELF for the Arm Architecture and for the Arm 64-bit Architecture,
"Relocation codes"; RISC-V ABIs Specification, "Relocations"; System V ABI for x86-64, "Relocation
types".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Section, SymbolTableSection

from codegen.errors import SizeError
from tasks.attribution.image import UNREADABLE

Reference = tuple[int, int]
"""The address of what refers, and the address that it means."""

_ABS32, _MOVW, _MOVT = 2, (43, 47), (44, 48)
"""R_ARM_ABS32; R_ARM_MOVW_ABS_NC and R_ARM_THM_MOVW_ABS_NC; likewise MOVT."""
_X86_RELATIVE = (2, 4, 9, 26, 41, 42)
"""R_X86_64_PC32, PLT32, GOTPCREL, GOTPC32, GOTPCRELX, REX_GOTPCRELX: from the next instruction."""
_CALLS = {
    "EM_ARM": (10, 28, 29, 30, 51, 102),
    "EM_AARCH64": (279, 280, 282, 283),
    "EM_RISCV": (16, 17, 18, 19, 44, 45),
}
"""Relocations of calls and jumps: R_ARM_THM_CALL, CALL, JUMP24, THM_JUMP24, THM_JUMP19, THM_JUMP11;
R_AARCH64_TSTBR14, CONDBR19, JUMP26, CALL26; R_RISCV_BRANCH, JAL, CALL, CALL_PLT, RVC_BRANCH,
RVC_JUMP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Symbol:
    value: int
    is_section: bool
    defined: bool


def read_references(path: Path, *, calls: bool | None = None) -> list[Reference]:
    """Every reference between allocated sections of the program at `path`, in order of address.

    With `calls` only calls and jumps, or, False, only what is none.

    Raises:
        SizeError: it is damaged, or has no relocations.

    """
    try:
        with path.open("rb") as stream:
            file = ELFFile(stream)
            symbols = _symbols(file)
            found = sorted(
                set().union(*(_of(file, section, symbols, calls) for section in _relocations(file)))
            )
    except OSError as error:
        raise SizeError(f"{path}: {error.strerror}.") from None
    except UNREADABLE as error:
        raise SizeError(f"{path}: not an ELF that can be read ({error}).") from None
    if not found:
        raise SizeError(f"{path}: no relocations, which say what refers to what.")
    return found


def _relocations(file: ELFFile) -> Iterator[RelocationSection]:
    for section in file.iter_sections():
        if isinstance(section, RelocationSection) and section["sh_info"]:
            target = file.get_section(section["sh_info"])
            if target["sh_flags"] & 2 and not section["sh_flags"] & 2:  # SHF_ALLOC
                yield section


def _symbols(file: ELFFile) -> list[_Symbol]:
    table = file.get_section_by_name(".symtab")
    if not isinstance(table, SymbolTableSection):
        return []
    order = "<" if file.little_endian else ">"
    small = file.elfclass == 32
    found = []
    for row in struct.iter_unpack(order + ("IIIBBH" if small else "IBBHQQ"), table.data()):
        info, section, value = (row[3], row[5], row[1]) if small else (row[1], row[3], row[4])
        kind = info & 15
        if file["e_machine"] == "EM_ARM" and kind == 2:
            value &= ~1
        found.append(_Symbol(value=value, is_section=kind == 3, defined=section != 0))
    return found


def _of(
    file: ELFFile, section: RelocationSection, symbols: list[_Symbol], calls: bool | None
) -> set[Reference]:
    target = file.get_section(section["sh_info"])
    data, base = target.data(), int(target["sh_addr"])
    arm, x86 = file["e_machine"] == "EM_ARM", file["e_machine"] == "EM_X86_64"
    low: int | None = None
    found: set[Reference] = set()
    for at, index, kind, addend in _rows(file, section):
        symbol = symbols[index]
        if calls is not None and calls != (kind in _CALLS.get(file["e_machine"], ())):
            continue
        if not symbol.defined or not base <= at < base + len(data):
            continue
        meant: int | None = None if symbol.is_section else symbol.value
        if symbol.is_section:
            if addend is not None:
                meant = symbol.value + addend + (4 if x86 and kind in _X86_RELATIVE else 0)
            elif arm and kind == _ABS32:
                meant = int.from_bytes(data[at - base : at - base + 4], "little")
            elif arm and kind in _MOVW:
                low = _immediate(data, at - base)
            elif arm and kind in _MOVT and low is not None:
                meant, low = _immediate(data, at - base) << 16 | low, None
        if meant is not None:
            found.add((at, meant))
    return found


def _rows(file: ELFFile, section: Section) -> Iterator[tuple[int, int, int, int | None]]:
    """Address, index of the symbol, kind, and the addend unless it is in the data."""
    order = "<" if file.little_endian else ">"
    small, explicit = file.elfclass == 32, section["sh_type"] == "SHT_RELA"
    letters = ("II" + "i" * explicit) if small else ("QQ" + "q" * explicit)
    for row in struct.iter_unpack(order + letters, section.data()):
        info = row[1]
        index, kind = (info >> 8, info & 0xFF) if small else (info >> 32, info & 0xFFFFFFFF)
        yield row[0], index, kind, row[2] if explicit else None


def _immediate(data: bytes, at: int) -> int:
    """The sixteen bits of a Thumb MOVW or MOVT. Source: Armv8-M, MOV (immediate), T3; MOVT, T1."""
    first, second = struct.unpack_from("<HH", data, at)
    return int(
        (first & 0xF) << 12 | (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
    )
