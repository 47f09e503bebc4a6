"""Rows of the table of all targets: figures, limits, what changed since the baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from codegen.errors import SizeError
from tasks.config import Target
from tasks.size.baseline import Baseline, read_baseline
from tasks.size.device import in_use
from tasks.size.difference import Difference
from tasks.size.document import Device, Size
from tasks.size.figure import figures_of
from tasks.size.gate import gate, notes, since
from tasks.size.read import read_size


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A limit of a kind of memory: a region of the board, or the budget of the program."""

    name: str
    used: int
    capacity: int

    @property
    def free(self) -> int:
        """What is left; negative where it is exceeded."""
        return self.capacity - self.used


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Flash or RAM of a target, in bytes."""

    used: int
    """Bytes that the program uses, in the ELF."""
    device: int | None
    """Bytes of all that the device holds: model, arena and stack as well."""
    limit: Limit | None
    """The one that is used to the largest share; None where nothing limits it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A target's figures, and what differs from its baseline where it has one."""

    target: str
    toolchain: str
    flash: Memory
    ram: Memory
    figures: Mapping[str, int]
    since: Difference | None
    notes: Sequence[str]

    def change(self, key: str) -> int | None:
        """How a figure has changed since the baseline; None if it is unknown on either side."""
        return None if self.since is None else self.since.change(key)


def row_of(size: Size, target: Target, baseline: Baseline | None) -> Row:
    """The figures in a size.json, with the limits of `target` and its baseline."""
    budget, device = target.budget, in_use(size)
    return Row(
        target=size.target,
        toolchain=str(size.toolchain),
        flash=_memory(size.flash_bytes, budget.flash_bytes, device, "flash"),
        ram=_memory(size.ram_bytes, budget.ram_bytes, device, "ram"),
        figures=figures_of(size),
        since=None if baseline is None else since(size, baseline),
        notes=notes(size, baseline),
    )


def sizes(targets: Sequence[Target]) -> tuple[list[Row], list[str]]:
    """A row for each of `targets` that is built; what is wrong with the others, and the gates."""
    rows: list[Row] = []
    faults: list[str] = []
    for target in targets:
        try:
            size = read_size(target)
            baseline = read_baseline(target, size.toolchain)
            rows.append(row_of(size, target, baseline))
            gate(size, target, baseline)
        except SizeError as error:
            faults += error.faults
    return rows, faults


def _memory(used: int, budget: int | None, device: Device | None, kind: str) -> Memory:
    limits = [] if budget is None else [Limit(name="budget", used=used, capacity=budget)]
    limits += [
        Limit(name=region.name, used=region.used_bytes, capacity=region.capacity_bytes)
        for region in (() if device is None else device.regions)
        if region.kind == kind and region.capacity_bytes is not None
    ]
    return Memory(
        used=used,
        device=None if device is None else device.used(kind),
        limit=max(limits, key=_share, default=None),
    )


def _share(limit: Limit) -> tuple[float, int]:
    """What orders limits: the share that is used, then the bytes that are left."""
    share = limit.used / limit.capacity if limit.capacity else float(limit.used > 0)
    return share, -limit.free
