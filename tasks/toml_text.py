"""TOML as values, of bounded size and depth: standard library only, for the noxfile."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_CHARACTERS = 1 << 20
MOST_PARTS = 32
"""The most parts of a dotted key; ours have five."""
MOST_LEVELS = 100
"""The most tables and arrays in each other; ours have five."""
_PART = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_LONG_KEY = re.compile(
    rf"(?:^|[\[{{,])[ \t]*{_PART}(?:[ \t]*\.[ \t]*{_PART}){{{MOST_PARTS}}}", re.MULTILINE
)


class BoundsError(ValueError):
    """The text may be TOML, and is far beyond what a person writes; the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def parsed_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text.

    Raises:
        BoundsError: it is too large, or a key too long, for which tomllib would take time and
            memory that grow with the square of the parts; or it is nested too deeply.
        ValueError: it is no TOML; `tomllib`'s message ends in the position.

    """
    if len(text) > MOST_CHARACTERS:
        raise BoundsError(1, f"larger than {MOST_CHARACTERS >> 20} MB")
    if key := _LONG_KEY.search(text):
        line = text.count("\n", 0, key.end()) + 1
        raise BoundsError(line, f"a key of more than {MOST_PARTS} parts")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise BoundsError(1, _TOO_DEEP) from None
    _check_depth(values)
    return values


_TOO_DEEP = "nested too deeply"


def _check_depth(values: dict[str, Any]) -> None:
    level: list[Any] = [values]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise BoundsError(1, _TOO_DEEP)
