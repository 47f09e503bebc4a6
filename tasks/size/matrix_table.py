"""One table over targets, as `python -m tasks.size` shows it; fits 120 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tasks.size.difference import Change, Level
from tasks.size.figure import FIGURE
from tasks.size.row import Row

WIDTH = 120
SHOWN_MOVERS = 3
RED, GREEN, PLAIN = "\033[31m", "\033[32m", "\033[0m"


COLUMNS = {
    "device_flash_bytes": ("flash", "device"),
    "flash_limit": ("of", "limit"),
    "device_ram_bytes": ("RAM", "device"),
    "ram_limit": ("of", "limit"),
    "code_bytes": ("code", ""),
    "program_bytes": ("pro-", "gram"),
    "weights_bytes": ("wei-", "ghts"),
    "ram_bytes": ("data,", "bss"),
    "planned_bytes": ("plan-", "ned"),
    "temp_bytes": ("scra-", "tch"),
    "method_bytes": ("meth-", "od"),
    "stack_bytes": ("stack", ""),
    "program_load_instructions": ("instr.", "program"),
    "method_load_instructions": ("instr.", "method"),
    "execute_instructions": ("instr.", "execute"),
}
"""The measures, each with two lines of heading."""
EXACT = frozenset({"code_bytes", "ram_bytes", "method_bytes"})
"""Bytes that are shown to the last one; the others are rounded."""
_Cell = tuple[str, str]
"""A text and its colour, if it has one."""


def matrix_table(rows: Sequence[Row], *, colour: bool) -> list[str]:
    """The lines of the table: a line for each target, below it what changed since its baseline."""
    if not rows:
        return []
    above, below = zip(*COLUMNS.values(), strict=True)
    grid = [_plain("target", *above), _plain("", *below)]
    for row in rows:
        grid.append(_plain(row.target, *(_value(row, name) for name in COLUMNS)))
        changes = [_change(row, name) for name in COLUMNS]
        if any(text for text, _ in changes):
            grid.append([("", ""), *changes])
    widths = [max(len(line[i][0]) for line in grid) for i in range(len(COLUMNS) + 1)]
    widths[0] = max(8, min(widths[0], WIDTH - sum(widths[1:]) - len(COLUMNS)))
    return [_line(line, widths, colour) for line in grid]


def notes(rows: Sequence[Row]) -> Iterator[str]:
    """Lines below the table: what to know of each baseline, and what moved most since it."""
    for row in rows:
        yield from (f"{row.target}: {note}" for note in row.notes)
        levels = {} if row.since is None else row.since.levels
        moved = [
            f"{level} {', '.join(map(_change_text, changed[:SHOWN_MOVERS]))}"
            for level in (Level.OPERATORS, Level.SYMBOLS)
            if (changed := [each for each in levels.get(level, ()) if each.flash])
        ]
        if moved:
            yield f"{row.target}: moved most: {'; '.join(moved)}"


def rounded(number: int) -> str:
    """Bytes in at most five characters: 884736 is `864K`."""
    return _scaled(number, 1024, ("", "K", "M", "G", "T"))


def counted(number: int) -> str:
    """A count in at most five characters: 74802286 is `74.8M`."""
    return _scaled(number, 1000, ("", "k", "M", "G", "T"))


def _scaled(number: int, step: int, units: Sequence[str]) -> str:
    power = 0
    while abs(number) >= 1000 * step**power and power < len(units) - 1:
        power += 1
    if power == 0:
        return str(number)
    size = number / step**power
    return f"{size:.0f}{units[power]}" if abs(size) >= 100 else f"{size:.3g}{units[power]}"


def _value(row: Row, name: str) -> str:
    limits = {"flash_limit": row.flash.limit, "ram_limit": row.ram.limit}
    if name in limits:
        limit = limits[name]
        return "-" if limit is None or not limit.capacity else f"{limit.used / limit.capacity:.0%}"
    used = {"device_flash_bytes": row.flash.device, "device_ram_bytes": row.ram.device}
    value = used[name] if name in used else row.figures.get(name)
    return "-" if value is None else _text(name, value)


def _text(name: str, value: int) -> str:
    if not FIGURE[name].in_bytes:
        return counted(value)
    return str(value) if name in EXACT else rounded(value)


def _plain(*texts: str) -> list[_Cell]:
    return [(text, "") for text in texts]


def _change(row: Row, name: str) -> _Cell:
    change = row.change(name)
    if not change:
        return "", ""
    sign, colour = ("+", RED) if change > 0 else ("-", GREEN)
    return f"{sign}{_text(name, abs(change))}", colour


def _line(cells: Sequence[_Cell], widths: Sequence[int], colour: bool) -> str:
    texts = [_shortened(cells[0][0], widths[0]).ljust(widths[0])]
    for (text, shade), width in zip(cells[1:], widths[1:], strict=True):
        shown = text.rjust(width)
        texts.append(f"{shade}{shown}{PLAIN}" if colour and shade else shown)
    return " ".join(texts).rstrip()


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}~"


def _change_text(change: Change) -> str:
    what = " (new)" if change.before is None else " (gone)" if change.after is None else ""
    return f"{change.name} {change.flash:+,} B{what}"
