"""Products and convolutions in Float that read int8 weights as they are, never dequantized.

Inputs are float, or were quantized with a scale that the program computes (of the whole tensor, or
of each row): then sums are integers. Weights whose numbers all fit four bits take half a byte each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.library import Move
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.dequantized import (
    dequantized,
    is_int8,
    is_row_major,
    is_unchanged,
    producer_of,
    time_of,
    weight_of,
)
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor, writing
from codegen.optimize.integer_products import CONVOLUTION as INTEGER_CONVOLUTION
from codegen.optimize.integer_products import DEPTHWISE, PRODUCTS, options_of
from codegen.quantized_ports import DEQUANTIZE

LINEAR = "kerf::integer_linear.out"
CONVOLUTION = "kerf::integer_convolution.out"
_MIXED = "quantized_decomposed::mixed_linear.out"
_BY_TENSOR = "quantized_decomposed::dequantize_per_tensor.Tensor_out"
_BY_ROW = "quantized_decomposed::dequantize_per_token.out"
_MOST_TERMS = 2**31 // (255 * 128)
"""Terms of a sum that fits 32 bits whatever they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Input:
    """The rows of a product: a tensor, and values that hold its scales and zero points."""

    value: int
    scale: int
    zero_point: int


@edits
def keep_integer_weights(edit: Edit) -> None:
    """Lets products and convolutions in Float read int8 weights."""
    for time, call in edit.calls(*_REWRITES):
        changed = _REWRITES[call.operator](edit, call, time)
        if changed is not None and changed.operator in edit.operators and edit.is_taken(changed):
            edit.put(time, replace(changed, result_of=call.result_of, node=call.node))


def _of_quantized(edit: Edit, call: Call, time: int) -> Call | None:
    """A product or convolution of a Float input that was dequantized."""
    value, scale = call.arguments[:2]
    source = _input(edit, value, time) if edit.is_none(scale) else None
    if source is None or edit.is_none(source.scale):
        return None
    given, own = edit.tensor(source.value), edit.known_tensor(value)
    sizes = own.sizes[-1:] if call.operator == LINEAR else _weight_sizes(edit, call)
    if given is None or given.sizes != own.sizes or prod(sizes) > _MOST_TERMS:
        return None
    arguments = (source.value, source.scale, source.zero_point, *call.arguments[3:-2])
    return writing(call.operator, call.arguments[-1], *arguments)


def _weight_sizes(edit: Edit, call: Call) -> tuple[int, ...]:
    """The sizes of a filter of a convolution."""
    return edit.known_tensor(edit.named(call)["weight"]).sizes[1:]


def _product(edit: Edit, call: Call, time: int) -> Call | None:
    """A product with dequantized weights."""
    named, form = edit.named(call), PRODUCTS[call.operator]
    if not edit.is_plain(named):
        return None
    found = weight_of(edit, named[form.weight], axis=form.axis)
    bias = edit.add_number(None) if form.bias is None else named[form.bias]
    if found is None or found[0].ndim != 2:
        return None
    numbers, scales = np.moveaxis(found[0], form.axis, 0), found[1].astype(np.float32)
    return _linear(edit, call, time, named[form.input], (numbers, scales), bias)


def _mixed(edit: Edit, call: Call, time: int) -> Call | None:
    """A product of rows that were quantized with weights of ExecuTorch's form of it."""
    named = edit.named(call)
    numbers, scales = edit.array(named["weight"]), edit.array(named["weight_scales"])
    if numbers is None or scales is None or scales.dtype != np.float32:
        return None
    if not edit.is_none(named["weight_zero_points"]):
        return None
    none = edit.add_number(None)
    return _linear(edit, call, time, named["input"], (numbers, scales), none)


