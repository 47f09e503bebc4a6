"""NumPy's `.npy` files: one array each, read with the standard library.

Source: NumPy's specification of the format, numpy/lib/format.py, versions 1.0 to 3.0.
"""

from __future__ import annotations

import ast
import math
import struct
from dataclasses import dataclass
from pathlib import Path

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.running.storage_order import reordered

MAGIC = b"\x93NUMPY"
_LENGTH = {1: struct.Struct("<H"), 2: struct.Struct("<I"), 3: struct.Struct("<I")}
DTYPES = {dtype.numpy_name: dtype for dtype in DType if dtype.numpy_name}
"""The dtypes of NumPy that a program can have, by what its files call them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Array:
    """An array; `data` is its elements little-endian, the last dimension innermost."""

    dtype: DType
    shape: tuple[int, ...]
    data: bytes


def read_npy(path: Path) -> Array:
    """The array of the file.

    Raises:
        VerifyError: the file is missing, is no `.npy`, or holds what no tensor can.

    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise VerifyError(f"{path}: {error.strerror}. Give a file that numpy.save wrote.") from None
    descr, fortran, shape, start = _header(path, content)
    dtype = DTYPES.get(descr[1:])
    if dtype is None:
        raise VerifyError(
            f"{path}: its dtype is {descr!r}, which no program takes. Convert it with "
            "`astype` before you save it."
        )
    data, count = content[start:], math.prod(shape)
    if len(data) != count * dtype.itemsize:
        raise VerifyError(
            f"{path}: {len(data)} bytes for {count} elements of {dtype.itemsize}: the file is "
            "damaged. Save it again."
        )
    if descr[0] == ">":
        data = _swapped(data, dtype.itemsize // (2 if descr[1] == "c" else 1))
    if fortran and len(shape) > 1:
        elements = [data[at : at + dtype.itemsize] for at in range(0, len(data), dtype.itemsize)]
        order = tuple(range(len(shape)))
        data = b"".join(reordered(elements, shape, order[::-1], order))
    return Array(dtype=dtype, shape=shape, data=data)


def _header(path: Path, content: bytes) -> tuple[str, bool, tuple[int, ...], int]:
    """dtype, whether the first dimension is innermost, shape, and where the elements begin."""
    wrong = VerifyError(f"{path}: is no .npy file. Give a file that numpy.save wrote.")
    length = _LENGTH.get(content[6]) if content[:6] == MAGIC and len(content) > 12 else None
    if length is None:
        raise wrong
    begin = 8 + length.size
    end = begin + length.unpack_from(content, 8)[0]
    try:
        header = ast.literal_eval(content[begin:end].decode())
        descr, fortran, shape = header["descr"], header["fortran_order"], header["shape"]
    except (ValueError, SyntaxError, KeyError, TypeError, RecursionError, MemoryError):
        raise wrong from None
    if not isinstance(shape, tuple) or any(type(size) is not int or size < 0 for size in shape):
        raise wrong
    if not isinstance(descr, str):
        raise VerifyError(f"{path}: has an array of records. Save one array without fields.")
    return descr, bool(fortran), shape, end


def _swapped(data: bytes, size: int) -> bytes:
    """`data` with the bytes of each number of `size` bytes in the other order."""
    return b"".join(data[at : at + size][::-1] for at in range(0, len(data), size))
