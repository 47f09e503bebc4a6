"""Models with the outputs that PyTorch gives, as NumPy arrays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from kerf.dtypes import BY_NUMBER
from tests.codegen.model_files import CONFIG_MODELS, DATA

MODELS = DATA / "models"
LOWERED = DATA / "lowered"
ADD_MUL = CONFIG_MODELS / "add_mul.pte"
MISSING = {"custom_op_mul3", "neg_missing_op_shift_scalar"}
"""Models with an operator that no library of Kerf has."""


def names(folder: Path) -> list[str]:
    """The models of `folder` that have cases and operators of Kerf."""
    found = {path.name.removesuffix(".cases.json") for path in folder.glob("*.cases.json")}
    return sorted(found - MISSING)


def entry(folder: Path, name: str) -> dict[str, Any]:
    return json.loads((folder / f"{name}.cases.json").read_text(encoding="utf-8"))


def data(folder: Path, name: str) -> list[Path]:
    return [folder / each["file"] for each in entry(folder, name).get("ptd", [])]


def value(folder: Path, given: dict[str, Any]) -> Any:
    if given["kind"] != "tensor":
        return given.get("value")
    dtype = next(dtype for name, dtype in BY_NUMBER.values() if name == given["dtype"])
    order = given["dim_order"]
    stored = [given["shape"][dim] for dim in order]
    content = (folder / given["file"]).read_bytes()[given.get("offset", 0) :]
    array = np.frombuffer(content, dtype, int(np.prod(stored))).reshape(stored)
    return array.transpose(np.argsort(order)) if order else array


def assert_close(found: Any, wanted: Any, tolerance: float = 1e-4) -> None:
    """Integers are equal; floats differ by `tolerance` of the largest at most."""
    if not isinstance(wanted, np.ndarray):
        assert type(found) is type(wanted)
        assert found == wanted
        return
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    if wanted.dtype.kind in "biu":
        np.testing.assert_array_equal(found, wanted)
        return
    wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
    a, b = found.astype(wide), wanted.astype(wide)
    coarse = {np.dtype(np.float16): 2e-3}.get(wanted.dtype, tolerance)
    coarse = 1.6e-2 if wanted.dtype.name == "bfloat16" else coarse
    finite = np.abs(b[np.isfinite(b)])
    np.testing.assert_allclose(a, b, rtol=0, atol=coarse * float(finite.max(initial=0.0)))
