"""External data: the tensors in a `.ptd` file by their names.

Source: extension/flat_tensor/serialize of executorch 1.5.1: flat_tensor.fbs (FT01) and
flat_tensor_header.h (FH01).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.flatbuffer import FlatBuffer, Table

VERSION = 0
"""The newest known schema. Source: FlatTensor::load in runtime/program/flat_tensor.cpp."""
_IDENTIFIER, _MAGIC = b"FT01", b"FH01"
_HEADER = struct.Struct("<4sI4Q")
_HEADER_AT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTensor:
    """A tensor of a `.ptd`; `data` are its elements in storage order."""

    dtype: DType
    sizes: tuple[int, ...]
    dim_order: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalData:
    """What a `.ptd` has by name: tensors, and bytes without a layout, which delegates find."""

    tensors: Mapping[str, NamedTensor]
    blobs: Mapping[str, bytes]


def read_flat_tensor(path: Path) -> ExternalData:
    """What is in the `.ptd` at `path`.

    Raises:
        SelectionError: the file is missing, no external data, or damaged.

    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SelectionError(f"{path}: {error.strerror}. Give a .ptd file.") from None
    if data[4:8] != _IDENTIFIER or len(data) < _HEADER_AT + _HEADER.size:
        raise SelectionError(f"{path}: this is no external data (FT01). Give a .ptd file.")
    magic, _, start, size, base, room = _HEADER.unpack_from(data, _HEADER_AT)
    buffer = FlatBuffer(data, name=str(path), start=0, size=min(base, len(data)))
    if magic != _MAGIC or base + room > len(data) or start + size > base:
        raise buffer.fault(_HEADER_AT, "the header points beyond the file")
    root = buffer.root()
    if root.u32(0) > VERSION:
        raise root.fault(f"schema version {root.u32(0)}, which is newer than {VERSION}")
    segments = [(table.u64(0), table.u64(1)) for table in root.tables(1)]
    tensors: dict[str, NamedTensor] = {}
    blobs: dict[str, bytes] = {}
    content = data[base : base + room]
    for table in root.tables(2):
        layout, key = table.table(2), table.string(0)
        if key is not None and layout is not None:
            tensors[key] = _tensor(table, layout, segments, content)
        elif key is not None:
            blobs[key] = _segment(table, segments, content)
    return ExternalData(tensors=tensors, blobs=blobs)


def _tensor(
    table: Table, layout: Table, segments: list[tuple[int, int]], data: bytes
) -> NamedTensor:
    number, segment = layout.i8(0), _segment(table, segments, data)
    dtypes = {dtype.number: dtype for dtype in DType}
    if number not in dtypes:
        raise layout.fault(f"dtype {number}")
    sizes, order = layout.numbers(1, "i"), layout.numbers(2, "B")
    nbytes = prod(sizes) * dtypes[number].itemsize
    if any(each < 0 for each in sizes) or sorted(order) != list(range(len(sizes))):
        raise layout.fault(f"sizes {sizes} with a dim order of {order}")
    if nbytes > len(segment):
        raise table.fault(f"{nbytes} bytes of a tensor in a segment of {len(segment)}")
    part = segment[:nbytes]
    return NamedTensor(dtype=dtypes[number], sizes=sizes, dim_order=order, data=part)


def _segment(table: Table, segments: list[tuple[int, int]], data: bytes) -> bytes:
    """The segment that holds what `table` names."""
    index = table.u32(1)
    if index >= len(segments):
        raise table.fault(f"segment {index} of {len(segments)}")
    offset, size = segments[index]
    if offset + size > len(data):
        raise table.fault(f"segment {index} ends beyond the file")
    return data[offset : offset + size]
