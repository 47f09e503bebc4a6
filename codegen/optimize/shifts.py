"""Shifts of scales in bytes: exporters store four bytes for each channel, and a shift needs one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call

SHIFTS = "requantize_shifts"
"""The argument that has them."""
_MOST = 31
"""Source: possible_scale() in runtime/kernels/support/scale.h."""


@edits
def narrow_shifts(edit: Edit) -> None:
    """Stores constant shifts in Char where a kernel says that it takes either dtype."""
    narrowed: dict[int, int] = {}
    for time, call in edit.calls():
        if not _takes_bytes(edit, call):
            continue
        index = edit.named(call)[SHIFTS]
        tensor, shifts = edit.tensor(index), edit.array(index)
        if tensor is None or tensor.dtype is not DType.Int or shifts is None:
            continue
        if not are_shifts(shifts):
            continue
        if index not in narrowed:
            constant = constant_of(shifts.astype(np.int8), DType.Char, tensor.dim_order)
            narrowed[index] = edit.add(constant)
        place = list(edit.named(call)).index(SHIFTS)
        arguments = list(call.arguments)
        arguments[place] = narrowed[index]
        edit.put(time, replace(call, arguments=tuple(arguments)))


def are_shifts(numbers: Array) -> bool:
    """Whether all are shifts of scales, as kernels take them."""
    return bool((np.abs(numbers.astype(np.int64)) <= _MOST).all())


def _takes_bytes(edit: Edit, call: Call) -> bool:
    """Whether the record names Char and Int: kernels of others read what their operator has."""
    takes = [each for each in edit.operators[call.operator].takes if each.name == SHIFTS]
    return [{*each.dtypes} for each in takes] == [{DType.Char, DType.Int}]
