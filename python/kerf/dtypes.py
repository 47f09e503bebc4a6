"""ExecuTorch's dtypes as NumPy's."""

from __future__ import annotations

import ml_dtypes
import numpy as np

BY_NUMBER: dict[int, tuple[str, np.dtype]] = {
    0: ("Byte", np.dtype(np.uint8)),
    1: ("Char", np.dtype(np.int8)),
    2: ("Short", np.dtype(np.int16)),
    3: ("Int", np.dtype(np.int32)),
    4: ("Long", np.dtype(np.int64)),
    5: ("Half", np.dtype(np.float16)),
    6: ("Float", np.dtype(np.float32)),
    7: ("Double", np.dtype(np.float64)),
    9: ("ComplexFloat", np.dtype(np.complex64)),
    10: ("ComplexDouble", np.dtype(np.complex128)),
    11: ("Bool", np.dtype(np.bool_)),
    15: ("BFloat16", np.dtype(ml_dtypes.bfloat16)),
    27: ("UInt16", np.dtype(np.uint16)),
    28: ("UInt32", np.dtype(np.uint32)),
    29: ("UInt64", np.dtype(np.uint64)),
}
"""ExecuTorch's numbers of dtypes, each with its name and NumPy's dtype; bfloat16 is ml_dtypes'."""
