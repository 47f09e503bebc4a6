"""Calls of cortex_m kernels whose numbers are at the edge of what is possible, or beyond."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

BAD = "InvalidArgument"


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


def product(zero: int) -> list[str]:
    """(10, -128) * (20 - zero, 5 - zero) / 2^9."""
    factors = ["tensor Char 2 0 0a80", "int 0", "tensor Char 2 0 1405", f"int {zero}"]
    return [*factors, "int 0", f"int {2**30}", "int -8", output("Char", 2)]


CONVOLUTION, DEPTHWISE = "quantized_conv2d_nhwc.out", "quantized_depthwise_conv2d_nhwc.out"
FARTHEST = {"stride": "ints 536870912", "dilation": "ints 536870912"}
FAULTS: dict[str, tuple[str, list[str], str]] = {
    "convolution_right": (CONVOLUTION, convolution(), "Ok"),
    "convolution_steps_beyond_int32": (CONVOLUTION, convolution(**FARTHEST), "Ok"),
    "convolution_stride": (CONVOLUTION, convolution(stride="ints 536870914"), BAD),
    "convolution_groups": (CONVOLUTION, convolution(weight=zeros("Char", 4, 1, 1, 3)), BAD),
    "depthwise_right": (DEPTHWISE, depthwise(), "Ok"),
    "depthwise_steps_beyond_int32": (DEPTHWISE, depthwise(**FARTHEST), "Ok"),
    "product_of_a_sum": ("quantized_mul.out", product(-214), "Ok"),
    "product_least_zero": ("quantized_mul.out", product(-(2**14)), "Ok"),
    "product_greatest_zero": ("quantized_mul.out", product(2**14 - 1), "Ok"),
    "product_zero_of_16_bits": ("quantized_mul.out", product(2**14), BAD),
    "product_zero_of_64_bits": ("quantized_mul.out", product(2**63 - 1), BAD),
    "depthwise_multiplier": (DEPTHWISE, depthwise(depth_multiplier="int 2"), BAD),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    full = f"cortex_m::{operator}"
    (outcome,) = outcomes(kernels, [Case(name=name, operator=full, lines=tuple(lines))])
    assert outcome.error == error


def test_a_zero_point_beyond_int8_is_that_of_a_sum(kernels: Path) -> None:
    """A hardswish is x * min(x + 3, 6), of which ExecuTorch's exporter puts the 3 into it."""
    case = Case(name="sum", operator="cortex_m::quantized_mul.out", lines=tuple(product(-214)))
    (outcome,) = outcomes(kernels, [case])
    # 10 * 234 / 512 and -128 * 219 / 512
    assert [each.numbers("Char") for each in outcome.outputs] == [[5, -55]]
