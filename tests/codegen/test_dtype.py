from __future__ import annotations

import pytest

from codegen.dtype import DTYPE_SETS, PART_OF, DType

# Source: enum ScalarType in ExecuTorch's schema/scalar_type.fbs.
SCHEMA_NUMBERS = {
    "BYTE": 0,
    "CHAR": 1,
    "SHORT": 2,
    "INT": 3,
    "LONG": 4,
    "HALF": 5,
    "FLOAT": 6,
    "DOUBLE": 7,
    "COMPLEXHALF": 8,
    "COMPLEXFLOAT": 9,
    "COMPLEXDOUBLE": 10,
    "BOOL": 11,
    "QINT8": 12,
    "QUINT8": 13,
    "QINT32": 14,
    "BFLOAT16": 15,
    "QUINT4X2": 16,
    "QUINT2X4": 17,
    "BITS1X8": 18,
    "BITS2X4": 19,
    "BITS4X2": 20,
    "BITS8": 21,
    "BITS16": 22,
    "FLOAT8E5M2": 23,
    "FLOAT8E4M3FN": 24,
    "FLOAT8E5M2FNUZ": 25,
    "FLOAT8E4M3FNUZ": 26,
    "UINT16": 27,
    "UINT32": 28,
    "UINT64": 29,
}


def test_numbers_are_those_of_the_schema() -> None:
    assert {dtype.upper().replace("_", ""): dtype.number for dtype in DType} == SCHEMA_NUMBERS


@pytest.mark.parametrize("dtype", DType)
def test_number_leads_back_to_the_dtype(dtype: DType) -> None:
    assert DType.from_number(dtype.number) is dtype


@pytest.mark.parametrize("number", [-1, 30, 127, 255])
def test_number_without_dtype_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"no dtype has number {number}"):
        DType.from_number(number)


# Source: the item sizes that Python's struct gives the same types.
@pytest.mark.parametrize(
    ("dtype", "size"),
    [
        *(("Byte", 1), ("Char", 1), ("Short", 2), ("Int", 4), ("Long", 8), ("Half", 2)),
        *(("Float", 4), ("Double", 8), ("Bool", 1), ("BFloat16", 2), ("UInt16", 2)),
        *(("UInt32", 4), ("UInt64", 8), ("ComplexFloat", 8), ("ComplexDouble", 16)),
        *(("QInt8", 1), ("QInt32", 4), ("Float8_e5m2", 1)),
    ],
)
def test_itemsize(dtype: str, size: int) -> None:
    assert DType(dtype).itemsize == size


def test_complex_dtypes_are_two_of_their_parts_three_numbers_before() -> None:
    """The runtime computes the dtype of the parts: `part_type` in tensor/scalar_type.h."""
    for dtype, part in PART_OF.items():
        assert (dtype.number, dtype.itemsize) == (part.number + 3, 2 * part.itemsize)
    assert set(DTYPE_SETS["any"]) == {*DTYPE_SETS["all"], *DTYPE_SETS["complex"]}
    assert set(DTYPE_SETS["complex"]) == set(PART_OF)
