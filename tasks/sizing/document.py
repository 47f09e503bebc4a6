"""size.json: what a built target takes. docs/reference/size.md describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.plan import RegistryForm
from tasks.building.planning import Planned
from tasks.building.sources import build_dir, size_executable
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.sizing.measured import measured
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.file import Region

VERSION = 3
READABLE = (2, VERSION)
"""Versions that can be compared: 2 had the counts of `instructions` in it, else it is the same."""
FILE = "size.json"


def size_document(
    planned: Planned, toolchain: Toolchain, elf: Path | None = None
) -> dict[str, Any]:
    """The content of size.json for a target that `toolchain` has built from `planned`.

    `elf` is measured, or what the target's build left.

    Raises:
        SizeError: the target is not built, or its ELF cannot be read.

    """
    target, plan = planned.target, planned.plan
    folder, name = target.root / build_dir(target), size_executable(toolchain)
    found = measured(
        elf or folder / name,
        plan,
        toolchain.memory,
        root=target.root,
        build_dir=build_dir(target),
    )
    row_bytes = found["absolute"].get("kerf_kernel_row_bytes", 0)
    dynamic = plan.form is RegistryForm.DYNAMIC
    memory = _memory(planned, found["absolute"])
    models = _models(planned)
    return {
        "version": VERSION,
        "target": target.name,
        "toolchain": {"name": toolchain.compiler, "version": toolchain.version},
        "program": {"name": name, "sha256": found["sha256"]},
        "plan_sha256": plan.digest(),
        "flash_bytes": found["flash_bytes"],
        "ram_bytes": found["ram_bytes"],
        "image": found["image"],
        "regions": found["regions"],
        "beside": _beside(toolchain, memory, models),
        "registry": {
            "form": plan.form.value,
            "rows": plan.capacity,
            "flash_bytes": row_bytes * len(plan.kernels),
            "ram_bytes": row_bytes * plan.capacity if dynamic else 0,
        },
        "memory": memory,
        "models": models,
        "kernels": _kernels(planned, frozenset(found["kernels"])),
        "parts": found["parts"],
        "sections": found["sections"],
        "entries": found["entries"],
    }


def write_size(document: dict[str, Any], folder: Path) -> Path:
    """Writes size.json into `folder`, canonical: one entry to a line."""
    path = folder / FILE
    write_if_changed(path, _canonical(document))
    return path


def size_path(target: Target) -> Path:
    """Where the target's size.json stands, or would stand."""
    return target.root / build_dir(target) / FILE


def _canonical(document: dict[str, Any]) -> str:
    """Sorted keys; an entry on a line of its own, so that two files can be compared by eye."""
    lines = []
    for key in sorted(document):
        value = document[key]
        if isinstance(value, list) and value:
            rows = ",\n".join(f"  {json.dumps(row, sort_keys=True)}" for row in value)
            lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, sort_keys=True)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _memory(planned: Planned, absolute: dict[str, int]) -> dict[str, int]:
    methods = planned.plan.methods
    return {
        "method_bytes": absolute.get("kerf_method_bytes", 0),
        "planned_bytes": max((sum(method.planned_bytes) for method in methods), default=0),
        "temp_bytes": absolute.get("kerf_temp_bytes", 0),
    }


def _models(planned: Planned) -> list[dict[str, Any]]:
    return [
        {
            "name": model.name,
            "file_bytes": model.file_bytes,
            "program_bytes": model.program_bytes,
            "weight_bytes": model.segment_bytes,
        }
        for model in planned.need.models
    ]


def _kernels(planned: Planned, linked: frozenset[str]) -> dict[str, int]:
    """Rows that the selection needs, and kernels whose code is linked."""
    return {"linked": len(linked), "needed": len(planned.plan.kernels)}


def _beside(
    toolchain: Toolchain, memory: dict[str, int], models: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """What the board keeps for models, one at a time, and for what a method works on."""
    files = [{"name": model["name"], "bytes": model["file_bytes"]} for model in models]
    arena = [
        {"name": "planned memory", "bytes": memory["planned_bytes"]},
        {"name": "method memory", "bytes": memory["method_bytes"]},
        {"name": "scratch", "bytes": memory["temp_bytes"]},
    ]
    held: dict[str, tuple[list[dict[str, Any]], int]] = {
        "MODEL": (files, max((model["file_bytes"] for model in models), default=0)),
        "ARENA": (arena, sum(memory.values())),
    }
    return [
        _stretch(name, toolchain.memory[name], *held[name])
        for name in held
        if name in toolchain.memory
    ]


def _stretch(name: str, region: Region, holds: list[dict[str, Any]], used: int) -> dict[str, Any]:
    return {
        "name": name,
        "origin": region.origin,
        "capacity_bytes": region.bytes,
        "used_bytes": used,
        "free_bytes": region.bytes - used,
        "holds": holds,
    }
