"""The columns of the table of all targets: what is measured, the limits, the baseline's values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.config import Target
from tasks.sizing.baseline import Baseline, measures_of, record_of
from tasks.sizing.document import Device, Size
from tasks.sizing.gate import drift
from tasks.sizing.growth import FLASH, Mover, movers

Value = int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Flash or RAM of a target, in bytes.

    `limit` is the tightest: the budget of the program, or a region of the board with all that the
    device holds there. `free` is what is left of it. Both are None where there is neither.
    """

    used: int
    """By the program, in the ELF."""
    device: Value
    """By all that the device holds: model, arena and stack as well."""
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
        flash=_memory(size.flash_bytes, budget.flash_bytes, size.device, "flash"),
        ram=_memory(size.ram_bytes, budget.ram_bytes, size.device, "ram"),
        measures=measures_of(size),
        before=before,
        drift=drift(size, baseline),
        operators=() if record is None else movers(now.operators, record.operators, FLASH),
        symbols=() if record is None else movers(now.symbols, record.symbols, FLASH),
    )


def _memory(used: int, budget: int | None, device: Device | None, kind: str) -> Memory:
    limits = [] if budget is None else [(budget - used, budget)]
    for region in () if device is None else device.regions:
        if region.kind == kind and region.capacity_bytes is not None:
            limits.append((region.capacity_bytes - region.used_bytes, region.capacity_bytes))
    free, limit = min(limits) if limits else (None, None)
    held = None if device is None else device.used(kind)
    return Memory(used=used, device=held, limit=limit, free=free)
