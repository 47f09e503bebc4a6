"""Entries of debug information: functions, data, what they are in and what was inlined.

Source: DWARF 5, sections 2.17.3 (ranges), 7.5 (units and entries), 7.25 and 7.27 (lists).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from elftools.dwarf.dwarfinfo import DebugSectionDescriptor, DWARFInfo
from elftools.dwarf.enums import ENUM_DW_AT, ENUM_DW_TAG

from tasks.attribution.forms import (
    Abbreviation,
    Widths,
    abbreviations,
    block,
    number,
    text,
    uleb,
)

_AT: dict[str, int] = {name: value for name, value in ENUM_DW_AT.items() if isinstance(value, int)}
_TAGS = {value: name for name, value in ENUM_DW_TAG.items() if isinstance(value, int)}
_SIBLING = _AT["DW_AT_sibling"]

_KEPT = frozenset(
    ENUM_DW_TAG[f"DW_TAG_{name}"]
    for name in ("subprogram", "inlined_subroutine", "variable", "member", "call_site")
) | {ENUM_DW_TAG["DW_TAG_GNU_call_site"]}
"""Kept even without children."""
_CLOSED = frozenset(
    ENUM_DW_TAG[f"DW_TAG_{name}"]
    for name in ("array_type", "call_site", "enumeration_type", "subroutine_type")
) | {ENUM_DW_TAG["DW_TAG_GNU_call_site"]}
"""What is in these is neither code nor data, and nothing of it is referred to."""


class Entry:
    """One entry; its attributes are read when they are wanted."""

    __slots__ = ("_abbreviation", "_at", "children", "offset", "parent", "tag", "unit")

    def __init__(
        self,
        unit: Unit,
        offset: int,
        abbreviation: Abbreviation,
        at: int,
        parent: Entry | None,
    ) -> None:
        self.unit = unit
        self.offset = offset
        self.tag = _TAGS.get(abbreviation.tag, "")
        self.parent = parent
        self.children: list[Entry] = []
        self._abbreviation = abbreviation
        self._at = at

    def __contains__(self, attribute: str) -> bool:
        """Whether it has `DW_AT_name` and so on."""
        return _AT[attribute] in self._abbreviation.by_attribute

    def form(self, attribute: str) -> str:
        """How an attribute is stored: `strp`."""
        return self._abbreviation.by_attribute[_AT[attribute]].form

    def number(self, attribute: str) -> int:
        """A number, or an offset into another section; an address by its index is that address."""
        field = self._abbreviation.by_attribute[_AT[attribute]]
        if field.form == "implicit_const":
            return field.constant
        data = self.unit.sections.info
        at = self._abbreviation.start(data, self._at, field)
        found = number(data, at, field.form, field.size)
        return self.unit.address(found) if field.form.startswith("addrx") else found

    def text(self, attribute: str) -> str | None:
        """A string; None where it has no such attribute."""
        field = self._abbreviation.by_attribute.get(_AT[attribute])
        if field is None:
            return None
        sections = self.unit.sections
        at = self._abbreviation.start(sections.info, self._at, field)
        if field.form == "string":
            return text(sections.info, at)
        found = number(sections.info, at, field.form, field.size)
        if field.form == "line_strp":
            return text(sections.line_strings, found)
        if field.form.startswith("strx") or field.form == "GNU_str_index":
            found = self.unit.string_offset(found)
        elif field.form != "strp":
            raise NotImplementedError(f"a string as {field.form}")
        return text(sections.strings, found)

    def block(self, attribute: str) -> bytes | None:
        """The bytes of an expression; None where it has none, or a list of them."""
        field = self._abbreviation.by_attribute.get(_AT[attribute])
        if field is None:
            return None
        data = self.unit.sections.info
        return block(data, self._abbreviation.start(data, self._at, field), field.form)

    def referred(self, attribute: str) -> Entry:
        """The entry that an attribute refers to.

        Raises:
            ValueError: there is none.

        """
        field = self._abbreviation.by_attribute[_AT[attribute]]
        found = self.number(attribute)
        if field.form == "ref_addr":
            return self.unit.sections.entry(found)
        if field.form not in ("ref1", "ref2", "ref4", "ref8", "ref_udata"):
            raise NotImplementedError(f"a reference as {field.form}")
        return self.unit.entry(self.unit.offset + found)

    def ranges(self, base: int) -> Iterator[tuple[int, int]]:
        """First address and the one behind the last of each span in its `DW_AT_ranges`."""
        at = self.number("DW_AT_ranges")
        if self.unit.widths.version < 5:
            return self.unit.old_ranges(at, base)
        if self.form("DW_AT_ranges") == "rnglistx":
            at = self.unit.range_list(at)
        return self.unit.new_ranges(at, base)


class Unit:
    """A unit: what one file, or all of them when they were linked, was compiled to."""

    def __init__(self, sections: Sections, header: Any) -> None:
        self.sections = sections
        self._header = header
        self.offset = int(header.cu_offset)
        self.end = self.offset + int(header.size)
        self.widths = Widths(
            version=int(header["version"]),
            address=int(header["address_size"]),
            offset=4 if header.structs.dwarf_format == 32 else 8,
        )

    @cached_property
    def top(self) -> Entry:
        """The entry that all others are in; its children are known once `read` was called."""
        at = int(self._header.cu_die_offset)
        code, start = uleb(self.sections.info, at)
        return Entry(self, at, self._abbreviations[code], start, None)

    def read(self) -> Entry:
        """The entry that all others are in, with these."""
        return self._entries[self.top.offset]

    def entry(self, offset: int) -> Entry:
        """The entry at an offset of `.debug_info`."""
        found = self._entries.get(offset)
        if found is None:
            raise ValueError(f"no entry at {offset:#x}")
        return found

    @cached_property
    def _entries(self) -> dict[int, Entry]:
        """All that may hold code or be referred to, by offset; children are in order."""
        data, end = self.sections.info, self.end
        known = self._abbreviations
        found = {self.top.offset: self.top}
        above: list[Entry] = []
        parent = self.top
        code, at = uleb(data, parent.offset)
        at = known[code].behind(data, at)
        if not known[code].has_children:
            return found
        while at < end:
            offset = at
            code = data[at]
            at += 1
            if code >= 0x80:
                code, at = uleb(data, offset)
            if code == 0:
                if not above:
                    break
                parent = above.pop()
                continue
            kind = known[code]
            start = at
            at = start + kind.size if kind.size is not None else kind.behind(data, start)
            if not kind.has_children and kind.tag not in _KEPT:
                continue
            entry = found[offset] = Entry(self, offset, kind, start, parent)
            parent.children.append(entry)
            if not kind.has_children:
                continue
            if kind.tag in _CLOSED and _SIBLING in kind.by_attribute:
                sibling = entry.number("DW_AT_sibling") + self.offset
                if not at < sibling <= end:
                    raise ValueError(f"a sibling at {sibling:#x}")
                at = sibling
            else:
                above.append(parent)
                parent = entry
        return found

    def address(self, index: int) -> int:
        """The address at an index of the unit's list."""
        width = self.widths.address
        at = self._base("DW_AT_addr_base") + index * width
        return int.from_bytes(_exactly(self.sections.addresses, at, width), "little")

    def string_offset(self, index: int) -> int:
        """Where the string at an index of the unit's list begins."""
        return self._indexed(self.sections.string_offsets, "DW_AT_str_offsets_base", index)

    def range_list(self, index: int) -> int:
        """Where the list of ranges at an index of the unit's begins."""
        base = self._base("DW_AT_rnglists_base")
        return base + self._indexed(self.sections.range_lists, "DW_AT_rnglists_base", index)

    def old_ranges(self, at: int, base: int) -> Iterator[tuple[int, int]]:
        """The spans of the list at `at` of `.debug_ranges`; DWARF 4, section 2.17.3."""
        data, width = self.sections.ranges, self.widths.address
        largest = (1 << 8 * width) - 1
        while True:
            first = int.from_bytes(_exactly(data, at, width), "little")
            second = int.from_bytes(_exactly(data, at + width, width), "little")
            at += 2 * width
            if first == second == 0:
                return
            if first == largest:
                base = second
            elif second > first:
                yield base + first, base + second

    def new_ranges(self, at: int, base: int) -> Iterator[tuple[int, int]]:
        """The spans of the list at `at` of `.debug_rnglists`; DWARF 5, section 7.25."""
        data, width = self.sections.range_lists, self.widths.address
        while kind := data[at]:
            at += 1
            operands = []
            for operand in _RANGES[kind]:
                if operand == "address":
                    value, at = int.from_bytes(_exactly(data, at, width), "little"), at + width
                else:
                    value, at = uleb(data, at)
                    value = self.address(value) if operand == "index" else value
                operands.append(value)
            start = operands[0]
            if len(operands) == 1:
                base = start
                continue
            end = operands[1]
            if kind == _OFFSETS:
                start, end = base + start, base + end
            elif _RANGES[kind][1] == "length":
                end += start
            if end > start:
                yield start, end

    @cached_property
    def _abbreviations(self) -> dict[int, Abbreviation]:
        at = int(self._header["debug_abbrev_offset"])
        return abbreviations(self.sections.abbreviations, at, self.widths)

    def _base(self, attribute: str) -> int:
        """Where the unit's list begins; without the attribute, behind the section's header."""
        if attribute in self.top:
            return self.top.number(attribute)
        rest = {"DW_AT_rnglists_base": 8, "DW_AT_addr_base": 4, "DW_AT_str_offsets_base": 4}
        return (4 if self.widths.offset == 4 else 12) + rest[attribute]

    def _indexed(self, data: bytes, attribute: str, index: int) -> int:
        width = self.widths.offset
        at = self._base(attribute) + index * width
        return int.from_bytes(_exactly(data, at, width), "little")


