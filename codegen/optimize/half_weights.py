"""Weights of convolutions and products in Float that are stored in 16 bits: half the flash.

Kernels of Kerf's own, in the library `fused`, widen some filters at a time. Each weight is rounded,
by 2^-11 of itself at most where it is a normal number of Half: outputs are not those of the
exported program. Weights beyond the range of Half stay, and so do those that other calls read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.by_block import by_block
from codegen.optimize.dequantized import is_row_major
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Program
from codegen.optimize.integer_products import PRODUCTS
from codegen.optimize.roles import Operators

CONVOLUTION = "kerf::half_convolution.out"
LINEAR = "kerf::half_linear.out"
_FEWEST = 64
"""Fewer weights take less than the code for them."""
_CONVOLUTIONS = ("aten::convolution.out", "kerf::convolution_clamp.out")
_PRODUCTS = {
    **PRODUCTS,
    "kerf::addmm_clamp.out": PRODUCTS["aten::addmm.out"],
    "kerf::linear_clamp.out": PRODUCTS["aten::linear.out"],
}


@dataclass(slots=True)
class _Count:
    """What became of weights so far."""

    halved: int = 0
    change: float = 0.0
    """How far a weight is from what it was, relative to the largest weight of its tensor."""

    def add(self, weights: Array, halves: Array) -> None:
        """Counts weights that became `halves`."""
        self.halved += weights.size
        if largest := float(np.abs(weights).max()):
            change = np.abs(halves.astype(np.float32) - weights).max()
            self.change = max(self.change, float(change) / largest)

    def __str__(self) -> str:
        if not self.halved:
            return "no weights can be stored in 16 bits"
        return (
            f"{self.halved:,} weights are stored in 16 bits: each changes by {self.change:.1e} of "
            "the largest of its tensor at most"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    """A call that can read its weight in Half."""

    filters: Array
    """The weight with those of an output in a row."""
    axis: int
    """The dimension of the weight that counts outputs."""
    operator: str
    arguments: tuple[int, ...]
    """What `operator` takes; its second argument is the weight."""

    @property
    def weight(self) -> int:
        """The index of its value."""
        return self.arguments[1]


def halve_weights(program: Program, operators: Operators) -> tuple[Program, str]:
    """`program` with weights in Half where a kernel reads them so; and what that changed."""
    count = _Count()
    change = by_block(edits(lambda edit: _halve(edit, count)))
    return program.with_methods(change(each, operators) for each in program.methods), str(count)


def _halve(edit: Edit, count: _Count) -> None:
    if not {CONVOLUTION, LINEAR} <= edit.operators.keys():
        return
    found = {time: _reader(edit, call) for time, call in edit.calls(*_CONVOLUTIONS, *_PRODUCTS)}
    readers = {time: each for time, each in found.items() if each is not None}
    alone = {
        reader.weight
        for reader in readers.values()
        if all(
            time in readers and readers[time].weight == reader.weight
            for time in edit.usage.reads[reader.weight]
        )
    }
    halves: dict[tuple[int, int], int] = {}
    for time, reader in readers.items():
        if reader.weight not in alone:
            continue
        key = reader.weight, reader.axis
        if key not in halves:
            half = np.ascontiguousarray(reader.filters.astype(np.float16))
            halves[key] = edit.add(constant_of(half, DType.Half))
            count.add(reader.filters, half)
        call = edit.instructions[time]
        assert isinstance(call, Call)
        first, _, *others = reader.arguments
        arguments = (first, halves[key], *others)
        edit.put(time, replace(call, operator=reader.operator, arguments=arguments))


def _reader(edit: Edit, call: Call) -> _Reader | None:
    named = edit.named(call)
    bounds: list[float | None] = [-math.inf, math.inf]
    if "min" in named:
        bounds = [edit.number(named[each]) for each in ("min", "max")]
    if None in bounds:
        return None
    found = (_convolution if call.operator in _CONVOLUTIONS else _product)(edit, call)
    own = edit.tensor(call.arguments[-1])
    if found is None or own is None or own.dtype is not DType.Float or not is_row_major(own):
        return None
    numbers = (edit.add_number(float(bound or 0)) for bound in bounds)
    return replace(found, arguments=(*found.arguments, *numbers, *call.arguments[-2:]))


def _convolution(edit: Edit, call: Call) -> _Reader | None:
    named = edit.named(call)
    filters = _filters(edit, named["weight"], 0)
    if filters is None or filters.ndim not in (3, 4) or edit.number(named["transposed"]) != 0:
        return None
    if not _is_float(edit, named["input"], filters.ndim) or not _is_bias(edit, named["bias"]):
        return None
    names = ("input", "weight", "bias", "stride", "padding", "dilation", "groups")
    return _Reader(
        filters=filters,
        axis=0,
        operator=CONVOLUTION,
        arguments=tuple(named[each] for each in names),
    )


def _product(edit: Edit, call: Call) -> _Reader | None:
    named, form = edit.named(call), _PRODUCTS[call.operator]
    if not edit.is_plain(named):
        return None
    filters = _filters(edit, named[form.weight], form.axis)
    bias = edit.add_number(None) if form.bias is None else named[form.bias]
    if filters is None or filters.ndim != 2 or not _is_float(edit, named[form.input]):
        return None
    if not _is_bias(edit, bias):
        return None
    return _Reader(
        filters=filters,
        axis=form.axis,
        operator=LINEAR,
        arguments=(named[form.input], named[form.weight], bias),
    )


def _filters(edit: Edit, index: int, axis: int) -> Array | None:
    """The numbers of a constant of Float that Half can hold, those of an output in a row."""
    array = edit.array(index)
    if array is None or array.dtype != np.float32 or array.ndim < 2 or array.size < _FEWEST:
        return None
    if not (np.abs(array) <= float(np.finfo(np.float16).max)).all():
        return None
    return np.moveaxis(array, axis, 0)


def _is_float(edit: Edit, index: int, rank: int | None = None) -> bool:
    tensor = edit.tensor(index)
    return (
        tensor is not None
        and tensor.dtype is DType.Float
        and is_row_major(tensor)
        and len(tensor.sizes) >= 1
        and rank in (None, len(tensor.sizes))
    )


def _is_bias(edit: Edit, index: int) -> bool:
    """Whether it is absent, or one number for each output, or for all."""
    tensor = edit.tensor(index)
    if tensor is None:
        return edit.is_none(index)
    return tensor.dtype is DType.Float and tensor.static and len(tensor.sizes) <= 1
