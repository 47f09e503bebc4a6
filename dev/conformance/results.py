"""Counts of calls by operator and dtype: what a run prints and records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dev.conformance.compare import Status
from tasks.table import aligned

VERSION = 1


Counts = Counter[Status]
"""How many calls ended how."""


def in_words(counts: Counts) -> str:
    """The counts as a person reads them: `3 passed, 1 wrong`."""
    return ", ".join(f"{counts[each]} {each}" for each in Status if counts[each]) or "none"


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
        kerf=sum((row.kerf for row in kept), Counter()),
        upstream=sum(others, Counter()) if others else None,
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
    sides = {"kerf": row.kerf, "upstream": row.upstream}
    return {
        name: [counts[status] for status in Status]
        for name, counts in sides.items()
        if counts is not None
    }


def _read_row(row: Mapping[str, Sequence[int]]) -> Row:
    sides = {
        name: Counter(dict(zip(Status, numbers, strict=True))) for name, numbers in row.items()
    }
    return Row(kerf=sides["kerf"], upstream=sides.get("upstream"))


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
    upstream = "" if row.upstream is None else in_words(row.upstream)
    return (*(str(row.kerf[status] or "") for status in Status), upstream)
