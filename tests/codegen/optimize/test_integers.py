"""What the pass of integer operators leaves in float because it cannot prove the result."""

from __future__ import annotations

import math
import random
import struct

import numpy as np
import pytest

from codegen.dtype import DType
from codegen.optimize.arrays import array_of
from codegen.optimize.clamps import clamp_results
from codegen.optimize.edit import Edit
from codegen.optimize.floats import floats_of
from codegen.optimize.graph import Call, Method
from codegen.optimize.integer_products import CONVOLUTION
from codegen.optimize.integer_weights import keep_integer_weights
from codegen.optimize.integers import compute_in_integers
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, method_of, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.codegen.program_builder import TableSpec

SIZES = (4, 6)


def draft() -> Draft:
    return Draft(source=random.Random(1))


def changed(drawn: Draft, given: int, result: int) -> bool:
    method = method_of(program_of(drawn, (given,), (result,)))
    assert not method.fixed
    return compute_in_integers(method, operators()) != method


def integer_calls(method: Method) -> list[str]:
    return [name for name in called_by(method) if name.startswith("cortex_m::")]


def place(drawn: Draft, index: int, offset: int) -> None:
    table: TableSpec = drawn.values[index][1][1]
    table[6] = ("table", {0: ("u32", 1), 1: ("u32", offset)})


@pytest.mark.parametrize("state", [False, True])
def test_a_float_that_is_read_before_it_is_written_is_not_what_is_written_later(
    state: bool,
) -> None:
    drawn = draft()
    given, kept, total = drawn.planned(SIZES, DType.Char), drawn.planned(SIZES), 0
    if not state:
        drawn.dequantize(given, SIZES, 0.1, 0, out=kept)
    total = drawn.planned(SIZES)
    one = drawn.add(build.integer(1))
    drawn.call(("aten::add", "out"), kept, kept, one, total, total)
    result = drawn.quantize(total, SIZES, 0.2, 0)
    if state:
        drawn.dequantize(given, SIZES, 0.1, 0, out=kept)
    assert changed(drawn, given, result) is not state


@pytest.mark.parametrize("bound", [1.0, math.inf, math.nan, 1e308])
def test_bounds_that_are_no_numbers_are_no_fault(bound: float) -> None:
    drawn = draft()
    given = drawn.planned(SIZES, DType.Char)
    x, y = drawn.dequantize(given, SIZES, 0.1, 0), drawn.planned(SIZES)
    low, high = drawn.add(build.double(-bound)), drawn.add(build.double(bound))
    drawn.call(("aten::hardtanh", "out"), x, low, high, y, y)
    result = drawn.quantize(y, SIZES, 1e-3, 0)
    assert changed(drawn, given, result) is not math.isnan(bound)


@pytest.mark.parametrize(("inputs", "sums_fit"), [(1000, True), (70_000, False)])
def test_sums_beyond_32_bits_stay_in_float(inputs: int, sums_fit: bool) -> None:
    drawn = draft()
    given = drawn.planned((1, inputs), DType.Char)
    x, y = drawn.dequantize(given, (1, inputs), 0.1, -128), drawn.planned((1, 2))
    weights = drawn.constant((2, inputs), DType.Char, bytes([127]) * 2 * inputs)
    weight = drawn.dequantize(weights, (2, inputs), 0.01, 0)
    drawn.call(("aten::linear", "out"), x, weight, drawn.add(build.none()), y, y)
    assert changed(drawn, given, drawn.quantize(y, (1, 2), 1e4, 0)) is sums_fit


@pytest.mark.parametrize(("rows", "first"), [(4, 0), (2, 48)])
def test_a_part_of_what_was_moved_is_not_the_whole(rows: int, first: int) -> None:
    drawn = draft()
    given = drawn.planned(SIZES, DType.Char)
    x, moved = drawn.dequantize(given, SIZES, 0.1, 0), drawn.planned(SIZES)
    offset = drawn.values[moved][1][1][6][1][1][1]
    drawn.call(("aten::clone", "out"), x, drawn.add(build.none()), moved, moved)
    part = drawn.planned((rows, 6))
    place(drawn, part, offset + first)
    result = drawn.quantize(part, (rows, 6), 0.1, 0)
    assert changed(drawn, given, result) is (rows == 4)


@pytest.mark.parametrize(("dtype", "moved"), [(DType.Float, True), (DType.Half, False)])
def test_any_kernel_that_moves_elements_moves_int8(dtype: DType, moved: bool) -> None:
    drawn = draft()
    given = drawn.planned(SIZES, DType.Char)
    x, turned = drawn.dequantize(given, SIZES, 0.1, 0), drawn.planned(SIZES)
    drawn.call(("aten::flip", "out"), x, drawn.ints(0, 1), turned, turned)
    copy = drawn.planned(SIZES, dtype)
    options = drawn.add(build.boolean(False)), drawn.add(build.none())
    drawn.call(("aten::_to_copy", "out"), turned, *options, copy, copy)
    result = drawn.quantize(copy, SIZES, 0.1, 0)
    assert changed(drawn, given, result) is moved


@pytest.mark.parametrize("scale", [0.0002, 0.01, 0.5])
def test_the_scale_of_a_product_has_all_bits_of_its_multiplier(scale: float) -> None:
    drawn = draft()
    given = drawn.planned((1, 6), DType.Char)
    x, y = drawn.dequantize(given, (1, 6), scale, 0), drawn.planned((1, 2))
    weights = drawn.constant((2, 6), DType.Char, bytes(range(12)))
    weight = drawn.dequantize(weights, (2, 6), 0.25, 0)
    drawn.call(("aten::linear", "out"), x, weight, drawn.add(build.none()), y, y)
    result = drawn.quantize(y, (1, 2), 1.0, 0)
    method = method_of(program_of(drawn, (given,), (result,)))
    edit = Edit(compute_in_integers(method, operators()), operators())
    calls = (each for each in edit.instructions if isinstance(each, Call))
    (call,) = (each for each in calls if each.operator == CONVOLUTION)
    named = edit.named(call)
    found = [edit.tensor(named[f"requantize_{each}s"]) for each in ("multiplier", "shift")]
    multipliers, shifts = (array_of(each) for each in found if each is not None)
    assert multipliers is not None and shifts is not None
    assert (multipliers >= 2**30).all()
    factors = multipliers / 2**31 * np.exp2(shifts)
    assert np.allclose(factors, scale * 0.25, rtol=2**-30)


