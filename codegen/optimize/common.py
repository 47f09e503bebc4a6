"""Computes a result once where the same call is made again on the same content."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.roles import VIEW, Operators, is_pure, parameters_of
from codegen.program_value import ListValue, ScalarValue


def share_common(method: Method, operators: Operators) -> Method:
    """`method` without pure calls whose results an earlier call has left in memory."""
    if method.fixed:
        return method
    edit = Edit(method, operators)
    seen: dict[Hashable, int] = {}
    for time in range(edit.end):
        instruction = edit.instructions[time]
        if not isinstance(instruction, Call) or instruction.operator == VIEW:
            continue
        if not is_pure(instruction, operators):
            continue
        outputs = _outputs(edit, instruction)
        if outputs is None:
            continue
        earlier = seen.setdefault(_key(edit, instruction, time), time)
        if earlier == time:
            continue
        first = edit.instructions[earlier]
        assert isinstance(first, Call)
        pairs = list(zip(outputs, _outputs(edit, first) or (), strict=True))
        if all(_is_still_there(edit, old, earlier, time) for _, old in pairs) and all(
            can_be(edit, new, old, time) for new, old in pairs
        ):
            edit.remove(time)
            for new, old in pairs:
                make_alias(edit, new, old)
    return edit.finish()


def _outputs(edit: Edit, call: Call) -> tuple[int, ...] | None:
    """The tensors that `call` writes; None where it writes anything else."""
    schema = edit.operators[call.operator].schema
    found = []
    for parameter, index in parameters_of(schema, call.arguments):
        if parameter.output:
            if edit.tensor(index) is None:
                return None
            found.append(index)
    if not schema.returns_tensor or len(found) != 1:
        return None  # of several outputs all would have to be shared
    return tuple(found)


def _is_still_there(edit: Edit, index: int, since: int, until: int) -> bool:
    storage = edit.usage.storage(index)
    return storage is not None and not edit.usage.is_written(storage, since, until)


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
        if value.kind in ("int_list", "tensor_list", "optional_tensor_list"):
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
