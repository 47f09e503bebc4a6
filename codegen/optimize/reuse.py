"""Writes results over operands that are not needed any more, where kernels allow it."""

from __future__ import annotations

from codegen.optimize.dequantized import is_alike
from codegen.optimize.edit import Edit, edits
from codegen.optimize.graph import Call, Place
from codegen.optimize.roles import parameters_of


@edits
def reuse_operands(edit: Edit) -> None:
    """Puts results into the buffers of their operands where those end there."""
    for time, call in edit.calls():
        _reuse(edit, call, time)


def _reuse(edit: Edit, call: Call, time: int) -> None:
    kernel = edit.operators[call.operator]
    named = list(parameters_of(kernel.schema, call.arguments))
    results = [index for parameter, index in named if parameter.output and not parameter.read]
    operands = [(p.name, index) for p, index in named if p.tensor and not p.output]
    if not results:
        return
    for name in kernel.in_place:
        for operand in (index for parameter, index in operands if parameter == name):
            others = [index for parameter, index in operands if parameter != name]
            if _may_replace(edit, results[0], operand, others, time):
                _move(edit, results[0], operand)
                return


def _may_replace(edit: Edit, result: int, operand: int, others: list[int], time: int) -> bool:
    """Whether `result` may be written over `operand`, which is as large and not read later."""
    a, b, usage = edit.tensor(operand), edit.tensor(result), edit.usage
    if a is None or b is None or a.place is None or b.place is None:
        return False
    if not is_alike(a, b):
        return False
    if not (a.static and b.static) or not usage.is_own(result) or b.nbytes == 0:
        return False
    number = a.place.buffer
    buffer = edit.buffers[number]
    if buffer.state or number == b.place.buffer or buffer.nbytes != a.nbytes:
        return False
    if buffer.memory != edit.buffers[b.place.buffer].memory or usage.last_read(number) > time:
        return False
    if any(at > time for at in usage.storage_writes[number]):
        return False
    # What else is read must not be in the same memory, unless it is the operand itself.
    alike = [edit.tensor(index) for index in others if usage.storage(index) == number]
    return all(each == a for each in alike)


def _move(edit: Edit, result: int, operand: int) -> None:
    """Puts `result` and its views into the buffer of `operand`, which it fills."""
    to, own = edit.known_tensor(operand).place, edit.known_tensor(result).place
    assert to is not None and own is not None
    edit.move_members(own.buffer, Place(buffer=to.buffer))
