"""In which sections and symbols two ELFs differ."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from tasks.attribution.names import demangled

MAGIC = b"\x7fELF"
HEADER = "sh_type", "sh_flags", "sh_addr", "sh_addralign"
"""What of a section's header is compared: the rest follows from the contents."""


@dataclass(slots=True)
class _Content:
    """A section's header and bytes, and the bytes of each symbol in it."""

    header: tuple[object, ...]
    data: bytes
    symbols: dict[str, bytes] = field(default_factory=dict)


def elf_differences(first: bytes, second: bytes, names: tuple[str, str]) -> Iterator[str]:
    """What differs: `.text: kerf::Method::load: 96 and 98 bytes`; nothing where no section does.

    `names` is what the two are called.

    Raises:
        ValueError: one of the two cannot be read.

    """
    one, other = _read(first), _read(second)
    for name in [*one, *(name for name in other if name not in one)]:
        if name not in one or name not in other:
            yield f"{name}: only in the {names[name not in one]}"
        elif one[name].data != other[name].data:
            yield from _section(name, one[name], other[name], names)
        elif one[name].header != other[name].header:
            yield f"{name}: {', '.join(HEADER)} are {one[name].header} and {other[name].header}"


def _section(name: str, one: _Content, other: _Content, names: tuple[str, str]) -> Iterator[str]:
    """The symbols that differ; those that differ in size first: the others may only have moved."""
    resized, changed = [], []
    symbols = sorted({*one.symbols, *other.symbols})
    named = Counter(map(demangled, symbols))
    for symbol in symbols:
        mine, theirs = one.symbols.get(symbol), other.symbols.get(symbol)
        plain = demangled(symbol)
        shown = f"{name}: {plain if named[plain] == 1 else symbol}"
        if mine is None or theirs is None:
            resized.append(f"{shown}: only in the {names[mine is None]}")
        elif len(mine) != len(theirs):
            resized.append(f"{shown}: {len(mine)} and {len(theirs)} bytes")
        elif mine != theirs:
            changed.append(f"{shown}: differs {_where(mine, theirs)}")
    if resized or changed:
        yield from (*resized, *changed)
    elif len(one.data) != len(other.data):
        yield f"{name}: {len(one.data)} and {len(other.data)} bytes"
    else:
        yield f"{name}: differs {_where(one.data, other.data)}"


def _where(one: bytes, other: bytes) -> str:
    differing = [at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
    return f"in {len(differing)} byte(s), the first at offset {differing[0]}"


def _read(data: bytes) -> Mapping[str, _Content]:
    """The sections of an ELF by name; those of one name are numbered from the second on."""
    try:
        file = ELFFile(io.BytesIO(data))
        found: dict[str, _Content] = {}
        by_index: dict[int, _Content] = {}
        seen: dict[str, int] = defaultdict(int)
        for index, section in enumerate(file.iter_sections()):
            seen[section.name] += 1
            number = seen[section.name]
            key = section.name if number == 1 else f"{section.name} ({number})"
            empty = section["sh_type"] in ("SHT_NOBITS", "SHT_NULL")
            header = tuple(section[each] for each in HEADER)
            content = _Content(header, b"" if empty else section.data())
            found[key or "(no section)"] = by_index[index] = content
        _add_symbols(file, by_index)
    except (ELFError, ValueError, KeyError, AssertionError, OverflowError) as error:
        raise ValueError(f"not an ELF that can be read: {error}") from error
    return found


def _add_symbols(file: ELFFile, sections: Mapping[int, _Content]) -> None:
    for table in file.iter_sections():
        if not isinstance(table, SymbolTableSection):
            continue
        for symbol in table.iter_symbols():
            index, size = symbol["st_shndx"], symbol["st_size"]
            if not isinstance(index, int) or index not in sections or not size or not symbol.name:
                continue
            section = file.get_section(index)
            if section["sh_type"] == "SHT_NOBITS":
                continue
            function = symbol["st_info"]["type"] == "STT_FUNC"
            address = symbol["st_value"] & (~1 if function else ~0)  # bit 0 means Thumb
            start = address - (section["sh_addr"] if file["e_type"] != "ET_REL" else 0)
            bytes_ = sections[index].data[start : start + size]
            sections[index].symbols[symbol.name] = bytes_
