"""Builds take the mixes of dtypes that kernels take, and refuse all others."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path

from codegen.dtype import DType
from codegen.library import KernelSpec
from codegen.takes import form_of_call
from tests.runtime.kernels.fused_cases import cases as fused_cases
from tests.runtime.kernels.portable_calls import Case, call_of, items_of, outcomes
from tests.runtime.kernels.portable_results import FAMILIES
from tests.runtime.sanitized import kernels_by_name

KERNELS = kernels_by_name()
ONES = {"Float": "0000803f", "Double": "000000000000f03f", "Half": "003c", "BFloat16": "803f"}
"""What the tensors that change hold; zeros of other dtypes are valid indices."""
SHAPES = 6
"""Cases of each operator whose tensors change one at a time, each of other dtypes."""
DRAWN = 100
"""Cases of each operator whose tensors change at random."""
LONGEST = 3000
REQUIRED = ("cortex_m", "quantized")
"""Libraries whose records refuse more than kernels do: test_requires.py compares the two."""


def test_a_build_takes_the_dtypes_that_a_kernel_takes(kernels: Path) -> None:
    cases = [
        case for operator, found in base_cases().items() for case in changed_cases(operator, found)
    ]
    taken = [not refusals(case) for case in cases]
    wrong = defaultdict(list)
    for case, takes, outcome in zip(cases, taken, outcomes(kernels, cases), strict=True):
        refused = is_refused(case, outcome.error)
        if takes and refused:
            wrong[case.operator].append((outcome.error[:80], case.text[:400]))
        if not takes and outcome.error == "Ok" and KERNELS[case.operator].library not in REQUIRED:
            wrong[case.operator].append(("built with none of", case.text[:400]))
    assert {operator: found[:2] for operator, found in wrong.items()} == {}
    assert sum(taken) > 10_000
    assert len(taken) - sum(taken) > 10_000


def test_every_operator_of_several_tensors_has_cases() -> None:
    several = {
        name
        for name, kernel in KERNELS.items()
        if sum(len(takes.dtypes) > 1 for takes in kernel.takes) > 1 and kernel.library != "prim"
    }
    # The records are those of copy, index_put and clone; randn_like reads no element.
    assert several - base_cases().keys() == {
        "aten::copy_",
        "aten::index_put_",
        "aten::native_dropout.out",
        "aten::randn_like.out",
    }


def base_cases() -> dict[str, list[Case]]:
    """The short cases of each operator, whose tensors have elements."""
    found = defaultdict(list)
    for cases in (*FAMILIES.values(), [*fused_cases()]):
        for case in cases:
            elements = not any(line.endswith(" -") for line in case.lines if " 0," in line)
            if case.operator in KERNELS and len(case.text) < LONGEST and elements:
                found[case.operator].append(case)
    return found


def changed_cases(operator: str, cases: Sequence[Case]) -> Iterator[Case]:
    shapes = {tuple(line.split(" ")[:2] == ["out"] for line in case.lines): case for case in cases}
    by_dtypes = {tuple(line.split(" ")[:2][-1] for line in each.lines): each for each in cases}
    for case in [*shapes.values(), *by_dtypes.values()][:SHAPES]:
        for index, dtypes in tensors(case).items():
            yield from (with_dtypes(case, {index: dtype}) for dtype in dtypes)
    randomness = random.Random(operator)
    for _ in range(DRAWN):
        case = randomness.choice(cases)
        found = tensors(case)
        one = randomness.choice(sorted({dtype for dtypes in found.values() for dtype in dtypes}))
        chosen = {
            index: one if one in dtypes and randomness.random() < 0.8 else randomness.choice(dtypes)
            for index, dtypes in found.items()
        }
        yield with_dtypes(case, chosen)


def tensors(case: Case) -> dict[int, tuple[DType, ...]]:
    """Maps each line with a tensor to the dtypes that its argument may have."""
    found = {}
    lines = iter(enumerate(case.lines))
    for takes, (index, line) in zip(KERNELS[case.operator].takes, lines, strict=False):
        kind, *words = line.split(" ")
        items = [next(lines) for _ in range(int(words[0]))] if kind == "list" else [(index, line)]
        found.update(
            (at, takes.dtypes) for at, each in items if each.startswith(("tensor", "out", "both"))
        )
    return found


def with_dtypes(case: Case, dtypes: dict[int, DType]) -> Case:
    lines = list(case.lines)
    for index, dtype in dtypes.items():
        kind, old, sizes, order, *contents = lines[index].split(" ")
        if dtype != old:
            content = ONES.get(dtype, "00" * DType(dtype).itemsize) * prod(
                map(int, items_of(sizes))
            )
            lines[index] = " ".join((kind, dtype, sizes, order, *[content or "-"] * len(contents)))
    return replace(case, lines=tuple(lines))


def refusals(case: Case) -> tuple[str, ...]:
    kernel: KernelSpec = KERNELS[case.operator]
    call = call_of(case)
    form = form_of_call(call, kernel.schema, doubles=True)
    return (*form.refusals(kernel.takes), *kernel.unmet(call))


def is_refused(case: Case, error: str) -> bool:
    """Whether an error is about dtypes: that of a `dtype` other than the output's is another."""
    named = "dtype" in [each.name for each in KERNELS[case.operator].schema.parameters]
    other = error == "InvalidArgument" and not (named and "arange" not in case.operator)
    return error != "Ok" and not other
