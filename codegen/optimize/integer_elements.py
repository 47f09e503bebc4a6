"""Sums, products by element, softmax and concatenation of quantized tensors in integers."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import constant_of
from codegen.optimize.dequantized import Source, is_alike, is_row_major, range_of
from codegen.optimize.graph import Call, Tensor, writing
from codegen.optimize.integer_rewriter import Rewriter, Target
from codegen.optimize.quantization import (
    Quantization,
    exact_scales,
    fixed_point,
    rounded_once,
)
from codegen.program_value import ListValue

ADD = "cortex_m::quantized_add.out"
SUBTRACT = "aten::sub.out"
EXTREMES = {
    "aten::maximum.out": "cortex_m::maximum.out",
    "aten::minimum.out": "cortex_m::minimum.out",
}
MULTIPLY = "cortex_m::quantized_mul.out"
SOFTMAX = "cortex_m::softmax.out"
FINE_SOFTMAX = "kerf::quantized_softmax.out"
CONCATENATE = "aten::cat.out"
INT16_ADD = "kerf::int16_add.out"
INT16_MULTIPLY = "kerf::int16_mul.out"

_ADD_SHIFT = 20
"""Bits by which quantized_add widens its operands.   Source: arm_elementwise_add_s8 of CMSIS-NN"""
_MULTIPLY_MOST_SHIFT = 14
"""Bits by which quantized_mul may shift a product, of 16 bits and a sign, to the left."""
_ADD_MOST_SHIFT = 2
"""Bits by which it may shift their sum, of 28 bits and a sign, to the left."""

_PROBABILITY = Quantization(scale=1 / 256, zero_point=-128)
"""The integer softmax gives this.   Source: arm_softmax_s8 of CMSIS-NN"""
_LEAST_PROBABILITY_SCALE = 0.75 / 256
"""Below it, what the softmax in fixed point rounds away is a step of the result or more."""
_MOST_TERMS = 4095
"""The longest row of a softmax in fixed point."""
_EXPONENT_BITS = 26
"""Bits of the fraction of its exponents, which have five bits before it."""


def add(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A sum or difference of two tensors, the second one multiplied by a number."""
    edit, operands = rewriter.edit, _operands(rewriter, call, target)
    alpha = edit.number(edit.named(call)["alpha"])
    if operands is None or not alpha or not math.isfinite(alpha):
        return
    one, other = operands
    if target.form.dtype is DType.Short:
        sign = -1 if call.operator == SUBTRACT else 1
        _add_int16(rewriter, operands, sign * alpha, target)
        return
    second_scale = other.form.scale * abs(alpha)
    twice = 2 * max(one.form.scale, second_scale)
    factors = [
        fixed_point(one.form.scale / twice),
        fixed_point(second_scale / twice),
        fixed_point(twice / (target.form.scale * 2**_ADD_SHIFT)),
    ]
    scaled = [each for each in factors if each is not None]
    if len(scaled) != len(factors) or scaled[2][1] > _ADD_MOST_SHIFT:
        return
    (first, second), result, copy = rewriter.images(operands, target)
    if (alpha < 0) is not (call.operator == SUBTRACT):  # what a negative multiplier subtracts
        scaled[1] = -scaled[1][0], scaled[1][1]
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
    )
    rewriter.note_bounds(target, len(arguments) - 2)
    rewriter.emit(target.time, writing(ADD, result, *arguments), *copy)


def _add_int16(
    rewriter: Rewriter, operands: tuple[Source, Source], alpha: float, target: Target
) -> None:
    """The first of `operands` plus the second times `alpha`, rounded once."""
    one, other = (each.form.scale / target.form.scale for each in operands)
    scales = exact_scales([one, other * alpha], 1)
    if scales is None:
        return
    (first, second), result, copy = rewriter.images(operands, target)
    multipliers = [rewriter.edit.add_number(each) for each in scales[0]]
    numbers = map(rewriter.edit.add_number, (scales[1], target.least, target.most))
    terms = first, multipliers[0], second, multipliers[1]
    rewriter.note_bounds(target, len(terms) + 1)
    added = writing(INT16_ADD, result, *terms, *numbers)
    rewriter.emit(target.time, added, *copy)


