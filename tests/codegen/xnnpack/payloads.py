"""Payloads written from graphs, in each form that ExecuTorch has had."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from codegen.flat_tensor import read_flat_tensor
from codegen.optimize.graph import NamedData
from codegen.optimize.write import write_graph
from codegen.xnnpack.graph import (
    NO_VALUE,
    Datatype,
    Graph,
    Node,
    PerChannel,
    PerGroup,
    PerTensor,
    PerToken,
    Value,
)
from codegen.xnnpack.read import NAMED, read_payload
from codegen.xnnpack.schema import FLOATS, NODES, OUTPUTS, VECTORS
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import graph_of
from tests.codegen.program_builder import TableSpec
from tests.runtime.model_cases import data_files

KINDS = {kind: number for number, (kind, _) in enumerate(NODES, start=1)}


class Form(Enum):
    """Where a payload has its constants, and whether it has a header."""

    NAMED = auto()
    """XN01, data of the program by name."""
    BEHIND = auto()
    """XN01, behind the flatbuffer."""
    INSIDE = auto()
    """XN00 without a header, in the flatbuffer."""


def in_form(model: Path, form: Form) -> bytes:
    """The program of `model` with its payloads in `form`."""
    given = graph_of(model)
    named = {each.key: each.data for each in given.named_data}
    for path in data_files(model):
        named |= read_flat_tensor(path).blobs
    methods, blobs = [], dict[str, bytes]()
    for method in given.methods:
        delegates = []
        for delegate in method.delegates:
            assert delegate.data is not None
            graph = read_payload(delegate.data, name="payload", named=named.get)
            data, found = payload(graph, form)
            blobs |= found
            delegates.append(replace(delegate, data=data))
        methods.append(replace(method, delegates=tuple(delegates)))
    kept = tuple(NamedData(key=key, data=blob) for key, blob in blobs.items())
    return write_graph(replace(given, methods=tuple(methods), named_data=kept))


def node(
    kind: str, *, bounds: tuple[float, float] | None = None, index: int = 0, **fields: object
) -> Node:
    """A node of `kind`; fields that are left out are 0."""
    names = dict(NODES)[kind]
    ids = {name: fields[name] for name in names if name.endswith("_id") and name in fields}
    return Node(
        index=index,
        kind=kind,
        inputs={n: int(v) for n, v in ids.items() if n not in OUTPUTS},
        outputs={n: int(v) for n, v in ids.items() if n in OUTPUTS},
        numbers={
            name: int(fields.get(name, 0))
            for name in names
            if not name.endswith("_id") and name not in VECTORS | FLOATS
        },
        floats={name: float(fields.get(name, 0)) for name in names if name in FLOATS},
        vectors={name: tuple(fields.get(name, ())) for name in names if name in VECTORS},
        bounds=bounds,
    )


def payload(graph: Graph, form: Form = Form.INSIDE) -> tuple[bytes, dict[str, bytes]]:
    """The payload of `graph`, and the data that it finds by name."""
    blobs: list[bytes] = []
    values = [_value(each, blobs) for each in graph.values.values()]
    root: TableSpec = {
        0: ("text", "0"),
        1: ("tables", [_node(each) for each in graph.nodes]),
        2: ("tables", values),
        3: ("u32", graph.externs),
        4: ("u32s", _ids(graph, outputs=False)),
        5: ("u32s", _ids(graph, outputs=True)),
    }
    if form is Form.INSIDE:
        buffers = [{0: ("bytes", blob)} for blob in blobs]
        return build.finish({**root, 6: ("tables", [{}, *buffers])}, b"XN00"), {}
    keys = [hashlib.sha256(blob).hexdigest() for blob in blobs]
    region, entries = bytearray(), list[TableSpec]([{}])
    for key, blob in zip(keys, blobs, strict=True):
        region += bytes(-len(region) % 16)
        place: TableSpec = {0: ("u64", len(region)), 1: ("u64", len(blob))}
        if form is Form.NAMED:
            place = {0: ("u64", NAMED), 1: ("u64", len(blob)), 2: ("text", key)}
        entries.append(place)
        region += blob
    body = build.finish({**root, 8: ("tables", entries)}, b"XN01")
    if form is Form.NAMED:
        return with_header(body, b""), dict(zip(keys, blobs, strict=True))
    return with_header(body, bytes(region)), {}


def with_header(body: bytes, region: bytes) -> bytes:
    """The flatbuffer `body` behind a header, and constants behind it."""
    first = 32 + len(body) + -len(body) % 16
    header = struct.pack("<4s4sHIIIQ", b"", b"XH00", 30, 32, len(body), first, len(region))
    return header + bytes(2) + body + bytes(first - 32 - len(body)) + region


def _ids(graph: Graph, *, outputs: bool) -> list[int]:
    return [
        value.id
        for value in graph.values.values()
        if value.external is not None and value.output is outputs
    ]


def _value(value: Value, blobs: list[bytes]) -> TableSpec:
    constant = 0
    if value.data is not None:
        blobs.append(value.data)
        constant = len(blobs)
    outside = value.external is not None
    tensor: TableSpec = {
        0: ("i16", int(value.datatype)),
        1: ("u32", len(value.dims)),
        2: ("u32s", value.dims),
        3: ("u32", constant),
        4: ("u32", value.external if outside else NO_VALUE),
        5: ("u32", (2 if value.output else 1) if outside else 0),
        6: ("u32", value.id),
    }
    if value.quantization is None:
        return {0: ("u8", 1), 1: ("table", tensor)}
    kind, parameters = _quantization(value, blobs)
    inner: TableSpec = {0: ("table", tensor), 1: ("u8", kind), 2: ("table", parameters)}
    return {0: ("u8", 2), 1: ("table", inner)}


def _quantization(value: Value, blobs: list[bytes]) -> tuple[int, TableSpec]:
    form = value.quantization
    if isinstance(form, PerTensor):
        return 2, {0: ("f32", form.scale), 1: ("i32", form.zero_point)}
    if isinstance(form, PerToken):
        return 3, {0: ("i32", form.dims)}
    if isinstance(form, PerChannel):
        blobs.append(form.scales.astype("<f4").tobytes())
        count = ("u32", len(form.scales))
        return 1, {1: ("i32", form.axis), 2: ("u32", len(blobs)), 3: count}
    assert isinstance(form, PerGroup)
    halves = form.scales.astype("<f4").view("<u4") >> 16
    blobs.append(halves.astype("<u2").tobytes())
    number, count = ("u32", len(blobs)), ("u32", len(form.scales))
    return 4, {1: ("i32", 0), 2: ("i32", form.size), 4: number, 5: count}


def _node(given: Node) -> TableSpec:
    number = KINDS[given.kind]
    table: TableSpec = {}
    for slot, field in enumerate(NODES[number - 1][1]):
        if field.endswith("_id"):
            ids = {**given.inputs, **given.outputs}
            table[slot] = ("u32", ids.get(field, NO_VALUE))
        elif field in VECTORS:
            table[slot] = ("u32s", given.vectors[field])
        elif field in FLOATS:
            table[slot] = ("f32", given.floats[field])
        else:
            table[slot] = ("u32", given.numbers[field])
    outer: TableSpec = {0: ("u8", number), 1: ("table", table)}
    if given.bounds is not None:
        outer[3] = ("table", {0: ("f32", given.bounds[0]), 1: ("f32", given.bounds[1])})
    return outer


def floats(
    number: int,
    dims: tuple[int, ...],
    *,
    external: int | None = None,
    output: bool = False,
    data: bytes | None = None,
) -> Value:
    """A value of Float."""
    return Value(
        id=number,
        datatype=Datatype.FP32,
        dims=dims,
        data=data,
        external=external,
        output=output,
        quantization=None,
    )


def program(
    data: bytes,
    inputs: list[tuple[int, ...]],
    outputs: list[tuple[int, ...]],
    *,
    others: tuple[TableSpec, ...] = (),
    steps: list[TableSpec] | None = None,
) -> bytes:
    """A program of one delegate, all of whose arguments are Floats.

    `others` are values behind those of inputs and outputs, `steps` instructions in place of the one
    that calls the delegate.
    """
    sizes = [*inputs, *outputs]
    values = [build.tensor(each) for each in sizes]
    for number, each in enumerate(values):
        each[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", 4096 * number)})
    count = len(inputs)
    method = build.method(
        [*values, *others],
        [build.delegate_call(*range(len(sizes)))] if steps is None else steps,
        inputs=tuple(range(count)),
        outputs=tuple(range(count, len(sizes))),
        operators=(),
    )
    method[7] = (
        "tables",
        [{0: ("text", "XnnpackBackend"), 1: ("table", {0: ("i8", 0), 1: ("u32", 0)})}],
    )
    method[8] = ("i64s", (0, 4096 * len(sizes)))
    return build.program(method, slot_3=("tables", [{0: ("bytes", data)}]))
