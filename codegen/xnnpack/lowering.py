"""A graph of XNNPACK while it becomes calls: which tensor of the program holds each value.

XNNPACK computes on images with channels last, and transposes at the borders. Here a value is a
tensor of the program and a permutation of its dims (`Held`): a transposition changes the
permutation, and a call that copies is made only where an operator needs another one. Quantized
values take the form that PT2E exports: quantize, dequantize, and the float operator between them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.flatbuffer import DAMAGED
from codegen.opinfo import Dynamism
from codegen.optimize.arrays import Array
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Tensor
from codegen.optimize.integer_rewriter import REORDER
from codegen.program_value import ListValue, ScalarValue
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE
from codegen.xnnpack.constants import stored
from codegen.xnnpack.graph import Graph, Node, PerTensor, PerToken, Value

Order = tuple[int, ...]
"""A permutation: dim i of the permuted tensor is dim order[i] of the tensor."""

CHOOSE_BY_ROW = "quantized_decomposed::choose_qparams_per_token_asymmetric.out"

MOST_ELEMENTS = 1 << 31
"""More than any tensor can have."""

LIMITS = {
    DType.Char: (-128, 127),
    DType.Byte: (0, 255),
    DType.Int: (-(2**31), 2**31 - 1),
}
"""The integers that quantized numbers of a dtype can be."""


@dataclass(frozen=True, slots=True)
class At:
    """An argument that is value `index` of the program."""

    index: int


@dataclass(frozen=True, slots=True)
class Held:
    """A value of XNNPACK: tensor `index` of the program, its dims permuted by `order`."""

    index: int
    order: Order


@dataclass(frozen=True, slots=True)
class Size:
    """The size of dim `dim` of tensor `index` when the program runs."""

    index: int
    dim: int


@dataclass(frozen=True, slots=True)
class Computed:
    """An int that the program computes into value `index`: `bound` at most."""

    index: int
    bound: int


Argument = At | int | float | bool | str | None | Sequence[int | Computed]


def inverse(order: Order) -> Order:
    """The permutation that undoes `order`."""
    return tuple(order.index(dim) for dim in range(len(order)))


def permuted(sizes: Sequence[int], order: Order) -> tuple[int, ...]:
    """`sizes` in the order `order`."""
    return tuple(sizes[dim] for dim in order)


def row_major(rank: int) -> Order:
    """The permutation that changes nothing."""
    return tuple(range(rank))


@dataclass(slots=True)
class Lowering:
    """The calls in place of one delegate call."""

    graph: Graph
    edit: Edit
    arguments: tuple[int, ...]
    """The values of the program that are external values here."""
    where: str
    """What faults begin with."""
    origin: str
    """What calls come from, without the node."""
    calls: list[Call] = field(default_factory=list)
    held: dict[int, Held] = field(default_factory=dict)
    """For each value that exists, its numbers; of a quantized one the integers."""
    _floats: dict[int, int] = field(default_factory=dict)
    """For quantized tensors that were dequantized, what they were dequantized to."""
    _arranged: dict[tuple[int, Order], int] = field(default_factory=dict)
    _sizes: dict[Size, Computed] = field(default_factory=dict)
    _node: Node | None = None

    # Faults

    def begin(self, node: Node) -> None:
        """Notes that calls and faults from here on are those of `node`."""
        self._node = node

    def end(self) -> None:
        """Notes that calls and faults from here on are those of the whole delegate."""
        self._node = None

    def fault(self, what: str) -> SelectionError:
        """The error that `what` is wrong with the current node."""
        return SelectionError(f"{self._place()}: {what}. {DAMAGED}")

    def unknown(self, what: str) -> SelectionError:
        """The error that the current node does what no operator of the program would."""
        return SelectionError(
            f"{self._place()}: {what}, which Kerf cannot turn back into operators. Export the "
            "model without lowering it to XNNPACK."
        )

    def _place(self) -> str:
        node = self._node
        return self.where if node is None else f"{self.where}, node {node.index} ({node.kind})"

    def check(self, holds: bool, what: str) -> None:
        """Raises the fault `what` unless `holds`."""
        if not holds:
            raise self.fault(what)

    # Values

    def value(self, number: int) -> Value:
        """Value `number` of XNNPACK."""
        return self.graph.values[number]

    def dims(self, number: int) -> tuple[int, ...]:
        """The dims that value `number` has, which for values inside may not be those declared.

        XNNPACK computes them anew before it runs, and the exporter leaves some as they were before
        it transposed.
        """
        held = self.held.get(number)
        if held is None:
            return self.value(number).dims
        return permuted(self.tensor(held.index).sizes, held.order)

    def rank(self, number: int) -> int:
        """How many dims value `number` has."""
        return len(self.dims(number))

    def readers(self, number: int) -> tuple[Node, ...]:
        """The nodes that read value `number`."""
        return tuple(node for node in self.graph.nodes if number in node.inputs.values())

    def tensor(self, index: int) -> Tensor:
        """Value `index` of the program, which is a tensor."""
        return self.edit.known_tensor(index)

    def get(self, number: int) -> Held:
        """The real numbers of value `number`, in whatever order they are."""
        value = self.value(number)
        if value.data is not None:
            return self._constant(value, row_major(len(value.dims)))
        held = self.held[number]
        if not isinstance(value.quantization, PerTensor):
            return held
        if held.index not in self._floats:
            self._floats[held.index] = self.dequantized(held.index, value.quantization)
        return Held(self._floats[held.index], held.order)

    def arranged(self, number: int, order: Order) -> int:
        """A tensor whose dims, permuted by `order`, are those of value `number`."""
        value = self.value(number)
        if value.data is not None:
            return self._constant(value, order).index
        held = self.get(number)
        if len(held.order) < len(order):
            held = self._widened(number, len(order))
        if held.order == order:
            return held.index
        key = held.index, order
        if key not in self._arranged:
            dims = permuted(held.order, inverse(order))
            self._arranged[key] = self.permute(held.index, dims)
        return self._arranged[key]

    def _widened(self, number: int, rank: int) -> Held:
        """Value `number` with dims of one element before its own."""
        index = self.arranged(number, row_major(self.rank(number)))
        own = self.rank(number)
        sizes = self.shape(*[1] * (rank - own), *(Size(index, dim) for dim in range(own)))
        return Held(self.view(index, sizes), row_major(rank))

    def plain(self, number: int) -> int:
        """A tensor with the elements of value `number` in the order of its dims.

        Its shape may be another: dims of one element can be anywhere.
        """
        if self.value(number).data is not None:
            return self.arranged(number, row_major(self.rank(number)))
        held = self.get(number)
        tensor = self.tensor(held.index)
        moved = [dim for dim in held.order if tensor.sizes[dim] != 1]
        contiguous = tensor.dim_order == row_major(len(tensor.sizes))
        if tensor.static and contiguous and moved == sorted(moved):
            return held.index
        return self.arranged(number, row_major(len(held.order)))

    def put(self, number: int, index: int, order: Order) -> None:
        """Notes that tensor `index`, permuted by `order`, is value `number`.

        It is clamped to the bounds of the node, and quantized where the value is.
        """
        value = self.value(number)
        index = self._clamped(index)
        if isinstance(value.quantization, PerTensor):
            index = self._quantized(index, value)
        elif isinstance(value.quantization, PerToken):
            pass  # it was quantized by its rows
        elif value.quantization is None and value.datatype.dtype is not None:
            index = self.converted(index, value.datatype.dtype)
        else:
            raise self.unknown(f"makes a {value.datatype.name}")
        self.hold(number, Held(index, order))

    def hold(self, number: int, held: Held) -> None:
        """Notes that value `number` is what `held` is, whatever it was declared as."""
        self.held[number] = held
        value, found = self.value(number), self.dims(number)
        fits = value.external is None or found == value.dims
        self.check(fits, f"makes {found}, but value {number} has dims {value.dims}")

    def is_alike(self, one: int, other: int) -> bool:
        """Whether two values have the same datatype and quantization."""
        a, b = self.value(one), self.value(other)
        return (a.datatype, a.quantization) == (b.datatype, b.quantization)

    # Calls

    def call(
        self,
        operator: str,
        *arguments: Argument,
        like: int | None = None,
        dtype: DType | None = None,
        sizes: Sequence[int] | None = None,
    ) -> int:
        """A new tensor that `operator` writes; as `like` where dtype or sizes are left out.

        Its shape is bounded where that of an argument is.
        """
        operands = [each.index for each in arguments if isinstance(each, At)]
        result = self.new(operands, like=like, dtype=dtype, sizes=sizes)
        self._emit(operator, (*map(self._argument, arguments), result, result))
        return result

    def call_pair(
        self,
        operator: str,
        *arguments: Argument,
        outputs: tuple[int, int],
    ) -> None:
        """A call that writes the two tensors `outputs`."""
        both = self.edit.add(ListValue(kind="tensor_list", items=outputs))
        self._emit(operator, (*map(self._argument, arguments), *outputs, both))

    def new(
        self,
        operands: Iterable[int],
        *,
        like: int | None = None,
        dtype: DType | None = None,
        sizes: Sequence[int] | None = None,
    ) -> int:
        """A new planned tensor, which is made of `operands`."""
        pattern = None if like is None else self.tensor(like)
        shape = tuple(sizes) if sizes is not None else pattern.sizes if pattern else ()
        self.check(math.prod(shape) < MOST_ELEMENTS, f"a tensor of {shape}")
        alike = pattern is not None and pattern.sizes == shape
        order = pattern.dim_order if pattern and alike else row_major(len(shape))
        bounded = any(not self.tensor(each).static for each in operands)
        tensor = Tensor(
            dtype=dtype or (pattern.dtype if pattern else DType.Float),
            sizes=shape,
            dim_order=order,
            dynamism=Dynamism.DYNAMIC_BOUND if bounded else Dynamism.STATIC,
        )
        return self.edit.add_planned(tensor, memory=1)

    def join(self, tensors: Sequence[int], dim: int, sizes: Sequence[int]) -> int:
        """Tensors one after the other along `dim`: `sizes` in all."""
        items = self.edit.add(ListValue(kind="tensor_list", items=tuple(tensors)))
        result = self.new(tensors, like=tensors[0], sizes=sizes)
        self._emit("aten::cat.out", (items, self._argument(dim), result, result))
        return result

    def copy_to(self, result: int, index: int, dims: Order) -> None:
        """Copies tensor `index`, its dims in the order `dims`, to the tensor `result`."""
        own, given = self.tensor(result), self.tensor(index)
        arguments: tuple[Argument, ...]
        if len(own.sizes) < len(given.sizes):
            operator, arguments = "aten::view_copy.out", (own.sizes,)
        elif dims != row_major(len(dims)):
            operator, arguments = "aten::permute_copy.out", (dims,)
        elif own.dim_order != given.dim_order:
            operator, arguments = REORDER, (False, own.dim_order)
        else:
            operator, arguments = "aten::clone.out", (None,)
        if own.dtype is not given.dtype:
            index = self.converted(index, own.dtype)
        self._emit(operator, (index, *map(self._argument, arguments), result, result))

    def _emit(self, operator: str, arguments: tuple[int, ...]) -> None:
        origin = self.origin if self._node is None else f"{self.origin}, node {self._node.index}"
        self.calls.append(Call(operator=operator, arguments=arguments, node=origin))

    def _argument(self, given: Argument) -> int:
        if isinstance(given, At):
            return given.index
        if isinstance(given, str):
            return self.edit.add(ScalarValue(kind="string", value=given))
        if given is None or isinstance(given, int | float):
            return self.edit.add_number(given)
        items = (
            each.index if isinstance(each, Computed) else self.edit.add_number(int(each))
            for each in given
        )
        return self.edit.add(ListValue(kind="int_list", items=tuple(items)))

    def permute(self, index: int, dims: Order) -> int:
        """Tensor `index` with its dims in the order `dims`, copied."""
        sizes = permuted(self.tensor(index).sizes, dims)
        return self.call("aten::permute_copy.out", At(index), dims, like=index, sizes=sizes)

    def contiguous(self, index: int) -> int:
        """Tensor `index` with its dims in memory as they are counted."""
        tensor = self.tensor(index)
        order = row_major(len(tensor.sizes))
        if tensor.dim_order == order:
            return index
        return self.reordered(index, order)

    def reordered(self, index: int, dim_order: Order) -> int:
        """A copy of tensor `index` with the dim order `dim_order`."""
        copy = self.new([index], like=index)
        self.edit.values[copy] = replace(self.tensor(copy), dim_order=dim_order)
        options = (self._argument(False), self._argument(dim_order))
        self._emit(REORDER, (index, *options, copy, copy))
        return copy

    def shape(self, *sizes: int | Size) -> tuple[int | Computed, ...]:
        """The sizes of a view as far as they are known now.

        No file says which dims of a tensor are dynamic: each of more than one element may be. The
        first of those is -1, which the others leave; they are read when the program runs.
        """
        given: list[int | Computed] = []
        for each in sizes:
            if not isinstance(each, Size):
                given.append(each)
                continue
            tensor = self.tensor(each.index)
            bound = tensor.sizes[each.dim]
            if tensor.static or bound == 1:
                given.append(bound)
            else:
                given.append(self._size(each, bound) if -1 in given else -1)
        return tuple(given)

    def _size(self, size: Size, bound: int) -> Computed:
        if size not in self._sizes:
            result = self.edit.add_number(bound)
            self._emit("aten::sym_size.int", (size.index, self._argument(size.dim), result))
            self._sizes[size] = Computed(result, bound)
        return self._sizes[size]

    def view(self, index: int, sizes: Sequence[int | Computed]) -> int:
        """Tensor `index` with other sizes; one that is -1 is what the others leave."""
        index = self.contiguous(index)
        tensor = self.tensor(index)
        most = tuple(each.bound if isinstance(each, Computed) else each for each in sizes)
        count, rest = math.prod(tensor.sizes), math.prod(each for each in most if each != -1)
        fits = rest > 0 and count % rest == 0 and (count == rest or -1 in most)
        self.check(fits, f"a shape {most} of {count} elements")
        bound = tuple(count // rest if each == -1 else each for each in most)
        if bound == tensor.sizes:
            return index
        return self.call("aten::view_copy.out", At(index), sizes, like=index, sizes=bound)

    def converted(self, index: int, dtype: DType) -> int:
        """Tensor `index` as `dtype`."""
        if self.tensor(index).dtype is dtype:
            return index
        return self.call("aten::_to_copy.out", At(index), False, None, like=index, dtype=dtype)

    def _clamped(self, index: int) -> int:
        bounds = None if self._node is None else self._node.bounds
        if bounds is None or bounds == (-math.inf, math.inf):
            return index
        if bounds == (0, math.inf):
            return self.call("aten::relu.out", At(index), like=index)
        if all(map(math.isfinite, bounds)):
            return self.call("aten::hardtanh.out", At(index), *bounds, like=index)
        ends = (each if math.isfinite(each) else None for each in bounds)
        return self.call("aten::clamp.out", At(index), *ends, like=index)

    # Quantization

    def _quantized(self, index: int, value: Value) -> int:
        form, dtype = value.quantization, value.datatype.dtype
        assert isinstance(form, PerTensor)
        if dtype not in (DType.Char, DType.Byte):
            raise self.unknown(f"makes a {value.datatype.name}")
        source = self.converted(index, DType.Float)
        options = (form.scale, form.zero_point, *LIMITS[dtype], dtype.number)
        return self.call(QUANTIZE[0], At(source), *options, like=source, dtype=dtype)

    def dequantized(self, index: int, form: PerTensor) -> int:
        """The real numbers of the quantized tensor `index`."""
        dtype = self.tensor(index).dtype
        options = (form.scale, form.zero_point, *LIMITS[dtype], dtype.number, None)
        return self.call(DEQUANTIZE[0], At(index), *options, like=index, dtype=DType.Float)

    def quantized_by_row(self, index: int) -> int:
        """What is left of tensor `index` when each row of its last dim is quantized by itself."""
        tensor = self.tensor(index)
        char = DType.Char.number
        rows = (*tensor.sizes[:-1], 1)
        scales, zeros = (
            self.new([index], dtype=dtype, sizes=rows) for dtype in (DType.Double, DType.Long)
        )
        self.call_pair(CHOOSE_BY_ROW, At(index), char, outputs=(scales, zeros))
        options = (At(scales), At(zeros), *LIMITS[DType.Char], char)
        numbers = self.call(
            "quantized_decomposed::quantize_per_token.out",
            At(index),
            *options,
            like=index,
            dtype=DType.Char,
        )
        return self.call(
            "quantized_decomposed::dequantize_per_token.out",
            At(numbers),
            *options,
            tensor.dtype.number,
            like=index,
        )

    # Constants

    def add_constant(self, array: Array, dtype: DType) -> int:
        """A new constant; of BFloat16 `array` has the bits."""
        data = np.ascontiguousarray(array).tobytes()
        order = row_major(array.ndim)
        return self.edit.add(Tensor(dtype=dtype, sizes=array.shape, dim_order=order, data=data))

    def _constant(self, value: Value, order: Order) -> Held:
        """A constant operand whose dims, after some of one element, are permuted by `order`."""
        form, dtype = value.quantization, value.datatype.dtype
        known = dtype is not None and (form is None or isinstance(form, PerTensor))
        if dtype is not None and known:
            ones = (1,) * (len(order) - len(value.dims))
            array = stored(value).reshape(*ones, *value.dims).transpose(inverse(order))
            index = self.add_constant(array, dtype)
            if isinstance(form, PerTensor):
                index = self.dequantized(index, form)
            return Held(index, order)
        raise self.unknown(f"reads a constant {value.datatype.name}")
