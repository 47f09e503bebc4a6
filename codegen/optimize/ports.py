"""Methods that take and give the quantized numbers of their inputs and outputs.

An exporter quantizes an input in the first call that reads it, and dequantizes an output in the
last one. Without these calls the caller passes int8 or int16, a quarter or half of the bytes: he
quantizes with the scale and zero point of the port, which stay in the program's documentation
alone.
"""

from __future__ import annotations

from dataclasses import replace

from codegen.library import Move
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.quantization import RANGES
from codegen.optimize.roles import Operators
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE


def quantize_ports(method: Method, operators: Operators) -> Method:
    """`method` without the calls that quantize its inputs and dequantize its outputs.

    An input whose quantized numbers are only copied into another order in memory has that order.
    """
    if method.fixed or not method.straight:
        return method
    edit = Edit(method, operators)
    for time, call in edit.calls(*QUANTIZE, *DEQUANTIZE):
        given, made = call.arguments[0], call.arguments[-1]
        if call.operator in QUANTIZE:
            _quantize(edit, given, made, time)
        else:
            _keep_quantized(edit, given, made, time)
    return edit.finish()


def _quantize(edit: Edit, given: int, made: int, time: int) -> None:
    """Takes what the call at `time` makes of input `given` as the input, if no other reads it."""
    if not _replace_input(edit, given, made, time) or not _is_quantized(edit, made):
        return
    _take(edit, given, made, time)
    (first, *others) = edit.usage.reads[made] or [edit.end]
    copy = None if others or first == edit.end else edit.instructions[first]
    if not isinstance(copy, Call) or copy.arguments[0] != made:
        return
    ordered = copy.arguments[-1]
    copies = edit.operators[copy.operator].moves is Move.COPY and _is_alike(edit, made, ordered)
    if copies and _replace_input(edit, made, ordered, first):
        _take(edit, made, ordered, first)


def _replace_input(edit: Edit, given: int, made: int, time: int) -> bool:
    """Whether input `given` is read at `time` alone, where all of `made` is written."""
    usage = edit.usage
    return (
        given in edit.method.inputs
        and usage.reads[given] == [time]
        and usage.writes[made] == [time]
        and _is_alone(edit, given)
        and _is_written_once(edit, made)
    )


def _take(edit: Edit, given: int, made: int, time: int) -> None:
    edit.remove(time)
    inputs = (made if index == given else index for index in edit.method.inputs)
    edit.method = replace(edit.method, inputs=tuple(inputs))
    edit.changed()


def _keep_quantized(edit: Edit, given: int, made: int, time: int) -> None:
    """Gives what the call at `time` dequantizes to output `made`, if nothing else reads that."""
    usage, storage = edit.usage, edit.usage.storage(given)
    if (
        usage.reads[made] != [edit.end]
        or not _is_alone(edit, made)
        or not _is_quantized(edit, given)
    ):
        return
    if storage is None or given in (*edit.method.inputs, *edit.outputs):
        return
    if edit.known_tensor(made).dim_order != edit.known_tensor(given).dim_order:
        return
    if usage.is_written(storage, after=time, until=edit.end):
        return
    edit.remove(time)
    edit.outputs = [given if index == made else index for index in edit.outputs]
    edit.changed()


def _is_alike(edit: Edit, one: int, other: int) -> bool:
    a, b = edit.tensor(one), edit.tensor(other)
    return a is not None and b is not None and (a.dtype, a.sizes) == (b.dtype, b.sizes)


def _is_quantized(edit: Edit, index: int) -> bool:
    value = edit.tensor(index)
    return value is not None and value.dtype in RANGES


def _is_written_once(edit: Edit, index: int) -> bool:
    """Whether nothing else writes to the planned memory of value `index`; views may read it."""
    value = edit.values[index]
    if not isinstance(value, Tensor) or value.place is None or value.data is not None:
        return False
    number = value.place.buffer
    return not edit.buffers[number].state and len(edit.usage.storage_writes[number]) == 1


def _is_alone(edit: Edit, index: int) -> bool:
    """Whether value `index` is the only one in its memory, which is no state."""
    value = edit.values[index]
    if not isinstance(value, Tensor) or value.constant or value.data is not None:
        return False
    if value.place is None:
        return True
    buffer = edit.buffers[value.place.buffer]
    return not buffer.state and edit.usage.members[value.place.buffer] == [index]
