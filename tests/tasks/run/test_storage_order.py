"""Elements in the order of another memory layout."""

from __future__ import annotations

from codegen.dtype import DType
from codegen.opinfo import Dynamism, TensorArg
from tasks.run.case import Kind, Value
from tasks.run.cases import as_planned


def planned(
    data: bytes, sizes: tuple[int, ...], stored: tuple[int, ...], wanted: tuple[int, ...]
) -> bytes:
    value = Value(kind=Kind.TENSOR, dtype=DType.Byte, sizes=sizes, data=data)
    plan = TensorArg(
        dtype=DType.Byte, sizes=sizes, dim_order=wanted, dynamism=Dynamism.STATIC, constant=False
    )
    return as_planned(value, stored, plan).data


def test_columns_of_a_matrix_follow_each_other() -> None:
    assert planned(b"abcdef", (2, 3), (0, 1), (1, 0)) == b"adbecf"
    assert planned(b"adbecf", (2, 3), (1, 0), (0, 1)) == b"abcdef"


def test_channels_last_is_channels_within_each_place() -> None:
    image = bytes(range(12))  # 1x3x2x2: three planes of four
    got = planned(image, (1, 3, 2, 2), (0, 1, 2, 3), (0, 2, 3, 1))
    assert [*got] == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]


def test_number_and_nothing_stay() -> None:
    assert planned(b"a", (), (), ()) == b"a"
    assert planned(b"", (2, 0), (0, 1), (1, 0)) == b""
    assert planned(b"", (0, 2), (0, 1), (1, 0)) == b""
