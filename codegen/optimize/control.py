"""Where the instructions of a method run one after the other, and what moves make of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from codegen.optimize.graph import Call, DelegateCall, Instruction, JumpFalse, Move

Meanings = Mapping[int, frozenset[int]]
"""The values that a value may be, which a move has made another one; else it is itself."""


def blocks(instructions: Sequence[Instruction]) -> tuple[range, ...]:
    """Calls that run one after the other, or one other instruction: no jump leads into a block."""
    starts = {0, len(instructions)}
    for time, each in enumerate(instructions):
        if isinstance(each, Call | DelegateCall):
            continue
        starts |= {time, time + 1}
        if isinstance(each, JumpFalse):
            starts.add(each.target)
    edges = sorted(starts)
    return tuple(range(first, end) for first, end in pairwise(edges))


def followers(instructions: Sequence[Instruction], block: range) -> tuple[int, ...]:
    """The instructions that may run after the last one of `block`, the end among them."""
    last = instructions[block[-1]]
    return (block.stop, last.target) if isinstance(last, JumpFalse) else (block.stop,)


def meanings(instructions: Sequence[Instruction]) -> Sequence[Meanings]:
    """What values may be before each instruction, and at the end.

    Source: Method::move in runtime/executor, which copies what a value is.
    """
    found: list[dict[int, frozenset[int]]] = [{} for _ in range(len(instructions) + 1)]
    if not any(isinstance(each, Move) for each in instructions):
        return found
    waiting, reached = {0}, set[int]()
    by_start = {block.start: block for block in blocks(instructions)}
    while waiting:
        first = min(waiting)
        waiting.remove(first)
        if (block := by_start.get(first)) is None:
            continue
        after = found[first]
        for time in block:
            found[time] = after
        match instructions[block[-1]]:
            case Move(source=source, destination=destination):
                after = {**after, destination: after.get(source, frozenset((source,)))}
        for at in followers(instructions, block):
            joined = _joined(found[at], after) if at in reached else after
            if at not in reached or joined != found[at]:
                found[at] = joined
                waiting.add(at)
                reached.add(at)
    return found


def _joined(one: Meanings, other: Meanings) -> dict[int, frozenset[int]]:
    return {
        index: one.get(index, frozenset((index,))) | other.get(index, frozenset((index,)))
        for index in {*one, *other}
    }
