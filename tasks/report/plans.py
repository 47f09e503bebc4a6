"""The planned memory of a target's models over their instructions, as exported and as shipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from codegen.errors import SelectionError
from codegen.optimize.graph import Call, Method
from codegen.optimize.layout import memory_bytes
from codegen.optimize.liveness import intervals
from codegen.optimize.plan_scratch import scratch_ranges
from codegen.optimize.read import read_graph
from codegen.optimize.roles import Operators, operators_of
from codegen.pte import program_span
from tasks.building.optimized import exported_path
from tasks.building.planning import read_libraries
from tasks.building.sources import shipped_path
from tasks.config import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlan:
    """Which bytes of which memory a method uses when."""

    instructions: tuple[str, ...]
    """The operator of each; empty where it calls none."""
    memories: tuple[int, ...]
    """The bytes of each planned memory, memory 1 first."""
    buffers: tuple[tuple[int, int, int, int, int], ...]
    """Memory (1 is the first), first byte, bytes, and the first and last instruction of use: -1 is
    before the first one, as inputs are."""
    scratch: tuple[tuple[int, int], ...]
    """First byte and end of the scratch of each instruction in memory 1, where it is planned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryPlans:
    """A method's memory before and after passes; None where it is not planned by Kerf."""

    name: str
    """The model's file and the method."""
    exported: MemoryPlan | None
    shipped: MemoryPlan | None


def plans_of(target: Target) -> tuple[MemoryPlans, ...]:
    """The plans of all methods of `target`, whose build has made what it ships; none without it."""
    if not target.model_paths:
        return ()
    libraries = read_libraries(target)
    operators = operators_of(libraries)
    found = []
    for model in target.model_paths:
        try:
            before = dict(_plans(exported_path(target, model, libraries), operators))
            after = dict(
                _plans(shipped_path(target, model), operators, target.runtime.form == "compiled")
            )
        except (SelectionError, OSError):
            continue
        found += [
            MemoryPlans(name=f"{model.name} {name}", exported=before.get(name), shipped=after[name])
            for name in after
        ]
    return tuple(each for each in found if each.exported or each.shipped)


def _plans(
    path: Path, operators: Operators, with_scratch: bool = False
) -> Iterator[tuple[str, MemoryPlan | None]]:
    start, size = program_span(path)
    data = path.read_bytes()[start : start + size]
    for method in read_graph(data, name=path.name, operators=operators).methods:
        yield method.name, _plan(method, operators, with_scratch)


def _plan(method: Method, operators: Operators, with_scratch: bool) -> MemoryPlan | None:
    if method.fixed or not method.memories:
        return None
    buffers = []
    for number, used in intervals(method, operators).items():
        buffer = method.buffers[number]
        if buffer.nbytes and buffer.offset is not None:
            place = buffer.memory, buffer.offset, buffer.nbytes
            buffers.append((*place, used.first, used.last))
    return MemoryPlan(
        instructions=tuple(
            each.operator if isinstance(each, Call) else "" for each in method.instructions
        ),
        memories=memory_bytes(method),
        buffers=tuple(sorted(buffers, key=lambda each: (each[3], each[1]))),
        scratch=scratch_ranges(method, operators) if with_scratch else (),
    )
