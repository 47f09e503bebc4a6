"""The values of a method as in the file: tensors, scalars and lists, checked.

Source: EValue and KernelTypes in ExecuTorch's schema/program.fbs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from codegen.dtype import DType
from codegen.flatbuffer import Table
from codegen.opinfo import Dynamism, ListKind

MAX_RANK = 16  # kTensorDimensionLimit in ExecuTorch's runtime/core/exec_aten/util
MAX_ELEMENTS = 2**31 - 1
"""Elements of a tensor, a dimension of size 0 counted as 1. Source: runtime/program/check.cpp."""

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
    memory_id: int = 0
    """Planned memory of a planned tensor, from 1; the next field is its offset there, in bytes."""
    memory_offset: int = 0
    name: str | None = None
    """That the exporter gave it, under which data outside the program are found."""
    on_cpu: bool = True
    """Its memory is that of the processor, not of a device next to it."""

    @property
    def constant(self) -> bool:
        """Its data come with the model and are never written."""
        return (self.buffer_index > 0 or self.external) and not self.planned

    @property
    def nbytes(self) -> int:
        """Bytes of its elements, at its bound where its shape is dynamic."""
        return math.prod(self.sizes) * self.dtype.itemsize

    @property
    def alignment(self) -> int:
        """Alignment of its data in bytes; complex elements have that of their parts.

        Source: element_alignment in runtime/tensor/scalar_type.h.
        """
        return min(self.dtype.itemsize, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalarValue:
    """None, an int, a bool, a double or a string."""

    kind: ScalarKind
    value: int | bool | float | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListValue:
    """A list; for ints and tensors `items` are indices of values (None: an absent tensor)."""

    kind: ListKind
    items: tuple[int | bool | float | None, ...]

    @property
    def refers(self) -> bool:
        """Whether its items are the indices of values, and not numbers themselves."""
        return self.kind not in ("bool_list", "double_list")

    @property
    def references(self) -> tuple[int, ...]:
        """The values that its items are, without absent ones; none where they are numbers."""
        return tuple(int(item) for item in self.items if item is not None) if self.refers else ()


Value = TensorValue | ScalarValue | ListValue


def read_value(table: Table) -> Value:
    """The value in the EValue `table`; the items of lists are not checked yet."""
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


DYNAMISM = (Dynamism.STATIC, Dynamism.DYNAMIC_BOUND, Dynamism.DYNAMIC_UNBOUND)
"""In the order of their numbers in a file."""


def _tensor(table: Table) -> TensorValue:
    try:
        dtype = DType.from_number(table.i8(0))
    except ValueError as error:
        raise table.fault(str(error)) from None
    sizes: tuple[int, ...] = table.numbers(2, "i")
    dim_order: tuple[int, ...] = table.numbers(3, "B")
    if len(sizes) > MAX_RANK:
        raise table.fault(f"a tensor of {len(sizes)} dimensions (at most {MAX_RANK})")
    if table.i32(1):
        raise table.fault(f"a tensor with a storage offset of {table.i32(1)}")
    if any(size < 0 for size in sizes):
        raise table.fault(f"a tensor of sizes {sizes}")
    if math.prod(max(size, 1) for size in sizes) > MAX_ELEMENTS:
        raise table.fault(f"a tensor of sizes {sizes}, which are more than 2^31 elements")
    if sorted(dim_order) != list(range(len(sizes))):
        raise table.fault(f"dim order {dim_order} of a tensor of {len(sizes)} dimensions")
    allocation = table.table(6)
    memory = (0, 0, 0)
    if allocation is not None:
        memory = allocation.u32(0), allocation.u32(1), allocation.u32(2)
    dynamism = table.i8(8)
    if not 0 <= dynamism < len(DYNAMISM):
        raise table.fault(f"shape dynamism {dynamism} does not exist")
    extra = table.table(9)
    return TensorValue(
        dtype=dtype,
        sizes=sizes,
        dim_order=dim_order,
        dynamism=DYNAMISM[dynamism],
        buffer_index=table.u32(5),
        planned=allocation is not None,
        external=_is_external(extra) if extra is not None else False,
        mutable_segment=extra.u64(0) if extra is not None else 0,
        memory_id=memory[0],
        memory_offset=memory[1] | memory[2] << 32,
        name=extra.string(1) if extra is not None else None,
        on_cpu=extra is None or extra.i8(3) == 0,
    )


def _is_external(extra: Table) -> bool:
    name = extra.string(1)
    location = extra.i8(2)
    if location not in (0, 1):
        raise extra.fault(f"tensor data location {location} does not exist")
    if location == 1 and not name:
        raise extra.fault("a tensor outside the file has no name")
    return location == 1


def check_lists(table: Table, values: tuple[Value, ...]) -> tuple[Value, ...]:
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
    check_index(table, number, len(values), f"value {index}: item")
    value = values[number]
    kind = "tensor" if isinstance(value, TensorValue) else value.kind
    if kind not in kinds:
        raise table.fault(f"value {index}: item {number} is {kind}, not {' or '.join(kinds)}")
    return kind


def check_index(table: Table, index: int, count: int, what: str) -> int:
    """`index`, which is below `count`."""
    if not 0 <= index < count:
        raise table.fault(f"{what} {index} of {count}")
    return index
