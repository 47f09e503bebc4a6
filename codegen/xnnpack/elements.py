"""Nodes that compute each element by itself, softmax, and changes of datatype."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from codegen.dtype import DType
from codegen.xnnpack.constants import real
from codegen.xnnpack.graph import Node, PerToken
from codegen.xnnpack.images import is_product
from codegen.xnnpack.lowering import At, Lowering, Order, Size, row_major

UNARY: Mapping[str, str] = {
    "Abs": "aten::abs.out",
    "Ceiling": "aten::ceil.out",
    "Cos": "aten::cos.out",
    "Exp": "aten::exp.out",
    "Floor": "aten::floor.out",
    "Log": "aten::log.out",
    "Negate": "aten::neg.out",
    "ReciprocalSquareRoot": "aten::rsqrt.out",
    "Sigmoid": "aten::sigmoid.out",
    "Sin": "aten::sin.out",
    "SquareRoot": "aten::sqrt.out",
    "Tanh": "aten::tanh.out",
}
BINARY: Mapping[str, str] = {
    "Add": "aten::add.out",
    "Div": "aten::div.out",
    "Maximum": "aten::maximum.out",
    "Minimum": "aten::minimum.out",
    "Multiply": "aten::mul.out",
    "Subtract": "aten::sub.out",
}
_SCALED = ("Add", "Subtract")
"""Operators that have a factor of their second operand, `alpha`."""


def unary(lowering: Lowering, node: Node) -> None:
    """A function of each element."""
    held = lowering.get(node.inputs["input_id"])
    index = held.index
    if node.kind == "Square":
        index = lowering.call("aten::mul.out", At(index), At(index), like=index)
    elif node.kind == "Gelu":
        index = lowering.call("aten::gelu.out", At(index), "none", like=index)
    elif node.kind == "LeakyReLU":
        slope = node.floats["negative_slope"]
        index = lowering.call("aten::leaky_relu.out", At(index), slope, like=index)
    elif node.kind == "ELU":
        options = (node.floats["alpha"], 1.0, 1.0)
        index = lowering.call("aten::elu.out", At(index), *options, like=index)
    elif node.kind == "Hardswish":
        index = _hardswish(lowering, index)
    else:
        index = lowering.call(UNARY[node.kind], At(index), like=index)
    lowering.put(node.outputs["output_id"], index, held.order)


def _hardswish(lowering: Lowering, index: int) -> int:
    """X * clamp(x + 3, 0, 6) / 6."""
    shifted = lowering.call("aten::add.Scalar_out", At(index), 3.0, 1.0, like=index)
    gate = lowering.call("aten::hardtanh.out", At(shifted), 0.0, 6.0, like=index)
    product = lowering.call("aten::mul.out", At(index), At(gate), like=index)
    return lowering.call("aten::mul.Scalar_out", At(product), 1 / 6, like=index)


def binary(lowering: Lowering, node: Node) -> None:
    """A function of two elements; either operand may be expanded."""
    one, other, sizes, order = _operands(lowering, node)
    options = (1.0,) if node.kind in _SCALED else ()
    index = lowering.call(BINARY[node.kind], At(one), At(other), *options, like=one, sizes=sizes)
    lowering.put(node.outputs["output_id"], index, order)


def prelu(lowering: Lowering, node: Node) -> None:
    """X where it is positive, else x times the slope of its channel.

    A leaky ReLU where all slopes are one number, which reads x once and keeps no product. Else the
    larger of both where no slope exceeds 1: half the instructions on a Cortex-M55.
    """
    one, slope, sizes, order = _operands(lowering, node)
    lowering.check(sizes == lowering.tensor(one).sizes, "a slope of more elements than its operand")
    constant = lowering.value(node.inputs["input2_id"])
    slopes = real(constant) if constant.data is not None else np.array([np.inf])
    if slopes.size and np.isfinite(slopes).all() and np.ptp(slopes) == 0:
        number = float(slopes.flat[0])
        index = lowering.call("aten::leaky_relu.out", At(one), number, like=one)
        lowering.put(node.outputs["output_id"], index, order)
        return
    product = lowering.call("aten::mul.out", At(one), At(slope), like=one)
    if np.all(slopes <= 1):
        index = lowering.call("aten::maximum.out", At(one), At(product), like=one)
        lowering.put(node.outputs["output_id"], index, order)
        return
    positive = lowering.call("aten::gt.Scalar_out", At(one), 0.0, like=one, dtype=DType.Bool)
    index = lowering.call("aten::where.self_out", At(positive), At(one), At(product), like=one)
    lowering.put(node.outputs["output_id"], index, order)


def softmax(lowering: Lowering, node: Node) -> None:
    """Over the last dim."""
    held = lowering.get(node.inputs["input_id"])
    index = lowering.call(
        "aten::_softmax.out", At(held.index), held.order[-1], False, like=held.index
    )
    lowering.put(node.outputs["output_id"], index, held.order)


def convert(lowering: Lowering, node: Node) -> None:
    """Makes the same numbers in another datatype, quantized or not; a clamp, or a copy."""
    source, result = node.inputs["input_id"], node.outputs["output_id"]
    form = lowering.value(result).quantization
    if isinstance(form, PerToken):
        _quantize_by_token(lowering, source, result, form.dims)
        return
    unbounded = node.bounds in (None, (-math.inf, math.inf))
    if unbounded and lowering.is_alike(source, result) and source in lowering.held:
        lowering.hold(result, lowering.held[source])
        return
    held = lowering.get(source)
    lowering.put(result, held.index, held.order)


def _quantize_by_token(lowering: Lowering, source: int, result: int, dims: int) -> None:
    """Rounds each slice of the last `dims` dims to a scale and zero point of its own.

    XNNPACK makes products of convolutions of single pixels, and quantizes each pixel for them.
    """
    readers = lowering.readers(result)
    if readers and all(map(is_product, readers)):
        dims = 1
    order = lowering.get(source).order
    kept = len(order) - dims
    if dims == 1 or order[:kept] != row_major(kept):
        order = row_major(len(order))
    index = lowering.arranged(source, order)
    tensor = lowering.tensor(index)
    if dims == 1:
        lowering.put(result, lowering.quantized_by_row(lowering.contiguous(index)), order)
        return
    count = math.prod(tensor.sizes[:kept]) if tensor.static else -1
    rows = lowering.view(index, (count, math.prod(tensor.sizes[kept:])))
    sizes = lowering.shape(*(Size(index, dim) for dim in range(len(order))))
    back = lowering.view(lowering.quantized_by_row(rows), sizes)
    lowering.put(result, back, order)


def _operands(lowering: Lowering, node: Node) -> tuple[int, int, tuple[int, ...], Order]:
    """Two tensors in one order of dims, the sizes to which they expand, and that order.

    It is the order of the first operand of full rank that is no constant, so that this one is not
    copied.
    """
    numbers = [node.inputs["input1_id"], node.inputs["input2_id"]]
    rank = max(map(lowering.rank, numbers))
    orders = [
        lowering.get(each).order
        for each in numbers
        if lowering.rank(each) == rank and lowering.value(each).data is None
    ]
    order = orders[0] if orders else row_major(rank)
    one, other = (lowering.arranged(each, order) for each in numbers)
    tensors = [lowering.tensor(each) for each in (one, other)]
    lowering.check(tensors[0].dtype is tensors[1].dtype, "operands of different datatypes")
    try:
        sizes = np.broadcast_shapes(tensors[0].sizes, tensors[1].sizes)
    except ValueError:  # the exporter transposes an operand twice: XNNPACK refuses it as well
        shapes = " and ".join(str(lowering.dims(each)) for each in numbers)
        raise lowering.unknown(f"combines tensors of the shapes {shapes}") from None
    return one, other, sizes, order
