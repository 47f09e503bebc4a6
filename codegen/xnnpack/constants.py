"""The constants of a payload as arrays: integers as they are stored, or real numbers."""

from __future__ import annotations

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array
from codegen.xnnpack.graph import PerChannel, PerGroup, PerTensor, Value

_FOUR_BITS_ZERO = 8


def stored(value: Value) -> Array:
    """The elements of a constant in the order of its dims: bits of a BFloat16, else numbers.

    Elements of four bits, the even one in the low half of a byte, are int8 without zero point.
    """
    assert value.data is not None
    if value.datatype.four_bits:
        halves = np.frombuffer(value.data, dtype=np.uint8).reshape(value.dims[0], -1)
        both = np.stack([halves & 15, halves >> 4], axis=-1).reshape(value.dims[0], -1)
        return both[:, : value.dims[1]].astype(np.int8) - np.int8(_FOUR_BITS_ZERO)
    dtype = value.datatype.dtype
    assert dtype is not None
    name = "u2" if dtype is DType.BFloat16 else dtype.numpy_name
    return np.frombuffer(value.data, dtype=f"<{name}").reshape(value.dims)


def pairs(value: Value) -> Array:
    """The elements of a constant of four bits as `kerf::integer_linear` reads them.

    That is two signed numbers in a byte, the first in the lower bits; rows begin with a byte.
    """
    assert value.data is not None and value.datatype.four_bits
    halves = np.frombuffer(value.data, dtype=np.uint8).reshape(value.dims[0], -1)
    signed = halves ^ np.uint8(_FOUR_BITS_ZERO | _FOUR_BITS_ZERO << 4)
    if value.dims[1] % 2:
        signed[:, -1] &= 15
    return signed


def real(value: Value) -> Array:
    """The elements of a constant as Float, in the order of its dims."""
    array, form = stored(value), value.quantization
    if value.datatype.dtype is DType.BFloat16:
        return (array.astype(np.uint32) << 16).view(np.float32)
    array = array.astype(np.float32)
    if isinstance(form, PerTensor):
        return (array - np.float32(form.zero_point)) * np.float32(form.scale)
    if isinstance(form, PerChannel):
        shape = [1] * array.ndim
        shape[form.axis] = -1
        return array * form.scales.reshape(shape)
    if isinstance(form, PerGroup):
        return (array.reshape(-1, form.size) * form.scales[:, None]).reshape(value.dims)
    return array


def as_dtype(array: Array, dtype: DType) -> Array | None:
    """Floats as `dtype`, rounded to the nearest; None where it is no type of real numbers."""
    if dtype is DType.BFloat16:
        bits = np.ascontiguousarray(array, dtype=np.float32).view(np.uint32)
        nearest = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
        return np.where(np.isnan(array), 0x7FC0, nearest).astype(np.uint16)
    if dtype not in (DType.Float, DType.Half):
        return None
    with np.errstate(over="ignore"):
        return array.astype(f"<{dtype.numpy_name}")
