"""Which operators may write their result over an operand.

Their kernels compute each element from those at its position, or read a whole line before they
write it; their headers in runtime/kernels/ state it.
"""

from __future__ import annotations

from collections.abc import Mapping

_UNARY = """
    abs acos acosh asin asinh atan atanh bitwise_not ceil clamp cos cosh elu erf exp expm1 floor
    gelu hardtanh leaky_relu log log10 log1p log2 logical_not neg reciprocal relu round rsqrt
    sigmoid sign sin sinh sqrt tan tanh trunc
"""
_WITH_NUMBER = """
    add.Scalar_out bitwise_and.Scalar_out bitwise_or.Scalar_out bitwise_xor.Scalar_out
    div.Scalar_out div.Scalar_mode_out
    mul.Scalar_out pow.Tensor_Scalar_out rsub.Scalar_out sub.Scalar_out
"""
_BINARY = """
    add.out atan2.out bitwise_and.Tensor_out bitwise_or.Tensor_out bitwise_xor.Tensor_out div.out
    div.out_mode maximum.out minimum.out mul.out pow.Tensor_Tensor_out sub.out
"""
_INTEGER = """
    maximum.out minimum.out quantized_add.out quantized_mul.out
"""

IN_PLACE: Mapping[str, tuple[str, ...]] = {
    **{f"aten::{name}.out": ("self",) for name in _UNARY.split()},
    **{f"aten::{name}": ("self",) for name in _WITH_NUMBER.split()},
    **{f"aten::{name}": ("self", "other") for name in _BINARY.split()},
    **{f"cortex_m::{name}": ("self", "other") for name in _INTEGER.split()},
    "aten::where.self_out": ("self", "other"),
    "aten::_softmax.out": ("self",),
    "aten::_log_softmax.out": ("self",),
    "aten::_native_batch_norm_legit_no_training.out": ("input",),
    "cortex_m::quantized_activation.out": ("input",),
    "cortex_m::softmax.out": ("input",),
    "kerf::add_clamp.out": ("self", "other"),
}
"""For each operator the operands that its first output may replace, where dtype, sizes and dim
order are the same."""
