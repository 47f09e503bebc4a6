"""Convolutions and products of quantized tensors as integer operators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, array_of, constant_of
from codegen.optimize.dequantized import Source, integers_of, is_row_major, weight_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, writing
from codegen.optimize.integer_rewriter import CHANNELS_LAST, PERMUTE, Rewriter, Target
from codegen.optimize.quantization import (
    RANGES,
    Quantization,
    bias_of,
    exact_scales,
    fixed_point,
    largest_sums,
    sums_fit,
)

CONVOLUTION = "cortex_m::quantized_conv2d.out"
DEPTHWISE = "cortex_m::quantized_depthwise_conv2d.out"
BATCHED = "cortex_m::quantized_batch_matmul.out"
TRANSPOSED = "cortex_m::quantized_transpose_conv2d.out"
INT16_CONVOLUTION = "kerf::int16_conv2d.out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How filters go over an image: rows and columns of each."""

    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    dilation: tuple[int, int] = (1, 1)
    groups: int = 1
    output_padding: tuple[int, int] | None = None
    """Rows and columns added to a transposed convolution's output; None: it is not transposed."""


def convolution(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A convolution of one or two dimensions, with one scale of weights for all or per filter."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source = rewriter.source(named["input"], target.time)
    transposed = edit.number(named["transposed"])
    weight = weight_of(edit, named["weight"], axis=1 if transposed else 0)
    options, own = options_of(edit, call), edit.known_tensor(target.value)
    if source is None or weight is None or options is None:
        return
    image, (filters, scales) = edit.known_tensor(source.value), weight
    rank = len(image.sizes)
    if rank not in (3, 4) or len(own.sizes) != rank or filters.ndim != rank:
        return
    if rank == 3:
        if not (is_row_major(image) and is_row_major(own)):
            return
        source, target = as_lines(rewriter, source, target, filters.shape[1 if transposed else 0])
        filters = filters.reshape(*filters.shape[:2], 1, filters.shape[2])
    if options.output_padding is not None:
        if options.groups != 1:
            return
        filters = filters.transpose(1, 0, 2, 3)
    convolve(rewriter, source, (filters, scales), named["bias"], options, target)


_IMAGE = (0, 1, 2, 3)


def as_lines(
    rewriter: Rewriter, source: Source, target: Target, filters: int
) -> tuple[Source, Target]:
    """`source` and `target` of three dimensions as images of one row, the latter of `filters`."""
    edit = rewriter.edit
    image, own = (edit.known_tensor(each.value) for each in (source, target))
    line, lines = ((*each.sizes[:2], 1, each.sizes[2]) for each in (image, own))
    if image.static and own.static:
        given = edit.add(replace(image, sizes=line, dim_order=_IMAGE))
        result = edit.add(replace(own, sizes=lines, dim_order=_IMAGE))
        return replace(source, value=given), replace(target, value=result)
    number, length = edit.add_number, rewriter.size(source.value, 2)
    shape = rewriter.shape(number(-1), number(image.sizes[1]), number(1), length)
    given = rewriter.view(source.value, line, shape)
    sizes = number(-1), number(filters)
    return replace(source, value=given), rewriter.seen_as(target, lines, sizes, last=3)


def options_of(edit: Edit, call: Call) -> Options | None:
    """The options of a convolution, if they are known."""
    named = edit.named(call)
    groups, transposed = (edit.number(named[each]) for each in ("groups", "transposed"))
    lists = [
        edit.numbers(named[each]) for each in ("stride", "padding", "dilation", "output_padding")
    ]
    weight = edit.tensor(named["weight"])
    if groups is None or transposed is None or weight is None:
        return None
    dims = len(weight.sizes) - 2
    neutral = ((1, 1), (0, 0), (1, 1), (0, 0))
    pairs = [_pair(*each, dims) for each in zip(lists, neutral, strict=True)]
    stride, padding, dilation, output_padding = pairs
    if stride is None or padding is None or dilation is None:
        return None
    if transposed and output_padding is None:
        return None
    return Options(
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=int(groups),
        output_padding=output_padding if transposed else None,
    )


def _pair(
    numbers: tuple[int, ...] | None, neutral: tuple[int, int], dims: int
) -> tuple[int, int] | None:
    """Numbers of rows and columns: one for both; of one dimension, those of columns."""
    if not numbers or len(numbers) > 2:
        return None
    return (neutral[0] if dims == 1 else numbers[0]), numbers[-1]


def product(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A product of a matrix and weights, as a convolution of images of one pixel."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    form = PRODUCTS[call.operator]
    if not edit.is_plain(named):
        return
    source = rewriter.source(named[form.input], target.time)
    weight = weight_of(edit, named[form.weight], axis=form.axis)
    own = edit.known_tensor(target.value)
    if source is None or weight is None:
        return
    filters, scales = weight
    tensor = edit.known_tensor(source.value)
    if filters.ndim != 2 or not tensor.sizes or not is_row_major(tensor):
        return
    filters = np.moveaxis(filters, form.axis, 0)
    if not is_row_major(own) or tensor.sizes[-1] != filters.shape[1]:
        return
    if own.sizes != (*tensor.sizes[:-1], filters.shape[0]):
        return
    source, target = as_pixels(rewriter, source, target)
    four = filters.reshape(*filters.shape, 1, 1)
    bias = edit.add_number(None) if form.bias is None else named[form.bias]
    convolve(rewriter, source, (four, scales), bias, Options(), target)


def as_pixels(rewriter: Rewriter, source: Source, target: Target) -> tuple[Source, Target]:
    """Rows of `source` and `target` as images of one pixel."""
    edit = rewriter.edit
    tensor, own = (edit.known_tensor(each.value) for each in (source, target))
    pixels = prod(tensor.sizes[:-1])
    terms, results = ((pixels, each.sizes[-1], 1, 1) for each in (tensor, own))
    if tensor.static and own.static:
        image, result = (
            edit.add(replace(each, sizes=sizes, dim_order=CHANNELS_LAST))
            for each, sizes in ((tensor, terms), (own, results))
        )
        return replace(source, value=image), replace(target, value=result)
    number = edit.add_number
    rows = [rewriter.size(source.value, dim) for dim in range(1, len(own.sizes) - 1)]
    shape = rewriter.shape(*map(number, (-1, terms[1], 1, 1)))
    image = rewriter.view(source.value, terms, shape)
    made = (number(-1), *rows, number(own.sizes[-1]))
    return replace(source, value=image), rewriter.seen_as(target, results, made)


def batched_product(rewriter: Rewriter, call: Call, target: Target) -> None:
    """Products of matrices none of which is constant; bounds are those of a table after them."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    one = rewriter.source(named["self"], target.time)
    other = rewriter.source(named["mat2"], target.time)
    if one is None or other is None:
        return
    given, weight, own = (edit.known_tensor(each.value) for each in (one, other, target))
    if weight.constant:
        return
    if not all(len(each.sizes) == 3 and is_row_major(each) for each in (given, weight, own)):
        return
    (batches, rows, terms), columns = given.sizes, weight.sizes[2]
    if weight.sizes[:2] != (batches, terms) or own.sizes != (batches, rows, columns):
        return
    scale = fixed_point(one.form.scale * other.form.scale / target.form.scale)
    if scale is None or terms * _MOST_PRODUCT >= 2**31 >> max(scale[1], 0):
        return
    turned = rewriter.new_like(replace(weight, sizes=(batches, columns, terms)), weight.dtype)
    turn = (other.value, edit.add_ints((0, 2, 1)))
    whole = Quantization(scale=target.form.scale, zero_point=target.form.zero_point)
    result, table = rewriter.tabled(whole, target.value, target)
    number = edit.add_number
    arguments = (
        one.value,
        number(-one.form.zero_point),
        turned,
        number(-other.form.zero_point),
        number(target.form.zero_point),
        *map(number, scale),
        rewriter.scratch(target.value),
    )
    product = writing(BATCHED, result, *arguments)
    rewriter.emit(target.time, writing(PERMUTE, turned, *turn), product, *table)


_MOST_PRODUCT = 255 * 255
"""The largest product of two numbers without their zero points."""


def convolve(
    rewriter: Rewriter,
    source: Source,
    weight: tuple[Array, Array],
    bias: int,
    options: Options,
    target: Target,
) -> None:
    """`target` as a convolution of image `source`.

    `weight` are int8 filters and the scale of each. Nothing is emitted where a sum might not fit
    32 bits, or a scale is not one that kernels take.
    """
    edit, (filters, scales) = rewriter.edit, weight
    tensor = edit.known_tensor(source.value)
    if not filters.size or not tensor.nbytes:
        return
    channels, count = tensor.sizes[1], filters.shape[0]
    depthwise = options.groups == channels > 1 and filters.shape[1] == 1
    start = _bias(rewriter, bias, scales * source.form.scale, count)
    if start is not None and target.form.dtype is DType.Short:
        _convolve_int16(rewriter, source, weight, (bias, start), options, target)
        return
    whole = None if start is None else factors_of((filters, scales), start, source, target)
    if start is None or whole is None:
        return
    constant = bias if edit.is_none(bias) else edit.add(constant_of(start, DType.Int))
    order = (1, 2, 3, 0) if depthwise else (0, 2, 3, 1)
    packed = np.ascontiguousarray(filters.transpose(order))
    image = rewriter.channels_last(source.value, target.time)
    result, copy = rewriter.image_result(target)
    number, ints = edit.add_number, edit.add_ints
    operator = DEPTHWISE if depthwise else CONVOLUTION
    special = [number(count // channels)] if depthwise else []
    lists = [ints(options.stride), ints(options.padding), ints(options.dilation)]
    scratch = [rewriter.scratch(target.value)]
    if options.output_padding is not None:
        operator = TRANSPOSED
        lists.insert(2, ints(options.output_padding))
        scratch.append(rewriter.scratch(target.value))
    arguments = (
        image,
        edit.add(constant_of(packed, DType.Char)),
        constant,
        *lists,
        *special,
        number(-source.form.zero_point),
        number(target.form.zero_point),
        rewriter.ints([multiplier for multiplier, _ in whole]),
        rewriter.ints([shift for _, shift in whole]),
        number(target.least),
        number(target.most),
        *scratch,
    )
    rewriter.note_bounds(target, len(arguments) - 2 - len(scratch))
    rewriter.emit(target.time, writing(operator, result, *arguments), *copy)


def _convolve_int16(
    rewriter: Rewriter,
    source: Source,
    weight: tuple[Array, Array],
    bias: tuple[int, Array],
    options: Options,
    target: Target,
) -> None:
    """As convolve() for int16, whose sums have 64 bits: `bias` is the value and its numbers."""
    edit, (filters, _) = rewriter.edit, weight
    found = int16_factors_of(weight, bias[1], source, target)
    if found is None or options.output_padding is not None:
        return
    multipliers, shift = found
    image = rewriter.channels_last(source.value, target.time)
    alone = options.groups == len(filters) > 1 and filters.shape[1] == 1
    alone = alone and filters[0].size <= _MOST_OF_CHANNEL
    packed = filters[:, 0].transpose(1, 2, 0) if alone else filters.transpose(0, 2, 3, 1)
    result, copy = rewriter.image_result(target)
    arguments = (
        image,
        edit.add(constant_of(np.ascontiguousarray(packed), DType.Char)),
        bias[0] if edit.is_none(bias[0]) else edit.add(constant_of(bias[1], DType.Int)),
        *map(edit.add_ints, (options.stride, options.padding, options.dilation)),
        rewriter.ints(multipliers),
        *map(edit.add_number, (shift, target.least, target.most)),
    )
    rewriter.note_bounds(target, len(arguments) - 2)
    rewriter.emit(target.time, writing(INT16_CONVOLUTION, result, *arguments), *copy)


def int16_factors_of(
    weight: tuple[Array, Array], start: Array, source: Source, target: Target
) -> tuple[list[int], int] | None:
    """As factors_of() for int16: multipliers, and the shift that all filters have.

    None also where a sum is so large that its factor has too few bits.
    """
    filters, scales = weight
    if filters[0].size > _MOST_SUMMED:
        return None
    found = exact_scales((scales * source.form.scale / target.form.scale).tolist(), _LEAST_SHIFT)
    if found is None:
        return None
    most = largest_sums(filters, start, -RANGES[DType.Short][0]).max()
    return found if most <= 2.0 ** (found[1] - 2) else None


_MOST_SUMMED = 2**23
_MOST_OF_CHANNEL = 256
_LEAST_SHIFT = 17
"""Bounds of weights of a filter, of one that sees one channel, and of a shift.
Source: kerf::int16_conv2d.out"""


def factors_of(
    weight: tuple[Array, Array], start: Array, source: Source, target: Target
) -> list[tuple[int, int]] | None:
    """For each filter, what its sums with `source` are multiplied by, as `fixed_point()` has it.

    None where a kernel cannot compute that: sums start from `start`.
    """
    filters, scales = weight
    units = scales * source.form.scale / target.form.scale
    factors = [fixed_point(float(unit)) for unit in units]
    whole = [each for each in factors if each is not None]
    if len(whole) != len(factors):
        return None
    fits = sums_fit(filters, start, source.form.zero_point, [shift for _, shift in whole])
    return whole if fits else None


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
