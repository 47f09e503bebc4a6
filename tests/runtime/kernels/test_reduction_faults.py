"""Reductions, norms, sorting and distances on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)
BAD, TYPE, MISSING = "InvalidArgument", "InvalidType", "OperatorMissing"
FIRST, SECOND = output("Float", 3), output("Float", 2)
KEEP, DROP, NONE = "bool 1", "bool 0", "none"
INDICES = output("Long", 2)
LONG_MIN = -(2**63)

OVER_DIMS = {
    "sum": ("aten::sum.IntList_out", [NONE]),
    "mean": ("aten::mean.out", [NONE]),
    "amax": ("aten::amax.out", []),
    "amin": ("aten::amin.out", []),
}
ALONG = {
    "prod": ("aten::prod.int_out", [NONE], SECOND),
    "any": ("aten::any.out", [], output("Bool", 2)),
    "all": ("aten::all.out", [], output("Bool", 2)),
    "argmax": ("aten::argmax.out", [], INDICES),
    "argmin": ("aten::argmin.out", [], INDICES),
}
DIMS = {
    f"{name}_{label}": (operator, [MATRIX, f"ints {dims}", DROP, *more, out], BAD)
    for name, (operator, more) in OVER_DIMS.items()
    for label, dims, out in (
        ("beyond", "2", SECOND),
        ("below", "-3", SECOND),
        ("far_below", str(LONG_MIN), SECOND),
        ("twice", "1,-1", SECOND),
        ("other_shape", "1", FIRST),
        ("other_rank", "1", LIKE),
    )
}
ONE_DIM = {
    f"{name}_{label}": (operator, [MATRIX, f"int {dim}", keep, *more, out], BAD)
    for name, (operator, more, out) in ALONG.items()
    for label, dim, keep in (
        ("beyond", 2, DROP),
        ("below", -3, DROP),
        ("far", 2**63 - 1, DROP),
        ("other_shape", 0, DROP),
        ("other_rank", 1, KEEP),
    )
}
EMPTY = {
    "amax_of_nothing": ("aten::amax.out", [zeros("Float", 2, 0), "ints 1", DROP, SECOND], BAD),
    "amax_of_nothing_at_all": (
        "aten::amax.out",
        [zeros("Float", 0), "ints -", DROP, output("Float")],
        BAD,
    ),
    "max_of_nothing": ("aten::max.unary_out", [zeros("Float", 0), output("Float")], BAD),
    "argmin_of_nothing": ("aten::argmin.out", [zeros("Int", 2, 0), "int 1", DROP, INDICES], BAD),
    "max_along_nothing": (
        "aten::max.dim_max",
        [zeros("Float", 2, 0), "int 1", DROP, SECOND, INDICES],
        BAD,
    ),
    "batch_norm_of_nothing": (
        "aten::_native_batch_norm_legit.no_stats_out",
        [
            *(zeros("Float", 0, 3), NONE, NONE, "bool 1", "double 0.1", "double 1e-5"),
            *(output("Float", 0, 3), FIRST, FIRST),
        ],
        BAD,
    ),
}
DTYPES = {
    "amax_dtype": ("aten::amax.out", [MATRIX, "ints 1", DROP, output("Double", 2)], TYPE),
    "max_dtype": ("aten::max.unary_out", [MATRIX, output("Double")], TYPE),
    "any_to_numbers": ("aten::any.out", [MATRIX, "int 1", DROP, SECOND], MISSING),
    "indices_not_Long": ("aten::argmax.out", [MATRIX, "int 1", DROP, output("Int", 2)], MISSING),
    "argmax_of_bools": (
        "aten::argmax.out",
        [zeros("Bool", 2), NONE, DROP, output("Long")],
        MISSING,
    ),
    "values_dtype": (
        "aten::max.dim_max",
        [MATRIX, "int 1", DROP, output("Double", 2), INDICES],
        TYPE,
    ),
    "sum_not_as_requested": (
        "aten::sum.IntList_out",
        [MATRIX, "ints 1", DROP, "int 7", SECOND],
        BAD,
    ),
    "prod_not_as_requested": ("aten::prod.out", [MATRIX, "int 4", output("Float")], BAD),
    "cumsum_not_as_requested": ("aten::cumsum.out", [MATRIX, "int 1", "int 7", LIKE], BAD),
    "mean_of_ints_in_floats": (
        "aten::mean.dtype_out",
        [zeros("Int", 2), NONE, output("Float")],
        TYPE,
    ),
    "variance_dtype": (
        "aten::var.correction_out",
        [MATRIX, "ints 1", NONE, DROP, output("Double", 2)],
        TYPE,
    ),
    "topk_dtype": (
        "aten::topk.values",
        [MATRIX, "int 1", "int 1", KEEP, KEEP, output("Half", 2, 1), output("Long", 2, 1)],
        TYPE,
    ),
}
OTHER = {
    "cumsum_dim": ("aten::cumsum.out", [MATRIX, "int 2", NONE, LIKE], BAD),
    "cumsum_shape": ("aten::cumsum.out", [MATRIX, "int 1", NONE, FIRST], BAD),
    "log_softmax_dim": ("aten::_log_softmax.out", [MATRIX, "int 2", DROP, LIKE], BAD),
    "log_softmax_half_to_float": ("aten::_log_softmax.out", [MATRIX, "int 1", KEEP, LIKE], BAD),
    "var_dim_twice": (
        "aten::var.correction_out",
        [MATRIX, "ints 1,1", NONE, DROP, SECOND],
        BAD,
    ),
    "var_mean_shape": (
        "aten::var_mean.correction_out",
        [MATRIX, "ints 1", NONE, DROP, SECOND, FIRST],
        BAD,
    ),
    "max_indices_shape": (
        "aten::max.dim_max",
        [MATRIX, "int 1", DROP, SECOND, output("Long", 3)],
        BAD,
    ),
} | {
    f"topk_of_{k}": (
        "aten::topk.values",
        [MATRIX, f"int {k}", "int 1", KEEP, KEEP, LIKE, output("Long", 2, 3)],
        BAD,
    )
    for k in (-1, 4, 2, 2**32 + 3, LONG_MIN)
}


def layer_norm(**changed: str) -> list[str]:
    arguments = {
        "input": MATRIX,
        "normalized_shape": "ints 3",
        "weight": zeros("Float", 3),
        "bias": zeros("Float", 3),
        "eps": "double 1e-5",
        "out0": LIKE,
        "out1": output("Float", 2, 1),
        "out2": output("Float", 2, 1),
    }
    return list((arguments | changed).values())


def group_norm(**changed: str) -> list[str]:
    arguments = {
        "input": zeros("Float", 2, 4, 3),
        "weight": zeros("Float", 4),
        "bias": NONE,
        "N": "int 2",
        "C": "int 4",
        "HxW": "int 3",
        "group": "int 2",
        "eps": "double 1e-5",
        "out0": output("Float", 2, 4, 3),
        "out1": output("Float", 2, 2),
        "out2": output("Float", 2, 2),
    }
    return list((arguments | changed).values())


def batch_norm(**changed: str) -> list[str]:
    arguments = {
        "input": MATRIX,
        "weight": NONE,
        "bias": zeros("Float", 3),
        "running_mean": zeros("Float", 3),
        "running_var": zeros("Float", 3),
        "training": "bool 1",
        "momentum": "double 0.1",
        "eps": "double 1e-5",
        "out": LIKE,
        "save_mean": FIRST,
        "save_invstd": FIRST,
    }
    return list((arguments | changed).values())


NORMS = {
    f"{name}_{index}": (operator, make(**changed), error)
    for name, operator, make, every in (
        (
            "layer_norm",
            "aten::native_layer_norm.out",
            layer_norm,
            (
                ({"normalized_shape": "ints -"}, BAD),
                ({"normalized_shape": "ints 2"}, BAD),
                ({"normalized_shape": "ints 1,2,3"}, BAD),
                ({"normalized_shape": f"ints {2**32 + 3}"}, BAD),
                ({"weight": zeros("Float", 2)}, BAD),
                ({"bias": zeros("Float", 1, 3)}, BAD),
                ({"weight": zeros("Double", 3)}, TYPE),
                ({"out1": output("Float", 2)}, BAD),
                ({"out2": output("Double", 2, 1)}, TYPE),
                ({"out0": output("Double", 2, 3)}, TYPE),
            ),
        ),
        (
            "group_norm",
            "aten::native_group_norm.out",
            group_norm,
            (
                ({"N": "int 4"}, BAD),
                ({"C": "int 2"}, BAD),
                ({"HxW": "int 4"}, BAD),
                ({"group": "int 0"}, BAD),
                ({"group": "int -2"}, BAD),
                ({"group": "int 3"}, BAD),
                ({"group": f"int {2**32}"}, BAD),
                ({"weight": zeros("Float", 2)}, BAD),
                ({"bias": zeros("Half", 4)}, TYPE),
                ({"input": zeros("Float", 2)}, BAD),
                ({"out1": output("Float", 2, 4)}, BAD),
            ),
        ),
        (
            "batch_norm",
            "aten::_native_batch_norm_legit.out",
            batch_norm,
            (
                ({"input": zeros("Float", 3)}, BAD),
                ({"bias": zeros("Float", 2)}, BAD),
                ({"running_mean": zeros("Float", 2)}, BAD),
                ({"running_var": zeros("Double", 3)}, TYPE),
                ({"save_mean": SECOND}, BAD),
                ({"training": "bool 0"}, BAD),
            ),
        ),
    )
    for index, (changed, error) in enumerate(every)
}


def distances(p: str = "double 2.0", mode: str = NONE, **changed: str) -> list[str]:
    rows = {"x1": MATRIX, "x2": zeros("Float", 4, 3), "out": output("Float", 2, 4)} | changed
    return [rows["x1"], rows["x2"], p, mode, rows["out"]]


DISTANCES = {
    f"cdist_{index}": ("aten::_cdist_forward.out", lines, error)
    for index, (lines, error) in enumerate(
        (
            (distances(p="double -1.0"), BAD),
            (distances(p="double nan"), BAD),
            (distances(mode="int 3"), BAD),
            (distances(mode="int -1"), BAD),
            (distances(x1=zeros("Float", 3)), BAD),
            (distances(x2=zeros("Float", 4, 2)), BAD),
            (distances(x2=zeros("Double", 4, 3)), TYPE),
            (distances(x1=zeros("Float", 2, 2, 3), x2=zeros("Float", 3, 4, 3)), BAD),
            (distances(out=output("Float", 4, 2)), BAD),
        )
    )
} | {
    f"pdist_{index}": ("aten::_pdist_forward.out", lines, error)
    for index, (lines, error) in enumerate(
        (
            ([zeros("Float", 3), "double 2.0", FIRST], BAD),
            ([zeros("Float", 3, 2), "double -0.5", FIRST], BAD),
            ([zeros("Float", 3, 2), "double 2.0", SECOND], BAD),
            ([zeros("Float", 2147483647, 0), "double 2.0", SECOND], BAD),
        )
    )
}
FAULTS = DIMS | ONE_DIM | EMPTY | DTYPES | OTHER | NORMS | DISTANCES


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error
