"""Planned memory in several memories of given sizes, the first of them as full as can be.

Each buffer is in the first memory that has room for it when it is placed: what fits into the first
one, say tightly coupled RAM, is there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from codegen.errors import SizeError
from codegen.optimize.graph import Buffer, Method, Program
from codegen.optimize.layout import memory_bytes
from codegen.optimize.liveness import intervals
from codegen.optimize.overlapping import overlapping
from codegen.optimize.placement import Item, best_places, space_of
from codegen.optimize.plan_memory import kept_ranges, least_bytes
from codegen.optimize.roles import Operators
from codegen.scratch_offset import Range

Kept = Mapping[int, Sequence[Range]]


def fit_memories(program: Program, operators: Operators, sizes: Sequence[int]) -> Program:
    """`program` with buffers in memories of at most `sizes` bytes, memory 1 first.

    A method whose plan fits as it is stays as it is.

    Raises:
        SizeError: a method does not fit, and what would help.

    """
    kept, faults, methods = kept_ranges(program), list[str](), []
    for method in program.methods:
        widened = _widened(method, len(sizes))
        found = widened if fits(widened, sizes) else None
        if found is None and not method.fixed:
            found = _packed(widened, kept, operators, sizes)
        if found is None:
            faults.append(_advice(widened, operators, sizes))
        methods.append(found or widened)
    if faults:
        raise SizeError(faults)
    return program.with_methods(methods)


def _widened(method: Method, count: int) -> Method:
    """`method` with `count` planned memories, or as many as it has."""
    more = (0,) * (count - len(method.memories))
    return replace(method, memories=(*method.memories, *more))


def fits(method: Method, sizes: Sequence[int]) -> bool:
    """Whether the plan of `method` needs at most `sizes` bytes of its memories."""
    needed = memory_bytes(method)
    room = (*sizes, *(0 for _ in needed[len(sizes) :]))
    return all(bytes_ <= size for bytes_, size in zip(needed, room, strict=True))


def _packed(
    method: Method, kept: Kept, operators: Operators, sizes: Sequence[int]
) -> Method | None:
    """The plan with the least bytes in the last memories that is found; None where none fits."""
    used = intervals(method, operators)
    buffers = list(method.buffers)
    items = {
        number: Item(nbytes=buffer.nbytes, rooms=_rooms_for(buffer, sizes), used=used.get(number))
        for number, buffer in enumerate(buffers)
        if not (buffer.state and kept.get(buffer.memory))  # other methods expect it there
    }
    pairs = overlapping(method, operators, used)
    nothing = (0,) * (len(sizes) + 1)
    places = best_places(space_of(items, len(sizes), kept, pairs), nothing)
    if places.keys() != items.keys():
        return None
    for number, (memory, (offset, _)) in places.items():
        buffers[number] = replace(buffers[number], memory=memory, offset=offset)
    found = replace(method, buffers=tuple(buffers))
    return found if fits(found, sizes) else None


def _rooms_for(buffer: Buffer, sizes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The memories that may hold it, with their bytes: state keeps its memory."""
    rooms = tuple(enumerate(sizes, 1))
    return rooms if not buffer.state else rooms[buffer.memory - 1 : buffer.memory]


def _advice(method: Method, operators: Operators, sizes: Sequence[int]) -> str:
    """Why a method does not fit, and what would help."""
    room = " and ".join(f"{size:,}" for size in sizes)
    needed = memory_bytes(method)
    text = (
        f"{method.name}: its tensors do not fit planned memory of {room} B "
        "(optimize.memory-bytes, or the regions of board.arena)."
    )
    if method.fixed:
        kept = " and ".join(f"{each:,}" for each in needed)
        return f"{text} Its memory of {kept} B stays as it is: {method.fixed}. Give it that much."
    least = sum(least_bytes(method, operators))
    if least > sum(sizes):
        return (
            f"{text} Those in use at one instruction take {least:,} B, {least - sum(sizes):,} B "
            "more than all memories have: give more, quantize the model, or add the passes "
            "`clamps`, `copies` and `integers` if they are left out."
        )
    largest = max(buffer.nbytes for buffer in method.buffers)
    if largest > max(sizes):
        return (
            f"{text} The largest takes {largest:,} B and is in one memory: enlarge one by "
            f"{largest - max(sizes):,} B."
        )
    return (
        f"{text} No plan was found, though those in use at one instruction take only {least:,} B: "
        "a memory has to be larger."
    )
