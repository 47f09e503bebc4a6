"""Computes ahead of time what depends on constants alone, where NumPy gives the kernel's bits.

That is so for whatever moves elements, and for single operations that IEEE 754 rounds correctly. A
result that would enlarge the file is left to be computed: one that takes more bytes than the
constants that nothing reads any more. A product reads such a weight as it is, not turned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.library import Move
from codegen.optimize.alias import has_fixed_shapes
from codegen.optimize.arrays import Array, constant_of, numpy_type
from codegen.optimize.by_block import by_block
from codegen.optimize.common import content_of
from codegen.optimize.copies import permutation_of
from codegen.optimize.dequantized import maker_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.expanded import read_expanded
from codegen.optimize.graph import Call, Method, Program, Tensor
from codegen.optimize.roles import Operators, is_pure

SMALL_BYTES = 64
"""A result of so many bytes costs less than the instruction that computes it."""

_FLOATING = (DType.Half, DType.Float, DType.Double)

Fold = Callable[[Edit, Call, Array], Array | None]


def fold_program(program: Program, operators: Operators) -> Program:
    """`program` without calls whose results are known, and no more bytes of constants.

    What another method reads as well stays where that takes fewer bytes.
    """
    expand = by_block(read_expanded)
    program = program.with_methods(expand(method, operators) for method in program.methods)
    methods = [by_block(fold_constants)(method, operators) for method in program.methods]
    folded = program.with_methods(methods)
    if len(methods) < 2 or _bytes_of(folded) <= _bytes_of(program):
        return folded
    contents = [_contents(method) for method in program.methods]
    for at, method in enumerate(program.methods):
        others = (each for other, each in enumerate(contents) if other != at)
        elsewhere = frozenset[bytes]().union(*others)
        fold = by_block(partial(fold_constants, elsewhere=elsewhere))
        methods[at] = fold(method, operators)
    return program.with_methods(methods)


def _contents(method: Method) -> frozenset[bytes]:
    """The contents of the constants of `method`."""
    tensors = (value for value in method.values if isinstance(value, Tensor) and value.constant)
    return frozenset(each.data for each in tensors if each.data is not None)


def _bytes_of(program: Program) -> int:
    return sum(map(len, frozenset[bytes]().union(*map(_contents, program.methods))))


def fold_constants(
    method: Method, operators: Operators, elsewhere: frozenset[bytes] = frozenset()
) -> Method:
    """`method` without calls whose results are known; the contents `elsewhere` stay anyway."""
    return edits(partial(_fold, elsewhere=elsewhere))(method, operators)


def _fold(edit: Edit, elsewhere: frozenset[bytes]) -> None:
    sources = _Sources(edit, elsewhere)
    for time, call in edit.calls():
        if not is_pure(call, edit.operators):
            continue
        kernel = edit.operators[call.operator]
        fold = _MOVES.get(kernel.moves) if kernel.moves else _FOLDS.get(call.operator)
        if fold is None:
            continue
        position = len(kernel.schema.parameters) - 1
        result = call.arguments[position]
        out, given = edit.tensor(result), edit.array(call.arguments[0])
        if out is None or not _may_be_constant(edit, result):
            continue
        if given is None or numpy_type(out.dtype) is None or not out.static:
            continue
        known = fold(edit, call, given)
        if known is None or known.dtype != numpy_type(out.dtype):
            continue
        if tuple(known.shape) != out.sizes:
            continue
        if out.nbytes > SMALL_BYTES and out.nbytes > sources.freed(call, time):
            continue
        constant = constant_of(known, out.dtype, out.dim_order)
        assert out.place is not None and constant.data is not None
        edit.remove(time)
        edit.fix_members(out.place.buffer, constant.data)
    for time, call in edit.calls(*_PRODUCTS):
        _take_as_it_is(edit, call, time)


class _Sources:
    """The constants of a method by content, with the calls that read them."""

    def __init__(self, edit: Edit, elsewhere: frozenset[bytes]) -> None:
        self._edit = edit
        self._elsewhere = elsewhere
        self._alike: dict[bytes, list[int]] = defaultdict(list)
        for index, value in enumerate(edit.values):
            if isinstance(value, Tensor) and value.constant and value.data:
                self._alike[value.data].append(index)

    def freed(self, call: Call, time: int) -> int:
        """Bytes of constants that are not needed once `call` and those like it are folded."""
        edit, found = self._edit, dict[bytes, int]()
        key = self._key(call, time)
        for index in call.arguments:
            value = edit.tensor(index)
            if value is None or not value.constant or not value.data:
                continue
            readers = {at for each in self._alike[value.data] for at in edit.usage.reads[each]}
            alike = all(self._key(edit.instructions[at], at) == key for at in readers - {edit.end})
            if alike and edit.end not in readers and value.data not in self._elsewhere:
                found[value.data] = value.nbytes
        return sum(found.values())

    def _key(self, call: object, time: int) -> Hashable:
        """Equal for calls with the same result: what they are called with but where that goes."""
        if not isinstance(call, Call):
            return time
        schema = self._edit.operators[call.operator].schema
        given = call.arguments[: len(schema.parameters) - 1]
        return call.operator, *(content_of(self._edit, index, time) for index in given)


def _take_as_it_is(edit: Edit, call: Call, time: int) -> None:
    """Makes of a product with a turned constant one that takes the constant."""
    named = edit.named(call)
    turned = named["mat2"]
    permute, bias = maker_of(edit, turned), named.get("self") if "mat1" in named else None
    if permute is None or permutation_of(edit, permute, 2) != [1, 0]:
        return
    weight = edit.tensor(permute.arguments[0])
    if weight is None or not weight.constant or len(weight.sizes) != 2 or not weight.static:
        return
    if bias is not None:
        added = edit.tensor(bias)
        if not edit.is_plain(named) or added is None or added.sizes != weight.sizes[:1]:
            return
    start = edit.add_number(None) if bias is None else bias
    given = named["mat1"] if bias is not None else named["self"]
    out = call.arguments[-1]
    arguments = (given, permute.arguments[0], start, out, out)
    edit.put(time, replace(call, operator=_LINEAR, arguments=arguments))


_PRODUCTS = ("aten::mm.out", "aten::addmm.out")
_LINEAR = "aten::linear.out"


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


def _invert(edit: Edit, call: Call, given: Array) -> Array | None:
    return np.invert(given) if not np.issubdtype(given.dtype, np.floating) else None


def _binary(function: Callable[[Array, Array], Array], *, scaled: bool) -> Fold:
    """A function of two constants of one type; `scaled`: with an `alpha` that must be 1."""

    def fold(edit: Edit, call: Call, given: Array) -> Array | None:
        other = edit.array(call.arguments[1])
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
    "aten::abs.out": lambda edit, call, given: np.abs(given),
    "aten::bitwise_not.out": _invert,
    "aten::logical_not.out": lambda edit, call, given: np.logical_not(given),
    "aten::add.out": _binary(np.add, scaled=True),
    "aten::sub.out": _binary(np.subtract, scaled=True),
    "aten::mul.out": _binary(np.multiply, scaled=False),
    "aten::div.out": _binary(np.divide, scaled=False),
}
