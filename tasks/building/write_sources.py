"""Writes everything of a build that is generated from its plan, before anything is compiled."""

from __future__ import annotations

import os
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from codegen.compiled.pairs import in_pairs
from codegen.compiled.tables import Compiled
from codegen.emit.c_header import model_headers
from tasks.building.expand import expand
from tasks.building.planning import Planned
from tasks.building.public_headers import public_headers
from tasks.building.request_location import source_name
from tasks.building.sources import RUNTIME, STORED_WEIGHTS, WEIGHTS, build_dir, shipped_path
from tasks.files import relative, write_if_changed

_WEIGHTS = """\
// The constants of the compiled programs: bytes of the models' files, placed by the linker.
#define KERF_TEXT_(symbol) #symbol
#define KERF_TEXT(symbol) KERF_TEXT_(symbol)
#define KERF_WEIGHTS KERF_TEXT(kerf_weights)
__asm__(R"(
  .section .kerf_weights, "a", %progbits
  .balign 16
  .globl )" KERF_WEIGHTS R"(
  .type )" KERF_WEIGHTS R"(, %object
)" KERF_WEIGHTS R"(:
"""


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
    if compiled.pairs:
        stored = folder / STORED_WEIGHTS
        content = stored_weights(compiled, files)
        if write_if_changed(stored, content):
            yield stored
        text = _weights_source([(relative(stored, target.root), 0, len(content))])
    else:
        (folder / STORED_WEIGHTS).unlink(missing_ok=True)
        names = {name: relative(each, target.root) for name, each in files.items()}
        text = weights_source(compiled, names)
    if write_if_changed(path, text):
        yield path


def stored_weights(compiled: Compiled, files: Mapping[str, Path]) -> bytes:
    """The linked weights, those in pairs included. `files`: the path of each model."""
    weights = bytearray()
    for run in compiled.runs:
        weights += bytes(run.offset - len(weights))
        with files[run.model].open("rb") as file:
            file.seek(run.position)
            weights += file.read(run.bytes)
    for each in compiled.pairs:
        run = next(
            run
            for run in compiled.runs
            if run.model == each.model and run.position <= each.position < run.position + run.bytes
        )
        begin = run.offset + each.position - run.position
        whole = slice(begin, begin + each.bytes)
        weights[whole] = in_pairs(bytes(weights[whole]), each.filters)
    return bytes(weights)


def weights_source(compiled: Compiled, files: Mapping[str, str]) -> str:
    """The text of weights.cpp. `files`: the path of each model, as the assembler finds it."""
    parts: list[tuple[str, int, int]] = []
    end = 0
    for run in compiled.runs:
        if run.offset > end:
            parts.append(("", 0, run.offset - end))
        parts.append((files[run.model], run.position, run.bytes))
        end = run.offset + run.bytes
    return _weights_source(parts)


def _weights_source(parts: Iterable[tuple[str, int, int]]) -> str:
    """The text for parts of files, each with its position and bytes; without a path, zeros."""
    lines = [_WEIGHTS]
    for path, position, count in parts:
        if path:
            lines.append(f'  .incbin "{_assembled(path)}", {position}, {count}\n')
        else:
            lines.append(f"  .zero {count}\n")
    lines.append('  .size )" KERF_WEIGHTS R"(, . - )" KERF_WEIGHTS R"(\n  .text\n)");\n')
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
