"""ExecuTorch's program as it stands in the file: methods, values and instructions, checked.

Source: ExecuTorch's schema/program.fbs (identifier ET12). `slot` numbers are field positions there.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from codegen.dtype import DType
from codegen.flatbuffer import FlatBuffer, Table
from codegen.opinfo import Dynamism, ListKind

MAX_RANK = 16  # kTensorDimensionLimit in ExecuTorch's runtime/core/exec_aten/util

# Fields of Program that are read in two places.
_CONSTANT_BUFFER = 2
_DELEGATE_DATA = 3

ScalarKind = Literal["none", "int", "bool", "double", "string"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorValue:
    """A tensor of the values table; `planned`: the program places it in planned memory."""

    dtype: DType
    sizes: tuple[int, ...]
    dim_order: tuple[int, ...]
    dynamism: Dynamism
    buffer_index: int
    """Which data of the file it starts with; 0: none."""
    planned: bool
    external: bool
    mutable_segment: int
    """Which of the mutable data segments holds the data of a planned tensor."""

    @property
    def constant(self) -> bool:
        """Its data come with the model and are never written."""
        return (self.buffer_index > 0 or self.external) and not self.planned


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalarValue:
    """None, an int, a bool, a double or a text."""

    kind: ScalarKind
    value: int | bool | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListValue:
    """A list; for ints and tensors `items` are indices of values (None: an absent tensor)."""

    kind: ListKind
    items: tuple[int | bool | float | None, ...]


Value = TensorValue | ScalarValue | ListValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One step; `target` is the operator or delegate, `values` the values it names, in order.

    `values` of a move_call are source and destination.
    """

    kind: Literal["kernel_call", "delegate_call", "move_call", "jump_false_call", "free_call"]
    target: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One method."""

    name: str
    values: tuple[Value, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    chains: tuple[tuple[Instruction, ...], ...]
    operators: tuple[str, ...]
    delegates: tuple[str, ...]
    planned_bytes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A whole program; `segments` are offset (from the segment base) and size in bytes."""

    version: int
    plans: tuple[Plan, ...]
    constants_in_segment: bool
    segments: tuple[tuple[int, int], ...]


def read_program(buffer: FlatBuffer) -> Program:
    """The program in `buffer`, every table of it checked; weights are not touched.

    Raises:
        SelectionError: the flatbuffer is not a sound program.

    """
    root = buffer.root()
    plans = tuple(_plan(table) for table in root.tables(1))
    if len({plan.name for plan in plans}) < len(plans):
        raise root.fault("two methods have the same name")
    for slot in (_CONSTANT_BUFFER, _DELEGATE_DATA):
        for data in root.tables(slot):
            data.bytes_span(0)  # where they are: the bytes themselves are not read
    segments = tuple((table.u64(0), table.u64(1)) for table in root.tables(4))
    constants = root.table(5)
    constant_count = _subsegment(constants, len(segments)) if constants is not None else 0
    in_segment = constant_count > 0
    mutable_counts = [_subsegment(table, len(segments)) for table in root.tables(6)]
    _check_data(root, plans, constant_count or root.length(_CONSTANT_BUFFER, 4), mutable_counts)
    for named in root.tables(7):
        _text(named, 0, "key of named data")
        if named.u32(1) >= len(segments):
            raise named.fault(f"segment {named.u32(1)} of {len(segments)}")
    return Program(
        version=root.u32(0), plans=plans, constants_in_segment=in_segment, segments=segments
    )


def _subsegment(table: Table, segment_count: int) -> int:
    """Number of offsets of a SubsegmentOffsets."""
    count = table.length(1, 8)
    # A program without constants names segment 0 and has none.
    if count > 1 and table.u32(0) >= segment_count:
        raise table.fault(f"segment {table.u32(0)} of {segment_count}")
    return count


def _check_data(
    root: Table, plans: tuple[Plan, ...], constant_count: int, mutable_counts: list[int]
) -> None:
    """That the data that each tensor starts with are there."""
    for plan in plans:
        for index, value in enumerate(plan.values):
            if not isinstance(value, TensorValue) or value.external or not value.buffer_index:
                continue
            count = constant_count
            if value.planned:
                segment = value.mutable_segment
                count = mutable_counts[segment] if segment < len(mutable_counts) else 0
            if value.buffer_index >= count:
                raise root.fault(
                    f"{plan.name}: value {index} starts with data {value.buffer_index} of {count}"
                )


