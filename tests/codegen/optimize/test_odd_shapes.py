"""Calls of shapes that do not fit each other: passes leave them to the kernel, which reports them.

The runtime's checks of a program accept them, so that a damaged or handwritten file has them.
"""

from __future__ import annotations

import random
import struct
from math import prod

import pytest

from codegen.dtype import DType
from codegen.optimize.batch_norm import BATCH_NORM, fold_batch_norms
from codegen.optimize.clamps import clamp_results
from codegen.optimize.expanded import read_expanded
from codegen.optimize.fold import fold_constants
from codegen.optimize.integer_moves import dequantize_after_moves
from codegen.optimize.integer_weights import keep_integer_weights
from codegen.optimize.integers import compute_in_integers
from codegen.optimize.parts import slice_parts
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, method_of, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of


def draft() -> Draft:
    return Draft(source=random.Random(1))


def floats(drawn: Draft, count: int) -> int:
    return drawn.constant((count,), DType.Float, struct.pack(f"<{count}f", *range(1, count + 1)))


def called_in_integers(drawn: Draft, given: int, result: int) -> list[str]:
    method = method_of(program_of(drawn, (given,), (result,)))
    return called_by(compute_in_integers(method, operators()))


@pytest.mark.parametrize("variances", [8, 5])
def test_a_norm_whose_statistics_differ_in_number_is_not_folded(variances: int) -> None:
    drawn = draft()
    given, none = drawn.planned((2, 4)), drawn.add(build.none())
    weight = drawn.constant((8, 4), DType.Float, struct.pack("<32f", *range(32)))
    made = drawn.planned((2, 8))
    drawn.call(("aten::linear", "out"), given, weight, none, made, made)
    result, unused = drawn.planned((2, 8)), drawn.planned((0,))
    numbers = [drawn.add(build.double(each)) for each in (0.1, 1e-5)]
    outputs = drawn.add(build.tensor_list(result, unused, unused))
    statistics = (none, none, floats(drawn, 8), floats(drawn, variances))
    name, _, overload = BATCH_NORM.partition(".")
    drawn.call((name, overload), made, *statistics, *numbers, result, unused, unused, outputs)
    method = method_of(program_of(drawn, (given,), (result,)))
    assert (fold_batch_norms(method, operators()) == method) is (variances != 8)


@pytest.mark.parametrize("other", [3, 5])
def test_a_sum_of_constants_that_do_not_broadcast_is_not_folded(other: int) -> None:
    drawn = draft()
    total, result = drawn.planned((3,)), drawn.planned((3,))
    one = drawn.add(build.integer(1))
    drawn.call(("aten::add", "out"), floats(drawn, 3), floats(drawn, other), one, total, total)
    drawn.call(("aten::neg", "out"), total, result, result)
    method = method_of(program_of(drawn, (), (result,)))
    assert (fold_constants(method, operators()) == method) is (other != 3)


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_a_convolution_that_no_kernel_computes_keeps_its_name(dims: int) -> None:
    drawn = draft()
    given = drawn.planned((1, 1, *(2,) * dims))
    weight = drawn.constant((1, 1, *(1,) * dims), DType.Float, bytes(4))
    made, result = (drawn.planned((1, 1, *(2,) * dims)) for _ in range(2))
    ones, zeros = drawn.ints(*(1,) * dims), drawn.ints(*(0,) * dims)
    none, flag, one = (
        drawn.add(each) for each in (build.none(), build.boolean(False), build.integer(1))
    )
    arguments = (given, weight, none, ones, zeros, ones, flag, zeros, one, made, made)
    drawn.call(("aten::convolution", "out"), *arguments)
    drawn.call(("aten::relu", "out"), made, result, result)
    method = method_of(program_of(drawn, (given,), (result,)))
    assert (clamp_results(method, operators()) == method) is (dims == 3)


@pytest.mark.parametrize("stride", [2, 0, -2])
def test_a_pooling_without_a_stride_stays_in_float(stride: int) -> None:
    drawn = draft()
    given = drawn.planned((1, 1, 4, 4), DType.Char)
    x, y = drawn.dequantize(given, (1, 1, 4, 4), 0.1, 0), drawn.planned((1, 1, 2, 2))
    window = (drawn.ints(2, 2), drawn.ints(stride, stride), drawn.ints(0, 0))
    flags = [drawn.add(build.boolean(each)) for each in (False, True)]
    arguments = (x, *window, *flags, drawn.add(build.none()), y, y)
    drawn.call(("aten::avg_pool2d", "out"), *arguments)
    result = drawn.quantize(y, (1, 1, 2, 2), 0.1, 0)
    called = called_in_integers(drawn, given, result)
    assert ("cortex_m::quantized_avg_pool2d.out" in called) is (stride == 2)


