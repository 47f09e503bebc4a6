"""Tables in Markdown, and names and texts from outside, which it shows as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]], columns: str = "") -> list[str]:
    """The lines of a table, each column aligned as `columns` says: `<`, or `>` for numbers."""
    rule = ["---:" if side == ">" else "---" for side in columns.ljust(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, rule, *rows)]


def code(name: str) -> str:
    """A name as code, in a line or in a cell of a table, whatever characters it has."""
    name = " ".join(name.split()).replace("|", "\\|")
    runs = [len(run) for run in re.findall("`+", name)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if runs else ""
    return f"{fence}{pad}{name}{pad}{fence}"


def cell(text: str) -> str:
    """Text in a cell of a table."""
    return plain(text).replace("|", "\\|")


def plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    text = " ".join(text.split())
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]~])", r"\\\1", text).replace("@", "@\u200b")
