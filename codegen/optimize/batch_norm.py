"""Puts a batch norm by fixed statistics into the convolution or product before it.

(x * w) * s + t, with s = weight / sqrt(variance + eps) and t = bias - mean * s, is x * (w * s) + t:
computed in double and rounded once. Outputs differ by roundings of Float: a result by 1e-5 of the
largest number of its tensor at most, not of itself, because it may be a small difference of sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.dequantized import sole_maker
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call
from codegen.optimize.liveness import BEFORE

BATCH_NORM = "aten::_native_batch_norm_legit_no_training.out"
_CONVOLUTION = "aten::convolution.out"
_ADDMM = "aten::addmm.out"
_LINEAR = "aten::linear.out"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Producer:
    """Where a producer has its constants; `axis` of the weight is that of the outputs."""

    weight: str
    bias: str
    axis: int


_PRODUCERS: Mapping[str, _Producer] = {
    _CONVOLUTION: _Producer(weight="weight", bias="bias", axis=0),
    _ADDMM: _Producer(weight="mat2", bias="self", axis=1),
    _LINEAR: _Producer(weight="weight", bias="bias", axis=0),
}


def fold_into_producers(edit: Edit) -> None:
    """Removes batch norms whose only operand is such a producer's result, which writes theirs."""
    for time, call in edit.calls(BATCH_NORM):
        _fold(edit, call, time)


fold_batch_norms = edits(fold_into_producers)


def _fold(edit: Edit, call: Call, time: int) -> None:
    norm = edit.named(call)
    source, result = norm["input"], norm["out0"]
    found = sole_maker(edit, source, time)
    if found is None or not edit.usage.is_own(result):
        return
    if not all(_is_unused(edit, norm[name]) for name in ("out1", "out2")):
        return
    made, producer = found
    if producer.operator not in _PRODUCERS:
        return
    factors = factors_of(edit, norm)
    changed = None if factors is None else _scaled(edit, producer, *factors)
    own, out = edit.known_tensor(source), edit.known_tensor(result)
    if changed is None or own.sizes != out.sizes:
        return
    # The producer writes the norm's result; the layout is the producer's, which it was planned for.
    if own.dim_order != out.dim_order or own.dtype is not out.dtype or not out.static:
        return
    arguments = tuple(result if index == source else index for index in changed.arguments)
    edit.remove(time)
    edit.put(made, replace(changed, arguments=arguments, result_of=call.result_of))


def _is_unused(edit: Edit, index: int) -> bool:
    """Whether nothing reads what a norm writes to value `index`."""
    tensor, storage = edit.tensor(index), edit.usage.storage(index)
    if tensor is None or storage is None:
        return False
    if edit.usage.last_read(storage) != BEFORE:
        return False
    return tensor.nbytes == 0 or edit.usage.is_own(index)


def factors_of(edit: Edit, norm: Mapping[str, int]) -> tuple[Array, Array] | None:
    """Scale and shift of each channel, in double."""
    eps = edit.number(norm["eps"])
    mean, variance = _float(edit, norm["running_mean"]), _float(edit, norm["running_var"])
    if eps is None or mean is None or variance is None:
        return None
    weight = _optional(edit, norm["weight"], np.ones_like(mean))
    bias = _optional(edit, norm["bias"], np.zeros_like(mean))
    if weight is None or bias is None or mean.ndim != 1:
        return None
    if any(each.shape != mean.shape for each in (variance, weight, bias)):
        return None
    with np.errstate(all="ignore"):
        scale = weight / np.sqrt(variance + eps)
        shift = bias - mean * scale
    return (scale, shift) if np.isfinite(scale).all() and np.isfinite(shift).all() else None


def _float(edit: Edit, index: int) -> Array | None:
    """A constant of Float as double."""
    array = edit.array(index)
    if array is not None and array.dtype != np.float32:
        return None
    with np.errstate(invalid="ignore"):  # of a signalling NaN
        return None if array is None else array.astype(np.float64)


def _optional(edit: Edit, index: int, absent: Array) -> Array | None:
    return absent if edit.is_none(index) else _float(edit, index)


def _scaled(edit: Edit, call: Call, scale: Array, shift: Array) -> Call | None:
    """`call` with constants of its own, whose result is scaled and shifted by channel."""
    form, named = _PRODUCERS[call.operator], edit.named(call)
    weight = _float(edit, named[form.weight])
    if weight is None or weight.ndim <= form.axis or weight.shape[form.axis] != scale.size:
        return None
    # With more dimensions a product has its outputs in the last one, a norm in the second.
    result = edit.tensor(named["out"])
    if result is None or len(result.sizes) != weight.ndim:
        return None
    if call.operator == _CONVOLUTION and edit.number(named["transposed"]) != 0:
        return None
    if not edit.is_plain(named):
        return None
    # Shared weights would be stored twice.
    if len(edit.usage.reads[named[form.weight]]) != 1:
        return None
    bias = _optional(edit, named[form.bias], np.zeros_like(scale))
    if bias is None or bias.shape != scale.shape:
        return None
    shape = [-1 if axis == form.axis else 1 for axis in range(weight.ndim)]
    order = edit.known_tensor(named[form.weight]).dim_order
    with np.errstate(all="ignore"):
        weight *= scale.reshape(shape)
        new = weight.astype(np.float32)
        added = (bias * scale + shift).astype(np.float32)
    if not (np.isfinite(new).all() and np.isfinite(added).all()):
        return None
    names = list(named)
    arguments = list(call.arguments)
    arguments[names.index(form.weight)] = edit.add(constant_of(new, DType.Float, order))
    arguments[names.index(form.bias)] = edit.add(constant_of(added, DType.Float))
    return replace(call, arguments=tuple(arguments))
