"""A backend for tests, and programs that call it."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from codegen.library import Library
from codegen.library_file import read_library
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import operators
from tests.codegen.program_builder import TableSpec

FOLDER = Path(__file__).parent
ID = "ScaleBackend"


def library() -> Library:
    """The library that has the backend."""
    return read_library(FOLDER / "scale", prefix="tests/runtime/delegates/scale/")


def payload(factor: float, *, polls: int = 0) -> bytes:
    """What multiplies by `factor`, and is suspended `polls` times before."""
    return struct.pack("<4sIfI", b"SCAL", polls, factor, 0)


def delegate(data: int | None = 0, *, id: str = ID, location: int = 0) -> TableSpec:
    """A delegate whose payload is the data of that index."""
    table: TableSpec = {0: ("text", id)}
    if data is not None:
        table[1] = ("table", {0: ("i8", location), 1: ("u32", data)})
    return table


def method(
    steps: Sequence[TableSpec],
    delegates: Sequence[TableSpec] = (delegate(0), delegate(1)),
    *,
    values: Sequence[TableSpec] | None = None,
    output: int = 2,
) -> TableSpec:
    """A method whose values are three tensors of six numbers, unless others are given."""
    given = [build.tensor() for _ in range(3)] if values is None else list(values)
    made = build.method(
        given, list(steps), inputs=(0,), outputs=(output,), operators=(), apart=True
    )
    return {**made, 7: ("tables", list(delegates))}


def program(of: TableSpec, *payloads: bytes) -> bytes:
    """A program whose payloads are inside the flatbuffer."""
    return build.program(of, slot_3=("tables", [{0: ("bytes", each)} for each in payloads]))


def in_segments(data: bytes) -> bytes:
    """Returns the program with each payload in a segment."""
    graph = read_graph(data, name="m.pte", operators=operators())
    methods = tuple(
        replace(
            each, delegates=tuple(replace(delegate, in_segment=True) for delegate in each.delegates)
        )
        for each in graph.methods
    )
    return write_graph(replace(graph, methods=methods))
