"""Calls of cortex_m kernels whose numbers are at the edge of what is possible, or beyond."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import Calls, check, faults
from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros


def convolution(**changed: str) -> list[str]:
    """A convolution of 1x1x1x4, channels last, with four 1x1 filters, some arguments changed."""
    given = {"input": zeros("Char", 1, 1, 1, 4), "weight": zeros("Char", 4, 1, 1, 4)}
    given |= {"bias": "none", "stride": "ints 1", "padding": "ints 0", "dilation": "ints 1"}
    if "depth_multiplier" in changed:
        given |= {"depth_multiplier": ""}
    given |= {"input_offset": "int 0", "output_offset": "int 0", "multipliers": zeros("Int", 4)}
    given |= {"shifts": zeros("Int", 4), "low": "int -128", "high": "int 127"}
    given |= {"scratch": zeros("Byte", 0), "out": output("Char", 1, 1, 1, 4)}
    return [*(given | changed).values()]


def depthwise(**changed: str) -> list[str]:
    """The same, where each channel has a filter of its own."""
    given = {"weight": zeros("Char", 1, 1, 1, 4), "depth_multiplier": "int 1"}
    return convolution(**(given | changed))


def added(
    zero: str = "int 0", multiplier: str = "int 1073741824", shift: str = "int 0"
) -> list[str]:
    """A sum of two elements whose terms and result have that zero point and scale."""
    numbers = [zero, multiplier, shift]
    terms = [line for _ in range(2) for line in (zeros("Char", 1), *numbers)]
    return [*terms, *numbers, "int -128", "int 127", output("Char", 1)]


BEYOND = f"int {2**32 + 1}"
"""A number whose lower half would be possible."""


def product(zero: int) -> list[str]:
    """(10, -128) * (20 - zero, 5 - zero) / 2^9."""
    factors = ["tensor Char 2 0 0a80", "int 0", "tensor Char 2 0 1405", f"int {zero}"]
    return [*factors, "int 0", f"int {2**30}", "int -8", output("Char", 2)]


FARTHEST = {"stride": "ints 536870912", "dilation": "ints 536870912"}
CALLS: Calls = {
    "cortex_m::quantized_conv2d_nhwc.out": {
        "convolution_right": (convolution(), "Ok"),
        "convolution_steps_beyond_int32": (convolution(**FARTHEST), "Ok"),
        "convolution_stride": convolution(stride="ints 536870914"),
        "convolution_groups": convolution(weight=zeros("Char", 4, 1, 1, 3)),
        "convolution_offset_beyond_int32": convolution(input_offset=BEYOND),
        "convolution_zero_beyond_int32": convolution(output_offset=BEYOND),
        "convolution_bound_beyond_int32": convolution(high=BEYOND),
        "convolution_lowest_offset": convolution(input_offset=f"int {-(2**31)}"),
    },
    "cortex_m::quantized_depthwise_conv2d_nhwc.out": {
        "depthwise_right": (depthwise(), "Ok"),
        "depthwise_steps_beyond_int32": (depthwise(**FARTHEST), "Ok"),
        "depthwise_multiplier": depthwise(depth_multiplier="int 2"),
        "depthwise_multiplier_beyond_int32": depthwise(depth_multiplier=BEYOND),
    },
    "cortex_m::quantized_mul.out": {
        "product_of_a_sum": (product(-214), "Ok"),
        "product_least_zero": (product(-(2**14)), "Ok"),
        "product_greatest_zero": (product(2**14 - 1), "Ok"),
        "product_zero_of_16_bits": product(2**14),
        "product_zero_of_64_bits": product(2**63 - 1),
    },
    "cortex_m::quantized_add.out": {
        "sum_right": (added(), "Ok"),
        "sum_zero_beyond_int32": added(zero=BEYOND),
        "sum_multiplier_beyond_int32": added(multiplier=BEYOND),
        "sum_negative_output_multiplier": added(multiplier="int -1"),
        "sum_lowest_multiplier": added(multiplier=f"int {-(2**31)}"),
        "sum_shift_beyond_int32": added(shift=BEYOND),
        "sum_shift": added(shift="int -32"),
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)


def test_transposed_outputs_beyond_the_inputs_are_the_output_offset(kernels: Path) -> None:
    """A filter with one tap has another number of outputs than of inputs."""
    one = {
        "input": "tensor Char 1,2,2,1 0,1,2,3 01020304",
        "weight": "tensor Char 1,1,1,1 0,1,2,3 01",
    }
    one |= {"bias": "none", "stride": "ints 1", "padding": "ints 0", "output_padding": "ints 1"}
    one |= {"dilation": "ints 2", "input_offset": "int 0", "output_offset": "int 9"}
    one |= {"multipliers": "tensor Int 1 0 00000040", "shifts": "tensor Int 1 0 01000000"}
    one |= {"low": "int -128", "high": "int 127", "scratch": zeros("Byte", 0)}
    one |= {"output_scratch": zeros("Byte", 0), "out": output("Char", 1, 3, 3, 1)}
    operator = "cortex_m::quantized_transpose_conv2d_nhwc.out"
    case = Case(name="one", operator=operator, lines=tuple(one.values()))
    (outcome,) = outcomes(kernels, [case])
    assert outcome.error == "Ok"
    assert outcome.outputs[0].numbers("Char") == [10, 11, 9, 12, 13, 9, 9, 9, 9]


def test_a_zero_point_beyond_int8_is_that_of_a_sum(kernels: Path) -> None:
    """A hardswish is x * min(x + 3, 6), of which ExecuTorch's exporter puts the 3 into it."""
    case = Case(name="sum", operator="cortex_m::quantized_mul.out", lines=tuple(product(-214)))
    (outcome,) = outcomes(kernels, [case])
    # 10 * 234 / 512 and -128 * 219 / 512
    assert [each.numbers("Char") for each in outcome.outputs] == [[5, -55]]
