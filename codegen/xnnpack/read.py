"""Reading a payload of ExecuTorch's XNNPACK backend: header, flatbuffer and constants, all checked.

A payload is untrusted. What is wrong with it is a SelectionError that names the delegate, the byte
or the node; nothing is read that was not checked to be there.
Sources: XNNHeader.cpp and XNNCompiler.cpp in backends/xnnpack/runtime, and the schemas that
`codegen.xnnpack.schema` names.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Mapping

import numpy as np

from codegen.errors import SelectionError
from codegen.flatbuffer import FlatBuffer, Table
from codegen.optimize.arrays import Array
from codegen.xnnpack.graph import (
    NO_VALUE,
    Datatype,
    Graph,
    Node,
    PerChannel,
    PerGroup,
    PerTensor,
    PerToken,
    Quantization,
    Value,
)
from codegen.xnnpack.schema import FLOATS, NODES, OUTPUTS, VECTORS

NAMED = (1 << 64) - 1
"""The offset of constant data that are found by their name."""

Named = Callable[[str], bytes | None]

_IDENTIFIERS = (b"XN00", b"XN01")
_MAGIC = b"XH00"
# zeros, magic, header length, flatbuffer offset and size, constants offset and size
_HEADER = struct.Struct("<4s4sHIIIQ")
_MOST_EXTERNS = 4096
_MOST_DIMS = 6  # XNN_MAX_TENSOR_DIMS
_MOST_ELEMENTS = 1 << 31
_INPUT, _OUTPUT = 1, 2  # XNN_VALUE_FLAG_EXTERNAL_*
_LEAST_SCALE = 2.0**-126
_ZERO_POINTS = {Datatype.QINT8: (-128, 127), Datatype.QUINT8: (0, 255)}
_PARAMETERS = {
    **dict.fromkeys((Datatype.QCINT8, Datatype.QCINT32, Datatype.QCINT4), 1),
    **dict.fromkeys((Datatype.QINT8, Datatype.QUINT8, Datatype.QINT32), 2),
    Datatype.QDINT8: 3,
    Datatype.QBINT4: 4,
}
"""The type of the parameters that quantized values of a datatype have."""


def read_payload(data: bytes, *, name: str, named: Named) -> Graph:
    """The graph in the payload `data`; `name` is what faults begin with.

    `named` finds constants that are not in the payload.

    Raises:
        SelectionError: the payload is damaged, a constant is nowhere, or it has what no ExecuTorch
            1.x writes and Kerf does not know.

    """
    buffer, constants = _located(data, name)
    if bytes(data[buffer.start + 4 : buffer.start + 8]) not in _IDENTIFIERS:
        raise buffer.fault(buffer.start + 4, "the payload is neither XN00 nor XN01")
    return _Reader(buffer, constants, named).graph()


def _located(data: bytes, name: str) -> tuple[FlatBuffer, bytes]:
    """The flatbuffer of a payload and the region of its constants."""
    whole = FlatBuffer(data, name=name, start=0, size=len(data))
    if data[4:8] != _MAGIC:  # written before there was a header
        whole.check(0, 8, 1)
        return whole, b""
    whole.check(0, _HEADER.size, 1)
    _, _, length, start, size, first, room = _HEADER.unpack_from(data)
    if length < _HEADER.size:
        raise whole.fault(8, f"a header of {length} bytes is impossible")
    if start < length or start % 4 or size < 8 or start + size > len(data):
        raise whole.fault(10, f"{size} bytes of flatbuffer from byte {start} on of {len(data)}")
    if room and (first < start + size or first + room > len(data)):
        raise whole.fault(18, f"{room} bytes of constants from byte {first} on of {len(data)}")
    return FlatBuffer(data, name=name, start=start, size=size), data[first : first + room]


class _Reader:
    def __init__(self, buffer: FlatBuffer, constants: bytes, named: Named) -> None:
        self._buffer = buffer
        self._root = buffer.root()
        self._region = constants
        self._named = named
        self._inside = [
            data.bytes_span(0) or (0, 0) for data in self._root.tables(6)
        ]  # XN00: constants in the flatbuffer
        self._constants = tuple(self._root.tables(8))
        if len(self._inside) > 1 and len(self._constants) > 1:
            raise self._root.fault("constants both inside and outside the flatbuffer")

    def graph(self) -> Graph:
        root = self._root
        root.string(0)
        externs = root.u32(3)
        if externs > _MOST_EXTERNS:
            raise root.fault(f"{externs} external values (at most {_MOST_EXTERNS})")
        values: dict[int, Value] = {}
        places: set[int] = set()
        for table in root.tables(2):
            value = self._value(table, externs)
            if value.id in values or value.id == NO_VALUE:
                raise table.fault(f"value {value.id} exists already")
            if value.external is not None:
                if value.external in places:
                    raise table.fault(f"external value {value.external} exists already")
                places.add(value.external)
            values[value.id] = value
        made = {
            each.id
            for each in values.values()
            if each.data is not None or (each.external is not None and not each.output)
        }
        nodes = tuple(
            self._node(index, table, values, made) for index, table in enumerate(root.tables(1))
        )
        for value in values.values():
            if value.output and value.id not in made:
                raise root.fault(f"no node makes value {value.id}, which is an output")
        self._check_ids(values)
        return Graph(values=values, nodes=nodes, externs=externs)

    def _check_ids(self, values: Mapping[int, Value]) -> None:
        """Checks the lists of inputs and outputs, which the values repeat."""
        for slot, output in ((4, False), (5, True)):
            for number in self._root.numbers(slot, "I"):
                value = values.get(number)
                if value is None or value.external is None or value.output is not output:
                    what = "output" if output else "input"
                    raise self._root.fault(f"value {number} is listed as an {what} and is none")

    # Values

    def _value(self, outer: Table, externs: int) -> Value:
        kind, table = outer.union(0)
        if table is None or kind not in (1, 2):
            raise outer.fault(f"value type {kind} does not exist")
        parameters: tuple[int, Table | None] = (0, None)
        if kind == 2:
            parameters = table.union(1)
            table = table.table(0)
            if table is None:
                raise outer.fault("a quantized value without its tensor")
        datatype = self._datatype(table)
        dims = table.numbers(2, "I")
        if len(dims) != table.u32(1) or len(dims) > _MOST_DIMS:
            raise table.fault(f"{len(dims)} dims of {table.u32(1)} (at most {_MOST_DIMS})")
        if not 0 < math.prod(dims) < _MOST_ELEMENTS:
            raise table.fault(f"a tensor of dims {dims}")
        if table.i16(7):
            raise SelectionError(
                f"{self._buffer.name}: byte {table.position}: a value is quantized while the "
                "program runs in a form that ExecuTorch no longer writes. Export the model again."
            )
        external, output = self._external(table, externs)
        constant = table.u32(3)
        if constant and external is not None:
            raise table.fault("an external value that is a constant")
        data = self._constant(table, constant) if constant else None
        number = table.u32(6)
        quantization = self._quantization(table, datatype, dims, *parameters)
        if data is not None:
            wanted = _stored_bytes(datatype, dims)
            if wanted is None or len(data) < wanted:
                raise table.fault(f"a {datatype.name} of dims {dims} has {len(data)} bytes of data")
            data = data[:wanted]
        return Value(
            id=number,
            datatype=datatype,
            dims=dims,
            data=data,
            external=external,
            output=output,
            quantization=quantization,
        )

    @staticmethod
    def _datatype(table: Table) -> Datatype:
        try:
            return Datatype(table.i16(0))
        except ValueError:
            raise table.fault(f"datatype {table.i16(0)} does not exist") from None

    @staticmethod
    def _external(table: Table, externs: int) -> tuple[int | None, bool]:
        """The position of an external value among arguments, and whether it is an output."""
        external, flags = table.u32(4), table.u32(5)
        if flags not in (0, _INPUT, _OUTPUT):
            raise table.fault(f"flags {flags} of a value")
        if flags == 0:
            return None, False
        if external >= externs:
            raise table.fault(f"external value {external} of {externs}")
        return external, flags == _OUTPUT

    def _constant(self, table: Table, index: int) -> bytes:
        """Constant number `index`, as stored: it may be followed by more."""
        if len(self._inside) > 1:
            if index >= len(self._inside):
                raise table.fault(f"constant {index} of {len(self._inside)}")
            first, size = self._inside[index]
            return bytes(self._buffer.data[first : first + size])
        if index >= len(self._constants):
            raise table.fault(f"constant {index} of {len(self._constants)}")
        entry = self._constants[index]
        offset, size, key = entry.u64(0), entry.u64(1), entry.string(2)
        if key:
            data = self._named(key)
            if data is None:
                raise SelectionError(
                    f"{self._buffer.name}: its constants {key[:80]!r} are not in the program. Name "
                    "the .ptd that was exported with it: in a target `[optimize] data`, or "
                    "`nox -s optimize -- ... --data M.ptd`."
                )
            if offset != NAMED or size > len(data):
                raise entry.fault(f"{size} bytes at {offset} of {key!r}, which has {len(data)}")
            return data[:size]
        if offset + size > len(self._region):
            raise entry.fault(f"{size} bytes at {offset} of {len(self._region)} of constants")
        return self._region[offset : offset + size]

    # Quantization

    def _quantization(
        self,
        tensor: Table,
        datatype: Datatype,
        dims: tuple[int, ...],
        kind: int,
        table: Table | None,
    ) -> Quantization | None:
        """The parameters of a value, which are those that its datatype has."""
        if kind != _PARAMETERS.get(datatype, 0):
            raise tensor.fault(f"a {datatype.name} with quantization of type {kind}")
        if table is None:
            return None
        if kind == 2:
            return self._per_tensor(table, datatype)
        if kind == 3:
            count = table.i32(0)
            if not 1 <= count <= len(dims):
                raise table.fault(f"{count} of {len(dims)} dims have one scale")
            return PerToken(dims=count)
        axis = table.i32(1)
        if not 0 <= axis < len(dims):
            raise table.fault(f"channels in dim {axis} of {len(dims)}")
        if kind == 1:
            scales = self._scales(table, 2, half=False)
            if len(scales) != dims[axis]:
                raise table.fault(f"{len(scales)} scales of {dims[axis]} channels")
            return PerChannel(axis=axis, scales=scales)
        return self._per_group(table, dims)

    @staticmethod
    def _per_tensor(table: Table, datatype: Datatype) -> PerTensor:
        scale, zero_point = table.f32(0), table.i32(1)
        low, high = _ZERO_POINTS.get(datatype, (0, 0))
        if not (_LEAST_SCALE <= scale < math.inf) or not low <= zero_point <= high:
            raise table.fault(f"scale {scale} and zero point {zero_point} of {datatype.name}")
        return PerTensor(scale=scale, zero_point=zero_point)

    def _per_group(self, table: Table, dims: tuple[int, ...]) -> PerGroup:
        size, scales = table.i32(2), self._scales(table, 4, half=True)
        if len(dims) != 2 or size < 1 or dims[1] % size:
            raise table.fault(f"groups of {size} in a tensor of dims {dims}")
        if len(scales) != dims[0] * (dims[1] // size):
            raise table.fault(f"{len(scales)} scales of groups of {size} in dims {dims}")
        return PerGroup(size=size, scales=scales)

    def _scales(self, table: Table, slot: int, *, half: bool) -> Array:
        """The scales of channels or groups: constant data, or in the table where there are none."""
        index, count = table.u32(slot), table.u32(slot + 1)
        if index:
            data = self._constant(table, index)
            width = 2 if half else 4
            if count * width > len(data):
                raise table.fault(f"{count} scales in {len(data)} bytes")
            stored = np.frombuffer(data[: count * width], dtype="<u2" if half else "<f4")
            # BFloat16 is the upper half of a Float.
            scales = (stored.astype("<u4") << 16).view("<f4") if half else stored
        else:
            scales = np.array(table.numbers(0, "f"), dtype=np.float32)
        if not np.all((scales >= _LEAST_SCALE) & np.isfinite(scales)):
            raise table.fault("a scale that is no positive number")
        return scales

    # Nodes

    def _node(self, index: int, outer: Table, values: Mapping[int, Value], made: set[int]) -> Node:
        """Node `index`; what it makes is added to `made`."""
        number, table = outer.union(0)
        if table is None or not 1 <= number <= len(NODES):
            raise outer.fault(f"node {index}: type {number} does not exist")
        kind, fields = NODES[number - 1]
        inputs: dict[str, int] = {}
        outputs: dict[str, int] = {}
        node = Node(
            index=index,
            kind=kind,
            inputs=inputs,
            outputs=outputs,
            numbers={
                field: table.u32(slot)
                for slot, field in enumerate(fields)
                if not field.endswith("_id") and field not in VECTORS | FLOATS
            },
            floats={field: table.f32(slot) for slot, field in enumerate(fields) if field in FLOATS},
            vectors={
                field: table.numbers(slot, "I")
                for slot, field in enumerate(fields)
                if field in VECTORS
            },
            bounds=self._bounds(index, outer),
        )
        operands = _operands(kind)
        for slot, field in enumerate(fields):
            if not field.endswith("_id") or (operands and _number_of(field) > operands):
                continue
            value = table.u32(slot)
            if field == "bias_id" and value == NO_VALUE:
                continue
            self._check_use(index, kind, field, value, values, made)
            (outputs if field in OUTPUTS else inputs)[field] = value
        made.update(outputs.values())
        if len(set(outputs.values())) < len(outputs):
            raise table.fault(f"node {index} ({kind}): makes one value twice")
        return node

    def _bounds(self, index: int, outer: Table) -> tuple[float, float] | None:
        table = outer.table(3)
        if table is None:
            return None
        low, high = table.f32(0), table.f32(1)
        if not low <= high:
            raise table.fault(f"node {index}: bounds {low} and {high}")
        return low, high

    def _check_use(
        self,
        index: int,
        kind: str,
        field: str,
        number: int,
        values: Mapping[int, Value],
        made: set[int],
    ) -> None:
        where = f"node {index} ({kind}): {field}"
        if number not in values:
            raise self._root.fault(f"{where}: value {number} does not exist")
        if field not in OUTPUTS:
            if number not in made:
                raise self._root.fault(f"{where}: value {number} is read before it is made")
        elif number in made:
            raise self._root.fault(f"{where}: value {number} is made twice")


def _operands(kind: str) -> int:
    """How many operands a concatenation has; 0 of other nodes."""
    return int(kind[-1]) if kind.startswith("Concatenate") else 0


def _number_of(field: str) -> int:
    """The number in the name of an operand of a concatenation; 0 of other fields."""
    digits = "".join(filter(str.isdigit, field))
    return int(digits) if digits else 0


def _stored_bytes(datatype: Datatype, dims: tuple[int, ...]) -> int | None:
    """Bytes of a constant; None where a constant cannot have the datatype."""
    if datatype.four_bits:
        return math.prod(dims[:-1]) * -(-dims[-1] // 2) if len(dims) == 2 else None
    return None if datatype.dtype is None else math.prod(dims) * datatype.dtype.itemsize