def multiply(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A product of two tensors, element by element; bounds are those of a table after it."""
    edit, operands = rewriter.edit, _operands(rewriter, call, target)
    if operands is None:
        return
    one, other = operands
    if target.form.dtype is DType.Short:
        _multiply_int16(rewriter, operands, target)
        return
    scale = rounded_once(one.form.scale * other.form.scale / target.form.scale)
    if scale is None or scale[1] > _MULTIPLY_MOST_SHIFT:
        return
    (first, second), image, copy = rewriter.images(operands, target)
    whole = Quantization(scale=target.form.scale, zero_point=target.form.zero_point)
    result, table = rewriter.tabled(whole, image, target)
    number = edit.add_number
    arguments = (
        first,
        number(one.form.zero_point),
        second,
        number(other.form.zero_point),
        number(target.form.zero_point),
        *map(number, scale),
    )
    rewriter.emit(target.time, writing(MULTIPLY, result, *arguments), *table, *copy)


def _multiply_int16(rewriter: Rewriter, operands: tuple[Source, Source], target: Target) -> None:
    """The product of `operands`, rounded once."""
    one, other = (each.form.scale for each in operands)
    scales = exact_scales([one * other / target.form.scale], 1)
    if scales is None:
        return
    (first, second), result, copy = rewriter.images(operands, target)
    (multiplier,), shift = scales
    numbers = map(rewriter.edit.add_number, (multiplier, shift, target.least, target.most))
    multiplied = writing(INT16_MULTIPLY, result, first, second, *numbers)
    rewriter.emit(target.time, multiplied, *copy)


def _operands(rewriter: Rewriter, call: Call, target: Target) -> tuple[Source, Source] | None:
    """The operands of a call on two tensors of one layout whose shapes give that of its result."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    one = rewriter.source(named["self"], target.time)
    other = rewriter.source(named["other"], target.time)
    if one is None or other is None:
        return None
    own, *tensors = (edit.known_tensor(each.value) for each in (target, one, other))
    return (one, other) if all(_expands(each, own) for each in tensors) else None


def _expands(tensor: Tensor, own: Tensor) -> bool:
    """Whether a kernel can expand `tensor` to the shape of `own` in the same layout."""
    if len(tensor.sizes) > len(own.sizes):
        return False
    if is_alike(tensor, own):
        return True
    if tensor.dim_order != own.dim_order and len(tensor.sizes) == len(own.sizes):
        return False
    try:
        shape = np.broadcast_shapes(tensor.sizes, own.sizes)
    except ValueError:
        return False
    return shape == own.sizes and own.dim_order == tuple(range(len(own.sizes)))


def softmax(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A softmax: in fixed point where its result has a scale of 1/256 or more; a table gives it.

    Finer results, and longer rows, are of float probabilities.
    """
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source = rewriter.source(named["self"], target.time)
    dim, own = edit.number(named["dim"]), edit.known_tensor(target.value)
    if source is None or dim is None or edit.number(named["half_to_float"]) != 0:
        return
    if not is_alike(edit.known_tensor(source.value), own) or not own.sizes:
        return
    scale = fixed_point(min(source.form.scale * 2.0**_EXPONENT_BITS, 2.0**31 - 1))
    long = own.sizes[int(dim) % len(own.sizes)] > _MOST_TERMS
    fine = target.form.dtype is DType.Short
    if (
        fine
        or scale is None
        or scale[1] < 0
        or long
        or target.form.scale < _LEAST_PROBABILITY_SCALE
    ):
        _fine_softmax(rewriter, call, source, target)
        return
    least = -math.floor(31 * 2**_EXPONENT_BITS / 2 ** scale[1])
    result, table = rewriter.tabled(_PROBABILITY, target.value, target)
    number = edit.add_number
    arguments = (
        source.value,
        named["dim"],
        number(source.form.zero_point),
        number(_PROBABILITY.zero_point),
        *map(number, scale),
        number(least),
    )
    rewriter.emit(target.time, writing(SOFTMAX, result, *arguments), *table)


def _fine_softmax(rewriter: Rewriter, call: Call, source: Source, target: Target) -> None:
    """A softmax of any scale, from a table of the powers that differences of inputs have."""
    edit, own = rewriter.edit, rewriter.edit.known_tensor(target.value)
    if not is_row_major(own) or FINE_SOFTMAX not in edit.operators:
        return
    powers = np.exp(-source.form.scale * _DIFFERENCES[target.form.dtype]).astype(np.float32)
    number = edit.add_number
    arguments = (
        *(source.value, edit.add(constant_of(powers, DType.Float)), edit.named(call)["dim"]),
        *(number(target.form.scale), number(target.form.zero_point)),
        *(number(target.least), number(target.most)),
    )
    rewriter.emit(target.time, writing(FINE_SOFTMAX, target.value, *arguments))


_DIFFERENCES = {
    DType.Char: np.arange(256),
    DType.Short: np.append(np.arange(256), 256 * np.arange(256)),
}
"""Steps whose powers a table has: of int16 those of the low byte, then of the high one."""


def concatenate(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A concatenation: of each tensor as it is, or of what a table makes of it."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    tensors, own = edit.values[named["tensors"]], edit.known_tensor(target.value)
    if not isinstance(tensors, ListValue) or tensors.kind != "tensor_list":
        return
    found = [rewriter.source(item, target.time) for item in tensors.references]
    sources = [each for each in found if each is not None]
    if len(sources) != len(found) or edit.number(named["dim"]) is None:
        return
    if any(edit.known_tensor(each.value).dim_order != own.dim_order for each in sources):
        return
    images, result, copy = rewriter.images(sources, target)
    parts, tables = _in_form(rewriter, sources, images, target)
    items = edit.add(ListValue(kind="tensor_list", items=tuple(parts)))
    joined = writing(CONCATENATE, result, items, named["dim"])
    rewriter.emit(target.time, *tables, joined, *copy)


def extreme(rewriter: Rewriter, call: Call, target: Target) -> None:
    """The larger or smaller ones of two tensors, which tables bring to one scale before."""
    operands = _operands(rewriter, call, target)
    if operands is None:
        return
    images, result, copy = rewriter.images(operands, target)
    parts, tables = _in_form(rewriter, operands, images, target)
    operator = call.operator if target.form.dtype is DType.Short else EXTREMES[call.operator]
    chosen = writing(operator, result, *parts)
    rewriter.emit(target.time, *tables, chosen, *copy)


def _in_form(
    rewriter: Rewriter, sources: Sequence[Source], images: Sequence[int], target: Target
) -> tuple[list[int], list[Call]]:
    """`images` of `sources` as numbers of `target`, and the tables that make those of others."""
    edit = rewriter.edit
    memory = edit.memory(edit.known_tensor(target.value))
    parts, tables = list[int](), list[Call]()
    for source, image in zip(sources, images, strict=True):
        low, high = range_of(edit, source.value)
        if source.form.same_as(target.form) and target.least <= low and target.most >= high:
            parts.append(image)
            continue
        parts.append(edit.add_planned(edit.known_tensor(image), memory=memory))
        tables.append(rewriter.table(image, source.form, parts[-1], target))
    return parts, tables
