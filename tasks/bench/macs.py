"""The products that a call adds up: multiply-accumulates, MACs."""

from __future__ import annotations

from math import prod

from codegen.dtype import DType
from codegen.opinfo import Call, ScalarArg, TensorArg, tensors_of

PRODUCTS = {
    "aten::mm.out": 0,
    "aten::addmm.out": 1,
    "aten::bmm.out": 0,
    "aten::baddbmm.out": 1,
    "aten::linear.out": 0,
    "kerf::addmm_clamp.out": 1,
    "kerf::linear_clamp.out": 0,
    "aten::mv.out": 0,
    "aten::addmv.out": 1,
    "aten::dot.out": 0,
    "cortex_m::quantized_linear.out": 0,
    "cortex_m::quantized_batch_matmul.out": 0,
}
"""The argument of each product of matrices whose last dimension is summed over."""

CONVOLUTIONS = frozenset(
    {
        "aten::convolution.out",
        "kerf::convolution_clamp.out",
        "cortex_m::quantized_conv2d.out",
        "cortex_m::quantized_conv2d_nhwc.out",
        "cortex_m::quantized_transpose_conv2d.out",
        "cortex_m::quantized_transpose_conv2d_nhwc.out",
        "cortex_m::quantized_depthwise_conv2d.out",
        "cortex_m::quantized_depthwise_conv2d_nhwc.out",
    }
)
"""Their first tensors are the image and the weights."""

TRANSPOSED_ARGUMENT = 6
"""Its position in `aten::convolution.out` and `kerf::convolution_clamp.out`."""


def macs_of(call: Call) -> int:
    """The MACs of a call; 0 of an operator that is neither a convolution nor a product."""
    tensors = [each for each in call.arguments if isinstance(each, TensorArg)]
    if call.operator in PRODUCTS:
        summed = call.arguments[PRODUCTS[call.operator]]
        if isinstance(summed, TensorArg) and summed.sizes:
            return prod(tensors[-1].sizes) * summed.sizes[-1]
    if call.operator in CONVOLUTIONS and len(tensors) >= 3:
        image, weight, out = tensors[0], tensors[1], tensors[-1]
        if "depthwise" in call.operator:
            return prod(out.sizes) * prod(weight.sizes[1:3])
        if "transpose" in call.operator:  # weights [outputs, rows, columns, inputs]
            return prod(image.sizes) * prod(weight.sizes[:3])
        return prod((image if _is_transposed(call) else out).sizes) * prod(weight.sizes[1:])
    return 0


def _is_transposed(call: Call) -> bool:
    """Whether a convolution is transposed: its weights are [inputs, outputs, rows, columns]."""
    if call.operator not in ("aten::convolution.out", "kerf::convolution_clamp.out"):
        return False
    argument = call.arguments[TRANSPOSED_ARGUMENT]
    return isinstance(argument, ScalarArg) and bool(argument.value)


def is_int8(call: Call) -> bool:
    """Whether a call's first tensor holds elements of one byte."""
    tensors = (each for each in call.arguments if isinstance(each, TensorArg))
    return next((each.dtype in (DType.Char, DType.Byte) for each in tensors), False)


def shape_of(call: Call) -> str:
    """The shapes that matter, as a person reads them: of the input, the weights and the result."""
    tensors = [each for each in tensors_of(call.arguments) if prod(each.sizes)]
    if not tensors:
        return ""
    first, last = tensors[0], tensors[-1]
    weight = [tensors[1]] if call.operator in CONVOLUTIONS and len(tensors) > 2 else []
    shapes = ["x".join(map(str, each.sizes)) or "1" for each in (first, *weight)]
    return f"{' * '.join(shapes)} -> {'x'.join(map(str, last.sizes)) or '1'}"
