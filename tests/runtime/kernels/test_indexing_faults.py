"""Indexing on calls that PyTorch refuses, or that are not sound."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.runtime.kernels.portable_calls import Case, outcomes, output, zeros

MATRIX = zeros("Float", 2, 3)
LIKE = output("Float", 2, 3)
BAD, TYPE, CUT = "InvalidArgument", "InvalidType", "NotSupported"
MISSING = "OperatorMissing"
"""A row of the registry does not take the dtypes: Method::load() says so."""


def longs(*numbers: int, sizes: Sequence[int] | None = None) -> str:
    """A tensor of these numbers as Long."""
    shape = ",".join(map(str, sizes if sizes is not None else (len(numbers),))) or "-"
    dims = ",".join(map(str, range(len(sizes) if sizes is not None else 1))) or "-"
    return f"tensor Long {shape} {dims} {struct.pack(f'<{len(numbers)}q', *numbers).hex() or '-'}"


def bools(*numbers: int) -> str:
    return f"tensor Bool {len(numbers)} 0 {bytes(numbers).hex()}"


def several(*lines: str) -> list[str]:
    return [f"list {len(lines)}", *lines]


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
FAULTS: dict[str, tuple[str, list[str], str]] = {
    **OUT_OF_RANGE,
    **WRAPPED,
    "table_of_rank_1": (
        "aten::embedding.out",
        [zeros("Float", 3), longs(0), "int -1", "bool 0", "bool 0", output("Float", 1)],
        BAD,
    ),
    "table_by_floats": (
        "aten::embedding.out",
        [MATRIX, zeros("Float", 1), "int -1", "bool 0", "bool 0", output("Float", 1, 3)],
        MISSING,
    ),
    "select_by_matrix": (
        "aten::index_select.out",
        [MATRIX, "int 0", longs(0, 1, sizes=(1, 2)), LIKE],
        BAD,
    ),
    "gather_of_more": (
        "aten::gather.out",
        [MATRIX, "int 0", longs(*[0] * 4, sizes=(1, 4)), "bool 0", output("Float", 1, 4)],
        BAD,
    ),
    "gather_rank": (
        "aten::gather.out",
        [MATRIX, "int 0", longs(0), "bool 0", output("Float", 1)],
        BAD,
    ),
    "scatter_of_less": (
        "aten::scatter.src_out",
        [zeros("Float", 3), "int 0", longs(0, 1), zeros("Float", 1), output("Float", 3)],
        BAD,
    ),
    "scatter_dtype": (
        "aten::scatter.src_out",
        [zeros("Float", 3), "int 0", longs(0), zeros("Int", 1), output("Float", 3)],
        TYPE,
    ),
    "index_without_any": ("aten::index.Tensor_out", [MATRIX, "list 0", LIKE], BAD),
    "index_of_none": ("aten::index.Tensor_out", [MATRIX, *several("none"), LIKE], BAD),
    "index_of_too_many": (
        "aten::index.Tensor_out",
        [MATRIX, *several(longs(0), longs(0), longs(0)), output("Float", 1)],
        BAD,
    ),
    "index_shapes": (
        "aten::index.Tensor_out",
        [MATRIX, *several(longs(0, 0), longs(0, 0, 0)), output("Float", 3)],
        BAD,
    ),
    "put_values": (
        "aten::index_put.out",
        [MATRIX, *several(longs(0)), zeros("Float", 2, 3), "bool 0", LIKE],
        BAD,
    ),
    "put_values_dtype": (
        "aten::index_put.out",
        [MATRIX, *several(longs(0)), zeros("Int", 1, 3), "bool 0", LIKE],
        TYPE,
    ),
    "put_beyond": (
        "aten::index_put.out",
        [MATRIX, *several(longs(2)), zeros("Float", 3), "bool 1", LIKE],
        BAD,
    ),
    "put_in_place": (
        "aten::index_put_",
        [MATRIX, *several(longs(-1)), zeros("Float", 3), "bool 1"],
        "Ok",
    ),
    "mask_of_bytes": (
        "aten::masked_fill.Scalar_out",
        [MATRIX, zeros("Byte", 2, 3), "int 0", LIKE],
        MISSING,
    ),
    "mask_shape": ("aten::masked_fill.Scalar_out", [MATRIX, bools(1, 0), "int 0", LIKE], BAD),
    "mask_of_more_than_the_source": (
        "aten::masked_scatter.out",
        [zeros("Float", 3), bools(1, 0, 1), zeros("Float", 1), output("Float", 3)],
        BAD,
    ),
    "mask_of_bytes_beyond_1": (
        "aten::masked_select.out",
        [zeros("Float", 3), bools(2, 0, 255), output("Float", 2)],
        "Ok",
    ),
    "mask_of_more_than_the_output": (
        "aten::masked_select.out",
        [zeros("Float", 3), bools(1, 1, 1), "dynamic Float 2 0 -"],
        BAD,
    ),
    "nonzero_in_ints": ("aten::nonzero.out", [MATRIX, output("Int", 0, 2)], MISSING),
    "nonzero_of_more": (
        "aten::nonzero.out",
        [bools(1, 1, 1), "dynamic Long 2,1 0,1 -"],
        BAD,
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_the_error_it_should_be(name: str, kernels: Path) -> None:
    operator, lines, error = FAULTS[name]
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error
