"""Reads a target's size.json, as its last build or run left it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks.config import Target
from tasks.files import sha256
from tasks.sizing.baseline import record_of
from tasks.sizing.counted import counted
from tasks.sizing.document import VERSION, size_path


def read_size(target: Target) -> dict[str, Any]:
    """The size.json of `target`, with `instructions`: what a run of its program has counted.

    Raises:
        SizeError: the target is not built, or not since its program changed.

    """
    path = size_path(target)
    document = read_document(path)
    again = f"nox -s build-{target.name}"
    program = path.with_name(document["program"]["name"])
    try:
        present = sha256(program)
    except OSError as error:
        raise SizeError(f"{program}: {error.strerror}. Build again: {again}") from None
    if present != document["program"]["sha256"]:
        raise SizeError(f"{path}: is not of the present {program.name}. Build again: {again}")
    return {**document, "instructions": counted(path.parent, present)}


def read_document(path: Path) -> dict[str, Any]:
    """The size.json at `path`.

    Raises:
        SizeError: it is missing, damaged, or of another version.

    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        version = document["version"]
        if version == VERSION:
            _check(document)
    except FileNotFoundError:
        raise SizeError(
            f"{path}: not there. Build first: nox -s build-{path.parent.name}"
        ) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SizeError(f"{path}: no sizes ({error}). Build the target again.") from None
    if version != VERSION or not isinstance(document, dict):
        raise SizeError(f"{path}: version {version} instead of {VERSION}. Build the target again.")
    return document


def _check(document: dict[str, Any]) -> None:
    """Raises KeyError, TypeError or AttributeError for what readers of a size.json rely on."""
    record_of(document)
    for key in ("name", "sha256"):
        document["program"][key].encode()
    for region in document["regions"]:
        region["free_bytes"] + region["used_bytes"] + region["capacity_bytes"]
