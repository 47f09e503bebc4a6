"""A difference as a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from tasks.size.difference import Bytes, Change, Difference, Level
from tasks.table import aligned

SHOWN = 20
NAME_WIDTH = 60


def text(each: Difference, shown: int | None = SHOWN) -> str:
    """What differs, level by level; at most `shown` rows of a level, all with None."""
    return "\n".join(_lines(each, shown))


def signed(number: int | None) -> str:
    """A change: `+500`, `-4`, `=`; `-` where it is unknown."""
    return "-" if number is None else f"{number:+,}" if number else "="


def toolchain_note(each: Difference) -> str:
    """What to make of a change of the compiler."""
    return (
        f"toolchain drift: from {each.a.toolchain} to {each.b.toolchain}. "
        "The compiler differs: bytes may have changed without a change of code."
    )


def _lines(each: Difference, shown: int | None) -> Iterator[str]:
    a, b = each.a, each.b
    yield f"{a.label} -> {b.label}"
    if each.toolchain_changed:
        yield toolchain_note(each)
    if each.empty:
        yield f"no difference: {b}"
        return
    if each.models:
        yield f"models changed: {', '.join(each.models)}"
    rows = [
        (row.name, number(row.before), number(row.after), signed(row.change))
        for row in each.measures
    ]
    yield ""
    yield from aligned("<>>>", [("", "before", "after", "change"), *rows, *_total_rows(each)])
    for level in Level:
        changes = each.levels[level]
        if not changes:
            continue
        yield ""
        head = (level.value, "flash", "+/-", "RAM", "+/-", "")
        yield from aligned("<>>>><", [head, *map(_row, changes[:shown])])
        if shown is not None and len(changes) > shown:
            yield f"  ... and {len(changes) - shown} more (--all shows them)"


def _total_rows(each: Difference) -> Iterator[tuple[str, ...]]:
    for kind, name in (("flash", "flash without weights"), ("ram", "RAM")):
        before, after = getattr(each.a.total, kind), getattr(each.b.total, kind)
        yield (name, f"{before:,}", f"{after:,}", signed(after - before))


def _row(change: Change) -> tuple[str, ...]:
    why = " ".join(filter(None, (change.kind.value, _why(change))))
    return (shortened(change.name), *sizes(change), why)


def sizes(change: Change) -> tuple[str, str, str, str]:
    """Flash now and its growth, RAM now and its growth."""
    now = change.after or Bytes(flash=0, ram=0)
    return (f"{now.flash:,}", signed(change.flash), f"{now.ram:,}", signed(change.ram))


def _why(change: Change) -> str:
    named = [part for part in (change.operator or change.purpose, change.source) if part]
    return f"({', '.join(named)})" if named else ""


def shortened(name: str, width: int = NAME_WIDTH) -> str:
    """The name without its middle, where it is longer than `width`; unprintable parts escaped."""
    name = "".join(c if c.isprintable() else repr(c)[1:-1] for c in name)
    if len(name) <= width:
        return name
    half = (width - 3) // 2
    return f"{name[:half]}...{name[-half:]}"


def number(value: int | None) -> str:
    """A number that may be unknown."""
    return "-" if value is None else f"{value:,}"
