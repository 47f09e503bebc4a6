"""Portable kernels against PyTorch (eager): the cases of tests/data/kernels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, Outcome, outcomes, read_cases

DATA = Path(__file__).parents[2] / "data" / "kernels"
CASES = {path.stem: read_cases(path) for path in sorted(DATA.glob("*.txt"))}
TOLERANCE = {"Float": 1e-5, "Double": 1e-12, "Half": 1e-3, "BFloat16": 8e-3}
"""Relative to the largest element of the output; other dtypes must be equal."""


@pytest.fixture(scope="session")
def results(kernels: Path) -> Mapping[str, tuple[Outcome, ...]]:
    """What the kernels give for each file, in the order of its cases."""
    return {family: outcomes(kernels, cases) for family, cases in CASES.items()}


@pytest.mark.parametrize(
    ("family", "index"),
    [
        pytest.param(family, index, id=f"{case.operator}-{case.name}")
        for family, cases in CASES.items()
        for index, case in enumerate(cases)
    ],
)
def test_kernel_gives_what_pytorch_gives(
    family: str, index: int, results: Mapping[str, tuple[Outcome, ...]]
) -> None:
    _check(CASES[family][index], results[family][index])


def _check(case: Case, outcome: Outcome) -> None:
    assert outcome.error == "Ok"
    for (dtype, expected), output in zip(case.outputs(), outcome.outputs, strict=True):
        assert output.sizes == expected.sizes
        if output.content == expected.content:
            continue
        numbers, wanted = output.numbers(dtype), expected.numbers(dtype)
        finite = [abs(number) for number in wanted if math.isfinite(number)]
        allowed = TOLERANCE.get(dtype, 0) * max(finite, default=0)
        for number, right in zip(numbers, wanted, strict=True):
            if not (number == right or (math.isnan(number) and math.isnan(right))):
                assert abs(number - right) <= allowed, (numbers, wanted)


def test_outputs_take_the_shape_of_the_result(kernels: Path) -> None:
    """An output whose shape may change begins with none, with room for the result and more."""
    names = ("convolution", "mul", "mean", "copies", "movement", "joining", "indexing", "creation")
    family = [case for name in names for case in CASES[name]]
    dynamic = [_with_dynamic_outputs(case) for case in family]
    for case, outcome in zip(family, outcomes(kernels, dynamic), strict=True):
        _check(case, outcome)


def _with_dynamic_outputs(case: Case) -> Case:
    lines = []
    for line in case.lines:
        kind, *words = line.split(" ")
        if kind == "out" and words[1] != "-":
            bound = ",".join(str(int(size) + 1) for size in words[1].split(","))
            line = f"dynamic {words[0]} {bound} {words[2]}"
        lines.append(line)
    return Case(name=case.name, operator=case.operator, lines=tuple(lines))
