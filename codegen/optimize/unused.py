"""Drops calls whose results nothing reads, values that nothing names, and unused memory.

That is the tensors in which ExecuTorch's kernels work: Kerf's have scratch instead.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from codegen.opinfo import Dynamism
from codegen.optimize.compact import compact
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Buffer, Call, DelegateCall, Method, Place, Tensor
from codegen.optimize.roles import Operators, is_pure
from codegen.program_value import ListValue


def drop_unused(method: Method, operators: Operators) -> Method:
    """`method` without calls that only write what is never read; unused tensors are empty."""
    if method.fixed:
        return compact(method)
    edit = Edit(method, operators)
    usage = edit.usage
    live = {usage.storage(index) for index in edit.outputs}
    live |= {number for number, buffer in enumerate(edit.buffers) if buffer.state}
    for time in reversed(range(edit.end)):
        instruction, used = edit.instructions[time], usage.roles[time]
        if instruction is None or used is None:
            continue
        written = {usage.storage(index) for index in used.writes} - {None}
        unplanned = any(_is_outside(edit, index) for index in used.writes)
        if is_pure(instruction, operators):
            if not written & live and not unplanned:
                edit.instructions[time] = None
                continue
            live -= {usage.storage(each) for each in used.overwrites if _is_whole(edit, each)}
        else:
            live |= written
        live |= {usage.storage(index) for index in used.reads}
    _empty_unused(edit)
    return compact(edit.finish())


def _empty_unused(edit: Edit) -> None:
    """Empties the planned tensors that are no more than arguments which kernels do not look at."""
    ignored, used = set[int](), {*edit.method.inputs, *edit.outputs}
    for each in edit.instructions:
        if not isinstance(each, Call | DelegateCall):
            continue
        takes = edit.operators[each.operator].takes if isinstance(each, Call) else ()
        for index, its in zip_longest(each.arguments, takes):
            if index is not None:
                (used if its is None or its.used else ignored).add(index)
    for value in edit.values:
        if isinstance(value, ListValue):
            used.update(value.references)
    for index in sorted(ignored - used):
        value = edit.values[index]
        if isinstance(value, Tensor) and value.place and value.nbytes and value.data is None:
            memory = edit.buffers[value.place.buffer].memory
            empty = replace(value, sizes=(0,), dim_order=(0,), dynamism=Dynamism.STATIC)
            edit.buffers.append(Buffer(memory=memory, nbytes=0))
            edit.values[index] = replace(empty, place=Place(buffer=len(edit.buffers) - 1))


def _is_outside(edit: Edit, index: int) -> bool:
    """Whether value `index` is in the caller's memory: what is written there may be read."""
    value = edit.values[index]
    return (
        isinstance(value, Tensor)
        and value.place is None
        and (index in edit.method.inputs or index in edit.outputs)
    )


def _is_whole(edit: Edit, index: int) -> bool:
    """Whether writing value `index` leaves nothing of what its buffer held."""
    value = edit.values[index]
    if not isinstance(value, Tensor) or value.place is None or not value.static:
        return False
    buffer = edit.buffers[value.place.buffer]
    return not buffer.state and value.nbytes == buffer.nbytes
