"""Differences as JSON, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from tasks.compare.difference import Bytes, Change, Difference, Level
from tasks.compare.sizes import Sizes

VERSION = 1


def json_text(differences: Iterable[Difference], notes: Sequence[str] = ()) -> str:
    """Canonical JSON: `{version, notes, differences}`, one difference per target."""
    content = {
        "version": VERSION,
        "notes": list(notes),
        "differences": [_difference(each) for each in differences],
    }
    return json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False)


def _difference(each: Difference) -> dict[str, Any]:
    return {
        "a": _side(each.a),
        "b": _side(each.b),
        "toolchain_changed": each.toolchain_changed,
        "total": _change(each.total),
        "measures": [
            {"name": row.name, "before": row.before, "after": row.after, "change": row.change}
            for row in each.measures
        ],
        **{level.value: [_change(change) for change in each.levels[level]] for level in Level},
    }


def _side(sizes: Sizes) -> dict[str, Any]:
    return {
        "label": sizes.label,
        "target": sizes.size.target,
        "toolchain": sizes.size.toolchain.model_dump(),
        "flash_bytes": sizes.size.flash_bytes,
        "ram_bytes": sizes.size.ram_bytes,
    }


def _change(change: Change) -> dict[str, Any]:
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
