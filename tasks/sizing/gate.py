"""The gates of size: what the board has, the budget of the target's file, the baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from codegen.errors import SizeError
from tasks.config import Target
from tasks.sizing.baseline import Baseline, measures_of, toolchain_key
from tasks.sizing.growth import FLASH, RAM, grown, largest

SHOWN = 5
"""Operators, and symbols, that a fault names."""
KINDS = (("flash", FLASH), ("ram", RAM))


class Gate(StrEnum):
    """What a target's sizes are held to."""

    REGIONS = "regions"
    BUDGET = "budget"
    BASELINE = "baseline"


def gate(document: Mapping[str, Any], target: Target, baseline: Baseline | None) -> None:
    """Nothing, where the sizes are within the board, the budget and the baseline.

    A baseline of another toolchain, other models or another registry is no gate: growth may
    be theirs.

    Raises:
        SizeError: they are not; each fault names the operators and symbols that grew, or where
            nothing is known to have grown, those that are largest.

    """
    by_gate = gate_faults(document, target, baseline)
    if faults := [fault for faults in by_gate.values() for fault in faults]:
        raise SizeError(faults)


def gate_faults(
    document: Mapping[str, Any], target: Target, baseline: Baseline | None
) -> dict[Gate, tuple[str, ...]]:
    """The faults that `gate` would raise, by gate; all gates are there."""
    return {
        Gate.REGIONS: tuple(_over_capacity(document, target, baseline)),
        Gate.BUDGET: tuple(_over_budget(document, target, baseline)),
        Gate.BASELINE: tuple(_over_baseline(document, target, baseline)),
    }


def drift(document: Mapping[str, Any], baseline: Baseline | None) -> str | None:
    """What to say where the baseline is of another toolchain or other models: how far it is."""
    if baseline is None:
        return None
    if baseline.exact:
        return _question_drift(document, baseline) if other_question(document, baseline) else None
    record, now = baseline.record, toolchain_key(document["toolchain"])
    flash = document["flash_bytes"] - record.flash_bytes
    ram = document["ram_bytes"] - record.ram_bytes
    return (
        f"toolchain drift: {now} has no record; against {record.toolchain} flash is {flash:+,} B "
        f"and RAM {ram:+,} B, code and compiler together"
    )


ASKED_FOR = ("program_bytes", "weight_bytes", "registry_ram_bytes")
"""Measures that only another model, or another form or capacity of the registry, can change."""


def other_question(document: Mapping[str, Any], baseline: Baseline) -> bool:
    """Whether the target asks for something else than when the baseline was taken."""
    now, before = measures_of(document), baseline.record.measures
    return any(now[key] != before.get(key) for key in ASKED_FOR)


def _question_drift(document: Mapping[str, Any], baseline: Baseline) -> str:
    flash = document["flash_bytes"] - baseline.record.flash_bytes
    ram = document["ram_bytes"] - baseline.record.ram_bytes
    return (
        f"model drift: models or registry are not those of the baseline; flash is {flash:+,} B "
        f"and RAM {ram:+,} B, and only the budget holds. "
        f'Take the sizes over: python -m tasks.rebaseline {document["target"]} --reason "..."'
    )


def _over_capacity(
    document: Mapping[str, Any], target: Target, baseline: Baseline | None
) -> Iterator[str]:
    for region in document["regions"]:
        over = -region["free_bytes"]
        if over > 0:
            kind = RAM if region["name"] == "RAM" else FLASH
            yield (
                f"{target.name}: {region['name']} holds {region['capacity_bytes']:,} B and "
                f"{region['used_bytes']:,} B are used, {over:,} B too many. "
                f"{_culprits(document, baseline, kind)}"
            )


def _over_budget(
    document: Mapping[str, Any], target: Target, baseline: Baseline | None
) -> Iterator[str]:
    limits = {"flash": target.budget.flash_bytes, "ram": target.budget.ram_bytes}
    for name, kind in KINDS:
        limit, now = limits[name], document[f"{name}_bytes"]
        if limit is not None and now > limit:
            yield (
                f"{target.name}: {name} is {now:,} B, {now - limit:,} B over its budget of "
                f"{limit:,} B (budget.{name}-bytes). {_culprits(document, baseline, kind)}"
            )


def _over_baseline(
    document: Mapping[str, Any], target: Target, baseline: Baseline | None
) -> Iterator[str]:
    if baseline is None or not baseline.exact or other_question(document, baseline):
        return
    allowed = target.budget.tolerance_bytes
    before = {"flash": baseline.record.flash_bytes, "ram": baseline.record.ram_bytes}
    for name, kind in KINDS:
        now = document[f"{name}_bytes"]
        growth = now - before[name]
        if growth > allowed:
            yield (
                f"{target.name}: {name} grew by {growth:,} B to {now:,} B, more than "
                f"budget.tolerance-bytes = {allowed:,}. {_culprits(document, baseline, kind)} "
                f'If it is meant: python -m tasks.rebaseline {target.name} --reason "..."'
            )


def _culprits(document: Mapping[str, Any], baseline: Baseline | None, kind: int) -> str:
    """What grew, if it is known."""
    if baseline is not None:
        record = baseline.record
        before = record.flash_bytes if kind == FLASH else record.ram_bytes
        if document["flash_bytes" if kind == FLASH else "ram_bytes"] > before:
            return grown(document, record, kind, SHOWN)
    return largest(document, kind, SHOWN)
