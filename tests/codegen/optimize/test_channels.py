"""Channels that are dropped, and those that must stay; tests/runtime/test_channels.py runs them."""

from __future__ import annotations

import random
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np
import pytest

from codegen.dtype import DType
from codegen.optimize.channels import drop_channels
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.quantization import rescaled
from tests.codegen.optimize.drawn_channels import Image, Network
from tests.codegen.optimize.graphs import method_of, operators
from tests.codegen.optimize.quantized_draft import program_of

RELU = (-128, -128, 127)
"""A zero point that is the lower bound, as of a ReLU."""


def network() -> tuple[Network, Image]:
    made = Network(random.Random(1), nhwc=True, shifts=(-2, -1))
    return made, made.image((3, 5, 5), 0)


def rows(count: int, terms: int, *, zeros: tuple[int, ...] = ()) -> list[list[int]]:
    """Weights of filters, those of `zeros` without any."""
    return [[0 if f in zeros else 1 + (f + k) % 5 for k in range(terms)] for f in range(count)]


def dropped(made: Network, given: Image, *outputs: Image) -> Method:
    found = program_of(made.draft, (given.index,), tuple(each.index for each in outputs))
    return drop_channels(method_of(found), operators())


def weights_of(method: Method) -> list[tuple[int, ...]]:
    """The sizes of the weights of each convolution."""
    calls = [each for each in method.instructions if isinstance(each, Call)]
    return [method.tensor(each.arguments[1]).sizes for each in calls if "conv" in each.operator]


def constant(method: Method, call: int, argument: int) -> list[int]:
    each = method.instructions[call]
    assert isinstance(each, Call)
    tensor = method.tensor(each.arguments[argument])
    assert tensor.data is not None
    return [int(x) for x in np.frombuffer(tensor.data, dtype=np.int32)]


def test_a_filter_without_weights_goes_with_those_that_read_it() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=(1, 4)), [0] * 5, bounds=RELU)
    method = dropped(made, given, made.convolve(image, rows(2, 5), [7, 8]))
    assert weights_of(method) == [(3, 1, 1, 3), (2, 1, 1, 3)]
    assert constant(method, 1, 2) == [7, 8]  # the constant is the zero point, which adds nothing
    assert method.tensor(method.instructions[0].arguments[-1]).sizes == (1, 5, 5, 3)  # type: ignore[union-attr]


def test_what_a_constant_adds_becomes_part_of_the_bias() -> None:
    made, given = network()
    image = made.convolve(
        given, rows(5, 3, zeros=(1,)), [0, 2**30, 0, 0, 0], bounds=(-128, -128, 100)
    )
    last = made.convolve(image, rows(2, 5), None)
    method = dropped(made, given, last)
    assert weights_of(method) == [(4, 1, 1, 3), (2, 1, 1, 4)]
    assert constant(method, 1, 2) == [2 * (100 + 128), 3 * (100 + 128)]


def test_a_channel_that_never_reaches_its_lower_bound_is_constant() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3), [0, -20_000_000, 0, 0, 0], bounds=RELU)
    method = dropped(made, given, made.convolve(image, rows(2, 5), None))
    assert weights_of(method) == [(4, 1, 1, 3), (2, 1, 1, 4)]


def test_a_channel_that_is_read_with_zeros_alone_goes() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3), [0] * 5)
    readers = [[0 if k == 2 else w for k, w in enumerate(row)] for row in rows(2, 5)]
    method = dropped(made, given, made.convolve(image, readers, None))
    assert weights_of(method) == [(4, 1, 1, 3), (2, 1, 1, 4)]


@pytest.mark.parametrize(("padding", "left"), [(0, 4), (1, 5)])
def test_a_constant_other_than_the_zero_point_stays_where_an_image_is_padded(
    padding: int, left: int
) -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=(1,)), [0, 2**30, 0, 0, 0])
    last = made.convolve(image, rows(2, 45), None, kernel=(3, 3), padding=(padding, padding))
    assert weights_of(dropped(made, given, last)) == [(left, 1, 1, 3), (2, 3, 3, left)]


def test_a_depthwise_convolution_and_a_pool_go_with_the_channel_behind_them() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3), [0] * 5)
    image = made.convolve(image, rows(5, 9, zeros=(0, 3)), [0] * 5, kernel=(3, 3), depthwise=True)
    method = dropped(made, given, made.convolve(made.pool(image), rows(2, 5), None))
    assert weights_of(method) == [(3, 1, 1, 3), (1, 3, 3, 3), (2, 1, 1, 3)]


