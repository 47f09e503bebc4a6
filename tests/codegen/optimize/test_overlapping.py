"""Where plans have results over parts of operands: not where that is slower, unless asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.library import compiled_for_size, divided, with_loops
from codegen.loop_scratch import read_loop_scratch
from codegen.optimize.names import StripsName
from codegen.optimize.pipeline import Optimized, optimize
from codegen.optimize.roles import Operators, operators_of
from codegen.overlaps import is_in_part
from codegen.pte import read_model
from tests.codegen.model_files import CONFIG_MODELS, ROOT
from tests.runtime.sanitized import libraries

MODEL = CONFIG_MODELS / "dscnn_cortex_m.pte"
CALLS = ("cortex_m::quantized_conv2d.out", "cortex_m::quantized_depthwise_conv2d.out")


def operators(isa: str, *, threads: int = 1, small: bool = False) -> Operators:
    """The kernels of a target."""
    loops = read_loop_scratch([ROOT / "runtime/isa" / isa])
    found = [with_loops(divided(each, threads), loops) for each in libraries()]
    return operators_of(map(compiled_for_size, found) if small else found)


def planned(
    given: bytes,
    its: Operators,
    *memories: int,
    strips: StripsName = StripsName.WHERE_NEEDED,
) -> Optimized:
    return optimize(given, name=MODEL.name, operators=its, memories=memories, strips=strips)


def overlapping(data: bytes, folder: Path) -> set[str]:
    """The operators of calls whose result is over a part of an operand."""
    path, its = folder / MODEL.name, operators("scalar")
    path.write_bytes(data)
    return {
        call.operator
        for method in read_model(path).methods
        for call in method.calls
        if is_in_part(call.overlaps, its[call.operator].schema)
    }


@pytest.mark.parametrize(
    ("isa", "threads", "small", "expected"),
    [
        ("scalar", 1, False, True),
        ("dsp", 1, False, True),
        ("x86_64_v3", 1, False, False),
        ("x86_64_v4", 2, False, False),
        ("neon", 1, False, False),
        ("rvv", 1, False, False),
        ("scalar", 2, False, False),
        ("x86_64_v3", 2, True, True),
    ],
)
def test_results_are_over_operands_only_where_that_is_as_fast(
    isa: str, threads: int, small: bool, expected: bool, tmp_path: Path
) -> None:
    its = operators(isa, threads=threads, small=small)
    done = planned(MODEL.read_bytes(), its)
    assert bool(overlapping(done.data, tmp_path) & {*CALLS}) == expected
    again = planned(planned(MODEL.read_bytes(), operators("scalar")).data, its)
    assert bool(overlapping(again.data, tmp_path) & {*CALLS}) == expected


def test_results_are_over_operands_where_memory_is_limited(tmp_path: Path) -> None:
    given, its = MODEL.read_bytes(), operators("x86_64_v3", threads=2)
    least = planned(given, operators("scalar"))
    ((_, sizes),) = least.memories
    for done in (
        planned(given, its, *sizes),
        planned(given, its, strips=StripsName.LEAST_MEMORY),
    ):
        assert overlapping(done.data, tmp_path) & {*CALLS}
        assert done.memories[0][1] <= sizes
    assert overlapping(least.data, tmp_path) & {*CALLS}


def test_a_plan_that_is_kept_is_not_planned_anew(tmp_path: Path) -> None:
    given = planned(MODEL.read_bytes(), operators("scalar")).data
    its = operators("x86_64_v3", threads=2)
    kept = optimize(given, name=MODEL.name, operators=its, passes=("duplicates",))
    assert overlapping(kept.data, tmp_path) == overlapping(given, tmp_path) != set()
