"""Builds as a report shows them, with baselines and a history of changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tasks.history.rows import Row, row_of
from tasks.report.content import Build
from tasks.revisions.git import Commit
from tasks.size.baseline import Baseline, record_of
from tasks.size.document import Size
from tests.tasks.built_targets import Built

ADDED = "kerf::portable::mul_out"
"""A symbol that the baseline of `reported` lacks."""


def commit(day: int) -> Commit:
    return Commit(
        id=f"{day:040x}",
        parents=(),
        date=f"2026-11-{day:02}T00:00:00Z",
        subject=f"Commit of day {day}",
    )


def reported(built: Built, *, without: str | None = None) -> Build:
    """A build whose baseline lacked the symbol `without`, or that has no baseline."""
    baseline = None
    if without is not None:
        record = record_of(built.sizes)
        flash, ram = record.symbols[without]
        record = replace(
            record,
            flash_bytes=record.flash_bytes - flash,
            ram_bytes=record.ram_bytes - ram,
            measures={**record.measures, "code_bytes": record.measures["code_bytes"] - flash},
            symbols={name: each for name, each in record.symbols.items() if name != without},
        )
        baseline = Baseline(record=record, exact=True)
    return Build(target=built.target, size=built.sizes, baseline=baseline)


def rows(size: Size, flash: Mapping[int, int]) -> list[Row]:
    """A history of the target of a size.json: its flash by the day of the commit."""
    return [replace(row_of(size, commit(day)), flash_bytes=each) for day, each in flash.items()]
