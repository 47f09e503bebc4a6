"""Operators on two operands called as no program of PyTorch's calls them: an error code."""

from __future__ import annotations

from pathlib import Path

import pytest

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

FAULTS: dict[str, tuple[str, list[str], str]] = {
    "sub_shapes": ("sub.out", [FLOATS, TWO, "int 1", FLOAT_OUT], "InvalidArgument"),
    "sub_bool_alpha": ("sub.out", [INTS, INTS, "bool 1", INT_OUT], "InvalidArgument"),
    "sub_of_bool": ("sub.Scalar_out", [INTS, "bool 1", "int 1", INT_OUT], "InvalidArgument"),
    "sub_bools": ("sub.out", [BOOLS, BOOLS, "int 1", BOOL_OUT], "OperatorMissing"),
    "mul_into_ints": ("mul.Scalar_out", [FLOATS, "int 1", INT_OUT], "InvalidType"),
    "div_of_ints_into_ints": ("div.out", [INTS, INTS, INT_OUT], "OperatorMissing"),
    "div_of_ints_into_double": (
        "div.out",
        [INTS, INTS, output("Double", 2, 3)],
        "InvalidType",
    ),
    "div_shapes": ("div.out", [FLOATS, TWO, FLOAT_OUT], "InvalidArgument"),
    "div_unknown_mode": (
        "div.out_mode",
        [FLOATS, FLOATS, "string round", FLOAT_OUT],
        "InvalidArgument",
    ),
    "div_empty_mode": ("div.out_mode", [FLOATS, FLOATS, "string ", FLOAT_OUT], "InvalidArgument"),
    "div_without_mode_into_ints": ("div.out_mode", [INTS, INTS, NONE, INT_OUT], "InvalidType"),
    "trunc_by_0": ("div.out_mode", [INTS, INTS, "string trunc", INT_OUT], "InvalidArgument"),
    "floor_by_0": (
        "div.Scalar_mode_out",
        [INTS, "int 0", "string floor", INT_OUT],
        "InvalidArgument",
    ),
    "floor_divide_by_0": ("floor_divide.out", [INTS, INTS, INT_OUT], "InvalidArgument"),
    "fmod_by_0": ("fmod.Tensor_out", [INTS, INTS, INT_OUT], "InvalidArgument"),
    "remainder_by_0": ("remainder.Scalar_out", [INTS, "int 0", INT_OUT], "InvalidArgument"),
    "remainder_by_256_of_bytes": (
        "remainder.Scalar_out",
        [zeros("Byte", 2), "int 256", output("Byte", 2)],
        "InvalidArgument",
    ),
    "remainder_of_floats_by_0": ("remainder.Scalar_out", [FLOATS, "int 0", FLOAT_OUT], "Ok"),
    "compare_shapes": ("lt.Tensor_out", [FLOATS, TWO, BOOL_OUT], "InvalidArgument"),
    "compare_into_floats": ("lt.Tensor_out", [FLOATS, FLOATS, FLOAT_OUT], "OperatorMissing"),
    "compare_out_shape": ("eq.Scalar_out", [FLOATS, "int 1", output("Bool", 3)], "InvalidArgument"),
    "compare_without_promotion": (
        "eq.Tensor_out",
        [zeros("UInt32", 2), zeros("Int", 2), output("Bool", 2)],
        "InvalidType",
    ),
    "and_of_floats": ("bitwise_and.Tensor_out", [FLOATS, FLOATS, FLOAT_OUT], "OperatorMissing"),
    "and_with_a_floating_number": (
        "bitwise_and.Scalar_out",
        [INTS, "double 1.5", INT_OUT],
        "InvalidType",
    ),
    "shift_by_a_floating_number": (
        "bitwise_left_shift.Tensor_Scalar_out",
        [INTS, "double 1.5", INT_OUT],
        "InvalidType",
    ),
    "logical_shapes": ("logical_or.out", [FLOATS, TWO, BOOL_OUT], "InvalidArgument"),
    "clamp_without_bounds": ("clamp.out", [FLOATS, NONE, NONE, FLOAT_OUT], "InvalidArgument"),
    "clamp_of_ints_by_floats": ("clamp.out", [INTS, "double 0.5", NONE, INT_OUT], "InvalidType"),
    "clamp_bound_too_large": (
        "clamp.out",
        [zeros("Char", 2), NONE, "int 128", output("Char", 2)],
        "InvalidArgument",
    ),
    "clamp_bound_beyond_float": (
        "clamp.out",
        [FLOATS, "double -1e39", NONE, FLOAT_OUT],
        "InvalidArgument",
    ),
    "clamp_tensor_without_bounds": (
        "clamp.Tensor_out",
        [FLOATS, NONE, NONE, FLOAT_OUT],
        "InvalidArgument",
    ),
    "clamp_tensor_shapes": ("clamp.Tensor_out", [FLOATS, NONE, TWO, FLOAT_OUT], "InvalidArgument"),
    "clamp_tensor_dtype": (
        "clamp.Tensor_out",
        [FLOATS, NONE, zeros("Double", 3), FLOAT_OUT],
        "InvalidType",
    ),
    "pow_of_ints_to_negative": (
        "pow.Tensor_Scalar_out",
        [INTS, "int -1", INT_OUT],
        "InvalidArgument",
    ),
    "pow_exponent_too_large": (
        "pow.Tensor_Scalar_out",
        [INTS, "int 2147483648", INT_OUT],
        "InvalidArgument",
    ),
    "pow_exponent_beyond_half": (
        "pow.Tensor_Scalar_out",
        [zeros("Half", 2), "double 65505.0", output("Half", 2)],
        "InvalidArgument",
    ),
    "pow_of_ints_to_floats": (
        "pow.Tensor_Scalar_out",
        [INTS, "double 2.0", INT_OUT],
        "InvalidType",
    ),
    "pow_shapes": ("pow.Tensor_Tensor_out", [FLOATS, TWO, FLOAT_OUT], "InvalidArgument"),
    "pow_of_bools": ("pow.Scalar_out", ["bool 0", BOOLS, BOOL_OUT], "OperatorMissing"),
    "where_of_ints": ("where.self_out", [INTS, FLOATS, FLOATS, FLOAT_OUT], "OperatorMissing"),
    "where_shapes": ("where.self_out", [BOOLS, FLOATS, TWO, FLOAT_OUT], "InvalidArgument"),
    "where_condition_shape": (
        "where.self_out",
        [zeros("Bool", 2), FLOATS, FLOATS, FLOAT_OUT],
        "InvalidArgument",
    ),
    "where_dtype": ("where.self_out", [BOOLS, FLOATS, INTS, INT_OUT], "InvalidType"),
    "allclose_dtypes": (
        "allclose.out",
        [FLOATS, INTS, "double 0", "double 0", "bool 0", "bool 0", output("Bool", 1)],
        "InvalidType",
    ),
    "allclose_negative": (
        "allclose.out",
        [FLOATS, FLOATS, "double -1", "double 0", "bool 0", "bool 0", output("Bool", 1)],
        "InvalidArgument",
    ),
    "allclose_nan": (
        "allclose.out",
        [FLOATS, FLOATS, "double 0", "double nan", "bool 0", "bool 0", output("Bool", 1)],
        "InvalidArgument",
    ),
    "allclose_out": (
        "allclose.out",
        [FLOATS, FLOATS, "double 0", "double 0", "bool 0", "bool 0", output("Bool", 2)],
        "InvalidArgument",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    case = Case(name=name, operator=f"aten::{operator}", lines=tuple(lines))
    (outcome,) = outcomes(kernels, [case])
    assert outcome.error == error


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
