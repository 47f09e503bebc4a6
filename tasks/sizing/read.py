"""Reads a target's size.json, as its last build or run left it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks.config import Target
from tasks.sizing.counted import counted
from tasks.sizing.document import VERSION, size_path
from tasks.sizing.program import check_program
from tasks.sizing.shape import misshapen


def read_size(target: Target) -> dict[str, Any]:
    """The size.json of `target`, with `instructions`: what a run of its program has counted.

    Raises:
        SizeError: the target is not built, or not since its program changed.

    """
    path = size_path(target)
    document = read_document(path)
    program = document["program"]
    check_program(path.with_name(program["name"]), program["sha256"], target.name)
    return {**document, "instructions": counted(path.parent, program["sha256"])}


def read_document(path: Path) -> dict[str, Any]:
    """The size.json at `path`.

    Raises:
        SizeError: it is missing, damaged, or of another version.

    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        version = document["version"]
    except FileNotFoundError:
        raise SizeError(
            f"{path}: not there. Build first: nox -s build-{path.parent.name}"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SizeError(f"{path}: no sizes ({error}). Build the target again.") from None
    if version != VERSION or not isinstance(document, dict):
        raise SizeError(f"{path}: version {version} instead of {VERSION}. Build the target again.")
    if (fault := misshapen(document)) is not None:
        raise SizeError(f"{path}: no sizes ({fault}). Build the target again.")
    return document
