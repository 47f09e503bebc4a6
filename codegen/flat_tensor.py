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
from codegen.flatbuffer import MAX_VISITS, FlatBuffer, Table

VERSION = 0
"""The newest known schema. Source: FlatTensor::load in runtime/program/flat_tensor.cpp."""
_IDENTIFIER, _MAGIC = b"FT01", b"FH01"
_HEADER = struct.Struct("<4sI4Q")
_HEADER_AT = 8

Span = tuple[int, int]
"""Where bytes start, and how many they are."""


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
    content = _Content(data=data, left=MAX_VISITS * len(data), parts={})
    segments: list[Span] = []
    for table in root.tables(1):
        first, size = base + table.u64(0), table.u64(1)
        if first + size > base + room:
            raise table.fault(f"segment {len(segments)} ends beyond the file")
        segments.append((first, size))
    tensors: dict[str, NamedTensor] = {}
    blobs: dict[str, bytes] = {}
    for table in root.tables(2):
        key, index, layout = table.string(0), table.u32(1), table.table(2)
        if index >= len(segments):
            raise table.fault(f"segment {index} of {len(segments)}")
        tensor = None if layout is None else _tensor(table, layout, segments[index], content)
        if key is not None and tensor is not None:
            tensors[key] = tensor
        elif key is not None:
            blobs[key] = content.part(table, *segments[index])
    return ExternalData(tensors=tensors, blobs=blobs)


@dataclass(slots=True, kw_only=True)
class _Content:
    """The file's bytes; segments that overlap must not take memory beyond its size."""

    data: bytes
    left: int
    """How many bytes may still be copied."""
    parts: dict[Span, bytes]

    def part(self, table: Table, first: int, size: int) -> bytes:
        """The bytes that `table` names, copied once."""
        if (first, size) not in self.parts:
            self.left -= size
            if self.left < 0:
                raise table.fault("the file refers to the same bytes again and again")
            self.parts[first, size] = self.data[first : first + size]
        return self.parts[first, size]


def _tensor(table: Table, layout: Table, segment: Span, content: _Content) -> NamedTensor:
    number = layout.i8(0)
    dtypes = {dtype.number: dtype for dtype in DType}
    if number not in dtypes:
        raise layout.fault(f"dtype {number}")
    sizes, order = layout.numbers(1, "i"), layout.numbers(2, "B")
    nbytes = prod(sizes) * dtypes[number].itemsize
    if any(each < 0 for each in sizes) or sorted(order) != list(range(len(sizes))):
        raise layout.fault(f"sizes {sizes} with a dim order of {order}")
    first, size = segment
    if nbytes > size:
        raise table.fault(f"{nbytes} bytes of a tensor in a segment of {size}")
    data = content.part(table, first, nbytes)
    return NamedTensor(dtype=dtypes[number], sizes=sizes, dim_order=order, data=data)
