"""The relocations that a linker kept: from which address of a program to which.

Source: ELF, "Relocation"; ELF for the Arm Architecture and for the Arm 64-bit Architecture,
"Relocation codes"; RISC-V ABIs Specification, "Relocations"; System V ABI for x86-64, "Relocation
types".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Symbol, SymbolTableSection

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


def read_references(path: Path, *, calls: bool | None = None) -> list[Reference]:
    """Every reference between allocated sections of the program at `path`, in order of address.

    With `calls` only calls and jumps, or, False, only what is none.

    Raises:
        SizeError: it is damaged, or has no relocations.

    """
    try:
        with path.open("rb") as stream:
            file = ELFFile(stream)
            table = file.get_section_by_name(".symtab")
            symbols = list(table.iter_symbols()) if isinstance(table, SymbolTableSection) else []
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


def _of(
    file: ELFFile, section: RelocationSection, symbols: Sequence[Symbol], calls: bool | None
) -> set[Reference]:
    target = file.get_section(section["sh_info"])
    data, base = target.data(), int(target["sh_addr"])
    machine = file["e_machine"]
    arm = machine == "EM_ARM"
    low: int | None = None
    found: set[Reference] = set()
    for each in section.iter_relocations():
        at, kind, symbol = each["r_offset"], each["r_info_type"], symbols[each["r_info_sym"]]
        if calls is not None and calls != (kind in _CALLS.get(machine, ())):
            continue
        if symbol["st_shndx"] == "SHN_UNDEF" or not base <= at < base + len(data):
            continue
        if symbol["st_info"]["type"] != "STT_SECTION":
            found.add((at, symbol["st_value"] & (~1 if arm and _is_function(symbol) else ~0)))
            continue
        if section.is_RELA():
            relative = machine == "EM_X86_64" and kind in _X86_RELATIVE
            found.add((at, symbol["st_value"] + each["r_addend"] + (4 if relative else 0)))
        elif arm and kind == _ABS32:
            found.add((at, int.from_bytes(data[at - base : at - base + 4], "little")))
        elif arm and kind in _MOVW:
            low = _immediate(data, at - base)
        elif arm and kind in _MOVT and low is not None:
            found.add((at, _immediate(data, at - base) << 16 | low))
            low = None
    return found


def _is_function(symbol: Symbol) -> bool:
    return bool(symbol["st_info"]["type"] == "STT_FUNC")


def _immediate(data: bytes, at: int) -> int:
    """The sixteen bits of a Thumb MOVW or MOVT. Source: Armv8-M, MOV (immediate), T3; MOVT, T1."""
    first, second = struct.unpack_from("<HH", data, at)
    return int(
        (first & 0xF) << 12 | (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
    )
