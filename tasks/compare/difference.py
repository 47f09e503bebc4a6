"""The difference of two builds at every level, from totals to symbols. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tasks.compare.sizes import Sizes
from tasks.sizing.document import Entry


class Kind(StrEnum):
    """How something changed."""

    ADDED = "added"
    REMOVED = "removed"
    GROWN = "grown"
    SHRUNK = "shrunk"
    MOVED = "moved"  # flash for RAM, as many bytes
    EQUAL = "equal"


class Level(StrEnum):
    """How bytes are grouped, the coarsest first."""

    SECTIONS = "sections"
    PARTS = "parts"
    PURPOSES = "purposes"
    OPERATORS = "operators"
    SYMBOLS = "symbols"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bytes:
    """Flash and RAM."""

    flash: int
    ram: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One group of bytes before and after; None where it was, or is, absent."""

    name: str
    before: Bytes | None
    after: Bytes | None
    source: str | None = None  # of a symbol: where it was written
    purpose: str | None = None
    operator: str | None = None

    @property
    def flash(self) -> int:
        """Growth of flash."""
        return (self.after.flash if self.after else 0) - (self.before.flash if self.before else 0)

    @property
    def ram(self) -> int:
        """Growth of RAM."""
        return (self.after.ram if self.after else 0) - (self.before.ram if self.before else 0)

    @property
    def kind(self) -> Kind:
        """How it changed."""
        if self.before is None:
            return Kind.ADDED
        if self.after is None:
            return Kind.REMOVED
        growth = self.flash + self.ram
        if growth:
            return Kind.GROWN if growth > 0 else Kind.SHRUNK
        return Kind.MOVED if self.flash else Kind.EQUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number that is not a sum of bytes of the ELF: a region's use, planned memory."""

    name: str
    before: int | None
    after: int | None

    @property
    def change(self) -> int:
        """Its growth; one that is new, or gone, counts whole."""
        return (self.after or 0) - (self.before or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs from build `a` to build `b`; what is equal is left out."""

    a: Sizes
    b: Sizes
    total: Change
    measures: tuple[Measure, ...]
    levels: Mapping[Level, tuple[Change, ...]]

    @property
    def toolchain_changed(self) -> bool:
        """Whether another compiler, or version of it, built `b`."""
        return self.a.size.toolchain != self.b.size.toolchain

    @property
    def empty(self) -> bool:
        """Whether nothing differs that is measured."""
        return not (self.measures or any(self.levels.values()) or self.toolchain_changed)


def difference(a: Sizes, b: Sizes) -> Difference:
    """The difference from `a` to `b`, the largest changes first."""
    total = Change(name="total", before=_total(a), after=_total(b))
    before, after = _measures(a), _measures(b)
    names = dict.fromkeys((*before, *after))
    measures = (
        Measure(name=name, before=before.get(name), after=after.get(name)) for name in names
    )
    return Difference(
        a=a,
        b=b,
        total=total,
        measures=tuple(each for each in measures if each.before != each.after),
        levels={level: _changes(level, a, b) for level in Level},
    )


def _total(sizes: Sizes) -> Bytes:
    return Bytes(flash=sizes.size.flash_bytes, ram=sizes.size.ram_bytes)


def _measures(sizes: Sizes) -> dict[str, int]:
    size = sizes.size
    found = {"loaded image": size.image.loaded_bytes if size.image else None}
    for region in size.regions:
        found[f"{region.name} used"] = region.used_bytes
        found[f"{region.name} capacity"] = region.capacity_bytes
    found["registry rows"] = size.registry.rows
    found["registry flash"] = size.registry.flash_bytes
    found["registry RAM"] = size.registry.ram_bytes
    found["method memory"] = size.memory.method_bytes
    found["planned memory"] = size.memory.planned_bytes
    found["temporary memory"] = size.memory.temp_bytes
    for model in size.models:
        found[f"{model.name} program"] = model.program_bytes
        found[f"{model.name} weights"] = model.weight_bytes
    found["kernels linked"] = size.kernels.linked
    found["kernels needed"] = size.kernels.needed
    for row in size.instructions:
        for phase in ("program_load", "method_load", "execute"):
            found[f"instructions {row.model} {row.method} {phase}"] = getattr(row, phase)
    return {name: value for name, value in found.items() if value is not None}


Key = tuple[str, str | None]  # name, and the source by which symbols of one name differ


def _symbol(entry: Entry) -> Key:
    if entry.symbol is None:
        return f"({entry.purpose} in {entry.section})", None
    return entry.symbol, entry.source or entry.object


_KEYS: Mapping[Level, Callable[[Entry], Key | None]] = {
    Level.SECTIONS: lambda entry: (entry.section, None),
    Level.PARTS: lambda entry: (entry.part, None),
    Level.PURPOSES: lambda entry: (entry.purpose, None),
    Level.OPERATORS: lambda entry: (entry.operator, None) if entry.operator else None,
    Level.SYMBOLS: _symbol,
}


def _changes(level: Level, a: Sizes, b: Sizes) -> tuple[Change, ...]:
    key = _KEYS[level]
    before, after = _sums(a.size.entries, key), _sums(b.size.entries, key)
    facts = _facts((*a.size.entries, *b.size.entries)) if level is Level.SYMBOLS else {}
    changes = (
        Change(
            name=name,
            before=before.get((name, source)),
            after=after.get((name, source)),
            source=source,
            **facts.get((name, source), {}),
        )
        for name, source in dict.fromkeys((*before, *after))
        if before.get((name, source)) != after.get((name, source))
    )
    return by_size(changes)


def by_size(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, the largest first; of two equal ones growth first, then by name."""

    def order(change: Change) -> tuple[int, int, str, str]:
        size = abs(change.flash) + abs(change.ram)
        return (-size, -(change.flash + change.ram), change.name, change.source or "")

    return tuple(sorted(changes, key=order))


def _sums(entries: Iterable[Entry], key: Callable[[Entry], Key | None]) -> dict[Key, Bytes]:
    sums: dict[Key, list[int]] = defaultdict(lambda: [0, 0])
    for entry in entries:
        if (name := key(entry)) is not None:
            sums[name][0] += entry.flash_bytes
            sums[name][1] += entry.ram_bytes
    return {name: Bytes(flash=flash, ram=ram) for name, (flash, ram) in sums.items()}


def _facts(entries: Iterable[Entry]) -> dict[Key, dict[str, str | None]]:
    """Purpose and operator of each symbol: those of its last entry, from the later build."""
    return {
        _symbol(entry): {"purpose": entry.purpose, "operator": entry.operator} for entry in entries
    }
