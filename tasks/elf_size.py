"""Sizes from an ELF: flash and RAM by section, by symbol and by part of the runtime.

Flash is what stands in the image: every allocated section with contents. RAM is what lies in
writable memory: sections with contents that are writable, and those without contents. The model
and the arena have no section, so that they never count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.construct import ConstructError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section as ElfSection
from elftools.elf.sections import Symbol as ElfSymbol
from elftools.elf.sections import SymbolTableSection

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks.part import Part, kernel_functions, part_of
from tasks.symbol_name import demangle


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An allocated section; sizes in bytes."""

    name: str
    address: int
    flash_bytes: int
    ram_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A function or datum; sizes in bytes, where symbols overlap the bytes are the first one's."""

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
    constants: Mapping[str, int]
    """Absolute symbols, which take no bytes: their values."""

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
    """The sizes in `elf`, its symbols sorted into parts by the kernels of `plan`.

    Raises:
        SizeError: `elf` is missing, is no ELF, or has no symbols.

    """
    try:
        with elf.open("rb") as stream:
            size = _measure(ELFFile(stream), plan)
    except OSError as error:
        raise SizeError(f"{elf}: {error.strerror or error}. Build the target first.") from None
    # pyelftools says in many ways that a file is cut off or damaged.
    except (
        ELFError,
        ConstructError,
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as error:
        what = str(error) or type(error).__name__
        raise SizeError(f"{elf}: not an ELF that can be read ({what}). Build it again.") from None
    if not size.symbols:
        raise SizeError(f"{elf}: has no symbols: sizes are taken before it is stripped.")
    return size


def _measure(file: ELFFile, plan: Plan) -> ElfSize:
    sections = list(file.iter_sections())
    table = file.get_section_by_name(".symtab")
    symbols = list(table.iter_symbols()) if isinstance(table, SymbolTableSection) else []
    # On Arm the lowest bit of a function's address says which instruction set it is in.
    arm = file["e_machine"] == "EM_ARM"
    found = _symbols(symbols, sections, kernel_functions(plan), arm=arm)
    return ElfSize(
        sections=tuple(_sections(sections)),
        symbols=tuple(sorted(found, key=lambda s: (-s.flash_bytes - s.ram_bytes, s.name))),
        constants={
            symbol.name: int(symbol["st_value"])
            for symbol in symbols
            if symbol["st_shndx"] == "SHN_ABS"
        },
    )


def _sections(sections: Iterable[ElfSection]) -> Iterator[Section]:
    for section in sections:
        flash, ram = _size(section)
        if flash or ram:
            yield Section(
                name=section.name, address=section["sh_addr"], flash_bytes=flash, ram_bytes=ram
            )


def _size(section: ElfSection) -> tuple[int, int]:
    """Flash and RAM bytes of a section."""
    flags, bytes_ = section["sh_flags"], int(section["sh_size"])
    if not flags & SH_FLAGS.SHF_ALLOC:
        return 0, 0
    if section["sh_type"] == "SHT_NOBITS":
        return 0, bytes_
    return bytes_, bytes_ if flags & SH_FLAGS.SHF_WRITE else 0


@dataclass(frozen=True, slots=True, order=True)
class _Range:
    """Where a symbol lies; in order of address, of two at one address the longer first."""

    start: int
    minus_bytes: int
    name: str


def _symbols(
    symbols: Iterable[ElfSymbol],
    sections: list[ElfSection],
    kernels: frozenset[str],
    *,
    arm: bool,
) -> Iterator[Symbol]:
    """The functions and data of each section, each byte counted for one symbol only."""
    ranges: dict[int, list[_Range]] = defaultdict(list)
    for symbol in symbols:
        index, kind = symbol["st_shndx"], symbol["st_info"]["type"]
        if isinstance(index, int) and kind in ("STT_FUNC", "STT_OBJECT") and symbol["st_size"]:
            start = symbol["st_value"] & ~1 if arm and kind == "STT_FUNC" else symbol["st_value"]
            ranges[index].append(_Range(start, -symbol["st_size"], symbol.name))
    for index, found in sorted(ranges.items()):
        section = sections[index]
        flash, ram = _size(section)
        done, end = section["sh_addr"], section["sh_addr"] + section["sh_size"]
        for each in sorted(found):
            stop = min(each.start - each.minus_bytes, end)
            bytes_ = stop - max(each.start, done)
            if bytes_ <= 0 or not (flash or ram):
                continue
            done = stop
            yield Symbol(
                name=demangle(each.name),
                part=part_of(each.name, section.name, kernels),
                flash_bytes=bytes_ if flash else 0,
                ram_bytes=bytes_ if ram else 0,
            )
