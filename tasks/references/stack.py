"""The most stack that a program can use: frames along its calls, the deepest path.

Frames are those of the debug information (DWARF, "Call Frame Information"), calls those of the
relocations that the linker kept. A function whose address is taken may be called by whoever takes
it, and by all that calls in turn; one whose address is in data, by anything.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.dwarf.callframe import FDE
from elftools.dwarf.dwarfinfo import DWARFInfo

from codegen.errors import SizeError
from tasks.attribution.image import UNREADABLE, Image
from tasks.references.relocations import Reference, read_references

ASSUMED_BYTES = 32
"""Stack of a function without debug information: the C library's, and assembly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of a program."""

    address: int
    end: int
    name: str
    frame_bytes: int | None
    """What it takes of the stack; None where nothing says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StackBound:
    """The deepest path of calls from start-up."""

    path: tuple[Function, ...]
    unknown: tuple[str, ...]
    """Functions on any path whose frame is assumed."""
    recursive: tuple[str, ...]
    """Functions that may call themselves; counted once."""

    @property
    def bytes(self) -> int:
        """The sum of the frames."""
        return sum(map(frame, self.path))


def frame(function: Function) -> int:
    """The frame of a function, known or assumed."""
    return ASSUMED_BYTES if function.frame_bytes is None else function.frame_bytes


def stack_bound(image: Image, debug: DWARFInfo, relinked: Path) -> StackBound:
    """The bound for a program and its debug information, by the relocations that `relinked` has.

    Raises:
        SizeError: it has none, or the debug information is damaged.

    """
    try:
        frames = _frames(debug)
    except UNREADABLE as error:
        raise SizeError(f"{image.path}: damaged debug information ({error}).") from None
    return deepest(
        _functions(image, frames),
        image.entry,
        calls=read_references(relinked, calls=True),
        taken=read_references(relinked, calls=False),
    )


def deepest(
    functions: Sequence[Function],
    entry: int,
    *,
    calls: Iterable[Reference],
    taken: Iterable[Reference],
) -> StackBound:
    """The deepest path from the function at `entry`, by calls and by addresses that are taken."""
    starts = [function.address for function in functions]

    def at(address: int) -> Function | None:
        index = bisect_right(starts, address) - 1
        found = functions[index] if index >= 0 else None
        return found if found is not None and address < found.end else None

    tabled: set[int] = set()

    def edges(references: Iterable[Reference]) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {function.address: set() for function in functions}
        for source, target in references:
            called, caller = at(target & ~1), at(source)
            if called is None or called.address != target & ~1:
                continue  # a datum, or a jump within a function
            if caller is None:
                tabled.add(called.address)
            elif caller.address != called.address:
                found[caller.address].add(called.address)
        return found

    walk = _Walk({each.address: each for each in functions}, edges(calls), edges(taken))
    paths = [walk.path(start) for start in sorted(tabled) if start != entry]
    below = max(paths, key=_depth, default=())
    path = (*walk.path(entry), *below)
    return StackBound(
        path=path,
        unknown=tuple(sorted({f.name for f in walk.visited() if f.frame_bytes is None})),
        recursive=tuple(sorted(walk.recursive)),
    )


class _Walk:
    """The deepest path from each function, each found once.

    A function whose address one takes is called by the deepest of those that the one calls.
    """

    def __init__(
        self,
        functions: Mapping[int, Function],
        calls: Mapping[int, set[int]],
        taken: Mapping[int, set[int]],
    ) -> None:
        self.functions = functions
        self.edges = (calls, taken)
        self.recursive: set[str] = set()
        self._found: dict[int, tuple[Function, ...]] = {}
        self._open: set[int] = set()

    def visited(self) -> list[Function]:
        return [self.functions[address] for address in self._found]

    def path(self, address: int) -> tuple[Function, ...]:
        if address in self._found:
            return self._found[address]
        function = self.functions[address]
        if address in self._open:
            self.recursive.add(function.name)
            return ()
        self._open.add(address)
        called, handed = (
            max((self.path(each) for each in sorted(edges[address])), key=_depth, default=())
            for edges in self.edges
        )
        self._open.remove(address)
        found = (function, *called, *handed)
        self._found[address] = found
        return found


def _depth(path: Sequence[Function]) -> int:
    return sum(map(frame, path))


def _frames(debug: DWARFInfo) -> dict[int, int]:
    """Maps a function's address to how far below the caller's its stack pointer goes."""
    found: dict[int, int] = {}
    for entry in debug.CFI_entries() if debug.has_CFI() else ():
        if isinstance(entry, FDE):
            offsets = (row["cfa"].offset or 0 for row in entry.get_decoded().table)
            found[entry.header["initial_location"]] = max(offsets, default=0)
    return found


def _functions(image: Image, frames: Mapping[int, int]) -> list[Function]:
    """The functions by address; one with several names has the first."""
    found: dict[int, Function] = {}
    for symbol in image.symbols:
        if symbol.kind == "STT_FUNC" and symbol.address not in found:
            found[symbol.address] = Function(
                address=symbol.address,
                end=symbol.address + max(symbol.bytes, 2),
                name=symbol.name,
                frame_bytes=frames.get(symbol.address),
            )
    return list(found.values())
