"""Shifts of scales in bytes: exporters store four bytes for each channel, and a shift needs one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, array_of, constant_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.roles import Operators

SHIFTS = "requantize_shifts"
"""The argument that has them."""
_MOST = 31
"""Source: possible_scale() in runtime/kernels/support/scale.h."""


def narrow_shifts(method: Method, operators: Operators) -> Method:
    """`method` with constant shifts in Char where a kernel says that it takes either dtype."""
    if method.fixed:
        return method
    edit = Edit(method, operators)
    narrowed: dict[int, int] = {}
    for time, call in enumerate(edit.instructions):
        if not isinstance(call, Call) or not _takes_bytes(call, operators):
            continue
        index = edit.named(call)[SHIFTS]
        tensor = edit.tensor(index)
        shifts = None if tensor is None or tensor.dtype is not DType.Int else array_of(tensor)
        if tensor is None or shifts is None or not are_shifts(shifts):
            continue
        if index not in narrowed:
            constant = constant_of(shifts.astype(np.int8), DType.Char, tensor.dim_order)
            narrowed[index] = edit.add(constant)
        place = list(edit.named(call)).index(SHIFTS)
        arguments = list(call.arguments)
        arguments[place] = narrowed[index]
        edit.put(time, replace(call, arguments=tuple(arguments)))
    return edit.finish() if narrowed else method


def are_shifts(numbers: Array) -> bool:
    """Whether all are shifts of scales, as kernels take them."""
    return bool((np.abs(numbers.astype(np.int64)) <= _MOST).all())


def _takes_bytes(call: Call, operators: Operators) -> bool:
    """Whether the record names Char and Int: kernels of others read what their operator has."""
    kernel = operators.get(call.operator)
    takes = [] if kernel is None else [each for each in kernel.takes if each.name == SHIFTS]
    return [{*each.dtypes} for each in takes] == [{DType.Char, DType.Int}]
