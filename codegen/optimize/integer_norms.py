"""Normalization of quantized rows as an integer operator."""

from __future__ import annotations

from math import prod

from codegen.dtype import DType
from codegen.optimize.dequantized import is_alike, is_row_major
from codegen.optimize.graph import Call
from codegen.optimize.integer_rewriter import Rewriter, Target

LAYER_NORM = "kerf::quantized_layer_norm.out"
_MOST_COLUMNS = 2**20


def layer_norm(rewriter: Rewriter, call: Call, target: Target) -> None:
    """Rows minus their mean, over their deviation, times weights plus a bias, both constants."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, own = rewriter.source(named["input"], target.time), edit.tensor(target.value)
    shape, eps = edit.numbers(named["normalized_shape"]), edit.number(named["eps"])
    given = None if source is None else edit.tensor(source.value)
    if source is None or given is None or own is None or not shape or eps is None:
        return
    columns = prod(shape)
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
        *(target.value, target.value),
    )
    rewriter.emit(target.time, Call(operator=LAYER_NORM, arguments=arguments))
