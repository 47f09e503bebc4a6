"""The columns of the table of all targets: what is measured, the limits, the baseline's values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.config import Target
from tasks.sizing.baseline import Baseline, measures_of, record_of
from tasks.sizing.document import Region, Size
from tasks.sizing.gate import drift
from tasks.sizing.growth import FLASH, Mover, movers

Value = int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Flash or RAM of a target: `limit` is the lower of budget and region, None for neither."""

    used: int
    limit: Value
    free: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A target's measures; `before` holds those of the baseline by name, as far as it has them."""

    target: str
    toolchain: str
    flash: Memory
    ram: Memory
    measures: Mapping[str, int]
    before: Mapping[str, int]
    drift: str | None
    operators: Sequence[Mover]
    symbols: Sequence[Mover]
    """What changed in flash since the baseline, the largest change first."""

    def change(self, name: str) -> Value:
        """How a measure has changed since the baseline; None if either is missing."""
        now = self.values().get(name)
        before = self.before.get(name)
        return None if now is None or before is None else now - before

    def values(self) -> dict[str, int]:
        """Every measure by name."""
        return {"flash_bytes": self.flash.used, "ram_bytes": self.ram.used, **self.measures}


def row_of(size: Size, target: Target, baseline: Baseline | None) -> Row:
    """The measures in a size.json, with the limits of `target` and its baseline."""
    regions = {region.name: region for region in size.regions}
    budget = target.budget
    now = record_of(size)
    record = None if baseline is None else baseline.record
    before: dict[str, int] = {}
    if record is not None:
        before = {
            **record.measures,
            "flash_bytes": record.flash_bytes,
            "ram_bytes": record.ram_bytes,
        }
    return Row(
        target=size.target,
        toolchain=str(size.toolchain),
        flash=_memory(size.flash_bytes, budget.flash_bytes, regions.get("FLASH")),
        ram=_memory(size.ram_bytes, budget.ram_bytes, regions.get("RAM")),
        measures=measures_of(size),
        before=before,
        drift=drift(size, baseline),
        operators=() if record is None else movers(now.operators, record.operators, FLASH),
        symbols=() if record is None else movers(now.symbols, record.symbols, FLASH),
    )


def _memory(used: int, budget: int | None, region: Region | None) -> Memory:
    limits = []
    if budget is not None:
        limits.append((budget - used, budget))
    if region is not None:
        limits.append((region.free_bytes, region.capacity_bytes))
    if not limits:
        return Memory(used=used, limit=None, free=None)
    free, limit = min(limits)
    return Memory(used=used, limit=limit, free=free)
