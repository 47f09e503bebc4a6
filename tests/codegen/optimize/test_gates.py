"""Products with a clamped sum that become one call, and those that are left alone."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.optimize.gates import OPERATOR, fuse_gates
from codegen.optimize.graph import Call, Method
from codegen.optimize.pipeline import optimize
from codegen.program_value import ScalarValue
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.codegen.optimize.graphs import called_by, graph_of, method_of, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of

SIZES = (2, 3)
Draw = Callable[[Draft, int], tuple[int, ...]]


def fused(draw: Draw) -> Method:
    """The method that `draw` makes of an input, after the pass."""
    draft = Draft(source=random.Random(1))
    given = draft.planned(SIZES)
    method = method_of(program_of(draft, (given,), draw(draft, given)))
    assert not method.fixed
    return fuse_gates(method, operators())


def shifted(draft: Draft, given: int, shift: float = 3, alpha: int = 1) -> int:
    out = draft.planned(SIZES)
    numbers = draft.add(build.double(shift)), draft.add(build.integer(alpha))
    draft.call(("aten::add", "Scalar_out"), given, *numbers, out, out)
    return out


def shifted_by_constant(draft: Draft, given: int, sizes: tuple[int, ...] = (1,)) -> int:
    out = draft.planned(SIZES)
    number = draft.constant(sizes, DType.Float, struct.pack("<f", 3) * (3 if sizes == (3,) else 1))
    draft.call(("aten::add", "out"), given, number, draft.add(build.integer(1)), out, out)
    return out


def clamped(draft: Draft, given: int, low: float | None = 0, high: float | None = 6) -> int:
    out = draft.planned(SIZES)
    bounds = (
        draft.add(build.none() if each is None else build.double(each)) for each in (low, high)
    )
    draft.call(("aten::clamp", "out"), given, *bounds, out, out)
    return out


def multiplied(draft: Draft, one: int, other: int) -> int:
    out = draft.planned(SIZES)
    draft.call(("aten::mul", "out"), one, other, out, out)
    return out


def scaled(draft: Draft, given: int, factor: float = 0.25) -> int:
    out = draft.planned(SIZES)
    draft.call(("aten::mul", "Scalar_out"), given, draft.add(build.double(factor)), out, out)
    return out


def whole(draft: Draft, given: int) -> tuple[int, ...]:
    return (scaled(draft, multiplied(draft, given, clamped(draft, shifted(draft, given)))),)


def gate_first(draft: Draft, given: int) -> tuple[int, ...]:
    return (scaled(draft, multiplied(draft, clamped(draft, shifted(draft, given)), given)),)


def one_bound_at_a_time(draft: Draft, given: int) -> tuple[int, ...]:
    lower = clamped(draft, shifted_by_constant(draft, given), high=None)
    return (scaled(draft, multiplied(draft, given, clamped(draft, lower, low=None))),)


def unscaled(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, given, clamped(draft, shifted(draft, given))),)


def product_read_twice(draft: Draft, given: int) -> tuple[int, ...]:
    (product,) = unscaled(draft, given)
    return (scaled(draft, product), product)


@pytest.mark.parametrize(
    ("draw", "numbers"),
    [
        (whole, [3, 0, 6, 0.25]),
        (gate_first, [3, 0, 6, 0.25]),
        (one_bound_at_a_time, [3, 0, 6, 0.25]),
        (unscaled, [3, 0, 6, 1]),
    ],
)
def test_a_product_with_a_clamped_sum_is_one_call(draw: Draw, numbers: list[float]) -> None:
    method = fused(draw)
    (call,) = (each for each in method.instructions if isinstance(each, Call))
    given = [method.values[index] for index in call.arguments[1:5]]
    assert call.operator == OPERATOR
    assert [each.value for each in given if isinstance(each, ScalarValue)] == numbers


def test_a_product_that_is_read_twice_keeps_its_factor_apart() -> None:
    assert called_by(fused(product_read_twice)) == [OPERATOR, "aten::mul.Scalar_out"]


def of_another(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, scaled(draft, given), clamped(draft, shifted(draft, given))),)


def sum_read_twice(draft: Draft, given: int) -> tuple[int, ...]:
    total = shifted(draft, given)
    return (multiplied(draft, given, clamped(draft, total)), total)


def gate_returned(draft: Draft, given: int) -> tuple[int, ...]:
    gate = clamped(draft, shifted(draft, given))
    return (multiplied(draft, given, gate), gate)


def multiple(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, given, clamped(draft, shifted(draft, given, alpha=2))),)


def unclamped(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, given, shifted(draft, given)),)


def beyond_float(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, given, clamped(draft, shifted(draft, given, 1e300))),)


def a_number_for_each_column(draft: Draft, given: int) -> tuple[int, ...]:
    return (multiplied(draft, given, clamped(draft, shifted_by_constant(draft, given, (3,)))),)


def changed_in_between(draft: Draft, given: int) -> tuple[int, ...]:
    x = scaled(draft, given)
    gate = clamped(draft, shifted(draft, x))
    draft.call(("aten::mul", "Scalar_out"), given, draft.add(build.double(2)), x, x)
    return (multiplied(draft, x, gate),)


LEFT = (
    of_another,
    sum_read_twice,
    gate_returned,
    multiple,
    unclamped,
    beyond_float,
    a_number_for_each_column,
    changed_in_between,
)


@pytest.mark.parametrize("draw", LEFT, ids=lambda each: each.__name__)
def test_what_is_needed_elsewhere_or_is_something_else_stays(draw: Draw) -> None:
    assert OPERATOR not in called_by(fused(draw))


def test_a_lowered_hardswish_is_one_call(tmp_path: Path) -> None:
    model = DATA / "lowered" / "unary.pte"
    path = tmp_path / model.name
    path.write_bytes(optimize(model.read_bytes(), name="unary", operators=operators()).data)
    (method,) = graph_of(path).methods
    assert called_by(method).count(OPERATOR) == 1
