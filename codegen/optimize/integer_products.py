"""Convolutions and products of quantized tensors as integer operators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, array_of, constant_of
from codegen.optimize.dequantized import Source, integers_of, is_row_major, weight_of
from codegen.optimize.graph import Call
from codegen.optimize.integer_rewriter import CHANNELS_LAST, Rewriter, Target
from codegen.optimize.quantization import bias_of, fixed_point, sums_fit

CONVOLUTION = "cortex_m::quantized_conv2d.out"
DEPTHWISE = "cortex_m::quantized_depthwise_conv2d.out"


def convolution(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A convolution of two dimensions, with one weight for all or per filter."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source = rewriter.source(named["input"], target.time)
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
    convolve(rewriter, source, weight, named["bias"], lists, int(groups), target)


def product(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A product of a matrix and weights, as a convolution of images of one pixel."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    form = PRODUCTS[call.operator]
    if any(edit.number(named[each]) != 1 for each in ("beta", "alpha") if each in named):
        return
    source = rewriter.source(named[form.input], target.time)
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
    convolve(
        rewriter,
        replace(source, value=image),
        (four, scales),
        bias,
        lists,
        1,
        replace(target, value=result),
    )


def convolve(
    rewriter: Rewriter,
    source: Source,
    weight: tuple[Array, Array],
    bias: int,
    lists: tuple[int, int, int],
    groups: int,
    target: Target,
) -> None:
    """`target` as a convolution of image `source`.

    `weight` are int8 filters and the scale of each, `lists` strides, padding and dilation. Nothing
    is emitted where a sum might not fit 32 bits, or a scale is not one that kernels take.
    """
    edit, (filters, scales) = rewriter.edit, weight
    tensor = edit.tensor(source.value)
    assert tensor is not None
    if not filters.size or not tensor.nbytes:
        return
    channels, count = tensor.sizes[1], filters.shape[0]
    depthwise = groups == channels and groups > 1 and filters.shape[1] == 1
    units = scales * source.form.scale
    factors = [fixed_point(float(unit / target.form.scale)) for unit in units]
    whole = [each for each in factors if each is not None]
    start = _bias(rewriter, bias, units, count)
    if len(whole) != count or start is None:
        return
    if not sums_fit(filters, start, source.form.zero_point, [shift for _, shift in whole]):
        return
    constant = bias if edit.is_none(bias) else edit.add(constant_of(start, DType.Int))
    order = (1, 2, 3, 0) if depthwise else (0, 2, 3, 1)
    packed = np.ascontiguousarray(filters.transpose(order))
    image = rewriter.channels_last(source.value, target.time)
    result, copy = rewriter.image_result(target)
    number = edit.add_number
    arguments = (
        image,
        edit.add(constant_of(packed, DType.Char)),
        constant,
        *lists,
        *((number(count // channels),) if depthwise else ()),
        number(-source.form.zero_point),
        number(target.form.zero_point),
        rewriter.ints([multiplier for multiplier, _ in whole]),
        rewriter.ints([shift for _, shift in whole]),
        number(target.least),
        number(target.most),
        rewriter.scratch(target.value),
        result,
        result,
    )
    rewriter.note_bounds(target, len(arguments) - 5)
    operator = DEPTHWISE if depthwise else CONVOLUTION
    rewriter.emit(target.time, Call(operator=operator, arguments=arguments), *copy)


def _bias(rewriter: Rewriter, index: int, units: Array, count: int) -> Array | None:
    """A bias in `units` as ints, zeros where it is absent; None where it is not known.

    Integers of these very units stay as they are.
    """
    edit = rewriter.edit
    if edit.is_none(index):
        return np.zeros(count, dtype=np.int32)
    tensor = edit.tensor(index)
    if tensor is None or tensor.sizes != (count,):
        return None
    whole, array = integers_of(edit, index, axis=0), array_of(tensor)
    if whole is not None:
        numbers, scales = whole
        if numbers.dtype == np.int32 and np.allclose(scales, units, rtol=_SAME_UNITS, atol=0):
            return numbers
        array = (numbers * scales).astype(np.float32)
    if array is None or array.dtype != np.float32:
        return None
    return bias_of(array, units)


_SAME_UNITS = 1e-6
"""How far products of two scales may be apart that Float rounded, as a share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Product:
    """The parameters of a product; `axis` of the weight is that of the outputs."""

    input: str
    weight: str
    bias: str | None
    axis: int


PRODUCTS: Mapping[str, _Product] = {
    "aten::addmm.out": _Product(input="mat1", weight="mat2", bias="self", axis=1),
    "aten::mm.out": _Product(input="self", weight="mat2", bias=None, axis=1),
    "aten::linear.out": _Product(input="input", weight="weight", bias="bias", axis=0),
}