def _plan(table: Table) -> Plan:
    name = _text(table, 0, "method name")
    metadata = table.table(1)
    if metadata is not None:
        metadata.string(0), metadata.string(1)
    values = _with_lists(table, tuple(_value(value) for value in table.tables(2)))
    operators = tuple(_operator(operator) for operator in table.tables(6))
    delegates = tuple(_delegate(delegate) for delegate in table.tables(7))
    counts = (len(values), len(operators), len(delegates))
    planned = tuple(table.numbers(8, "q"))
    if any(size < 0 for size in planned):
        raise table.fault(f"method {name!r} plans a negative number of bytes: {planned}")
    for _ in table.tables(9):  # non_const_buffer_device
        pass
    return Plan(
        name=name,
        values=values,
        inputs=_indices(table, 3, len(values)),
        outputs=_indices(table, 4, len(values)),
        chains=tuple(_chain(chain, counts) for chain in table.tables(5)),
        operators=operators,
        delegates=delegates,
        planned_bytes=planned[1:],  # the first is unused: memory ids start at 1
    )


def _text(table: Table, slot: int, what: str) -> str:
    text = table.string(slot)
    if not text:
        raise table.fault(f"no {what}")
    if not text.isprintable():
        raise table.fault(f"the {what} {text!r} has characters that cannot be printed")
    return text


def _indices(table: Table, slot: int, count: int) -> tuple[int, ...]:
    """The vector of indices of values in `slot`, each below `count`."""
    indices: tuple[int, ...] = table.numbers(slot, "i")
    for index in indices:
        _check_index(table, index, count, "value")
    return indices


def _check_index(table: Table, index: int, count: int, what: str) -> int:
    if not 0 <= index < count:
        raise table.fault(f"{what} {index} of {count}")
    return index


_OPERATOR = re.compile(r"(?:[A-Za-z0-9_]+::)*[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)?")


def _operator(table: Table) -> str:
    name = _text(table, 0, "operator name")
    overload = table.string(1)
    full = f"{name}.{overload}" if overload else name
    if not _OPERATOR.fullmatch(full):
        raise table.fault(f"{full!r} is no operator name")
    return full


def _delegate(table: Table) -> str:
    processed = table.table(1)
    if processed is not None:
        processed.i8(0), processed.u32(1)
    for spec in table.tables(2):
        spec.string(0), spec.bytes_span(1)
    return _text(table, 0, "delegate id")


def _chain(table: Table, counts: tuple[int, int, int]) -> tuple[Instruction, ...]:
    _indices(table, 0, counts[0])
    _indices(table, 1, counts[0])
    instructions = tuple(_instruction(each, counts) for each in table.tables(2))
    for kind, target in ((each.kind, each.target) for each in instructions):
        if kind == "jump_false_call" and not 0 <= target <= len(instructions):
            raise table.fault(f"a jump to instruction {target} of {len(instructions)}")
    for frames in table.tables(3):
        for frame in frames.tables(0):
            frame.string(0), frame.i32(1), frame.string(2), frame.string(3)
    return instructions


def _instruction(table: Table, counts: tuple[int, int, int]) -> Instruction:
    value_count, operator_count, delegate_count = counts
    number, arguments = table.union(0)
    if arguments is None or number > 5:
        raise table.fault(f"instruction type {number} does not exist")
    if number == 1:
        target = _check_index(arguments, arguments.i32(0), operator_count, "operator")
        values = _indices(arguments, 1, value_count)
        return Instruction(kind="kernel_call", target=target, values=values)
    if number == 2:
        target = _check_index(arguments, arguments.i32(0), delegate_count, "delegate")
        values = _indices(arguments, 1, value_count)
        return Instruction(kind="delegate_call", target=target, values=values)
    value = _check_index(arguments, arguments.i32(0), value_count, "value")
    if number == 3:
        to = _check_index(arguments, arguments.i32(1), value_count, "value")
        return Instruction(kind="move_call", target=0, values=(value, to))
    if number == 4:
        return Instruction(kind="jump_false_call", target=arguments.i32(1), values=(value,))
    return Instruction(kind="free_call", target=0, values=(value,))


