"""Changes the blocks of a method with jumps and moves, each as a method of its own.

What other blocks use as well is given to a block and returned by it: a number that is computed,
and a tensor in memory that outlives the block. A tensor that no other block writes is returned
alone, and so is a constant, which is still needed. A change keeps what a method takes and returns,
so that a block stays what it is for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace

from codegen.optimize.compact import compact, rename, renamed
from codegen.optimize.control import blocks
from codegen.optimize.graph import (
    Call,
    Chain,
    DelegateCall,
    Instruction,
    JumpFalse,
    Method,
    Move,
    Place,
    Tensor,
    Value,
)
from codegen.optimize.liveness import memory_of
from codegen.optimize.roles import Operators, roles
from codegen.program_value import ListValue

Change = Callable[[Method, Operators], Method]


def by_block(change: Change) -> Change:
    """`change` for each block of a method that is not fixed, in place of the whole."""

    def changed(method: Method, operators: Operators) -> Method:
        if method.fixed or method.straight:
            return change(method, operators)
        parts = blocks(method.instructions)
        uses = [_use(method, block, operators) for block in parts]
        for number in reversed(range(len(parts))):
            block = parts[number]
            if not isinstance(method.instructions[block.start], Call | DelegateCall):
                continue
            others = uses[:number] + uses[number + 1 :]
            part = _part_of(method, block, uses[number], others)
            done = change(part.method, operators)
            if done != part.method:
                method = _joined(method, block, part, done)
                own = range(block.start, block.start + len(done.instructions))
                uses[number] = _use(method, own, operators)
        return compact(method)

    return changed


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    """The values that a block names, with the items of lists, and those that it writes."""

    named: frozenset[int]
    written: frozenset[int]
    moved: frozenset[int]
    """The values that it makes others."""


def _use(method: Method, block: range, operators: Operators) -> _Use:
    named, written, moved = set[int](), set[int](), set[int]()
    for time in block:
        instruction = method.instructions[time]
        used = roles(instruction, method.values, operators)
        named.update(used.reads, used.writes)
        written.update(used.writes)
        match instruction:
            case Move(source=source, destination=destination):
                named |= {source, destination}
                moved.add(destination)
            case Call(arguments=arguments) | DelegateCall(arguments=arguments):
                named.update(arguments)
                named.update(item for index in arguments for item in _items(method.values[index]))
    return _Use(named=frozenset(named), written=frozenset(written), moved=frozenset(moved))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A block as a method, and the values of the whole that its outputs are."""

    method: Method
    outputs: tuple[int, ...]
    given: int
    """How many of the outputs are inputs as well, the first ones."""


def _part_of(method: Method, block: range, own: _Use, others: Sequence[_Use]) -> _Part:
    inside, numbers = own.named, own.written.union(*(each.written for each in others))
    moved = own.moved.union(*(each.moved for each in others))
    outside = {*method.inputs, *method.outputs}.union(*(each.named for each in others))
    elsewhere = frozenset(method.inputs).union(*(each.written for each in others))
    made, lasting = _buffers_by_use(method, own.written, elsewhere, outside)
    needed = {method.tensor(i).data for i in outside if isinstance(method.values[i], Tensor)}
    given, outputs = set[int](), set[int]()
    for index, value in enumerate(method.values):
        if not isinstance(value, Tensor):
            if index in inside and (index in numbers or index in method.inputs):
                given.add(index)
        elif value.place is not None:
            if value.place.buffer in made and index in outside:
                outputs.add(index)
            elif (index in inside and value.place.buffer in lasting) or value.data is not None:
                given.add(index)
        elif index in inside and not value.constant and index in outside:
            given.add(index)
        elif index in inside and value.constant and value.data in needed:
            outputs.add(index)
    # Where a moved tensor is, only the instructions before the block know.
    values = tuple(
        replace(value, place=None) if index in moved and isinstance(value, Tensor) else value
        for index, value in enumerate(method.values)
    )
    chain = Chain(inputs=(), outputs=(), instructions=method.instructions[block.start : block.stop])
    buffers = tuple(
        replace(each, state=number in lasting) for number, each in enumerate(method.buffers)
    )
    shared = (*sorted(given), *sorted(outputs))
    alone = replace(
        method,
        values=values,
        inputs=shared[: len(given)],
        outputs=shared,
        chains=(chain,),
        buffers=buffers,
    )
    return _Part(method=compact(alone), outputs=shared, given=len(given))


def _buffers_by_use(
    method: Method, written: Set[int], elsewhere: Set[int], outside: Set[int]
) -> tuple[Set[int], Set[int]]:
    """The buffers that others read and a block alone writes, and the others that they use.

    `written` are the values that the block writes, `elsewhere` those that something else does.
    """
    buffers_of = memory_of(method)

    def buffers(indices: Set[int]) -> set[int]:
        return {buffer for index in indices for buffer in buffers_of(index)}

    lasting = {number for number, each in enumerate(method.buffers) if each.state}
    used = buffers(outside) - lasting
    made = used & (buffers(written) - buffers(elsewhere))
    return made, lasting | (used - made)


def _items(value: Value) -> tuple[int, ...]:
    return value.references if isinstance(value, ListValue) else ()


def _joined(method: Method, block: range, part: _Part, done: Method) -> Method:
    """`method` with the instructions of `done` in place of `block`, and what they need."""
    values, buffers = list(method.values), list(method.buffers)
    number = dict(zip(done.outputs, part.outputs, strict=True))
    changing = {*part.outputs[: part.given]}
    places: dict[int, int] = {}
    for new, old in number.items():
        one, other = _place(done.values[new]), _place(method.values[old])
        if old in changing and one is not None and other is not None:
            places[one.buffer] = other.buffer
    known = {id(value): at for at, value in enumerate(values) if at not in changing}

    def placed(tensor: Tensor) -> Tensor:
        assert tensor.place is not None
        number = tensor.place.buffer
        if number not in places:
            places[number] = len(buffers)
            buffers.append(done.buffers[number])
        return replace(tensor, place=replace(tensor.place, buffer=places[number]))

    def add(value: Value) -> int:
        values.append(value)
        return len(values) - 1

    for new, old in number.items():
        value = done.values[new]
        if old not in changing and isinstance(value, Tensor) and value.place is not None:
            values[old] = placed(value)
    lists = {index for index, value in enumerate(done.values) if _items(value)}
    for index, value in enumerate(done.values):
        if index in number or index in lists:
            continue
        if isinstance(value, Tensor) and value.place is not None:
            number[index] = add(placed(value))
        else:
            number[index] = known[id(value)] if id(value) in known else add(value)
    there = {value: at for at, value in enumerate(method.values) if _items(value)}
    for index in sorted(lists):
        moved = renamed(done.values[index], number)
        number[index] = there[moved] if moved in there else add(moved)
    (chain,) = method.chains
    made = rename(done, number, ()).instructions
    more = len(made) - len(block)
    steps = (
        *_moved(chain.instructions[: block.start], block, more),
        *made,
        *_moved(chain.instructions[block.stop :], block, more),
    )
    return replace(
        method,
        values=tuple(values),
        buffers=tuple(buffers),
        chains=(replace(chain, instructions=steps),),
    )


def _place(value: Value) -> Place | None:
    return value.place if isinstance(value, Tensor) else None


def _moved(instructions: Sequence[Instruction], block: range, more: int) -> Sequence[Instruction]:
    """`instructions`, whose jumps behind `block` are `more` instructions longer."""
    return [
        replace(each, target=each.target + more)
        if isinstance(each, JumpFalse) and each.target >= block.stop
        else each
        for each in instructions
    ]
