"""Letting one tensor be the memory of another, where no write comes between."""

from __future__ import annotations

from codegen.optimize.edit import Edit
from codegen.optimize.liveness import BEFORE


def can_be(edit: Edit, copy: int, source: int, time: int) -> bool:
    """Whether `copy`, written at `time`, may be the memory of `source` from then on.

    Both have the same bytes then, and shapes that are fixed. `copy` must be a planned tensor of its
    own; nobody may write to `source` while `copy` or a view of it is still read; and where the
    caller sees `copy`, `source` must not be the caller's, constant or kept for the next execution.
    """
    usage = edit.usage
    if not usage.is_own(copy) or usage.writes[copy] != [time]:
        return False
    of_copy, of_source = usage.storage(copy), usage.storage(source)
    value = edit.tensor(source)
    if of_copy is None or value is None or of_copy == of_source or not value.static:
        return False
    if not has_fixed_shapes(edit, of_copy):
        return False
    last = usage.last_read(of_copy)
    if of_source is None:
        return value.data is not None and last < edit.end
    if value.place is None:
        return False  # the caller's: its address may not suit a view
    buffer = edit.buffers[value.place.buffer]
    if edit.buffers[of_copy].memory != buffer.memory or usage.is_written(of_source, time, last):
        return False
    if last < edit.end:
        return True
    from_caller = BEFORE in usage.storage_writes[of_source]
    return not (buffer.state or from_caller)


def has_fixed_shapes(edit: Edit, buffer: int) -> bool:
    """Whether all tensors of `buffer` have fixed shapes, and no content before it is written."""
    tensors = [edit.tensor(index) for index in edit.usage.members[buffer]]
    return all(each is not None and each.static and each.data is None for each in tensors)


def make_alias(edit: Edit, copy: int, source: int) -> None:
    """Puts `copy` and its views into the memory of `source`, of which they have the bytes."""
    own, value = edit.tensor(copy), edit.tensor(source)
    assert own is not None and own.place is not None and value is not None
    if value.place is not None:
        edit.move_members(own.place.buffer, value.place)
    else:
        assert value.data is not None
        edit.fix_members(own.place.buffer, value.data)
