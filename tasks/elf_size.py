"""Sizes from an ELF: flash and RAM by section, by symbol and by part of the runtime.

Flash is what stands in the image: every allocated section with contents. RAM is what lies in
writable memory: sections with contents that are writable, and those without contents. The model
and the arena have no section, so that they never count.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import itanium_demangler
from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section as ElfSection
from elftools.elf.sections import SymbolTableSection

from codegen.errors import SizeError
from codegen.plan import Plan

PLAN_SECTION = ".kerf_plan"


class Part(StrEnum):
    """What bytes are for."""

    KERNELS = "kernels"
    TABLES = "tables"
    CORE = "core"
    APPLICATION = "application"
    START_UP = "start-up"
    LIBC = "libc"
    OTHER = "strings and padding"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An allocated section; sizes in bytes."""

    name: str
    address: int
    flash_bytes: int
    ram_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A function or datum; sizes in bytes, aliases of one place counted once."""

    name: str
    part: Part
    flash_bytes: int
    ram_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ElfSize:
    """What one ELF takes."""

    sections: tuple[Section, ...]
    symbols: tuple[Symbol, ...]
    """Largest first."""

    @property
    def flash_bytes(self) -> int:
        """Bytes of code, read-only data and initial values."""
        return sum(section.flash_bytes for section in self.sections)

    @property
    def ram_bytes(self) -> int:
        """Bytes of data and bss."""
        return sum(section.ram_bytes for section in self.sections)

    def parts(self) -> dict[Part, tuple[int, int]]:
        """Flash and RAM bytes of each part; their sums are those of the sections."""
        flash: dict[Part, int] = defaultdict(int)
        ram: dict[Part, int] = defaultdict(int)
        for symbol in self.symbols:
            flash[symbol.part] += symbol.flash_bytes
            ram[symbol.part] += symbol.ram_bytes
        flash[Part.OTHER] += self.flash_bytes - sum(flash.values())
        ram[Part.OTHER] += self.ram_bytes - sum(ram.values())
        return {part: (flash[part], ram[part]) for part in Part}


def measure(elf: Path, plan: Plan) -> ElfSize:
    """The sizes in `elf`, its symbols sorted into parts by the libraries of `plan`.

    Raises:
        SizeError: `elf` is missing, is no ELF, or has no symbols.
    """
    try:
        with elf.open("rb") as stream:
            file = ELFFile(stream)
            sections = tuple(_sections(file))
            symbols = tuple(_symbols(file, _kernel_namespaces(plan)))
    except OSError as error:
        raise SizeError(f"{elf}: {error.strerror}. Build the target first.") from None
    except (ELFError, ValueError, KeyError, AssertionError) as error:
        raise SizeError(f"{elf}: not an ELF that can be read ({error}). Build it again.") from None
    if not symbols:
        raise SizeError(f"{elf}: has no symbols: sizes are taken before it is stripped.")
    return ElfSize(sections=sections, symbols=symbols)


def absolute_symbols(elf: Path, names: Iterable[str]) -> dict[str, int]:
    """The values of absolute symbols, 0 for one that `elf` does not have."""
    values = dict.fromkeys(names, 0)
    with elf.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        if isinstance(table, SymbolTableSection):
            for name in values:
                for symbol in table.get_symbol_by_name(name) or ():
                    values[name] = int(symbol["st_value"])
    return values


def _sections(file: ELFFile) -> Iterable[Section]:
    for section in file.iter_sections():
        size = _size(section)
        if size != (0, 0):
            yield Section(
                name=section.name,
                address=section["sh_addr"],
                flash_bytes=size[0],
                ram_bytes=size[1],
            )


def _size(section: ElfSection) -> tuple[int, int]:
    """Flash and RAM bytes of a section."""
    flags, bytes_ = section["sh_flags"], int(section["sh_size"])
    if not flags & SH_FLAGS.SHF_ALLOC:
        return 0, 0
    if section["sh_type"] == "SHT_NOBITS":
        return 0, bytes_
    return bytes_, bytes_ if flags & SH_FLAGS.SHF_WRITE else 0


def _symbols(file: ELFFile, kernel_namespaces: frozenset[str]) -> Iterable[Symbol]:
    table = file.get_section_by_name(".symtab")
    if not isinstance(table, SymbolTableSection):
        return
    seen: set[tuple[int, int]] = set()
    found = []
    for symbol in table.iter_symbols():
        index = symbol["st_shndx"]
        if symbol["st_info"]["type"] not in ("STT_FUNC", "STT_OBJECT") or not isinstance(index, int):
            continue
        section = file.get_section(index)
        flash, ram = _size(section)
        address = symbol["st_value"] & (~1 if symbol["st_info"]["type"] == "STT_FUNC" else ~0)
        if not symbol["st_size"] or (index, address) in seen:
            continue
        seen.add((index, address))
        bytes_ = int(symbol["st_size"])
        part = (
            Part.TABLES
            if section.name == PLAN_SECTION
            else part_of(symbol.name, kernel_namespaces)
        )
        found.append(
            Symbol(
                name=demangle(symbol.name),
                part=part,
                flash_bytes=bytes_ if flash else 0,
                ram_bytes=bytes_ if ram else 0,
            )
        )
    yield from sorted(found, key=lambda s: (-s.flash_bytes - s.ram_bytes, s.name))


def _kernel_namespaces(plan: Plan) -> frozenset[str]:
    return frozenset(
        {kernel.function.rpartition("::")[0] for kernel in plan.kernels} | {"kerf::adapter"}
    )


def part_of(symbol: str, kernel_namespaces: frozenset[str]) -> Part:
    """The part that a linker symbol belongs to, by its namespace or name."""
    path = _namespace_path(symbol)
    if not path:
        if symbol == "main" or symbol.startswith("kerf_phase_"):
            return Part.APPLICATION
        if symbol.startswith("kerf_") or symbol in _START_UP:
            return Part.START_UP
        return Part.LIBC
    names = "::".join(path)
    if any(f"{names}::".startswith(f"{space}::") for space in kernel_namespaces):
        return Part.KERNELS
    if path[:2] == ["kerf", "selected"]:
        return Part.TABLES
    if path[:2] == ["kerf", "platform"]:
        return Part.START_UP
    if path[:2] in (["kerf", "calls"], ["kerf", "runner"], ["kerf", "minimal"]):
        return Part.APPLICATION
    return Part.CORE if path[0] == "kerf" else Part.KERNELS


_START_UP = frozenset({"_start", "reset_handler", "fault_handler", "vectors", "trap_handler"})
_NESTED = re.compile(r"_ZN[VKrRO]*")
_ANONYMOUS = "_GLOBAL__N_1"


def _namespace_path(symbol: str) -> list[str]:
    """The leading plain names of a mangled symbol: `_ZN4kerf6Method4loadEv` is kerf, Method, load.

    Source: Itanium C++ ABI, "Mangling", <nested-name> of <source-name>s.
    """
    match = _NESTED.match(symbol)
    if match is None:
        return []
    names, at = [], match.end()
    while length := re.match(r"\d+", symbol[at:]):
        start = at + length.end()
        at = start + int(length[0])
        if symbol[start:at] != _ANONYMOUS:
            names.append(symbol[start:at])
    return names


def demangle(symbol: str) -> str:
    """The C++ name of a linker symbol, or the symbol itself where it is none."""
    plain, dot, suffix = symbol.partition(".")
    try:
        parsed = itanium_demangler.parse(plain)
    except (NotImplementedError, ValueError, IndexError, TypeError, AttributeError):
        parsed = None
    return f"{parsed}{dot}{suffix}" if parsed is not None else symbol