def _linear(
    edit: Edit, call: Call, time: int, given: int, weight: tuple[Array, Array], bias: int
) -> Call | None:
    """The product of the rows of tensor `given` and int8 weights, those of an output in a row."""
    numbers, scales = weight
    source, out = _input(edit, given, time), call.arguments[-1]
    own = edit.tensor(out)
    if source is None or own is None or not _are_bias(edit, bias, len(numbers)):
        return None
    tensor = edit.known_tensor(source.value)
    if not all(map(_is_plain, (tensor, own))) or not tensor.sizes:
        return None
    if tensor.sizes[-1] != numbers.shape[1] or numbers.shape[1] > _MOST_TERMS:
        return None
    if own.sizes != (*tensor.sizes[:-1], len(numbers)) or not numbers.size:
        return None
    arguments = (
        *(source.value, source.scale, source.zero_point),
        edit.add(stored_weights(numbers)),
        edit.add(constant_of(np.ascontiguousarray(scales), DType.Float)),
        *(bias, *_unbounded(edit)),
    )
    return writing(LINEAR, out, *arguments)


def _convolution(edit: Edit, call: Call, time: int) -> Call | None:
    """A convolution of an image, which may have been quantized, with dequantized weights."""
    named = edit.named(call)
    found, options = weight_of(edit, named["weight"], axis=0), options_of(edit, call)
    source, own = _input(edit, named["input"], time), edit.tensor(named["out"])
    if found is None or options is None or options.output_padding is not None:
        return None
    if source is None or own is None:
        return None
    numbers, scales = found
    image = edit.known_tensor(source.value)
    rank = numbers.ndim
    if not all(map(_is_plain, (image, own))) or rank not in (3, 4) or not numbers.size:
        return None
    if len(image.sizes) != rank or len(own.sizes) != rank:
        return None
    if prod(numbers.shape[1:]) > _MOST_TERMS or not _are_bias(edit, named["bias"], len(numbers)):
        return None
    if rank == 3:
        numbers = numbers.reshape(*numbers.shape[:2], 1, numbers.shape[2])
    lists = (options.stride, options.padding, options.dilation)
    arguments = (
        *(source.value, source.scale, source.zero_point),
        edit.add(constant_of(np.ascontiguousarray(numbers), DType.Char)),
        edit.add(constant_of(scales.astype(np.float32), DType.Float)),
        named["bias"],
        *map(edit.add_ints, lists),
        edit.add_number(options.groups),
        *_unbounded(edit),
    )
    return writing(CONVOLUTION, named["out"], *arguments)


def _unbounded(edit: Edit) -> tuple[int, int]:
    """Bounds that are left out: clamp_results() sets them."""
    return edit.add_number(None), edit.add_number(None)


def _is_plain(tensor: Tensor) -> bool:
    return tensor.bounded and is_row_major(tensor) and tensor.nbytes > 0


def _are_bias(edit: Edit, index: int, count: int) -> bool:
    tensor = edit.tensor(index)
    if tensor is None:
        return edit.is_none(index)
    return tensor.static and tensor.dtype is DType.Float and tensor.sizes == (count,)


def stored_weights(numbers: Array) -> Tensor:
    """Weights as int8, or two in a byte where all fit four bits."""
    if numbers.shape[1] < 2 or not _fit_four_bits(numbers):
        return constant_of(np.ascontiguousarray(numbers), DType.Char)
    return _pairs(numbers)


def _fit_four_bits(numbers: Array) -> bool:
    return numbers.dtype == np.int8 and bool(numbers.min() >= -8 and numbers.max() <= 7)


def _pairs(numbers: Array) -> Tensor:
    """Rows of weights with two in a byte, the first in the lower bits; each row begins a byte."""
    even = np.pad(numbers, ((0, 0), (0, numbers.shape[1] % 2))).view(np.uint8) & 15
    return constant_of(even[:, ::2] | even[:, 1::2] << 4, DType.Byte)


def _input(edit: Edit, index: int, time: int) -> _Input | None:
    """Float tensor `index` as it is, or the int8 one that it was dequantized from."""
    tensor = edit.tensor(index)
    if tensor is None or tensor.dtype is not DType.Float or not tensor.bounded:
        return None
    none = edit.add_number(None)
    return _quantized(edit, index, time) or _Input(value=index, scale=none, zero_point=none)


