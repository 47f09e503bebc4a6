"""Drops copies and views that leave the bytes as they are: clones, reshapes, permutes of ones.

What is read from the result is then read from what was copied, under the result's shape: the form
in which ExecuTorch's own exporter leaves out views. Filters that a kernel would copy in each call
are stored as another one reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from codegen.library import Move
from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.arrays import constant_of
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


_DEPTHWISE = {
    "cortex_m::quantized_depthwise_conv2d.out": "cortex_m::quantized_conv2d.out",
    "cortex_m::quantized_depthwise_conv2d_nhwc.out": "cortex_m::quantized_conv2d_nhwc.out",
}


@edits
def convolve_one_channel(edit: Edit) -> None:
    """Makes convolutions of depthwise ones whose filters have one channel.

    A depthwise convolution with several filters for its only channel has the weights of all filters
    next to each other for each tap. Its kernel would copy them to the scratch in each call.
    """
    for time, call in edit.calls(*_DEPTHWISE):
        found = _convolution(edit, call)
        if found is not None and found.operator in edit.operators:
            edit.put(time, found)


def _convolution(edit: Edit, call: Call) -> Call | None:
    named = edit.named(call)
    weight, factor = edit.tensor(named["weight"]), edit.number(named["depth_multiplier"])
    filters = edit.array(named["weight"])
    if weight is None or filters is None or weight.dim_order != (0, 1, 2, 3) or factor == 1:
        return None
    if len(weight.sizes) != 4 or (weight.sizes[0], weight.sizes[3]) != (1, factor):
        return None
    arguments = [*call.arguments]
    arguments[1] = edit.add(constant_of(filters.transpose(3, 1, 2, 0), weight.dtype))
    del arguments[[*named].index("depth_multiplier")]
    return replace(call, operator=_DEPTHWISE[call.operator], arguments=tuple(arguments))
