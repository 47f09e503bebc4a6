"""Which tensors share planned memory on purpose: the buffers of a method.

A program has only addresses: a view that the exporter elided, or state that is written back in
place, is a tensor that is read where another was written. The instructions are followed in order,
along every path, with what was written last to each byte. Tensors that meet there are in one
buffer, and so is a result that a call writes over its operand, as in plans of Kerf. A tensor that
is read before anything was written keeps its content between executions: it is state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field, replace

from codegen.clearance import Distances
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Dynamism
from codegen.optimize.control import Meanings, blocks, followers, meanings
from codegen.optimize.graph import (
    Buffer,
    Call,
    Free,
    Instruction,
    Method,
    Move,
    Place,
    Tensor,
    Value,
)
from codegen.optimize.layout import overlaps
from codegen.optimize.overlapping import computed_values, distances_of
from codegen.optimize.plan_memory import plan_apart
from codegen.optimize.roles import VIEW, Operators, parameters_of, roles
from codegen.program_value import ListValue, ScalarValue
from codegen.signature import KernelForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the file places a tensor."""

    memory: int
    offset: int


def with_buffers(
    method: Method, addresses: Sequence[Address | None], operators: Operators
) -> Method:
    """`method` with its buffers; `addresses` are those of its values, in place of their `place`.

    Where purpose cannot be told from chance, each memory is one buffer, and the method is fixed.
    Values that have a place already are in buffers of `method` for which nothing is planned.
    """
    reason = _fixed(method, addresses, operators)
    if reason:
        return _as_memories(replace(method, fixed=reason), addresses, operators)
    groups = _Groups(method, addresses, operators)
    groups.follow()
    grouped = groups.method()
    reason = _hidden(grouped, operators)
    if not reason and overlaps(grouped, operators):
        reason = "tensors that are in use at the same time share memory"
    if reason:
        return _as_memories(replace(method, fixed=reason), addresses, operators)
    return grouped


def _fixed(method: Method, addresses: Sequence[Address | None], operators: Operators) -> str:
    """Why nothing can be moved; empty where everything can."""
    if len(method.chains) > 1:
        return "it has several chains"
    views, used = set[int](), {*method.inputs}
    for instruction in method.instructions:
        reason = _unclear(instruction, method.values, operators)
        if reason:
            return reason
        if isinstance(instruction, Call) and instruction.operator == VIEW:
            source, view = instruction.arguments[0], instruction.arguments[2]
            if addresses[view] is None and view in used:
                return f"value {view} is used before it is a view"
            if addresses[view] is not None and addresses[view] != addresses[source]:
                return f"value {view} is a view of memory other than its own"
            views.add(view)
        each = roles(instruction, method.values, operators)
        used.update(each.reads, each.writes)
    loose = [*method.inputs, *method.outputs]
    for index in loose:
        if isinstance(method.values[index], ListValue):
            return f"value {index}, an input or output, is a list"
    for index, value in enumerate(method.values):
        if not isinstance(value, Tensor) or value.constant or value.place is not None:
            continue
        if value.dynamism is Dynamism.DYNAMIC_UNBOUND:
            return f"value {index} has a shape without bound"
        if addresses[index] is None and index not in views and index not in loose:
            return f"the memory of value {index} is known at run time only"
        if addresses[index] is None and index in method.outputs and index in views:
            return f"output {index} is a view of other memory"
    return ""


def _unclear(instruction: Instruction, values: Sequence[Value], operators: Operators) -> str:
    match instruction:
        case Move(source=source, destination=index) if not _is_movable(
            values[source], values[index]
        ):
            return f"a move makes value {index} what it is not"
        case Free(value=index):
            return f"it frees value {index}"
    if not isinstance(instruction, Call):
        return ""
    kernel = operators.get(instruction.operator)
    if kernel is None:
        return f"no library describes {instruction.operator}"
    if kernel.form is KernelForm.CALL and instruction.operator != VIEW:
        return f"{instruction.operator} changes what a value is"
    if not _fits(instruction, values, kernel.schema):
        return f"{instruction.operator} has other arguments than its schema"
    return ""


def _is_movable(source: Value, destination: Value) -> bool:
    """Whether a move changes no more than the number, or the memory, that `destination` has."""
    if isinstance(source, ScalarValue) and isinstance(destination, ScalarValue):
        return True
    if not (isinstance(source, Tensor) and isinstance(destination, Tensor)):
        return False
    one, other = (
        (each.dtype, each.sizes, each.dim_order, each.dynamism) for each in (source, destination)
    )
    return one == other and destination.data is None and not destination.external


