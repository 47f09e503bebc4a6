"""Operators on one tensor on calls that no program of PyTorch's holds: an error, never a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import MISSING, TYPE, Calls, check, faults
from tests.runtime.kernels.portable_calls import output, zeros

X = zeros("Float", 2, 4)
SAME = output("Float", 2, 4)
HALF = output("Float", 2, 2)
CALLS: Calls = {
    "aten::exp.out": {
        "exp_shape": [X, output("Float", 2, 3)],
        "exp_rank": [X, output("Float", 8)],
        "exp_dtype": ([X, output("Double", 2, 4)], TYPE),
        "exp_of_ints_in_half": ([zeros("Int", 2, 4), output("Half", 2, 4)], TYPE),
        "exp_in_ints": ([X, output("Int", 2, 4)], MISSING),
    },
    "aten::sin.out": {"sin_is_right": ([zeros("Bool", 2, 4), SAME], "Ok")},
    "aten::floor.out": {
        "floor_dtype": ([X, output("Int", 2, 4)], TYPE),
        "floor_of_ints_dtype": ([zeros("Int", 2), output("Long", 2)], TYPE),
        "floor_shape": [zeros("Int", 2), output("Int", 3)],
    },
    "aten::abs.out": {"abs_of_bools": ([zeros("Bool", 2), output("Bool", 2)], MISSING)},
    "aten::neg.out": {"neg_dtype": ([zeros("Int", 2), output("Long", 2)], TYPE)},
    "aten::bitwise_not.out": {"bitwise_not_of_floats": ([X, SAME], MISSING)},
    "aten::isnan.out": {
        "isnan_shape": [X, output("Bool", 4, 2)],
        "isnan_of_ints_shape": [zeros("Int", 2), output("Bool", 3)],
    },
    "aten::isinf.out": {"isinf_in_floats": ([X, SAME], MISSING)},
    "aten::logical_not.out": {"logical_not_shape": [X, output("Bool", 2, 3)]},
    "aten::gelu.out": {
        "gelu_is_right": ([X, "string none", SAME], "Ok"),
        "gelu_approximation": [X, "string tan", SAME],
        "gelu_longer": [X, "string tanhs", SAME],
        "gelu_without_text": [X, "string ", SAME],
    },
    "aten::glu.out": {
        "glu_is_right": ([X, "int 1", HALF], "Ok"),
        "glu_dim_beyond": [X, "int 2", HALF],
        "glu_dim_below": [X, "int -3", HALF],
        "glu_dim_huge": [X, "int 9223372036854775807", HALF],
        "glu_odd": [zeros("Float", 3), "int 0", output("Float", 1)],
        "glu_zero_dims": [zeros("Float"), "int 0", output("Float")],
        "glu_shape": [X, "int 1", SAME],
        "glu_dtype": ([X, "int 1", output("Double", 2, 2)], TYPE),
    },
    "aten::elu.out": {
        "elu_of_huge": ([X, "double 1e300", "double -1e300", "double 1e39", SAME], "Ok")
    },
    "aten::logit.out": {"logit_of_nan": ([X, "double nan", SAME], "Ok")},
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
