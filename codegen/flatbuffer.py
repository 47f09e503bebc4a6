"""Bounds-checked reading of a flatbuffer in a mapped file.

Nothing is copied and nothing is read before it is requested, so that a file costs the pages of its
program and not those of its weights. Every read is checked against the buffer; a violation is a
SelectionError that names file and offset. The size that a vtable states is no bound: flatbuffers'
Python builder, with which ExecuTorch exports, gives tables of different sizes one vtable.
Source: flatbuffers' documentation, "FlatBuffer internals".
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from typing import Any

from codegen.errors import SelectionError

Bytes = bytes | mmap.mmap

# Not from the package flatbuffers: it imports NumPy, which takes longer than reading most programs.
_INT8, _UINT8, _INT16, _UINT16 = map(struct.Struct, ("<b", "<B", "<h", "<H"))
_INT32, _UINT32, _INT64, _UINT64 = map(struct.Struct, ("<i", "<I", "<q", "<Q"))
_FLOAT32, _FLOAT64 = map(struct.Struct, ("<f", "<d"))

# A vector that is decoded (indices, sizes) and is longer than this has a broken length.
MAX_ITEMS = 1 << 20
# Valid files share vtables and equal strings only; a file that refers to the same bytes again and
# again would cost time and memory beyond its size.
MAX_VISITS = 4
MAX_VISITS_BASE = 1 << 16
# A table takes at least the reference to it and that to its vtable.
TABLE_BYTES = 8

DAMAGED = "The file is damaged or truncated: copy or export it again."


class FlatBuffer:
    """The `size` bytes of `data` from `start` on; `name` is the file's, for faults."""

    def __init__(self, data: Bytes, *, name: str, start: int, size: int) -> None:
        self.data = data
        self.name = name
        self.start = start
        self.end = start + size
        self._visits_left = MAX_VISITS * size + MAX_VISITS_BASE
        self._vtables: dict[int, tuple[int, ...]] = {}

    def fault(self, position: int, what: str) -> SelectionError:
        """The error that `what` is wrong at byte `position` of the file."""
        return SelectionError(f"{self.name}: byte {position}: {what}. {DAMAGED}")

    def root(self) -> Table:
        """The root table."""
        return self.table_at(self.start)

    def table_at(self, position: int) -> Table:
        """The table that the offset at `position` points to."""
        return Table(self, self.follow(position))

    def follow(self, position: int) -> int:
        """The position that the offset at `position` points to."""
        offset = int(self.number(_UINT32, position))
        if offset == 0:
            raise self.fault(position, "an offset of 0 points to itself")
        return position + offset

    def number(self, kind: struct.Struct, position: int) -> Any:
        """The number of the form `kind` at `position`."""
        size = kind.size
        if position < self.start or position + size > self.end or (position - self.start) % size:
            self.check(position, size, size)
        return kind.unpack_from(self.data, position)[0]

    def vtable(self, position: int) -> tuple[int, ...]:
        """The vtable at `position`: its size, what says nothing, then each field's offset.

        Tables of one kind share it, so that each is read once.
        """
        found = self._vtables.get(position)
        if found is None:
            size = int(self.number(_UINT16, position))
            if size < 4 or size % 2:
                raise self.fault(position, f"a vtable of {size} bytes is impossible")
            self.check(position, size, 2)
            self.visit(position, size)
            found = struct.unpack_from(f"<{size // 2}H", self.data, position)
            self._vtables[position] = found
        return found

    def check(self, position: int, size: int, alignment: int) -> None:
        """Checks that `size` bytes at `position` are in the buffer, aligned.

        Raises:
            SelectionError: they are not.

        """
        if position < self.start or position + size > self.end:
            raise self.fault(
                position,
                f"{size} bytes are needed here, but the program is bytes {self.start} "
                f"to {self.end}",
            )
        if (position - self.start) % alignment:
            raise self.fault(position, f"a value of {alignment} bytes is not aligned")

    def visit(self, position: int, size: int) -> None:
        """Counts `size` bytes as decoded.

        Raises:
            SelectionError: far more was decoded than the buffer holds.

        """
        self._visits_left -= size
        if self._visits_left < 0:
            raise self.fault(position, "the program refers to the same bytes again and again")

    def vector(self, position: int, item_size: int) -> tuple[int, int]:
        """Position of the first item and length of the vector that `position` refers to.

        All items are in the buffer; none is read.
        """
        where = self.follow(position)
        count = int(self.number(_UINT32, where))
        first = where + 4
        if first + count * item_size > self.end:
            raise self.fault(
                where,
                f"a vector of {count} items of {item_size} bytes extends beyond the program's end "
                f"(byte {self.end})",
            )
        if count:  # some exporters align only vectors that have elements
            self.check(first, count * item_size, item_size)
        return first, count


