"""Debug information as attribution needs it: which function each code byte was written in.

A compiler inlines functions; DWARF records which bytes came from which. Only units
with code are walked where GCC linked with LTO: the others, several times as many, hold what
these refer to.

Source: DWARF 5, sections 2.17 (ranges), 3.3 (subroutines), 3.3.8 (inlined), 3.4 (call sites).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from elftools.dwarf.compileunit import CompileUnit
from elftools.dwarf.die import DIE
from elftools.dwarf.dwarf_expr import DWARFExprParser
from elftools.dwarf.dwarfinfo import DWARFInfo
from elftools.dwarf.ranges import BaseAddressEntry
from elftools.dwarf.typeunit import TypeUnit

from codegen.errors import SizeError
from tasks.attribution.debug import Debug, Origin, Span, flat
from tasks.attribution.image import UNREADABLE, Symbol
from tasks.attribution.names import qualified

MOST_LINKS = 64
"""Entries that may refer to one another in a row; more make a circle."""
Callees = Callable[[int, int], Iterable[int]]
"""Addresses that are called between two addresses."""
Unit = CompileUnit | TypeUnit
Range = tuple[int, int]
"""First address, and the one behind the last."""


def read_debug(
    dwarf: DWARFInfo, symbols: Sequence[Symbol], callees: Callees = lambda _start, _end: ()
) -> Debug:
    """What `dwarf` records of the functions and data that `symbols` name, and of calls.

    It also describes what the linker dropped, and places that at address 0. Clang leaves out most
    calls: `callees` finds them in the code.

    Raises:
        SizeError: it is damaged.

    """
    reader = _Reader(symbols)
    try:
        units = tuple(dwarf.iter_CUs())
        together = any(_unit_name(unit) is None for unit in units)
        for unit in units:
            if _has_code(unit) or not together:
                reader.read(unit)
    except UNREADABLE as error:
        raise SizeError(
            f"damaged debug information ({error or type(error).__name__}). "
            "Remove the program and build again."
        ) from None
    reader.follow(callees)
    return Debug(
        spans=tuple(flat(reader.painted)),
        data=reader.data,
        calls={name: frozenset(callers) for name, callers in reader.calls.items()},
    )


class _Reader:
    """Walks units and collects."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self.painted: list[Span] = []
        self.data: dict[int, Origin] = {}
        self.calls: dict[str, set[str]] = defaultdict(set)
        self._ends: dict[int, int] = {}
        self._names: dict[int, list[str]] = defaultdict(list)
        for symbol in symbols:
            end = symbol.address + symbol.bytes
            self._ends[symbol.address] = max(end, self._ends.get(symbol.address, 0))
            self._names[symbol.address].append(symbol.name)
        self._origins: dict[int, Origin] = {}
        self._paths: dict[int, tuple[str, ...]] = {}
        self._files: dict[int, list[str]] = {}

    def read(self, unit: Unit) -> None:
        """Takes in the functions and data of a unit."""
        top = unit.get_top_DIE()
        self._walk(top, (), _number(top, "DW_AT_low_pc") or 0)

    def follow(self, callees: Callees) -> None:
        """Takes in the calls that `callees` finds in functions, to the start of another."""
        functions = [each for each in self.painted if len(each.frames) == 1]
        names = {each.start: each.frames[0].name for each in functions}
        for function in functions:
            for address in callees(function.start, function.end):
                if address in names:
                    self.calls[names[address]].add(function.frames[0].name)

    def _walk(self, parent: DIE, frames: tuple[Origin, ...], base: int) -> None:
        for entry in _children(parent):
            tag = entry.tag
            if tag in ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine"):
                ranges = _ranges(entry, base)
                if tag == "DW_TAG_subprogram" and not all(map(self._is_linked, ranges)):
                    continue
                if not ranges:
                    if tag == "DW_TAG_subprogram":
                        continue
                    inner = frames
                else:
                    inner = (*frames, self._origin(entry))
                self.painted += [Span(start=start, end=end, frames=inner) for start, end in ranges]
                self._walk(entry, inner, base)
            elif tag in _NESTING:
                self._walk(entry, frames, base)
            elif tag == "DW_TAG_variable":
                self._datum(entry)
            elif tag in _CALL_SITES and frames:
                self._call(entry, frames[0])

    def _datum(self, entry: DIE) -> None:
        address = _address(entry)
        if address is None or address not in self._names:
            return
        origin = self._origin(entry)
        last = origin.name.rpartition("::")[2].partition("<")[0]
        if any(last in name for name in self._names[address]):
            self.data.setdefault(address, origin)

    def _is_linked(self, range_: Range) -> bool:
        """Whether a function is where its symbol is; assembler does not always give a size."""
        start, end = range_
        known = self._ends.get(start)
        return known is not None and (known >= end or known == start)

    def _call(self, entry: DIE, caller: Origin) -> None:
        for key in ("DW_AT_call_origin", "DW_AT_abstract_origin"):
            if key in entry.attributes:
                self.calls[self._origin(entry.get_DIE_from_attribute(key)).name].add(caller.name)
                return

    def _origin(self, entry: DIE) -> Origin:
        """The function or datum that `entry` stands for.

        What was inlined says only what it is a copy of; all copies share what is read of that.
        """
        for _ in range(MOST_LINKS):
            if "DW_AT_abstract_origin" not in entry.attributes or any(
                key in entry.attributes for key in _OWN
            ):
                break
            entry = entry.get_DIE_from_attribute("DW_AT_abstract_origin")
        known = self._origins.get(entry.offset)
        if known is None:
            known = self._origins[entry.offset] = self._read_origin(entry)
        return known

    def _read_origin(self, entry: DIE) -> Origin:
        name = source = unit = None
        mangled = external = False
        for _ in range(MOST_LINKS):
            if name is None:
                name = _text(entry, "DW_AT_name")
            if source is None and "DW_AT_decl_file" in entry.attributes:
                source = self._file(entry.cu, entry.attributes["DW_AT_decl_file"].value)
            mangled = mangled or "DW_AT_linkage_name" in entry.attributes
            external = external or "DW_AT_external" in entry.attributes
            unit = unit or _unit_name(entry.cu)
            if "DW_AT_abstract_origin" in entry.attributes:
                entry, unit = entry.get_DIE_from_attribute("DW_AT_abstract_origin"), None
            elif "DW_AT_specification" in entry.attributes:
                entry = entry.get_DIE_from_attribute("DW_AT_specification")
            else:
                break
        in_c = external and not mangled  # the linker knows it by its plain name
        path = () if in_c else self._path(entry.get_parent())
        return Origin(
            name=qualified((*path, name or "")), source=source or self._around(entry), unit=unit
        )

    def _around(self, entry: DIE | None) -> str | None:
        """The file of what encloses a function that has none: a lambda."""
        for _ in range(MOST_LINKS):
            if entry is None or entry.tag in _OUTERMOST:
                return None
            if "DW_AT_decl_file" in entry.attributes:
                return self._file(entry.cu, entry.attributes["DW_AT_decl_file"].value)
            for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
                if key in entry.attributes:
                    entry = entry.get_DIE_from_attribute(key)
                    break
            else:
                entry = entry.get_parent()
        return None

    def _path(self, entry: DIE | None) -> tuple[str, ...]:
        """The names around a function or datum, outermost first."""
        if entry is None or entry.tag in _OUTERMOST:
            return ()
        known = self._paths.get(entry.offset)
        if known is None:
            known = self._paths[entry.offset] = self._read_path(entry)
        return known

    def _read_path(self, entry: DIE) -> tuple[str, ...]:
        for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
            if key in entry.attributes:
                return self._path(entry.get_DIE_from_attribute(key))
        around = self._path(entry.get_parent())
        name = _text(entry, "DW_AT_name")
        return around if name is None else (*around, name)

    def _file(self, unit: Unit, index: int) -> str | None:
        files = self._files.get(unit.cu_offset)
        if files is None:
            files = self._files[unit.cu_offset] = list(line_files(unit))
        return files[index] if index < len(files) else None


