"""Differences as Markdown: a comment for a pull request, read in ten seconds, with all below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tasks.cli import advised_once
from tasks.compare.as_text import number, shortened, signed, sizes, toolchain_note
from tasks.markdown import cell, code, plain, table
from tasks.revisions.sizes import Sizes
from tasks.size.difference import Change, Difference, Footprint, Level
from tasks.table import few

MOST_LETTERS = 60_000
"""GitHub takes 65,536."""
CAUSES = 10
ROWS = 20
NAME_WIDTH = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """The content of a comment: differences of targets, and targets without one."""

    base: str
    """What is compared with, for a person."""
    differences: Sequence[Difference]
    alone: Sequence[Sizes] = ()
    """Sizes of targets that the base does not have; of all, where there is no base."""
    removed: Sequence[str] = ()
    failed: dict[str, str] = field(default_factory=dict)
    """Why targets could not be compared."""
    gate_faults: Sequence[str] | None = None
    """Faults of the gates; None: not checked."""
    gate_notes: Sequence[str] = ()
    """What the gates could not compare, and what they were compared with."""
    no_base: bool = False
    notes: Sequence[str] = ()


def comment(content: Comment) -> str:
    """The Markdown of a comment."""
    changed = sorted((each for each in content.differences if not each.empty), key=_order)
    head = [*_headline(content, changed), *_overview(changed), *_gates(content), *_causes(changed)]
    head += [line for name, why in content.failed.items() for line in _failure(name, why)]
    tail = [*_unchanged(content), "", f"<sub>{plain(_base_line(content))}</sub>"]
    text = "\n".join(head)
    left = MOST_LETTERS - len(text) - len("\n".join(tail))
    shown = 0
    for each in changed:
        details = "\n".join(_details(each))
        if len(details) > left:
            break
        left -= len(details) + 1
        text += f"\n{details}"
        shown += 1
    if shown < len(changed):
        text += f"\n\n{len(changed) - shown} more target(s) in full: `nox -s compare`."
    return "\n".join([text, *tail])


def _growth(each: Difference) -> int:
    """Growth of the device, flash and RAM."""
    return each.device.flash + each.device.ram


def _order(each: Difference) -> tuple[int, int, str]:
    """Growth first, the largest first; then what shrank."""
    growth = _growth(each)
    return (-growth if growth > 0 else 0, growth, each.b.target)


def _headline(content: Comment, changed: Sequence[Difference]) -> Iterator[str]:
    grown = [each for each in changed if _growth(each) > 0]
    shrunk = [each for each in changed if _growth(each) < 0]
    others = [each for each in changed if not _growth(each)]
    parts = []
    if grown:
        parts.append(f"{_targets(grown)} grew ({_extent(grown[0])})")
    if shrunk:
        parts.append(f"{_targets(shrunk)} shrank ({_extent(min(shrunk, key=_growth))})")
    if others and not all(each.toolchain_changed for each in others):
        parts.append(f"{_targets(others)} changed")
    if not parts:
        parts.append(_nothing(content))
    if content.failed:
        parts.append(f"{len(content.failed)} could not be compared")
    yield f"### Sizes: {'; '.join(parts)}"
    for note in content.notes:
        yield f"\n> {plain(note)}"
    drifted = {toolchain_note(each): None for each in changed if each.toolchain_changed}
    for line in drifted:
        yield f"\n> **{plain(line)}**"


def _nothing(content: Comment) -> str:
    if content.no_base:
        return "no base to compare with"
    return "no target grew or shrank" if content.differences else "nothing compared"


def _targets(some: Sequence[Difference]) -> str:
    return f"{len(some)} target{'s' if len(some) > 1 else ''}"


def _extent(each: Difference) -> str:
    flash, ram = each.device.flash, each.device.ram
    parts = [f"flash {signed(flash)} B"] if flash or not ram else []
    parts += [f"RAM {signed(ram)} B"] if ram else []
    return f"most: {each.b.target} {', '.join(parts)}"


def _causes(changed: Sequence[Difference]) -> Iterator[str]:
    """The symbols that changed most; one that did in several targets is one row."""
    found: dict[tuple[str, str | None], list[tuple[str, Change]]] = defaultdict(list)
    for each in changed:
        for change in each.levels[Level.SYMBOLS]:
            found[change.name, change.source].append((each.b.target, change))

    def order(rows: list[tuple[str, Change]]) -> tuple[bool, int, int, str]:
        sizes = [change.flash + change.ram for _, change in rows]
        largest = max(sizes, key=abs)
        extent = max(abs(change.flash) + abs(change.ram) for _, change in rows)
        return (largest <= 0, -extent, -len(rows), rows[0][1].name)

    ordered = sorted(found.values(), key=order)
    if not ordered:
        return
    yield from ("", "<details><summary>Top causes in the code</summary>", "")
    head = ("symbol", "flash", "RAM", "what", "for", "targets")
    yield from table(head, map(_cause, ordered[:CAUSES]), "<>>")
    if len(ordered) > CAUSES:
        yield f"\n{len(ordered) - CAUSES} more below."
    yield "\n</details>"


def _cause(rows: Sequence[tuple[str, Change]]) -> tuple[str, ...]:
    change = rows[0][1]
    why = cell(change.operator or change.purpose or "")
    return (
        _code(change.name),
        _span([each.flash for _, each in rows]),
        _span([each.ram for _, each in rows]),
        change.kind.value,
        why + (f", {code(change.source)}" if change.source else ""),
        cell(few([target for target, _ in rows])),
    )


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return signed(high) if low == high else f"{signed(low)} to {signed(high)}"


def _gates(content: Comment) -> Iterator[str]:
    faults = content.gate_faults
    if faults is None:
        return
    yield ""
    gates = "(regions, board, budget, baseline)"
    count = f"{len(faults)} fault{'s' if len(faults) > 1 else ''}"
    yield f"**Gates: {count}.**" if faults else f"**Gates** {gates}: none fails."
    rows = [
        *(plain(fault) for fault in advised_once(faults)),
        *(f"_{plain(note)}_" for note in content.gate_notes),
    ]
    if rows:
        yield ""
    for row in rows[:ROWS]:
        yield f"- {row}"
    if len(rows) > ROWS:
        yield f"- and {len(rows) - ROWS} more"


def _overview(changed: Sequence[Difference]) -> Iterator[str]:
    if not changed:
        return
    rows = []
    for each in changed:
        device, held = each.device, each.b.on_device
        what = [
            f"{row.name} {signed(row.change)}"
            for row in each.measures
            if row.figure is not None and row.figure.gated and row.change is not None
        ]
        if each.models:
            what.append(f"models changed: {', '.join(each.models)}")
        flash, ram = (
            (f"{held.flash:,}", signed(device.flash)),
            (f"{held.ram:,}", signed(device.ram)),
        )
        rows.append((cell(each.b.target), *flash, *ram, cell("; ".join(what))))
    head = ("target", "device flash", "+/-", "device RAM", "+/-", "what changed")
    yield from ("", *table(head, rows, "<>>>>"))


def _failure(name: str, why: str) -> Iterator[str]:
    lines = why.strip().splitlines() or ["no reason given"]
    yield f"\n**{cell(name)}** could not be compared: {plain(lines[0])}"


def _details(each: Difference) -> Iterator[str]:
    yield ""
    yield (
        f"<details><summary>{plain(each.b.target)}: flash {signed(each.device.flash)}, "
        f"RAM {signed(each.device.ram)}</summary>"
    )
    if each.measures:
        measures = (
            (cell(row.name), number(row.before), number(row.after), signed(row.change))
            for row in each.measures
        )
        yield from ("", *table(("measure", "before", "after", "+/-"), measures, "<>>>"))
    for level in Level:
        changes = each.levels[level]
        if not changes:
            continue
        rows = (
            (_code(change.name), *sizes(change), change.kind.value) for change in changes[:ROWS]
        )
        head = (level.value, "flash", "+/-", "RAM", "+/-", "")
        yield from ("", *table(head, rows, "<>>>>"))
        if len(changes) > ROWS:
            yield f"\n{len(changes) - ROWS} more."
    yield "\n</details>"


def _unchanged(content: Comment) -> Iterator[str]:
    same = [each.b for each in content.differences if each.empty]
    groups = (
        ("unchanged", _sizes(same)),
        (
            "measured" if content.no_base else "new",
            _sizes([each.footprint for each in content.alone]),
        ),
        ("removed", [(name, "only in the base") for name in content.removed]),
    )
    for title, some in groups:
        if some:
            yield f"\n<details><summary>{len(some)} {title}</summary>\n"
            for name, text in some:
                yield f"- {plain(name)}: {text}"
            yield "\n</details>"


def _sizes(some: Sequence[Footprint]) -> list[tuple[str, str]]:
    return [(each.target, str(each)) for each in some]


def _base_line(content: Comment) -> str:
    measured = [*(each.b.toolchain for each in content.differences)]
    measured += [str(each.size.toolchain) for each in content.alone]
    compilers = ", ".join(dict.fromkeys(measured))
    return f"Base: {content.base}. {f'Built by {compilers}.' if compilers else ''}"


def _code(name: str) -> str:
    return code(shortened(name, NAME_WIDTH))
