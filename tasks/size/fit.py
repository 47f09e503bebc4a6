"""What would make a target fit its board: tried, by building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from codegen.errors import KerfError
from codegen.optimize.names import PassName, PortsName, StripsName
from tasks.config import Target
from tasks.progress import log
from tasks.size.device import ARENA
from tasks.size.document import Size
from tasks.size.gate import Gate, gate_faults
from tasks.size.trial import trial

Tables = dict[str, dict[str, Any]]
"""Fields that differ, by table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a target's file, and what builds with it are called."""

    label: str
    text: str
    tables: Tables = field(default_factory=dict)
    saves: str = ""
    """What alone it makes smaller, by the name that a region's use has; else anything."""


def advice_to_fit(
    target: Target, faults: tuple[str, ...], *, executor: str, jobs: int | None = None
) -> list[str]:
    """What to change so that a target whose board has these `faults` fits; nothing without any.

    Changes are tried in the order of what they cost, each with those before it that can be built,
    by `executor`.
    """
    if not faults:
        return []
    tables: Tables = {}
    texts: list[str] = []
    nearest: list[str] = []
    for change in _changes(target):
        if not any(change.saves in fault for fault in faults):
            continue
        more = _with(tables, change.tables)
        log(f"{target.name}: does not fit; trying {change.text}")
        try:
            size = trial(target, change.label, executor=executor, jobs=jobs, **more)
        except KerfError:
            continue  # not every model has every form
        tables, texts = more, [*texts, change.text]
        what = f"{target.name}: with {' and '.join(texts)}"
        faults = gate_faults(size, target, None)[Gate.BOARD]
        if not faults:
            return [f"{what} it fits, which was tried: {_use(size)}."]
        nearest = [f"{what} it does not fit either, which was tried: {_use(size)}."]
    return nearest


def _changes(target: Target) -> Iterator[Change]:
    if set(target.passes) != set(PassName):
        yield Change(
            label="passes",
            text="all passes (no [optimize] passes)",
            tables={"optimize": {"passes": None}},
        )
    only_models = not (target.select.ops or target.select.all or target.select.describe)
    if target.runtime.form == "interpreter" and target.select.models and only_models:
        yield Change(
            label="compiled",
            text='[runtime] form = "compiled"',
            tables={"runtime": {"form": "compiled"}},
        )
    if target.optimize.strips is not StripsName.LEAST_MEMORY:
        yield Change(
            label="strips",
            text='[optimize] strips = "least-memory"',
            tables={"optimize": {"strips": StripsName.LEAST_MEMORY}},
            saves=ARENA[0],
        )
    if target.optimize.ports is not PortsName.QUANTIZED:
        yield Change(
            label="ports",
            text='[optimize] ports = "quantized" (quantized inputs and outputs stay integers)',
            tables={"optimize": {"ports": PortsName.QUANTIZED}},
            saves=ARENA[0],
        )
    if target.toolchain.optimize != "size":
        yield Change(
            label="size",
            text='[toolchain] optimize = "size"',
            tables={"toolchain": {"optimize": "size"}},
        )


def _with(tables: Tables, more: Tables) -> Tables:
    """Both, where they are of one table too."""
    return {name: {**tables.get(name, {}), **more.get(name, {})} for name in {**tables, **more}}


def _use(size: Size) -> str:
    """What is used of each region of the board."""
    regions = size.device.regions if size.device is not None else ()
    return ", ".join(
        f"{each.name} {each.used_bytes:,} B of {each.capacity_bytes or 0:,} B"
        for each in regions
        if each.used_bytes
    )