_OFFSETS = 4
_RANGES: dict[int, tuple[str, ...]] = {
    1: ("index",),
    2: ("index", "index"),
    3: ("index", "length"),
    _OFFSETS: ("offset", "offset"),
    5: ("address",),
    6: ("address", "address"),
    7: ("address", "length"),
}
"""What follows each kind of range: DW_RLE_base_addressx and so on. One alone is a base."""


class Sections:
    """The bytes of an image's debug information, and its units."""

    def __init__(self, dwarf: DWARFInfo) -> None:
        self.info = _bytes(dwarf.debug_info_sec)
        self.abbreviations = _bytes(dwarf.debug_abbrev_sec)
        self.lines = _bytes(dwarf.debug_line_sec)
        self.strings = _bytes(dwarf.debug_str_sec)
        self.line_strings = _bytes(dwarf.debug_line_str_sec)
        self.string_offsets = _bytes(dwarf.debug_str_offsets_sec)
        self.addresses = _bytes(dwarf.debug_addr_sec)
        self.ranges = _bytes(dwarf.debug_ranges_sec)
        self.range_lists = _bytes(dwarf.debug_rnglists_sec)
        self.units = tuple(Unit(self, header) for header in dwarf.iter_CUs())
        self._starts = [unit.offset for unit in self.units]

    def entry(self, offset: int) -> Entry:
        """The entry at an offset of `.debug_info`."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            raise ValueError(f"no entry at {offset:#x}")
        return self.units[at].entry(offset)


def _bytes(section: DebugSectionDescriptor | None) -> bytes:
    if section is None:
        return b""
    section.stream.seek(0)
    return section.stream.read()


def _exactly(data: bytes, at: int, size: int) -> bytes:
    found = data[at : at + size]
    if len(found) != size:
        raise IndexError("a list of debug information is cut off")
    return found
