"""What grew and what shrank since a baseline: by operator, by symbol, by part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tasks.sizing.baseline import Record, Sizes, record_of
from tasks.sizing.document import Size

FLASH, RAM = 0, 1
"""Which of `Sizes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mover:
    """Something whose size has changed; `before` or `now` is 0 where it is absent."""

    name: str
    before: int
    now: int

    @property
    def change(self) -> int:
        """Bytes more; negative for fewer."""
        return self.now - self.before


def movers(now: Mapping[str, Sizes], before: Mapping[str, Sizes], kind: int) -> list[Mover]:
    """All that changed, the largest change first."""
    found = (
        Mover(name=name, before=before.get(name, (0, 0))[kind], now=now.get(name, (0, 0))[kind])
        for name in {*now, *before}
    )
    changed = (mover for mover in found if mover.change)
    return sorted(changed, key=lambda mover: (-abs(mover.change), mover.name))


def grown(size: Size, record: Record, kind: int, most: int) -> str:
    """The operators and symbols of a size.json that grew most since `record`, for a fault."""
    now = record_of(size)
    parts = []
    for what, new, old in (
        ("operators", now.operators, record.operators),
        ("symbols", now.symbols, record.symbols),
    ):
        up = [mover for mover in movers(new, old, kind) if mover.change > 0][:most]
        if up:
            parts.append(f"{what} {', '.join(map(_change_text, up))}")
    if not parts:
        up = [mover for mover in movers(now.parts, record.parts, kind) if mover.change > 0][:most]
        parts = (
            [f"parts {', '.join(map(_change_text, up))}"]
            if up
            else ["nothing that the baseline lists"]
        )
    return f"Grew: {'; '.join(parts)}."


def largest(size: Size, kind: int, most: int) -> str:
    """The operators and symbols that take most, for a fault where no growth is known."""
    now = record_of(size)
    parts = []
    for what, sizes in (("operators", now.operators), ("symbols", now.symbols)):
        top = [mover for mover in movers(sizes, {}, kind) if mover.now][:most]
        if top:
            parts.append(f"{what} {', '.join(f'{each.name} {each.now:,} B' for each in top)}")
    return f"Largest: {'; '.join(parts)}." if parts else ""


def _change_text(mover: Mover) -> str:
    new = "" if mover.before else " (new)"
    return f"{mover.name} {mover.change:+,} B{new}"
