"""Operators on one tensor on calls that no program of PyTorch's holds: an error, never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

X = zeros("Float", 2, 4)
SAME = output("Float", 2, 4)
HALF = output("Float", 2, 2)
FAULTS: dict[str, tuple[str, list[str], str]] = {
    "exp_shape": ("exp", [X, output("Float", 2, 3)], "InvalidArgument"),
    "exp_rank": ("exp", [X, output("Float", 8)], "InvalidArgument"),
    "exp_dtype": ("exp", [X, output("Double", 2, 4)], "InvalidType"),
    "exp_of_ints_in_half": ("exp", [zeros("Int", 2, 4), output("Half", 2, 4)], "InvalidType"),
    "exp_in_ints": ("exp", [X, output("Int", 2, 4)], "OperatorMissing"),
    "sin_is_right": ("sin", [zeros("Bool", 2, 4), SAME], "Ok"),
    "floor_dtype": ("floor", [X, output("Int", 2, 4)], "InvalidType"),
    "floor_of_ints_dtype": ("floor", [zeros("Int", 2), output("Long", 2)], "InvalidType"),
    "floor_shape": ("floor", [zeros("Int", 2), output("Int", 3)], "InvalidArgument"),
    "abs_of_bools": ("abs", [zeros("Bool", 2), output("Bool", 2)], "OperatorMissing"),
    "neg_dtype": ("neg", [zeros("Int", 2), output("Long", 2)], "InvalidType"),
    "bitwise_not_of_floats": ("bitwise_not", [X, SAME], "OperatorMissing"),
    "isnan_shape": ("isnan", [X, output("Bool", 4, 2)], "InvalidArgument"),
    "isnan_of_ints_shape": ("isnan", [zeros("Int", 2), output("Bool", 3)], "InvalidArgument"),
    "isinf_in_floats": ("isinf", [X, SAME], "OperatorMissing"),
    "logical_not_shape": ("logical_not", [X, output("Bool", 2, 3)], "InvalidArgument"),
    "gelu_is_right": ("gelu", [X, "string none", SAME], "Ok"),
    "gelu_approximation": ("gelu", [X, "string tan", SAME], "InvalidArgument"),
    "gelu_longer": ("gelu", [X, "string tanhs", SAME], "InvalidArgument"),
    "gelu_without_text": ("gelu", [X, "string ", SAME], "InvalidArgument"),
    "glu_is_right": ("glu", [X, "int 1", HALF], "Ok"),
    "glu_dim_beyond": ("glu", [X, "int 2", HALF], "InvalidArgument"),
    "glu_dim_below": ("glu", [X, "int -3", HALF], "InvalidArgument"),
    "glu_dim_huge": ("glu", [X, "int 9223372036854775807", HALF], "InvalidArgument"),
    "glu_odd": ("glu", [zeros("Float", 3), "int 0", output("Float", 1)], "InvalidArgument"),
    "glu_zero_dims": ("glu", [zeros("Float"), "int 0", output("Float")], "InvalidArgument"),
    "glu_shape": ("glu", [X, "int 1", SAME], "InvalidArgument"),
    "glu_dtype": ("glu", [X, "int 1", output("Double", 2, 2)], "InvalidType"),
    "elu_of_huge": ("elu", [X, "double 1e300", "double -1e300", "double 1e39", SAME], "Ok"),
    "logit_of_nan": ("logit", [X, "double nan", SAME], "Ok"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    case = Case(name=name, operator=f"aten::{operator}.out", lines=tuple(lines))
    (outcome,) = outcomes(kernels, [case])
    assert outcome.error == error
