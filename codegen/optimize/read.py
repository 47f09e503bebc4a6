"""Reading a `.pte` into a graph, with its constants.

Source: ExecuTorch's schema/program.fbs (identifier ET12). `slot` numbers are field positions there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd
from pathlib import Path

from codegen.errors import SelectionError
from codegen.flatbuffer import Bytes, Table
from codegen.optimize.buffers import Address, with_buffers
from codegen.optimize.compact import compact
from codegen.optimize.delegates import TurnedBack
from codegen.optimize.graph import (
    Call,
    Chain,
    Delegate,
    DelegateCall,
    Free,
    Instruction,
    JumpFalse,
    Method,
    Move,
    NamedData,
    Program,
    Tensor,
    Value,
)
from codegen.optimize.roles import Operators
from codegen.program import Delegate as FileDelegate
from codegen.program import Instruction as FileInstruction
from codegen.program import Plan
from codegen.program import Program as FileProgram
from codegen.program_value import TensorValue
from codegen.pte import PROGRAM_IDENTIFIER, checked_program

_LEAST_ALIGNMENT = 16
_MAX_ALIGNMENT = 4096
_DEFAULT_ALIGNMENT = 128


def read_graph(
    data: Bytes, *, name: str, operators: Operators, turned_back: TurnedBack | None = None
) -> Program:
    """The program whose `.pte` is `data`; `name` is the file's, for faults.

    Delegates that `turned_back` knows are calls of operators.

    Raises:
        SelectionError: it is no program, or damaged.

    """
    if data[4:8] != PROGRAM_IDENTIFIER:
        raise SelectionError(f"{name}: this is not an ExecuTorch program. Give a .pte file.")
    buffer, checked, extent = checked_program(data, Path(name), 0, len(data))
    base = extent.segment_base or 0
    return _Reader(data, buffer.root(), checked, base, turned_back).graph(operators)


@dataclass(frozen=True, slots=True)
class _Reader:
    _data: Bytes
    _root: Table
    _file: FileProgram
    _base: int
    _turned_back: TurnedBack | None

    def graph(self, operators: Operators) -> Program:
        methods = tuple(
            self._method(table, plan, operators)
            for table, plan in zip(self._root.tables(1), self._file.plans, strict=True)
        )
        changed = self._turned_back is not None and self._turned_back.delegates
        # Only a delegate that is left can look for data by name.
        kept = not changed or any(method.delegates for method in methods)
        named = tuple(
            NamedData(key=key, data=self._bytes((segment, 0)))
            for key, segment in (self._file.named_data if kept else ())
        )
        return Program(
            version=self._file.version,
            methods=methods,
            named_data=named,
            segment_alignment=self._alignment(),
        )

    def _named(self, key: str) -> bytes | None:
        """The data that delegates find by the name `key`."""
        return next(
            (self._bytes((each, 0)) for known, each in self._file.named_data if known == key),
            None,
        )

    def _alignment(self) -> int:
        """What all segments are aligned to in the file."""
        positions = [self._base + offset for offset, size in self._file.segments if size]
        if not positions:
            return _DEFAULT_ALIGNMENT
        return max(gcd(_MAX_ALIGNMENT, *positions), _LEAST_ALIGNMENT)

    def _method(self, table: Table, plan: Plan, operators: Operators) -> Method:
        tables = tuple(table.tables(2))
        metadata = table.table(1)
        addresses: list[Address | None] = []
        values: list[Value] = []
        given = frozenset(plan.inputs)
        for index, (each, value) in enumerate(zip(tables, plan.values, strict=True)):
            if isinstance(value, TensorValue):
                inner = each.union(0)[1]
                assert inner is not None
                tensor = self._tensor(inner, value)
                if index in given and not value.planned:
                    # Whatever data it has in the file, a caller gives others.
                    tensor = replace(tensor, data=None, external=False)
                values.append(tensor)
                address = Address(memory=value.memory_id, offset=value.memory_offset)
                addresses.append(address if value.planned else None)
            else:
                values.append(value)
                addresses.append(None)
        method = Method(
            name=plan.name,
            container=(metadata.string(0), metadata.string(1)) if metadata else None,
            values=tuple(values),
            inputs=plan.inputs,
            outputs=plan.outputs,
            chains=tuple(
                Chain(
                    inputs=chain.numbers(0, "i"),
                    outputs=chain.numbers(1, "i"),
                    instructions=tuple(_instruction(step, plan) for step in steps),
                )
                for chain, steps in zip(table.tables(5), plan.chains, strict=True)
            ),
            delegates=tuple(map(self._delegate, plan.delegates)),
            buffers=(),
            memories=plan.planned_bytes,
            devices=tuple((each.i32(0), each.i8(1), each.i8(2)) for each in table.tables(9)),
        )
        if self._turned_back is None:
            return with_buffers(method, addresses, operators)
        method = self._turned_back.method(method, self._named)
        unplanned = [None] * (len(method.values) - len(addresses))
        changed = with_buffers(method, [*addresses, *unplanned], operators)
        return compact(changed) if unplanned else changed

    def _tensor(self, table: Table, value: TensorValue) -> Tensor:
        extra = table.table(9)
        tensor = Tensor(
            dtype=value.dtype,
            sizes=value.sizes,
            dim_order=value.dim_order,
            dynamism=value.dynamism,
            name=value.name,
            external=value.external,
            device=(extra.i8(3), extra.i8(4)) if extra else (0, 0),
        )
        if not value.buffer_index or value.external:
            return tensor
        return replace(tensor, data=self._content(value, tensor.nbytes))

    def _content(self, value: TensorValue, nbytes: int) -> bytes:
        file, index = self._file, value.buffer_index
        places = file.mutable_data[value.mutable_segment] if value.planned else file.constants
        segment, _ = places[index]
        room = self._file.inline_bytes[index] if segment < 0 else nbytes
        return self._bytes(places[index], min(nbytes, room))

    def _bytes(self, place: tuple[int, int], nbytes: int | None = None) -> bytes:
        """At most `nbytes` bytes, by default all to the end of their segment."""
        segment, first = place
        start, size = (0, len(self._data)) if segment < 0 else self._file.segments[segment]
        start += 0 if segment < 0 else self._base
        end = size if nbytes is None else min(first + nbytes, size)
        return self._data[start + first : start + end]

    def _delegate(self, delegate: FileDelegate) -> Delegate:
        place = delegate.payload
        return Delegate(
            id=delegate.id,
            data=None if place is None else self._bytes(place, delegate.payload_bytes),
            in_segment=place is not None and place[0] >= 0,
            specs=delegate.specs,
        )


def _instruction(step: FileInstruction, plan: Plan) -> Instruction:
    match step.kind:
        case "kernel_call":
            return Call(operator=plan.operators[step.target], arguments=step.values)
        case "delegate_call":
            return DelegateCall(delegate=step.target, arguments=step.values)
        case "move_call":
            return Move(source=step.values[0], destination=step.values[1])
        case "jump_false_call":
            return JumpFalse(condition=step.values[0], target=step.target)
        case "free_call":
            return Free(value=step.values[0])
