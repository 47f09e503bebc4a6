"""Constants as NumPy arrays, in the order of their dims, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from codegen.dtype import DType
from codegen.optimize.graph import Tensor

Array = NDArray[Any]


def numpy_type(dtype: DType) -> np.dtype[np.generic] | None:
    """The type of NumPy for `dtype`; None where there is none, or it is complex."""
    return np.dtype(f"<{dtype.numpy_name}") if dtype.struct_code else None


def array_of(tensor: Tensor) -> Array | None:
    """The elements of a constant; None for other tensors and types that NumPy does not have."""
    dtype = numpy_type(tensor.dtype)
    if not tensor.constant or tensor.data is None or dtype is None or not tensor.static:
        return None
    stored = np.frombuffer(tensor.data, dtype=dtype)
    stored = stored.reshape([tensor.sizes[dim] for dim in tensor.dim_order])
    back = [tensor.dim_order.index(dim) for dim in range(len(tensor.sizes))]
    return stored.transpose(back)


def constant_of(array: Array, dtype: DType, dim_order: tuple[int, ...] | None = None) -> Tensor:
    """A constant with the elements of `array`, which has the type of `dtype`."""
    order = tuple(range(array.ndim)) if dim_order is None else dim_order
    name = numpy_type(dtype)
    if name is None or array.dtype != name:
        raise TypeError(f"an array of {array.dtype} is no constant of {dtype}")
    data = array.transpose(order).tobytes()  # one copy, in the order of dims
    return Tensor(dtype=dtype, sizes=tuple(array.shape), dim_order=order, data=data)
