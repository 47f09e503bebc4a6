"""Reductions, norms, sorting and distances on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.kernels.faults import BAD, MISSING, TYPE, Calls, call, check, faults
from tests.runtime.kernels.portable_calls import output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)
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


CALLS: Calls = {
    "aten::amax.out": {
        "amax_of_nothing": [zeros("Float", 2, 0), "ints 1", DROP, SECOND],
        "amax_of_nothing_at_all": [zeros("Float", 0), "ints -", DROP, output("Float")],
        "amax_dtype": ([MATRIX, "ints 1", DROP, output("Double", 2)], TYPE),
    },
    "aten::max.unary_out": {
        "max_of_nothing": [zeros("Float", 0), output("Float")],
        "max_dtype": ([MATRIX, output("Double")], TYPE),
    },
    "aten::argmin.out": {"argmin_of_nothing": [zeros("Int", 2, 0), "int 1", DROP, INDICES]},
    "aten::max.dim_max": {
        "max_along_nothing": [zeros("Float", 2, 0), "int 1", DROP, SECOND, INDICES],
        "values_dtype": ([MATRIX, "int 1", DROP, output("Double", 2), INDICES], TYPE),
        "max_indices_shape": [MATRIX, "int 1", DROP, SECOND, output("Long", 3)],
    },
    "aten::_native_batch_norm_legit.no_stats_out": {
        "batch_norm_of_nothing": [
            *(zeros("Float", 0, 3), NONE, NONE, "bool 1", "double 0.1", "double 1e-5"),
            *(output("Float", 0, 3), FIRST, FIRST),
        ]
    },
    "aten::any.out": {"any_to_numbers": ([MATRIX, "int 1", DROP, SECOND], MISSING)},
    "aten::argmax.out": {
        "indices_not_Long": ([MATRIX, "int 1", DROP, output("Int", 2)], MISSING),
        "argmax_of_bools": ([zeros("Bool", 2), NONE, DROP, output("Long")], MISSING),
    },
    "aten::sum.IntList_out": {"sum_not_as_requested": [MATRIX, "ints 1", DROP, "int 7", SECOND]},
    "aten::prod.out": {"prod_not_as_requested": [MATRIX, "int 4", output("Float")]},
    "aten::cumsum.out": {
        "cumsum_not_as_requested": [MATRIX, "int 1", "int 7", LIKE],
        "cumsum_dim": [MATRIX, "int 2", NONE, LIKE],
        "cumsum_shape": [MATRIX, "int 1", NONE, FIRST],
    },
    "aten::mean.dtype_out": {
        "mean_of_ints_in_floats": ([zeros("Int", 2), NONE, output("Float")], TYPE)
    },
    "aten::var.correction_out": {
        "variance_dtype": ([MATRIX, "ints 1", NONE, DROP, output("Double", 2)], TYPE),
        "var_dim_twice": [MATRIX, "ints 1,1", NONE, DROP, SECOND],
    },
    "aten::topk.values": {
        "topk_dtype": (
            [MATRIX, "int 1", "int 1", KEEP, KEEP, output("Half", 2, 1), output("Long", 2, 1)],
            TYPE,
        )
    },
    "aten::_log_softmax.out": {
        "log_softmax_dim": [MATRIX, "int 2", DROP, LIKE],
        "log_softmax_half_to_float": [MATRIX, "int 1", KEEP, LIKE],
    },
    "aten::var_mean.correction_out": {
        "var_mean_shape": [MATRIX, "ints 1", NONE, DROP, SECOND, FIRST]
    },
}


layer_norm = call(
    input=MATRIX,
    normalized_shape="ints 3",
    weight=zeros("Float", 3),
    bias=zeros("Float", 3),
    eps="double 1e-5",
    out0=LIKE,
    out1=output("Float", 2, 1),
    out2=output("Float", 2, 1),
)


group_norm = call(
    input=zeros("Float", 2, 4, 3),
    weight=zeros("Float", 4),
    bias=NONE,
    N="int 2",
    C="int 4",
    HxW="int 3",
    group="int 2",
    eps="double 1e-5",
    out0=output("Float", 2, 4, 3),
    out1=output("Float", 2, 2),
    out2=output("Float", 2, 2),
)


batch_norm = call(
    input=MATRIX,
    weight=NONE,
    bias=zeros("Float", 3),
    running_mean=zeros("Float", 3),
    running_var=zeros("Float", 3),
    training="bool 1",
    momentum="double 0.1",
    eps="double 1e-5",
    out=LIKE,
    save_mean=FIRST,
    save_invstd=FIRST,
)


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
TOPK = {
    f"topk_of_{k}": (
        "aten::topk.values",
        [MATRIX, f"int {k}", "int 1", KEEP, KEEP, LIKE, output("Long", 2, 3)],
        BAD,
    )
    for k in (-1, 4, 2, 2**32 + 3, LONG_MIN)
}
FAULTS = DIMS | ONE_DIM | NORMS | DISTANCES | TOPK | faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