@pytest.mark.parametrize(
    ("operator", "zero", "why"),
    [
        ("bmm", 0, "no operator of int16 computes it"),
        ("mul", 3, "its shapes, scales, zero points or layouts are none that operators of int16"),
        ("bend", 0, "no table of int16 with lines between its entries is within a step of it"),
        ("mul", 0, ""),
    ],
)
def test_what_stays_float_of_int16_is_explained(operator: str, zero: int, why: str) -> None:
    drawn, sizes = Draft(source=random.Random(1), quantized=DType.Short), (2, 3, 3)
    given, y = drawn.planned(sizes), drawn.planned(sizes)
    x = drawn.dequantize(drawn.quantize(given, sizes, 0.001, 0), sizes, 0.001, 0)
    if operator == "bend":  # 3,000.5 numbers below 0, where no entry is
        more, bent = (
            drawn.constant((), DType.Float, struct.pack("<f", 3.0005)),
            drawn.planned(sizes),
        )
        drawn.call(("aten::add", "out"), x, more, drawn.add(build.integer(1)), bent, bent)
        drawn.call(("aten::abs", "out"), bent, y, y)
    else:
        drawn.call((f"aten::{operator}", "out"), x, x, y, y)
    result = drawn.quantize(y, sizes, 0.0001, zero)
    method = method_of(program_of(drawn, (given,), (result,)))
    floats = floats_of(compute_in_integers(method, operators()), operators())
    found = [each.why for each in floats]
    assert any(each.startswith(why) for each in found) if why else not found, found


@pytest.mark.parametrize("dtype", [DType.Char, DType.Short])
@pytest.mark.parametrize(
    ("left", "why"),
    [
        ((2, 3, 1, 1), ""),
        ((2, 3, 2, 3), "its shape is dynamic: how many pixels each of its averages has"),
        ((1, 3, 6, 6), "its shape is dynamic: a size that it keeps"),
    ],
)
def test_what_stays_float_of_averages_of_dynamic_shape_is_explained(
    left: tuple[int, ...], why: str, dtype: DType
) -> None:
    drawn, sizes = Draft(source=random.Random(1), quantized=dtype, dynamic=True), (2, 3, 6, 6)
    given, y = drawn.planned(sizes), drawn.planned(left)
    x = drawn.dequantize(drawn.quantize(given, sizes, 0.001, 0), sizes, 0.001, 0)
    if left[0] == 1:
        rest = (drawn.ints(0), drawn.add(build.boolean(True)), drawn.add(build.none()))
        drawn.call(("aten::mean", "out"), x, *rest, y, y)
    else:
        drawn.call(("aten::_adaptive_avg_pool2d", "out"), x, drawn.ints(*left[2:]), y, y)
    method = method_of(program_of(drawn, (given,), (drawn.quantize(y, left, 0.001, 0),)))
    floats = floats_of(compute_in_integers(method, operators()), operators())
    assert [each.why[: len(why)] for each in floats] == ([why] if why else [])


def test_the_uses_of_values_are_found_once_however_many_products_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a pass takes the square of the time: a language model has hundreds of products."""
    drawn = draft()
    given = x = drawn.planned((3, 7))
    none = drawn.add(build.none())
    for _ in range(9):
        y = drawn.planned((3, 7))
        drawn.call(("aten::linear", "out"), x, drawn.weight((7, 7)), none, y, y)
        x = y
    method = method_of(program_of(drawn, (given,), (x,)))
    own, found = Edit.usage.fget, list[object]()
    assert own is not None

    def usage(edit: Edit) -> object:
        each = own(edit)
        if all(each is not other for other in found):
            found.append(each)
        return each

    monkeypatch.setattr(Edit, "usage", property(usage))
    changed = keep_integer_weights(method, operators())
    called = [each.operator for each in changed.instructions if isinstance(each, Call)]
    assert called.count("kerf::integer_linear.out") == 9
    assert len(found) == 1


def test_the_second_clamp_of_a_product_with_integer_weights_stays() -> None:
    drawn = draft()
    given, y = drawn.planned((3, 7)), drawn.planned((3, 4))
    none = drawn.add(build.none())
    drawn.call(("aten::linear", "out"), given, drawn.weight((4, 7)), none, y, y)
    for low, high in ((-1.0, 2.0), (0.0, 3.0)):
        y, clamped = drawn.planned((3, 4)), y
        bounds = (drawn.add(build.double(each)) for each in (low, high))
        drawn.call(("aten::hardtanh", "out"), clamped, *bounds, y, y)
    method = keep_integer_weights(method_of(program_of(drawn, (given,), (y,))), operators())
    edit = Edit(clamp_results(method, operators()), operators())
    product, clamp = (
        each
        for each in edit.instructions
        if isinstance(each, Call) and "dequantize" not in each.operator
    )
    assert (product.operator, clamp.operator) == ("kerf::integer_linear.out", "aten::hardtanh.out")
    assert [edit.number(each) for each in product.arguments[-4:-2]] == [-1, 2]
    assert [edit.number(each) for each in clamp.arguments[1:3]] == [0, 3]