def test_a_depthwise_convolution_of_one_channel_has_fewer_for_it() -> None:
    made = Network(random.Random(1), nhwc=True, shifts=(-2, -1))
    given = made.image((1, 5, 5), 0)
    image = made.convolve(given, rows(5, 9, zeros=(2,)), [0] * 5, kernel=(3, 3), depthwise=True)
    method = dropped(made, given, made.convolve(image, rows(2, 5), None))
    assert weights_of(method) == [(1, 3, 3, 4), (2, 1, 1, 4)]


def test_a_channel_that_is_added_or_returned_stays() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=(1,)), [0] * 5, bounds=RELU)
    last = made.convolve(made.add(image, image), rows(2, 5), None)
    assert weights_of(dropped(made, given, last)) == [(5, 1, 1, 3), (2, 1, 1, 5)]
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=(1,)), [0] * 5, bounds=RELU)
    last = made.convolve(image, rows(2, 5), None)
    assert weights_of(dropped(made, given, image, last)) == [(5, 1, 1, 3), (2, 1, 1, 5)]


def test_as_many_channels_stay_as_kernels_take_at_a_time() -> None:
    made, given = network()
    image = made.convolve(given, rows(8, 3, zeros=(1, 2, 5)), [0] * 8, bounds=RELU)
    last = made.convolve(image, rows(4, 8), None)
    assert weights_of(dropped(made, given, last))[0] == (8, 1, 1, 3)
    made, given = network()
    image = made.convolve(given, rows(8, 3, zeros=(1, 2, 5, 6, 7)), [0] * 8, bounds=RELU)
    last = made.convolve(image, rows(4, 8), None)
    assert weights_of(dropped(made, given, last))[0] == (4, 1, 1, 3)


def test_one_channel_stays_where_all_are_constant() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=tuple(range(5))), [0] * 5, bounds=RELU)
    method = dropped(made, given, made.convolve(image, rows(2, 5), None))
    assert weights_of(method) == [(1, 1, 1, 3), (2, 1, 1, 1)]


def test_memory_of_dropped_channels_is_not_planned() -> None:
    made, given = network()
    image = made.convolve(given, rows(5, 3, zeros=(1,)), [0] * 5, bounds=RELU)
    method = dropped(made, given, made.convolve(image, rows(2, 5), None))
    for value in method.values:
        if isinstance(value, Tensor) and value.place is not None and value.sizes[0] == 1:
            assert method.buffers[value.place.buffer].nbytes == prod(value.sizes)


def requantized(x: int, multiplier: int, shift: int) -> int:
    """In integers of any size.   Source: arm_nn_requantize of CMSIS-NN, with two roundings."""
    product = (x * 2 ** max(shift, 0) * multiplier + 2**30) // 2**31
    divisor = 2 ** max(-shift, 0)
    whole, rest = divmod(abs(product), divisor)
    rounded = whole + (2 * rest >= divisor and divisor > 1)
    return rounded if product >= 0 else -rounded


def test_sums_are_rescaled_as_kernels_do() -> None:
    source = random.Random(5)
    for _ in range(2000):
        shift = source.randint(-20, 6)
        x = source.randint(-(2**24), 2**24) >> source.randint(0, 20)
        multiplier = source.randint(0, 2**31 - 1)
        arrays = (np.array([each], dtype=np.int64) for each in (x, multiplier, shift))
        assert rescaled(*arrays)[0] == requantized(x, multiplier, shift), (x, multiplier, shift)


@pytest.mark.parametrize(
    "damage",
    [{"dtype": DType.Byte}, {"sizes": (3,), "dim_order": (0,), "data": bytes(3)}],
)
def test_a_call_that_its_kernel_refuses_is_left_alone(damage: dict[str, Any]) -> None:
    made, given = network()
    image = made.convolve(given, rows(3, 3, zeros=(1,)), [0] * 3, bounds=RELU)
    output = made.convolve(image, rows(2, 3), [7, 8])
    found = program_of(made.draft, (given.index,), (output.index,))
    method = method_of(found)
    call = method.instructions[0]
    assert isinstance(call, Call)
    values = list(method.values)
    values[call.arguments[1]] = replace(method.tensor(call.arguments[1]), **damage)
    damaged = replace(method, values=tuple(values))
    assert weights_of(drop_channels(damaged, operators())) == weights_of(damaged)
