"""How close each operator must be to PyTorch; one that is not here gives PyTorch's bits."""

from __future__ import annotations

from codegen.dtype import PARTS, DType
from tasks.conformance.closeness import EXACT, Closeness

SUMS = Closeness(ulps=1, sums=True)
"""They add up in an order of their own."""

MATHS = Closeness(ulps=2, flushes=True)
"""Functions that are rounded correctly neither in PyTorch nor in a C library."""

HALF_SUMS = Closeness(ulps=1, sums=True, floor={"Half": 2.0**-11})
"""PyTorch adds up a transposed convolution of Half in Half: one rounding there."""

CANCELLING = Closeness(ulps=2, sums=True, flushes=True)
"""1 + erf(x) and 1 + tanh(x) lose digits where x is negative, in PyTorch as here."""

TRANSFORMS = Closeness(ulps=2, roundings=512)
"""Sums of elements up to 10 or so, times turns that are rounded once more than PyTorch's."""

ZEROS = Closeness(any_zero=True)
"""Which of -0 and 0 is the larger is open."""

_RULES = (
    (ZEROS, "amax amin clamp max maximum min minimum topk"),
    (
        SUMS,
        """_adaptive_avg_pool2d _cdist_forward _native_batch_norm_legit
        _native_batch_norm_legit_no_training _pdist_forward _upsample_bilinear2d_aa addmm addmv
        avg_pool2d avg_pool3d baddbmm bmm cumsum dot grid_sampler_2d index_put linear mean mm mv
        native_group_norm native_layer_norm prod scatter_add scatter_reduce std sum
        upsample_bilinear2d var var_mean""",
    ),
    (HALF_SUMS, "convolution convolution_backward"),
    (CANCELLING, "gelu"),
    (TRANSFORMS, "_fft_c2c _fft_c2r _fft_r2c"),
    (
        MATHS,
        """_log_softmax _softmax acos acosh asin asinh atan atan2 atanh cos cosh elu erf exp
        expm1 glu log log10 log1p log2 logit pow reciprocal rsqrt sigmoid sin sinh sqrt tan tanh""",
    ),
)
TOLERANCES = {f"aten::{name}": rule for rule, names in _RULES for name in names.split()}
"""Maps an operator without its overload to its tolerance."""


STEPS = Closeness(ulps=1, sums=True, floor={"Half": 2.0**-10, "BFloat16": 2.0**-7})
"""In other dim orders than row-major and channels last, PyTorch rounds the difference, both
products and the sum of a batch norm to the dtype: four half units of their magnitude."""

_REVERSED = {"aten::_native_batch_norm_legit_no_training": STEPS}
"""For samples in such dim orders."""

_COMPLEX = {"aten::abs": Closeness(ulps=2)}
"""For complex numbers, whose lengths are roots."""


def tolerance_of(operator: str, dtype: DType, sample: str = "") -> Closeness:
    """The rule for the elements of `operator` in the call `sample` of inputs of `dtype`."""
    name = operator.partition(".")[0]
    rules = [TOLERANCES]
    if dtype in PARTS:
        rules.insert(0, _COMPLEX)
    if sample.endswith("-reversed"):
        rules.insert(0, _REVERSED)
    return next((found[name] for found in rules if name in found), EXACT)


def left_open(operator: str, output: int) -> bool:
    """Whether PyTorch leaves the elements of an output open: which of equal ones comes first."""
    return output == 1 and operator in ("aten::sort.values", "aten::topk.values")
