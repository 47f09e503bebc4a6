"""Clamps that are put into what computes their operand, and those that are left alone."""

from __future__ import annotations

import cProfile
import math
import random
from collections.abc import Callable

import pytest

from codegen.dtype import DType
from codegen.optimize.clamps import clamp_results
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, method_of, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of

SIZES = (2, 3)


def clamped(draw: Callable[[Draft, int, int, int], tuple[int, ...]]) -> list[str]:
    """The operators after the pass where `draw` clamps `total` into `result`, of input `given`."""
    draft = Draft(source=random.Random(1))
    given, total, result = (draft.planned(SIZES) for _ in range(3))
    outputs = draw(draft, given, total, result)
    method = method_of(program_of(draft, (given,), outputs))
    assert not method.fixed
    return called_by(clamp_results(method, operators()))


def add(draft: Draft, one: int, other: int, out: int, alpha: int = 1) -> None:
    factor = draft.add(build.integer(alpha))
    draft.call(("aten::add", "out"), one, other, factor, out, out)


def relu(draft: Draft, given: int, out: int) -> None:
    draft.call(("aten::relu", "out"), given, out, out)


def plain(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    relu(draft, total, result)
    return (result,)


def read_twice(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    relu(draft, total, result)
    last = draft.planned(SIZES)
    draft.call(("aten::mul", "out"), total, result, last, last)
    return (last,)


def returned(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    relu(draft, total, result)
    return (result, total)


def scaled(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total, alpha=2)
    relu(draft, total, result)
    return (result,)


def onto_itself(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    relu(draft, total, total)
    return (total,)


def no_bound(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    low, high = draft.add(build.double(-math.nan)), draft.add(build.double(1))
    draft.call(("aten::hardtanh", "out"), total, low, high, result, result)
    return (result,)


def beyond_float(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    add(draft, given, given, total)
    low, high = draft.add(build.double(-1e300)), draft.add(build.double(1))
    draft.call(("aten::hardtanh", "out"), total, low, high, result, result)
    return (result,)


def of_an_input(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    relu(draft, given, result)
    return (result,)


def of_integers(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
    one, other, out = (draft.planned(SIZES, DType.Int) for _ in range(3))
    draft.call(("aten::clone", "out"), one, draft.add(build.none()), other, other)
    add(draft, other, other, out)
    clamped = draft.planned(SIZES, DType.Int)
    relu(draft, out, clamped)
    return (clamped,)


LEFT = (
    read_twice,
    returned,
    scaled,
    onto_itself,
    no_bound,
    beyond_float,
    of_an_input,
    of_integers,
)


def test_a_clamp_of_a_sum_becomes_two_bounds_of_it() -> None:
    assert clamped(plain) == ["kerf::add_clamp.out"]


@pytest.mark.parametrize("draw", LEFT, ids=lambda each: each.__name__)
def test_a_clamp_whose_operand_is_needed_or_unclear_stays(
    draw: Callable[[Draft, int, int, int], tuple[int, ...]],
) -> None:
    assert not any(name.startswith("kerf::") for name in clamped(draw))


def test_without_the_library_nothing_changes() -> None:
    draft = Draft(source=random.Random(1))
    given, total, result = (draft.planned(SIZES) for _ in range(3))
    method = method_of(program_of(draft, (given,), plain(draft, given, total, result)))
    known = {name: each for name, each in operators().items() if not name.startswith("kerf::")}
    assert clamp_results(method, known) == method


@pytest.mark.parametrize("alpha", [1, 2])
def test_other_sums_of_the_method_have_bounds_as_well(alpha: int) -> None:
    def draw(draft: Draft, given: int, total: int, result: int) -> tuple[int, ...]:
        plain(draft, given, total, result)
        last = draft.planned(SIZES)
        add(draft, result, given, last, alpha)
        return (last,)

    other = "kerf::add_clamp.out" if alpha == 1 else "aten::add.out"
    assert clamped(draw) == ["kerf::add_clamp.out", other]


def steps_for(count: int) -> int:
    """How many functions run to put `count` clamps into sums."""
    draft = Draft(source=random.Random(1))
    given = last = draft.planned(SIZES)
    for _ in range(count):
        total, result = draft.planned(SIZES), draft.planned(SIZES)
        add(draft, last, last, total)
        relu(draft, total, result)
        last = result
    method = method_of(program_of(draft, (given,), (last,)))
    with cProfile.Profile() as profile:
        changed = clamp_results(method, operators())
    assert called_by(changed) == ["kerf::add_clamp.out"] * count
    return sum(each.callcount for each in profile.getstats())


def test_work_grows_with_the_number_of_clamps_and_not_with_its_square() -> None:
    assert steps_for(200) < 2.2 * steps_for(100)
