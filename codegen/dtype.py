"""The element types of tensors, under ExecuTorch's names and numbers."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from enum import StrEnum


class DType(StrEnum):
    """An element type; its text is ExecuTorch's name (`Float`).

    Source: `ScalarType` in ExecuTorch's schema/scalar_type.fbs and
    runtime/core/portable_type/scalar_type.h.
    """

    Byte = "Byte"
    Char = "Char"
    Short = "Short"
    Int = "Int"
    Long = "Long"
    Half = "Half"
    Float = "Float"
    Double = "Double"
    ComplexHalf = "ComplexHalf"
    ComplexFloat = "ComplexFloat"
    ComplexDouble = "ComplexDouble"
    Bool = "Bool"
    QInt8 = "QInt8"
    QUInt8 = "QUInt8"
    QInt32 = "QInt32"
    BFloat16 = "BFloat16"
    QUInt4x2 = "QUInt4x2"
    QUInt2x4 = "QUInt2x4"
    Bits1x8 = "Bits1x8"
    Bits2x4 = "Bits2x4"
    Bits4x2 = "Bits4x2"
    Bits8 = "Bits8"
    Bits16 = "Bits16"
    Float8_e5m2 = "Float8_e5m2"
    Float8_e4m3fn = "Float8_e4m3fn"
    Float8_e5m2fnuz = "Float8_e5m2fnuz"
    Float8_e4m3fnuz = "Float8_e4m3fnuz"
    UInt16 = "UInt16"
    UInt32 = "UInt32"
    UInt64 = "UInt64"

    @property
    def number(self) -> int:
        """ExecuTorch's number of the type, as in a `.pte` and in a kernel key."""
        return _NUMBER[self]

    @property
    def itemsize(self) -> int:
        """Bytes of one stored element (of one stored byte for the packed types)."""
        return _ITEMSIZE[self]

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest number of an integer type."""
        bits = 8 * self.itemsize
        if self.value in ("Byte", "UInt16", "UInt32", "UInt64"):
            return 0, 2**bits - 1
        return -(2 ** (bits - 1)), 2 ** (bits - 1) - 1

    @property
    def struct_code(self) -> str:
        """The letter of an element for `struct`; empty where it has none."""
        return _SPELLINGS.get(self, ("", "", ""))[0]

    @property
    def numpy_name(self) -> str:
        """NumPy's name without the order of its bytes (`f4`); empty where it has none."""
        return _SPELLINGS.get(self, ("", "", ""))[1]

    @property
    def c_name(self) -> str:
        """The type of an element in C: the bits where C has none, the part of a complex one.

        Raises:
            KeyError: no tensor has this type at run time.

        """
        return _SPELLINGS[self][2]

    @classmethod
    def from_number(cls, number: int) -> DType:
        """The type with ExecuTorch's `number`.

        Raises:
            ValueError: no type has that number.

        """
        if not 0 <= number < len(_BY_NUMBER):
            raise ValueError(f"no dtype has number {number} (0 to {len(_BY_NUMBER) - 1})")
        return _BY_NUMBER[number]


# The members are in the order of their numbers, without gaps.
_BY_NUMBER: tuple[DType, ...] = tuple(DType)
_NUMBER: dict[DType, int] = {dtype: number for number, dtype in enumerate(_BY_NUMBER)}

_ITEMSIZE: dict[DType, int] = dict.fromkeys(DType, 1) | {
    DType.Short: 2,
    DType.Int: 4,
    DType.Long: 8,
    DType.Half: 2,
    DType.Float: 4,
    DType.Double: 8,
    DType.ComplexHalf: 4,
    DType.ComplexFloat: 8,
    DType.ComplexDouble: 16,
    DType.QInt32: 4,
    DType.BFloat16: 2,
    DType.Bits16: 2,
    DType.UInt16: 2,
    DType.UInt32: 4,
    DType.UInt64: 8,
}

