"""Debug information as attribution needs it: which function each code byte was written in.

A compiler inlines functions; DWARF records which bytes came from which. Only units
with code are walked where GCC linked with LTO: the others, several times as many, hold what
these refer to.

Source: DWARF 5, sections 2.17 (ranges), 3.3 (subroutines), 3.3.8 (inlined), 3.4 (call sites).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from elftools.dwarf.dwarfinfo import DWARFInfo

from codegen.errors import SizeError
from tasks.attribution.debug import Debug, Origin, Span, flat
from tasks.attribution.entries import Entry, Sections, Unit
from tasks.attribution.forms import uleb
from tasks.attribution.image import UNREADABLE, Symbol
from tasks.attribution.line_files import line_files
from tasks.attribution.names import qualified

MOST_LINKS = 64
"""Entries that may refer to one another in a row; more make a circle."""
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
    reader = _Reader(symbols)
    try:
        units = Sections(dwarf).units
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
        top = unit.read()
        self._walk(top, (), _base(top))

    def follow(self, callees: Callees) -> None:
        """Takes in the calls that `callees` finds in functions, to the start of another."""
        functions = [each for each in self.painted if len(each.frames) == 1]
        names = {each.start: each.frames[0].name for each in functions}
        for function in functions:
            for address in callees(function.start, function.end):
                if address in names:
                    self.calls[names[address]].add(function.frames[0].name)

    def _walk(self, parent: Entry, frames: tuple[Origin, ...], base: int) -> None:
        for entry in parent.children:
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

    def _datum(self, entry: Entry) -> None:
        expression = entry.block("DW_AT_location")
        address = None if expression is None else _address(entry.unit, expression)
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

    def _call(self, entry: Entry, caller: Origin) -> None:
        for key in ("DW_AT_call_origin", "DW_AT_abstract_origin"):
            if key in entry:
                self.calls[self._origin(entry.referred(key)).name].add(caller.name)
                return

    def _origin(self, entry: Entry) -> Origin:
        """The function or datum that `entry` stands for.

        What was inlined says only what it is a copy of; all copies share what is read of that.
        """
        for _ in range(MOST_LINKS):
            if "DW_AT_abstract_origin" not in entry or any(key in entry for key in _OWN):
                break
            entry = entry.referred("DW_AT_abstract_origin")
        known = self._origins.get(entry.offset)
        if known is None:
            known = self._origins[entry.offset] = self._read_origin(entry)
        return known

    def _read_origin(self, entry: Entry) -> Origin:
        name = source = unit = None
        mangled = external = False
        for _ in range(MOST_LINKS):
            if name is None:
                name = entry.text("DW_AT_name")
            if source is None and "DW_AT_decl_file" in entry:
                source = self._file(entry.unit, entry.number("DW_AT_decl_file"))
            mangled = mangled or "DW_AT_linkage_name" in entry
            external = external or "DW_AT_external" in entry
            unit = unit or _unit_name(entry.unit)
            if "DW_AT_abstract_origin" in entry:
                entry, unit = entry.referred("DW_AT_abstract_origin"), None
            elif "DW_AT_specification" in entry:
                entry = entry.referred("DW_AT_specification")
            else:
                break
        in_c = external and not mangled  # the linker knows it by its plain name
        path = () if in_c else self._path(entry.parent)
        return Origin(
            name=qualified((*path, name or "")), source=source or self._around(entry), unit=unit
        )

    def _around(self, entry: Entry | None) -> str | None:
        """The file of what encloses a function that has none: a lambda."""
        for _ in range(MOST_LINKS):
            if entry is None or entry.tag in _OUTERMOST:
                return None
            if "DW_AT_decl_file" in entry:
                return self._file(entry.unit, entry.number("DW_AT_decl_file"))
            for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
                if key in entry:
                    entry = entry.referred(key)
                    break
            else:
                entry = entry.parent
        return None

    def _path(self, entry: Entry | None) -> tuple[str, ...]:
        """The names around a function or datum, outermost first."""
        if entry is None or entry.tag in _OUTERMOST:
            return ()
        known = self._paths.get(entry.offset)
        if known is None:
            known = self._paths[entry.offset] = self._read_path(entry)
        return known

    def _read_path(self, entry: Entry) -> tuple[str, ...]:
        for key in ("DW_AT_specification", "DW_AT_abstract_origin"):
            if key in entry:
                return self._path(entry.referred(key))
        around = self._path(entry.parent)
        name = entry.text("DW_AT_name")
        return around if name is None else (*around, name)

    def _file(self, unit: Unit, index: int) -> str | None:
        files = self._files.get(unit.offset)
        if files is None:
            files = self._files[unit.offset] = list(line_files(unit))
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


def _base(top: Entry) -> int:
    return top.number("DW_AT_low_pc") if "DW_AT_low_pc" in top else 0


def _ranges(entry: Entry, base: int) -> list[Range]:
    if "DW_AT_ranges" in entry:
        return list(entry.ranges(base))
    if "DW_AT_low_pc" not in entry or "DW_AT_high_pc" not in entry:
        return []
    low, high = entry.number("DW_AT_low_pc"), entry.number("DW_AT_high_pc")
    end = high if entry.form("DW_AT_high_pc").startswith("addr") else low + high
    return [(low, end)] if end > low else []


def _address(unit: Unit, expression: bytes) -> int | None:
    """The address that an expression begins with; DWARF 5, section 7.7.1."""
    operation = expression[:1]
    if operation == _ADDRESS:
        return int.from_bytes(expression[1 : 1 + unit.widths.address], "little")
    return unit.address(uleb(expression, 1)[0]) if operation in _INDICES else None


_ADDRESS = b"\x03"
_INDICES = (b"\xa1", b"\xfb")
"""DW_OP_addrx, and DW_OP_GNU_addr_index before it was in the standard."""


def _has_code(unit: Unit) -> bool:
    return "DW_AT_low_pc" in unit.top or "DW_AT_ranges" in unit.top


def _unit_name(unit: Unit) -> str | None:
    """The file that was compiled; None for what GCC makes of all of them when linking."""
    name = unit.top.text("DW_AT_name")
    return None if name == "<artificial>" else name
