"""JSON as values."""

from __future__ import annotations

import json
from typing import Any


def parsed_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is no JSON, or nested more deeply than Python can follow.

    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
