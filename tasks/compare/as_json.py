"""Differences as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from tasks.size.difference import Bytes, Change, Difference, Footprint, Level

VERSION = 2
"""Version 1 counted weights in `total` and in the levels, where an ELF contained them."""


def json_text(
    differences: Iterable[Difference],
    notes: Sequence[str] = (),
    gate_faults: Sequence[str] | None = None,
) -> str:
    """Canonical JSON: `{version, notes, gate_faults, differences}`, one difference per target.

    `gate_faults` is null where gates are not checked: between two builds.
    """
    content = {
        "version": VERSION,
        "notes": list(notes),
        "gate_faults": None if gate_faults is None else list(gate_faults),
        "differences": [_difference(each) for each in differences],
    }
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False)


def _difference(each: Difference) -> dict[str, Any]:
    return {
        "a": _side(each.a),
        "b": _side(each.b),
        "toolchain_changed": each.toolchain_changed,
        "models_changed": list(each.models),
        "total": change_json(each.total),
        "measures": [
            {"name": row.name, "before": row.before, "after": row.after, "change": row.change}
            for row in each.measures
        ],
        **{level.value: [change_json(change) for change in each.levels[level]] for level in Level},
    }


def _side(side: Footprint) -> dict[str, Any]:
    name, _, version = side.toolchain.rpartition(" ")
    return {
        "label": side.label,
        "target": side.target,
        "toolchain": {"name": name, "version": version},
        "flash_bytes": side.total.flash,
        "ram_bytes": side.total.ram,
        "figures": dict(side.figures),
    }


def change_json(change: Change) -> dict[str, Any]:
    """One change for programs."""
    return {
        "name": change.name,
        "kind": change.kind.value,
        "before": _bytes(change.before),
        "after": _bytes(change.after),
        "flash_change": change.flash,
        "ram_change": change.ram,
        "source": change.source,
        "purpose": change.purpose,
        "operator": change.operator,
    }


def _bytes(size: Bytes | None) -> dict[str, int] | None:
    return None if size is None else {"flash_bytes": size.flash, "ram_bytes": size.ram}
