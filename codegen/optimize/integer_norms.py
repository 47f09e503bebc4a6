"""Normalization of quantized rows and channels as integer operators."""

from __future__ import annotations

from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import constant_of
from codegen.optimize.batch_norm import factors_of
from codegen.optimize.dequantized import is_alike, is_row_major
from codegen.optimize.graph import Call, writing
from codegen.optimize.integer_products import Options, as_lines, as_pixels, convolve
from codegen.optimize.integer_rewriter import Rewriter, Target

LAYER_NORM = "kerf::quantized_layer_norm.out"
_MOST_COLUMNS = 2**20
_MOST_RATIO = 64
"""Steps of a result in one step of its source up to which a rounded shift is half a step off."""
_WEIGHT = 127


def layer_norm(rewriter: Rewriter, call: Call, target: Target) -> None:
    """Rows minus their mean, over their deviation, times weights plus a bias, both constants."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, own = rewriter.source(named["input"], target.time), edit.known_tensor(target.value)
    shape, eps = edit.numbers(named["normalized_shape"]), edit.number(named["eps"])
    if source is None or not shape or eps is None:
        return
    given, columns = edit.known_tensor(source.value), prod(shape)
    if not is_alike(given, own) or not is_row_major(own) or LAYER_NORM not in edit.operators:
        return
    if given.sizes[-len(shape) :] != shape or not 1 <= columns <= _MOST_COLUMNS or eps <= 0:
        return
    for name in ("weight", "bias"):
        tensor = edit.tensor(named[name])
        if tensor is None:
            if not edit.is_none(named[name]):
                return
        elif not tensor.constant or tensor.dtype is not DType.Float or tensor.sizes != shape:
            return
    number = edit.add_number
    arguments = (
        *(source.value, number(source.form.scale), named["weight"], named["bias"]),
        *(number(columns), number(float(eps)), number(target.form.scale)),
        *map(number, (target.form.zero_point, target.least, target.most)),
    )
    rewriter.emit(target.time, writing(LAYER_NORM, target.value, *arguments))


def batch_norm(rewriter: Rewriter, call: Call, target: Target) -> None:
    """Channels by a factor plus a shift each, as a depthwise convolution of single pixels.

    Shifts are rounded to the last place of sums, which a large weight keeps small.
    """
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, own = rewriter.source(named["input"], target.time), edit.known_tensor(target.value)
    found = factors_of(edit, named)
    if source is None or found is None:
        return
    given, (factors, shifts) = edit.known_tensor(source.value), found
    channels, rank = len(factors), len(given.sizes)
    if not is_alike(given, own) or not 2 <= rank <= 4 or given.sizes[1] != channels:
        return
    ratio = np.abs(factors) * source.form.scale / target.form.scale
    if not channels or ratio.max() > _MOST_RATIO:
        return
    if rank < 4:
        if not is_row_major(given):
            return
        if rank == 3:
            source, target = as_lines(rewriter, source, target, channels)
        else:
            source, target = as_pixels(rewriter, source, target)
    step = target.form.scale / source.form.scale
    least = step * (2.0**-10 if target.form.dtype is DType.Char else 2.0**-15)
    whole = np.minimum(np.rint(np.abs(factors) / least), _WEIGHT)
    # What a factor that is 0, or nearly, adds is half a step of the result at most.
    scales = np.where(whole > 0, np.abs(factors) / np.maximum(whole, 1), least)
    weights = np.copysign(whole, factors).astype(np.int8)
    bias = edit.add(constant_of(shifts.astype(np.float32), DType.Float))
    filters = weights.reshape(channels, 1, 1, 1)
    convolve(rewriter, source, (filters, scales), bias, Options(groups=channels), target)
