"""What a program computes between a dequantize and a quantize: sources, clamps, weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array
from codegen.optimize.copies import permutation_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Tensor
from codegen.optimize.quantization import RANGES, Quantization
from codegen.optimize.roles import VIEW
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE

PER_CHANNEL = "quantized_decomposed::dequantize_per_channel.out"
_CONVERSIONS = ("aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out")
"""What makes Float of integers, whose scales are 1 then."""
_SCALES = (2.0**-126, 2.0**127)
"""Scales that are normal numbers as Float, in which kernels compute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A quantized tensor that was dequantized at `time`."""

    value: int
    form: Quantization
    time: int


def is_int8(tensor: Tensor | None) -> bool:
    """Whether it is a tensor of int8 whose shape is known, or bounded."""
    return is_quantized(tensor) and tensor is not None and tensor.dtype is DType.Char


def is_quantized(tensor: Tensor | None) -> bool:
    """Whether it is a tensor of int8 or int16 whose shape is known, or bounded."""
    return tensor is not None and tensor.dtype in RANGES and tensor.bounded


def is_row_major(tensor: Tensor) -> bool:
    """Whether its dims are in memory as they are counted."""
    return tensor.dim_order == tuple(range(len(tensor.sizes)))


def form_of(edit: Edit, call: Call) -> Quantization | None:
    """The scale and zero point of a quantize or dequantize, and the bounds of a quantize.

    None where a number is none that integer operators take: int16 has no zero points.
    """
    named = edit.named(call)
    tensor = edit.tensor(call.arguments[-1 if call.operator in QUANTIZE else 0])
    dtype = DType.Short if tensor is not None and tensor.dtype is DType.Short else DType.Char
    least, most = RANGES[dtype]
    scale, zero = edit.number(named["scale"]), edit.number(named["zero_point"])
    low, high = edit.number(named["quant_min"]), edit.number(named["quant_max"])
    if scale is None or zero is None or low is None or high is None:
        return None
    if not _SCALES[0] <= scale <= _SCALES[1] or not least <= zero <= most:
        return None
    if dtype is DType.Short and zero != 0:
        return None
    if call.operator not in QUANTIZE:  # it does not clamp
        low, high = least, most
    if not least <= low <= high <= most:
        return None
    return Quantization(
        scale=float(scale), zero_point=int(zero), low=int(low), high=int(high), dtype=dtype
    )


def range_of(edit: Edit, index: int) -> tuple[int, int]:
    """Bounds of the numbers of a quantized tensor: those of the quantize that makes it."""
    call = producer_of(edit, index)
    form = None if call is None or call.operator not in QUANTIZE else form_of(edit, call)
    if form is not None:
        return form.low, form.high
    tensor = edit.tensor(index)
    return RANGES[DType.Char if tensor is None else tensor.dtype]


def producer_of(edit: Edit, index: int) -> Call | None:
    """The only call that writes to the buffer of a planned tensor, before any reads it.

    A tensor of dynamic shape has its sizes from the call that names it, which may be a view.
    """
    storage, tensor = edit.usage.storage(index), edit.tensor(index)
    if storage is None or tensor is None or tensor.place is None or not tensor.bounded:
        return None
    written = edit.usage.storage_writes[storage]
    if not tensor.static:
        own, views = edit.usage.writes[index], [time for time in written if is_view(edit, time)]
        written = own if len(written) - len(views) == 1 else []
    read = edit.usage.storage_reads[storage] if tensor.static else edit.usage.reads[index]
    if edit.buffers[tensor.place.buffer].state or len(written) != 1 or written[0] < 0:
        return None
    if min(read, default=edit.end) <= written[0]:
        return None
    call = edit.instructions[written[0]]
    return call if isinstance(call, Call) else None


def is_view(edit: Edit, time: int) -> bool:
    """Whether the instruction at `time` gives a tensor the memory of another under a new shape."""
    call = None if time < 0 else edit.instructions[time]
    return isinstance(call, Call) and call.operator == VIEW


def maker_of(edit: Edit, index: int) -> Call | None:
    """The producer of a tensor that is its result, and not a view of that."""
    call, tensor = producer_of(edit, index), edit.tensor(index)
    made = None if call is None else edit.tensor(call.arguments[-1])
    if tensor is None or made is None or tensor.place != made.place:
        return None
    return call if is_alike(tensor, made) else None


def is_alike(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same dtype, sizes and dim order."""
    return (one.dtype, one.sizes, one.dim_order) == (other.dtype, other.sizes, other.dim_order)


def time_of(edit: Edit, index: int) -> int:
    """When a tensor that has a producer is made."""
    storage, tensor = edit.usage.storage(index), edit.known_tensor(index)
    assert storage is not None
    return (edit.usage.storage_writes[storage] if tensor.static else edit.usage.writes[index])[0]


def is_read_once(edit: Edit, index: int, time: int) -> bool:
    """Whether the memory of a value is read at `time` and at no other."""
    storage = edit.usage.storage(index)
    return storage is not None and set(edit.usage.storage_reads[storage]) == {time}


def sole_maker(edit: Edit, index: int, time: int) -> tuple[int, Call] | None:
    """When a tensor of its own is made that is read at `time` alone, and the call that does."""
    if not edit.usage.is_own(index) or not is_read_once(edit, index, time):
        return None
    (made,) = edit.usage.writes[index]
    call = edit.instructions[made]
    return (made, call) if isinstance(call, Call) and call.arguments[-1] == index else None