def _value(table: Table) -> Value:
    number, value = table.union(0)
    if value is None:
        raise table.fault("a value without a type")
    match number:
        case 1:
            return ScalarValue(kind="none", value=None)
        case 2:
            return ScalarValue(kind="int", value=value.i64(0))
        case 3:
            return ScalarValue(kind="bool", value=value.u8(0) != 0)
        case 4:
            return ScalarValue(kind="double", value=_double(value.f64(0)))
        case 5:
            return _tensor(value)
        case 6:
            return ScalarValue(kind="string", value=value.string(0) or "")
        case 7:
            return ListValue(kind="int_list", items=value.numbers(0, "q"))
        case 8:
            items = tuple(map(_double, value.numbers(0, "d")))
            return ListValue(kind="double_list", items=items)
        case 9:
            items = tuple(item != 0 for item in value.numbers(0, "B"))
            return ListValue(kind="bool_list", items=items)
        case 10:
            return ListValue(kind="tensor_list", items=value.numbers(0, "i"))
        case 11:
            return ListValue(kind="optional_tensor_list", items=value.numbers(0, "i"))
        case _:
            raise table.fault(f"value type {number} does not exist")


def _double(value: float) -> float:
    # One NaN object, so that values read from two files compare equal.
    return math.nan if math.isnan(value) else value


_DYNAMISM = (Dynamism.STATIC, Dynamism.DYNAMIC_BOUND, Dynamism.DYNAMIC_UNBOUND)


def _tensor(table: Table) -> TensorValue:
    try:
        dtype = DType.from_number(table.i8(0))
    except ValueError as error:
        raise table.fault(str(error)) from None
    sizes: tuple[int, ...] = table.numbers(2, "i")
    dim_order: tuple[int, ...] = table.numbers(3, "B")
    if len(sizes) > MAX_RANK:
        raise table.fault(f"a tensor of {len(sizes)} dimensions (at most {MAX_RANK})")
    if any(size < 0 for size in sizes):
        raise table.fault(f"a tensor of sizes {sizes}")
    if sorted(dim_order) != list(range(len(sizes))):
        raise table.fault(f"dim order {dim_order} of a tensor of {len(sizes)} dimensions")
    allocation = table.table(6)
    if allocation is not None:
        allocation.u32(0), allocation.u32(1), allocation.u32(2)
    dynamism = table.i8(8)
    if not 0 <= dynamism < len(_DYNAMISM):
        raise table.fault(f"shape dynamism {dynamism} does not exist")
    extra = table.table(9)
    return TensorValue(
        dtype=dtype,
        sizes=sizes,
        dim_order=dim_order,
        dynamism=_DYNAMISM[dynamism],
        buffer_index=table.u32(5),
        planned=allocation is not None,
        external=_is_external(extra) if extra is not None else False,
        mutable_segment=extra.u64(0) if extra is not None else 0,
    )


def _is_external(extra: Table) -> bool:
    name = extra.string(1)
    location = extra.i8(2)
    if location not in (0, 1):
        raise extra.fault(f"tensor data location {location} does not exist")
    if location == 1 and not name:
        raise extra.fault("a tensor outside the file has no name")
    return location == 1


def _with_lists(table: Table, values: tuple[Value, ...]) -> tuple[Value, ...]:
    """`values` with the items of lists of ints and tensors checked, absent tensors as None."""
    checked = list(values)
    for index, value in enumerate(values):
        if not isinstance(value, ListValue):
            continue
        if value.kind == "int_list":
            for item in value.items:
                _check_item(table, values, index, item, "int")
        elif value.kind == "tensor_list":
            for item in value.items:
                _check_item(table, values, index, item, "tensor")
        elif value.kind == "optional_tensor_list":
            items = tuple(_optional_item(table, values, index, item) for item in value.items)
            checked[index] = ListValue(kind=value.kind, items=items)
    return tuple(checked)


def _optional_item(
    table: Table, values: tuple[Value, ...], index: int, item: int | float | None
) -> int | None:
    # Absent is written as -1 or as the index of a None.
    if item == -1:
        return None
    kind = _check_item(table, values, index, item, "tensor", "none")
    return None if kind == "none" else int(item or 0)


def _check_item(
    table: Table, values: tuple[Value, ...], index: int, item: int | float | None, *kinds: str
) -> str:
    """The kind of value `item`, an item of the list that is value `index`."""
    number = int(item or 0)
    _check_index(table, number, len(values), f"value {index}: item")
    value = values[number]
    kind = "tensor" if isinstance(value, TensorValue) else value.kind
    if kind not in kinds:
        raise table.fault(f"value {index}: item {number} is {kind}, not {' or '.join(kinds)}")
    return kind
