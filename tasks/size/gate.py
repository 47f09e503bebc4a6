"""The gates of size: what the board has, the budget of the target's file, the baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from codegen.errors import SizeError
from codegen.scratch_offset import ALIGNMENT
from tasks.attribution.purpose import Purpose
from tasks.config import Target
from tasks.config.board import memory_sizes
from tasks.size.baseline import Baseline, footprint_of_record
from tasks.size.device import ARENA, WEIGHTS, arena_of, in_use
from tasks.size.difference import (
    Change,
    Difference,
    Level,
    by_name,
    difference,
    footprint_of,
)
from tasks.size.document import Device, DeviceRegion, Size
from tasks.size.figure import FIGURES, Figure

SHOWN = 5
"""Operators, and symbols, that a fault names."""


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

    A baseline of another compiler is no gate for what the compiler decides.
    `advise` is given the faults of the board and returns what would help.

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


def since(size: Size, baseline: Baseline) -> Difference:
    """What differs from the baseline."""
    return difference(footprint_of_record(baseline.record, size.target), footprint_of(size))


def notes(size: Size, baseline: Baseline | None) -> tuple[str, ...]:
    """What to know of a baseline: that there is none, what it lacks, what is no longer the same."""
    again = f'nox -s rebaseline -- {size.target} --reason "..."'
    if baseline is None:
        return (f"no baseline for {size.toolchain}: {again} records one",)
    found: list[str] = []
    changed = since(size, baseline)
    before, now = changed.a.figures, changed.b.figures
    if not baseline.exact:
        found.append(
            f"toolchain drift: {size.toolchain} has no record; against {changed.a.toolchain} flash "
            f"is {changed.total.flash:+,} B and RAM {changed.total.ram:+,} B, code and compiler "
            "together"
        )
    if changed.models:
        found.append(f"changed since the baseline: {', '.join(changed.models)}")
    gated = _gated(size, baseline)
    lacking = [each.label for each in gated if each.key in now and each.key not in before]
    if lacking:
        found.append(f"no baseline for {', '.join(lacking)}: {again}")
    if uncounted := [each.label for each in gated if each.key in before and each.key not in now]:
        found.append(f"not counted: {', '.join(uncounted)}: nox -s run -- {size.target}")
    return tuple(found)


def _gated(size: Size, baseline: Baseline) -> tuple[Figure, ...]:
    """The figures that the baseline is a gate for: of another compiler, what no compiler decides.

    The tables of compiled programs are compiled, the files of interpreted ones are not.
    """
    tables = any(entry.purpose == Purpose.PROGRAM_TABLES for entry in size.entries)
    return tuple(
        each
        for each in FIGURES
        if each.gated
        and (baseline.exact or not (each.compiled or (tables and each.key == "program_bytes")))
    )


def _over_capacity(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    for region in size.regions:
        over = -region.free_bytes
        if over > 0:
            kind = "ram" if region.name == "RAM" else "flash"
            yield (
                f"{target.name}: {region.name} has {region.capacity_bytes:,} B and "
                f"{region.used_bytes:,} B are used, {over:,} B too many. "
                f"{_culprits(size, baseline, kind)}"
            )


def _over_board(size: Size, target: Target) -> Iterator[str]:
    device = in_use(size)
    if device is None or device.board is None:
        return
    for region in device.regions:
        over = -(region.free_bytes or 0)
        if over > 0:
            held = ", ".join(f"{each.name} {each.bytes:,}" for each in region.holds)
            yield (
                f"{target.name}: {region.name} of {device.board} has "
                f"{region.capacity_bytes:,} B and needs {region.used_bytes:,} B, {over:,} B too "
                f"many: {held}. {_elsewhere(device, region, target)}"
            )


def _elsewhere(device: Device, full: DeviceRegion, target: Target) -> str:
    """What would help where a region is full."""
    largest = max(full.holds, key=lambda each: each.bytes)
    key = {"code": "code", "data and bss": "data", "stack": "stack-bytes"}.get(largest.name)
    if key is None:
        key = "arena" if largest.name.startswith(ARENA) else "models"
        if largest.name.startswith(WEIGHTS) and target.board.weights:
            return (
                f"Let board.weights have fewer bytes there: {largest.bytes:,} B of {full.name} are "
                f"{largest.name}."
            )
        if smaller := _smaller_arena(full, largest.bytes, target):
            return f"Leave more room there: optimize.memory-bytes = [{smaller}]."
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


def _smaller_arena(full: DeviceRegion, planned: int, target: Target) -> str:
    """The sizes of planned memories with which `full` has room for what else it holds.

    It has `planned` bytes of them; empty where no other memory follows, to take the rest.
    """
    sizes, arenas = list(memory_sizes(target)), target.board.arena
    if full.name not in arenas[: max(0, len(sizes) - 1)] or full.free_bytes is None:
        return ""
    room = planned + full.free_bytes
    sizes[arenas.index(full.name)] = room - room % ALIGNMENT
    return ", ".join(map(str, sizes)) if room >= ALIGNMENT else ""


def _over_budget(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    limits = {"flash": target.budget.flash_bytes, "ram": target.budget.ram_bytes}
    for name, limit in limits.items():
        now = getattr(size, f"{name}_bytes")
        if limit is not None and now > limit:
            yield (
                f"{target.name}: {name} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{name}-bytes). {_culprits(size, baseline, name)}"
            )

    device = size.device
    if device is None:
        return
    flash = [held for region in device.regions if region.kind == "flash" for held in region.holds]
    outer = (
        ("arena", target.budget.arena_bytes, arena_of(device)),
        ("image", target.budget.image_bytes, flash),
    )
    for name, limit, holds in outer:
        now = sum(held.bytes for held in holds)
        if limit is not None and now > limit:
            counted = ", ".join(f"{held.name} {held.bytes:,}" for held in holds)
            yield (
                f"{target.name}: {name} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{name}-bytes): {counted}."
            )


def _over_baseline(size: Size, target: Target, baseline: Baseline | None) -> Iterator[str]:
    if baseline is None:
        return
    changed = since(size, baseline)
    gated = _gated(size, baseline)
    for each in (each for each in changed.measures if each.figure in gated):
        figure, growth = each.figure, each.change
        if growth is None or figure is None:
            continue
        key, allowed = "tolerance-bytes", float(target.budget.tolerance_bytes)
        if not figure.in_bytes:
            key = "tolerance-instructions"
            allowed = (each.before or 0) * target.budget.tolerance_instructions
        if growth > allowed:
            yield (
                f"{target.name}: {each.name} grew by {figure.text(growth)} to "
                f"{figure.text(each.after or 0)} since the record of {changed.a.toolchain}, more "
                f"than budget.{key} = {getattr(target.budget, key.replace('-', '_')):,}. "
                f"{_why(changed, figure)}"
                f'If it is meant: nox -s rebaseline -- {target.name} --reason "..."'
            )


def _why(changed: Difference, figure: Figure) -> str:
    """What grew with a figure: code by operator and symbol, others where a model is another."""
    if figure.key in _KINDS:
        return f"{_grown(changed, _KINDS[figure.key])} "
    return f"Changed: {', '.join(changed.models)}. " if changed.models else ""


_KINDS = {"code_bytes": "flash", "ram_bytes": "ram"}
"""The figures that are sums of symbols."""


def _culprits(size: Size, baseline: Baseline | None, kind: str) -> str:
    """What grew, if it is known; else what is largest."""
    if baseline is not None:
        changed = since(size, baseline)
        if getattr(changed.total, kind) > 0:
            return _grown(changed, kind)
    footprint = footprint_of(size)
    parts = []
    for level in (Level.OPERATORS, Level.SYMBOLS):
        groups = by_name(footprint.levels[level]).items()
        order = sorted((-getattr(each, kind), name) for (name, _), each in groups)
        top = [f"{name} {-bytes_:,} B" for bytes_, name in order if bytes_][:SHOWN]
        if top:
            parts.append(f"{level} {', '.join(top)}")
    return f"Largest: {'; '.join(parts)}." if parts else ""


def _grown(changed: Difference, kind: str) -> str:
    """The operators and symbols that grew most, or the parts where none did."""
    parts = [
        f"{level} {', '.join(up)}"
        for level in (Level.OPERATORS, Level.SYMBOLS)
        if (up := _up(changed.levels[level], kind))
    ]
    if not parts:
        up = _up(changed.levels[Level.PARTS], kind)
        parts = [f"parts {', '.join(up)}"] if up else ["nothing that the baseline lists"]
    return f"Grew: {'; '.join(parts)}."


def _up(changes: Sequence[Change], kind: str) -> list[str]:
    up = sorted(
        (-growth, each.name, " (new)" if each.before is None else "")
        for each in changes
        if (growth := getattr(each, kind)) > 0
    )
    return [f"{name} {-growth:+,} B{new}" for growth, name, new in up[:SHOWN]]
