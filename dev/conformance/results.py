"""Counts of calls by operator and dtype: what a run prints and records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dev.conformance.compare import Status
from tasks.table import aligned

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many calls ended how."""

    passed: int = 0
    refused: int = 0
    wrong: int = 0
    crashed: int = 0

    @property
    def calls(self) -> int:
        """All of them."""
        return self.passed + self.refused + self.wrong + self.crashed

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            passed=self.passed + other.passed,
            refused=self.refused + other.refused,
            wrong=self.wrong + other.wrong,
            crashed=self.crashed + other.crashed,
        )

    def __str__(self) -> str:
        parts = [f"{self.passed} passed"] * (self.passed > 0)
        parts += [f"{getattr(self, s)} {s}" for s in list(Status)[1:] if getattr(self, s)]
        return ", ".join(parts) or "none"


def counts(statuses: Iterable[Status]) -> Counts:
    """How many there are of each."""
    found = tuple(statuses)
    return Counts(**{status.value: found.count(status) for status in Status})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One operator and dtype."""

    kerf: Counts
    upstream: Counts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A run; `operators` holds a row for each operator and dtype, in order."""

    versions: Mapping[str, str]
    operators: Mapping[str, Mapping[str, Row]] = field(default_factory=dict)


def total(rows: Iterable[Row]) -> Row:
    """The sum of rows; upstream's of those that have it."""
    kept = tuple(rows)
    others = [row.upstream for row in kept if row.upstream is not None]
    return Row(
        kerf=sum((row.kerf for row in kept), Counts()),
        upstream=sum(others, Counts()) if others else None,
    )


def write_results(results: Results) -> str:
    """As JSON, a line for each operator and dtype: passed, refused, wrong, crashed."""
    lines = []
    for operator, rows in sorted(results.operators.items()):
        inner = ",\n".join(
            f"   {json.dumps(dtype)}: {json.dumps(_row(row))}" for dtype, row in rows.items()
        )
        lines.append(f"  {json.dumps(operator)}: {{\n{inner}\n  }}")
    versions = json.dumps(dict(results.versions), sort_keys=True)
    body = ",\n".join(lines)
    return (
        f'{{\n "version": {VERSION},\n "versions": {versions},\n "operators": {{\n{body}\n }}\n}}\n'
    )


def read_results(text: str) -> Results:
    """The results that `write_results` wrote."""
    content = json.loads(text)
    return Results(
        versions=content["versions"],
        operators={
            operator: {dtype: _read_row(row) for dtype, row in rows.items()}
            for operator, rows in content["operators"].items()
        },
    )


def _row(row: Row) -> dict[str, list[int]]:
    content = {"kerf": [getattr(row.kerf, status) for status in Status]}
    if row.upstream is not None:
        content["upstream"] = [getattr(row.upstream, status) for status in Status]
    return content


def _read_row(row: Mapping[str, Any]) -> Row:
    upstream = row.get("upstream")
    return Row(kerf=_counts(row["kerf"]), upstream=None if upstream is None else _counts(upstream))


def _counts(numbers: Iterable[int]) -> Counts:
    return Counts(**{status.value: n for status, n in zip(Status, numbers, strict=True)})


def table(results: Results) -> Iterator[str]:
    """A line for each operator: its dtypes and counts, and upstream's next to them."""
    head = ("operator", "dtypes", *Status, "upstream")
    rows = [head]
    for operator, by_dtype in sorted(results.operators.items()):
        row = total(by_dtype.values())
        rows.append((operator, str(len(by_dtype)), *_cells(row)))
    everything = total(row for rows in results.operators.values() for row in rows.values())
    rows.append(("total", "", *_cells(everything)))
    return aligned("<>>>>><", rows)


def _cells(row: Row) -> tuple[str, ...]:
    upstream = "" if row.upstream is None else str(row.upstream)
    return (*(str(getattr(row.kerf, status) or "") for status in Status), upstream)
