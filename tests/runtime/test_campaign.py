"""Random programs from the operators' schemas, mostly valid: an error code or Ok, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.runtime.campaign.campaign import driver, run_campaign
from tests.runtime.campaign.programs import program, schemas
from tests.runtime.sanitized import Compiler

SEED = 0
PROGRAMS = 5_000
"""More: `python -m tests.runtime.campaign`."""

LEAST_OK = 0.35
"""Fewer, and most programs would be refused before they reach a kernel."""


@pytest.fixture(scope="module")
def programs(compiler: Compiler, everything_plan: Plan) -> Path:
    return driver(compiler, everything_plan)


def test_hostile_programs_end_in_ok_or_an_error(programs: Path, tmp_path: Path) -> None:
    outcome = run_campaign(programs, tmp_path, seed=SEED, programs=PROGRAMS)
    reports = [f"{each.file}: seed {SEED}\n{each.what[:3000]}" for each in outcome.reports]
    assert not reports, "\n".join(reports)
    assert outcome.programs == PROGRAMS
    assert outcome.ok_share >= LEAST_OK
    assert {"InvalidArgument", "InvalidProgram", "InvalidState"} <= outcome.ended.keys()
    assert {schema.name for schema in schemas()} <= outcome.calls.keys()
    assert outcome.ok_calls <= outcome.calls


def test_program_is_a_function_of_seed_and_number() -> None:
    assert program(1, 2) == program(1, 2)
    assert len({program(seed, number) for seed in range(3) for number in range(3)}) == 9
