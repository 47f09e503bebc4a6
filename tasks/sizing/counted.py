"""Instructions and stack of a run, if it ran the very program that was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tasks.sizing.document import Counts


def counted(folder: Path, sha256: str) -> tuple[Counts, ...]:
    """The counts of each method in `folder`/run.json; none if another program ran.

    `sha256` is that of the measured program.
    """
    try:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        if run["measured_sha256"] != sha256:
            return ()
        return tuple(_counts(method) for method in run["methods"] if method["instructions"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()  # not run, or by an earlier Kerf


def _counts(method: dict[str, Any]) -> Counts:
    instructions = method["instructions"]
    executes = [count for count in instructions["execute"] if count is not None]
    return Counts(
        model=method["model"],
        method=method["method"],
        program_load=instructions["program_load"],
        method_load=instructions["method_load"],
        execute=round(sum(executes) / len(executes)) if executes else None,
        stack_bytes=method.get("stack_bytes"),
    )
