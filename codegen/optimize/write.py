"""Writing a graph as a `.pte`: the flatbuffer, its extended header and its segments.

Constants are in a segment, wherever they were: ExecuTorch 1.5 no longer reads them elsewhere.
Equal constants are stored once, and so are equal shapes, dim orders and strings.
Sources: ExecuTorch's schema/program.fbs (slot numbers) and schema/extended_header.h.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import flatbuffers

from codegen.optimize.graph import (
    Buffer,
    Call,
    Chain,
    Delegate,
    DelegateCall,
    Free,
    Instruction,
    JumpFalse,
    Method,
    Move,
    Program,
    Tensor,
    Value,
)
from codegen.optimize.layout import planned_bytes
from codegen.program_value import DYNAMISM, ListValue
from codegen.pte import PROGRAM_IDENTIFIER

CONSTANT_ALIGNMENT = 16
_HEADER = struct.Struct("<4sIQQQ")  # magic, length, program bytes, segment base, segment bytes
_HEADER_MAGIC = b"eh00"
_LISTS = {"int_list": 7, "double_list": 8, "bool_list": 9, "tensor_list": 10}
_OPTIONAL_TENSORS = 11
_ITEMS = {"int_list": "q", "double_list": "d", "bool_list": "B", "tensor_list": "i"}


def write_graph(program: Program) -> bytes:
    """The `.pte` of `program`: all its buffers have an offset.

    Raises:
        ValueError: one has none.

    """
    return _Writer(program).file()


def program_bytes_of(program: Program) -> int:
    """The size of `program` in its `.pte`, without segments.

    Raises:
        ValueError: as write_graph().

    """
    writer = _Writer(program)
    return len(writer.body()) + writer.header_room()


@dataclass(slots=True)
class _Blobs:
    """Pieces of data, each different one once; number 0 is reserved and empty."""

    pieces: list[bytes] = field(default_factory=lambda: [b""])
    numbers: dict[bytes, int] = field(default_factory=dict)

    def number(self, data: bytes) -> int:
        if data not in self.numbers:
            self.numbers[data] = len(self.pieces)
            self.pieces.append(data)
        return self.numbers[data]

    def packed(self) -> tuple[list[int], tuple[bytes, ...]]:
        """The offset of each, aligned, in the bytes of all, and these in parts."""
        offsets, parts, end = [0], list[bytes](), 0
        for piece in self.pieces[1:]:
            gap = -end % CONSTANT_ALIGNMENT
            offsets.append(end + gap)
            parts += (bytes(gap), piece)
            end += gap + len(piece)
        return offsets, tuple(parts)


class _Writer:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._builder = flatbuffers.Builder(1024)
        self._vectors: dict[tuple[str, tuple[float | str, ...]], int] = {}
        self._constants = _Blobs()
        self._mutable = _Blobs()
        self._delegate_data: list[bytes] = []
        self._segments: list[tuple[bytes, ...]] = []
        """Each in parts: joined once, because weights may be large."""

    def body(self) -> bytes:
        """The flatbuffer as it is without an extended header."""
        sizes = planned_bytes(self._program)
        plans = self._tables(list(map(self._method, self._program.methods, sizes)))
        root = self._root(plans)
        self._builder.Finish(root, file_identifier=PROGRAM_IDENTIFIER)
        return bytes(self._builder.Output())

    def header_room(self) -> int:
        """Bytes for the extended header; none where the body that was made has no segments.

        The header is after root offset and identifier; what moves stays aligned.
        """
        return max(_HEADER.size, CONSTANT_ALIGNMENT) if any(map(_size, self._segments)) else 0

    def file(self) -> bytes:
        """The flatbuffer and what follows it."""
        body = self.body()
        gap = self.header_room()
        if not gap:
            return body
        alignment = self._program.segment_alignment
        size = len(body) + gap
        base = _aligned(size, alignment)
        parts = self._segment_parts()
        (start,) = struct.unpack_from("<I", body)
        length = sum(map(len, parts))
        header = _HEADER.pack(_HEADER_MAGIC, _HEADER.size, size, base, length)
        program = struct.pack("<I", start + gap) + body[4:8] + header + body[8:]
        return b"".join((program, bytes(base - size), *parts))

    def _root(self, plans: int) -> int:
        builder, program = self._builder, self._program
        constants = self._subsegment(self._constants)
        mutable = 0
        if len(self._mutable.pieces) > 1:
            mutable = self._tables([self._subsegment(self._mutable)])
        delegate_data = self._tables([self._data(each) for each in self._delegate_data])
        named = self._tables(
            [self._named(each.key, self._segment(each.data)) for each in program.named_data]
        )
        segments = self._tables(
            [
                self._table(2, u64={0: offset, 1: _size(data)})
                for offset, data in zip(self._offsets(), self._segments, strict=True)
            ]
        )
        builder.StartObject(8)
        builder.PrependUint32Slot(0, program.version, 0)
        for slot, offset in (
            (1, plans),
            (3, delegate_data if self._delegate_data else 0),
            (4, segments if self._segments else 0),
            (5, constants),
            (6, mutable),
            (7, named if program.named_data else 0),
        ):
            builder.PrependUOffsetTRelativeSlot(slot, offset, 0)
        return int(builder.EndObject())

    def _offsets(self) -> list[int]:
        offsets, end = [], 0
        for data in self._segments:
            # One without bytes is at the start: inside the file, and aligned.
            size = _size(data)
            offsets.append(_aligned(end, self._program.segment_alignment) if size else 0)
            end = max(end, offsets[-1] + size)
        return offsets

    def _segment_parts(self) -> list[bytes]:
        """The segments, and zeros between them."""
        parts, end = list[bytes](), 0
        for offset, data in zip(self._offsets(), self._segments, strict=True):
            if size := _size(data):
                parts += (bytes(offset - end), *data)
                end = offset + size
        return parts

    def _segment(self, data: bytes) -> int:
        """The number of the segment that holds `data`."""
        if (data,) not in self._segments:
            self._segments.append((data,))
        return self._segments.index((data,))

    def _subsegment(self, blobs: _Blobs) -> int:
        offsets, data = blobs.packed()
        vector = self._vector("Q", offsets)
        number = len(self._segments)
        self._segments.append(data)
        return self._table(2, u32={0: number}, offsets={1: vector})

    def _data(self, data: bytes) -> int:
        vector = 0
        if data:
            self._builder.StartVector(1, len(data), CONSTANT_ALIGNMENT)
            self._builder.head -= len(data)
            self._builder.Bytes[self._builder.head : self._builder.head + len(data)] = data
            vector = self._builder.EndVector()
        return self._table(1, offsets={0: vector})

    def _named(self, key: str, segment: int) -> int:
        return self._table(2, u32={1: segment}, offsets={0: self._text(key)})

    def _method(self, method: Method, memories: Sequence[int]) -> int:
        operators = sorted(
            {each.operator for each in method.instructions if isinstance(each, Call)}
        )
        values = self._tables([self._value(each, method) for each in method.values])
        chains = self._tables([self._chain(each, operators) for each in method.chains])
        names = self._tables([self._operator(each) for each in operators])
        delegates = self._tables([self._delegate(each) for each in method.delegates])
        metadata = 0
        if method.container is not None:
            metadata = self._table(
                2,
                offsets={
                    slot: self._text(text)
                    for slot, text in enumerate(method.container)
                    if text is not None
                },
            )
        devices = self._tables(
            [
                self._table(3, i32={0: number}, i8={1: kind, 2: index})
                for number, kind, index in method.devices
            ]
        )
        return self._table(
            10,
            offsets={
                0: self._text(method.name),
                1: metadata,
                2: values,
                3: self._vector("i", method.inputs),
                4: self._vector("i", method.outputs),
                5: chains,
                6: names,
                7: delegates,
                8: self._vector("q", (0, *memories)),
                9: devices if method.devices else 0,
            },
        )

    def _operator(self, operator: str) -> int:
        name, _, overload = operator.partition(".")
        return self._table(2, offsets={0: self._text(name), 1: self._text(overload)})

    def _delegate(self, delegate: Delegate) -> int:
        processed = 0
        if delegate.data is not None:
            if delegate.in_segment:
                index = self._segment(delegate.data)
            else:
                index = len(self._delegate_data)
                self._delegate_data.append(delegate.data)
            processed = self._table(2, i8={0: int(delegate.in_segment)}, u32={1: index})
        specs = self._tables(
            [
                self._table(2, offsets={0: self._text(key), 1: self._vector("B", value)})
                for key, value in delegate.specs
            ]
        )
        return self._table(3, offsets={0: self._text(delegate.id), 1: processed, 2: specs})

    def _chain(self, chain: Chain, operators: Sequence[str]) -> int:
        instructions = self._tables(
            [self._instruction(each, operators) for each in chain.instructions]
        )
        inputs, outputs = (
            self._vector("i", each) if each else 0 for each in (chain.inputs, chain.outputs)
        )
        return self._table(4, offsets={0: inputs, 1: outputs, 2: instructions})

    def _instruction(self, instruction: Instruction, operators: Sequence[str]) -> int:
        match instruction:
            case Call(operator=operator, arguments=arguments):
                return self._union(1, self._called(operators.index(operator), arguments))
            case DelegateCall(delegate=delegate, arguments=arguments):
                return self._union(2, self._called(delegate, arguments))
            case Move(source=source, destination=destination):
                return self._union(3, self._table(2, i32={0: source, 1: destination}))
            case JumpFalse(condition=condition, target=target):
                return self._union(4, self._table(2, i32={0: condition, 1: target}))
            case Free(value=value):
                return self._union(5, self._table(1, i32={0: value}))

    def _called(self, what: int, arguments: Sequence[int]) -> int:
        return self._table(2, i32={0: what}, offsets={1: self._vector("i", arguments)})

    def _union(self, kind: int, inner: int) -> int:
        return self._table(2, u8={0: kind}, offsets={1: inner})

    def _value(self, value: Value, method: Method) -> int:
        if isinstance(value, Tensor):
            return self._union(5, self._tensor(value, method.buffers))
        if isinstance(value, ListValue):
            return self._list(value)
        match value.kind:
            case "none":
                return self._union(1, self._table(0))
            case "int":
                return self._union(2, self._table(1, i64={0: int(value.value or 0)}))
            case "bool":
                return self._union(3, self._table(1, u8={0: int(bool(value.value))}))
            case "double":
                assert isinstance(value.value, float)  # -0.0 is false and is kept
                return self._union(4, self._table(1, f64={0: value.value}))
            case "string":
                return self._union(6, self._table(1, offsets={0: self._text(str(value.value))}))

    def _list(self, value: ListValue) -> int:
        if value.kind == "optional_tensor_list":
            items = tuple(-1 if item is None else int(item) for item in value.items)
            vector = self._vector("i", items)
            return self._union(_OPTIONAL_TENSORS, self._table(1, offsets={0: vector}))
        numbers = tuple(0 if item is None else item for item in value.items)
        vector = self._vector(_ITEMS[value.kind], numbers)
        return self._union(_LISTS[value.kind], self._table(1, offsets={0: vector}))

    def _tensor(self, tensor: Tensor, buffers: Sequence[Buffer]) -> int:
        place = 0
        if tensor.place is not None:
            buffer = buffers[tensor.place.buffer]
            if buffer.offset is None:
                raise ValueError(f"buffer {tensor.place.buffer} has no offset")
            offset = buffer.offset + tensor.place.offset
            place = self._table(3, u32={0: buffer.memory, 1: offset & 0xFFFFFFFF, 2: offset >> 32})
        data = 0
        if tensor.data is not None:
            data = (self._constants if tensor.place is None else self._mutable).number(tensor.data)
        extra = 0
        if tensor.name is not None or tensor.external or tensor.device != (0, 0):
            extra = self._table(
                5,
                i8={2: int(tensor.external), 3: tensor.device[0], 4: tensor.device[1]},
                offsets={1: self._text(tensor.name) if tensor.name is not None else 0},
            )
        return self._table(
            10,
            i8={0: tensor.dtype.number, 8: DYNAMISM.index(tensor.dynamism)},
            u32={5: data},
            offsets={
                2: self._vector("i", tensor.sizes),
                3: self._vector("B", tensor.dim_order),
                6: place,
                9: extra,
            },
        )

    def _text(self, text: str) -> int:
        return int(self._builder.CreateSharedString(text))

    def _vector(self, code: str, items: Sequence[float]) -> int:
        """A vector of numbers; equal ones are written once."""
        key = (code, tuple(map(_bits, items)))
        if key not in self._vectors:
            size = struct.calcsize(f"<{code}")
            self._builder.StartVector(size, len(items), size)
            for item in reversed(items):
                _ITEM[code](self._builder, item)
            self._vectors[key] = int(self._builder.EndVector())
        return self._vectors[key]

    def _tables(self, offsets: Sequence[int]) -> int:
        self._builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self._builder.PrependUOffsetTRelative(offset)
        return int(self._builder.EndVector())

    def _table(
        self, slots: int, *, offsets: dict[int, int] | None = None, **numbers: object
    ) -> int:
        """A table with the fields that are not their defaults (0, absent), widest first."""
        builder = self._builder
        builder.StartObject(slots)
        for kind in ("i64", "u64", "f64", "i32", "u32"):
            self._fields(kind, numbers.get(kind))
        for slot, offset in (offsets or {}).items():
            builder.PrependUOffsetTRelativeSlot(slot, offset, 0)
        for kind in ("i8", "u8"):
            self._fields(kind, numbers.get(kind))
        return int(builder.EndObject())

    def _fields(self, kind: str, fields: object) -> None:
        if isinstance(fields, dict):
            for slot, number in fields.items():
                # -0.0 equals the default and is not it.
                _SLOT[kind](self._builder, slot, number, None if str(number) == "-0.0" else 0)


_Builder = flatbuffers.Builder
_SLOT: dict[str, Callable[..., None]] = {
    "i8": _Builder.PrependInt8Slot,
    "u8": _Builder.PrependUint8Slot,
    "i32": _Builder.PrependInt32Slot,
    "u32": _Builder.PrependUint32Slot,
    "i64": _Builder.PrependInt64Slot,
    "u64": _Builder.PrependUint64Slot,
    "f64": _Builder.PrependFloat64Slot,
}
_ITEM: dict[str, Callable[..., None]] = {
    "B": _Builder.PrependUint8,
    "i": _Builder.PrependInt32,
    "q": _Builder.PrependInt64,
    "Q": _Builder.PrependUint64,
    "d": _Builder.PrependFloat64,
}


def _bits(item: float) -> float | str:
    """A number to compare by: -0.0 is not 0.0, and 1.0 is not 1."""
    return item.hex() if isinstance(item, float) else item


def _size(parts: Sequence[bytes]) -> int:
    return sum(map(len, parts))


def _aligned(number: int, alignment: int) -> int:
    return -(-number // alignment) * alignment
