"""Computes in int8 what a program dequantizes, computes in float and quantizes again.

Convolutions (depthwise ones as well), products, also by element, sums, clamps, means over an image,
and whatever only moves elements become operators of ExecuTorch's cortex_m library, where that has
them; what is left of the float operators is then unused. A result differs from the float one by at
most one step of its scale. Images are kept with channels last in memory, as those operators take
them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, array_of, constant_of
from codegen.optimize.dequantized import (
    CLAMPS,
    QUANTIZE,
    Source,
    dequantized,
    form_of,
    is_alike,
    is_int8,
    is_read_once,
    is_row_major,
    maker_of,
    producer_of,
    range_of,
    time_of,
    unclamped,
    weight_of,
)
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Instruction, Method, Tensor
from codegen.optimize.quantization import (
    INT8,
    Quantization,
    bias_of,
    clamp_table,
    fixed_point,
    rounded_once,
    sums_fit,
)
from codegen.optimize.roles import Operators
from codegen.program_value import ListValue

CHANNELS_LAST = (0, 2, 3, 1)
_CONVOLUTION = "cortex_m::quantized_conv2d.out"
_DEPTHWISE = "cortex_m::quantized_depthwise_conv2d.out"
_ADD = "cortex_m::quantized_add.out"
_MULTIPLY = "cortex_m::quantized_mul.out"
_AVERAGE = "cortex_m::quantized_avg_pool2d.out"
_TABLE = "cortex_m::quantized_activation.out"
_REORDER = "dim_order_ops::_clone_dim_order.out"
_VIEW = "aten::view_copy.out"
_MOVES = (_VIEW, "aten::permute_copy.out", "aten::clone.out", _REORDER)
"""Calls that take and give elements of any type."""

_ADD_SHIFT = 20
"""Bits by which quantized_add widens its operands.   Source: arm_elementwise_add_s8 of CMSIS-NN"""
_MULTIPLY_MOST_SHIFT = 14
"""Bits by which quantized_mul may shift a product, of 16 bits and a sign, to the left."""
_ADD_MOST_SHIFT = 2
"""Bits by which it may shift their sum, of 28 bits and a sign, to the left."""


def compute_in_integers(method: Method, operators: Operators) -> Method:
    """`method` with integer operators between quantized tensors."""
    needed = (_CONVOLUTION, _DEPTHWISE, _ADD, _MULTIPLY, _AVERAGE, _TABLE, _REORDER, _VIEW)
    if method.fixed or any(name not in operators for name in needed):
        return method
    edit = Edit(method, operators)
    replaced = integer_calls(edit)
    edit.instructions = [
        each for time, call in enumerate(method.instructions) for each in replaced.get(time, [call])
    ]
    edit.changed()
    return edit.finish()


def integer_calls(edit: Edit) -> Mapping[int, Sequence[Instruction]]:
    """For each time of a quantize that integer operators replace, those in its place.

    They write what the quantize wrote, from quantized tensors; their other values are new ones.
    """
    rewriter = _Rewriter(edit)
    for time, call in enumerate(edit.method.instructions):
        if isinstance(call, Call) and call.operator in QUANTIZE:
            rewriter.quantize(call, time)
    return rewriter.replaced


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """What a quantize writes: `bounds` are those of clamps before it, as real numbers."""

    value: int
    form: Quantization
    time: int
    bounds: tuple[float, float]

    @property
    def least(self) -> int:
        """The lowest q."""
        return self.form.quantized(self.bounds[0])

    @property
    def most(self) -> int:
        """The highest q."""
        return self.form.quantized(self.bounds[1])


@dataclass(slots=True)
class _Rewriter:
    edit: Edit
    replaced: dict[int, list[Instruction]] = field(default_factory=dict)
    copies: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For row-major images, their copy with channels last and the time at which it is made."""
    bounded: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For quantized tensors the time at which they are made, and where the bounds are there."""

    def quantize(self, call: Call, time: int) -> None:
        """Replaces the quantize `call` and what it quantizes, if an integer operator can."""
        edit = self.edit
        result, form = call.arguments[-1], form_of(edit, call)
        tensor, given = edit.tensor(result), edit.tensor(call.arguments[0])
        if form is None or tensor is None or given is None:
            return
        if not is_int8(tensor) or not is_alike(given, replace(tensor, dtype=DType.Float)):
            return
        if not edit.usage.is_own(result):
            return
        source, bounds = unclamped(edit, call.arguments[0])
        target = _Target(value=result, form=form, time=time, bounds=bounds)
        if self._moved(source, target):
            return
        made = maker_of(edit, source)
        if made is None:
            return
        replace_call = _OPERATORS.get(made.operator)
        if replace_call is not None:
            replace_call(self, made, target)

    # Layouts

    def _channels_last(self, index: int, time: int) -> int:
        """Image `index` with channels last; it is copied before `time` if need be."""
        tensor = self.edit.tensor(index)
        assert tensor is not None
        if tensor.dim_order == CHANNELS_LAST:
            return index
        known = self._copy_of(index, time)
        if known is not None:
            return known
        copy = self._add_copy(tensor)
        self._emit(time, self._reorder(index, copy))
        self.copies[index] = copy, time
        return copy

    def _copy_of(self, index: int, time: int) -> int | None:
        """What holds with channels last what image `index` is at `time`; None if nothing does."""
        tensor, storage = self.edit.tensor(index), self.edit.usage.storage(index)
        for known, (copy, since) in self.copies.items():
            if storage is None or self.edit.values[known] != tensor:
                continue
            if not self.edit.usage.is_written(storage, since, time):
                return copy
        return None

    def _add_copy(self, tensor: Tensor) -> int:
        """A new image like `tensor` with channels last."""
        assert tensor.place is not None
        memory = self.edit.buffers[tensor.place.buffer].memory
        return self.edit.add_planned(replace(tensor, dim_order=CHANNELS_LAST), memory=memory)

    def _reorder(self, source: int, copy: int) -> Call:
        tensor = self.edit.tensor(copy)
        assert tensor is not None
        order = self.edit.add_ints(tensor.dim_order)
        non_blocking = self.edit.add_number(False)
        return Call(operator=_REORDER, arguments=(source, non_blocking, order, copy, copy))

    def _emit(self, time: int, *calls: Instruction) -> None:
        self.replaced.setdefault(time, []).extend(calls)

    def _image_result(self, target: _Target) -> tuple[int, list[Instruction]]:
        """Where an image is written with channels last, and the copy into the one it was."""
        tensor = self.edit.tensor(target.value)
        assert tensor is not None
        if tensor.dim_order == CHANNELS_LAST:
            return target.value, []
        copy = self._add_copy(tensor)
        self.copies[target.value] = copy, target.time
        return copy, [self._reorder(copy, target.value)]

    # Operators

    def _moved(self, source: int, target: _Target) -> bool:
        """Replaces a quantize of what was dequantized, perhaps moved, in between clamped."""
        edit = self.edit
        given = dequantized(edit, source, target.time)
        if given is not None:
            if self._tighten(given, target):
                return True
            return self._table(given, target)
        made = producer_of(edit, source)
        if made is None or made.operator not in _MOVES or target.bounds != (-math.inf, math.inf):
            return False
        given = dequantized(edit, made.arguments[0], target.time)
        if given is None or not given.form.same_as(target.form):
            return False
        if (target.form.low, target.form.high) != INT8:
            return False
        own, moved = edit.tensor(target.value), edit.tensor(made.arguments[-1])
        read = edit.tensor(source)
        if own is None or moved is None or read is None or read.place != moved.place:
            return False
        if (read.dtype, read.nbytes) != (moved.dtype, moved.nbytes):
            return False
        options = made.arguments[1:-2]
        if any(isinstance(edit.values[i], ListValue) and edit.numbers(i) is None for i in options):
            return False
        result = target.value
        if not is_alike(read, moved):
            if not (is_row_major(own) and is_row_major(moved)):
                return False
            result = edit.add(replace(own, sizes=moved.sizes, dim_order=moved.dim_order))
        arguments = (given.value, *options, result, result)
        self._emit(target.time, Call(operator=made.operator, arguments=arguments))
        return True

    def _tighten(self, given: Source, target: _Target) -> bool:
        """Puts clamps into the integer operator that made `given`, which nothing else reads."""
        edit = self.edit
        tensor, own = edit.tensor(given.value), edit.tensor(target.value)
        if tensor is None or own is None or not is_alike(tensor, own):
            return False
        if not given.form.same_as(target.form):
            return False
        low, high = range_of(edit, given.value)
        if target.least > low or target.most < high:
            found = self.bounded.get(given.value)
            if found is None or not is_read_once(edit, given.value, given.time):
                return False
            if not self._only_clamped(given.time, target):
                return False
            time, at = found
            call = next(
                each
                for each in self.replaced[time]
                if isinstance(each, Call) and each.operator.startswith("cortex_m::")
            )
            least, most = (edit.number(call.arguments[at + i]) for i in (0, 1))
            assert least is not None and most is not None
            arguments = list(call.arguments)
            arguments[at] = edit.add_number(max(int(least), target.least))
            arguments[at + 1] = edit.add_number(min(int(most), target.most))
            calls = self.replaced[time]
            calls[calls.index(call)] = replace(call, arguments=tuple(arguments))
        self._emit(target.time, self._reorder(given.value, target.value))
        known = self._copy_of(given.value, target.time)
        if known is not None:
            self.copies[target.value] = known, target.time
        return True

    def _only_clamped(self, since: int, target: _Target) -> bool:
        """Whether nothing but the clamp of `target` reads what was dequantized at `since`."""
        edit = self.edit
        call, quantize = edit.instructions[since], edit.instructions[target.time]
        assert isinstance(call, Call) and isinstance(quantize, Call)
        clamped = quantize.arguments[0]
        clamp = producer_of(edit, clamped)
        if clamp is None or clamp.operator not in CLAMPS:
            return False
        only = is_read_once(edit, call.arguments[-1], time_of(edit, clamped))
        return only and is_read_once(edit, clamped, target.time)

    def _table(self, given: Source, target: _Target) -> bool:
        """A table for all 256 numbers: clamps, and other scales."""
        edit = self.edit
        tensor, own = edit.tensor(given.value), edit.tensor(target.value)
        if tensor is None or own is None or not is_alike(tensor, own):
            return False
        numbers = clamp_table(given.form, target.form, target.bounds)
        table = edit.add(constant_of(numbers, DType.Char))
        image, result, copy = given.value, target.value, list[Instruction]()
        known = self._copy_of(given.value, target.time)
        if known is not None:
            image = known
            result, copy = self._image_result(target)
        call = Call(operator=_TABLE, arguments=(image, table, result, result))
        self._emit(target.time, call, *copy)
        return True

    def convolution(self, call: Call, target: _Target) -> None:
        """A convolution of two dimensions, with one weight for all or per filter."""
        edit, named = self.edit, self.edit.named(call)
        source = dequantized(edit, named["input"], target.time)
        weight = weight_of(edit, named["weight"], axis=0)
        groups = edit.number(named["groups"])
        if source is None or weight is None or weight[0].ndim != 4 or groups is None:
            return
        image = edit.tensor(source.value)
        if edit.number(named["transposed"]) != 0 or image is None or len(image.sizes) != 4:
            return
        lists = (named["stride"], named["padding"], named["dilation"])
        if any(edit.numbers(index) is None for index in lists):
            return
        self._convolve(source, weight, named["bias"], lists, int(groups), target)

    def product(self, call: Call, target: _Target) -> None:
        """A product of a matrix and weights, as a convolution of images of one pixel."""
        edit, named = self.edit, self.edit.named(call)
        form = _PRODUCTS[call.operator]
        if any(edit.number(named[each]) != 1 for each in ("beta", "alpha") if each in named):
            return
        source = dequantized(edit, named[form.input], target.time)
        weight = weight_of(edit, named[form.weight], axis=form.axis)
        own = edit.tensor(target.value)
        if source is None or weight is None or own is None:
            return
        filters, scales = weight
        tensor = edit.tensor(source.value)
        assert tensor is not None
        if filters.ndim != 2 or len(tensor.sizes) != 2 or not is_row_major(tensor):
            return
        filters = np.moveaxis(filters, form.axis, 0)
        if not is_row_major(own) or tensor.sizes[1] != filters.shape[1]:
            return
        image = edit.add(replace(tensor, sizes=(*tensor.sizes, 1, 1), dim_order=CHANNELS_LAST))
        result = edit.add(replace(own, sizes=(*own.sizes, 1, 1), dim_order=CHANNELS_LAST))
        lists = (edit.add_ints((1, 1)), edit.add_ints((0, 0)), edit.add_ints((1, 1)))
        four = filters.reshape(*filters.shape, 1, 1)
        bias = edit.add_number(None) if form.bias is None else named[form.bias]
        self._convolve(
            replace(source, value=image),
            (four, scales),
            bias,
            lists,
            1,
            replace(target, value=result),
        )

    def _convolve(
        self,
        source: Source,
        weight: tuple[Array, Array],
        bias: int,
        lists: tuple[int, int, int],
        groups: int,
        target: _Target,
    ) -> None:
        edit, (filters, scales) = self.edit, weight
        tensor = edit.tensor(source.value)
        assert tensor is not None
        channels, count = tensor.sizes[1], filters.shape[0]
        depthwise = groups == channels and groups > 1 and filters.shape[1] == 1
        units = scales * source.form.scale
        factors = [rounded_once(float(unit / target.form.scale)) for unit in units]
        whole = [each for each in factors if each is not None]
        start = self._bias(bias, units, count)
        if len(whole) != count or start is None:
            return
        if not sums_fit(filters, start, source.form.zero_point, [shift for _, shift in whole]):
            return
        constant = bias if edit.is_none(bias) else edit.add(constant_of(start, DType.Int))
        order = (1, 2, 3, 0) if depthwise else (0, 2, 3, 1)
        packed = np.ascontiguousarray(filters.transpose(order))
        image = self._channels_last(source.value, target.time)
        result, copy = self._image_result(target)
        number = edit.add_number
        arguments = (
            image,
            edit.add(constant_of(packed, DType.Char)),
            constant,
            *lists,
            *((number(count // channels),) if depthwise else ()),
            number(-source.form.zero_point),
            number(target.form.zero_point),
            self._ints([multiplier for multiplier, _ in whole]),
            self._ints([shift for _, shift in whole]),
            number(target.least),
            number(target.most),
            self._scratch(target.value),
            result,
            result,
        )
        self._bounded(target, len(arguments) - 5)
        operator = _DEPTHWISE if depthwise else _CONVOLUTION
        self._emit(target.time, Call(operator=operator, arguments=arguments), *copy)

    def _bounded(self, target: _Target, at: int) -> None:
        """Notes where the bounds of what makes `target` are among the arguments."""
        self.bounded[target.value] = (target.time, at)

    def _ints(self, numbers: list[int]) -> int:
        return self.edit.add(constant_of(np.array(numbers, dtype=np.int32), DType.Int))

    def _scratch(self, result: int) -> int:
        """An empty tensor in the memory of `result`: Kerf's kernels have scratch of their own."""
        tensor = self.edit.tensor(result)
        assert tensor is not None and tensor.place is not None
        memory = self.edit.buffers[tensor.place.buffer].memory
        return self.edit.add_planned(
            Tensor(dtype=DType.Byte, sizes=(0,), dim_order=(0,)), memory=memory
        )

    def _bias(self, index: int, units: Array, count: int) -> Array | None:
        """A bias in `units` as ints, zeros where it is absent; None where it is not known."""
        if self.edit.is_none(index):
            return np.zeros(count, dtype=np.int32)
        tensor = self.edit.tensor(index)
        array = None if tensor is None else array_of(tensor)
        if array is None or array.dtype != np.float32 or array.shape != (count,):
            return None
        return bias_of(array, units)

    def _operands(self, call: Call, target: _Target) -> tuple[Source, Source] | None:
        """The operands of a call on two tensors that have the shape and layout of its result."""
        edit, named = self.edit, self.edit.named(call)
        one, other = (dequantized(edit, named[name], target.time) for name in ("self", "other"))
        own = edit.tensor(target.value)
        if one is None or other is None or own is None:
            return None
        tensors = [edit.tensor(each.value) for each in (one, other)]
        return (one, other) if all(t is not None and is_alike(t, own) for t in tensors) else None

    def _images(
        self, operands: tuple[Source, Source], target: _Target
    ) -> tuple[int, int, int, list[Instruction]]:
        """The operands and the result with channels last if both have such a copy, and its copy."""
        one, other = (self._copy_of(each.value, target.time) for each in operands)
        if one is None or other is None:
            return operands[0].value, operands[1].value, target.value, []
        return one, other, *self._image_result(target)

    def add(self, call: Call, target: _Target) -> None:
        """A sum of two tensors of one shape."""
        edit, operands = self.edit, self._operands(call, target)
        if operands is None or edit.number(edit.named(call)["alpha"]) != 1:
            return
        one, other = operands
        twice = 2 * max(one.form.scale, other.form.scale)
        factors = [
            fixed_point(one.form.scale / twice),
            fixed_point(other.form.scale / twice),
            fixed_point(twice / (target.form.scale * 2**_ADD_SHIFT)),
        ]
        scaled = [each for each in factors if each is not None]
        if len(scaled) != len(factors) or scaled[2][1] > _ADD_MOST_SHIFT:
            return
        first, second, result, copy = self._images(operands, target)
        scales = [[edit.add_number(n) for n in each] for each in scaled]
        number = edit.add_number
        arguments = (
            first,
            number(one.form.zero_point),
            *scales[0],
            second,
            number(other.form.zero_point),
            *scales[1],
            number(target.form.zero_point),
            *scales[2],
            number(target.least),
            number(target.most),
            result,
            result,
        )
        self._bounded(target, len(arguments) - 4)
        self._emit(target.time, Call(operator=_ADD, arguments=arguments), *copy)

    def multiply(self, call: Call, target: _Target) -> None:
        """A product of two tensors of one shape, element by element, without bounds."""
        edit, operands = self.edit, self._operands(call, target)
        if operands is None or (target.least, target.most) != INT8:
            return
        one, other = operands
        scale = rounded_once(one.form.scale * other.form.scale / target.form.scale)
        if scale is None or scale[1] > _MULTIPLY_MOST_SHIFT:
            return
        first, second, result, copy = self._images(operands, target)
        number = edit.add_number
        arguments = (
            first,
            number(one.form.zero_point),
            second,
            number(other.form.zero_point),
            number(target.form.zero_point),
            *map(number, scale),
            result,
            result,
        )
        self._emit(target.time, Call(operator=_MULTIPLY, arguments=arguments), *copy)

    def mean(self, call: Call, target: _Target) -> None:
        """A mean over all pixels of an image that keeps its dimensions, at the same scale."""
        edit, named = self.edit, self.edit.named(call)
        source = dequantized(edit, named["self"], target.time)
        dims = edit.numbers(named["dim"])
        if source is None or dims is None or edit.number(named["keepdim"]) != 1:
            return
        tensor, own = edit.tensor(source.value), edit.tensor(target.value)
        if tensor is None or own is None or len(tensor.sizes) != 4 or len(own.sizes) != 4:
            return
        if sorted(dim % 4 for dim in dims) != [2, 3] or not source.form.same_as(target.form):
            return
        if (target.least, target.most) != INT8:
            return
        scale = fixed_point(source.form.scale)
        if scale is None:
            return
        image = self._channels_last(source.value, target.time)
        result, copy = self._image_result(target)
        number = edit.add_number
        arguments = (
            image,
            edit.add_ints(tensor.sizes[2:]),
            edit.add_ints((1, 1)),
            edit.add_ints((0, 0)),
            number(False),
            number(source.form.zero_point),
            number(scale[0]),
            number(scale[1]),
            self._scratch(target.value),
            result,
            result,
        )
        self._emit(target.time, Call(operator=_AVERAGE, arguments=arguments), *copy)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Product:
    """The parameters of a product; `axis` of the weight is that of the outputs."""

    input: str
    weight: str
    bias: str | None
    axis: int


_PRODUCTS: Mapping[str, _Product] = {
    "aten::addmm.out": _Product(input="mat1", weight="mat2", bias="self", axis=1),
    "aten::mm.out": _Product(input="self", weight="mat2", bias=None, axis=1),
    "aten::linear.out": _Product(input="input", weight="weight", bias="bias", axis=0),
}

_OPERATORS: Mapping[str, Callable[[_Rewriter, Call, _Target], None]] = {
    "aten::convolution.out": _Rewriter.convolution,
    **dict.fromkeys(_PRODUCTS, _Rewriter.product),
    "aten::add.out": _Rewriter.add,
    "aten::mean.out": _Rewriter.mean,
    "aten::mul.out": _Rewriter.multiply,
}
