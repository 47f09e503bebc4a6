"""Indexing on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.runtime.kernels.faults import BAD, MISSING, TYPE, Calls, check, faults, several
from tests.runtime.kernels.portable_calls import output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)


def longs(*numbers: int, sizes: Sequence[int] | None = None) -> str:
    """A tensor of these numbers as Long."""
    shape = ",".join(map(str, sizes if sizes is not None else (len(numbers),))) or "-"
    dims = ",".join(map(str, range(len(sizes) if sizes is not None else 1))) or "-"
    return f"tensor Long {shape} {dims} {struct.pack(f'<{len(numbers)}q', *numbers).hex() or '-'}"


def bools(*numbers: int) -> str:
    return f"tensor Bool {len(numbers)} 0 {bytes(numbers).hex()}"


ONE_BEYOND = (longs(2), longs(-1), longs(2**63 - 1), longs(-(2**63)), longs(2**32))
OUT_OF_RANGE = {
    f"{name}_index_{k}": (operator, [*before, index, *after], BAD)
    for k, index in enumerate(ONE_BEYOND)
    for name, operator, before, after in (
        (
            "embedding",
            "aten::embedding.out",
            [MATRIX],
            ["int -1", "bool 0", "bool 0", output("Float", 1, 3)],
        ),
        ("select", "aten::index_select.out", [MATRIX, "int 0"], [output("Float", 1, 3)]),
        (
            "gather",
            "aten::gather.out",
            [zeros("Float", 2), "int 0"],
            ["bool 0", output("Float", 1)],
        ),
        (
            "scatter",
            "aten::scatter.src_out",
            [zeros("Float", 2), "int 0"],
            [zeros("Float", 1), output("Float", 2)],
        ),
        (
            "scatter_value",
            "aten::scatter.value_out",
            [zeros("Float", 2), "int 0"],
            ["int 1", output("Float", 2)],
        ),
        (
            "scatter_add",
            "aten::scatter_add.out",
            [zeros("Float", 2), "int 0"],
            [zeros("Float", 1), output("Float", 2)],
        ),
    )
}
WRAPPED = {
    f"index_{k}": ("aten::index.Tensor_out", [MATRIX, *several(index), out], error)
    for k, (index, out, error) in enumerate(
        (
            (longs(-2, 1), LIKE, "Ok"),
            (longs(2), output("Float", 1, 3), BAD),
            (longs(-3), output("Float", 1, 3), BAD),
            (longs(2**63 - 1), output("Float", 1, 3), BAD),
            (longs(-(2**63)), output("Float", 1, 3), BAD),
            (longs(2**32), output("Float", 1, 3), BAD),
            (bools(1, 0), output("Float", 1, 3), "Ok"),
            (zeros("Float", 1), output("Float", 1, 3), MISSING),
            (longs(0), output("Float", 3), BAD),
            (longs(0), output("Int", 1, 3), TYPE),
        )
    )
}
CALLS: Calls = {
    "aten::embedding.out": {
        "table_of_rank_1": [
            zeros("Float", 3),
            longs(0),
            "int -1",
            "bool 0",
            "bool 0",
            output("Float", 1),
        ],
        "table_by_floats": (
            [MATRIX, zeros("Float", 1), "int -1", "bool 0", "bool 0", output("Float", 1, 3)],
            MISSING,
        ),
    },
    "aten::index_select.out": {
        "select_by_matrix": [MATRIX, "int 0", longs(0, 1, sizes=(1, 2)), LIKE]
    },
    "aten::gather.out": {
        "gather_of_more": [
            MATRIX,
            "int 0",
            longs(*[0] * 4, sizes=(1, 4)),
            "bool 0",
            output("Float", 1, 4),
        ],
        "gather_rank": [MATRIX, "int 0", longs(0), "bool 0", output("Float", 1)],
    },
    "aten::scatter.src_out": {
        "scatter_of_less": [
            zeros("Float", 3),
            "int 0",
            longs(0, 1),
            zeros("Float", 1),
            output("Float", 3),
        ],
        "scatter_dtype": (
            [zeros("Float", 3), "int 0", longs(0), zeros("Int", 1), output("Float", 3)],
            TYPE,
        ),
    },
    "aten::index.Tensor_out": {
        "index_without_any": [MATRIX, "list 0", LIKE],
        "index_of_none": [MATRIX, *several("none"), LIKE],
        "index_of_too_many": [MATRIX, *several(longs(0), longs(0), longs(0)), output("Float", 1)],
        "index_shapes": [MATRIX, *several(longs(0, 0), longs(0, 0, 0)), output("Float", 3)],
    },
    "aten::index_put.out": {
        "put_values": [MATRIX, *several(longs(0)), zeros("Float", 2, 3), "bool 0", LIKE],
        "put_values_dtype": (
            [MATRIX, *several(longs(0)), zeros("Int", 1, 3), "bool 0", LIKE],
            TYPE,
        ),
        "put_beyond": [MATRIX, *several(longs(2)), zeros("Float", 3), "bool 1", LIKE],
    },
    "aten::index_put_": {
        "put_in_place": ([MATRIX, *several(longs(-1)), zeros("Float", 3), "bool 1"], "Ok")
    },
    "aten::masked_fill.Scalar_out": {
        "mask_of_bytes": ([MATRIX, zeros("Byte", 2, 3), "int 0", LIKE], MISSING),
        "mask_shape": [MATRIX, bools(1, 0), "int 0", LIKE],
    },
    "aten::masked_scatter.out": {
        "mask_of_more_than_the_source": [
            zeros("Float", 3),
            bools(1, 0, 1),
            zeros("Float", 1),
            output("Float", 3),
        ]
    },
    "aten::masked_select.out": {
        "mask_of_bytes_beyond_1": ([zeros("Float", 3), bools(2, 0, 255), output("Float", 2)], "Ok"),
        "mask_of_more_than_the_output": [zeros("Float", 3), bools(1, 1, 1), "dynamic Float 2 0 -"],
    },
    "aten::nonzero.out": {
        "nonzero_in_ints": ([MATRIX, output("Int", 0, 2)], MISSING),
        "nonzero_of_more": [bools(1, 1, 1), "dynamic Long 2,1 0,1 -"],
    },
}
FAULTS = OUT_OF_RANGE | WRAPPED | faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