_SPELLINGS: dict[DType, tuple[str, str, str]] = {
    DType.Byte: ("B", "u1", "uint8_t"),
    DType.Char: ("b", "i1", "int8_t"),
    DType.Short: ("h", "i2", "int16_t"),
    DType.Int: ("i", "i4", "int32_t"),
    DType.Long: ("q", "i8", "int64_t"),
    DType.Half: ("e", "f2", "uint16_t"),
    DType.Float: ("f", "f4", "float"),
    DType.Double: ("d", "f8", "double"),
    DType.ComplexFloat: ("", "c8", "float"),
    DType.ComplexDouble: ("", "c16", "double"),
    DType.Bool: ("?", "b1", "bool"),
    DType.BFloat16: ("", "", "uint16_t"),
    DType.UInt16: ("H", "u2", "uint16_t"),
    DType.UInt32: ("I", "u4", "uint32_t"),
    DType.UInt64: ("Q", "u8", "uint64_t"),
}
"""How `struct`, NumPy and C write the type."""

PART_OF: dict[DType, DType] = {
    DType.ComplexFloat: DType.Float,
    DType.ComplexDouble: DType.Double,
}
"""For each complex dtype that a tensor may have, the dtype of its two parts."""

PARTS: dict[DType, DType] = {**PART_OF, DType.ComplexHalf: DType.Half}
"""Maps each complex dtype, also those that no tensor has at run time, to that of its parts."""

REAL_DTYPES: tuple[DType, ...] = (
    DType.Byte,
    DType.Char,
    DType.Short,
    DType.Int,
    DType.Long,
    DType.Half,
    DType.Float,
    DType.Double,
    DType.Bool,
    DType.BFloat16,
    DType.UInt16,
    DType.UInt32,
    DType.UInt64,
)
"""What a tensor may have at run time, without the complex ones."""

SUPPORTED_DTYPES: tuple[DType, ...] = tuple(
    sorted((*REAL_DTYPES, *PART_OF), key=lambda dtype: _NUMBER[dtype])
)
"""What a tensor may have at run time. Source: runtime/tensor/scalar_type.h."""

_FLOATING = (DType.Half, DType.Float, DType.Double, DType.BFloat16)

_BASIC = REAL_DTYPES[:10]

DTYPE_SETS: dict[str, tuple[DType, ...]] = {
    "any": SUPPORTED_DTYPES,
    "all": REAL_DTYPES,
    "numbers": tuple(dtype for dtype in REAL_DTYPES if dtype is not DType.Bool),
    "floating": _FLOATING,
    "integers": tuple(dtype for dtype in REAL_DTYPES if dtype not in (*_FLOATING, DType.Bool)),
    "complex": tuple(PART_OF),
    "basic": _BASIC,
    "basic_numbers": tuple(dtype for dtype in _BASIC if dtype is not DType.Bool),
    "basic_integers": tuple(dtype for dtype in _BASIC if dtype not in (*_FLOATING, DType.Bool)),
    "none": (),
}
"""Names for sets that many kernels take; `basic` ones are without UInt16, UInt32 and UInt64, for
which PyTorch has few kernels."""


def in_order(dtypes: Iterable[DType]) -> tuple[DType, ...]:
    """`dtypes` in the order of their numbers, each once."""
    return tuple(sorted(set(dtypes), key=lambda dtype: dtype.number))


def elements(dtype: DType, data: bytes) -> Sequence[float]:
    """The numbers that the bytes of a tensor are: of a complex one its parts, of Bool 0 and 1.

    A packed type is taken byte by byte.
    """
    dtype = PARTS.get(dtype, dtype)
    if dtype is DType.BFloat16:  # the upper half of a Float
        data = b"".join(b"\0\0" + data[at : at + 2] for at in range(0, len(data), 2))
        dtype = DType.Float
    code = "B" if dtype is DType.Bool else dtype.struct_code
    return struct.unpack(f"<{len(data) // dtype.itemsize}{code}", data) if code else data
