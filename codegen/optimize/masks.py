"""Drops the zeros that attention writes over rows in which everything is masked, if there are none.

PyTorch's softmax of attention gives zeros for a row of minus infinities. Sums of products are
finite unless they overflow, so that only a mask makes such a row: none does where each row of the
mask, a constant or computed from constants, leaves at least one number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.arrays import Array, array_of, numpy_type
from codegen.optimize.dequantized import is_alike, maker_of
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor
from codegen.quantized_ports import DEQUANTIZE

_SOFTMAX = "aten::_softmax.out"
_WHERE = "aten::where.self_out"
_FINITE = (
    "aten::addmm.out",
    "aten::bmm.out",
    "aten::convolution.out",
    "aten::linear.out",
    "aten::mm.out",
    *DEQUANTIZE,
)
"""Their results are finite: of finite numbers, unless they overflow."""
_SCALED = ("aten::mul.Scalar_out", "aten::div.Scalar_out")


@edits
def drop_masks(edit: Edit) -> None:
    """Drops the choice of zeros for rows that are never masked as a whole."""
    for time, call in edit.calls(_WHERE):
        softmax = _unmasked(edit, call)
        if softmax is not None and can_be(edit, call.arguments[-1], softmax, time):
            edit.remove(time)
            make_alias(edit, call.arguments[-1], softmax)


def _unmasked(edit: Edit, choice: Call) -> int | None:
    """The softmax that `choice` always gives; None where it may give something else."""
    masked, _, softmax = choice.arguments[:3]
    call, result = maker_of(edit, softmax), edit.tensor(choice.arguments[-1])
    own = edit.tensor(softmax)
    if call is None or call.operator != _SOFTMAX or own is None or result is None:
        return None
    if not is_alike(own, result):
        return None
    any_left = _argument(edit, masked, "aten::logical_not.out")
    some = None if any_left is None else maker_of(edit, any_left)
    if some is None or some.operator != "aten::any.out":
        return None
    dim, over = edit.number(edit.named(some)["dim"]), edit.number(edit.named(call)["dim"])
    rank = len(own.sizes)
    if dim is None or over is None or not rank or int(dim) % rank != int(over) % rank:
        return None
    infinite = _argument(edit, some.arguments[0], "aten::logical_not.out")
    equal = None if infinite is None else maker_of(edit, infinite)
    if equal is None or equal.operator != "aten::eq.Scalar_out":
        return None
    if edit.number(equal.arguments[1]) != -math.inf or equal.arguments[0] != call.arguments[0]:
        return None
    return softmax if _has_numbers(edit, call.arguments[0], int(over) % rank - rank) else None


def _argument(edit: Edit, index: int, operator: str) -> int | None:
    """The first argument of the `operator` that makes tensor `index`."""
    call = maker_of(edit, index)
    return call.arguments[0] if call is not None and call.operator == operator else None


def _has_numbers(edit: Edit, index: int, dim: int) -> bool:
    """Whether each row over `dim`, counted from the last one, has a number that is finite."""
    if _is_finite(edit, index):
        return True
    call = maker_of(edit, index)
    if call is None or call.operator != "aten::add.out" or edit.number(call.arguments[2]) != 1:
        return False
    for one, other in (call.arguments[:2], call.arguments[1::-1]):
        mask = _known(edit, other) if _is_finite(edit, one) else None
        if mask is not None and mask.ndim >= -dim:
            return bool((np.isfinite(mask).any(axis=dim)).all())
    return False


def _is_finite(edit: Edit, index: int) -> bool:
    """Whether tensor `index` is the result of sums of products, perhaps moved or scaled."""
    call = _writer_of(edit, index)
    while call is not None and call.operator not in _FINITE:
        if not (edit.operators[call.operator].moves or _is_scaled(edit, call)):
            return False
        call = _writer_of(edit, call.arguments[0])
    return call is not None


def _writer_of(edit: Edit, index: int) -> Call | None:
    """The only call that writes where tensor `index` is, of which it may be a view."""
    storage, tensor = edit.usage.storage(index), edit.tensor(index)
    if storage is None or tensor is None or tensor.place is None:
        return None
    written = edit.usage.storage_writes[storage]
    if edit.buffers[tensor.place.buffer].state or len(written) != 1 or written[0] < 0:
        return None
    call = edit.instructions[written[0]]
    return call if isinstance(call, Call) else None


def _is_scaled(edit: Edit, call: Call) -> bool:
    if call.operator not in _SCALED:
        return False
    factor = edit.number(call.arguments[1])
    return factor is not None and math.isfinite(factor) and factor != 0


def _known(edit: Edit, index: int) -> Array | None:
    """The elements of a tensor that is constant or computed from constants alone."""
    tensor = edit.tensor(index)
    if tensor is None or not tensor.static:
        return None
    if tensor.constant:
        return array_of(tensor)
    call, dtype = maker_of(edit, index), numpy_type(tensor.dtype)
    compute = None if call is None else _FUNCTIONS.get(call.operator)
    if call is None or compute is None or dtype is None:
        return None
    with np.errstate(all="ignore"):
        found = compute(edit, call, tensor)
    return None if found is None else np.broadcast_to(found, tensor.sizes).astype(dtype)


_Function = Callable[[Edit, Call, Tensor], Array | None]


def _full(edit: Edit, call: Call, out: Tensor) -> Array | None:
    named = edit.named(call)
    number = edit.number(named["fill_value"] if "fill_value" in named else named["s"])
    return None if number is None else np.full(out.sizes, number)


def _arange(edit: Edit, call: Call, out: Tensor) -> Array | None:
    first, step = (edit.number(edit.named(call)[each]) for each in ("start", "step"))
    if first is None or step is None or len(out.sizes) != 1:
        return None
    return first + step * np.arange(out.sizes[0])


def _of(function: Callable[..., Array], count: int) -> _Function:
    """A function of the first `count` arguments, tensors or numbers."""

    def compute(edit: Edit, call: Call, out: Tensor) -> Array | None:
        given = list[Array | float]()
        for index in call.arguments[:count]:
            number = edit.number(index)
            each = _known(edit, index) if number is None else number
            if each is None:
                return None
            given.append(each)
        named = edit.named(call)
        if "alpha" in named and edit.number(named["alpha"]) != 1:
            return None
        return function(*given)

    return compute


def _reshaped(edit: Edit, call: Call, out: Tensor) -> Array | None:
    given = _known(edit, call.arguments[0])
    return (
        given.reshape(out.sizes)
        if given is not None and given.size * out.dtype.itemsize == out.nbytes
        else None
    )


_FUNCTIONS: Mapping[str, _Function] = {
    "aten::add.out": _of(np.add, 2),
    "aten::arange.start_out": _arange,
    "aten::expand_copy.out": _of(lambda x: x, 1),
    "aten::full.out": _full,
    "aten::full_like.out": _full,
    "aten::ge.Scalar_out": _of(np.greater_equal, 2),
    "aten::gt.Scalar_out": _of(np.greater, 2),
    "aten::le.Scalar_out": _of(np.less_equal, 2),
    "aten::logical_and.out": _of(np.logical_and, 2),
    "aten::logical_not.out": _of(np.logical_not, 1),
    "aten::lt.Scalar_out": _of(np.less, 2),
    "aten::scalar_tensor.out": _full,
    "aten::sub.out": _of(np.subtract, 2),
    "aten::unsqueeze_copy.out": _reshaped,
    "aten::view_copy.out": _reshaped,
    "aten::where.self_out": _of(np.where, 3),
}