def _hidden(method: Method, operators: Operators) -> str:
    """What memory a block uses through a value that does not show it; empty where none does."""
    if method.straight:
        return ""
    known = meanings(method.instructions)
    moved = {index for each in known for index in each if isinstance(method.values[index], Tensor)}
    maker: dict[int, range] = {}
    users: dict[int, set[int]] = defaultdict(set)
    for block in blocks(method.instructions):
        written, meant = set[int](), set[int]()
        for time in block:
            instruction = method.instructions[time]
            used = roles(instruction, method.values, operators)
            written.update(used.writes)
            for index in (*used.reads, *used.writes):
                users[index].add(block.start)
                meant |= known[time].get(index, frozenset()) - {index}
            if isinstance(instruction, Call) and instruction.operator == VIEW:
                source, _, view = instruction.arguments[:3]
                if moved & {source, view}:
                    return f"value {view} is a view of what a move made a value"
                if method.tensor(view).place is None:
                    maker[view] = block
        if moved & written:
            return f"a call writes value {min(moved & written)}, which a move makes another"
        if _buffers(method, written) & _buffers(method, meant):
            return "a block writes memory that a move gave a value which it reads"
    for view, block in maker.items():
        if users[view] | {block.start} != {block.start}:
            return f"value {view}, a view, is used where it was not made"
    return ""


def _buffers(method: Method, indices: Iterable[int]) -> set[int]:
    values = (method.values[index] for index in indices)
    return {each.place.buffer for each in values if isinstance(each, Tensor) and each.place}


def _fits(call: Call, values: Sequence[Value], schema: OperatorSchema) -> bool:
    """Whether `call` has an argument for each parameter, tensors where the schema has them."""
    if len(call.arguments) < len(schema.parameters):
        return False
    for parameter, index in parameters_of(schema, call.arguments):
        value = values[index]
        if not parameter.tensor:
            continue
        if "[]" in parameter.type:
            fits = isinstance(value, ListValue) and value.kind.endswith("tensor_list")
        else:
            fits = isinstance(value, Tensor)
        absent = parameter.type.endswith("?") and isinstance(value, ScalarValue)
        if not fits and not absent:
            return False
    return True


def _as_memories(
    method: Method, addresses: Sequence[Address | None], operators: Operators
) -> Method:
    """Each memory as one buffer that stays as it is, behind it what had no address."""
    method = plan_apart(method, operators)
    buffers = tuple(
        Buffer(memory=number, nbytes=nbytes, offset=0, state=True)
        for number, nbytes in enumerate(method.memories, start=1)
    )
    values = [
        replace(value, place=Place(buffer=at.memory - 1, offset=at.offset))
        if isinstance(value, Tensor) and at is not None
        else value
        for value, at in zip(method.values, addresses, strict=True)
    ]
    return replace(method, values=tuple(values), buffers=buffers)


@dataclass(frozen=True, slots=True)
class _Written:
    """Bytes [start, end) may hold what was written through value `by`; None: what was there."""

    start: int
    end: int
    by: int | None


_Contents = dict[int, list[_Written]]
"""What each memory may hold; several pieces have a byte in common where paths meet."""


