"""How the attributes of debug information are stored: numbers, strings, addresses, references.

pyelftools makes an object of every attribute; an image with every operator has two million, of
which a twentieth is looked at. Here an attribute is read when it is needed, and what has a fixed
size is stepped over.

Source: DWARF 5, sections 7.5.3 (abbreviations), 7.5.5 and 7.5.6 (forms), 7.6 (LEB128).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from elftools.dwarf.enums import ENUM_DW_FORM

_BLOCKS = {"block": 0, "exprloc": 0, "block1": 1, "block2": 2, "block4": 4}
"""Bytes of the length before a block; 0 where that is a LEB128."""
_NUMBERS = frozenset(
    {"udata", "sdata", "ref_udata", "strx", "addrx", "loclistx", "rnglistx"}
    | {"GNU_addr_index", "GNU_str_index"}
)
_FIXED = {
    **{"flag_present": 0, "implicit_const": 0, "flag": 1, "data16": 16, "ref_sig8": 8},
    **{f"{kind}{size}": size for kind in ("data", "ref") for size in (1, 2, 4, 8)},
    **{f"{kind}{size}": size for kind in ("strx", "addrx") for size in (1, 2, 3, 4)},
    **{"ref_sup4": 4, "ref_sup8": 8},
}
_OFFSETS = frozenset({"strp", "line_strp", "sec_offset", "strp_sup", "GNU_strp_alt", "GNU_ref_alt"})
_NAMES = {
    number: name.removeprefix("DW_FORM_")
    for name, number in ENUM_DW_FORM.items()
    if isinstance(number, int)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Widths:
    """What a unit's header says of the sizes of its attributes, in bytes."""

    version: int
    address: int
    offset: int
    """Of an offset into another section: 4, or 8 in 64-bit DWARF."""

    def of(self, form: str) -> int | None:
        """The bytes of an attribute of `form`; None where they differ."""
        if form in _OFFSETS:
            return self.offset
        if form == "addr":
            return self.address
        if form == "ref_addr":
            return self.address if self.version < 3 else self.offset
        return _FIXED.get(form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An attribute of an abbreviation."""

    attribute: int
    """`DW_AT_name` and so on, by number."""
    form: str
    """`strp`: a form without `DW_FORM_`."""
    constant: int
    """Its value, where every entry has the same."""
    at: int | None
    """Bytes from the first attribute on; None where one before it has no fixed size."""
    size: int | None
    """Its bytes; None where they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abbreviation:
    """What entries of one kind consist of."""

    tag: int
    has_children: bool
    fields: tuple[Field, ...]
    by_attribute: Mapping[int, Field]
    size: int | None
    """Bytes of all attributes; None where they differ."""

    def behind(self, data: bytes, at: int) -> int:
        """Where the entry ends whose attributes begin at `at`."""
        if self.size is not None:
            return at + self.size
        for field in self.fields:
            at = at + field.size if field.size is not None else end(data, at, field.form)
        return at

    def start(self, data: bytes, at: int, wanted: Field) -> int:
        """Where `wanted` begins in the entry whose attributes begin at `at`."""
        if wanted.at is not None:
            return at + wanted.at
        for field in self.fields:
            if field is wanted:
                break
            at = at + field.size if field.size is not None else end(data, at, field.form)
        return at


def abbreviations(data: bytes, at: int, widths: Widths) -> dict[int, Abbreviation]:
    """The table at `at` of `.debug_abbrev`, by code.

    Raises:
        IndexError: it is cut off.
        NotImplementedError: a form is unknown.

    """
    found: dict[int, Abbreviation] = {}
    while True:
        code, at = uleb(data, at)
        if code == 0:
            return found
        tag, at = uleb(data, at)
        has_children = bool(data[at])
        fields, at = _fields(data, at + 1, widths)
        sizes = [field.size for field in fields]
        found[code] = Abbreviation(
            tag=tag,
            has_children=has_children,
            fields=tuple(fields),
            by_attribute={field.attribute: field for field in fields},
            size=None if None in sizes else sum(size or 0 for size in sizes),
        )


def _fields(data: bytes, at: int, widths: Widths) -> tuple[list[Field], int]:
    fields: list[Field] = []
    offset: int | None = 0
    while True:
        attribute, at = uleb(data, at)
        number, at = uleb(data, at)
        if not attribute and not number:
            return fields, at
        form = form_name(number)
        constant = 0
        if form == "implicit_const":
            constant, at = sleb(data, at)
        size = widths.of(form)
        fields.append(
            Field(attribute=attribute, form=form, constant=constant, at=offset, size=size)
        )
        offset = None if offset is None or size is None else offset + size


def form_name(number: int) -> str:
    """The form of a number, without `DW_FORM_`.

    Raises:
        NotImplementedError: it is unknown.

    """
    name = _NAMES.get(number)
    if name is None or name in ("null", "ref", "indirect"):
        raise NotImplementedError(f"form {number:#x} of an attribute")
    return name


def block(data: bytes, at: int, form: str) -> bytes | None:
    """The bytes of a block, such as an expression; None for any other form."""
    width = _BLOCKS.get(form)
    if width is None:
        return None
    start = at + width if width else uleb(data, at)[1]
    return data[start : end(data, at, form)]


def number(data: bytes, at: int, form: str, size: int | None) -> int:
    """An unsigned number, offset, reference or index."""
    if form == "flag_present":
        return 1
    return uleb(data, at)[0] if size is None else int.from_bytes(data[at : at + size], "little")


def text(data: bytes, at: int) -> str:
    """The string that begins at `at` and ends with a NUL."""
    return data[at : data.index(b"\0", at)].decode(errors="replace")


def uleb(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def sleb(data: bytes, at: int) -> tuple[int, int]:
    """A signed LEB128, and where it ends."""
    value, end = uleb(data, at)
    bits = 7 * (end - at)
    return value - (1 << bits) if value >> (bits - 1) else value, end


def end(data: bytes, at: int, form: str) -> int:
    """Where an attribute ends that has no fixed size."""
    if form in _NUMBERS:
        while data[at] >= 0x80:
            at += 1
        return at + 1
    if form == "string":
        return data.index(b"\0", at) + 1
    width = _BLOCKS[form]
    if width == 0:
        size, start = uleb(data, at)
        return start + size
    return at + width + int.from_bytes(data[at : at + width], "little")
