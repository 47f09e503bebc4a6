"""The history as a table: first, last and a line of blocks per target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tasks.compare.as_text import signed
from tasks.history.rows import Row
from tasks.table import aligned

BLOCKS = "▁▂▃▄▅▆▇█"
SHOWN = 24


def table(rows: Sequence[Row]) -> Iterator[str]:
    """A line for each target: flash and RAM of its last commit, growth since its first, a graph."""
    head = ("target", "commits", "flash", "+/-", "RAM", "+/-", "", "flash of the last commits")
    lines = [head]
    for name in sorted({row.target for row in rows}):
        own = [row for row in rows if row.target == name]
        first, last = own[0], own[-1]
        drift = "*" if any(row.toolchain != last.toolchain for row in own) else ""
        lines.append(
            (
                name,
                str(len(own)),
                f"{last.flash_bytes:,}",
                signed(last.flash_bytes - first.flash_bytes),
                f"{last.ram_bytes:,}",
                signed(last.ram_bytes - first.ram_bytes),
                drift,
                sparkline([row.flash_bytes for row in own[-SHOWN:]]),
            )
        )
    yield from aligned("<>>>>><<", lines)
    if any(line[6] for line in lines[1:]):
        yield "* built by several compilers: growth is of code and compiler together"


def sparkline(numbers: Sequence[int]) -> str:
    """A block per number, from the lowest to the highest; all low where they are equal."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    steps = len(BLOCKS) - 1
    return "".join(BLOCKS[(n - low) * steps // (high - low) if high > low else 0] for n in numbers)
