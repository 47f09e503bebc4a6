"""One row of the account: bytes that have one origin and one purpose."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from tasks.attribution.purpose import Part, Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where bytes come from and what they are for; docs/reference/size.md describes each."""

    region: str | None
    section: str
    archive: str | None = None
    object: str | None = None
    source: str | None = None
    symbol: str | None = None
    inlined_into: str | None = None
    purpose: Purpose
    operator: str | None = None
    dtype: str | None = None

    @property
    def part(self) -> Part:
        """The group of its purpose."""
        return self.purpose.part


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Bytes of one place."""

    place: Place
    flash_bytes: int
    ram_bytes: int


def added(pieces: Iterable[tuple[Place, int, int]], order: dict[str, int]) -> tuple[Entry, ...]:
    """Entries with the sums of all that have one place; by section in `order`, then by place."""
    sums: dict[Place, list[int]] = defaultdict(lambda: [0, 0])
    for place, flash, ram in pieces:
        sums[place][0] += flash
        sums[place][1] += ram
    entries = (
        Entry(place=place, flash_bytes=flash, ram_bytes=ram) for place, (flash, ram) in sums.items()
    )
    return tuple(sorted(entries, key=lambda entry: _key(entry.place, order)))


def _key(place: Place, order: dict[str, int]) -> tuple[Any, ...]:
    texts = (getattr(place, field.name) for field in fields(Place) if field.name != "section")
    return (order[place.section], *((text is not None, text or "") for text in texts))