def _quantized(edit: Edit, index: int, time: int) -> _Input | None:
    """The int8 tensor that `index` was dequantized from, unchanged at `time`, in its shape."""
    call = producer_of(edit, index)
    if call is not None and call.operator in DEQUANTIZE:
        source = dequantized(edit, index, time)
        if source is None or source.form.dtype is not DType.Char:
            return None
        one = np.array([source.form.scale], dtype=np.float64)
        zero = np.array([source.form.zero_point], dtype=np.int64)
        return _Input(
            value=source.value,
            scale=edit.add(constant_of(one, DType.Double)),
            zero_point=edit.add(constant_of(zero, DType.Long)),
        )
    since, whole = index, edit.known_tensor(index)
    while call is not None and edit.operators[call.operator].moves is Move.VIEW:
        if not whole.static or not _is_all_of(edit, since, call):
            return None
        since = call.arguments[0]
        call = producer_of(edit, since)
    if call is None or call.operator not in (_BY_TENSOR, _BY_ROW):
        return None
    value, scale, zero_point = call.arguments[:3]
    given, made = edit.tensor(value), edit.known_tensor(call.arguments[-1])
    if given is None or not is_int8(given) or given.sizes != made.sizes:
        return None
    if not _is_all_of(edit, since, call) or not is_row_major(given) or not is_row_major(whole):
        return None
    if (
        call.operator == _BY_ROW
        and whole.sizes[-1:] != made.sizes[-1:]
        and not _is_one(edit, scale)
    ):
        return None
    made_at = time_of(edit, since)
    if not all(is_unchanged(edit, each, made_at, time) for each in (value, scale, zero_point)):
        return None
    if given.static:
        value = edit.add(replace(given, sizes=whole.sizes, dim_order=whole.dim_order))
    return _Input(value=value, scale=scale, zero_point=zero_point)


def _is_all_of(edit: Edit, index: int, call: Call) -> bool:
    """Whether tensor `index` is the whole result of `call`, in any row-major shape."""
    viewed, made = edit.known_tensor(index), edit.known_tensor(call.arguments[-1])
    same = (viewed.place, viewed.nbytes, viewed.dtype) == (made.place, made.nbytes, made.dtype)
    return same and is_row_major(viewed) and is_row_major(made)


def _is_one(edit: Edit, index: int) -> bool:
    """Whether a tensor always has one element."""
    tensor = edit.tensor(index)
    return tensor is not None and tensor.static and prod(tensor.sizes) == 1


def _packed(edit: Edit, call: Call, time: int) -> Call | None:
    """A convolution of a quantized image whose weights are two in a byte.

    Those of filters that are all alike stay: they are sums.
    """
    named = edit.named(call)
    tensor, numbers = edit.tensor(named["weight"]), edit.array(named["weight"])
    if tensor is None or numbers is None or numbers.ndim != 4 or not is_row_major(tensor):
        return None
    if (
        numbers.size < _FEW_WEIGHTS
        or not _fit_four_bits(numbers)
        or (numbers == numbers.flat[0]).all()
    ):
        return None
    depthwise = call.operator == DEPTHWISE
    rows = numbers.reshape(-1, numbers.shape[3]) if depthwise else numbers.reshape(len(numbers), -1)
    parameters = edit.operators[call.operator].schema.parameters
    kept = [
        named[each.name]
        for each in parameters
        if not each.output and not each.name.endswith("scratch")
    ]
    position = kept.index(named["weight"])
    kept[position : position + 1] = [edit.add(_pairs(rows)), edit.add_ints(numbers.shape[1:])]
    return writing(_FOUR_BITS[call.operator], call.arguments[-1], *kept)


_FEW_WEIGHTS = 64
"""Fewer take less than the code for them."""
_FOUR_BITS = {
    INTEGER_CONVOLUTION: "kerf::int4_conv2d.out",
    DEPTHWISE: "kerf::int4_depthwise_conv2d.out",
}

_REWRITES: Mapping[str, Callable[[Edit, Call, int], Call | None]] = {
    "aten::convolution.out": _convolution,
    **dict.fromkeys(_FOUR_BITS, _packed),
    _MIXED: _mixed,
    **dict.fromkeys((LINEAR, CONVOLUTION), _of_quantized),
    **dict.fromkeys(PRODUCTS, _product),
}
