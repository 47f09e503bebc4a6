"""Reads a target's size.json, as its last build or run left it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks.building.inputs import Digests
from tasks.building.manifest import read_inputs
from tasks.config import Target
from tasks.json_text import parsed_json
from tasks.size.document import VERSION, Counts, Size, parse_size, size_path
from tasks.size.program import check_program
from tasks.table import few
from tasks.targets import home


def read_size(target: Target) -> Size:
    """The size.json of `target`, with what a run of its program has counted.

    Raises:
        SizeError: the target is not built, or not since its program changed.

    """
    path = size_path(target)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SizeError(
            f"{path}: {(error.strerror or str(error)).lower()}. "
            f"Build first: nox -s build-{path.parent.name}"
        ) from None
    size = parse_size(content, str(path), [VERSION])
    check_program(path.with_name(size.program.name), size.program.sha256, target.name)
    return size.model_copy(update={"instructions": counted(path.parent, size.program.sha256)})


def check_current(target: Target, digests: Digests) -> None:
    """Raises SizeError where a file that the build of `target` read has changed since.

    Kerf's own Python is not asked: each build reads all of it, and few changes of it matter.
    """
    around = home(target.root)
    inputs = read_inputs(size_path(target).parent) or {}
    changed = [
        name
        for name, digest in inputs.items()
        if not name.endswith(".py") and digests.of(around / name) != digest
    ]
    if changed:
        raise SizeError(
            f"{target.name}: built before {few(changed)} changed. "
            f"Build it again: nox -s build-{target.name}"
        )


def counted(folder: Path, sha256: str) -> tuple[Counts, ...]:
    """The counts of each method in `folder`/run.json; none if another program ran.

    `sha256` is that of the measured program.
    """
    try:
        run = parsed_json((folder / "run.json").read_text(encoding="utf-8"))
        if run["measured_sha256"] != sha256:
            return ()
        return tuple(_counts(method) for method in run["methods"] if method["instructions"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()  # not run, or by an earlier Kerf


def _counts(method: dict[str, Any]) -> Counts:
    instructions = method["instructions"]
    return Counts(
        model=method["model"],
        method=method["method"],
        program_load=instructions["program_load"],
        method_load=instructions["method_load"],
        execute=_mean(instructions["execute"]),
        execute_cycles=_mean(instructions.get("execute_cycles", ())),
        stack_bytes=method.get("stack_bytes"),
    )


def _mean(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return round(sum(known) / len(known)) if known else None
