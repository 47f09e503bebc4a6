"""Drops calls whose results nothing reads, and values that nothing names."""

from __future__ import annotations

from codegen.optimize.compact import compact
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Method, Tensor
from codegen.optimize.roles import Operators, is_pure


def drop_unused(method: Method, operators: Operators) -> Method:
    """`method` without calls that only write what is never read."""
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
            live -= {usage.storage(index) for index in used.writes if _is_whole(edit, index)}
        else:
            live |= written
        live |= {usage.storage(index) for index in used.reads}
    return compact(edit.finish())


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
