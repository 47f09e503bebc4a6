"""The weights of convolutions and products: constants, dequantized where they are quantized."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.dequantized import PER_CHANNEL
from codegen.optimize.graph import Tensor
from codegen.optimize.integer_weights import stored_weights
from codegen.xnnpack.constants import as_dtype, pairs, real, stored
from codegen.xnnpack.graph import PerChannel, PerGroup, PerTensor, Value
from codegen.xnnpack.lowering import LIMITS, At, Lowering, row_major

Arrange = Callable[[Array], Array]


def weights(
    lowering: Lowering,
    number: int,
    arrange: Arrange,
    dtype: DType,
    *,
    given_axis: int,
    axis: int | None,
) -> int:
    """A tensor of the elements of constant `number` after `arrange`, for operands of `dtype`.

    Scales are of dim `given_axis`, which `arrange` makes `axis`; None: no dim of the result.
    """
    value = lowering.value(number)
    form = value.quantization
    if value.data is None:
        raise lowering.unknown("has weights that are computed")
    if isinstance(form, PerChannel):
        lowering.check(form.axis == given_axis, f"scales of dim {form.axis} of its weights")
    if form is None or dtype is not DType.Float or (isinstance(form, PerChannel) and axis is None):
        return _floats(lowering, arrange(real(value)), dtype)
    numbers = stored(value)
    assert not isinstance(form, PerGroup)  # which products alone have
    index = lowering.add_constant(arrange(numbers), _dtype(lowering, value))
    if isinstance(form, PerTensor):
        return lowering.dequantized(index, form)
    assert isinstance(form, PerChannel) and axis is not None
    return _by_channel(lowering, index, form.scales, axis)


def integer_weights(lowering: Lowering, number: int, *, transposed: bool) -> Array:
    """The int8 weights [outputs, inputs] of a product."""
    numbers = stored(lowering.value(number))
    numbers = numbers.reshape(len(numbers), -1)  # of filters of one pixel
    return numbers.T if transposed else numbers


def packed_weights(lowering: Lowering, number: int, *, transposed: bool) -> Tensor:
    """The weights of a product as `kerf::integer_linear` reads them."""
    value = lowering.value(number)
    if value.datatype.four_bits and not transposed and value.dims[1] > 1:
        return constant_of(pairs(value), DType.Byte)
    return stored_weights(integer_weights(lowering, number, transposed=transposed))


def integer_scales(lowering: Lowering, number: int, outputs: int, *, transposed: bool) -> Array:
    """The scale of each of the `outputs` of a product with integer weights, or of each group."""
    value = lowering.value(number)
    form = value.quantization
    scales: Array = np.empty(0)
    if isinstance(form, PerChannel):
        lowering.check(form.axis == int(transposed), f"scales of dim {form.axis} of its weights")
        scales = form.scales
    elif isinstance(form, PerTensor):
        lowering.check(form.zero_point == 0, f"weights with the zero point {form.zero_point}")
        scales = np.full(outputs, form.scale)
    elif isinstance(form, PerGroup):
        lowering.check(not transposed, "groups of transposed weights")
        scales = form.scales.reshape(outputs, -1)
    if _dtype(lowering, value) is not DType.Char:
        raise lowering.unknown(f"has weights of {value.datatype.name}")
    return scales.astype(np.float32)


def bias(lowering: Lowering, number: int | None, dtype: DType, count: int) -> At | None:
    """One number for each of `count` outputs; integers with a scale are dequantized."""
    if number is None:
        return None
    value = lowering.value(number)
    dims = lowering.dims(number)
    lowering.check(dims == (count,), f"a bias of dims {dims} of {count} outputs")
    form = value.quantization
    if value.data is None:
        index = lowering.arranged(number, row_major(1))
        lowering.check(lowering.tensor(index).dtype is dtype, "a bias of another datatype")
        return At(index)
    if form is None or dtype is not DType.Float:
        return At(_floats(lowering, real(value), dtype))
    index = lowering.add_constant(stored(value), _dtype(lowering, value))
    if isinstance(form, PerTensor):
        return At(lowering.dequantized(index, form))
    assert isinstance(form, PerChannel)
    return At(_by_channel(lowering, index, form.scales, 0))


def _dtype(lowering: Lowering, value: Value) -> DType:
    dtype = DType.Char if value.datatype.four_bits else value.datatype.dtype
    if dtype not in LIMITS:
        raise lowering.unknown(f"has weights of {value.datatype.name}")
    assert dtype is not None
    return dtype


def _floats(lowering: Lowering, array: Array, dtype: DType) -> int:
    converted = as_dtype(array, dtype)
    if converted is None:
        raise lowering.unknown(f"computes in {dtype}")
    return lowering.add_constant(converted, dtype)


def _by_channel(lowering: Lowering, index: int, scales: Array, axis: int) -> int:
    dtype = lowering.tensor(index).dtype
    factors = At(lowering.add_constant(scales, DType.Float))
    options = (axis, *LIMITS[dtype], dtype.number, None)
    return lowering.call(
        PER_CHANNEL, At(index), factors, None, *options, like=index, dtype=DType.Float
    )
