"""Kernels against PyTorch (eager): the cases of tests/data/kernels, family by family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.runtime.kernels.closeness import fault, rule_of
from tests.runtime.kernels.portable_calls import Case, outcomes, with_byte_shifts
from tests.runtime.kernels.portable_results import FAMILIES, Result, results
from tests.runtime.sanitized import libraries

Results = Callable[[str], tuple[Result, ...]]


@pytest.fixture(scope="session")
def results_of(kernels: Path) -> Results:
    """What the kernels give for the cases of a family, which run in a process of their own."""
    return cache(lambda family: results(kernels, FAMILIES[family]))


@pytest.mark.parametrize(
    ("family", "operator"),
    [
        pytest.param(family, operator, id=operator)
        for family, cases in FAMILIES.items()
        for operator in dict.fromkeys(case.operator for case in cases)
    ],
)
def test_kernel_gives_what_pytorch_gives(family: str, operator: str, results_of: Results) -> None:
    """A test for each operator, and all its wrong cases: a test for each case costs more."""
    pairs = zip(FAMILIES[family], results_of(family), strict=True)
    assert {
        case.name: result.fault
        for case, result in pairs
        if case.operator == operator and result.fault is not None
    } == {}


@pytest.mark.parametrize("family", FAMILIES)
def test_outputs_take_the_shape_of_the_result(
    family: str, kernels: Path, results_of: Results
) -> None:
    """An output whose shape may change begins with none, with room for the result and more."""
    cases = FAMILIES[family]
    found = outcomes(kernels, [_with_dynamic_outputs(case) for case in cases])
    for case, outcome, static in zip(cases, found, results_of(family), strict=True):
        where = f"{case.operator} {case.name}"
        assert (where, fault(case, rule_of(case), outcome, static.magnitude)) == (where, None)


def test_shifts_of_one_byte_give_the_same(kernels: Path) -> None:
    """Exporters store four bytes, `optimize` one."""
    schemas = {
        kernel.operator: kernel.schema
        for library in libraries()
        if library.name == "cortex_m"
        for kernel in library.kernels
    }
    found = [
        bytewise
        for cases in FAMILIES.values()
        for case in cases
        if case.operator in schemas
        and (bytewise := with_byte_shifts(case, schemas[case.operator])) is not None
    ]
    assert len({case.operator for case in found}) == 6
    wrong = {
        case.name: outcome.error
        for case, outcome in zip(found, outcomes(kernels, found), strict=True)
        if outcome.error != "Ok"
        or [each.content for each in outcome.outputs]
        != [output.content for _, output in case.outputs()]
    }
    assert wrong == {}


def _with_dynamic_outputs(case: Case) -> Case:
    lines = []
    for line in case.lines:
        kind, *words = line.split(" ")
        if kind == "out" and words[1] != "-":
            bound = ",".join(str(int(size) + 1) for size in words[1].split(","))
            line = f"dynamic {words[0]} {bound} {words[2]}"
        lines.append(line)
    return replace(case, lines=tuple(lines))
