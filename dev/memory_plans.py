"""What int8 models take of memory on processors: by whole tensors, with scratch planned, in strips.

Computed from the models by the planner, for loops that are compiled for size. Nothing is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from codegen.library import compiled_for_size, with_loops
from codegen.loop_scratch import read_loop_scratch
from codegen.optimize.graph import Call, Method
from codegen.optimize.layout import memory_bytes
from codegen.optimize.names import PortsName, StripsName
from codegen.optimize.pipeline import Optimized, optimize, read_program
from codegen.optimize.plan_scratch import end_of_plan, needs_of, plan_scratch
from codegen.optimize.read import read_graph
from codegen.optimize.roles import Operators, operators_of
from tasks.building.planning import known_operators, own_libraries
from tasks.toolchain.file import ISA, SCALAR, read_toolchain

PROCESSORS = {
    "cortex-m55": "Cortex-M55",
    "cortex-m4": "Cortex-M4",
    "cortex-m0plus": "Cortex-M0+",
}
"""Toolchains, and what their processors are called."""

DRAWN = "configs/models/vww.pte", "cortex-m4"
"""The model whose plans are drawn, and the toolchain."""

COLUMNS = (
    "model",
    "processor",
    "planned and scratch, B",
    "scratch in planned memory, B",
    "and strips, B",
)


def rows(root: Path, models: Iterable[Path]) -> Iterator[tuple[str, ...]]:
    """The cells of COLUMNS for each int8 model of `models` on each processor."""
    known = known_operators(root)
    processors = {name: operators_on(root, name) for name in PROCESSORS}
    for path in models:
        whole = _optimized(path, known, StripsName.NEVER)
        if not _is_int8(whole, known):
            continue
        strips = _optimized(path, known, StripsName.LEAST_MEMORY)
        for name, operators in processors.items():
            given = _method(whole, known)
            scratch = max((each.nbytes for each in needs_of(given, operators) or ()), default=0)
            yield (
                f"`{path.stem}`",
                PROCESSORS[name],
                f"{sum(memory_bytes(given)) + scratch:,}",
                f"{end_of_plan(_planned(whole, operators), operators):,}",
                f"{end_of_plan(_planned(strips, operators), operators):,}"
                if strips.strips
                else "-",
            )


def drawn(root: Path) -> tuple[Mapping[str, Method], Operators]:
    """The methods of a model before and after passes by what a picture says of them."""
    path, operators = root / DRAWN[0], operators_on(root, DRAWN[1])
    (given,) = read_graph(path.read_bytes(), name=path.name, operators=operators).methods
    strips = _optimized(path, known_operators(root), StripsName.LEAST_MEMORY)
    return {"as exported": given, "optimised": _planned(strips, operators)}, operators


def _planned(done: Optimized, operators: Operators) -> Method:
    """The only method of `done` with its scratch planned."""
    program = read_graph(done.data, name="optimised", operators=operators)
    (method,) = plan_scratch(program, operators).methods
    return method


def operators_on(root: Path, toolchain: str) -> Operators:
    """The operators as the processor of a toolchain runs them, compiled for size."""
    isa = read_toolchain(toolchain, root).isa
    loops = read_loop_scratch(root / ISA / name for name in (*isa, SCALAR))
    return operators_of(compiled_for_size(with_loops(each, loops)) for each in own_libraries(root))


def _optimized(path: Path, operators: Operators, strips: StripsName) -> Optimized:
    return optimize(
        read_program(path),
        name=str(path),
        operators=operators,
        strips=strips,
        ports=PortsName.QUANTIZED,
    )


def _method(done: Optimized, operators: Operators) -> Method:
    (method,) = read_graph(done.data, name="optimised", operators=operators).methods
    return method


def _is_int8(done: Optimized, operators: Operators) -> bool:
    calls = (each for each in _method(done, operators).instructions if isinstance(each, Call))
    return any(each.operator.startswith("cortex_m::quantized_") for each in calls)
