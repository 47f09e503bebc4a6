"""ExecuTorch's program as in the file: methods, values and instructions, checked.

Source: ExecuTorch's schema/program.fbs (identifier ET12). `slot` numbers are field positions there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from codegen.flatbuffer import FlatBuffer, Table
from codegen.program_value import TensorValue, Value, check_index, check_lists, read_value

# Fields of Program that are read in two places.
_CONSTANT_BUFFER = 2
_DELEGATE_DATA = 3
_INLINE, _IN_SEGMENT = 0, 1
"""Locations of a delegate's data.   Source: DataLocation."""
VERSION = 0
"""The newest known schema. Source: Program::load in runtime/program/program.cpp."""


Span = tuple[int, int]
"""Where bytes start, and how many they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One step; `target` is the operator or delegate, `values` the values it names, in order.

    `values` of a move_call are source and destination.
    """

    kind: Literal["kernel_call", "delegate_call", "move_call", "jump_false_call", "free_call"]
    target: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegate:
    """A part of a method that was compiled for a backend."""

    id: str
    """The backend's."""
    specs: tuple[tuple[str, bytes], ...]
    """Key and value of each compile spec."""
    payload: tuple[int, int] | None
    """Segment and 0, or -1 and a position in the file; None where it has none."""
    payload_bytes: int
    scratch_bytes: int = 0
    """What it takes of the temp arena, where Kerf knows such payloads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One method."""

    name: str
    values: tuple[Value, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    chains: tuple[tuple[Instruction, ...], ...]
    operators: tuple[str, ...]
    delegates: tuple[Delegate, ...]
    planned_bytes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A whole program; `segments` are offset (from the segment base) and size in bytes."""

    version: int
    plans: tuple[Plan, ...]
    constants_in_segment: bool
    segments: tuple[tuple[int, int], ...]
    constants: tuple[tuple[int, int], ...]
    """Where constant data begin: segment and offset in it, or -1 and a position in the file."""
    inline_bytes: tuple[int, ...]
    """Bytes of the constant data whose positions are in the file."""
    mutable_data: tuple[tuple[tuple[int, int], ...], ...]
    """For each list of initial data of planned tensors where they begin."""
    named_data: tuple[tuple[str, int], ...]
    """Data by name, and the segment that each is."""


def read_program(buffer: FlatBuffer) -> Program:
    """The program in `buffer`, every table of it checked; weights are not touched.

    Raises:
        SelectionError: the flatbuffer is not a sound program.

    """
    root = buffer.root()
    if root.u32(0) > VERSION:
        raise root.fault(f"schema version {root.u32(0)}, which is newer than {VERSION}")
    inline = [table.bytes_span(0) or (0, 0) for table in root.tables(_DELEGATE_DATA)]
    segments = tuple((table.u64(0), table.u64(1)) for table in root.tables(4))
    plans = tuple(_plan(table, inline, segments) for table in root.tables(1))
    if len({plan.name for plan in plans}) < len(plans):
        raise root.fault("two methods have the same name")
    # Where they are: the bytes themselves are not read.
    inside = [table.bytes_span(0) or (0, 0) for table in root.tables(_CONSTANT_BUFFER)]
    constants = root.table(5)
    constant_count = _subsegment(constants, len(segments)) if constants is not None else 0
    in_segment = constant_count > 0
    mutable = tuple(root.tables(6))
    mutable_counts = [_subsegment(table, len(segments)) for table in mutable]
    _check_data(root, plans, constant_count or root.length(_CONSTANT_BUFFER, 4), mutable_counts)
    named_data = []
    for named in root.tables(7):
        named_data.append((_text(named, 0, "key of named data"), named.u32(1)))
        if named.u32(1) >= len(segments):
            raise named.fault(f"segment {named.u32(1)} of {len(segments)}")
    return Program(
        version=root.u32(0),
        plans=plans,
        constants_in_segment=in_segment,
        segments=segments,
        constants=_offsets(constants)
        if constants is not None and in_segment
        else tuple((-1, position) for position, _ in inside),
        inline_bytes=tuple(size for _, size in inside),
        mutable_data=tuple(map(_offsets, mutable)),
        named_data=tuple(named_data),
    )


def _subsegment(table: Table, segment_count: int) -> int:
    """Number of offsets of a SubsegmentOffsets."""
    if table.u32(0) >= segment_count:
        raise table.fault(f"segment {table.u32(0)} of {segment_count}")
    return table.length(1, 8)


def _offsets(table: Table) -> tuple[tuple[int, int], ...]:
    """Segment and offset of each datum of a SubsegmentOffsets."""
    return tuple((table.u32(0), offset) for offset in table.numbers(1, "Q"))


def _check_data(
    root: Table, plans: tuple[Plan, ...], constant_count: int, mutable_counts: list[int]
) -> None:
    """Checks that the initial data of each tensor exist."""
    for plan in plans:
        for index, value in enumerate(plan.values):
            if not isinstance(value, TensorValue) or value.external or not value.buffer_index:
                continue
            count = constant_count
            if value.planned:
                segment = value.mutable_segment
                count = mutable_counts[segment] if segment < len(mutable_counts) else 0
            if value.buffer_index >= count:
                raise root.fault(
                    f"{plan.name}: value {index} starts with data {value.buffer_index} of {count}"
                )


def _plan(table: Table, inline: Sequence[Span], segments: Sequence[Span]) -> Plan:
    name = _text(table, 0, "method name")
    metadata = table.table(1)
    if metadata is not None:
        metadata.string(0), metadata.string(1)
    values = check_lists(table, tuple(read_value(value) for value in table.tables(2)))
    operators = tuple(_operator(operator) for operator in table.tables(6))
    delegates = tuple(_delegate(delegate, inline, segments) for delegate in table.tables(7))
    counts = (len(values), len(operators), len(delegates))
    planned = tuple(table.numbers(8, "q"))
    if any(size < 0 for size in planned):
        raise table.fault(f"method {name!r} plans a negative number of bytes: {planned}")
    for _ in table.tables(9):  # non_const_buffer_device
        pass
    return Plan(
        name=name,
        values=values,
        inputs=_indices(table, 3, len(values)),
        outputs=_indices(table, 4, len(values)),
        chains=tuple(_chain(chain, counts) for chain in table.tables(5)),
        operators=operators,
        delegates=delegates,
        planned_bytes=planned[1:],  # the first is unused: memory ids start at 1
    )


def _text(table: Table, slot: int, what: str) -> str:
    text = table.string(slot)
    if not text:
        raise table.fault(f"no {what}")
    if not text.isprintable():
        raise table.fault(f"the {what} {text!r} has characters that cannot be printed")
    return text


def _indices(table: Table, slot: int, count: int) -> tuple[int, ...]:
    """The vector of indices of values in `slot`, each below `count`."""
    indices: tuple[int, ...] = table.numbers(slot, "i")
    for index in indices:
        check_index(table, index, count, "value")
    return indices


_OPERATOR = re.compile(r"(?:[A-Za-z0-9_]+::)*[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)?")


def _operator(table: Table) -> str:
    name = _text(table, 0, "operator name")
    overload = table.string(1)
    full = f"{name}.{overload}" if overload else name
    if not _OPERATOR.fullmatch(full):
        raise table.fault(f"{full!r} is not an operator name")
    return full


def _delegate(table: Table, inline: Sequence[Span], segments: Sequence[Span]) -> Delegate:
    specs = tuple((spec.string(0) or "", bytes(spec.numbers(1, "B"))) for spec in table.tables(2))
    place, size = None, 0
    if (processed := table.table(1)) is not None:
        location, index = processed.i8(0), processed.u32(1)
        if location not in (_INLINE, _IN_SEGMENT):
            raise processed.fault(f"data of a delegate at location {location}")
        count = len(segments if location == _IN_SEGMENT else inline)
        if index >= count:
            raise processed.fault(f"data {index} of {count} of a delegate")
        place = (index, 0) if location == _IN_SEGMENT else (-1, inline[index][0])
        size = (segments if location == _IN_SEGMENT else inline)[index][1]
    return Delegate(
        id=_text(table, 0, "delegate id"),
        specs=specs,
        payload=place,
        payload_bytes=size,
    )


def _chain(table: Table, counts: tuple[int, int, int]) -> tuple[Instruction, ...]:
    _indices(table, 0, counts[0])
    _indices(table, 1, counts[0])
    instructions = tuple(_instruction(each, counts) for each in table.tables(2))
    for kind, target in ((each.kind, each.target) for each in instructions):
        if kind == "jump_false_call" and not 0 <= target <= len(instructions):
            raise table.fault(f"a jump to instruction {target} of {len(instructions)}")
    for frames in table.tables(3):
        for frame in frames.tables(0):
            frame.string(0), frame.i32(1), frame.string(2), frame.string(3)
    return instructions


def _instruction(table: Table, counts: tuple[int, int, int]) -> Instruction:
    value_count, operator_count, delegate_count = counts
    number, arguments = table.union(0)
    if arguments is None or number > 5:
        raise table.fault(f"instruction type {number} does not exist")
    if number == 1:
        target = check_index(arguments, arguments.i32(0), operator_count, "operator")
        values = _indices(arguments, 1, value_count)
        return Instruction(kind="kernel_call", target=target, values=values)
    if number == 2:
        target = check_index(arguments, arguments.i32(0), delegate_count, "delegate")
        values = _indices(arguments, 1, value_count)
        return Instruction(kind="delegate_call", target=target, values=values)
    value = check_index(arguments, arguments.i32(0), value_count, "value")
    if number == 3:
        to = check_index(arguments, arguments.i32(1), value_count, "value")
        return Instruction(kind="move_call", target=0, values=(value, to))
    if number == 4:
        return Instruction(kind="jump_false_call", target=arguments.i32(1), values=(value,))
    return Instruction(kind="free_call", target=0, values=(value,))