class Table:
    """A table; `slot` is a field's index in its schema, counting a union as two."""

    __slots__ = ("_vtable", "buffer", "position")

    def __init__(self, buffer: FlatBuffer, position: int) -> None:
        self.buffer = buffer
        self.position = position
        self._vtable = buffer.vtable(position - int(buffer.number(_INT32, position)))
        buffer.visit(position, TABLE_BYTES)

    def fault(self, what: str) -> SelectionError:
        """The error that `what` is wrong with this table."""
        return self.buffer.fault(self.position, what)

    def i8(self, slot: int) -> int:
        """The signed byte in `slot`, 0 where it is absent; the following likewise."""
        return int(self._number(slot, _INT8))

    def u8(self, slot: int) -> int:
        """The unsigned byte in `slot`."""
        return int(self._number(slot, _UINT8))

    def i16(self, slot: int) -> int:
        """The signed 16-bit number in `slot`."""
        return int(self._number(slot, _INT16))

    def i32(self, slot: int) -> int:
        """The signed 32-bit number in `slot`."""
        return int(self._number(slot, _INT32))

    def u32(self, slot: int) -> int:
        """The unsigned 32-bit number in `slot`."""
        return int(self._number(slot, _UINT32))

    def i64(self, slot: int) -> int:
        """The signed 64-bit number in `slot`."""
        return int(self._number(slot, _INT64))

    def u64(self, slot: int) -> int:
        """The unsigned 64-bit number in `slot`."""
        return int(self._number(slot, _UINT64))

    def f32(self, slot: int) -> float:
        """The float in `slot`."""
        return float(self._number(slot, _FLOAT32))

    def f64(self, slot: int) -> float:
        """The double in `slot`."""
        return float(self._number(slot, _FLOAT64))

    def string(self, slot: int) -> str | None:
        """The string in `slot`, None where it is absent."""
        span = self.bytes_span(slot)
        if span is None:
            return None
        first, length = span
        buffer = self.buffer
        if length > MAX_ITEMS:
            raise buffer.fault(first - 4, f"a string of {length} bytes is impossible here")
        buffer.visit(first, length)
        if int(buffer.number(_UINT8, first + length)) != 0:
            raise buffer.fault(first + length, "a string does not end with a zero byte")
        try:
            return bytes(buffer.data[first : first + length]).decode()
        except UnicodeDecodeError:
            raise buffer.fault(first, "a string is not UTF-8") from None

    def table(self, slot: int) -> Table | None:
        """The table in `slot`, None where it is absent."""
        field = self._field(slot)
        return None if field is None else self.buffer.table_at(field)

    def union(self, slot: int) -> tuple[int, Table | None]:
        """The union whose type is in `slot` and whose table is in the next: type number, table."""
        kind = self.u8(slot)
        table = self.table(slot + 1)
        if (kind == 0) != (table is None):
            raise self.fault(f"a union of type {kind} {'without' if kind else 'with'} a value")
        return kind, table

    def tables(self, slot: int) -> Iterator[Table]:
        """The tables of the vector in `slot`; none where it is absent."""
        field = self._field(slot)
        if field is None:
            return
        first, count = self.buffer.vector(field, 4)
        for index in range(count):
            yield self.buffer.table_at(first + 4 * index)

    def numbers(self, slot: int, code: str) -> tuple[Any, ...]:
        """The numbers of the vector in `slot`; `code` is the item's letter in `struct`.

        Empty where the vector is absent.
        """
        field = self._field(slot)
        if field is None:
            return ()
        item_size = struct.calcsize(f"<{code}")
        first, count = self.buffer.vector(field, item_size)
        if count > MAX_ITEMS:
            raise self.buffer.fault(first - 4, f"a vector of {count} items is impossible here")
        self.buffer.visit(first, count * item_size)
        return struct.unpack_from(f"<{count}{code}", self.buffer.data, first)

    def length(self, slot: int, item_size: int) -> int:
        """Number of items of the vector in `slot`; 0 where it is absent. No item is read."""
        field = self._field(slot)
        return 0 if field is None else self.buffer.vector(field, item_size)[1]

    def bytes_span(self, slot: int) -> tuple[int, int] | None:
        """Position and length of the byte vector in `slot`, without reading it."""
        field = self._field(slot)
        return None if field is None else self.buffer.vector(field, 1)

    def _number(self, slot: int, kind: struct.Struct) -> Any:
        field = self._field(slot)
        return 0 if field is None else self.buffer.number(kind, field)

    def _field(self, slot: int) -> int | None:
        """Position of the field in `slot`; None where it is absent."""
        entry = 2 + slot
        offset = self._vtable[entry] if entry < len(self._vtable) else 0
        if offset == 0:
            return None
        if offset < 4:
            raise self.fault(f"field {slot} is at {offset}, where the vtable's offset is")
        return self.position + offset
