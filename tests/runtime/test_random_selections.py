"""Random selections are built: what a description covers computes, all else ends in an error."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from codegen.coverage import missing
from codegen.description import planned_description
from codegen.extras import Extras
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import Selection, union
from codegen.sources.pte import selection_of_model
from dev.conformance.case_file import CaseFile
from dev.conformance.compare import Status, run_case_file
from dev.conformance.refusals import reason_of
from tasks.executors.runner import LOCAL
from tasks.run.host_programs import HostRunner
from tests.codegen.resolving import listed
from tests.codegen.test_coverage import PLENTY
from tests.runtime.sanitized import Compiler, libraries
from tests.runtime.test_conformance import KNOWN

pytestmark = pytest.mark.slow

OPERATORS = 8
"""How many each random selection has."""
OTHERS = 30
"""Programs that are not selected: of other dtypes and forms of its operators, then of others."""


@pytest.fixture(scope="module")
def accepted(programs: dict[str, list[CaseFile]]) -> dict[str, list[CaseFile]]:
    """The programs that a runner with every kernel computes."""
    found = {
        operator: [
            each for each in files if not reason_of(operator, each.dtype, KNOWN[operator], "")
        ]
        for operator, files in programs.items()
        if operator in KNOWN
    }
    return {operator: files for operator, files in found.items() if files}


def source(random_: random.Random, case_file: CaseFile) -> Selection:
    """What selects the program: its calls, its operator with their dtypes, or its operator."""
    calls = selection_of_model(read_model(case_file.program))
    keys = [key for need in calls.operators for key, _ in need.keys]
    dtypes = {tensor.dtype for key in keys for tensor in key.tensors}
    ways = (calls, calls, listed(case_file.operator, *dtypes), listed(case_file.operator))
    return random_.choice(ways)


def drawn_plan(random_: random.Random, selected: list[CaseFile]) -> Plan:
    """A plan for all of `selected`, with some of the cuts turned off."""
    models = [read_model(case_file.program) for case_file in selected]
    features = {name for model in models for method in model.methods for name in method.features}
    return resolve(
        union(source(random_, case_file) for case_file in selected),
        libraries(),
        target="tests",
        form=random_.choice(tuple(RegistryForm)),
        capacity=None,
        extras=Extras(
            all_dtypes=random_.random() < 0.2,
            all_forms=random_.random() < 0.2,
            features=tuple(sorted(features)),
        ),
    )


def judged(case_file: CaseFile, plan: Plan, runner: Path) -> Iterator[tuple[bool, Status, str]]:
    """For each call whether the plan's description covers its program, and how it ended.

    Without the calls that are refused for a reason that every runner has.
    """
    operator = case_file.operator
    lacks = missing(read_model(case_file.program), planned_description(plan, PLENTY), libraries())
    covered = all(each.kind == "planned memory" for each in lacks)  # the runner asks for more
    for verdict in run_case_file(case_file, HostRunner(runner, LOCAL, 300)):
        text = f"{case_file.program.name}: {verdict.call.text}: {verdict.status} {verdict.text}"
        if verdict.status is Status.REFUSED and reason_of(
            operator, case_file.dtype, KNOWN[operator], text
        ):
            continue
        yield covered, verdict.status, text


@pytest.mark.parametrize("seed", range(2))
def test_a_random_selection_computes_what_it_covers_and_refuses_the_rest(
    seed: int, accepted: dict[str, list[CaseFile]], compiler: Compiler
) -> None:
    random_ = random.Random(seed)
    operators = random_.sample(sorted(accepted), len(accepted))
    drawn = [random_.sample(files, len(files)) for files in map(accepted.__getitem__, operators)]
    selected = [files[0] for files in drawn[:OPERATORS]]
    others = [each for files in drawn[:OPERATORS] for each in files[1:]]
    others += [files[0] for files in drawn[OPERATORS:]]
    plan = drawn_plan(random_, selected)
    sources = compiler.runtime(plan, "runner")
    runner = compiler.program(f"selection{seed}", sources, plan)
    for case_file in selected:
        for covered, status, text in judged(case_file, plan, runner):
            assert (covered, status) == (True, Status.PASSED), text
    refused = 0
    for case_file in others[:OTHERS]:
        for covered, status, text in judged(case_file, plan, runner):
            assert status in (Status.PASSED, Status.REFUSED), text
            assert not covered or status is Status.PASSED, f"covered: {text}"
            if case_file.operator not in operators[:OPERATORS]:
                assert status is Status.REFUSED, f"not selected: {text}"
            refused += status is Status.REFUSED
    assert refused > OPERATORS
