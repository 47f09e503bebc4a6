"""Programs as graphs: those of the repository, and small ones that are built here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from codegen.library_file import FUNCTIONS_FILE, read_library
from codegen.optimize.graph import Call, Method, Program
from codegen.optimize.pipeline import PASSES, optimize
from codegen.optimize.read import read_graph
from codegen.optimize.roles import Operators, operators_of
from tests.codegen import program_builder as build
from tests.codegen.model_files import ROOT
from tests.codegen.program_builder import TableSpec

FLOAT_BYTES = 4
OPERATORS = (
    ("aten::add", "out"),
    ("aten::relu", "out"),
    ("aten::clone", "out"),
    ("aten::copy_", ""),
    ("aten::view_copy", "out"),
    ("aten::permute_copy", "out"),
    ("my_ops::unknown", "out"),
)


@cache
def operators() -> Operators:
    """The kernels of all libraries of the repository."""
    folders = sorted(path.parent for path in (ROOT / "runtime/kernels").glob(f"*/{FUNCTIONS_FILE}"))
    return operators_of(
        read_library(folder, prefix=f"kernels/{folder.name}/") for folder in folders
    )


def graph_of(path: Path) -> Program:
    return read_graph(path.read_bytes(), name=path.name, operators=operators())


def exact_passes() -> tuple[str, ...]:
    return tuple(name for name, each in PASSES.items() if each.exact)


def variants(data: bytes, single: str) -> dict[bytes, str]:
    """Maps what exact passes make of a program, all of them or `single` alone, to its name."""

    def changed(given: bytes, *passes: str) -> bytes:
        return optimize(given, name="drawn", operators=operators(), passes=passes).data

    packed = changed(data, "plan")
    return {
        data: "given",
        packed: "packed",
        changed(data, *exact_passes()): "all",
        changed(packed, *exact_passes()): "again",
        changed(packed, single): "single",
    }


def planned(
    offset: int, sizes: tuple[int, ...] = (4,), *, data: int = 0, memory: int = 1
) -> TableSpec:
    """A Float tensor at `offset` of a planned memory."""
    spec = build.tensor(sizes, planned=False, data=data)
    spec[1][1][6] = ("table", {0: ("u32", memory), 1: ("u32", offset)})
    return spec


def call(name: str, *arguments: int) -> TableSpec:
    index = next(i for i, each in enumerate(OPERATORS) if each[0].endswith(f"::{name}"))
    return build.kernel_call(*arguments, operator=index)


def program_of(
    values: list[TableSpec],
    steps: list[TableSpec],
    *,
    inputs: tuple[int, ...] = (),
    outputs: tuple[int, ...] = (),
    memories: tuple[int, ...] = (4096,),
    known: tuple[tuple[str, str], ...] = OPERATORS,
) -> bytes:
    method = build.method(values, steps, inputs=inputs, outputs=outputs, operators=known)
    return build.program(
        {**method, 8: ("i64s", (0, *memories))},
        slot_2=("tables", [{}, {0: ("bytes", bytes(range(64)))}]),
    )


def called_by(program: Method | bytes) -> list[str]:
    """The operators that a method calls, or the first one of a program."""
    method = method_of(program) if isinstance(program, bytes) else program
    return [each.operator for each in method.instructions if isinstance(each, Call)]


def method_of(data: bytes) -> Method:
    return read_graph(data, name="small.pte", operators=operators()).methods[0]
