"""Calls with quantized numbers that PyTorch refuses, or that are not sound."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.runtime.kernels.faults import TYPE, Calls, check, faults
from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

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


CALLS: Calls = {
    "quantized_decomposed::quantize_per_tensor.out": {
        "right": (quantize(), "Ok"),
        "scale_0": quantize(scale="double 0.0"),
        "scale_minus_0": quantize(scale="double -0.0"),
        "low": quantize(low="int -129"),
        "high": quantize(high="int 128"),
        "lowest": quantize(low=LOW),
        "low_above_all": (quantize(low=HIGH), "Ok"),
        "high_below_all": quantize(high=LOW),
        "other_dtype": quantize(dtype="int 0"),
        "no_dtype": quantize(dtype=HIGH),
        "far_zero": quantize(zero=f"int {2**21 + 1}"),
        "farthest_zero": quantize(zero=LOW),
        "shape": quantize(out=output("Char", 2, 2)),
    },
    "quantized_decomposed::quantize_per_tensor.Tensor_out": {
        "two_scales": quantize(scale=ONES, zero=zeros("Long", 1)),
        "no_zero_point": quantize(scale=zeros("Float"), zero=zeros("Long", 0)),
        "tensor_of_0": quantize(scale=zeros("Float"), zero=zeros("Long")),
    },
    "quantized_decomposed::dequantize_per_tensor.out": {
        "back_right": (dequantize(), "Ok"),
        "back_low": (dequantize(low=HIGH, high=LOW), "Ok"),
        "back_dtype": dequantize(dtype="int 0"),
        "back_to": dequantize(to="int 7"),
        "back_default": dequantize(out=output("Half", 2, 3)),
    },
    "quantized_decomposed::quantize_per_channel.out": {
        "channels_right": (by_channel(), "Ok"),
        "axis": by_channel(axis="int 2"),
        "axis_before": by_channel(axis="int -3"),
        "axis_other": by_channel(axis="int 1"),
        "axis_lowest": by_channel(axis=LOW),
        "channels_of_a_number": by_channel(input=zeros("Float"), out=output("Char")),
        "fewer_zero_points": by_channel(zeros=zeros("Long", 1)),
        "scale_without_dims": by_channel(scales=zeros("Float"), zeros=zeros("Long")),
        "row_of_scales": by_channel(scales=zeros("Float", 1, 2)),
        "far_channel": by_channel(scales=zeros("Float", 1), zeros=far("Long", 2**62)),
    },
    "quantized_decomposed::dequantize_per_channel.out": {
        "back_far_channel": [
            *(NUMBERS, zeros("Float", 1), far("Int", -(2**31)), "int 0", "int 0", "int 1"),
            *("int 1", "none", output("Float", 2, 3)),
        ]
    },
    "quantized_decomposed::quantize_per_token.out": {
        "tokens_right": (by_token(), "Ok"),
        "tokens_scales": by_token(scales=zeros("Float", 3, 1)),
        "tokens_zeros": by_token(zeros=zeros("Long", 1, 1)),
        "tokens_in_a_row": by_token(scales=ONES, zeros=ZEROS),
    },
    "quantized_decomposed::dequantize_per_token.out": {
        "back_zero_without_dims": [
            *(zeros("Char", 3), zeros("Float", 1), zeros("Long"), "int 0", "int 1", "int 1"),
            *("int 6", output("Float", 3)),
        ]
    },
    "quantized_decomposed::add.out": {
        "add_right": (added(), "Ok"),
        "add_dtypes": (added(b=zeros("Byte", 2, 3)), TYPE),
        "add_shapes": added(b=zeros("Char", 2, 2)),
        "add_scale": added(scale="double 0.0"),
        "add_zero": added(a_zero=LOW, b_zero=HIGH, zero=HIGH),
        "add_operand_zero": (added(a_zero=LOW, b_zero=HIGH), "Ok"),
        "add_not_a_number": (added(a_scale="double nan", b_scale="double 1e308"), "Ok"),
    },
    "quantized_decomposed::choose_qparams.Tensor_out": {
        "choose_right": (chosen(), "Ok"),
        "choose_above_0": chosen(low="int 1"),
        "choose_nothing": chosen(low="int 0", high="int 0"),
        "choose_too_much": chosen(low=LOW, high=HIGH),
        "choose_dtype": chosen(dtype="int 4"),
        "choose_of_none": chosen(input=zeros("Float", 0)),
        "choose_two": chosen(scale=output("Double", 2)),
    },
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out": {
        "empty_rows": [zeros("Float", 2, 0), "int 1", output("Double", 2, 1), output("Long", 2, 1)]
    },
    "quantized_decomposed::embedding_4bit.out": {
        "rows_right": (looked_up(), "Ok"),
        "rows_range": looked_up(low="int -7"),
        "rows_index": looked_up(indices=far("Long", 2)),
        "rows_index_below": looked_up(indices=far("Long", -1)),
        "rows_columns": looked_up(out=output("Float", 3, 2)),
        "rows_dtype": looked_up(out=output("Half", 3, 4)),
        "rows_scales": looked_up(scales=zeros("Float", 3)),
        "rows_groups": looked_up(scales=zeros("Float", 2, 3)),
        "rows_groups_of_1": looked_up(scales=zeros("Float", 2, 4)),
        "rows_no_groups": looked_up(scales=zeros("Float", 2, 0)),
        "rows_cube": looked_up(weight=zeros("Byte", 2, 2, 1)),
        "rows_zeros": looked_up(zeros=zeros("Float", 1, 2)),
        "rows_zeros_dtype": looked_up(zeros=zeros("Half", 2)),
    },
    "quantized_decomposed::mixed_linear.out": {
        "linear_right": (linear(), "Ok"),
        "linear_columns": linear(weight=zeros("Char", 2, 2)),
        "linear_vector": linear(input=zeros("Float", 3)),
        "linear_scales": linear(scales=zeros("Float", 3)),
        "linear_no_groups": linear(scales=zeros("Float", 2, 0)),
        "linear_scale_dtype": (linear(scales=zeros("Half", 2)), TYPE),
        "linear_zeros": linear(zeros=zeros("Float", 1)),
        "linear_dtype": linear(dtype="int 5"),
    },
    "quantized_decomposed::mixed_mm.out": {
        "mm_right": (mm(), "Ok"),
        "mm_rows": mm(input=zeros("Float", 3, 3)),
        "mm_groups": mm(scales=ROWS),
        "mm_dtype": (mm(out=output("Half", 3, 3)), TYPE),
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)


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
