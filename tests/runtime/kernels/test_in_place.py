"""Kernels whose record lets an output be an argument: in place they give the same bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.library import KernelSpec
from tests.runtime.kernels.fused_cases import cases as fused_cases
from tests.runtime.kernels.portable_calls import Case, Outcome, outcomes
from tests.runtime.kernels.portable_results import FAMILIES
from tests.runtime.sanitized import kernels_by_name

KERNELS = kernels_by_name()
COPY, CLONE = "aten::copy_", "aten::clone.out"
"""`copy_` has no cases; over itself it is a clone."""
ADD_CLAMP = "kerf::add_clamp.out"
"""Has none either: its cases are sums."""


@dataclass(frozen=True, slots=True)
class InPlace:
    """A case, and the same one whose first output is in the memory of some of its arguments."""

    apart: Case
    together: Case
    arguments: tuple[str, ...]
    output: int
    """How many arguments there `together` prints before its outputs."""


def test_results_in_place_are_those_apart_bit_for_bit(kernels: Path) -> None:
    cases = [*in_place_cases()]
    apart = outcomes(kernels, [each.apart for each in cases])
    together = outcomes(kernels, [each.together for each in cases])
    assert [
        (each.apart.operator, each.apart.name, each.arguments, in_place.error)
        for each, out_of_place, in_place in zip(cases, apart, together, strict=True)
        if not _is_same(each, out_of_place, in_place)
    ] == []
    errors = {found.error for each, found in zip(cases, apart, strict=True) if not each.output}
    assert errors == {"Ok"}


def test_every_argument_that_an_output_may_be_has_cases() -> None:
    declared = {(k.operator, name) for k in KERNELS.values() for name in k.in_place}
    assert {(c.apart.operator, name) for c in in_place_cases() for name in c.arguments} == {
        (operator, name) for operator, name in declared if operator != COPY
    }
    assert (COPY, "src") in declared


def test_a_copy_over_itself_changes_nothing(kernels: Path) -> None:
    clones = [case for cases in FAMILIES.values() for case in cases if case.operator == CLONE]
    cases = [
        Case(
            name=case.name, operator=COPY, lines=(case.lines[0], _over(case.lines[0], 0), "bool 0")
        )
        for case in clones
    ]
    for case, found in zip(cases, outcomes(kernels, cases), strict=True):
        kept = case.lines[0].split(" ")[-1]
        assert (case.name, found.error, found.outputs[0].content) == (case.name, "Ok", kept)
    assert clones


def in_place_cases() -> Iterator[InPlace]:
    """Every case of every operator that may work in place, with each argument that fits."""
    for cases in (*FAMILIES.values(), [*fused_cases()]):
        for case in (*cases, *_with_bounds(cases)):
            kernel = KERNELS.get(case.operator)
            if kernel is not None and kernel.in_place:
                yield from _of_case(case, kernel)


def _with_bounds(cases: Sequence[Case]) -> Iterator[Case]:
    """The sums of floats among `cases`, clamped."""
    for case in cases:
        if case.operator == "aten::add.out":
            one, other, alpha, out = case.lines
            if alpha == "int 1" and all(" Float " in line for line in (one, other, out)):
                lines = (one, other, "double -0.5", "double 0.75", out)
                yield Case(name=case.name, operator=ADD_CLAMP, lines=lines)


def _of_case(case: Case, kernel: KernelSpec) -> Iterator[InPlace]:
    names = [parameter.name for parameter in kernel.schema.parameters]
    out = next(i for i, each in enumerate(kernel.schema.parameters) if each.output)
    assert len(names) == len(case.lines), "lists have lines of their own"
    fitting = [
        names.index(name)
        for name in kernel.in_place
        if _is_like(case.lines[names.index(name)], case.lines[out])
    ]
    choices = [[index] for index in fitting] + ([fitting] if len(fitting) > 1 else [])
    for first, *others in choices:
        apart, together = [*case.lines], [*case.lines]
        for index in others:
            apart[index] = case.lines[first]
            together[index] = _over(case.lines[first], first)
        together[out] = _over(case.lines[first], first)
        yield InPlace(
            apart=replace(case, lines=tuple(apart)),
            together=replace(case, lines=tuple(together)),
            arguments=tuple(names[index] for index in (first, *others)),
            output=len(others),
        )


def _over(line: str, argument: int) -> str:
    """A tensor like that of `line` in the memory of argument `argument`."""
    _, dtype, sizes, order, _ = line.split(" ")
    return f"overlap {argument} 0 {dtype} {sizes} {order} -"


def _is_like(argument: str, out: str) -> bool:
    """Whether both have elements, and dtype, sizes and dim order in common."""
    one, other = argument.split(" "), out.split(" ")
    return one[0] == "tensor" and one[1:4] == other[1:4] and one[4] != "-"


def _is_same(case: InPlace, apart: Outcome, together: Outcome) -> bool:
    """A case whose arguments were made equal may be refused: a number divided by itself."""
    same = apart.error == together.error
    return same and (apart.error != "Ok" or apart.outputs == together.outputs[case.output :])
