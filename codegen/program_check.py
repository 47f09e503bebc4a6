"""What a schema cannot express of a program, checked as the runtime does when it loads one.

Without it, what writes a program anew or compiles it would make a sound program of a damaged one.
Source: ProgramCheck in runtime/program/check.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from codegen.dtype import SUPPORTED_DTYPES
from codegen.errors import SelectionError
from codegen.flatbuffer import DAMAGED
from codegen.program import Plan, Program
from codegen.program_value import ListValue, TensorValue, Value
from codegen.state import instructions

MOST_LISTED_PAIRS = 2**23
"""Pairs of tensors in the lists of a method's calls, which are compared with each other when it is
loaded: one list of 4,096 tensors, or 16 of 1,024.

Source: MethodLoader in runtime/executor/load.cpp.
"""


def check_program(program: Program, *, name: str, start: int, segment_base: int) -> None:
    """Checks where tensors are and what moves move; `name` is the file's, for faults.

    The program starts at byte `start` of the file, its segments at `segment_base`.

    Raises:
        SelectionError: the first fault, with the method and the values.

    """
    for what in _faults(program, start, segment_base):
        raise SelectionError(f"{name}: {what}. {DAMAGED}")
    for what in _dtype_faults(program):
        raise SelectionError(f"{name}: {what}. Export the model without it.")


def _faults(program: Program, start: int, segment_base: int) -> Iterator[str]:
    for segment, first in (*program.constants, *chain.from_iterable(program.mutable_data)):
        size = program.segments[segment][1] if 0 <= segment < len(program.segments) else first
        if first > size:
            yield f"data from byte {first} on in segment {segment}, which has {size} bytes"
    for plan in program.plans:
        for index, value in enumerate(plan.values):
            if not isinstance(value, TensorValue):
                continue
            what = _memory_fault(value, plan.planned_bytes)
            what = what or _data_fault(value, program, start, segment_base)
            if what:
                yield f"{plan.name}: value {index} {what}"
        yield from (f"{plan.name}: {what}" for what in _move_faults(plan))
        if _listed_pairs(plan) > MOST_LISTED_PAIRS:
            yield f"{plan.name}: the lists of its calls have too many tensors"


def _dtype_faults(program: Program) -> Iterator[str]:
    """Tensors of dtypes that the runtime lacks and no kernel is called with.

    No kernel takes the others, which is a fault of their calls, with another name.
    """
    for plan in program.plans:
        called = {
            index
            for step in instructions(plan)
            if step.kind == "kernel_call"
            for index in _with_items(plan, step.values)
        }
        for index, value in enumerate(plan.values):
            if not isinstance(value, TensorValue) or value.dtype in SUPPORTED_DTYPES:
                continue
            if index not in called:
                yield (
                    f"{plan.name}: value {index} is a tensor of {value.dtype}, a dtype that the "
                    "runtime does not have"
                )


def _with_items(plan: Plan, indices: Sequence[int]) -> Iterator[int]:
    """The values at `indices`, and the items of those that are lists."""
    for index in indices:
        yield index
        value = plan.values[index]
        if isinstance(value, ListValue):
            yield from value.references


def _memory_fault(value: TensorValue, planned_bytes: tuple[int, ...]) -> str:
    """What is wrong with where a tensor is planned."""
    if not value.planned:
        return ""
    memory = f"planned memory {value.memory_id}"
    known = 1 <= value.memory_id <= len(planned_bytes)
    if not known or value.memory_offset + value.nbytes > planned_bytes[value.memory_id - 1]:
        return f"is outside {memory}"
    return f"is not aligned in {memory}" if value.memory_offset % value.alignment else ""


def _data_fault(value: TensorValue, program: Program, start: int, segment_base: int) -> str:
    """What is wrong with the data in the file that a tensor starts with."""
    if value.external or not value.buffer_index:
        return ""
    places = program.mutable_data[value.mutable_segment] if value.planned else program.constants
    segment, first = places[value.buffer_index]
    if segment < 0:  # inside the program
        room, position = program.inline_bytes[value.buffer_index], first
    else:
        offset, size = program.segments[segment]
        room, position = size - first, segment_base + offset + first
    if value.nbytes > room:
        return f"of {value.nbytes} bytes has data of {max(room, 0)}"
    misaligned = value.nbytes and (position - start) % value.alignment
    return "has data that are not aligned to its elements" if misaligned else ""


def _move_faults(plan: Plan) -> Iterator[str]:
    """Moves that change what a value is: kind, dtype or rank."""
    moves = [each for chain in plan.chains for each in chain if each.kind == "move_call"]
    for source, to in (move.values for move in moves):
        if _nature(plan.values[source]) != _nature(plan.values[to]):
            yield f"a move of value {source} to value {to}, which is of another kind, dtype or rank"


def _listed_pairs(plan: Plan) -> int:
    lengths = (
        len(value.items)
        for step in instructions(plan)
        if step.kind == "kernel_call"
        for value in map(plan.values.__getitem__, step.values)
        if isinstance(value, ListValue) and value.kind in ("tensor_list", "optional_tensor_list")
    )
    return sum(length * (length - 1) // 2 for length in lengths)


def _nature(value: Value) -> tuple[object, ...]:
    return (value.dtype, len(value.sizes)) if isinstance(value, TensorValue) else (value.kind,)
