"""The difference of two footprints at every level, from figures to symbols. Pure.

Everything that compares sizes does it here: gates, tables, comments, the report, the history.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tasks.attribution.purpose import Part
from tasks.size.document import Bytes as Sums
from tasks.size.document import Entry, Size
from tasks.size.figure import FIGURES, PHASES, Figure, figures_of


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


Key = tuple[str, str | None]
"""A name, and the source by which symbols of one name differ."""
UNNAMED = ""
"""The source of bytes without a symbol: their name says what they are."""
Groups = Mapping[Key, Bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What one build takes, in the form that is compared; `label` is what its user calls it.

    Weights are a figure and in nothing else, because only some ELFs contain those of their models.
    """

    label: str
    target: str
    toolchain: str
    """`arm-none-eabi-gcc 12.2.1`."""
    total: Bytes
    """The ELF without weights."""
    figures: Mapping[str, int]
    """Maps the key of a `Figure` to its number."""
    models: Mapping[str, str | None] | None
    """SHA-256 of each model's file by name; None where unknown."""
    levels: Mapping[Level, Groups]
    details: Mapping[str, int] = field(default_factory=dict)
    """Numbers of single models, methods and regions, by what they are called."""
    facts: Mapping[Key, Mapping[str, str | None]] = field(default_factory=dict)
    """Purpose and operator of symbols."""

    @property
    def on_device(self) -> Bytes:
        """All that the device holds; the ELF without weights where that is unknown."""
        return Bytes(
            flash=self.figures.get("device_flash_bytes", self.total.flash),
            ram=self.figures.get("device_ram_bytes", self.total.ram),
        )

    def __str__(self) -> str:
        return f"flash {self.on_device.flash:,} B, RAM {self.on_device.ram:,} B"


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
    """A number before and after; None where it is unknown."""

    name: str
    before: int | None
    after: int | None
    figure: Figure | None = None

    @property
    def change(self) -> int | None:
        """Its growth; None where one of the two is unknown."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs from build `a` to build `b`; what is equal is left out."""

    a: Footprint
    b: Footprint
    total: Change
    measures: tuple[Measure, ...]
    models: tuple[str, ...]
    """Models whose file is another, or that only one of the two has."""
    levels: Mapping[Level, tuple[Change, ...]]

    @property
    def toolchain_changed(self) -> bool:
        """Whether another compiler, or version of it, built `b`."""
        return self.a.toolchain != self.b.toolchain

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (
            any(each.change for each in self.measures)
            or self.models
            or any(self.levels.values())
            or self.toolchain_changed
        )

    def change(self, key: str) -> int | None:
        """Growth of a figure; None where it is unknown on either side."""
        before, after = self.a.figures.get(key), self.b.figures.get(key)
        return None if before is None or after is None else after - before

    @property
    def device(self) -> Bytes:
        """Growth of all that the device holds; of the ELF where that is unknown."""
        flash, ram = self.change("device_flash_bytes"), self.change("device_ram_bytes")
        if flash is None or ram is None:
            return Bytes(flash=self.total.flash, ram=self.total.ram)
        return Bytes(flash=flash, ram=ram)


def footprint_of(size: Size, label: str | None = None) -> Footprint:
    """What a size.json says."""
    entries = [entry for entry in size.entries if entry.part != Part.WEIGHTS]
    weights = size.parts.get(Part.WEIGHTS, Sums(flash_bytes=0, ram_bytes=0))
    known = all(model.sha256 is not None for model in size.models)
    return Footprint(
        label=size.target if label is None else label,
        target=size.target,
        toolchain=str(size.toolchain),
        total=Bytes(
            flash=size.flash_bytes - weights.flash_bytes, ram=size.ram_bytes - weights.ram_bytes
        ),
        figures=figures_of(size),
        models={model.name: model.sha256 for model in size.models} if known else None,
        levels={level: _sums(entries, key) for level, key in _KEYS.items()},
        details=_details(size),
        facts={
            _symbol(entry): {"purpose": entry.purpose, "operator": entry.operator}
            for entry in entries
        },
    )


def difference(a: Footprint, b: Footprint) -> Difference:
    """The difference from `a` to `b`, the largest changes first."""
    return Difference(
        a=a,
        b=b,
        total=Change(name="total", before=a.total, after=b.total),
        measures=tuple(_measures(a, b)),
        models=_changed_models(a, b),
        levels={level: _changes(level, a, b) for level in Level},
    )


def _measures(a: Footprint, b: Footprint) -> Iterable[Measure]:
    for figure in FIGURES:
        before, after = a.figures.get(figure.key), b.figures.get(figure.key)
        if before != after:
            yield Measure(name=figure.label, before=before, after=after, figure=figure)
    for name in dict.fromkeys((*a.details, *b.details)):
        before, after = a.details.get(name), b.details.get(name)
        if before != after and a.details and b.details:
            yield Measure(name=name, before=before, after=after)


def _changed_models(a: Footprint, b: Footprint) -> tuple[str, ...]:
    if a.models is None or b.models is None:
        return ()
    names = sorted({*a.models, *b.models})
    return tuple(name for name in names if a.models.get(name) != b.models.get(name))


def _details(size: Size) -> dict[str, int]:
    found: dict[str, int | None] = {"registry rows": size.registry.rows}
    if size.device is not None and size.device.board is not None:  # else the figures say the same
        for region in size.device.regions:
            found[f"{region.name} of the device"] = region.used_bytes
    if len(size.models) > 1:
        for model in size.models:
            found[f"{model.name} program"] = model.program_bytes
            found[f"{model.name} weights"] = model.weight_bytes
    if len(size.instructions) > 1:
        for row in size.instructions:
            for phase in PHASES:
                found[f"instructions {row.model} {row.method} {phase}"] = getattr(row, phase)
    return {name: value for name, value in found.items() if value is not None}


def _symbol(entry: Entry) -> Key:
    if entry.symbol is None:
        return f"({entry.purpose} in {entry.section})", UNNAMED
    return entry.symbol, entry.source or entry.object


_KEYS: Mapping[Level, Callable[[Entry], Key | None]] = {
    Level.SECTIONS: lambda entry: (entry.section, None),
    Level.PARTS: lambda entry: (entry.part, None),
    Level.PURPOSES: lambda entry: (entry.purpose, None),
    Level.OPERATORS: lambda entry: (entry.operator, None) if entry.operator else None,
    Level.SYMBOLS: _symbol,
}


def _changes(level: Level, a: Footprint, b: Footprint) -> tuple[Change, ...]:
    if level not in a.levels or level not in b.levels:
        return ()
    before, after = a.levels[level], b.levels[level]
    facts = {**a.facts, **b.facts} if level is Level.SYMBOLS else {}
    if level is Level.SYMBOLS and not (a.facts and b.facts):  # a record, which knows names alone
        before, after = by_name(before), by_name(after)
    changes = (
        Change(
            name=name,
            before=before.get((name, source)),
            after=after.get((name, source)),
            source=source or None,
            **facts.get((name, source), {}),
        )
        for name, source in dict.fromkeys((*before, *after))
        if before.get((name, source)) != after.get((name, source))
    )
    return by_size(changes)


def by_name(groups: Groups) -> dict[Key, Bytes]:
    """Symbols of one name together, without the bytes that have no symbol."""
    found: dict[Key, Bytes] = {}
    for (name, source), each in groups.items():
        if source != UNNAMED:
            sum_ = found.get((name, None), Bytes(flash=0, ram=0))
            found[name, None] = Bytes(flash=sum_.flash + each.flash, ram=sum_.ram + each.ram)
    return found


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
