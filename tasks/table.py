"""Tables for a terminal: columns as wide as their widest cell, colours where it shows them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence


def aligned(columns: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The rows as lines, two spaces between columns, each aligned as `columns` says: `<` or `>`."""
    kept = tuple(rows)
    widths = [max(map(len, cells)) for cells in zip(*kept, strict=True)]
    for row in kept:
        cells = zip(row, columns, widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()


def few(names: Sequence[str], shown: int = 3) -> str:
    """The first names, and how many more there are: `a, b, c and 3 more`."""
    rest = len(names) - shown
    return ", ".join(names[:shown]) + (f" and {rest} more" if rest > 0 else "")


def in_colour() -> bool:
    """Whether stdout is a terminal that shows colours. Source: no-color.org."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and sys.stdout.isatty()
