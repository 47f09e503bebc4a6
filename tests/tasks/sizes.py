"""A size.json as small as one can be."""

from __future__ import annotations

import json
from typing import Any

from tasks.attribution.purpose import Part, Purpose
from tasks.size.document import Size

Symbols = tuple[tuple[str, str, str | None, int, int], ...]
"""Name, purpose, operator, flash, RAM."""
SYMBOLS: Symbols = (
    ("kerf::portable::add_out", "kernel", "aten::add.out", 600, 0),
    ("kerf::Method::load", "loader", None, 300, 0),
    ("kerf::registered", "registry", None, 0, 48),
    ("memcpy", "libc", None, 60, 0),
)


def size(symbols: Symbols = SYMBOLS, *, padding: int = 40, **changes: Any) -> Size:
    """The sizes in `document`, with other fields where `changes` has them."""
    content = document(symbols, padding=padding) | changes
    return Size.model_validate_json(json.dumps(content))


def document(symbols: Symbols = SYMBOLS, *, padding: int = 40) -> dict[str, Any]:
    """A size.json whose bytes are those of `symbols` and `padding`."""
    entries = [
        _entry(name, Purpose(purpose), operator, flash, ram)
        for name, purpose, operator, flash, ram in symbols
    ]
    entries.append(_entry(None, Purpose.PADDING, None, padding, 0))
    parts = {part.value: {"flash_bytes": 0, "ram_bytes": 0} for part in Part}
    for entry in entries:
        for key in ("flash_bytes", "ram_bytes"):
            parts[entry["part"]][key] += entry[key]
    return {
        "version": 5,
        "target": "m4",
        "toolchain": {"name": "arm-none-eabi-gcc", "version": "12.2.1"},
        "program": {"name": "runner.elf", "sha256": ""},
        "flash_bytes": sum(part["flash_bytes"] for part in parts.values()),
        "ram_bytes": sum(part["ram_bytes"] for part in parts.values()),
        "regions": [],
        "device": None,
        "registry": {"form": "table", "rows": 1, "flash_bytes": 12, "ram_bytes": 0},
        "memory": {"method_bytes": 161, "planned_bytes": 2048, "temp_bytes": 64},
        "models": [],
        "kernels": {"linked": 1, "needed": 1},
        "parts": parts,
        "entries": entries,
    }


def _entry(
    symbol: str | None, purpose: Purpose, operator: str | None, flash: int, ram: int
) -> dict[str, Any]:
    return {
        "region": None,
        "section": ".text" if flash else ".bss",
        "archive": None,
        "object": None,
        "source": None,
        "symbol": symbol,
        "inlined_into": None,
        "purpose": purpose.value,
        "part": purpose.part.value,
        "operator": operator,
        "dtype": None,
        "flash_bytes": flash,
        "ram_bytes": ram,
    }
