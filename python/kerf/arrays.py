"""NumPy arrays as memory: where it is, how it is aligned, what becomes an array."""

from __future__ import annotations

import sys
from ctypes import addressof, c_char
from typing import Any

import ml_dtypes
import numpy as np

from kerf.errors import InvalidType

_at = c_char.from_buffer


def data_address(array: np.ndarray[Any, Any]) -> int:
    """The address of the first element."""
    if array.flags.writeable and array.flags.c_contiguous and array.nbytes:
        try:
            return addressof(_at(array))  # type: ignore[arg-type]  # three times as fast
        except ValueError:  # NumPy exports no dtype of others, as bfloat16
            pass
    return int(array.ctypes.data)


def aligned_zeros(size: int, alignment: int, *, zero: bool = True) -> np.ndarray[Any, Any]:
    """`size` bytes at a multiple of `alignment`; with `zero`, zeros."""
    make = np.zeros if zero else np.empty
    memory = make(size + alignment, np.uint8)
    skip = -memory.ctypes.data % alignment
    return memory[skip : skip + size]


def as_array(given: Any, where: str) -> np.ndarray[Any, Any]:
    """`given` as an array that shares its memory, where it has one.

    Raises:
        InvalidType: it is nothing of the kind.

    """
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(given, torch.Tensor):
        tensor = given.detach().cpu()
        if tensor.dtype is torch.bfloat16:  # NumPy's is not PyTorch's
            return np.asarray(tensor.view(torch.int16)).view(ml_dtypes.bfloat16)
        return np.asarray(tensor)
    if given is None or isinstance(given, (str, bytes, dict, set)):
        raise InvalidType(f"{where} takes a tensor, given {type(given).__name__}")
    try:
        array = np.asarray(given)
    except (TypeError, ValueError) as fault:
        raise InvalidType(f"{where}: {type(given).__name__} is no array: {fault}") from None
    if array.dtype == object:
        raise InvalidType(f"{where} takes a tensor, given {type(given).__name__}")
    return array
