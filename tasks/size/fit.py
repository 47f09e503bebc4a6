"""What would make a target fit its board: tried, by building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one field of a target's file."""

    field: str
    text: str
    table: str
    value: Any
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
        fields = {**tables.get(change.table, {}), change.field: change.value}
        more = {**tables, change.table: fields}
        log(f"{target.name}: does not fit; trying {change.text}")
        try:
            size = trial(target, change.field, executor=executor, jobs=jobs, **more)
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
    optimize, select = target.optimize, target.select
    only_models = bool(select.models) and not (select.ops or select.all or select.describe)
    if set(target.passes) != set(PassName):
        yield Change("passes", "all passes (no [optimize] passes)", "optimize", None)
    if target.runtime.form == "interpreter" and only_models:
        yield Change("form", '[runtime] form = "compiled"', "runtime", "compiled")
    if optimize.strips is not StripsName.LEAST_MEMORY:
        text = '[optimize] strips = "least-memory"'
        yield Change("strips", text, "optimize", StripsName.LEAST_MEMORY, saves=ARENA[0])
    if optimize.ports is not PortsName.QUANTIZED:
        text = '[optimize] ports = "quantized" (quantized inputs and outputs stay integers)'
        yield Change("ports", text, "optimize", PortsName.QUANTIZED, saves=ARENA[0])
    if target.toolchain.optimize != "size":
        yield Change("optimize", '[toolchain] optimize = "size"', "toolchain", "size")


def _use(size: Size) -> str:
    """What is used of each region of the board."""
    regions = size.device.regions if size.device is not None else ()
    return ", ".join(
        f"{each.name} {each.used_bytes:,} B of {each.capacity_bytes or 0:,} B"
        for each in regions
        if each.used_bytes
    )
