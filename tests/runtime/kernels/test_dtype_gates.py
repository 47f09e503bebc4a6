"""Kernels cut to one dtype each: they compute its cases and refuse all others.

Rows are generated: in each round every operator has another of its dtypes, and every case of
tests/data/kernels.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from codegen.dtype import DType
from codegen.sources.dtype_dict import selection_of_dtypes
from tests.runtime.kernels.portable_calls import Case, driver
from tests.runtime.kernels.portable_results import FAMILIES, Result, results
from tests.runtime.sanitized import UNSANITIZED, Compiler, libraries, plan_for

REFUSED = ("OperatorMissing", "NotSupported", "InvalidType", "InvalidArgument")
ROUNDS = [pytest.param(number, marks=pytest.mark.slow) for number in range(2)]
"""Each compiles every kernel, the first one with the sanitizers, which take twice as long."""

Cut = Callable[[int], tuple[tuple[DType, Case, Result], ...]]
"""Maps each round to its cases, with the dtype that their operator is cut to."""


def chosen_dtypes(number: int) -> dict[str, tuple[DType]]:
    """Maps each operator to one of the dtypes that its kernels take, another one in each round."""
    taken: dict[str, set[DType]] = {}
    for library in libraries():
        if library.name != "prim":
            for kernel in library.kernels:
                taken.setdefault(kernel.operator, set()).update(kernel.inputs or kernel.outputs)
    return {
        operator: (random.Random(operator).sample(sorted(found), len(found))[number % len(found)],)
        for operator, found in sorted(taken.items())
        if found
    }


@pytest.fixture(scope="module")
def cut(compiler: Compiler) -> Cut:
    """What the kernels of a round make of all cases."""

    @cache
    def run(number: int) -> tuple[tuple[DType, Case, Result], ...]:
        chosen = chosen_dtypes(number)
        program = driver(
            compiler if number == 0 else replace(compiler, flags=UNSANITIZED),
            plan_for(selection_of_dtypes(chosen, source="gates", where="gates")),
        )
        return tuple(
            (chosen[case.operator][0], case, result)
            for family, every in FAMILIES.items()
            for cases in [tuple(case for case in every if case.operator in chosen)]
            for case, result in zip(cases, results(program, cases), strict=True)
        )

    return run


@pytest.mark.parametrize("number", ROUNDS)
def test_kernels_cut_to_a_dtype_compute_all_its_cases(number: int, cut: Cut) -> None:
    own = [(case, result) for dtype, case, result in cut(number) if dtypes(case) == {dtype}]
    assert own
    assert [(case.name, result.fault) for case, result in own if result.fault is not None] == []


@pytest.mark.parametrize("number", ROUNDS)
def test_kernels_cut_to_a_dtype_refuse_all_others(number: int, cut: Cut) -> None:
    others = [
        (case, result)
        for dtype, case, result in cut(number)
        if dtype not in dtypes(case) and could_have(case, dtype)
    ]
    assert others
    for case, result in others:
        assert result.outcome.error in REFUSED, f"{case.operator} {case.name}"


@pytest.mark.parametrize("number", ROUNDS)
def test_kernels_cut_to_a_dtype_never_compute_anything_else(number: int, cut: Cut) -> None:
    """A call of several dtypes, one of them selected, is refused, or its result is PyTorch's."""
    for _, case, result in cut(number):
        if result.outcome.error not in REFUSED:
            assert result.fault is None, f"{case.operator} {case.name}"


def could_have(case: Case, dtype: DType) -> bool:
    """Whether some tensor of a call, read or written, is one that may have `dtype`."""
    words = [line.split(" ")[0] for line in case.lines]
    if "list" in words:
        return True
    return any(
        word in ("tensor", "out", "both") and dtype in takes.dtypes
        for library in libraries()
        for kernel in library.kernels
        if kernel.operator == case.operator
        for word, takes in zip(words, kernel.takes, strict=False)
    )


def dtypes(case: Case) -> set[DType]:
    """Returns the dtypes of all tensors of a call, read or written."""
    words = [line.split(" ") for line in case.lines]
    return {DType(word[1]) for word in words if word[0] in ("tensor", "out", "both")}
