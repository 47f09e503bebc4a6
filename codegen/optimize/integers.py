"""Computes in int8 what a program dequantizes, computes in float and quantizes again.

Convolutions (depthwise ones as well), products, sums, clamps, means over an image, and whatever
only moves elements become operators of ExecuTorch's cortex_m library, where that has them; what is
left of the float operators is then unused. A result differs from the float one by at most one step
of its scale. Images are kept with channels last in memory, as those operators take them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, array_of, constant_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Instruction, Method, Tensor
from codegen.optimize.quantization import (
    INT8,
    Quantization,
    bias_of,
    clamp_table,
    fixed_point,
    rounded_once,
)
from codegen.optimize.roles import Operators, parameters_of

CHANNELS_LAST = (0, 2, 3, 1)
_QUANTIZE = ("quantized_decomposed::quantize_per_tensor.out", "cortex_m::quantize_per_tensor.out")
_DEQUANTIZE = (
    "quantized_decomposed::dequantize_per_tensor.out",
    "cortex_m::dequantize_per_tensor.out",
)
_PER_CHANNEL = "quantized_decomposed::dequantize_per_channel.out"
_CONVOLUTION = "cortex_m::quantized_conv2d.out"
_DEPTHWISE = "cortex_m::quantized_depthwise_conv2d.out"
_ADD = "cortex_m::quantized_add.out"
_AVERAGE = "cortex_m::quantized_avg_pool2d.out"
_TABLE = "cortex_m::quantized_activation.out"
_REORDER = "dim_order_ops::_clone_dim_order.out"
_VIEW = "aten::view_copy.out"
_MOVES = (_VIEW, "aten::permute_copy.out", "aten::clone.out", _REORDER)
"""Calls that take and give elements of any type."""

_ADD_SHIFT = 20
"""Bits by which quantized_add widens its operands.   Source: arm_elementwise_add_s8 of CMSIS-NN"""


def compute_in_integers(method: Method, operators: Operators) -> Method:
    """`method` with integer operators between quantized tensors."""
    needed = (_CONVOLUTION, _DEPTHWISE, _ADD, _AVERAGE, _TABLE, _REORDER, _VIEW)
    if method.fixed or any(name not in operators for name in needed):
        return method
    edit = Edit(method, operators)
    islands = _Islands(edit)
    for time, call in enumerate(method.instructions):
        if isinstance(call, Call) and call.operator in _QUANTIZE:
            islands.quantize(call, time)
    edit.instructions = [
        each
        for time, call in enumerate(method.instructions)
        for each in islands.replaced.get(time, [call])
    ]
    edit.changed()
    return edit.finish()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """A quantized tensor that was dequantized at `time`."""

    value: int
    form: Quantization
    time: int


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
class _Islands:
    edit: Edit
    replaced: dict[int, list[Instruction]] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)
    """For images that are row-major, the same with channels last."""
    bounded: dict[int, tuple[int, int]] = field(default_factory=dict)
    """For quantized tensors the time at which they are made, and where the bounds are there."""

    def quantize(self, call: Call, time: int) -> None:
        """Replaces the quantize `call` and what it quantizes, if an integer operator can."""
        edit = self.edit
        named = self._named(call)
        result, form = call.arguments[-1], self._form(call)
        tensor = edit.tensor(result)
        if form is None or tensor is None or not self._is_int8(result):
            return
        if not edit.usage.is_own(result) or not tensor.static:
            return
        source, bounds = self._unclamped(named["input"], time)
        target = _Target(value=result, form=form, time=time, bounds=bounds)
        if self._moved(source, target):
            return
        made = self._producer(source)
        if made is None:
            return
        replace_call = _OPERATORS.get(made.operator)
        if replace_call is not None:
            replace_call(self, made, target)

    # What is known of a call

    def _named(self, call: Call) -> dict[str, int]:
        schema = self.edit.operators[call.operator].schema
        return {p.name: index for p, index in parameters_of(schema, call.arguments)}

    def _form(self, call: Call) -> Quantization | None:
        """The scale and zero point of a quantize or dequantize."""
        edit, named = self.edit, self._named(call)
        scale, zero = edit.number(named["scale"]), edit.number(named["zero_point"])
        low, high = edit.number(named["quant_min"]), edit.number(named["quant_max"])
        if scale is None or zero is None or low is None or high is None:
            return None
        if not scale > 0 or not math.isfinite(scale) or not INT8[0] <= zero <= INT8[1]:
            return None
        if call.operator in _QUANTIZE and not INT8[0] <= low <= high <= INT8[1]:
            return None
        return Quantization(scale=float(scale), zero_point=int(zero), low=int(low), high=int(high))

    def _is_int8(self, index: int) -> bool:
        tensor = self.edit.tensor(index)
        return tensor is not None and tensor.dtype is DType.Char and tensor.static

    def _producer(self, index: int) -> Call | None:
        """The call that wrote the whole buffer of a tensor of its shape."""
        usage = self.edit.usage
        storage, tensor = usage.storage(index), self.edit.tensor(index)
        if storage is None or tensor is None or tensor.place is None or not tensor.static:
            return None
        written = usage.storage_writes[storage]
        if len(written) != 1 or written[0] < 0:
            return None
        call = self.edit.instructions[written[0]]
        return call if isinstance(call, Call) else None

    def _time(self, index: int) -> int:
        storage = self.edit.usage.storage(index)
        assert storage is not None
        return self.edit.usage.storage_writes[storage][0]

    def _is_alike(self, index: int, call: Call) -> bool:
        """Whether tensor `index` has the shape and layout of the result of `call`."""
        one, other = self.edit.tensor(index), self.edit.tensor(call.arguments[-1])
        return (
            one is not None
            and other is not None
            and (one.sizes, one.dim_order, one.place) == (other.sizes, other.dim_order, other.place)
        )

    def _read_once(self, index: int, time: int) -> bool:
        usage = self.edit.usage
        storage = usage.storage(index)
        return storage is not None and set(usage.storage_reads[storage]) == {time}

    def _unclamped(self, index: int, time: int) -> tuple[int, tuple[float, float]]:
        """What is clamped before it is read at `time`, and to what."""
        call = self._producer(index)
        if call is None or call.operator not in _CLAMPS or not self._is_alike(index, call):
            return index, (-math.inf, math.inf)
        bounds = _CLAMPS[call.operator](self.edit, self._named(call))
        if bounds is None:
            return index, (-math.inf, math.inf)
        return call.arguments[0], bounds

    def _dequantized(self, index: int, time: int) -> _Source | None:
        """The int8 tensor, still unchanged at `time`, that a tensor was dequantized from."""
        edit, call = self.edit, self._producer(index)
        if call is None or call.operator not in _DEQUANTIZE:
            return None
        value, form = call.arguments[0], self._form(call)
        tensor, made = edit.tensor(value), edit.tensor(call.arguments[-1])
        viewed = edit.tensor(index)
        if tensor is None or made is None or viewed is None or form is None:
            return None
        storage = edit.usage.storage(value)
        if not self._is_int8(value) or tensor.place is None or storage is None:
            return None
        since = self._time(index)
        if tensor.dim_order != made.dim_order or edit.usage.is_written(storage, since, time):
            return None
        if edit.buffers[tensor.place.buffer].state or made.dtype is not DType.Float:
            return None
        if viewed.sizes != made.sizes or viewed.place != made.place:
            if not (_is_row_major(tensor) and _is_row_major(viewed)) or viewed.place != made.place:
                return None
            value = edit.add(replace(tensor, sizes=viewed.sizes, dim_order=viewed.dim_order))
        return _Source(value=value, form=form, time=since)

    # Layouts

    def _channels_last(self, index: int, time: int) -> int:
        """Image `index` with channels last; it is copied before `time` if need be."""
        tensor = self.edit.tensor(index)
        assert tensor is not None
        if tensor.dim_order == CHANNELS_LAST:
            return index
        for known, other in self.last.items():
            if self.edit.values[known] == tensor:
                return other
        other = self._twin(tensor)
        self._emit(time, self._reorder(index, other))
        self.last[index] = other
        return other

    def _twin(self, tensor: Tensor) -> int:
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
        other = self._twin(tensor)
        self.last[target.value] = other
        return other, [self._reorder(other, target.value)]

    # Operators

    def _moved(self, source: int, target: _Target) -> bool:
        """Replaces a quantize of what was dequantized, perhaps moved, in between clamped."""
        given = self._dequantized(source, target.time)
        if given is not None:
            if self._tighten(given, source, target):
                return True
            return self._table(given, target)
        made = self._producer(source)
        if made is None or made.operator not in _MOVES or target.bounds != (-math.inf, math.inf):
            return False
        given = self._dequantized(made.arguments[0], target.time)
        if given is None or not given.form.same_as(target.form):
            return False
        if (target.form.low, target.form.high) != INT8:
            return False
        own, moved = self.edit.tensor(target.value), self.edit.tensor(made.arguments[-1])
        if own is None or moved is None or own.dim_order != moved.dim_order:
            return False
        result = target.value
        if own.sizes != moved.sizes:
            result = self._view_of(result, moved.sizes, moved.dim_order)
        arguments = (given.value, *made.arguments[1:-2], result, result)
        self._emit(target.time, Call(operator=made.operator, arguments=arguments))
        return True

    def _view_of(self, index: int, sizes: tuple[int, ...], dim_order: tuple[int, ...]) -> int:
        tensor = self.edit.tensor(index)
        assert tensor is not None
        return self.edit.add(replace(tensor, sizes=sizes, dim_order=dim_order))

    def _tighten(self, given: _Source, source: int, target: _Target) -> bool:
        """Puts clamps into the integer operator that made `given`, which nothing else reads."""
        edit = self.edit
        same = given.form.same_as(target.form)
        tensor, own = edit.tensor(given.value), edit.tensor(target.value)
        if not same or tensor is None or own is None or tensor.sizes != own.sizes:
            return False
        if tensor.dim_order != own.dim_order:
            return False
        unclamped = target.least <= given.form.low and target.most >= given.form.high
        if not unclamped:
            found = self.bounded.get(given.value)
            if found is None or not self._read_once(given.value, given.time):
                return False
            if not self._only_clamped(given.time, target):
                return False
            time, at = found
            call = next(
                each
                for each in self.replaced[time]
                if isinstance(each, Call) and each.operator.startswith("cortex_m::")
            )
            low, high = (edit.number(call.arguments[at + i]) for i in (0, 1))
            assert low is not None and high is not None
            arguments = list(call.arguments)
            arguments[at] = edit.add_number(max(int(low), target.least))
            arguments[at + 1] = edit.add_number(min(int(high), target.most))
            calls = self.replaced[time]
            calls[calls.index(call)] = replace(call, arguments=tuple(arguments))
        self._emit(target.time, self._reorder(given.value, target.value))
        if given.value in self.last:
            self.last[target.value] = self.last[given.value]
        return True

    def _only_clamped(self, since: int, target: _Target) -> bool:
        """Whether what was dequantized at `since` is read by nothing but the clamp of `target`."""
        edit = self.edit
        call, quantize = edit.instructions[since], edit.instructions[target.time]
        assert isinstance(call, Call) and isinstance(quantize, Call)
        clamped = self._producer(quantize.arguments[0])
        if clamped is None or clamped.operator not in _CLAMPS:
            return False
        return self._read_once(call.arguments[-1], self._time(quantize.arguments[0]))

    def _table(self, given: _Source, target: _Target) -> bool:
        """A table for all 256 numbers: clamps, and other scales."""
        edit = self.edit
        tensor, own = edit.tensor(given.value), edit.tensor(target.value)
        if tensor is None or own is None or tensor.sizes != own.sizes:
            return False
        if tensor.dim_order != own.dim_order:
            return False
        table = edit.add(
            constant_of(clamp_table(given.form, target.form, target.bounds), DType.Char)
        )
        known = self.last.get(given.value)
        if known is None:
            self._emit(
                target.time,
                Call(operator=_TABLE, arguments=(given.value, table, target.value, target.value)),
            )
            return True
        result, copy = self._image_result(target)
        self._emit(
            target.time, Call(operator=_TABLE, arguments=(known, table, result, result)), *copy
        )
        return True

    def convolution(self, call: Call, target: _Target) -> None:
        """A convolution of two dimensions, with one weight for all or per filter."""
        edit, named = self.edit, self._named(call)
        source = self._dequantized(named["input"], target.time)
        weight = self._weight(named["weight"], axis=0)
        groups = edit.number(named["groups"])
        if source is None or weight is None or weight[0].ndim != 4 or groups is None:
            return
        if edit.number(named["transposed"]) != 0 or not self._is_result(call, target):
            return
        lists = (named["stride"], named["padding"], named["dilation"])
        if any(edit.numbers(index) is None for index in lists):
            return
        self._convolve(source, weight, named["bias"], lists, int(groups), target)

    def product(self, call: Call, target: _Target) -> None:
        """A product of a matrix and weights, as a convolution of images of one pixel."""
        edit, named = self.edit, self._named(call)
        name, other = ("mat1", "mat2") if "mat1" in named else ("self", "mat2")
        bias = named.get("self") if "mat1" in named else None
        if "mat1" in named and (
            edit.number(named["beta"]) != 1 or edit.number(named["alpha"]) != 1
        ):
            return
        if call.operator == "aten::linear.out":
            name, other, bias = "input", "weight", named["bias"]
        source = self._dequantized(named[name], target.time)
        weight = self._weight(named[other], axis=0 if other == "weight" else 1)
        own = edit.tensor(target.value)
        if source is None or weight is None or own is None or not self._is_result(call, target):
            return
        filters, scales = weight
        if other == "mat2":
            filters = filters.transpose(1, 0) if filters.ndim == 2 else filters
        tensor = edit.tensor(source.value)
        assert tensor is not None
        if filters.ndim != 2 or len(tensor.sizes) != 2 or not _is_row_major(tensor):
            return
        if not _is_row_major(own) or tensor.sizes[1] != filters.shape[1]:
            return
        image = edit.add(replace(tensor, sizes=(*tensor.sizes, 1, 1), dim_order=CHANNELS_LAST))
        result = edit.add(replace(own, sizes=(*own.sizes, 1, 1), dim_order=CHANNELS_LAST))
        lists = (edit.add_ints((1, 1)), edit.add_ints((0, 0)), edit.add_ints((1, 1)))
        four = filters.reshape(*filters.shape, 1, 1)
        bias_index = edit.add_number(None) if bias is None else bias
        self._convolve(
            replace(source, value=image),
            (four, scales),
            bias_index,
            lists,
            1,
            replace(target, value=result),
        )

    def _is_result(self, call: Call, target: _Target) -> bool:
        """Whether `target` has the shape of the result of `call`."""
        own, result = self.edit.tensor(target.value), self.edit.tensor(call.arguments[-1])
        return own is not None and result is not None and own.sizes == result.sizes

    def _convolve(
        self,
        source: _Source,
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
        constant = self._bias(bias, units, count)
        if len(whole) != count or constant is None:
            return
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

    def _scratch(self, beside: int) -> int:
        """Memory that Kerf's kernels do not need: they have their own."""
        tensor = self.edit.tensor(beside)
        assert tensor is not None and tensor.place is not None
        memory = self.edit.buffers[tensor.place.buffer].memory
        return self.edit.add_planned(
            Tensor(dtype=DType.Byte, sizes=(0,), dim_order=(0,)), memory=memory
        )

    def _bias(self, index: int, units: Array, count: int) -> int | None:
        """A bias in `units` as a constant of ints, or None as a value."""
        if self.edit.is_none(index):
            return index
        tensor = self.edit.tensor(index)
        array = None if tensor is None else array_of(tensor)
        if array is None or array.dtype != np.float32 or array.shape != (count,):
            return None
        known = bias_of(array, units)
        return None if known is None else self.edit.add(constant_of(known, DType.Int))

    def _weight(self, index: int, *, axis: int) -> tuple[Array, Array] | None:
        """int8 weights without zero points and a scale for each filter; `axis` is that of filters.

        Of a permuted weight of two dimensions the scales are those of the axis before it.
        """
        edit, call = self.edit, self._producer(index)
        if call is None or not self._is_alike(index, call):
            return None
        if call.operator == "aten::permute_copy.out" or call.operator == "aten::t_copy.out":
            inner = self._weight(call.arguments[0], axis=1 - axis)
            dims = edit.numbers(call.arguments[1]) if "permute" in call.operator else (1, 0)
            if inner is None or inner[0].ndim != 2 or dims != (1, 0):
                return None
            return inner[0].transpose(1, 0), inner[1]
        named = self._named(call)
        given = edit.tensor(call.arguments[0])
        array = None if given is None else array_of(given)
        if array is None or array.dtype != np.int8 or array.ndim <= axis:
            return None
        count = array.shape[axis]
        if call.operator in _DEQUANTIZE:
            form = self._form(call)
            if form is None or form.zero_point != 0:
                return None
            return array, np.full(count, form.scale)
        if call.operator != _PER_CHANNEL or edit.number(named["axis"]) not in (
            axis,
            axis - array.ndim,
        ):
            return None
        scales, zeros = edit.tensor(named["scales"]), edit.tensor(named["zero_points"])
        known = None if scales is None else array_of(scales)
        if known is None or known.shape != (count,):
            return None
        if zeros is not None:
            offsets = array_of(zeros)
            if offsets is None or offsets.any():
                return None
        return array, known.astype(np.float64)

    def add(self, call: Call, target: _Target) -> None:
        """A sum of two tensors of one shape."""
        edit, named = self.edit, self._named(call)
        sources = [self._dequantized(named[name], target.time) for name in ("self", "other")]
        one, other = sources
        if one is None or other is None or edit.number(named["alpha"]) != 1:
            return
        tensors = [edit.tensor(each.value) for each in (one, other)]
        own = edit.tensor(target.value)
        if own is None or any(t is None or t.sizes != own.sizes for t in tensors):
            return
        if any(t is None or t.dim_order != own.dim_order for t in tensors):
            return
        twice = 2 * max(one.form.scale, other.form.scale)
        factors = [
            fixed_point(one.form.scale / twice),
            fixed_point(other.form.scale / twice),
            fixed_point(twice / (target.form.scale * 2**_ADD_SHIFT)),
        ]
        if any(each is None for each in factors):
            return
        values, result, copy = [one.value, other.value], target.value, list[Instruction]()
        if all(value in self.last for value in values):
            values = [self.last[value] for value in values]
            result, copy = self._image_result(target)
        scales = [[edit.add_number(n) for n in each or ()] for each in factors]
        number = edit.add_number
        arguments = (
            values[0],
            number(one.form.zero_point),
            *scales[0],
            values[1],
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

    def mean(self, call: Call, target: _Target) -> None:
        """A mean over all pixels of an image that keeps its dimensions, at the same scale."""
        edit, named = self.edit, self._named(call)
        source = self._dequantized(named["self"], target.time)
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


_OPERATORS: Mapping[str, Callable[[_Islands, Call, _Target], None]] = {
    "aten::convolution.out": _Islands.convolution,
    "aten::addmm.out": _Islands.product,
    "aten::mm.out": _Islands.product,
    "aten::linear.out": _Islands.product,
    "aten::add.out": _Islands.add,
    "aten::mean.out": _Islands.mean,
}

_Bounds = Callable[[Edit, Mapping[str, int]], tuple[float, float] | None]


def _hardtanh(edit: Edit, named: Mapping[str, int]) -> tuple[float, float] | None:
    low, high = edit.number(named["min_val"]), edit.number(named["max_val"])
    return None if low is None or high is None or low > high else (float(low), float(high))


def _clamp(edit: Edit, named: Mapping[str, int]) -> tuple[float, float] | None:
    low = -math.inf if edit.is_none(named["min"]) else edit.number(named["min"])
    high = math.inf if edit.is_none(named["max"]) else edit.number(named["max"])
    return None if low is None or high is None or low > high else (float(low), float(high))


_CLAMPS: Mapping[str, _Bounds] = {
    "aten::relu.out": lambda edit, named: (0.0, math.inf),
    "aten::hardtanh.out": _hardtanh,
    "aten::clamp.out": _clamp,
}


def _is_row_major(tensor: Tensor) -> bool:
    return tensor.dim_order == tuple(range(len(tensor.sizes)))
