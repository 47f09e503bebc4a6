"""Kernels cut to one dtype each: they compute its cases and refuse all others.

Rows are generated: every operator that has the dtype, every case of tests/data/kernels.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from codegen.dtype import DType
from codegen.plan import Plan
from codegen.sources.dtype_dict import selection_of_dtypes
from tests.runtime.kernels.portable_calls import Case, driver
from tests.runtime.kernels.portable_results import FAMILIES, Result, results
from tests.runtime.sanitized import Compiler, libraries, plan_for

REFUSED = ("OperatorMissing", "NotSupported", "InvalidType", "InvalidArgument")
QUICK = (DType.Float, DType.Char, DType.Long, DType.Bool)
DTYPES = [
    pytest.param(dtype, marks=() if dtype in QUICK else pytest.mark.slow)
    for dtype in sorted(
        {
            dtype
            for library in libraries()
            if library.name != "prim"
            for kernel in library.kernels
            for dtype in (*kernel.inputs, *kernel.outputs)
        }
    )
]
Cut = Callable[[DType], tuple[tuple[Case, Result], ...]]


def plan_of(dtype: DType) -> Plan:
    """Every operator that can have `dtype`, cut to it."""
    operators = {
        kernel.operator: (dtype,)
        for library in libraries()
        if library.name != "prim"
        for kernel in library.kernels
        if dtype in (kernel.inputs or kernel.outputs)
    }
    return plan_for(selection_of_dtypes(operators, source="gates", where="gates"))


@pytest.fixture(scope="module")
def cut(compiler: Compiler) -> Cut:
    """What the kernels cut to a dtype make of all cases of the operators that have it."""
    # Half the time goes into optimizing what then runs for a second.
    plain = replace(compiler, flags=("-O0", *(flag for flag in compiler.flags if flag != "-O1")))

    @cache
    def run(dtype: DType) -> tuple[tuple[Case, Result], ...]:
        plan = plan_of(dtype)
        program = driver(plain, plan)
        planned = {kernel.operator for kernel in plan.kernels}
        return tuple(
            pair
            for family, every in FAMILIES.items()
            for cases in [tuple(case for case in every if case.operator in planned)]
            for pair in zip(cases, results(program, family, cases), strict=True)
        )

    return run


@pytest.mark.parametrize("dtype", DTYPES)
def test_kernels_cut_to_a_dtype_compute_all_its_cases(dtype: DType, cut: Cut) -> None:
    own = [(case, result) for case, result in cut(dtype) if dtypes(case) == {dtype}]
    assert own
    assert [(case.name, result.fault) for case, result in own if result.fault is not None] == []


@pytest.mark.parametrize("dtype", DTYPES)
def test_kernels_cut_to_a_dtype_refuse_all_others(dtype: DType, cut: Cut) -> None:
    others = [(case, result) for case, result in cut(dtype) if dtype not in dtypes(case)]
    assert others
    for case, result in others:
        if not could_have(case, dtype):
            continue  # what it could have is left out
        assert result.outcome.error in REFUSED, f"{case.operator} {case.name}"


@pytest.mark.parametrize("dtype", DTYPES)
def test_kernels_cut_to_a_dtype_never_compute_anything_else(dtype: DType, cut: Cut) -> None:
    """A call of several dtypes, one of them selected, is refused, or its result is PyTorch's."""
    for case, result in cut(dtype):
        if result.outcome.error not in REFUSED:
            assert result.fault is None, f"{case.operator} {case.name}"


def could_have(case: Case, dtype: DType) -> bool:
    """Whether some tensor of a call, read or written, is one that may have `dtype`."""
    words = [line.split(" ")[0] for line in case.lines]
    if "list" in words:
        return True
    return any(
        word in ("tensor", "out") and dtype in takes.dtypes
        for library in libraries()
        for kernel in library.kernels
        if kernel.operator == case.operator
        for word, takes in zip(words, kernel.takes, strict=False)
    )


def dtypes(case: Case) -> set[DType]:
    """Those of all tensors of a call, read or written."""
    words = [line.split(" ") for line in case.lines]
    return {DType(word[1]) for word in words if word[0] in ("tensor", "out")}
