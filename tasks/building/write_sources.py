"""Writes everything of a build that is generated from its plan, before anything is compiled."""

from __future__ import annotations

import os
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from codegen.compiled.packed import Layout, folded, packed
from codegen.compiled.tables import Compiled
from codegen.emit.c_header import model_headers
from tasks.building.expand import expand
from tasks.building.planning import Planned
from tasks.building.public_headers import public_headers
from tasks.building.request_location import source_name
from tasks.building.sources import RUNTIME, STORED_WEIGHTS, WEIGHTS, build_dir, shipped_path
from tasks.files import relative, write_if_changed

_HEAD = """\
// The constants of the compiled programs: bytes of the models' files, placed by the linker.
#define KERF_TEXT_(symbol) #symbol
#define KERF_TEXT(symbol) KERF_TEXT_(symbol)
#define KERF_WEIGHTS KERF_TEXT(kerf_weights)
"""
_WEIGHTS = """\
__asm__(R"(
  .section {section}, "{flags}", %progbits
  .balign 16
  .globl )" {symbol} R"(
  .type )" {symbol} R"(, %object
)" {symbol} R"(:
"""
SECTION = ".kerf_weights"
"""Where weights are that no region is named for."""

_PLAIN = frozenset(f"{string.ascii_letters}{string.digits}_./-")


def write_sources(planned: Planned) -> tuple[Path, ...]:
    """Brings selected/, weights.cpp and include/ in the build folder up to date.

    Returns the files that changed or are gone.

    Raises:
        ExpansionError: a cog block fails.

    """
    root = planned.target.root
    folder = root / build_dir(planned.target)
    return (
        *expand(planned.plan, root, folder / "selected"),
        *_write_weights(planned, folder),
        *_write_headers(planned, folder),
    )


def _write_weights(planned: Planned, folder: Path) -> Iterator[Path]:
    """What places the constants of compiled programs."""
    target, compiled = planned.target, planned.plan.compiled
    path = folder / WEIGHTS
    if compiled is None or not compiled.linked or not compiled.runs:
        path.unlink(missing_ok=True)
        return
    files = {source_name(target, each): shipped_path(target, each) for each in target.model_paths}
    if compiled.packed:
        stored, name = folder / STORED_WEIGHTS, relative(folder / STORED_WEIGHTS, target.root)
        contents = stored_weights(compiled, files)
        if write_if_changed(stored, b"".join(contents)):
            yield stored
        ends = [0, *accumulate(map(len, contents))]
        parts = zip(ends, contents, strict=False)
        text = _weights_source(compiled, [[(name, start, len(each))] for start, each in parts])
    else:
        (folder / STORED_WEIGHTS).unlink(missing_ok=True)
        names = {name: relative(each, target.root) for name, each in files.items()}
        text = weights_source(compiled, names)
    if write_if_changed(path, text):
        yield path


def stored_weights(compiled: Compiled, files: Mapping[str, Path]) -> list[bytes]:
    """The linked weights of each region, some of them changed. `files`: each model's path."""
    regions = [bytearray() for _ in _places(compiled)]
    for run in compiled.runs:
        weights = regions[run.region]
        weights += bytes(run.offset - len(weights))
        with files[run.model].open("rb") as file:
            file.seek(run.position)
            weights += file.read(run.bytes)

    def place(model: str, position: int, count: int) -> tuple[bytearray, slice]:
        run = next(
            run
            for run in compiled.runs
            if run.model == model and run.position <= position < run.position + run.bytes
        )
        begin = run.offset + position - run.position
        return regions[run.region], slice(begin, begin + count)

    for bias in compiled.folded:
        biases, where = place(bias.model, bias.position, 4 * bias.filters)
        weights, whole = place(bias.model, bias.weights, bias.filters * bias.terms)
        biases[where] = folded(bytes(biases[where]), bytes(weights[whole]), bias.offset)
    for each in compiled.packed:
        weights, whole = place(each.model, each.position, each.bytes)
        weights[whole] = packed(bytes(weights[whole]), each.filters, Layout(each.layout))
    return [bytes(weights) for weights in regions]


def _places(compiled: Compiled) -> Sequence[str]:
    """The section of each region of weights."""
    return [region.section for region in compiled.weight_regions] or [SECTION]


def weights_source(compiled: Compiled, files: Mapping[str, str]) -> str:
    """The text of weights.cpp. `files`: the path of each model, as the assembler finds it."""
    regions: list[list[_Bytes]] = []
    for number, _ in enumerate(_places(compiled)):
        parts: list[_Bytes] = []
        end = 0
        for run in (run for run in compiled.runs if run.region == number):
            if run.offset > end:
                parts.append(("", 0, run.offset - end))
            parts.append((files[run.model], run.position, run.bytes))
            end = run.offset + run.bytes
        regions.append(parts)
    return _weights_source(compiled, regions)


_Bytes = tuple[str, int, int]
"""A file, a position in it and a number of bytes; without a path, zeros."""


def _weights_source(compiled: Compiled, regions: Iterable[Iterable[_Bytes]]) -> str:
    """The text for the bytes of each region."""
    lines = [_HEAD]
    pairs = zip(_places(compiled), regions, strict=True)
    for number, (section, parts) in enumerate(pairs, start=1):
        symbol = f'KERF_WEIGHTS "_{number}"' if number > 1 else "KERF_WEIGHTS"
        flags = "aw" if section.startswith(".data") else "a"
        lines.append(_WEIGHTS.format(section=section, flags=flags, symbol=symbol))
        for path, position, count in parts:
            if path:
                lines.append(f'  .incbin "{_assembled(path)}", {position}, {count}\n')
            else:
                lines.append(f"  .zero {count}\n")
        lines.append(f'  .size )" {symbol} R"(, . - )" {symbol} R"(\n  .text\n)");\n')
    return "".join(lines)


def _assembled(path: str) -> str:
    """A path in an assembler's string within a raw string: in octal what might end either."""
    return "".join(
        chr(byte) if chr(byte) in _PLAIN else f"\\{byte:03o}" for byte in os.fsencode(path)
    )


def _write_headers(planned: Planned, folder: Path) -> Iterator[Path]:
    """The public headers and no other."""
    target = planned.target
    if planned.plan.compiled is not None:
        headers: Mapping[str, str] = model_headers(planned.plan)
    else:
        roots = (folder, target.root / RUNTIME)
        headers = public_headers(roots, planned.toolchain, target.definitions)
    include = folder / "include"
    for name, text in headers.items():
        path = include / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if write_if_changed(path, text):
            yield path
    for path in include.rglob("*.h"):
        if path.relative_to(include).as_posix() not in headers:
            path.unlink()
            yield path
