"""Computes a result once where the same call is made again on the same content."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from codegen.optimize.alias import can_be, make_alias
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Instruction, Tensor
from codegen.optimize.roles import VIEW, is_pure, parameters_of
from codegen.program_value import ListValue, ScalarValue


@edits
def share_common(edit: Edit) -> None:
    """Drops pure calls whose results an earlier call has left in memory."""
    seen: dict[Hashable, tuple[int, tuple[int, ...]]] = {}
    for time, call in edit.calls():
        results = _results(edit, call)
        if not results or call.operator == VIEW or not is_pure(call, edit.operators):
            continue
        earlier, known = seen.setdefault(_key(edit, call, time), (time, results))
        if earlier == time or any(_is_written(edit, each, earlier, time) for each in known):
            continue
        pairs = tuple(zip(results, known, strict=True))
        if len(pairs) == 1 and can_be(edit, *pairs[0], time):
            edit.remove(time)
            make_alias(edit, *pairs[0])
        elif all(_is_replaceable(edit, *pair, time) for pair in pairs):
            edit.remove(time)
            for copy, source in pairs:
                _replace(edit, copy, source)


def _results(edit: Edit, call: Call) -> tuple[int, ...]:
    """The tensors that `call` writes; nothing where it writes anything else."""
    schema = edit.operators[call.operator].schema
    written = [index for p, index in parameters_of(schema, call.arguments) if p.output]
    if any(edit.tensor(index) is None for index in written):
        return ()
    return tuple(written) if schema.returns_tensor or len(written) > 1 else ()


def _is_written(edit: Edit, index: int, after: int, until: int) -> bool:
    storage = edit.usage.storage(index)
    return storage is None or edit.usage.is_written(storage, after, until)


def _is_replaceable(edit: Edit, copy: int, source: int, time: int) -> bool:
    """Whether calls that read `copy`, which is made at `time`, may read `source` instead.

    Nothing else reads it, under another shape or as a result, and `source` is kept until then.
    """
    usage = edit.usage
    storage, tensor = usage.storage(copy), edit.known_tensor(copy)
    if storage is None or tensor.place is None or not usage.is_own(copy):
        return False
    reads = usage.reads[copy]
    if usage.members[tensor.place.buffer] != [copy] or usage.storage_reads[storage] != reads:
        return False
    if _is_written(edit, source, time, max(reads, default=time)):
        return False
    return edit.end not in reads and all(
        _can_read(edit, edit.instructions[at], copy) for at in reads
    )


def _can_read(edit: Edit, reader: Instruction | None, copy: int) -> bool:
    """Whether an instruction that reads `copy` reads it as an argument, and not from a list."""
    if not isinstance(reader, Call) or reader.operator == VIEW:
        return False
    values = (edit.values[index] for index in reader.arguments)
    return not any(isinstance(each, ListValue) and copy in each.items for each in values)


def _replace(edit: Edit, copy: int, source: int) -> None:
    """Lets the calls that read `copy` read `source`."""
    for time in tuple(dict.fromkeys(edit.usage.reads[copy])):
        call = edit.instructions[time]
        assert isinstance(call, Call)
        arguments = tuple(source if index == copy else index for index in call.arguments)
        edit.put(time, replace(call, arguments=arguments))


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