_OWN = ("DW_AT_name", "DW_AT_decl_file", "DW_AT_linkage_name", "DW_AT_external")
_NESTING = frozenset(
    {
        "DW_TAG_namespace",
        "DW_TAG_lexical_block",
        "DW_TAG_class_type",
        "DW_TAG_structure_type",
        "DW_TAG_union_type",
        "DW_TAG_module",
    }
)
_OUTERMOST = frozenset({"DW_TAG_compile_unit", "DW_TAG_partial_unit"})
_CALL_SITES = frozenset({"DW_TAG_call_site", "DW_TAG_GNU_call_site"})


def line_files(unit: Unit) -> Iterator[str]:
    """The paths of a unit's files, as they were passed to the compiler, by their number.

    Of 64-bit debug information there are none: GNU's assembler gives it a table of 32 bits, which
    pyelftools does not expect.

    Source: DWARF 5, section 6.2.4; before version 5 files count from 1, and folder 0 is where the
    compiler ran.
    """
    if not isinstance(unit, CompileUnit) or unit.structs.dwarf_format != 32:
        return
    program = unit.dwarfinfo.line_program_for_CU(unit)
    if program is None:
        return
    folders = list(map(_decoded, program["include_directory"]))
    if program["version"] < 5:
        folders.insert(0, "")
        yield _text(unit.get_top_DIE(), "DW_AT_name") or ""
    for file in program["file_entry"]:
        folder = folders[file.dir_index] if file.dir_index < len(folders) else ""
        name = _decoded(file.name)
        alone = folder in ("", ".") or name.startswith("/")
        yield name if alone else f"{folder.removeprefix('./')}/{name}"


