"""One table over targets, as `python -m tasks.size` shows it; fits 120 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.sizing.growth import Mover
from tasks.sizing.measures import Row

WIDTH = 120
SHOWN_MOVERS = 3
RED, GREEN, DIM, PLAIN = "\033[31m", "\033[32m", "\033[2m", "\033[0m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A measure, and two lines of heading."""

    name: str
    above: str
    below: str


COLUMNS = (
    Column(name="flash_bytes", above="flash", below="used"),
    Column(name="flash_device", above="", below="device"),
    Column(name="flash_free", above="", below="free"),
    Column(name="ram_bytes", above="RAM", below="used"),
    Column(name="ram_device", above="", below="device"),
    Column(name="ram_free", above="", below="free"),
    Column(name="registry_bytes", above="regis-", below="try"),
    Column(name="method_bytes", above="method", below="memory"),
    Column(name="planned_bytes", above="planned", below="memory"),
    Column(name="program_bytes", above=".pte", below="program"),
    Column(name="weight_bytes", above=".pte", below="weights"),
    Column(name="kernels", above="kernels", below="/needed"),
    Column(name="program_load_instructions", above="instr.", below="program"),
    Column(name="method_load_instructions", above="instr.", below="method"),
    Column(name="execute_instructions", above="instr.", below="execute"),
)
EXACT = frozenset({"flash_bytes", "ram_bytes", "registry_bytes", "method_bytes"})
"""Bytes that are shown to the last one; the others are rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    text: str
    colour: str = ""


def matrix_table(rows: Sequence[Row], *, colour: bool) -> list[str]:
    """The lines of the table: a line for each target, below it what changed since its baseline."""
    if not rows:
        return []
    grid: list[list[_Cell]] = [
        [_Cell(text="target"), *(_Cell(text=column.above) for column in COLUMNS)],
        [_Cell(text=""), *(_Cell(text=column.below) for column in COLUMNS)],
    ]
    for row in rows:
        grid.append([_Cell(text=row.target), *(_Cell(text=_value(row, c.name)) for c in COLUMNS)])
        changes = [_change(row, column.name) for column in COLUMNS]
        if any(cell.text for cell in changes):
            grid.append([_Cell(text="", colour=DIM), *changes])
    widths = [max(len(line[i].text) for line in grid) for i in range(len(COLUMNS) + 1)]
    widths[0] = max(8, min(widths[0], WIDTH - sum(widths[1:]) - len(COLUMNS)))
    return [_line(line, widths, colour) for line in grid]


def notes(rows: Sequence[Row]) -> Iterator[str]:
    """Below the table: what moved most, by operator and by symbol, and changes of toolchain."""
    for row in rows:
        if row.drift is not None:
            yield f"{row.target}: {row.drift}"
        moved = [
            f"{what} {', '.join(_change_text(mover) for mover in changed[:SHOWN_MOVERS])}"
            for what, changed in (("operators", row.operators), ("symbols", row.symbols))
            if changed
        ]
        if moved:
            yield f"{row.target}: moved most: {'; '.join(moved)}"
        elif not row.before:
            yield (
                f"{row.target}: no baseline: "
                f'nox -s rebaseline -- {row.target} --reason "..." records one'
            )


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
    values = row.values()
    if name == "kernels":
        return f"{values['kernels_linked']}/{values['kernels_needed']}"
    limits = {
        "flash_device": row.flash.device,
        "flash_free": row.flash.free,
        "ram_device": row.ram.device,
        "ram_free": row.ram.free,
        "registry_bytes": values["registry_flash_bytes"] + values["registry_ram_bytes"],
    }
    value = limits[name] if name in limits else values.get(name)
    if value is None:
        return "-"
    if name.endswith("_instructions"):
        return counted(value)
    return str(value) if name in EXACT else rounded(value)


def _change(row: Row, name: str) -> _Cell:
    if name == "kernels":
        change = row.change("kernels_linked")
    elif name == "registry_bytes":
        both = (row.change("registry_flash_bytes"), row.change("registry_ram_bytes"))
        change = None if None in both else sum(each or 0 for each in both)
    else:
        change = row.change(name)
    if not change:
        return _Cell(text="")
    exact = name in EXACT or name == "kernels"
    shown = str(abs(change)) if exact else rounded(abs(change))
    if name.endswith("_instructions"):
        shown = counted(abs(change))
    return _Cell(text=f"{'+' if change > 0 else '-'}{shown}", colour=RED if change > 0 else GREEN)


def _line(cells: Sequence[_Cell], widths: Sequence[int], colour: bool) -> str:
    texts = [_shortened(cells[0].text, widths[0]).ljust(widths[0])]
    for cell, width in zip(cells[1:], widths[1:], strict=True):
        text = cell.text.rjust(width)
        texts.append(f"{cell.colour}{text}{PLAIN}" if colour and cell.colour else text)
    return " ".join(texts).rstrip()


def _shortened(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}~"


def _change_text(mover: Mover) -> str:
    if not mover.before:
        return f"{mover.name} +{mover.now:,} B (new)"
    if not mover.now:
        return f"{mover.name} -{mover.before:,} B (gone)"
    return f"{mover.name} {mover.change:+,} B"
