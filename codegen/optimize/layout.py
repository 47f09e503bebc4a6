"""Where the buffers of a method are in its planned memories, and whether that is sound."""

from __future__ import annotations

from collections import defaultdict

from codegen.optimize.graph import Buffer, Method, Program
from codegen.optimize.liveness import intervals, neighbours
from codegen.optimize.overlapping import overlapping
from codegen.optimize.roles import Operators


def planned_bytes(program: Program) -> tuple[tuple[int, ...], ...]:
    """For each method the bytes of each of its planned memories, memory 1 first.

    Methods of one program share state in memories that have the same number, after the first, and
    the same size: those do not shrink, and stay equally large.

    Raises:
        ValueError: a buffer has no offset.

    """
    needed = [memory_bytes(method) for method in program.methods]
    if len(program.methods) < 2:
        return tuple(needed)
    largest: dict[tuple[int, int], int] = defaultdict(int)
    for method, sizes in zip(program.methods, needed, strict=True):
        for key, size in zip(enumerate(method.memories), sizes, strict=True):
            largest[key] = max(largest[key], size, key[1])
    return tuple(
        (*sizes[:1], *(largest[key] for key in list(enumerate(method.memories))[1:]))
        for method, sizes in zip(program.methods, needed, strict=True)
    )


def memory_bytes(method: Method) -> tuple[int, ...]:
    """The bytes that the method itself needs of each planned memory, memory 1 first.

    A fixed method keeps what the file has, any other what its buffers need.

    Raises:
        ValueError: a buffer has no offset.

    """
    if method.fixed:
        return method.memories
    ends = [0] * len(method.memories)
    for buffer in method.buffers:
        ends[buffer.memory - 1] = max(ends[buffer.memory - 1], end_of(buffer))
    return tuple(ends)


def end_of(buffer: Buffer) -> int:
    """The first byte behind `buffer`."""
    if buffer.offset is None:
        raise ValueError("a buffer has no offset")
    return buffer.offset + buffer.nbytes


def is_sound(method: Method, operators: Operators) -> bool:
    """Whether every buffer has an offset and those in use at once overlap only where they may."""
    if method.fixed:
        return True
    if any(buffer.offset is None for buffer in method.buffers):
        return False
    return not overlaps(method, operators)


def overlaps(method: Method, operators: Operators) -> bool:
    """Whether any two buffers that have an offset and are in use at once overlap, but may not."""
    used = intervals(method, operators)
    colliding = {
        (one, other)
        for one, others in neighbours(used).items()
        for other in others
        if collide(method.buffers[one], method.buffers[other])
    }
    if not colliding:
        return False
    for (result, operand), distances in overlapping(method, operators, used).items():
        apart = (method.buffers[result].offset or 0) - (method.buffers[operand].offset or 0)
        if distances.allow(apart):
            colliding -= {(result, operand), (operand, result)}
    return bool(colliding)


def collide(one: Buffer, other: Buffer) -> bool:
    """Whether two buffers have a byte in common."""
    if one.memory != other.memory or one.nbytes == 0 or other.nbytes == 0:
        return False
    if one.offset is None or other.offset is None:
        return False
    return one.offset < end_of(other) and other.offset < end_of(one)
