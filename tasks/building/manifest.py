"""The manifest of a build: inputs and outputs by SHA-256. No time, no path of a machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tasks.building.inputs import Digests, input_digests
from tasks.building.planning import Planned
from tasks.building.sources import programs, shipped_path
from tasks.files import sha256, write_if_changed
from tasks.json_text import parsed_json
from tasks.toolchain.choose import Toolchain

MANIFEST_VERSION = 2


def write_manifest(planned: Planned, toolchain: Toolchain, folder: Path) -> bool:
    """Writes manifest.json into `folder`; whether it changed."""
    content = manifest(planned, toolchain, folder)
    return write_if_changed(
        folder / "manifest.json", json.dumps(content, indent=1, sort_keys=True) + "\n"
    )


def read_inputs(folder: Path) -> dict[str, str] | None:
    """The SHA-256 of each input in the manifest of `folder`; None where they are not all known.

    Every build compiles something: no source is among them where ninja's record was missing.
    """
    try:
        content = parsed_json((folder / "manifest.json").read_text(encoding="utf-8"))
        inputs = dict(content["inputs"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return inputs if any(name.endswith(".cpp") for name in inputs) else None


def manifest(planned: Planned, toolchain: Toolchain, folder: Path) -> dict[str, Any]:
    """The content of manifest.json."""
    target = planned.target
    linked = sorted(programs(target, toolchain))
    outputs = ["libkerf.a", "plan.json", "size.json", *linked]
    outputs += sorted(f"selected/{path.name}" for path in (folder / "selected").iterdir())
    return {
        "version": MANIFEST_VERSION,
        "target": target.name,
        "plan_sha256": planned.plan.digest(),
        "toolchain": {
            "name": toolchain.compiler,
            "version": toolchain.version,
            "executor": toolchain.executor,
            **({"image": toolchain.runner.image} if toolchain.runner.image else {}),
        },
        "models": [
            {"name": path.name, "bytes": path.stat().st_size, "sha256": sha256(path)}
            for path in (
                shipped_path(target, model)
                for model in sorted(target.model_paths, key=lambda path: path.name)
            )
        ],
        "inputs": input_digests(target, toolchain.file, Digests()),
        "outputs": {name: sha256(folder / name) for name in outputs},
    }


def compiled_by(folder: Path) -> str | None:
    """The executor that the manifest of a build names; None where there is none yet."""
    try:
        return str(parsed_json((folder / "manifest.json").read_text())["toolchain"]["executor"])
    except (OSError, ValueError, KeyError, TypeError):  # an unfinished build
        return None
