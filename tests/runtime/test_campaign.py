"""Random programs from the operators' schemas, mostly valid: an error code or Ok, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.conftest import SWEEPS
from tests.runtime.campaign.campaign import driver, run_campaign
from tests.runtime.campaign.compiled_form import Drivers, compare
from tests.runtime.campaign.delegate_calls import with_backend
from tests.runtime.campaign.optimized_form import compare_optimized
from tests.runtime.campaign.programs import program, schemas
from tests.runtime.campaign.tables import table_driver
from tests.runtime.conftest import require_library
from tests.runtime.sanitized import NARROW, UNSANITIZED, UNWRITTEN, Compiler

SEED = 0
PROGRAMS = 2_950 * SWEEPS
"""More: `python -m tests.runtime.campaign`."""

WITH_DELEGATES = 500 * SWEEPS
"""Programs that call delegates, in each form; `--delegates` runs more."""

IN_FILES = 500 * SWEEPS
"""Programs in a bundle, and with external data; `--form bundled` and `--form data` run more."""

UNWRITTEN_PROGRAMS = 1_000 * SWEEPS
"""Programs under MSan; `--memory` runs more."""

NARROW_PROGRAMS = 500 * SWEEPS
"""Programs in a build of 32 bits, and half as many in the compiled form."""

COMPILED = 1_000 * SWEEPS
"""Programs in the compiled form: `python -m tests.runtime.campaign --form compiled` runs more."""

OPTIMIZED = 300 * SWEEPS
"""Programs through all passes; `--form optimized` runs more."""

LEAST_OK = 0.35
"""Fewer, and most programs would be refused before they reach a kernel."""


@pytest.fixture(scope="module")
def campaign_plan(everything_plan: Plan) -> Plan:
    """The plan with all kernels, and the backend of the tests."""
    return with_backend(everything_plan)


@pytest.fixture(scope="module")
def programs(compiler: Compiler, campaign_plan: Plan) -> Path:
    return driver(compiler, campaign_plan)


def test_hostile_programs_end_in_ok_or_an_error(programs: Path, tmp_path: Path) -> None:
    outcome = run_campaign(programs, tmp_path, seed=SEED, programs=range(PROGRAMS))
    reports = [f"{each.file}: seed {SEED}\n{each.what[:3000]}" for each in outcome.reports]
    assert not reports, "\n".join(reports)
    assert outcome.programs == PROGRAMS
    assert outcome.ok_share >= LEAST_OK
    assert {"InvalidArgument", "InvalidProgram", "InvalidState"} <= outcome.ended.keys()
    assert {schema.name for schema in schemas()} <= outcome.calls.keys()
    assert outcome.ok_calls <= outcome.calls


@pytest.mark.parametrize(
    ("form", "refusal"), [("bundled", "InvalidProgram"), ("data", "InvalidExternalData")]
)
def test_hostile_files_of_other_forms_end_in_ok_or_an_error(
    form: str, refusal: str, programs: Path, tmp_path: Path
) -> None:
    outcome = run_campaign(programs, tmp_path, seed=SEED, programs=range(IN_FILES), form=form)
    assert not outcome.reports, "\n".join(each.what[:3000] for each in outcome.reports)
    assert outcome.programs == IN_FILES
    assert outcome.ok_share >= LEAST_OK / 2
    assert {refusal, "InvalidArgument"} <= outcome.ended.keys()


def test_hostile_programs_with_delegates_end_in_ok_or_an_error(
    programs: Path, compiler: Compiler, campaign_plan: Plan, tmp_path: Path
) -> None:
    count = WITH_DELEGATES
    outcome = run_campaign(programs, tmp_path, seed=SEED, programs=range(count), delegates=True)
    assert not outcome.reports, "\n".join(each.what[:3000] for each in outcome.reports)
    assert outcome.programs == count
    assert outcome.ok_calls["delegate"] >= LEAST_OK * count
    assert {"DelegateInvalidCompatibility", "NotFound", "InvalidProgram"} <= outcome.ended.keys()
    compiled = table_driver(compiler, campaign_plan)
    drivers = Drivers(interpreter=programs, compiled=compiled, plan=campaign_plan)
    compared = compare(drivers, tmp_path, seed=SEED, programs=range(count), delegates=True)
    assert not compared.differences, "\n".join(each.what for each in compared.differences)
    assert compared.ok_calls["delegate"] >= LEAST_OK / 2 * count


@pytest.mark.slow
def test_hostile_programs_use_nothing_that_is_unwritten(
    require_tool: Callable[[str], str], everything_plan: Plan, tmp_path: Path
) -> None:
    """The state of a method and its scratch are memory that nothing has written."""
    clang = Compiler(command=require_tool("clang++"), flags=UNWRITTEN)
    require_library(clang, tmp_path, "MSan: install libclang-rt-dev")
    runner = driver(clang, everything_plan)
    outcome = run_campaign(runner, tmp_path, seed=SEED, programs=range(UNWRITTEN_PROGRAMS))
    assert not outcome.reports, "\n".join(each.what[:3000] for each in outcome.reports)
    assert outcome.ok_share >= LEAST_OK


@pytest.mark.slow
def test_hostile_programs_end_in_a_build_of_32_bits(
    narrow: Compiler, everything_plan: Plan, tmp_path: Path
) -> None:
    runner = driver(narrow, everything_plan)
    outcome = run_campaign(runner, tmp_path, seed=SEED, programs=range(NARROW_PROGRAMS))
    assert not outcome.reports, "\n".join(each.what[:3000] for each in outcome.reports)
    assert outcome.ok_share >= LEAST_OK
    plain = replace(narrow, flags=(*UNSANITIZED, *NARROW))
    compiled = table_driver(plain, everything_plan)
    drivers = Drivers(interpreter=runner, compiled=compiled, plan=everything_plan)
    compared = compare(drivers, tmp_path, seed=SEED, programs=range(NARROW_PROGRAMS // 2))
    assert not compared.differences, "\n".join(d.what for d in compared.differences)
    assert compared.ok_share >= LEAST_OK


def test_compiled_programs_are_refused_or_give_the_results_of_the_interpreter(
    programs: Path, compiler: Compiler, campaign_plan: Plan, tmp_path: Path
) -> None:
    compiled = table_driver(compiler, campaign_plan)
    drivers = Drivers(interpreter=programs, compiled=compiled, plan=campaign_plan)
    outcome = compare(drivers, tmp_path, seed=SEED, programs=range(COMPILED))
    differences = [f"seed {SEED}, program {d.number}: {d.what}" for d in outcome.differences]
    assert not differences, "\n".join(differences)
    # Each runs in two shapes.
    assert outcome.ended.total() >= COMPILED
    assert outcome.ok_share >= LEAST_OK
    assert {"a write to a constant", "a use of memory that was freed"} <= outcome.refused.keys()


def test_passes_keep_the_results_of_hostile_programs(programs: Path, tmp_path: Path) -> None:
    outcome = compare_optimized([programs], tmp_path, seed=SEED, programs=range(OPTIMIZED))
    differences = [f"program {d.number}: {d.what}" for d in outcome.differences]
    assert not differences, "\n".join(differences)
    assert outcome.compared >= LEAST_OK * OPTIMIZED


def test_a_pass_that_ends_in_a_traceback_is_a_difference(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise IndexError("beyond the last")

    monkeypatch.setattr("tests.runtime.campaign.optimized_form.optimize", fails)
    outcome = compare_optimized([], tmp_path, seed=SEED, programs=range(2))
    assert [each.number for each in outcome.differences] == [0, 1]
    assert all("IndexError: beyond the last" in each.what for each in outcome.differences)


def test_program_is_a_function_of_seed_and_number() -> None:
    assert program(1, 2) == program(1, 2)
    assert len({program(seed, number) for seed in range(3) for number in range(3)}) == 9
