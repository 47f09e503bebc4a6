"""Programs made with the `flatbuffers` package for what no exported model has.

A table is a dict from slot to field: ("i32", 5), ("text", "add"), ("table", {...}),
("tables", [...]), ("i32s", [...]), ... Source of the slots: ExecuTorch's schema/program.fbs.
"""

from __future__ import annotations

from typing import Any

import flatbuffers

Field = tuple[str, Any]
TableSpec = dict[int, Field]

_SCALARS = {
    "i8": flatbuffers.Builder.PrependInt8,
    "i16": flatbuffers.Builder.PrependInt16,
    "u8": flatbuffers.Builder.PrependUint8,
    "i32": flatbuffers.Builder.PrependInt32,
    "u32": flatbuffers.Builder.PrependUint32,
    "i64": flatbuffers.Builder.PrependInt64,
    "u64": flatbuffers.Builder.PrependUint64,
    "f32": flatbuffers.Builder.PrependFloat32,
    "f64": flatbuffers.Builder.PrependFloat64,
}
_CONSTANT_ALIGNMENT = 16
_ITEM_BYTES = {
    "i8": 1,
    "u8": 1,
    "i16": 2,
    "i32": 4,
    "u32": 4,
    "i64": 8,
    "u64": 8,
    "f32": 4,
    "f64": 8,
}


def finish(root: TableSpec, identifier: bytes = b"ET12") -> bytes:
    """The bytes of the flatbuffer whose root table is `root`."""
    builder = flatbuffers.Builder(0)
    builder.Finish(_table(builder, root), file_identifier=identifier)
    return bytes(builder.Output())


def _table(builder: flatbuffers.Builder, spec: TableSpec) -> int:
    offsets = {slot: _reference(builder, *field) for slot, field in spec.items()}
    builder.StartObject(max(spec, default=-1) + 1)
    for slot, (kind, value) in spec.items():
        if kind in _SCALARS:
            _SCALARS[kind](builder, value)
        else:
            builder.PrependUOffsetTRelative(offsets[slot])
        builder.Slot(slot)
    return builder.EndObject()


def _reference(builder: flatbuffers.Builder, kind: str, value: Any) -> int:
    """Position of what a field refers to; 0 for a scalar, which is in the table itself."""
    if kind in _SCALARS:
        return 0
    if kind == "text":
        return builder.CreateString(value)
    if kind == "bytes":  # aligned as a constant's elements must be
        builder.StartVector(1, len(value), _CONSTANT_ALIGNMENT)
        builder.head -= len(value)
        builder.Bytes[builder.head : builder.head + len(value)] = value
        return builder.EndVector()
    if kind == "table":
        return _table(builder, value)
    if kind == "tables":
        offsets = [_table(builder, each) for each in value]
        builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return builder.EndVector()
    item = kind.removesuffix("s")
    builder.StartVector(_ITEM_BYTES[item], len(value), _ITEM_BYTES[item])
    for number in reversed(value):
        _SCALARS[item](builder, number)
    return builder.EndVector()


def program(*plans: TableSpec, **fields: Field) -> bytes:
    """A program with the given methods; `fields` are further ones, as `slot_2=(...)`."""
    root: TableSpec = {0: ("u32", 0), 1: ("tables", list(plans))}
    root |= {int(slot.removeprefix("slot_")): field for slot, field in fields.items()}
    return finish(root)


def method(
    values: list[TableSpec],
    *chains: list[TableSpec],
    inputs: tuple[int, ...] = (),
    outputs: tuple[int, ...] = (),
    operators: tuple[tuple[str, str], ...] = (("aten::add", "out"),),
    delegates: tuple[str, ...] = (),
    name: str = "forward",
    apart: bool = False,
) -> TableSpec:
    """A method; each chain is a list of instructions. `apart`: no planned tensors share memory."""
    planned = 64
    if apart:
        planned *= len(values)
        values = [_placed(each, 64 * index) for index, each in enumerate(values)]
    return {
        0: ("text", name),
        2: ("tables", values),
        3: ("i32s", inputs),
        4: ("i32s", outputs),
        5: ("tables", [{2: ("tables", list(chain))} for chain in chains]),
        6: ("tables", [{0: ("text", op), 1: ("text", overload)} for op, overload in operators]),
        7: ("tables", [{0: ("text", each)} for each in delegates]),
        8: ("i64s", (0, planned)),
    }


def _placed(value: TableSpec, offset: int) -> TableSpec:
    """`value` with its elements at `offset` if it is a planned tensor."""
    kind, table = value[1]
    if not isinstance(table, dict) or 6 not in table:
        return value
    return {**value, 1: (kind, {**table, 6: ("table", {0: ("u32", 1), 1: ("u32", offset)})})}


def value(kind: int, table: TableSpec) -> TableSpec:
    """An EValue of the KernelTypes number `kind`."""
    return {0: ("u8", kind), 1: ("table", table)}


def none() -> TableSpec:
    return value(1, {})


def integer(number: int) -> TableSpec:
    return value(2, {0: ("i64", number)})


def boolean(flag: bool) -> TableSpec:
    return value(3, {0: ("u8", int(flag))})


def double(number: float) -> TableSpec:
    return value(4, {0: ("f64", number)})


def text(string: str) -> TableSpec:
    return value(6, {0: ("text", string)})


def int_list(*indices: int) -> TableSpec:
    return value(7, {0: ("i64s", indices)})


def double_list(*numbers: float) -> TableSpec:
    return value(8, {0: ("f64s", numbers)})


def bool_list(*flags: bool) -> TableSpec:
    return value(9, {0: ("u8s", [int(flag) for flag in flags])})


def tensor_list(*indices: int) -> TableSpec:
    return value(10, {0: ("i32s", indices)})


def optional_tensor_list(*indices: int) -> TableSpec:
    return value(11, {0: ("i32s", indices)})


def tensor(
    sizes: tuple[int, ...] = (2, 3),
    *,
    dtype: int = 6,
    dim_order: tuple[int, ...] | None = None,
    planned: bool = True,
    data: int = 0,
    dynamism: int = 0,
    external: str = "",
) -> TableSpec:
    """A tensor; `data` is its data_buffer_idx, `external` its name in another file."""
    table: TableSpec = {
        0: ("i8", dtype),
        2: ("i32s", sizes),
        3: ("u8s", tuple(range(len(sizes))) if dim_order is None else dim_order),
        5: ("u32", data),
        8: ("i8", dynamism),
    }
    if planned:
        table[6] = ("table", {0: ("u32", 1), 1: ("u32", 0), 2: ("u32", 0)})
    if external:
        table[9] = ("table", {1: ("text", external), 2: ("i8", 1)})
    return value(5, table)


def kernel_call(*arguments: int, operator: int = 0) -> TableSpec:
    return _instruction(1, {0: ("i32", operator), 1: ("i32s", arguments)})


def delegate_call(*arguments: int, delegate: int = 0) -> TableSpec:
    return _instruction(2, {0: ("i32", delegate), 1: ("i32s", arguments)})


def move_call(source: int, destination: int) -> TableSpec:
    return _instruction(3, {0: ("i32", source), 1: ("i32", destination)})


def jump_false_call(condition: int, destination: int) -> TableSpec:
    return _instruction(4, {0: ("i32", condition), 1: ("i32", destination)})


def free_call(index: int) -> TableSpec:
    return _instruction(5, {0: ("i32", index)})


def _instruction(kind: int, table: TableSpec) -> TableSpec:
    return {0: ("u8", kind), 1: ("table", table)}
