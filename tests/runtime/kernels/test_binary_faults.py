"""Operators on two operands called as no program of PyTorch's calls them: an error code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import MISSING, TYPE, Calls, check, faults
from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

FLOATS = zeros("Float", 2, 3)
INTS = zeros("Int", 2, 3)
BOOLS = zeros("Bool", 2, 3)
TWO = zeros("Float", 2)
"""A shape that does not broadcast with the others."""
FLOAT_OUT = output("Float", 2, 3)
INT_OUT = output("Int", 2, 3)
BOOL_OUT = output("Bool", 2, 3)
NONE = "none"

CALLS: Calls = {
    "aten::sub.out": {
        "sub_shapes": [FLOATS, TWO, "int 1", FLOAT_OUT],
        "sub_bool_alpha": [INTS, INTS, "bool 1", INT_OUT],
        "sub_bools": ([BOOLS, BOOLS, "int 1", BOOL_OUT], MISSING),
    },
    "aten::sub.Scalar_out": {"sub_of_bool": [INTS, "bool 1", "int 1", INT_OUT]},
    "aten::mul.Scalar_out": {"mul_into_ints": ([FLOATS, "int 1", INT_OUT], TYPE)},
    "aten::div.out": {
        "div_of_ints_into_ints": ([INTS, INTS, INT_OUT], MISSING),
        "div_of_ints_into_double": ([INTS, INTS, output("Double", 2, 3)], TYPE),
        "div_shapes": [FLOATS, TWO, FLOAT_OUT],
    },
    "aten::div.out_mode": {
        "div_unknown_mode": [FLOATS, FLOATS, "string round", FLOAT_OUT],
        "div_empty_mode": [FLOATS, FLOATS, "string ", FLOAT_OUT],
        "div_without_mode_into_ints": ([INTS, INTS, NONE, INT_OUT], TYPE),
        "trunc_by_0": [INTS, INTS, "string trunc", INT_OUT],
    },
    "aten::div.Scalar_mode_out": {"floor_by_0": [INTS, "int 0", "string floor", INT_OUT]},
    "aten::floor_divide.out": {"floor_divide_by_0": [INTS, INTS, INT_OUT]},
    "aten::fmod.Tensor_out": {"fmod_by_0": [INTS, INTS, INT_OUT]},
    "aten::remainder.Scalar_out": {
        "remainder_by_0": [INTS, "int 0", INT_OUT],
        "remainder_by_256_of_bytes": [zeros("Byte", 2), "int 256", output("Byte", 2)],
        "remainder_of_floats_by_0": ([FLOATS, "int 0", FLOAT_OUT], "Ok"),
    },
    "aten::lt.Tensor_out": {
        "compare_shapes": [FLOATS, TWO, BOOL_OUT],
        "compare_into_floats": ([FLOATS, FLOATS, FLOAT_OUT], MISSING),
    },
    "aten::eq.Scalar_out": {"compare_out_shape": [FLOATS, "int 1", output("Bool", 3)]},
    "aten::eq.Tensor_out": {
        "compare_without_promotion": (
            [zeros("UInt32", 2), zeros("Int", 2), output("Bool", 2)],
            TYPE,
        )
    },
    "aten::bitwise_and.Tensor_out": {"and_of_floats": ([FLOATS, FLOATS, FLOAT_OUT], MISSING)},
    "aten::bitwise_and.Scalar_out": {
        "and_with_a_floating_number": ([INTS, "double 1.5", INT_OUT], TYPE)
    },
    "aten::bitwise_left_shift.Tensor_Scalar_out": {
        "shift_by_a_floating_number": ([INTS, "double 1.5", INT_OUT], TYPE)
    },
    "aten::logical_or.out": {"logical_shapes": [FLOATS, TWO, BOOL_OUT]},
    "aten::clamp.out": {
        "clamp_without_bounds": [FLOATS, NONE, NONE, FLOAT_OUT],
        "clamp_of_ints_by_floats": ([INTS, "double 0.5", NONE, INT_OUT], TYPE),
        "clamp_bound_too_large": [zeros("Char", 2), NONE, "int 128", output("Char", 2)],
        "clamp_bound_beyond_float": [FLOATS, "double -1e39", NONE, FLOAT_OUT],
    },
    "aten::clamp.Tensor_out": {
        "clamp_tensor_without_bounds": [FLOATS, NONE, NONE, FLOAT_OUT],
        "clamp_tensor_shapes": [FLOATS, NONE, TWO, FLOAT_OUT],
        "clamp_tensor_dtype": ([FLOATS, NONE, zeros("Double", 3), FLOAT_OUT], TYPE),
    },
    "aten::pow.Tensor_Scalar_out": {
        "pow_of_ints_to_negative": [INTS, "int -1", INT_OUT],
        "pow_exponent_too_large": [INTS, "int 2147483648", INT_OUT],
        "pow_exponent_beyond_half": [zeros("Half", 2), "double 65505.0", output("Half", 2)],
        "pow_of_ints_to_floats": ([INTS, "double 2.0", INT_OUT], TYPE),
    },
    "aten::pow.Tensor_Tensor_out": {"pow_shapes": [FLOATS, TWO, FLOAT_OUT]},
    "aten::pow.Scalar_out": {"pow_of_bools": (["bool 0", BOOLS, BOOL_OUT], MISSING)},
    "aten::where.self_out": {
        "where_of_ints": ([INTS, FLOATS, FLOATS, FLOAT_OUT], MISSING),
        "where_shapes": [BOOLS, FLOATS, TWO, FLOAT_OUT],
        "where_condition_shape": [zeros("Bool", 2), FLOATS, FLOATS, FLOAT_OUT],
        "where_dtype": ([BOOLS, FLOATS, INTS, INT_OUT], TYPE),
    },
    "aten::allclose.out": {
        "allclose_dtypes": (
            [FLOATS, INTS, "double 0", "double 0", "bool 0", "bool 0", output("Bool", 1)],
            TYPE,
        ),
        "allclose_negative": [
            FLOATS,
            FLOATS,
            "double -1",
            "double 0",
            "bool 0",
            "bool 0",
            output("Bool", 1),
        ],
        "allclose_nan": [
            FLOATS,
            FLOATS,
            "double 0",
            "double nan",
            "bool 0",
            "bool 0",
            output("Bool", 1),
        ],
        "allclose_out": [
            FLOATS,
            FLOATS,
            "double 0",
            "double 0",
            "bool 0",
            "bool 0",
            output("Bool", 2),
        ],
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)


def test_the_lowest_integer_by_minus_1_wraps(kernels: Path) -> None:
    """PyTorch itself is ended by a signal for these."""
    for dtype, low, minus in (("Int", "00000080", "ffffffff"), ("Long", "00" * 7 + "80", "ff" * 8)):
        for operator, rest, wanted in (
            ("div.out_mode", ["string trunc"], low),
            ("div.out_mode", ["string floor"], low),
            ("remainder.Tensor_out", [], "00" * len(bytes.fromhex(low))),
        ):
            lines = [f"tensor {dtype} 1 0 {low}", f"tensor {dtype} 1 0 {minus}", *rest]
            case = Case(
                name="wraps", operator=f"aten::{operator}", lines=(*lines, output(dtype, 1))
            )
            (outcome,) = outcomes(kernels, [case])
            assert (outcome.error, outcome.outputs[0].content) == ("Ok", wanted)
