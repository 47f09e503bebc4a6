"""Computes ahead of time what depends on constants alone, where NumPy gives the kernel's bits.

That is so for whatever moves elements, and for single operations that IEEE 754 rounds correctly. A
result that takes more bytes than the constants it comes from is left to be computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.library import Move
from codegen.optimize.alias import has_fixed_shapes
from codegen.optimize.arrays import Array, array_of, constant_of, numpy_type
from codegen.optimize.copies import permutation_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method
from codegen.optimize.roles import Operators, is_pure

SMALL_BYTES = 64
"""A result of so many bytes costs less than the instruction that computes it."""

_FLOATING = (DType.Half, DType.Float, DType.Double)

Fold = Callable[[Edit, Call, Array], Array | None]


def fold_constants(method: Method, operators: Operators) -> Method:
    """`method` without calls whose results are known."""
    if method.fixed:
        return method
    edit = Edit(method, operators)
    for time in range(edit.end):
        call = edit.instructions[time]
        if not isinstance(call, Call) or not is_pure(call, operators):
            continue
        kernel = operators[call.operator]
        fold = _MOVES.get(kernel.moves) if kernel.moves else _FOLDS.get(call.operator)
        if fold is None:
            continue
        position = len(kernel.schema.parameters) - 1
        result = call.arguments[position]
        out, source = edit.tensor(result), edit.tensor(call.arguments[0])
        if out is None or source is None or not _may_be_constant(edit, result):
            continue
        given = array_of(source)
        if given is None or numpy_type(out.dtype) is None or not out.static:
            continue
        known = fold(edit, call, given)
        if known is None or known.dtype != numpy_type(out.dtype):
            continue
        if tuple(known.shape) != out.sizes or out.nbytes > max(source.nbytes, SMALL_BYTES):
            continue
        constant = constant_of(known, out.dtype, out.dim_order)
        assert out.place is not None and constant.data is not None
        edit.remove(time)
        edit.fix_members(out.place.buffer, constant.data)
    return edit.finish()


def _may_be_constant(edit: Edit, index: int) -> bool:
    """Whether tensor `index` and its views may be constants: the caller does not see them."""
    storage = edit.usage.storage(index)
    if storage is None or not edit.usage.is_own(index):
        return False
    return edit.usage.last_read(storage) < edit.end and has_fixed_shapes(edit, storage)


def _permute(edit: Edit, call: Call, given: Array) -> Array | None:
    dims = permutation_of(edit, call, given.ndim)
    return None if dims is None else given.transpose(list(dims))


def _reshape(edit: Edit, call: Call, given: Array) -> Array | None:
    out = edit.tensor(call.arguments[-1])
    return given.reshape(out.sizes) if out is not None and prod(out.sizes) == given.size else None


def _expand(edit: Edit, call: Call, given: Array) -> Array | None:
    out = edit.tensor(call.arguments[-1])
    try:
        return None if out is None else np.broadcast_to(given, out.sizes)
    except ValueError:
        return None


def _copy(edit: Edit, call: Call, given: Array) -> Array | None:
    """A copy in another dim order or dtype; floats become integers only where they are integers."""
    out = edit.tensor(call.arguments[-1])
    name = None if out is None else numpy_type(out.dtype)
    if out is None or name is None:
        return None
    if given.dtype == name:
        return given
    with np.errstate(all="ignore"):
        converted = given.astype(name)
    exact = np.array_equal(converted.astype(given.dtype), given)
    widened = out.dtype in _FLOATING and not np.issubdtype(given.dtype, np.floating)
    # From an integer NumPy and the kernels round once; between floats only what is exact is known.
    return converted if exact or (widened and out.dtype is not DType.Half) else None


def _negate(edit: Edit, call: Call, given: Array) -> Array | None:
    return np.negative(given) if given.dtype != np.bool_ else None


def _absolute(edit: Edit, call: Call, given: Array) -> Array | None:
    return np.abs(given)


def _invert(edit: Edit, call: Call, given: Array) -> Array | None:
    return np.invert(given) if not np.issubdtype(given.dtype, np.floating) else None


def _binary(function: Callable[[Array, Array], Array], *, scaled: bool) -> Fold:
    """A function of two constants of one type; `scaled`: with an `alpha` that must be 1."""

    def fold(edit: Edit, call: Call, given: Array) -> Array | None:
        tensor = edit.tensor(call.arguments[1])
        other = None if tensor is None else array_of(tensor)
        if other is None or other.dtype != given.dtype:
            return None
        if given.dtype not in (np.float32, np.float64):
            return None
        if scaled and edit.number(call.arguments[2]) != 1:
            return None
        try:
            with np.errstate(all="ignore"):
                result = function(given, other)
        except ValueError:  # their shapes do not fit: the kernel reports it
            return None
        # Which NaN an operation gives is not defined.
        return None if np.isnan(result).any() else result

    return fold


_MOVES: Mapping[Move, Fold] = {
    Move.COPY: _copy,
    Move.VIEW: _reshape,
    Move.PERMUTE: _permute,
    Move.EXPAND: _expand,
}
_FOLDS: Mapping[str, Fold] = {
    "aten::neg.out": _negate,
    "aten::abs.out": _absolute,
    "aten::bitwise_not.out": _invert,
    "aten::logical_not.out": lambda edit, call, given: np.logical_not(given),
    "aten::add.out": _binary(np.add, scaled=True),
    "aten::sub.out": _binary(np.subtract, scaled=True),
    "aten::mul.out": _binary(np.multiply, scaled=False),
    "aten::div.out": _binary(np.divide, scaled=False),
}
