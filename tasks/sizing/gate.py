"""The gates of size: what the board has, the budget of the target's file, the baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from codegen.errors import SizeError
from tasks.config import Target
from tasks.sizing.baseline import Baseline, measures_of
from tasks.sizing.device import ARENA, arena_bytes
from tasks.sizing.document import Device, DeviceRegion, Size
from tasks.sizing.growth import FLASH, RAM, grown, largest

SHOWN = 5
"""Operators, and symbols, that a fault names."""
KINDS = (("flash", FLASH), ("ram", RAM))


class Gate(StrEnum):
    """What a target's sizes are held to."""

    REGIONS = "regions"
    BOARD = "board"
    BUDGET = "budget"
    BASELINE = "baseline"


def gate(
    size: Size,
    target: Target,
    baseline: Baseline | None,
    *,
    advise: Callable[[tuple[str, ...]], Sequence[str]] = lambda _: (),
) -> None:
    """Nothing, where the sizes are within the board, the budget and the baseline.

    A baseline of another toolchain, other models or another registry is no gate: growth may
    be theirs. `advise` is given the faults of the board and returns what would help.

    Raises:
        SizeError: they are not; each fault names the operators and symbols that grew, or where
            nothing is known to have grown, those that are largest.

    """
    by_gate = gate_faults(size, target, baseline)
    if faults := [fault for faults in by_gate.values() for fault in faults]:
        raise SizeError([*faults, *advise(by_gate[Gate.BOARD])])


def gate_faults(
    size: Size, target: Target, baseline: Baseline | None
) -> dict[Gate, tuple[str, ...]]:
    """The faults that `gate` would raise, by gate, with an entry for every gate."""
    return {
        Gate.REGIONS: tuple(_over_capacity(size, target, baseline)),
        Gate.BOARD: tuple(_over_board(size, target)),
        Gate.BUDGET: tuple(_over_budget(size, target, baseline)),
        Gate.BASELINE: tuple(_over_baseline(size, target, baseline)),
    }


def drift(size: Size, baseline: Baseline | None) -> str | None:
    """The line for a baseline of another toolchain or other models: the distance to it."""
    if baseline is None:
        return None
    if baseline.exact:
        return _question_drift(size, baseline) if other_question(size, baseline) else None
    record, now = baseline.record, size.toolchain
    flash = size.flash_bytes - record.flash_bytes
    ram = size.ram_bytes - record.ram_bytes
    return (
        f"toolchain drift: {now} has no record; against {record.toolchain} flash is {flash:+,} B "
        f"and RAM {ram:+,} B, code and compiler together"
    )


ASKED_FOR = ("program_bytes", "weight_bytes", "registry_ram_bytes")
"""Measures that only another model, or another form or capacity of the registry, can change."""


def other_question(size: Size, baseline: Baseline) -> bool:
    """Whether models or registry are not those of the baseline."""
    now, before = measures_of(size), baseline.record.measures
    return any(now[key] != before.get(key) for key in ASKED_FOR)


def _question_drift(size: Size, baseline: Baseline) -> str:
    flash = size.flash_bytes - baseline.record.flash_bytes
    ram = size.ram_bytes - baseline.record.ram_bytes
    return (
        f"model drift: models or registry are not those of the baseline; flash is {flash:+,} B "
        f"and RAM {ram:+,} B, and only the budget applies. "
        f'Accept the sizes: nox -s rebaseline -- {size.target} --reason "..."'
    )


def _over_capacity(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    for region in size.regions:
        over = -region.free_bytes
        if over > 0:
            kind = RAM if region.name == "RAM" else FLASH
            yield (
                f"{target.name}: {region.name} has {region.capacity_bytes:,} B and "
                f"{region.used_bytes:,} B are used, {over:,} B too many. "
                f"{_culprits(size, baseline, kind)}"
            )


def _over_board(size: Size, target: Target) -> Iterator[str]:
    if size.device is None or size.device.board is None:
        return
    for region in size.device.regions:
        over = -(region.free_bytes or 0)
        if over > 0:
            held = ", ".join(f"{each.name} {each.bytes:,}" for each in region.holds)
            yield (
                f"{target.name}: {region.name} of {size.device.board} has "
                f"{region.capacity_bytes:,} B and needs {region.used_bytes:,} B, {over:,} B too "
                f"many: {held}. {_elsewhere(size.device, region)}"
            )


def _elsewhere(device: Device, full: DeviceRegion) -> str:
    """What would help where a region is full."""
    largest = max(full.holds, key=lambda each: each.bytes)
    key = {"code": "code", "data and bss": "data", "stack": "stack-bytes"}.get(largest.name)
    if key is None:
        key = "arena" if largest.name.startswith(ARENA) else "models"
    room = [
        f"{each.name} ({each.free_bytes:,} B free)"
        for each in device.regions
        if each.kind == full.kind and (each.free_bytes or 0) >= largest.bytes
    ]
    if room:
        return f"Move {largest.name} with board.{key}: {' or '.join(room)}."
    return (
        f"No region has room for {largest.name}: a smaller model, or a board with more memory "
        "(board.name, board.memory)."
    )


def _over_budget(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    limits = {"flash": target.budget.flash_bytes, "ram": target.budget.ram_bytes}
    for name, kind in KINDS:
        limit, now = limits[name], getattr(size, f"{name}_bytes")
        if limit is not None and now > limit:
            yield (
                f"{target.name}: {name} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{name}-bytes). {_culprits(size, baseline, kind)}"
            )

    device = size.device
    if device is None:
        return
    outer = (
        ("arena", target.budget.arena_bytes, arena_bytes(device)),
        ("image", target.budget.image_bytes, device.used("flash")),
    )
    for name, limit, now in outer:
        if limit is not None and now > limit:
            yield (
                f"{target.name}: {name} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{name}-bytes)."
            )


def _over_baseline(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    if baseline is None or not baseline.exact or other_question(size, baseline):
        return
    allowed = target.budget.tolerance_bytes
    before = {"flash": baseline.record.flash_bytes, "ram": baseline.record.ram_bytes}
    for name, kind in KINDS:
        now = getattr(size, f"{name}_bytes")
        growth = now - before[name]
        if growth > allowed:
            yield (
                f"{target.name}: {name} grew by {growth:,} B to {now:,} B since the record of "
                f"{baseline.record.toolchain}, more than budget.tolerance-bytes = {allowed:,}. "
                f"{_culprits(size, baseline, kind)} "
                f'If it is meant: nox -s rebaseline -- {target.name} --reason "..."'
            )


def _culprits(size: Size, baseline: Baseline | None, kind: int) -> str:
    """What grew, if it is known."""
    if baseline is not None:
        record = baseline.record
        before = record.flash_bytes if kind == FLASH else record.ram_bytes
        if (size.flash_bytes if kind == FLASH else size.ram_bytes) > before:
            return grown(size, record, kind, SHOWN)
    return largest(size, kind, SHOWN)
