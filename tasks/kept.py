"""Results kept in files, each current for as long as its key holds: what it was made from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from tasks.files import write_if_changed
from tasks.json_text import parsed_json

Value = TypeVar("Value")


def kept(path: Path, key: str, form: type[Value]) -> Value | None:
    """The value in `path`; None if it is missing, damaged, or was kept under another key."""
    try:
        content = parsed_json(path.read_bytes())
        if content["key"] != key:
            return None
        return TypeAdapter(form).validate_python(content["value"], strict=False)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, key: str, value: object) -> None:
    """Writes `value`, a JSON value, dataclass or model, to `path` under `key`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    shown = TypeAdapter(type(value)).dump_python(value, mode="json")
    write_if_changed(path, json.dumps({"key": key, "value": shown}))
