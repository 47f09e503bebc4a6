"""Scratch of compiled calls in planned memory: the results of programs whose scratch is apart."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Weights
from codegen.optimize.copies import convolve_one_channel
from codegen.optimize.graph import Program
from codegen.optimize.plan_memory import plan_as_is, plan_memory
from codegen.optimize.plan_scratch import plan_scratch
from codegen.optimize.read import read_graph
from codegen.optimize.roles import operators_of
from codegen.optimize.write import write_graph
from codegen.plan import Plan
from codegen.pte import read_program_file
from codegen.sources.oplist import selection_of_names
from codegen.temp import most_temp_bytes
from tests.runtime.campaign.campaign import driver, write_pack
from tests.runtime.campaign.compiled_form import run_lines
from tests.runtime.campaign.tables import kernel_numbers, pack_of, table_driver
from tests.runtime.sanitized import Compiler, libraries, plan_for
from tests.runtime.test_strips import NAMES, drawn

PROGRAMS = 60
DRAWN = 400
"""Programs, of which some have a depthwise convolution of one channel."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_for(selection_of_names(NAMES, source="tests", where="tests"))


def test_random_layers_give_the_results_of_scratch_apart(
    compiler: Compiler, plan: Plan, tmp_path: Path
) -> None:
    operators = operators_of(libraries())
    given = [drawn(random.Random(seed)) for seed in range(PROGRAMS)]
    programs = [read_graph(each, name="drawn", operators=operators) for each in given]
    smallest = [plan_memory(each, operators) for each in programs]
    planned = [plan_scratch(each, operators) for each in smallest]
    before, after = (_arenas(each, plan, tmp_path) for each in (smallest, planned))
    assert all(a <= b for a, b in zip(after, before, strict=True))
    assert sum(a < b for a, b in zip(after, before, strict=True)) > PROGRAMS / 10

    expected = _verdicts(driver(compiler, plan), tmp_path, given)
    files, numbers = [], kernel_numbers(plan)
    for each in planned:
        (tmp_path / "planned.pte").write_bytes(write_graph(each))
        files.append(pack_of(read_program_file(tmp_path / "planned.pte"), plan, numbers))
    pack = tmp_path / "compiled"
    pack.write_bytes(b"".join(files))
    found = [line.split()[0] for line in run_lines(table_driver(compiler, plan), pack, len(files))]
    assert all(each.startswith("Ok:") for each in expected)
    assert found == expected


def test_filters_of_one_channel_give_the_results_of_a_depthwise_convolution(
    compiler: Compiler, plan: Plan, tmp_path: Path
) -> None:
    operators = operators_of(libraries())
    given, changed = [], []
    for seed in range(DRAWN):
        data = drawn(random.Random(seed))
        program = read_graph(data, name="drawn", operators=operators)
        method = convolve_one_channel(program.methods[0], operators)
        if method is not program.methods[0]:
            given.append(data)
            planned = plan_as_is(replace(program, methods=(method,)), operators)
            changed.append(write_graph(planned))
    assert len(given) > 5
    runner = driver(compiler, plan)
    assert _verdicts(runner, tmp_path, changed) == _verdicts(runner, tmp_path, given)


def _arenas(programs: Sequence[Program], plan: Plan, folder: Path) -> list[int]:
    """The bytes of the arena of each compiled program."""
    found = []
    for each in programs:
        path = folder / "sized.pte"
        path.write_bytes(write_graph(each))
        file = read_program_file(path)
        compiled = compile_programs({path.name: file}, plan, libraries(), Weights.EXTERNAL)
        (method,) = compiled.methods
        scratch = max(map(most_temp_bytes, compiled.temp), default=0)
        end = -(-method.planned_bytes // 16) * 16
        offset = end if method.scratch_offset is None else method.scratch_offset
        found.append(max(end, offset + scratch))
    return found


def _verdicts(runner: Path, folder: Path, programs: Sequence[bytes]) -> list[str]:
    pack = write_pack(folder, programs)
    return [line.split()[0] for line in run_lines(runner, pack, len(programs), "first-runs")]
