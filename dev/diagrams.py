"""The diagrams of docs/: the pipeline, and the memory of one target, from its model and sizes.

Each is an SVG with colours for light and dark pages, and text that a reader can select.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from codegen.optimize.graph import Method
from codegen.optimize.layout import memory_bytes
from codegen.optimize.liveness import intervals
from codegen.optimize.pipeline import PASSES
from codegen.optimize.plan_scratch import end_of_plan, scratch_ranges
from codegen.optimize.read import read_graph
from codegen.optimize.roles import Operators
from tasks.size.baseline import Record

STYLE = """\
svg { font: 13px system-ui, sans-serif; }
.page { fill: #ffffff; } .ink { fill: #1f2328; } .soft { fill: #59636e; font-size: 11.5px; }
.box { fill: #f0f4f9; stroke: #8c959f; } .given { fill: #fff6dd; stroke: #b08800; }
.made { fill: #e3f4e7; stroke: #2f8544; } .line { fill: none; stroke: #59636e; }
.tip { fill: #59636e; }
.a { fill: #a9cbf5; } .b { fill: #f7c9a8; } .c { fill: #b7e0bd; } .d { fill: #dcc8f2; }
.a, .b, .c, .d { stroke: #57606a; stroke-width: 0.6; }
@media (prefers-color-scheme: dark) {
  .page { fill: #0d1117; } .ink { fill: #e6edf3; } .soft { fill: #9198a1; }
  .box { fill: #1c2430; stroke: #6e7681; } .given { fill: #33290b; stroke: #bb8009; }
  .made { fill: #12301b; stroke: #3fb950; } .line { stroke: #9198a1; } .tip { fill: #9198a1; }
  .a { fill: #1f4a80; } .b { fill: #7a421c; } .c { fill: #1f5a2c; } .d { fill: #533a78; }
  .a, .b, .c, .d { stroke: #9198a1; }
}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box of the pipeline at a column and a row: what it is, and a line below that."""

    column: int
    row: int
    title: str
    below: str
    kind: str = "box"


PIPELINE: Mapping[str, Box] = {
    "models": Box(column=0, row=0, title="models", below=".pte, .bpte", kind="given"),
    "lists": Box(column=0, row=1, title="operator lists", below="YAML, TOML, all", kind="given"),
    "optimize": Box(column=1, row=0, title="optimize", below=f"{len(PASSES)} passes"),
    "program": Box(column=1, row=2, title="the model", below=".pte or C tables", kind="made"),
    "need": Box(column=2, row=0, title="selection", below="what calls need"),
    "libraries": Box(
        column=2, row=1, title="kernel libraries", below="functions.yaml", kind="given"
    ),
    "plan": Box(column=3, row=0, title="plan", below="kernels, facts, bytes"),
    "runtime": Box(column=3, row=1, title="runtime/", below="C++17, by hand", kind="given"),
    "sources": Box(column=4, row=0, title="sources", below="cog: tables, facts"),
    "target": Box(column=4, row=1, title="toolchain", below="flags as data", kind="given"),
    "elf": Box(column=5, row=0, title="library, ELF", below="the same bytes", kind="made"),
    "sizes": Box(column=5, row=1, title="sizes", below="every byte, gates", kind="made"),
    "run": Box(column=5, row=2, title="runs", below="against PyTorch", kind="made"),
}
ARROWS = (
    *(("models", "optimize"), ("optimize", "need"), ("lists", "need"), ("optimize", "program")),
    *(("need", "plan"), ("libraries", "plan"), ("plan", "sources"), ("sources", "elf")),
    *(("runtime", "sources"), ("target", "elf"), ("elf", "sizes"), ("sizes", "run")),
    ("program", "run"),
)
"""From which box to which; along a column an arrow is vertical."""

COLUMN, ROW, WIDTH, HEIGHT, MARGIN = 156, 92, 128, 52, 16
"""Distances of columns and rows, the size of a box, and the border of a diagram."""


def pipeline_svg() -> str:
    """The pipeline of docs/explanation/architecture.md."""
    right = max(box.column for box in PIPELINE.values()) * COLUMN + WIDTH
    bottom = max(box.row for box in PIPELINE.values()) * ROW + HEIGHT
    parts = [_arrow(PIPELINE[start], PIPELINE[end]) for start, end in ARROWS]
    for box in PIPELINE.values():
        x, y = _corner(box)
        parts.append(_rectangle(x, y, WIDTH, HEIGHT, box.kind, 6))
        parts.append(_text(x + WIDTH / 2, y + 22, box.title, "ink", "middle"))
        parts.append(_text(x + WIDTH / 2, y + 40, box.below, "soft", "middle"))
    title = "Models and lists are selected from, planned, expanded, compiled, measured and run"
    return _svg(right + 2 * MARGIN, bottom + 2 * MARGIN, title, parts)


def _corner(box: Box) -> tuple[float, float]:
    return MARGIN + box.column * COLUMN, MARGIN + box.row * ROW


def _arrow(start: Box, end: Box) -> str:
    """From the right of a box to the left of another, or between the sides that face each other."""
    (x, y), (to_x, to_y) = _corner(start), _corner(end)
    if start.column == end.column:
        down = to_y > y
        points = [(x + WIDTH / 2, y + HEIGHT if down else y)]
        points.append((x + WIDTH / 2, to_y - 6 if down else to_y + HEIGHT + 6))
    else:
        middle = to_x - (COLUMN - WIDTH) / 2
        points = [(x + WIDTH, y + HEIGHT / 2), (middle, y + HEIGHT / 2)]
        points += [(middle, to_y + HEIGHT / 2), (to_x - 6, to_y + HEIGHT / 2)]
    drawn = " ".join(f"{a:g},{b:g}" for a, b in points)
    return f'<polyline class="line" points="{drawn}" marker-end="url(#tip)"/>\n'


def memory_svg(model: Path, operators: Operators, target: str, record: Record) -> str:
    """What a device holds for `target`, and the planned memory of its model over the instructions.

    Each rectangle on the right is a tensor: when it is in use, and at which bytes.
    """
    (method,) = read_graph(model.read_bytes(), name=model.name, operators=operators).methods
    measures = record.measures
    flash = {"runtime": record.flash_bytes, "program": measures["program_bytes"]}
    flash["weights"] = measures["weights_bytes"]
    ram = {"planned memory": measures["planned_bytes"], "method memory": measures["method_bytes"]}
    ram |= {"scratch": measures["temp_bytes"], "stack": measures["stack_bytes"]}
    parts = [*_stack(MARGIN, "flash", flash), *_stack(196, "RAM", ram)]
    parts += _buffers(408, 960 - MARGIN, "planned memory", method, operators)
    return _svg(960, 330, f"Flash and RAM of {target}, and its planned memory", parts)


def plans_svg(title: str, methods: Mapping[str, Method], operators: Operators) -> str:
    """The planned memory of methods next to each other, in one scale, with the scratch of calls."""
    width, parts = 960 / len(methods), list[str]()
    most = max(end_of_plan(each, operators) for each in methods.values())
    for index, (name, method) in enumerate(methods.items()):
        left = MARGIN + index * width
        parts += _buffers(left, left + width - 2 * MARGIN, name, method, operators, most)
    return _svg(960, 330, title, parts)


def _stack(x: float, title: str, sizes: Mapping[str, int]) -> Iterator[str]:
    """Parts on top of each other; heights are shares of the whole, but no part is unreadable."""
    height, least = 250, 38
    whole = sum(sizes.values())
    rest = height - least * len(sizes)
    yield _text(x, MARGIN + 14, f"{title}: {whole:,} B", "ink")
    y = MARGIN + 26.0
    for kind, (name, nbytes) in zip("abcd", sizes.items(), strict=False):
        share = least + rest * nbytes / whole
        yield _rectangle(x, y, 160, share, kind)
        yield _text(x + 8, y + share / 2 - 2, name, "ink")
        yield _text(x + 8, y + share / 2 + 13, f"{nbytes:,} B", "soft")
        y += share


def _buffers(
    x: float, right: float, title: str, method: Method, operators: Operators, most: int = 0
) -> Iterator[str]:
    """The buffers of a method from `x` to `right`; of `most` bytes, if any, also the scratch."""
    used = intervals(method, operators)
    (whole,), last = memory_bytes(method), len(method.instructions)
    width, height, top = right - x, 250, MARGIN + 26
    across, up = width / (last + 2), height / (most or whole)
    yield _text(x, MARGIN + 14, f"{title}: {whole:,} B, {last} instructions", "ink")
    yield _rectangle(x, top, width, height, "box")
    for time, (first, end) in enumerate(scratch_ranges(method, operators) if most else ()):
        y, high = top + height - end * up, (end - first) * up
        yield _rectangle(x + (time + 1) * across, y, across, high, "given")
    for index, (number, when) in enumerate(sorted(used.items(), key=lambda each: each[1].first)):
        buffer = method.buffers[number]
        left = x + (when.first + 1) * across
        wide, high = (when.last - when.first + 1) * across, buffer.nbytes * up
        y = top + height - ((buffer.offset or 0) + buffer.nbytes) * up
        yield _rectangle(left, y, wide, high, "abcd"[index % 4])
        if high > 16 and wide > 40:
            yield _text(left + wide / 2, y + high / 2 + 4, f"{buffer.nbytes:,}", "soft", "middle")
    yield _text(x, top + height + 18, "instruction, from the inputs to the outputs", "soft")


def bars_svg(
    title: str, sides: Mapping[str, str], panels: Mapping[str, Mapping[str, Mapping[str, int]]]
) -> str:
    """Bars, a panel for each measure, and for each thing in it one of each side that is known.

    `sides` maps what the numbers are named after to the words of the legend.
    """
    wide, bar = 300.0, 15
    kinds = dict(zip(sides, "cab" if len(sides) > len("cb") else "cb", strict=True))
    group = 24 + len(sides) * (bar + 2)
    height = MARGIN + 46 + max(len(rows) for rows in panels.values()) * group + 26
    parts = []
    for index, (measure, rows) in enumerate(panels.items()):
        x = MARGIN + index * (wide + 20)
        longest = max(number for numbers in rows.values() for number in numbers.values())
        parts.append(_text(x, MARGIN + 14, measure, "ink"))
        for row, (name, numbers) in enumerate(rows.items()):
            y = MARGIN + 40 + row * group
            parts.append(_text(x, y, name, "soft"))
            for down, (side, number) in enumerate(numbers.items()):
                length = max(2.0, (wide - 90) * number / longest)
                at = y + 6 + down * (bar + 2)
                parts.append(_rectangle(x, at, length, bar, kinds[side]))
                parts.append(_text(x + length + 6, at + 12, f"{number:,}", "soft"))
    for index, (side, words) in enumerate(sides.items()):
        x = MARGIN + index * 120
        parts.append(_rectangle(x, height - 26, 12, 12, kinds[side]))
        parts.append(_text(x + 18, height - 16, words, "ink"))
    return _svg(2 * MARGIN + len(panels) * (wide + 20) - 20, height, title, parts)


def _svg(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" '
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n"
        f'<defs>{tip}orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>\n'
        f"{_rectangle(0, 0, width, height, 'page', 8)}{''.join(parts)}</svg>\n"
    )


def _rectangle(
    x: float, y: float, width: float, height: float, kind: str, round_: float = 0
) -> str:
    at = f'x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{height:.4g}" rx="{round_:g}"'
    return f'<rect class="{kind}" {at}/>\n'


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    at = f'x="{x:.4g}" y="{y:.4g}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {at}>{escape(text)}</text>\n'