def _children(parent: DIE) -> Iterator[DIE]:
    """What is in `parent`; damaged siblings could otherwise go round in a circle."""
    last = parent.offset
    for child in parent.iter_children():
        if child.offset <= last:
            raise ValueError(f"a sibling at {child.offset:#x}")
        last = child.offset
        yield child


def _number(entry: DIE, attribute: str) -> int | None:
    found = entry.attributes.get(attribute)
    return None if found is None else int(found.value)


def _text(entry: DIE, attribute: str) -> str | None:
    found = entry.attributes.get(attribute)
    return None if found is None else _decoded(found.value)


def _decoded(text: bytes) -> str:
    return text.decode(errors="replace")


def _ranges(entry: DIE, base: int) -> list[Range]:
    if "DW_AT_ranges" in entry.attributes:
        return list(_listed(entry, base))
    low, high = (_number(entry, f"DW_AT_{name}_pc") for name in ("low", "high"))
    if low is None or high is None:
        return []
    is_address = entry.attributes["DW_AT_high_pc"].form.startswith("DW_FORM_addr")
    end = high if is_address else low + high
    return [(low, end)] if end > low else []


def _listed(entry: DIE, base: int) -> Iterator[Range]:
    lists: Any = entry.dwarfinfo.range_lists()
    at = entry.attributes["DW_AT_ranges"].value
    for each in lists.get_range_list_at_offset(at, entry.cu):
        if isinstance(each, BaseAddressEntry):
            base = each.base_address
        elif each.end_offset > each.begin_offset:
            shift = 0 if each.is_absolute else base
            yield each.begin_offset + shift, each.end_offset + shift


def _address(entry: DIE) -> int | None:
    """The address at which a datum is: that its expression begins with."""
    location = entry.attributes.get("DW_AT_location")
    if location is None or not isinstance(location.value, list) or not location.value:
        return None
    if location.value[0] not in _ADDRESSES:
        return None
    first = DWARFExprParser(entry.cu.structs).parse_expr(location.value)[0]
    (found,) = first.args
    return int(
        found if first.op_name == "DW_OP_addr" else entry.dwarfinfo.get_addr(entry.cu, found)
    )


_ADDRESSES = (0x03, 0xA1, 0xFB)
"""DW_OP_addr, DW_OP_addrx, and DW_OP_GNU_addr_index before it was in the standard."""


def _has_code(unit: Unit) -> bool:
    return not {"DW_AT_low_pc", "DW_AT_ranges"}.isdisjoint(unit.get_top_DIE().attributes)


def _unit_name(unit: Unit) -> str | None:
    """The file that was compiled; None for what GCC makes of all of them when linking."""
    name = _text(unit.get_top_DIE(), "DW_AT_name")
    return None if name == "<artificial>" else name