@dataclass(slots=True)
class _Groups:
    """Values that share memory, found while instructions are followed along every path."""

    given: Method
    addresses: Sequence[Address | None]
    operators: Operators
    parent: dict[int, int] = field(default_factory=dict)
    contents: _Contents = field(default_factory=dict)
    state: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for memory in {at.memory for at in self.addresses if at is not None}:
            self.contents[memory] = [_Written(0, 2**63, None)]
        for index, value in enumerate(self.given.values):
            if isinstance(value, Tensor) and value.data is not None and self.addresses[index]:
                self.state.add(index)
                self.write(index)

    def follow(self) -> None:
        """Joins the values that meet at any instruction, and finds what is state."""
        method, steps = self.given, self.given.instructions
        known, computed = meanings(steps), computed_values(method, self.operators)
        by_start = {block.start: block for block in blocks(steps)}
        for index in method.inputs:
            self.write(index)
        before, waiting = {0: self.contents}, {0}
        while waiting:
            first = min(waiting)
            waiting.remove(first)
            self.contents = {memory: [*pieces] for memory, pieces in before[first].items()}
            if (block := by_start.get(first)) is None:
                continue
            for time in block:
                self._step(steps[time], known[time], computed)
            for at in followers(steps, block):
                joined = _joined(before.get(at), self.contents)
                if joined is not None:
                    before[at] = joined
                    waiting.add(at)
        end = len(steps)
        if end not in before:
            return  # it never ends
        self.contents = before[end]
        for index in method.outputs:
            self.read(index, known[end])
        for index in sorted(self.state):
            self.read(index, {})  # the next execution finds what this one left

    def _step(self, instruction: Instruction, known: Meanings, computed: Set[int]) -> None:
        method = self.given
        used = roles(instruction, method.values, self.operators)
        for index in used.reads:
            self.read(index, known)
        meant = [each for index in used.reads for each in _meant(index, known)]
        for index in used.writes:
            distances = distances_of(instruction, method, self.operators, computed)
            self.join_overlapped(index, meant, distances)
            self.write(index)
        if isinstance(instruction, Call) and instruction.operator == VIEW:
            self.join(instruction.arguments[0], instruction.arguments[2])

    def write(self, index: int) -> None:
        """Notes that value `index` is in its memory now."""
        where = self._range(index)
        if where is None:
            return
        memory, start, end = where
        kept = []
        for each in self.contents[memory]:
            if each.end <= start or each.start >= end:
                kept.append(each)
                continue
            if each.start < start:
                kept.append(_Written(each.start, start, each.by))
            if each.end > end:
                kept.append(_Written(end, each.end, each.by))
        self.contents[memory] = [*kept, _Written(start, end, index)]

    def read(self, index: int, known: Meanings) -> None:
        """Joins value `index` with what its memory may hold; a move has done so for its source."""
        where = self._range(index)
        if where is None or index not in _meant(index, known):
            return
        memory, start, end = where
        for each in self.contents[memory]:
            if each.end <= start or each.start >= end:
                continue
            if each.by is None:
                self.state.add(index)
            else:
                self.join(index, each.by)

    def join_overlapped(self, result: int, operands: Sequence[int], distances: Distances) -> None:
        """Joins `result` with those of `operands` that it is written over: in place.

        Not the first one where it is as far apart as `distances`: nothing must keep it there.
        """
        written = self._range(result)
        if written is None:
            return
        memory, start, end = written
        for index in operands:
            where = self._range(index)
            if where is None or where[0] != memory or where[1] >= end or start >= where[2]:
                continue
            if index != operands[0] or not distances.allow(start - where[1]):
                self.join(index, result)

    def _range(self, index: int) -> tuple[int, int, int] | None:
        value, at = self.given.values[index], self.addresses[index]
        if not isinstance(value, Tensor) or at is None or value.nbytes == 0:
            return None
        return at.memory, at.offset, at.offset + value.nbytes

    def _root(self, index: int) -> int:
        while (above := self.parent.get(index, index)) != index:
            index = above
        return index

    def join(self, one: int, other: int) -> None:
        """Puts two values into one buffer."""
        a, b = sorted((self._root(one), self._root(other)))
        self.parent[b] = a

    def method(self) -> Method:
        """The method with a buffer for each group."""
        members: dict[int, list[tuple[int, Address]]] = defaultdict(list)
        for index, at in enumerate(self.addresses):
            if at is not None:
                members[self._root(index)].append((index, at))
        values: list[Value] = list(self.given.values)
        buffers = list(self.given.buffers)
        kept = {self._root(index) for index in self.state}
        for root, group in sorted(members.items()):
            first = min(at.offset for _, at in group)
            end = max(at.offset + self.given.tensor(index).nbytes for index, at in group)
            for index, at in group:
                place = Place(buffer=len(buffers), offset=at.offset - first)
                values[index] = replace(self.given.tensor(index), place=place)
            memory = group[0][1].memory
            state = root in kept
            buffers.append(Buffer(memory=memory, nbytes=end - first, offset=first, state=state))
        return replace(self.given, values=tuple(values), buffers=tuple(buffers))


def _meant(index: int, known: Meanings) -> Sequence[int]:
    """What value `index` may be, in order."""
    return sorted(known.get(index, (index,)))


def _joined(one: _Contents | None, other: _Contents) -> _Contents | None:
    """What either holds; None where that is what `one` holds already."""
    if one is None:
        return other
    joined = {memory: _merged([*pieces, *other[memory]]) for memory, pieces in one.items()}
    same = all(_merged(pieces) == joined[memory] for memory, pieces in one.items())
    return None if same else joined


def _merged(pieces: Sequence[_Written]) -> list[_Written]:
    """`pieces` in order, those of one value that touch as one."""
    merged: list[_Written] = []
    for each in sorted(
        pieces, key=lambda piece: (-1 if piece.by is None else piece.by, piece.start)
    ):
        last = merged[-1] if merged else None
        if last is not None and last.by == each.by and each.start <= last.end:
            merged[-1] = _Written(last.start, max(last.end, each.end), each.by)
        else:
            merged.append(each)
    return merged
