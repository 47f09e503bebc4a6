"""Drops copies and views that leave the bytes as they are: clones, reshapes, permutes of ones.

What is read from the result is then read from what was copied, under the result's shape: the form
in which ExecuTorch's own exporter leaves out views.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegen.library import Move
from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor
from codegen.program_value import ListValue


@edits
def drop_copies(edit: Edit) -> None:
    """Drops calls that copy bytes as they are."""
    for time, call in edit.calls():
        parameters = edit.operators[call.operator].schema.parameters
        source, copy = call.arguments[0], call.arguments[len(parameters) - 1]
        a, b = edit.tensor(source), edit.tensor(copy)
        if a is None or b is None or not _keeps_bytes(edit, call, a, b):
            continue
        if can_be(edit, copy, source, time):
            edit.remove(time)
            make_alias(edit, copy, source)


def _keeps_bytes(edit: Edit, call: Call, a: Tensor, b: Tensor) -> bool:
    if a.dtype is not b.dtype or not (a.static and b.static) or a.nbytes != b.nbytes:
        return False
    match edit.operators[call.operator].moves:
        case Move.COPY | Move.EXPAND | Move.PART:
            return _is_alike(a, b)
        case Move.PAD:
            return _is_alike(a, b) and all(
                (numbers := edit.numbers(index)) is not None and not any(numbers)
                for index in call.arguments
                if isinstance(edit.values[index], ListValue)
            )
        case Move.VIEW:
            return a.nested_in_order and b.nested_in_order
        case Move.PERMUTE:
            permutation = permutation_of(edit, call, len(a.sizes))
            # The dims of `b` in memory, as dims of `a`.
            return permutation is not None and a.memory_order == tuple(
                permutation[dim] for dim in b.memory_order
            )
    return False


def permutation_of(edit: Edit, call: Call, rank: int) -> Sequence[int] | None:
    """For each dim of the result of a permuting call the dim of its argument; else None."""
    kernel = edit.operators[call.operator]
    if kernel.moves is not Move.PERMUTE:
        return None
    order = list(range(rank))
    options = call.arguments[1 : len(kernel.schema.parameters) - 1]
    if len(options) == 1:
        dims = edit.numbers(options[0])
        found = None if dims is None else [dim % max(rank, 1) for dim in dims]
        return found if found is not None and sorted(found) == order else None
    if not options:
        return order[::-1]
    one, other = (edit.number(index) for index in options)
    if one is None or other is None or rank == 0:
        return order if rank == 0 else None
    i, j = int(one) % rank, int(other) % rank
    order[i], order[j] = order[j], order[i]
    return order


def _is_alike(a: Tensor, b: Tensor) -> bool:
    return a.sizes == b.sizes and a.memory_order == b.memory_order
