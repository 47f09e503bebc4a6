"""An ELF as attribution sees it: allocated sections with their bytes, symbols, loaded segments."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from elftools.common.exceptions import DWARFError, ELFError
from elftools.construct import ConstructError
from elftools.dwarf.dwarfinfo import DWARFInfo
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from codegen.errors import SizeError

UNREADABLE = (
    DWARFError,
    ELFError,
    ConstructError,
    struct.error,
    zlib.error,
    ValueError,
    KeyError,
    IndexError,
    AssertionError,
    TypeError,
    AttributeError,
    OverflowError,
    MemoryError,
    RecursionError,
    NotImplementedError,
)
"""What pyelftools raises for a file that is damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """An allocated section that is not empty."""

    name: str
    address: int
    size: int
    stored: bool
    """It has contents in the file, so that it takes flash."""
    writable: bool
    data: bytes
    """Its contents; empty where there are none."""

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.address + self.size

    @property
    def flash_bytes(self) -> int:
        """Bytes of flash that it takes."""
        return self.size if self.stored else 0

    @property
    def ram_bytes(self) -> int:
        """Bytes of RAM that it takes."""
        return self.size if self.writable or not self.stored else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A name for bytes: `bytes` is 0 where the assembler recorded no size."""

    name: str
    address: int
    bytes: int
    kind: str
    """`STT_FUNC`, `STT_OBJECT`, `STT_NOTYPE`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """What a loader copies: `file_bytes` from the file, to `physical`, seen at `address`."""

    address: int
    physical: int
    file_bytes: int
    memory_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """The content of an ELF. Sections and symbols by address."""

    path: Path
    sha256: str
    machine: str
    bits: int
    """Bits of an address, and of a long of C."""
    entry: int
    """The address at which it starts."""
    sections: tuple[Section, ...]
    symbols: tuple[Symbol, ...]
    segments: tuple[Segment, ...]
    header_bytes: int
    """Size of ELF and program headers, where they are loaded."""
    absolute: dict[str, int]
    """Values of absolute symbols."""

    @property
    def loaded_bytes(self) -> int:
        """Bytes of the file that a loader copies: sections, gaps between them, headers."""
        return sum(segment.file_bytes for segment in self.segments)

    @property
    def gap_bytes(self) -> int:
        """Bytes that are loaded and in no section: alignment."""
        return self.loaded_bytes - self.flash_bytes - self.header_bytes

    @property
    def flash_bytes(self) -> int:
        """Bytes of code, read-only data and initial values."""
        return sum(section.flash_bytes for section in self.sections)

    @property
    def ram_bytes(self) -> int:
        """Bytes of data and bss."""
        return sum(section.ram_bytes for section in self.sections)

    def load_address(self, section: Section) -> int | None:
        """Where the contents of a section are stored; None if no segment loads them.

        Source: ELF specification, p_paddr.
        """
        for segment in self.segments:
            offset = section.address - segment.address
            if section.stored and 0 <= offset < segment.memory_bytes:
                return segment.physical + offset
        return None


def read_image(path: Path) -> tuple[Image, DWARFInfo]:
    """The image in `path`, and its debug information, which is read on demand.

    Raises:
        SizeError: `path` is missing, is no whole ELF, or was stripped.

    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SizeError(f"{path}: {error.strerror}. Build the target first.") from None
    try:
        file = ELFFile(BytesIO(content))
        dwarf = (
            file.get_dwarf_info(relocate_dwarf_sections=False) if file.has_dwarf_info() else None
        )
        symbols, absolute = _symbols(file)
        image = Image(
            path=path,
            sha256=hashlib.sha256(content).hexdigest(),
            machine=file["e_machine"],
            bits=file.elfclass,
            entry=int(file["e_entry"]) & (~1 if file["e_machine"] == "EM_ARM" else ~0),
            sections=tuple(sorted(_sections(file), key=lambda s: (s.address, s.name))),
            symbols=tuple(sorted(symbols, key=lambda s: (s.address, -s.bytes, s.name))),
            segments=tuple(_segments(file)),
            header_bytes=_header_bytes(file),
            absolute=absolute,
        )
    except UNREADABLE as error:
        raise SizeError(
            f"{path}: not an ELF that can be read ({error or type(error).__name__}). "
            "Remove it and build again."
        ) from None
    if not image.symbols:
        raise SizeError(
            f"{path}: stripped: it has no symbols to show what its bytes are for. "
            "Remove it and build again."
        )
    if dwarf is None:
        raise SizeError(
            f"{path}: it has no debug information to show what its bytes are for. "
            "Remove it and build again."
        )
    return image, dwarf


def allocated(path: Path) -> tuple[int, int]:
    """The flash and the RAM that the ELF `path` fills; it may be stripped.

    Raises:
        SizeError: `path` is missing, or no whole ELF.

    """
    try:
        sections = list(_sections(ELFFile(BytesIO(path.read_bytes()))))
    except OSError as error:
        raise SizeError(f"{path}: {error.strerror}. Build the target first.") from None
    except UNREADABLE as error:
        raise SizeError(f"{path}: not an ELF that can be read ({error}). Build it again.") from None
    return sum(each.flash_bytes for each in sections), sum(each.ram_bytes for each in sections)


def _sections(file: ELFFile) -> Iterator[Section]:
    for section in file.iter_sections():
        flags, size = section["sh_flags"], int(section["sh_size"])
        if not flags & SH_FLAGS.SHF_ALLOC or size == 0:
            continue
        stored = section["sh_type"] != "SHT_NOBITS"
        data = section.data() if stored else b""
        if stored and len(data) != size:
            raise ValueError(f"{section.name} is cut off")
        yield Section(
            name=section.name,
            address=int(section["sh_addr"]),
            size=size,
            stored=stored,
            writable=bool(flags & SH_FLAGS.SHF_WRITE),
            data=data,
        )


_KINDS = ("STT_NOTYPE", "STT_OBJECT", "STT_FUNC", "STT_TLS")


def _symbols(file: ELFFile) -> tuple[list[Symbol], dict[str, int]]:
    """Names for bytes, and absolute values."""
    table = file.get_section_by_name(".symtab")
    found: list[Symbol] = []
    absolute: dict[str, int] = {}
    if not isinstance(table, SymbolTableSection):
        return found, absolute
    thumb = file["e_machine"] == "EM_ARM"
    for each in table.iter_symbols():
        name, value, kind = each.name, int(each["st_value"]), each["st_info"]["type"]
        section = each["st_shndx"]  # a number, or the name of a reserved one
        if kind not in _KINDS or not name:
            continue
        if section == "SHN_ABS":
            absolute[name] = value
        elif isinstance(section, int) and not name.startswith(("$", ".L")):
            address = value & ~1 if thumb and kind == "STT_FUNC" else value
            size = int(each["st_size"])
            found.append(Symbol(name=name, address=address, bytes=size, kind=kind))
    return found, absolute


def _segments(file: ELFFile) -> Iterator[Segment]:
    for segment in file.iter_segments("PT_LOAD"):
        yield Segment(
            address=int(segment["p_vaddr"]),
            physical=int(segment["p_paddr"]),
            file_bytes=int(segment["p_filesz"]),
            memory_bytes=int(segment["p_memsz"]),
        )


def _header_bytes(file: ELFFile) -> int:
    loaded = any(int(segment["p_offset"]) == 0 for segment in file.iter_segments("PT_LOAD"))
    header = file.header
    return int(header["e_ehsize"] + header["e_phnum"] * header["e_phentsize"]) if loaded else 0
