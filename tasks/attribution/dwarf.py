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

from elftools.dwarf.die import DIE
from elftools.dwarf.dwarf_expr import DWARFExprParser
from elftools.dwarf.dwarfinfo import DWARFInfo
from elftools.dwarf.ranges import BaseAddressEntry

from codegen.errors import SizeError
from tasks.attribution.debug import Debug, Origin, Span, flat
from tasks.attribution.image import UNREADABLE, Symbol
from tasks.attribution.names import qualified

MOST_LINKS = 64
"""Entries that may refer to one another in a row; more make a circle."""
Unit = Any
"""A unit of pyelftools, which types its own too widely."""
Callees = Callable[[int, int], Iterable[int]]
"""Addresses that are called between two addresses."""
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
    reader = _Reader(dwarf, symbols)
    try:
        units = list(dwarf.iter_CUs())
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
    spans = tuple(flat(reader.painted))
    return Debug(
        spans=spans,
        data=reader.data,
        calls={name: frozenset(callers) for name, callers in reader.calls.items()},
        starts=tuple(span.start for span in spans),
    )


class _Reader:
    """Walks units and collects."""

    def __init__(self, dwarf: DWARFInfo, symbols: Sequence[Symbol]) -> None:
        self.painted: list[Span] = []
        self.data: dict[int, Origin] = {}
        self.calls: dict[str, set[str]] = defaultdict(set)
        self._dwarf = dwarf
        self._ends: dict[int, int] = {}
        self._names: dict[int, list[str]] = defaultdict(list)
        for symbol in symbols:
            end = symbol.address + symbol.bytes
            self._ends[symbol.address] = max(end, self._ends.get(symbol.address, 0))
            self._names[symbol.address].append(symbol.name)
        self._ranges = dwarf.range_lists()
        self._origins: dict[int, Origin] = {}
        self._paths: dict[int, tuple[str, ...]] = {}
        self._files: dict[int, list[str]] = {}

    def read(self, unit: Unit) -> None:
        """Takes in the functions and data of a unit."""
        top = unit.get_top_DIE()
        self._walk(top, (), _base(top))

    def follow(self, callees: Callees) -> None:
        """Takes in the calls that `callees` finds in functions, to the start of another."""
        functions = [each for each in self.painted if len(each.frames) == 1]
        names = {each.start: each.frames[0].name for each in functions}
        for function in functions:
            for address in callees(function.start, function.end):
                if address in names:
                    self.calls[names[address]].add(function.frames[0].name)

    def _walk(self, parent: DIE, frames: tuple[Origin, ...], base: int) -> None:
        for die in parent.iter_children():
            tag = die.tag
            if tag in ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine"):
                ranges = self._ranges_of(die, base)
                if tag == "DW_TAG_subprogram" and not all(map(self._is_linked, ranges)):
                    continue
                if not ranges:
                    if tag == "DW_TAG_subprogram":
                        continue
                    inner = frames
                else:
                    inner = (*frames, self._origin(die))
                self.painted += [Span(start=start, end=end, frames=inner) for start, end in ranges]
                if die.has_children:
                    self._walk(die, inner, base)
            elif tag in _NESTING:
                if die.has_children:
                    self._walk(die, frames, base)
            elif tag == "DW_TAG_variable":
                self._datum(die)
            elif tag in _CALL_SITES and frames:
                self._call(die, frames[0])

    def _datum(self, die: DIE) -> None:
        location = die.attributes.get("DW_AT_location")
        if location is None or not isinstance(location.value, list):
            return
        address = self._address(die.cu, location.value)
        if address is None or address not in self._names:
            return
        origin = self._origin(die)
        last = origin.name.rpartition("::")[2].partition("<")[0]
        if any(last in name for name in self._names[address]):
            self.data.setdefault(address, origin)

    def _is_linked(self, range_: Range) -> bool:
        """Whether a function is where its symbol is; assembler does not always give a size."""
        start, end = range_
        known = self._ends.get(start)
        return known is not None and (known >= end or known == start)

    def _address(self, unit: Unit, expression: list[int]) -> int | None:
        operations = DWARFExprParser(unit.structs).parse_expr(expression)
        if not operations:
            return None
        first = operations[0]
        if first.op_name == "DW_OP_addr":
            return int(first.args[0])
        if first.op_name in ("DW_OP_addrx", "DW_OP_GNU_addr_index"):
            return int(self._dwarf.get_addr(unit, first.args[0]))
        return None

    def _call(self, die: DIE, caller: Origin) -> None:
        for key in ("DW_AT_call_origin", "DW_AT_abstract_origin"):
            if key in die.attributes:
                self.calls[self._origin(die, key).name].add(caller.name)
                return

    def _ranges_of(self, die: DIE, base: int) -> list[Range]:
        attributes = die.attributes
        if "DW_AT_ranges" in attributes:
            return list(self._listed(die, base))
        if "DW_AT_low_pc" not in attributes or "DW_AT_high_pc" not in attributes:
            return []
        low, high = attributes["DW_AT_low_pc"].value, attributes["DW_AT_high_pc"]
        end = high.value if high.form == "DW_FORM_addr" else low + high.value
        return [(low, end)] if end > low else []

    def _listed(self, die: DIE, base: int) -> Iterator[Range]:
        if self._ranges is None:
            return
        unit: Unit = die.cu
        at = die.attributes["DW_AT_ranges"].value
        for entry in self._ranges.get_range_list_at_offset(at, unit):
            if isinstance(entry, BaseAddressEntry):
                base = entry.base_address
                continue
            start, end = entry.begin_offset, entry.end_offset
            if not getattr(entry, "is_absolute", False):
                start, end = start + base, end + base
            if end > start:
                yield start, end

    def _origin(self, die: DIE, key: str | None = None) -> Origin:
        """The function or datum that `die` stands for, or that its attribute `key` names."""
        if key is not None:
            die = die.get_DIE_from_attribute(key)
        known = self._origins.get(die.offset)
        if known is None:
            known = self._origins[die.offset] = self._read_origin(die)
        return known

    def _read_origin(self, die: DIE) -> Origin:
        name = source = unit = None
        mangled = external = False
        for _ in range(MOST_LINKS):
            attributes = die.attributes
            if name is None and "DW_AT_name" in attributes:
                name = _text(attributes["DW_AT_name"].value)
            if source is None and "DW_AT_decl_file" in attributes:
                source = self._file(die.cu, int(attributes["DW_AT_decl_file"].value))
            mangled = mangled or "DW_AT_linkage_name" in attributes
            external = external or "DW_AT_external" in attributes
            unit = unit or _unit_name(die.cu)
            if "DW_AT_abstract_origin" in attributes:
                die, unit = die.get_DIE_from_attribute("DW_AT_abstract_origin"), None
            elif "DW_AT_specification" in attributes:
                die = die.get_DIE_from_attribute("DW_AT_specification")
            else:
                break
        in_c = external and not mangled  # the linker knows it by its plain name
        path = () if in_c else self._path(die.get_parent())
        return Origin(
            name=qualified((*path, name or "")), source=source or self._around(die), unit=unit
        )

    def _around(self, die: DIE | None) -> str | None:
        """The file of what encloses a function that has none: a lambda."""
        for _ in range(MOST_LINKS):
            if die is None or die.tag in _OUTERMOST:
                return None
            if "DW_AT_decl_file" in die.attributes:
                return self._file(die.cu, int(die.attributes["DW_AT_decl_file"].value))
            for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
                if key in die.attributes:
                    die = die.get_DIE_from_attribute(key)
                    break
            else:
                die = die.get_parent()
        return None

    def _path(self, die: DIE | None) -> tuple[str, ...]:
        """The names around a function or datum, outermost first."""
        if die is None or die.tag in _OUTERMOST:
            return ()
        known = self._paths.get(die.offset)
        if known is None:
            known = self._paths[die.offset] = self._read_path(die)
        return known

    def _read_path(self, die: DIE) -> tuple[str, ...]:
        for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
            if key in die.attributes:
                return self._path(die.get_DIE_from_attribute(key))
        around = self._path(die.get_parent())
        name = die.attributes.get("DW_AT_name")
        return around if name is None else (*around, _text(name.value))

    def _file(self, unit: Unit, index: int) -> str | None:
        files = self._files.get(unit.cu_offset)
        if files is None:
            files = self._files[unit.cu_offset] = list(self._read_files(unit))
        return files[index] if index < len(files) else None

    def _read_files(self, unit: Unit) -> Iterator[str]:
        program = self._dwarf.line_program_for_CU(unit)
        if program is None:
            return
        header, modern = program.header, program.header["version"] >= 5
        folders = [_text(folder) for folder in header["include_directory"]]
        if not modern:
            yield _unit_name(unit) or ""  # files count from 1
        for entry in header["file_entry"]:
            folder = int(entry.dir_index)
            if not modern:
                path = folders[folder - 1] if folder else ""
            else:
                path = folders[folder] if folder < len(folders) else ""
            yield _joined(path, _text(entry.name))


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


def _base(top: DIE) -> int:
    low = top.attributes.get("DW_AT_low_pc")
    return int(low.value) if low is not None else 0


def _has_code(unit: Unit) -> bool:
    attributes = unit.get_top_DIE().attributes
    return "DW_AT_low_pc" in attributes or "DW_AT_ranges" in attributes


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _joined(folder: str, name: str) -> str:
    if not folder or folder == "." or name.startswith("/"):
        return name
    return f"{folder.removeprefix('./')}/{name}"


def _unit_name(unit: Unit) -> str | None:
    """The file that was compiled; None for what GCC makes of all of them when linking."""
    name = unit.get_top_DIE().attributes.get("DW_AT_name")
    text = None if name is None else _text(name.value)
    return None if text == "<artificial>" else text