def test_a_mean_of_one_number_stays_in_float() -> None:
    drawn = draft()
    given = drawn.planned((), DType.Char)
    x, y = drawn.dequantize(given, (), 0.1, 0), drawn.planned(())
    options = (drawn.ints(0), drawn.add(build.boolean(False)), drawn.add(build.none()))
    drawn.call(("aten::mean", "out"), x, *options, y, y)
    result = drawn.quantize(y, (), 0.1, 0)
    called = called_in_integers(drawn, given, result)
    assert "aten::mean.out" in called


def test_a_convolution_without_filters_stays_in_float() -> None:
    drawn = draft()
    given = drawn.planned((1, 2, 4, 4), DType.Char)
    x, y = drawn.dequantize(given, (1, 2, 4, 4), 0.1, 0), drawn.planned((1, 0, 2, 2))
    weights = drawn.constant((0, 2, 3, 3), DType.Char, b"")
    drawn.convolution(x, drawn.dequantize(weights, (0, 2, 3, 3), 0.1, 0), y)
    result = drawn.quantize(y, (1, 0, 2, 2), 0.1, 0)
    called = called_in_integers(drawn, given, result)
    assert "aten::convolution.out" in called


@pytest.mark.parametrize("bias", [(4,), (1,), (3,), (2, 4)])
def test_a_quantized_bias_that_is_not_one_number_for_each_output_stays_in_float(
    bias: tuple[int, ...],
) -> None:
    drawn = draft()
    given = drawn.planned((2, 3), DType.Char)
    x, y = drawn.dequantize(given, (2, 3), 0.1, 0), drawn.planned((2, 4))
    weights = drawn.constant((3, 4), DType.Char, bytes(12))
    numbers = drawn.constant(bias, DType.Int, bytes(4 * prod(bias)))
    one = drawn.add(build.integer(1))
    arguments = [drawn.dequantize(numbers, bias, 0.01, 0), x]
    arguments += [drawn.dequantize(weights, (3, 4), 0.1, 0), one, one, y, y]
    drawn.call(("aten::addmm", "out"), *arguments)
    result = drawn.quantize(y, (2, 4), 0.1, 0)
    called = called_in_integers(drawn, given, result)
    assert ("cortex_m::quantized_conv2d.out" in called) is (bias == (4,))


@pytest.mark.parametrize("sizes", [(4, 2), (4, 0)])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("circle", [1, 2, 3])
def test_copies_in_a_circle_end(circle: int, dynamic: bool, sizes: tuple[int, ...]) -> None:
    drawn = Draft(source=random.Random(1), dynamic=dynamic)
    copies = [drawn.planned(sizes) for _ in range(circle)]
    flag, none = drawn.add(build.boolean(False)), drawn.add(build.none())
    for given, made in zip(copies, [*copies[1:], copies[0]], strict=True):
        drawn.call(("aten::_to_copy", "out"), given, flag, none, made, made)
    method = method_of(program_of(drawn, (), (copies[0],)))
    assert compute_in_integers(method, operators()) == method
    assert dequantize_after_moves(method, operators()) == method


@pytest.mark.parametrize("part", [(2, 2), (2,), ()])
def test_parts_of_another_rank_than_what_is_split_are_no_slices(part: tuple[int, ...]) -> None:
    drawn = draft()
    given = drawn.planned((2, 4), DType.Char)
    whole = drawn.dequantize(given, (2, 4), 0.1, 0)
    parts = [drawn.planned(part) for _ in range(2)]
    numbers = [drawn.add(build.integer(each)) for each in (2, 1)]
    outputs = drawn.add(build.tensor_list(*parts))
    drawn.call(("aten::split_copy", "Tensor_out"), whole, *numbers, outputs)
    method = method_of(program_of(drawn, (given,), tuple(parts)))
    assert (slice_parts(method, operators()) == method) is (part != (2, 2))


@pytest.mark.parametrize("dtype", [DType.Half, DType.Float])
def test_a_product_of_another_dtype_than_that_of_integers_is_left_alone(dtype: DType) -> None:
    drawn = draft()
    given, made = drawn.planned((3, 4)), drawn.planned((3, 2), dtype)
    weight, scales = drawn.constant((2, 4), DType.Char, bytes(range(8))), floats(drawn, 2)
    none, number = drawn.add(build.none()), drawn.add(build.integer(dtype.number))
    name = ("quantized_decomposed::mixed_linear", "out")
    drawn.call(name, given, weight, scales, none, number, made, made)
    method = method_of(program_of(drawn, (given,), (made,)))
    assert (keep_integer_weights(method, operators()) == method) is (dtype is DType.Half)


@pytest.mark.parametrize("sizes", [(), (2,), (2, 4, 5, 1)])
def test_a_batched_product_of_another_rank_is_left_alone(sizes: tuple[int, ...]) -> None:
    drawn = draft()
    given, made = drawn.planned((2, 3, 4)), drawn.planned((2, 3, 5))
    drawn.call(("aten::bmm", "out"), given, drawn.planned(sizes), made, made)
    method = method_of(program_of(drawn, (given,), (made,)))
    assert read_expanded(method, operators()) == method
