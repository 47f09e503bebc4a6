"""Calls with quantized numbers that PyTorch refuses, or that are not sound."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

BAD, TYPE = "InvalidArgument", "InvalidType"
MATRIX, NUMBERS = zeros("Float", 2, 3), zeros("Char", 2, 3)
LOW, HIGH = f"int {-(2**63)}", f"int {2**63 - 1}"
ONES = "tensor Float 2 0 0000803f0000803f"
ROWS = "tensor Float 2,1 0,1 0000803f0000803f"
ZEROS, ZERO_ROWS = zeros("Long", 2), zeros("Long", 2, 1)


def far(dtype: str, number: int) -> str:
    width = 8 if dtype == "Long" else 4
    content = number.to_bytes(width, "little", signed=True).hex()
    return f"tensor {dtype} 1 0 {content}"


def quantize(**changed: str) -> list[str]:
    given = {"input": MATRIX, "scale": "double 0.5", "zero": "int 0"}
    given |= {"low": "int -128", "high": "int 127", "dtype": "int 1", "out": output("Char", 2, 3)}
    return [*(given | changed).values()]


def dequantize(**changed: str) -> list[str]:
    given = {"input": NUMBERS, "scale": "double 0.5", "zero": "int 0", "low": "int -128"}
    given |= {"high": "int 127", "dtype": "int 1", "to": "none", "out": output("Float", 2, 3)}
    return [*(given | changed).values()]


def by_channel(**changed: str) -> list[str]:
    given = {"input": MATRIX, "scales": ONES, "zeros": ZEROS, "axis": "int 0", "low": "int -128"}
    given |= {"high": "int 127", "dtype": "int 1", "out": output("Char", 2, 3)}
    return [*(given | changed).values()]


def by_token(**changed: str) -> list[str]:
    given = {"input": MATRIX, "scales": ROWS, "zeros": ZERO_ROWS, "low": "int -128"}
    given |= {"high": "int 127", "dtype": "int 1", "out": output("Char", 2, 3)}
    return [*(given | changed).values()]


def added(**changed: str) -> list[str]:
    given = {"a": NUMBERS, "a_scale": "double 1.0", "a_zero": "int 0", "a_low": "int 0"}
    given |= {"a_high": "int 0", "b": NUMBERS, "b_scale": "double 1.0", "b_zero": "int 0"}
    given |= {"b_low": "int 0", "b_high": "int 0", "scale": "double 1.0", "zero": "int 0"}
    given |= {"low": "int -128", "high": "int 127", "out": output("Char", 2, 3)}
    return [*(given | changed).values()]


def chosen(**changed: str) -> list[str]:
    given = {"input": MATRIX, "low": "int -128", "high": "int 127", "eps": "double 0.1"}
    given |= {"dtype": "int 1", "scale": output("Double", 1), "zero": output("Long", 1)}
    return [*(given | changed).values()]


def looked_up(**changed: str) -> list[str]:
    given = {"weight": zeros("Byte", 2, 2), "scales": ONES, "zeros": "none", "low": "int -8"}
    given |= {"high": "int 7", "indices": zeros("Long", 3), "out": output("Float", 3, 4)}
    return [*(given | changed).values()]


def linear(**changed: str) -> list[str]:
    given = {"input": MATRIX, "weight": zeros("Char", 2, 3), "scales": ONES, "zeros": "none"}
    given |= {"dtype": "none", "out": output("Float", 2, 2)}
    return [*(given | changed).values()]


def mm(**changed: str) -> list[str]:
    given = {"input": zeros("Float", 3, 2), "weight": NUMBERS, "scales": ONES, "zeros": "none"}
    given |= {"out": output("Float", 3, 3)}
    return [*(given | changed).values()]


FAULTS: dict[str, tuple[str, list[str], str]] = {
    "right": ("quantize_per_tensor.out", quantize(), "Ok"),
    "scale_0": ("quantize_per_tensor.out", quantize(scale="double 0.0"), BAD),
    "scale_minus_0": ("quantize_per_tensor.out", quantize(scale="double -0.0"), BAD),
    "low": ("quantize_per_tensor.out", quantize(low="int -129"), BAD),
    "high": ("quantize_per_tensor.out", quantize(high="int 128"), BAD),
    "lowest": ("quantize_per_tensor.out", quantize(low=LOW), BAD),
    "low_above_all": ("quantize_per_tensor.out", quantize(low=HIGH), "Ok"),
    "high_below_all": ("quantize_per_tensor.out", quantize(high=LOW), BAD),
    "other_dtype": ("quantize_per_tensor.out", quantize(dtype="int 0"), BAD),
    "no_dtype": ("quantize_per_tensor.out", quantize(dtype=HIGH), BAD),
    "far_zero": ("quantize_per_tensor.out", quantize(zero=f"int {2**21 + 1}"), BAD),
    "farthest_zero": ("quantize_per_tensor.out", quantize(zero=LOW), BAD),
    "shape": ("quantize_per_tensor.out", quantize(out=output("Char", 2, 2)), BAD),
    "two_scales": (
        "quantize_per_tensor.Tensor_out",
        quantize(scale=ONES, zero=zeros("Long", 1)),
        BAD,
    ),
    "no_zero_point": (
        "quantize_per_tensor.Tensor_out",
        quantize(scale=zeros("Float"), zero=zeros("Long", 0)),
        BAD,
    ),
    "tensor_of_0": (
        "quantize_per_tensor.Tensor_out",
        quantize(scale=zeros("Float"), zero=zeros("Long")),
        BAD,
    ),
    "back_right": ("dequantize_per_tensor.out", dequantize(), "Ok"),
    "back_low": ("dequantize_per_tensor.out", dequantize(low=HIGH, high=LOW), "Ok"),
    "back_dtype": ("dequantize_per_tensor.out", dequantize(dtype="int 0"), BAD),
    "back_to": ("dequantize_per_tensor.out", dequantize(to="int 7"), BAD),
    "back_default": ("dequantize_per_tensor.out", dequantize(out=output("Half", 2, 3)), BAD),
    "channels_right": ("quantize_per_channel.out", by_channel(), "Ok"),
    "axis": ("quantize_per_channel.out", by_channel(axis="int 2"), BAD),
    "axis_before": ("quantize_per_channel.out", by_channel(axis="int -3"), BAD),
    "axis_other": ("quantize_per_channel.out", by_channel(axis="int 1"), BAD),
    "axis_lowest": ("quantize_per_channel.out", by_channel(axis=LOW), BAD),
    "channels_of_a_number": (
        "quantize_per_channel.out",
        by_channel(input=zeros("Float"), out=output("Char")),
        BAD,
    ),
    "fewer_zero_points": ("quantize_per_channel.out", by_channel(zeros=zeros("Long", 1)), BAD),
    "scale_without_dims": (
        "quantize_per_channel.out",
        by_channel(scales=zeros("Float"), zeros=zeros("Long")),
        BAD,
    ),
    "row_of_scales": ("quantize_per_channel.out", by_channel(scales=zeros("Float", 1, 2)), BAD),
    "far_channel": (
        "quantize_per_channel.out",
        by_channel(scales=zeros("Float", 1), zeros=far("Long", 2**62)),
        BAD,
    ),
    "back_far_channel": (
        "dequantize_per_channel.out",
        [
            *(NUMBERS, zeros("Float", 1), far("Int", -(2**31)), "int 0", "int 0", "int 1"),
            *("int 1", "none", output("Float", 2, 3)),
        ],
        BAD,
    ),
    "tokens_right": ("quantize_per_token.out", by_token(), "Ok"),
    "tokens_scales": ("quantize_per_token.out", by_token(scales=zeros("Float", 3, 1)), BAD),
    "tokens_zeros": ("quantize_per_token.out", by_token(zeros=zeros("Long", 1, 1)), BAD),
    "tokens_in_a_row": ("quantize_per_token.out", by_token(scales=ONES, zeros=ZEROS), BAD),
    "back_zero_without_dims": (
        "dequantize_per_token.out",
        [
            *(zeros("Char", 3), zeros("Float", 1), zeros("Long"), "int 0", "int 1", "int 1"),
            *("int 6", output("Float", 3)),
        ],
        BAD,
    ),
    "add_right": ("add.out", added(), "Ok"),
    "add_dtypes": ("add.out", added(b=zeros("Byte", 2, 3)), TYPE),
    "add_shapes": ("add.out", added(b=zeros("Char", 2, 2)), BAD),
    "add_scale": ("add.out", added(scale="double 0.0"), BAD),
    "add_zero": ("add.out", added(a_zero=LOW, b_zero=HIGH, zero=HIGH), BAD),
    "add_operand_zero": ("add.out", added(a_zero=LOW, b_zero=HIGH), "Ok"),
    "add_not_a_number": ("add.out", added(a_scale="double nan", b_scale="double 1e308"), "Ok"),
    "choose_right": ("choose_qparams.Tensor_out", chosen(), "Ok"),
    "choose_above_0": ("choose_qparams.Tensor_out", chosen(low="int 1"), BAD),
    "choose_nothing": ("choose_qparams.Tensor_out", chosen(low="int 0", high="int 0"), BAD),
    "choose_too_much": ("choose_qparams.Tensor_out", chosen(low=LOW, high=HIGH), BAD),
    "choose_dtype": ("choose_qparams.Tensor_out", chosen(dtype="int 4"), BAD),
    "choose_of_none": ("choose_qparams.Tensor_out", chosen(input=zeros("Float", 0)), BAD),
    "choose_two": ("choose_qparams.Tensor_out", chosen(scale=output("Double", 2)), BAD),
    "empty_rows": (
        "choose_qparams_per_token_asymmetric.out",
        [zeros("Float", 2, 0), "int 1", output("Double", 2, 1), output("Long", 2, 1)],
        BAD,
    ),
    "rows_right": ("embedding_4bit.out", looked_up(), "Ok"),
    "rows_range": ("embedding_4bit.out", looked_up(low="int -7"), BAD),
    "rows_index": ("embedding_4bit.out", looked_up(indices=far("Long", 2)), BAD),
    "rows_index_below": ("embedding_4bit.out", looked_up(indices=far("Long", -1)), BAD),
    "rows_columns": ("embedding_4bit.out", looked_up(out=output("Float", 3, 2)), BAD),
    "rows_dtype": ("embedding_4bit.out", looked_up(out=output("Half", 3, 4)), BAD),
    "rows_scales": ("embedding_4bit.out", looked_up(scales=zeros("Float", 3)), BAD),
    "rows_groups": ("embedding_4bit.out", looked_up(scales=zeros("Float", 2, 3)), BAD),
    "rows_groups_of_1": ("embedding_4bit.out", looked_up(scales=zeros("Float", 2, 4)), BAD),
    "rows_no_groups": ("embedding_4bit.out", looked_up(scales=zeros("Float", 2, 0)), BAD),
    "rows_cube": ("embedding_4bit.out", looked_up(weight=zeros("Byte", 2, 2, 1)), BAD),
    "rows_zeros": ("embedding_4bit.out", looked_up(zeros=zeros("Float", 1, 2)), BAD),
    "rows_zeros_dtype": ("embedding_4bit.out", looked_up(zeros=zeros("Half", 2)), BAD),
    "linear_right": ("mixed_linear.out", linear(), "Ok"),
    "linear_columns": ("mixed_linear.out", linear(weight=zeros("Char", 2, 2)), BAD),
    "linear_vector": ("mixed_linear.out", linear(input=zeros("Float", 3)), BAD),
    "linear_scales": ("mixed_linear.out", linear(scales=zeros("Float", 3)), BAD),
    "linear_no_groups": ("mixed_linear.out", linear(scales=zeros("Float", 2, 0)), BAD),
    "linear_scale_dtype": ("mixed_linear.out", linear(scales=zeros("Half", 2)), TYPE),
    "linear_zeros": ("mixed_linear.out", linear(zeros=zeros("Float", 1)), BAD),
    "linear_dtype": ("mixed_linear.out", linear(dtype="int 5"), BAD),
    "mm_right": ("mixed_mm.out", mm(), "Ok"),
    "mm_rows": ("mixed_mm.out", mm(input=zeros("Float", 3, 3)), BAD),
    "mm_groups": ("mixed_mm.out", mm(scales=ROWS), BAD),
    "mm_dtype": ("mixed_mm.out", mm(out=output("Half", 3, 3)), TYPE),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    full = f"quantized_decomposed::{operator}"
    (outcome,) = outcomes(kernels, [Case(name=name, operator=full, lines=tuple(lines))])
    assert outcome.error == error


FLOATS = (0.0, -0.0, 0.5, 1.5, -0.5, -2.5, 126.5, 127.5, -128.5, 1e9, -1e9, 3e38, -3e38, 12582911.5)
NOT_FINITE = (float("inf"), float("-inf"), float("nan"))


@pytest.mark.parametrize("scale", [1.0, 0.037, 2.0**-126, 2.0**127])
@pytest.mark.parametrize("bounds", [(-128, 127), (-100, 3), (5, 5)])
def test_int8_of_both_libraries_is_the_same(
    scale: float, bounds: tuple[int, int], kernels: Path
) -> None:
    """The pass `integers` exchanges one for the other."""
    numbers = (*FLOATS, *(x * scale for x in FLOATS if abs(x * scale) < 3e38), *NOT_FINITE)
    data = struct.pack(f"<{len(numbers)}f", *numbers).hex()
    for zero in (-128, -3, 0, 127):
        lines = (
            *(f"tensor Float {len(numbers)} 0 {data}", f"double {scale!r}", f"int {zero}"),
            *(f"int {bounds[0]}", f"int {bounds[1]}", "int 1", f"out Char {len(numbers)} 0 -"),
        )
        one, other = outcomes(
            kernels,
            [
                Case(name="n", operator=f"{library}::quantize_per_tensor.out", lines=lines)
                for library in ("quantized_decomposed", "cortex_m")
            ],
        )
        assert one.error == other.error == "Ok"
        assert one.outputs[0].content == other.outputs[0].content
