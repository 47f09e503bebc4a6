"""Scratch that a kernel declares: counted exactly, required at load, enough to run with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegen.library_file import read_library
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.sources.pte import selection_of_model
from codegen.temp import TempNeeds
from tests.codegen import program_builder as build
from tests.runtime.sanitized import ROOT, RUNTIME, Compiler, run

HERE = ROOT / "tests" / "runtime"
LIBRARY = read_library(HERE / "scratched", prefix="tests/runtime/scratched/")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Reverses five floats with factors 2 and 3, then the first three of them, with no factor."""
    long, short = build.tensor((5,)), build.tensor((3,))
    method = build.method(
        [
            build.tensor((5,), planned=False),
            *(build.int_list(2, 3), build.integer(2), build.integer(3), long),
            *(short, build.int_list()),
        ],
        [build.kernel_call(0, 1, 4, 4), build.kernel_call(5, 6, 5, 5)],
        inputs=(0,),
        outputs=(4,),
        operators=(("scratched::reverse", "out"),),
    )
    method[8] = ("i64s", (0, 20))
    path = tmp_path / "reverse.pte"
    path.write_bytes(build.program(method))
    return path


@pytest.fixture
def plan(model: Path) -> Plan:
    need = selection_of_model(read_model(model))
    return resolve(need, (LIBRARY,), target="t", form=RegistryForm.TABLE, capacity=None)


def test_plan_has_the_bytes_of_the_call_that_takes_most(plan: Plan) -> None:
    (method,) = plan.methods
    assert method.temp == (TempNeeds(int_items=2, scratch_bytes=5 * 4),)


def test_method_runs_with_the_counted_bytes_and_does_not_load_with_one_less(
    model: Path, plan: Plan, compiler: Compiler
) -> None:
    files = [RUNTIME / "apps" / "runner" / "files.cpp", HERE / "probes" / "scratch.cpp"]
    probe = compiler.program("scratch", [*compiler.runtime(plan), *files], plan)
    done = run(probe, model)
    assert done.exit_code == 0, done.stderr
    # Two ints of 8 bytes, then 20 bytes, which end at a multiple of 8.
    assert json.loads(done.stdout) == {
        "bytes": 16 + 24,
        "used": 16 + 20,
        "less": "MemoryAllocationFailed",
        "exact": "Ok",
        "output": [6 * each for each in (3, 4, 5, 2, 1)],
    }
