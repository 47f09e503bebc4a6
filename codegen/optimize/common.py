"""Computes a result once where the same call is made again on the same content."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Tensor
from codegen.optimize.roles import VIEW, is_pure, parameters_of
from codegen.program_value import ListValue, ScalarValue


@edits
def share_common(edit: Edit) -> None:
    """Drops pure calls whose results an earlier call has left in memory."""
    seen: dict[Hashable, tuple[int, int]] = {}
    for time, call in edit.calls():
        result = _result(edit, call)
        if result is None or call.operator == VIEW or not is_pure(call, edit.operators):
            continue
        earlier, known = seen.setdefault(_key(edit, call, time), (time, result))
        storage = edit.usage.storage(known)
        if earlier == time or storage is None or edit.usage.is_written(storage, earlier, time):
            continue
        if can_be(edit, result, known, time):
            edit.remove(time)
            make_alias(edit, result, known)


def _result(edit: Edit, call: Call) -> int | None:
    """The tensor that `call` writes; None where it writes anything else, or several."""
    schema = edit.operators[call.operator].schema
    written = [index for p, index in parameters_of(schema, call.arguments) if p.output]
    if not schema.returns_tensor or len(written) != 1 or edit.tensor(written[0]) is None:
        return None
    return written[0]


def _key(edit: Edit, call: Call, time: int) -> Hashable:
    """Equal for calls whose results are equal and have the same shape and layout."""
    parts: list[Hashable] = [call.operator]
    for parameter, index in parameters_of(edit.operators[call.operator].schema, call.arguments):
        if parameter.output:
            parts.append(_form(edit, index))
        else:
            parts.append(content_of(edit, index, time))
    return tuple(parts)


def _form(edit: Edit, index: int) -> Hashable:
    value = edit.values[index]
    return replace(value, place=None, name=None) if isinstance(value, Tensor) else index


def content_of(edit: Edit, index: int, time: int) -> Hashable:
    """Equal for values with equal content at `time`."""
    value = edit.values[index]
    if isinstance(value, ScalarValue):
        version = _version(edit, index, time)
        if index in edit.usage.computed or index in edit.method.inputs:
            return (index, version)
        number = value.value
        return (value.kind, number.hex() if isinstance(number, float) else number)
    if isinstance(value, ListValue):
        if value.refers:
            return (
                value.kind,
                tuple(None if i is None else content_of(edit, int(i), time) for i in value.items),
            )
        items = (item.hex() if isinstance(item, float) else item for item in value.items)
        return (value.kind, tuple(items))
    if value.constant:
        return replace(value, name=None) if value.data is not None else index
    if value.place is None or not value.static:  # a shape is of a value, not of its memory
        return (index, _version(edit, index, time))
    return (replace(value, name=None), _version(edit, index, time))


def _version(edit: Edit, index: int, time: int) -> int:
    """When the storage of value `index` was written last before `time`."""
    storage = edit.usage.storage(index)
    written = edit.usage.storage_writes.get(storage, ()) if storage is not None else ()
    return max((at for at in written if at < time), default=-2)
