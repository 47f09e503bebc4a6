"""Plans memory exactly: where greedy placement may not be the best, a solver looks for better.

A buffer is a rectangle: its bytes over the instructions in which it is in use. Those of a memory
must not overlap, and the memory must be as low as it can be. CP-SAT of OR-tools solves that, always
in the same way: one worker, a fixed seed, a limit that counts its work and not the time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from codegen.errors import ConfigError
from codegen.optimize.graph import Buffer, Method, Program
from codegen.optimize.layout import is_sound, memory_bytes
from codegen.optimize.liveness import Interval, intervals
from codegen.optimize.plan_memory import ALIGNMENT, Range, kept_ranges, least_bytes, plan_memory
from codegen.optimize.roles import Operators

WORK = 60.0
"""Most work for one memory, in CP-SAT's deterministic time: about a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A program with memory planned exactly."""

    program: Program
    open: tuple[str, ...]
    """Methods for which the work was not enough to prove that no plan is smaller."""


def plan_exactly(program: Program, operators: Operators, *, work: float = WORK) -> Planned:
    """As `plan_memory()`, and no plan of the same buffers is smaller, but for methods in `open`.

    Raises:
        ConfigError: OR-tools is not installed, and greedy placement does not reach the lower bound.

    """
    greedy = plan_memory(program, operators)
    kept = kept_ranges(program)
    methods, unproven = [], []
    for method in greedy.methods:
        placed, proven = _placed(method, kept, operators, work)
        methods.append(placed)
        unproven += [] if proven else [method.name]
    return Planned(program=replace(greedy, methods=tuple(methods)), open=tuple(unproven))


def _placed(
    method: Method, kept: Mapping[int, Sequence[Range]], operators: Operators, work: float
) -> tuple[Method, bool]:
    """The method with the lowest memories that were found, and whether none can be lower."""
    if method.fixed:
        return method, True
    used = intervals(method, operators)
    least = least_bytes(method, operators)
    proven = True
    for number, (bytes_now, bound) in enumerate(zip(memory_bytes(method), least, strict=True), 1):
        if bytes_now <= bound:
            continue
        stays = kept.get(number, ())
        buffers = {
            index: buffer
            for index, buffer in enumerate(method.buffers)
            if buffer.memory == number and buffer.nbytes and index in used
        }
        movable = {i: b for i, b in buffers.items() if not (b.state and stays)}
        offsets, done = _solve(movable, used, stays, bound, bytes_now, work)
        moved = [
            replace(buffer, offset=offsets.get(index, buffer.offset))
            for index, buffer in enumerate(method.buffers)
        ]
        lower = replace(method, buffers=tuple(moved))
        if is_sound(lower, operators) and memory_bytes(lower)[number - 1] < bytes_now:
            method = lower
        proven = proven and done
    return method, proven


def _solve(
    buffers: Mapping[int, Buffer],
    used: Mapping[int, Interval],
    taken: Sequence[Range],
    least: int,
    most: int,
    work: float,
) -> tuple[Mapping[int, int], bool]:
    """Offsets of `buffers` in one memory, none where none were found; whether no plan is lower.

    `taken` bytes are in use all the time. `most` are needed as the buffers are now, `least` by any
    plan.
    """
    cp_model = solver_module()
    model = cp_model.CpModel()
    last = max(used[index].last for index in buffers) + 1
    first = min(used[index].first for index in buffers)
    height = model.new_int_var(least, most, "bytes")
    units = -(-most // ALIGNMENT)
    starts: dict[int, Any] = {}
    times, places, sizes = [], [], []

    def occupy(start: Any, size: int, begin: int, end: int) -> None:
        times.append(model.new_fixed_size_interval_var(begin, end - begin, ""))
        places.append(model.new_fixed_size_interval_var(start, size, ""))
        sizes.append(size)

    for index, buffer in buffers.items():
        size = -(-buffer.nbytes // ALIGNMENT)
        starts[index] = model.new_int_var(0, max(0, units - size), "")
        model.add_hint(starts[index], (buffer.offset or 0) // ALIGNMENT)
        model.add(ALIGNMENT * starts[index] + buffer.nbytes <= height)
        occupy(starts[index], size, used[index].first, used[index].last + 1)
    for begin, end in taken:
        model.add(height >= end)
        low = begin // ALIGNMENT
        occupy(low, -(-end // ALIGNMENT) - low, first, last)
    model.add_no_overlap_2d(times, places)
    # Implied: what is in use at one instruction fits.
    model.add_cumulative(times, sizes, units)
    model.minimize(height)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return {}, False
    offsets = {index: ALIGNMENT * solver.value(start) for index, start in starts.items()}
    return offsets, status == cp_model.OPTIMAL


def solver_module() -> Any:
    """The module of CP-SAT, which is optional."""
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise ConfigError(
            'plan = "exact" needs OR-tools, which is not installed. Install it with '
            '`python -m pip install -r requirements-exact.txt`, or use plan = "greedy".'
        ) from error
    return cp_model
