"""Differences as Markdown: a comment for a pull request, read in ten seconds, with all below it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tasks.compare.as_text import shortened, signed, toolchain_note
from tasks.compare.difference import Change, Difference, Level
from tasks.compare.sizes import Sizes
from tasks.markdown import cell, code, plain

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
    """Of targets that the base does not have; of all, where there is no base."""
    removed: Sequence[str] = ()
    failed: dict[str, str] = field(default_factory=dict)
    """Why targets could not be compared."""
    gate_faults: Sequence[str] | None = None
    """Faults of the gates; None: not checked."""
    no_base: bool = False
    notes: Sequence[str] = ()


def comment(content: Comment) -> str:
    """The Markdown of a comment."""
    changed = sorted((each for each in content.differences if not each.empty), key=_order)
    head = [*_headline(content, changed), *_causes(changed), *_gates(content), *_overview(changed)]
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


def _order(each: Difference) -> tuple[int, int, str]:
    """Growth first, the largest first; then what shrank."""
    growth = each.total.flash + each.total.ram
    return (-growth if growth > 0 else 0, growth, each.b.size.target)


def _headline(content: Comment, changed: Sequence[Difference]) -> Iterator[str]:
    grown = [each for each in changed if each.total.flash + each.total.ram > 0]
    shrunk = [each for each in changed if each.total.flash + each.total.ram < 0]
    parts = []
    if grown:
        parts.append(f"{_targets(grown)} grew ({_extent(grown[0])})")
    if shrunk:
        most = min(shrunk, key=lambda each: each.total.flash + each.total.ram)
        parts.append(f"{_targets(shrunk)} shrank ({_extent(most)})")
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
    total = each.total
    parts = [f"flash {signed(total.flash)} B"] if total.flash or not total.ram else []
    parts += [f"RAM {signed(total.ram)} B"] if total.ram else []
    return f"most: {each.b.size.target} {', '.join(parts)}"


def _causes(changed: Sequence[Difference]) -> Iterator[str]:
    """The symbols that changed most; one that did in several targets is one row."""
    found: dict[tuple[str, str | None], list[tuple[str, Change]]] = defaultdict(list)
    for each in changed:
        for change in each.levels[Level.SYMBOLS]:
            found[change.name, change.source].append((each.b.size.target, change))

    def order(rows: list[tuple[str, Change]]) -> tuple[bool, int, int, str]:
        sizes = [change.flash + change.ram for _, change in rows]
        largest = max(sizes, key=abs)
        extent = max(abs(change.flash) + abs(change.ram) for _, change in rows)
        return (largest <= 0, -extent, -len(rows), rows[0][1].name)

    ordered = sorted(found.values(), key=order)
    if not ordered:
        return
    yield from ("", "**Top causes**", "")
    yield "| symbol | flash | RAM | what | for | targets |"
    yield "|---|--:|--:|---|---|---|"
    for rows in ordered[:CAUSES]:
        change = rows[0][1]
        flash = _span([each.flash for _, each in rows])
        ram = _span([each.ram for _, each in rows])
        why = change.operator or change.purpose or ""
        cells = (
            _code(change.name),
            flash,
            ram,
            change.kind.value,
            cell(why) + (f", {_code(change.source)}" if change.source else ""),
            cell(_names([target for target, _ in rows])),
        )
        yield f"| {' | '.join(cells)} |"
    if len(ordered) > CAUSES:
        yield f"\n{len(ordered) - CAUSES} more below."


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return signed(high) if low == high else f"{signed(low)} to {signed(high)}"


def _names(targets: Sequence[str]) -> str:
    return ", ".join(targets[:3]) + (f" and {len(targets) - 3} more" if len(targets) > 3 else "")


def _gates(content: Comment) -> Iterator[str]:
    if content.gate_faults is None:
        return
    yield ""
    if not content.gate_faults:
        yield "**Gates** (regions, budget, baseline): all pass."
        return
    yield f"**Gates: {len(content.gate_faults)} failed.**"
    yield ""
    for fault in content.gate_faults[:ROWS]:
        yield f"- {plain(fault)}"
    if len(content.gate_faults) > ROWS:
        yield f"- and {len(content.gate_faults) - ROWS} more"


def _overview(changed: Sequence[Difference]) -> Iterator[str]:
    if not changed:
        return
    yield from ("", "**Changed targets**", "")
    yield "| target | flash | +/- | RAM | +/- | most in |"
    yield "|---|--:|--:|--:|--:|---|"
    for each in changed:
        parts = each.levels[Level.OPERATORS] or each.levels[Level.PURPOSES]
        most = f"{_code(parts[0].name)} {signed(parts[0].flash or parts[0].ram)}" if parts else ""
        cells = (
            cell(each.b.size.target),
            f"{each.b.size.flash_bytes:,}",
            signed(each.total.flash),
            f"{each.b.size.ram_bytes:,}",
            signed(each.total.ram),
            most,
        )
        yield f"| {' | '.join(cells)} |"


def _failure(name: str, why: str) -> Iterator[str]:
    lines = why.strip().splitlines() or ["no reason given"]
    yield f"\n**{cell(name)}** could not be compared: {plain(lines[0])}"


def _details(each: Difference) -> Iterator[str]:
    total = each.total
    yield ""
    yield (
        f"<details><summary>{plain(each.b.size.target)}: flash {signed(total.flash)}, "
        f"RAM {signed(total.ram)}</summary>"
    )
    if each.measures:
        yield from ("", "| measure | before | after | +/- |", "|---|--:|--:|--:|")
        for row in each.measures:
            before = "-" if row.before is None else f"{row.before:,}"
            after = "-" if row.after is None else f"{row.after:,}"
            yield f"| {cell(row.name)} | {before} | {after} | {signed(row.change)} |"
    for level in Level:
        changes = each.levels[level]
        if not changes:
            continue
        yield from (
            "",
            f"| {level.value} | flash | +/- | RAM | +/- | |",
            "|---|--:|--:|--:|--:|---|",
        )
        for change in changes[:ROWS]:
            now = change.after
            flash, ram = (now.flash, now.ram) if now else (0, 0)
            yield (
                f"| {_code(change.name)} | {flash:,} | {signed(change.flash)} | {ram:,} "
                f"| {signed(change.ram)} | {change.kind.value} |"
            )
        if len(changes) > ROWS:
            yield f"\n{len(changes) - ROWS} more."
    yield "\n</details>"


def _unchanged(content: Comment) -> Iterator[str]:
    same = [each.b for each in content.differences if each.empty]
    groups = (
        ("unchanged", _sizes(same)),
        ("measured" if content.no_base else "new", _sizes(content.alone)),
        ("removed", [(name, "only in the base") for name in content.removed]),
    )
    for title, some in groups:
        if some:
            yield f"\n<details><summary>{len(some)} {title}</summary>\n"
            for name, text in some:
                yield f"- {plain(name)}: {text}"
            yield "\n</details>"


def _sizes(some: Sequence[Sizes]) -> list[tuple[str, str]]:
    return [
        (each.size.target, f"flash {each.size.flash_bytes:,} B, RAM {each.size.ram_bytes:,} B")
        for each in some
    ]


def _base_line(content: Comment) -> str:
    measured = (*(each.b for each in content.differences), *content.alone)
    compilers = dict.fromkeys(str(each.size.toolchain) for each in measured)
    return f"Base: {content.base}. {'Built by ' + ', '.join(compilers) + '.' if compilers else ''}"


def _code(name: str) -> str:
    return code(shortened(name, NAME_WIDTH))
