"""JSON as values, and what is wrong with them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError


def parsed_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is no JSON, or nested more deeply than Python can follow.

    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def fault_in_words(error: ValidationError) -> str:
    """What is wrong first: `entries[3].symbol is missing`."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        return first["msg"]
    path = first["loc"] or ("it",)
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    what = {
        "missing": "is missing",
        "tuple_type": "is not a list",
        "model_type": "is not an object",
    }
    return f"{place[1:]} {what.get(first['type']) or 'is ' + repr(first['input'])}"
