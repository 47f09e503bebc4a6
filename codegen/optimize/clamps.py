"""Puts a clamp into the convolution, product or sum before it, which clamps what it writes.

A relu, hardtanh or clamp of Float becomes two bounds of an operator of Kerf's own, in the library
`fused`, which computes the same bits. Where one convolution or product has bounds, all of the
method have them, infinities where nothing is clamped: a binary then has one set of loops, not two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import constant_of
from codegen.optimize.dequantized import CLAMPS, is_alike, sole_maker
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor
from codegen.optimize.integer_weights import CONVOLUTION, LINEAR

_MOST = float(np.finfo(np.float32).max)
_NONE = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """An operator with bounds, and how it takes the arguments of one without."""

    operator: str
    arguments: Callable[[Edit, Call], tuple[int, ...] | None]
    """Arguments before the bounds; None where there is no such form."""
    loops: str
    """Operators of the same are compiled from the same loops."""


@edits
def clamp_results(edit: Edit) -> None:
    """Drops clamps whose only operand is such a producer's result."""
    fused = [_fuse(edit, call, time) for time, call in edit.calls(*CLAMPS)]
    bounded = {form.loops for form in fused if form is not None}
    for time, call in edit.calls(*_FORMS):
        form = _FORMS[call.operator]
        if form.operator == call.operator or form.loops not in bounded:
            continue  # bounds may be left out of those that have them
        edit.put(time, _with_bounds(edit, call, _NONE, call.arguments[-1]) or call)


def _fuse(edit: Edit, call: Call, time: int) -> _Form | None:
    """Puts the clamp `call` into its producer; returns the form of that, None where it stays."""
    source, result = call.arguments[0], call.arguments[-1]
    own, out = edit.tensor(source), edit.tensor(result)
    if own is None or out is None or not is_alike(own, out) or own.dynamism is not out.dynamism:
        return None
    found = sole_maker(edit, source, time)
    if found is None or not edit.usage.is_own(result):
        return None
    bounds = CLAMPS[call.operator](edit, edit.named(call))
    if bounds is None or any(_MOST < abs(bound) < math.inf for bound in bounds):
        return None
    made, producer = found
    changed = _with_bounds(edit, producer, bounds, result)
    if changed is None:
        return None
    edit.remove(time)
    edit.put(made, replace(changed, result_of=call.result_of))
    return _FORMS[producer.operator]


def _with_bounds(edit: Edit, call: Call, bounds: tuple[float, float], result: int) -> Call | None:
    """`call` within `bounds`, writing `result`; None where no operator computes the same."""
    form = _FORMS.get(call.operator)
    if form is None or form.operator not in edit.operators:
        return None
    named = [edit.values[index] for index in edit.named(call).values()]
    floats = (each.dtype is DType.Float for each in named if isinstance(each, Tensor))
    if form.operator != call.operator and not all(floats):
        return None
    arguments = form.arguments(edit, call)
    if arguments is None:
        return None
    numbers = tuple(edit.add_number(float(bound)) for bound in bounds)
    arguments = (*arguments, *numbers, result, result)
    return Call(operator=form.operator, arguments=arguments, result_of=call.result_of)


def _unbounded(edit: Edit, call: Call) -> tuple[int, ...] | None:
    """The arguments of an operator that has bounds itself, where they are left out."""
    *arguments, low, high = call.arguments[:-2]
    return tuple(arguments) if edit.is_none(low) and edit.is_none(high) else None


def _convolution(edit: Edit, call: Call) -> tuple[int, ...] | None:
    """Accepts one or two dimensions: no kernel of Kerf's own computes others."""
    image = edit.tensor(call.arguments[0])
    return call.arguments[:9] if image is not None and len(image.sizes) in (3, 4) else None


def _product(edit: Edit, call: Call) -> tuple[int, ...] | None:
    return call.arguments[:3] if edit.is_plain(edit.named(call)) else None


def _mm(edit: Edit, call: Call) -> tuple[int, ...] | None:
    """Sums that start from zero, as those of a product do."""
    zero = edit.add(constant_of(np.zeros(1, dtype=np.float32), DType.Float))
    return (zero, *call.arguments[:2])


def _add(edit: Edit, call: Call) -> tuple[int, ...] | None:
    return call.arguments[:2] if edit.is_plain(edit.named(call)) else None


_FORMS: Mapping[str, _Form] = {
    "aten::convolution.out": _Form(
        operator="kerf::convolution_clamp.out", arguments=_convolution, loops="sums of products"
    ),
    "aten::linear.out": _Form(
        operator="kerf::linear_clamp.out", arguments=_product, loops="sums of products"
    ),
    "aten::addmm.out": _Form(
        operator="kerf::addmm_clamp.out", arguments=_product, loops="sums of products"
    ),
    "aten::mm.out": _Form(
        operator="kerf::addmm_clamp.out", arguments=_mm, loops="sums of products"
    ),
    "aten::add.out": _Form(operator="kerf::add_clamp.out", arguments=_add, loops="sums"),
    **{
        name: _Form(operator=name, arguments=_unbounded, loops=name)
        for name in (CONVOLUTION, LINEAR)
    },
}
