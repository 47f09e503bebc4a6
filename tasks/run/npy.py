"""NumPy's `.npy` files: one array each."""

from __future__ import annotations

from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codegen.errors import VerifyError

_DAMAGED = (ValueError, TypeError, SyntaxError, TokenError, OverflowError, EOFError, MemoryError)
"""What NumPy raises for a file that it did not write."""


def read_npy(path: Path) -> NDArray[Any]:
    """Returns the array of the file, mapped into memory.

    Raises:
        VerifyError: the file is missing, is no `.npy`, or is damaged.

    """
    try:
        return np.lib.format.open_memmap(path, mode="r")
    except OSError as error:
        what = error.strerror or str(error)
        raise VerifyError(f"{path}: {what}. Give a file that numpy.save wrote.") from None
    except _DAMAGED as error:
        raise VerifyError(
            f"{path}: is no array that numpy.save wrote ({str(error).rstrip('.')})."
        ) from None