def unclamped(edit: Edit, index: int) -> tuple[int, tuple[float, float]]:
    """What tensor `index` is a clamp of, itself where it is none, and the bounds of that."""
    without = index, (-math.inf, math.inf)
    call, tensor = maker_of(edit, index), edit.tensor(index)
    if call is None or call.operator not in CLAMPS:
        return without
    given = edit.tensor(call.arguments[0])
    bounds = CLAMPS[call.operator](edit, edit.named(call))
    if bounds is None or given is None or tensor is None or not is_alike(given, tensor):
        return without
    return call.arguments[0], bounds


def dequantized(edit: Edit, index: int, time: int) -> Source | None:
    """The quantized tensor, unchanged at `time`, that a tensor was dequantized from."""
    call = producer_of(edit, index)
    if call is None or call.operator not in DEQUANTIZE:
        return None
    value, form = call.arguments[0], form_of(edit, call)
    tensor, made, viewed = edit.tensor(value), edit.tensor(call.arguments[-1]), edit.tensor(index)
    if tensor is None or made is None or viewed is None or form is None:
        return None
    since = time_of(edit, index)
    if not is_quantized(tensor) or not is_unchanged(edit, value, since, time):
        return None
    if (tensor.sizes, tensor.dim_order) != (made.sizes, made.dim_order):
        return None
    if made.dtype is not DType.Float or viewed.dtype is not made.dtype:
        return None
    if viewed.place != made.place:
        return None
    if not is_alike(viewed, made):
        if not (is_row_major(tensor) and is_row_major(viewed)) or viewed.nbytes != made.nbytes:
            return None
        value = edit.add(replace(tensor, sizes=viewed.sizes, dim_order=viewed.dim_order))
    return Source(value=value, form=form, time=since)


def is_unchanged(edit: Edit, index: int, since: int, time: int) -> bool:
    """Whether nothing changes tensor `index` between `since` and `time`."""
    tensor, storage = edit.tensor(index), edit.usage.storage(index)
    if tensor is None or tensor.place is None or storage is None:
        return tensor is not None and tensor.constant and tensor.data is not None
    if edit.buffers[tensor.place.buffer].state:
        return False
    return not edit.usage.is_written(storage, since, time)


def weight_of(edit: Edit, index: int, *, axis: int) -> tuple[Array, Array] | None:
    """int8 weights without zero points and a scale for each filter; `axis` is that of filters.

    Of a permuted weight of two dimensions the scales are those of the axis before it.
    """
    call = maker_of(edit, index)
    if call is None:
        return None
    if (dims := permutation_of(edit, call, 2)) is not None:
        inner = weight_of(edit, call.arguments[0], axis=1 - axis)
        if inner is None or inner[0].ndim != 2 or dims != [1, 0]:
            return None
        return inner[0].transpose(1, 0), inner[1]
    found = integers_of(edit, index, axis=axis)
    return None if found is None or found[0].dtype != np.int8 else found


def integers_of(edit: Edit, index: int, *, axis: int) -> tuple[Array, Array] | None:
    """The integers that a constant is dequantized from, without zero points, and their scales.

    There is a scale for each index of `axis`.
    """
    call = maker_of(edit, index)
    if call is None or call.operator not in (*DEQUANTIZE, *_CONVERSIONS, PER_CHANNEL):
        return None
    named = edit.named(call)
    array, made = edit.array(call.arguments[0]), edit.tensor(index)
    if array is None or array.ndim <= axis:
        return None
    if made is None or made.dtype is not DType.Float or made.sizes != array.shape:
        return None
    count = array.shape[axis]
    if call.operator in _CONVERSIONS:
        return (array, np.ones(count)) if array.dtype == np.int8 else None
    if call.operator in DEQUANTIZE:
        form = form_of(edit, call)
        return None if form is None or form.zero_point != 0 else (array, np.full(count, form.scale))
    if edit.number(named["axis"]) not in (axis, axis - array.ndim):
        return None
    scales, zeros = edit.array(named["scales"]), edit.array(named["zero_points"])
    if scales is None or scales.shape != (count,):
        return None
    if edit.tensor(named["zero_points"]) is not None and (zeros is None or zeros.any()):
        return None
    return array, scales.astype(np.float64)


_Bounds = Callable[[Edit, Mapping[str, int]], tuple[float, float] | None]


def _hardtanh(edit: Edit, named: Mapping[str, int]) -> tuple[float, float] | None:
    return _ordered(edit.number(named["min_val"]), edit.number(named["max_val"]))


def _clamp(edit: Edit, named: Mapping[str, int]) -> tuple[float, float] | None:
    low = -math.inf if edit.is_none(named["min"]) else edit.number(named["min"])
    high = math.inf if edit.is_none(named["max"]) else edit.number(named["max"])
    return _ordered(low, high)


def _ordered(low: float | None, high: float | None) -> tuple[float, float] | None:
    """Bounds, unless one is unknown or no number, or they leave nothing."""
    return None if low is None or high is None or not low <= high else (float(low), float(high))


CLAMPS: Mapping[str, _Bounds] = {
    "aten::relu.out": lambda edit, named: (0.0, math.inf),
    "aten::hardtanh.out": _hardtanh,
    "aten::clamp.out": _clamp,
}
"""For each clamping operator its bounds, where they are known."""
