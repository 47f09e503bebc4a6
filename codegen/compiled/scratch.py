"""Where the scratch of a compiled method begins: behind its arena, or where nothing is planned.

What holds something before and after each call follows from the last one on: what is written is
needed no more before, what is read is. What the first call needs and no input sets outlives a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from codegen.compiled.arenas import Arenas
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Dynamism
from codegen.program import Instruction, Plan
from codegen.program_value import ListValue, TensorValue
from codegen.scratch_offset import ALIGNMENT, Range, Use, joined, scratch_offset
from codegen.state import instructions


@dataclass(frozen=True, slots=True, kw_only=True)
class ScratchCall:
    """A call of a kernel as far as its scratch is concerned."""

    schema: OperatorSchema
    scratch: int
    ahead: int = 0
    """Scratch that overlaps the first argument begins so many bytes before it; 0: it must not."""


_NO_END = 2**31
_MOST = ALIGNMENT * (2**16 - 1)
"""A device keeps an offset in 16 bits. Source: Method in runtime/compiled/table.h."""
Calls = Mapping[int, ScratchCall]
"""The calls of kernels by their instruction."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The first arena of a method whose instructions run one after the other."""

    plan: Plan
    arenas: Arenas
    calls: Calls
    changes: bool
    """Whether values that change are behind planned memory."""

    def uses(self, state: Sequence[Range]) -> list[Use]:
        """What each call takes of it, next to `state`, which no scratch may touch."""
        kept = [*state, *self._others()]
        live = joined(self._ranges(self.plan.outputs))
        uses = []
        for at, instruction in reversed([*enumerate(instructions(self.plan))]):
            call = self.calls[at]
            arguments = self._ranges(instruction.values)
            operand = self._operand(instruction, call, live)
            if operand is not None:
                arguments = [each for each in arguments if each != operand]
            uses.append(
                Use(
                    scratch=call.scratch,
                    taken=tuple(joined([*kept, *live, *arguments])),
                    operand=operand,
                    ahead=call.ahead,
                )
            )
            live = self._before(instruction, call.schema, live)
        return uses

    def state(self) -> list[Range]:
        """The bytes that outlive a run: they start with data, or are read before they are set."""
        live = joined(self._ranges(self.plan.outputs))
        for at, instruction in reversed([*enumerate(instructions(self.plan))]):
            live = self._before(instruction, self.calls[at].schema, live)
        for given in self._ranges(self.plan.inputs):
            live = _without(live, given)
        started = (
            index
            for index, value in enumerate(self.plan.values)
            if isinstance(value, TensorValue) and value.planned and value.buffer_index
        )
        return joined([*live, *self._ranges(started)])

    def _others(self) -> Iterator[Range]:
        """What follows memory 1: scratch is in it, or behind everything."""
        first, *others = self.plan.planned_bytes or (0,)
        end = self.arenas.bytes[0]
        places = self.arenas.places[1 : len(others) + 1]
        if any(size and arena == 0 for size, (arena, _) in zip(others, places, strict=True)):
            yield first, end
        if self.changes:
            yield end, _NO_END

    def _before(
        self, instruction: Instruction, schema: OperatorSchema, live: Sequence[Range]
    ) -> list[Range]:
        """The bytes that hold something before an instruction, of those that do after it."""
        named = [*zip(schema.parameters, instruction.values, strict=False)]
        results = {index for parameter, index in named if not parameter.read}
        found = list(live)
        for written in self._ranges(results):
            found = _without(found, written)
        read = [index for parameter, index in named if parameter.read]
        read += [index for index in instruction.values[len(named) :] if index not in results]
        return joined([*found, *self._ranges(read)])

    def _operand(
        self, instruction: Instruction, call: ScratchCall, live: Sequence[Range]
    ) -> Range | None:
        """The first argument, if nothing needs it later and the call has it once."""
        if not call.ahead:
            return None
        first, *others = instruction.values
        found = self._ranges([first])
        if len(found) != 1 or any(_meet(found[0], each) for each in (*live, *self._ranges(others))):
            return None
        return found[0]

    def _ranges(self, indices: Iterable[int]) -> list[Range]:
        """The bytes of planned tensors in the first arena, those of lists included."""
        found = []
        for index in chain.from_iterable(map(self._items, indices)):
            value = self.plan.values[index]
            if isinstance(value, TensorValue) and value.planned and value.nbytes:
                arena, start = self.arenas.place_of(value)
                if arena == 0:
                    found.append((start, start + value.nbytes))
        return found

    def _items(self, index: int) -> Sequence[int]:
        value = self.plan.values[index]
        return value.references if isinstance(value, ListValue) else (index,)


def scratch_offsets(memories: Sequence[Memory]) -> list[int | None]:
    """For each method of a model where its scratch begins; None: behind all else in its arena.

    It stays there where any method has instructions that are no calls of kernels, or tensors whose
    shapes or places are known on the device only.
    """
    if not all(map(_is_known, memories)):
        return [None] * len(memories)
    state = joined(chain.from_iterable(each.state() for each in memories))
    found = (scratch_offset(each.uses(state), each.arenas.bytes[0]) for each in memories)
    return [None if offset is None or offset >= _MOST else offset for offset in found]


def _is_known(memory: Memory) -> bool:
    steps = instructions(memory.plan)
    return memory.calls.keys() == {*range(len(steps))} and all(
        value.constant or (value.planned and value.dynamism is Dynamism.STATIC)
        for value in memory.plan.values
        if isinstance(value, TensorValue) and value.nbytes
    )


def _without(ranges: Iterable[Range], gone: Range) -> list[Range]:
    parts = ((part for part in ((a, min(b, gone[0])), (max(a, gone[1]), b))) for a, b in ranges)
    return [(a, b) for a, b in chain.from_iterable(parts) if a < b]


def _meet(one: Range, other: Range) -> bool:
    return one[0] < other[1] and other[0] < one[1]
