"""`explain -- TARGET --operators`: what was kept of each operator, what was cut, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from codegen.explained import Explained, Fact, Part, explained, features_of
from codegen.unresolved import who
from tasks.building.planning import plan_target
from tasks.config import Target
from tasks.table import few

_MOST_CUT = 8
"""Dtypes that were cut and are named; of more only the number."""


def operators_text(target: Target) -> str:
    """The explanation for people.

    Raises:
        KerfError: the target has no plan.

    """
    rows, features = _explained(target)
    lines = [line for row in rows for line in _row(row)]
    lines.append("program format")
    lines += [f"  {fact.text:<20}  {_needed(fact)}" for fact in features] or ["  nothing"]
    return "\n".join(lines)


def operators_json(target: Target) -> str:
    """Returns the operators as JSON. Raises as `operators_text`."""
    rows, features = _explained(target)
    document = {
        "target": target.name,
        "operators": [
            {
                "operator": row.operator,
                "function": row.function,
                "library": row.library,
                "parts": [
                    {"name": p.name, "kept": list(map(_fact, p.kept)), "cut": list(p.cut)}
                    for p in row.parts
                ],
                "unused_kernels": list(row.unused),
            }
            for row in rows
        ],
        "features": list(map(_fact, features)),
    }
    return json.dumps(document, indent=1, ensure_ascii=False)


def _explained(target: Target) -> tuple[tuple[Explained, ...], tuple[Fact, ...]]:
    planned = plan_target(target)
    rows = explained(planned.plan, planned.need, planned.libraries)
    return rows, features_of(planned.plan, planned.need)


def _fact(fact: Fact) -> dict[str, Any]:
    return {"text": fact.text, "needed_by": list(map(str, fact.origins))}


def _row(row: Explained) -> Iterator[str]:
    yield f"{row.operator}  {row.function} of {row.library}"
    for part in row.parts:
        yield from _part(part)
    for other in row.unused:
        yield f"  not used: {other}"
    yield ""


def _part(part: Part) -> Iterator[str]:
    name = part.name
    for fact in part.kept:
        yield f"  {name:<16}  kept {fact.text:<16}  {_needed(fact)}"
        name = ""
    if part.cut:
        yield f"  {name:<16}  cut  {few(part.cut, _MOST_CUT)}"


def _needed(fact: Fact) -> str:
    return who(fact.origins) if fact.origins else "every program may use it"
