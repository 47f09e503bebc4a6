"""What an ELF holds, as size.json has it; kept beside the ELF until that changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks.attribution.attribute import Account, attribute
from tasks.attribution.purpose import Part
from tasks.attribution.regions import Board, board_of
from tasks.files import sha256, write_if_changed
from tasks.toolchain.file import Region

KEPT = ".attribution.json"
"""In the build folder: attribution reads debug information, which takes its time."""


def measured(
    elf: Path, plan: Plan, memory: Mapping[str, Region], *, root: Path, build_dir: str
) -> dict[str, Any]:
    """What of size.json comes from `elf`, by `plan` and the memory of the board.

    Raises:
        SizeError: the ELF or its map is missing, damaged or stripped.

    """
    try:
        program = sha256(elf)
    except OSError as error:
        raise SizeError(f"{elf}: {error.strerror}. Build the target first.") from None
    board = board_of({name: (each.origin, each.bytes) for name, each in memory.items()})
    kept = root / build_dir / KEPT
    key = hashlib.sha256(
        "\n".join((program, plan.digest(), repr(board), _code())).encode()
    ).hexdigest()
    found = _kept(kept, key)
    if found is None:
        account = attribute(elf, plan, root=root, build_dir=build_dir, board=board)
        found = _document(account, board)
        write_if_changed(kept, json.dumps({"key": key, "measured": found}))
    return found


def _kept(path: Path, key: str) -> dict[str, Any] | None:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        found = content["measured"] if content["key"] == key else None
        return found if isinstance(found, dict) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


@cache
def _code() -> str:
    """Names the present way of attribution."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted([*folder.parent.joinpath("attribution").glob("*.py"), Path(__file__)]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _document(account: Account, board: Board) -> dict[str, Any]:
    image = account.image
    return {
        "sha256": image.sha256,
        "flash_bytes": image.flash_bytes,
        "ram_bytes": image.ram_bytes,
        "image": {
            "loaded_bytes": image.loaded_bytes,
            "gap_bytes": image.gap_bytes,
            "header_bytes": image.header_bytes,
        },
        "regions": [
            {
                "name": use.region.name,
                "origin": use.region.origin,
                "capacity_bytes": use.region.capacity_bytes,
                "used_bytes": use.used_bytes,
                "gap_bytes": use.gap_bytes,
                "free_bytes": use.free_bytes,
            }
            for use in board.uses(image)
        ],
        "absolute": image.absolute,
        "kernels": sorted(account.kernels),
        "parts": _parts(account),
        "sections": [
            {
                "name": section.name,
                "address": section.address,
                "region": board.region_of(section.address),
                "flash_bytes": section.flash_bytes,
                "ram_bytes": section.ram_bytes,
            }
            for section in image.sections
        ],
        "entries": [entry.to_json() for entry in account.entries],
    }


def _parts(account: Account) -> dict[str, dict[str, int]]:
    sums = {part.value: {"flash_bytes": 0, "ram_bytes": 0} for part in Part}
    for entry in account.entries:
        sums[entry.place.part.value]["flash_bytes"] += entry.flash_bytes
        sums[entry.place.part.value]["ram_bytes"] += entry.ram_bytes
    return sums
