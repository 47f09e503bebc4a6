"""Drops copies and views that leave the bytes as they are: clones, reshapes, permutes of ones.

What is read from the result is then read from what was copied, under the result's shape: the form
in which ExecuTorch's own exporter leaves out views.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.roles import VIEW, Operators

_COPIES = (
    "aten::alias_copy.out",
    "aten::clone.out",
    "aten::detach_copy.out",
    "aten::lift_fresh_copy.out",
    "aten::_to_copy.out",
    "dim_order_ops::_clone_dim_order.out",
    "dim_order_ops::_to_dim_order_copy.out",
    "aten::expand_copy.out",
    "aten::slice_copy.Tensor_out",
)
"""Operators that keep elements at their indices, where the sizes are equal."""

_PADS = {"cortex_m::pad.out": (1, 2), "aten::constant_pad_nd.out": (1,)}
"""Copies where the lists at these arguments are zeros."""

_RESHAPES = (
    "aten::view_copy.out",
    "aten::_reshape_copy.out",
    "aten::_unsafe_view.out",
    "aten::squeeze_copy.dim_out",
    "aten::squeeze_copy.dims_out",
    "aten::unsqueeze_copy.out",
    VIEW,
)
"""Operators that keep elements in row-major order."""

_PERMUTES = ("aten::permute_copy.out", "cortex_m::transpose.out")
_TRANSPOSES = ("aten::transpose_copy.int_out", "aten::t_copy.out")


def drop_copies(method: Method, operators: Operators) -> Method:
    """`method` without calls that copy bytes as they are."""
    if method.fixed:
        return method
    edit = Edit(method, operators)
    for time, instruction in enumerate(method.instructions):
        if not isinstance(instruction, Call) or len(instruction.arguments) < 2:
            continue
        source, copy = instruction.arguments[0], _result(edit, instruction)
        a, b = edit.tensor(source), None if copy is None else edit.tensor(copy)
        if a is None or b is None or copy is None:
            continue
        if not _keeps_bytes(edit, instruction, a, b) or not can_be(edit, copy, source, time):
            continue
        edit.remove(time)
        make_alias(edit, copy, source)
    return edit.finish()


def _result(edit: Edit, call: Call) -> int | None:
    kernel = edit.operators.get(call.operator)
    if kernel is None:
        return None
    position = len(kernel.schema.parameters) - 1
    return call.arguments[position] if position < len(call.arguments) else None


def _keeps_bytes(edit: Edit, call: Call, a: Tensor, b: Tensor) -> bool:
    if a.dtype is not b.dtype or not (a.static and b.static) or a.nbytes != b.nbytes:
        return False
    if call.operator in _COPIES:
        return a.sizes == b.sizes and _memory_order(a) == _memory_order(b)
    if call.operator in _PADS:
        lists = [edit.numbers(call.arguments[at]) for at in _PADS[call.operator]]
        plain = all(numbers is not None and not any(numbers) for numbers in lists)
        return plain and a.sizes == b.sizes and _memory_order(a) == _memory_order(b)
    if call.operator in _RESHAPES:
        return _is_row_major(a) and _is_row_major(b)
    permutation = permutation_of(edit, call, len(a.sizes))
    if permutation is None:
        return False
    # The dims of `b` in memory, as dims of `a`.
    return _memory_order(a) == tuple(permutation[dim] for dim in _memory_order(b))


def permutation_of(edit: Edit, call: Call, rank: int) -> Sequence[int] | None:
    """For each dim of the result of a permuting call the dim of its argument; else None."""
    if call.operator in _PERMUTES:
        dims = edit.numbers(call.arguments[1])
        found = None if dims is None else [dim % max(rank, 1) for dim in dims]
        return found if found is not None and sorted(found) == list(range(rank)) else None
    if call.operator not in _TRANSPOSES:
        return None
    order = list(range(rank))
    if call.operator == "aten::t_copy.out":
        return order[::-1]
    one, other = edit.number(call.arguments[1]), edit.number(call.arguments[2])
    if one is None or other is None or rank == 0:
        return order if rank == 0 else None
    i, j = int(one) % rank, int(other) % rank
    order[i], order[j] = order[j], order[i]
    return order


def _memory_order(tensor: Tensor) -> tuple[int, ...]:
    """The dims with more than one element, outermost first."""
    return tuple(dim for dim in tensor.dim_order if tensor.sizes[dim] != 1)


def _is_row_major(tensor: Tensor) -> bool:
    order = _memory_order(tensor)
    return order == tuple(sorted(order))
