"""Planned memory in several memories of given sizes, the first of them as full as can be.

Buffers are placed as by plan_memory.py, each in the first memory that has room for it at the time:
what fits into the first one, say tightly coupled RAM, is there. `exact` lets CP-SAT choose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from codegen.errors import SizeError
from codegen.optimize.exact_plan import WORK, solver_module
from codegen.optimize.graph import Buffer, Method, Program
from codegen.optimize.layout import end_of, is_sound, memory_bytes
from codegen.optimize.liveness import Interval, intervals, neighbours
from codegen.optimize.plan_memory import (
    ALIGNMENT,
    ORDERS,
    Order,
    Range,
    first_gap,
    kept_ranges,
    least_bytes,
)
from codegen.optimize.roles import Operators

Kept = Mapping[int, Sequence[Range]]


def fit_memories(
    program: Program, operators: Operators, sizes: Sequence[int], *, exact: bool = False
) -> Program:
    """`program` with buffers in memories of at most `sizes` bytes, memory 1 first.

    A method whose plan fits as it is stays as it is.

    Raises:
        SizeError: a method does not fit, and what would help.
        ConfigError: `exact` without OR-tools.

    """
    kept, faults, methods = kept_ranges(program), list[str](), []
    for method in program.methods:
        widened = _widened(method, len(sizes))
        found = widened if _fits(widened, sizes) else None
        if found is None and not method.fixed:
            found = _packed(widened, kept, operators, sizes)
            if exact:
                found = _solved(widened, kept, operators, sizes) or found
        if found is None:
            faults.append(_advice(widened, operators, sizes, exact=exact))
        methods.append(found or widened)
    if faults:
        raise SizeError(faults)
    return replace(program, methods=tuple(methods))


def _widened(method: Method, count: int) -> Method:
    """`method` with `count` planned memories, or as many as it has."""
    more = (0,) * (count - len(method.memories))
    return replace(method, memories=(*method.memories, *more))


def _fits(method: Method, sizes: Sequence[int]) -> bool:
    needed = memory_bytes(method)
    room = (*sizes, *(0 for _ in needed[len(sizes) :]))
    return all(bytes_ <= size for bytes_, size in zip(needed, room, strict=True))


def _packed(
    method: Method, kept: Kept, operators: Operators, sizes: Sequence[int]
) -> Method | None:
    """The best of several orders: the least in the last memories; None where none fits."""
    used = intervals(method, operators)
    together = neighbours(used)
    tried = [_in_order(method, used, together, kept, sizes, order) for order in ORDERS]
    found = [each for each in tried if each is not None and _fits(each, sizes)]
    return min(found, key=lambda each: memory_bytes(each)[::-1], default=None)


def _in_order(
    method: Method,
    used: Mapping[int, Interval],
    together: Mapping[int, tuple[int, ...]],
    kept: Kept,
    sizes: Sequence[int],
    order: Order,
) -> Method | None:
    nowhere = Interval(first=0, last=0)
    buffers = list(method.buffers)
    numbers = sorted(
        range(len(buffers)),
        key=lambda number: (*order(buffers[number], used.get(number, nowhere)), number),
    )
    done = {number for number in numbers if _stays(buffers[number], kept)}
    for number in numbers:
        if number in done:
            continue
        placed = None
        for memory in _memories_for(buffers[number], sizes):
            taken = list(kept.get(memory, ()))
            for other in together.get(number, ()):
                if other in done and buffers[other].memory == memory:
                    taken.append((buffers[other].offset or 0, end_of(buffers[other])))
            offset = first_gap(buffers[number].nbytes, taken)
            if offset + buffers[number].nbytes <= sizes[memory - 1]:
                placed = replace(buffers[number], memory=memory, offset=offset)
                break
        if placed is None:
            return None
        buffers[number] = placed
        done.add(number)
    return replace(method, buffers=tuple(buffers))


def _stays(buffer: Buffer, kept: Kept) -> bool:
    """Whether it holds state where other methods expect it."""
    return buffer.state and bool(kept.get(buffer.memory))


def _memories_for(buffer: Buffer, sizes: Sequence[int]) -> Sequence[int]:
    """State keeps its memory."""
    if buffer.state:
        return (buffer.memory,) if buffer.memory <= len(sizes) else ()
    return range(1, len(sizes) + 1)


def _solved(
    method: Method, kept: Kept, operators: Operators, sizes: Sequence[int]
) -> Method | None:
    """The plan with the least bytes in the last memories; None where the solver has none."""
    cp_model = solver_module()
    model, used = cp_model.CpModel(), intervals(method, operators)
    heights = [model.new_int_var(0, size, "") for size in sizes]
    areas: list[tuple[list[Any], list[Any]]] = [([], []) for _ in sizes]
    choices: dict[int, dict[int, tuple[Any, Any]]] = {}
    last = max((each.last for each in used.values()), default=0) + 1
    for memory, ranges in kept.items():
        for begin, end in ranges if memory <= len(sizes) else ():
            times, places = areas[memory - 1]
            first = begin // ALIGNMENT
            length = -(-end // ALIGNMENT) - first
            times.append(model.new_fixed_size_interval_var(-1, last + 2, ""))
            places.append(model.new_fixed_size_interval_var(first, length, ""))
            model.add(heights[memory - 1] >= end)
    for number, buffer in enumerate(method.buffers):
        if number not in used or not buffer.nbytes or _stays(buffer, kept):
            continue
        span, length = used[number], -(-buffer.nbytes // ALIGNMENT)
        choices[number] = {}
        for memory in _memories_for(buffer, sizes):
            room = sizes[memory - 1] - buffer.nbytes
            if room < 0:
                continue
            start, here = model.new_int_var(0, room // ALIGNMENT, ""), model.new_bool_var("")
            times, places = areas[memory - 1]
            lived = span.last + 1 - span.first
            times.append(model.new_optional_fixed_size_interval_var(span.first, lived, here, ""))
            places.append(model.new_optional_fixed_size_interval_var(start, length, here, ""))
            height = heights[memory - 1]
            model.add(ALIGNMENT * start + buffer.nbytes <= height).only_enforce_if(here)
            choices[number][memory] = start, here
        model.add_exactly_one([here for _, here in choices[number].values()])
    for times, places in areas:
        model.add_no_overlap_2d(times, places)
    model.minimize(sum(index * height for index, height in enumerate(heights)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = WORK
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    buffers = list(method.buffers)
    for number, by_memory in choices.items():
        for memory, (start, here) in by_memory.items():
            if solver.value(here):
                offset = ALIGNMENT * solver.value(start)
                buffers[number] = replace(buffers[number], memory=memory, offset=offset)
    buffers = [
        replace(buffer, memory=1, offset=0)
        if number not in choices and not buffer.state and number not in used
        else buffer
        for number, buffer in enumerate(buffers)
    ]
    found = replace(method, buffers=tuple(buffers))
    return found if is_sound(found, operators) and _fits(found, sizes) else None


def _advice(method: Method, operators: Operators, sizes: Sequence[int], *, exact: bool) -> str:
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
    if exact:
        return (
            f"{text} No plan was found, though those in use at one instruction take only "
            f"{least:,} B: a memory has to be larger."
        )
    return (
        f"{text} Those in use at one instruction take {least:,} B: "
        '`plan = "exact"` may find a plan, or a memory has to be larger.'
    )
