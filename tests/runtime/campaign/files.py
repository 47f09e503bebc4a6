"""The programs of a campaign in files of other forms: in a `.bpte` with cases, with a `.ptd`."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime.campaign.draft import Draft, NumberDraft, TensorDraft

_HEADER = struct.Struct("<4sI4Q")
_AFTER_IDENTIFIER = 8
_ALIGNMENT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """The files of one program."""

    draft: Draft
    content: Mapping[str, bytes]
    """Maps suffixes to bytes, in the order in which the driver reads the files."""


def program_alone(draft: Draft, seed: int, number: int) -> Files:
    """The `.pte` of a program."""
    return Files(draft=draft, content={".pte": draft.finish()})


def bundled(draft: Draft, seed: int, number: int) -> Files:
    """The `.bpte` of a program with cases whose inputs mostly fit it.

    Source of the slots: bundled_program_schema.fbs of ExecuTorch.
    """
    source = random.Random(f"bundled:{seed}:{number}")
    cases = [
        {
            0: ("tables", [_case_value(draft, each, source) for each in draft.inputs]),
            1: ("tables", [_case_value(draft, each, source) for each in draft.outputs]),
        }
        for _ in range(source.choice((1, 1, 2)))
    ]
    if source.random() < 0.05:
        values = source.choice(cases)[source.randrange(2)][1]
        values.pop() if values else values.append({})
    suite: TableSpec = {0: ("text", "forward"), 1: ("tables", cases)}
    suites = [suite] * source.choice((1, 1, 1, 2))
    # After vectors of bytes of any length, so that elements are at any address.
    data = build.finish({1: ("tables", suites), 2: ("bytes", draft.finish())}, b"BP08")
    data = _scrambled(data, source) if source.random() < 0.1 else data
    return Files(draft=draft, content={".bpte": data})


def with_data(draft: Draft, seed: int, number: int) -> Files:
    """A program that has some of its tensors in a `.ptd`, and the `.ptd`."""
    source = random.Random(f"data:{seed}:{number}")
    names = {
        index: f"w{index}"
        for index in draft.tensors()
        if (draft.tensor(index).place == "constant" or source.random() < 0.1)
        and source.random() < 0.8
    }
    entries = [
        _entry(segment, name, draft.tensor(index))
        for segment, (index, name) in enumerate(names.items())
    ]
    for _ in range(source.choice((0, 0, 1, 2)) if entries else 0):
        source.choice(_CHANGES)(entries, source)
    data = _flat_tensor(entries, source)
    if source.random() < 0.1:
        data = _scrambled(data, source)
    return Files(draft=draft, content={".pte": draft.finish(names), ".ptd": data})


def _case_value(draft: Draft, index: int, source: random.Random) -> TableSpec:
    """A value of a case for value `index` of the program, seldom of another kind or shape."""
    value = draft.values[index]
    if source.random() < 0.03:
        value = source.choice(draft.values)
    if isinstance(value, NumberDraft):
        match value.number:
            case bool(flag):
                return {0: ("u8", 3), 1: ("table", {0: ("u8", int(flag))})}
            case int(number):
                return {0: ("u8", 2), 1: ("table", {0: ("i64", number)})}
            case float(number):
                return {0: ("u8", 4), 1: ("table", {0: ("f64", number)})}
    if not isinstance(value, TensorDraft):
        return {}
    sizes, order, dtype, nbytes = [*value.sizes], [*value.order], value.dtype, value.nbytes
    if source.random() < 0.03:
        dtype = source.choice([*DType])
    if source.random() < 0.03:
        nbytes = max(nbytes + source.choice((-1, 1, 64)), 0)
    for numbers in (sizes, order):
        if numbers and source.random() < 0.03:
            numbers[source.randrange(len(numbers))] = source.choice((0, 1, 3, 64))
    data = bytes(source.choice((0, 1)) for _ in range(nbytes))
    table: TableSpec = {0: ("i8", dtype.number), 1: ("i32s", sizes), 3: ("u8s", order)}
    return {0: ("u8", 1), 1: ("table", {**table, 2: ("u8s", data)})}


def _scrambled(data: bytes, source: random.Random) -> bytes:
    """`data` with a few other bytes, or cut."""
    changed = bytearray(data)
    for _ in range(source.randint(1, 3)):
        changed[source.randrange(len(changed))] = source.choice((0, 1, 0x7F, 0x80, 0xFF))
    return bytes(changed[: source.randrange(len(changed))] if source.random() < 0.2 else changed)


@dataclass(slots=True, kw_only=True)
class _Entry:
    """A tensor of a `.ptd`: its name, its layout, and its place among all elements."""

    name: str
    dtype: DType
    sizes: list[int]
    order: list[int]
    data: bytes
    segment: int
    has_layout: bool = True


def _entry(segment: int, name: str, tensor: TensorDraft) -> _Entry:
    return _Entry(
        name=name,
        dtype=tensor.dtype,
        sizes=[*tensor.sizes],
        order=[*tensor.order],
        data=tensor.elements(),
        segment=segment,
    )


def _other_dtype(entries: list[_Entry], source: random.Random) -> None:
    source.choice(entries).dtype = source.choice([*DType])


def _other_sizes(entries: list[_Entry], source: random.Random) -> None:
    sizes = source.choice(entries).sizes
    sizes[source.randrange(len(sizes) + 1) :] = [source.choice((0, 1, 3, -1, 2**31 - 1))]


def _other_order(entries: list[_Entry], source: random.Random) -> None:
    source.shuffle(source.choice(entries).order)


def _no_layout(entries: list[_Entry], source: random.Random) -> None:
    source.choice(entries).has_layout = False


def _other_length(entries: list[_Entry], source: random.Random) -> None:
    entry = source.choice(entries)
    entry.data = entry.data[: source.randrange(len(entry.data) + 1)]


def _other_segment(entries: list[_Entry], source: random.Random) -> None:
    """Two tensors in one place, or one in none."""
    source.choice(entries).segment = source.randrange(len(entries) + (source.random() < 0.1))


def _other_name(entries: list[_Entry], source: random.Random) -> None:
    """A name is missing, or there twice."""
    source.choice(entries).name = source.choice([*(each.name for each in entries), "", "w"])


_CHANGES: tuple[Callable[[list[_Entry], random.Random], None], ...] = (
    _other_dtype,
    _other_sizes,
    _other_order,
    _no_layout,
    _other_length,
    _other_segment,
    _other_name,
)


def _flat_tensor(entries: list[_Entry], source: random.Random) -> bytes:
    """The `.ptd` of `entries`.

    Source of the slots: flat_tensor.fbs of ExecuTorch; of the header: flat_tensor_header.h.
    """
    content, places = bytearray(), []
    for entry in entries:
        content += bytes(-len(content) % (1 if source.random() < 0.05 else _ALIGNMENT))
        places.append((len(content), len(entry.data)))
        content += entry.data
    segments: list[TableSpec] = [{0: ("u64", start), 1: ("u64", size)} for start, size in places]
    named = [_named(each) for each in entries]
    tables = build.finish({1: ("tables", segments), 2: ("tables", named)}, b"FT01")
    root = int.from_bytes(tables[:4], "little") + _HEADER.size
    base = len(tables) + _HEADER.size
    base += -base % _ALIGNMENT
    header = _HEADER.pack(b"FH01", _HEADER.size, 0, len(tables), base, len(content))
    start = root.to_bytes(4, "little") + tables[4:_AFTER_IDENTIFIER] + header
    return (start + tables[_AFTER_IDENTIFIER:]).ljust(base, b"\0") + content


def _named(entry: _Entry) -> TableSpec:
    layout: TableSpec = {
        0: ("i8", entry.dtype.number),
        1: ("i32s", entry.sizes),
        2: ("u8s", entry.order),
    }
    named: TableSpec = {0: ("text", entry.name), 1: ("u32", entry.segment)}
    return {**named, 2: ("table", layout)} if entry.has_layout else named
