"""Writes a model's cases, which Kerf then runs: inputs, and the outputs that they must give.

Copy this file next to your export script; it needs the standard library and your own PyTorch:

    from kerf_cases import write_cases

    write_cases("kws.pte", module, [(x,), (another_x,)])

That leaves kws.cases.json and its data, kws.forward.bin, next to kws.pte.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

DTYPES: Mapping[str, str] = {
    "uint8": "Byte",
    "int8": "Char",
    "int16": "Short",
    "int32": "Int",
    "int64": "Long",
    "float16": "Half",
    "float32": "Float",
    "float64": "Double",
    "bool": "Bool",
    "bfloat16": "BFloat16",
    "uint16": "UInt16",
    "uint32": "UInt32",
    "uint64": "UInt64",
    "complex64": "ComplexFloat",
    "complex128": "ComplexDouble",
}
"""What PyTorch and NumPy call the dtypes of a case file."""


def write_cases(
    model: str | Path,
    module: Callable[..., Any],
    inputs: Iterable[Sequence[Any]],
    *,
    method: str = "forward",
    integer_steps: int = 0,
    data: Sequence[str | Path] = (),
) -> Path:
    """Calls `module` on each tuple of `inputs`, in order, and writes what it gave; the case file.

    Inputs and outputs are tensors, ints, floats, bools and None; outputs also tuples, lists and
    dicts of them. Give the module that was exported, in `eval()`: for a quantized model the
    converted one. `module` may be any function, for a method that is not `forward`.

    `integer_steps` is by how much an integer output may differ; `data` are the model's `.ptd`.
    Cases of other methods that the file already has stay, if they are of this very `model`.

    Raises:
        TypeError: a value that no case can have.

    """
    import torch

    cases = []
    with torch.no_grad():
        for arguments in inputs:
            given = [case_value(each) for each in arguments]  # before the module can change them
            cases.append((given, [case_value(each) for each in _leaves(module(*arguments))]))
    return write_case_file(
        Path(model), method, cases, integer_steps=integer_steps, data=tuple(map(Path, data))
    )


def write_case_file(
    model: Path,
    method: str,
    cases: Sequence[tuple[Sequence[Any], Sequence[Any] | None]],
    *,
    integer_steps: int = 0,
    data: Sequence[Path] = (),
    add: bool = False,
) -> Path:
    """Writes the cases of one method of `model`: of each, its inputs and expected outputs.

    A value is an entry of the case file; a tensor has its bytes as `data`, little-endian elements
    in the order of its `dim_order`. None for outputs: the case only has to run. Those that the file
    has of the method are replaced; with `add` they stay, and these follow.
    """
    path = model.with_suffix(".cases.json")
    present = present_methods(path, model)
    known = [each for each in present if each["name"] == method]
    written: dict[str, Any] = (
        known[0] if add and known else {"name": method, "integer_steps": integer_steps}
    )
    entries = list(written.get("cases", ()))
    file = model.with_name(f"{model.stem}.{re.sub(r'[^A-Za-z0-9_-]', '_', method)}.bin")
    blob = bytearray(file.read_bytes() if entries and file.is_file() else b"")
    for inputs, outputs in cases:
        entry: dict[str, Any] = {"inputs": [_stored(value, file, blob) for value in inputs]}
        if outputs is not None:
            entry["outputs"] = [_stored(value, file, blob) for value in outputs]
        if written.get("integer_steps", 0) != integer_steps:
            entry["integer_steps"] = integer_steps
        entries.append(entry)
    content = {
        "pte": {"file": model.name, "size": model.stat().st_size, "sha256": _sha256(model)},
        "ptd": [_data_file(each, model.parent) for each in data],
        "methods": [
            {**written, "cases": entries},
            *(each for each in present if each["name"] != method),
        ],
    }
    for each, text in ((file, bytes(blob)), (path, f"{json.dumps(content, indent=1)}\n".encode())):
        try:
            each.write_bytes(text)
        except OSError as error:  # a full disk does not say which file it could not write
            error.filename = error.filename or str(each)
            raise
    return path


def _stored(value: Mapping[str, Any], file: Path, blob: bytearray) -> dict[str, Any]:
    """`value` with a place in `blob` for its data; data that are already there are shared."""
    entry = dict(value)
    if "data" not in entry:
        return entry
    data = entry.pop("data")
    found = bytes(blob).find(data) if len(blob) < 1_000_000 else -1
    offset = len(blob) if found < 0 else found
    if found < 0:
        blob += data
    return {
        **entry,
        "file": file.name,
        "offset": offset,
        "nbytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _data_file(path: Path, folder: Path) -> dict[str, str]:
    inside = path.resolve().is_relative_to(folder.resolve())
    name = path.resolve().relative_to(folder.resolve()) if inside else path.resolve()
    return {"file": name.as_posix(), "sha256": _sha256(path)}


def present_methods(path: Path, model: Path) -> list[Any]:
    """The methods that the case file `path` has, if it is of this very `model`."""
    try:
        present = json.loads(path.read_text(encoding="utf-8"))
        if present["pte"]["sha256"] != _sha256(model):
            return []
        return [
            each
            for each in present["methods"]
            if isinstance(each["name"], str) and isinstance(each["cases"], list)
        ]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # none, or a broken one
        return []


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _leaves(value: Any) -> Iterable[Any]:
    if isinstance(value, (tuple, list)):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _leaves(each)
    else:
        yield value


def case_value(value: Any) -> dict[str, Any]:
    """The entry of a value of PyTorch: None, a number or a tensor.

    Raises:
        TypeError: a case cannot have it.

    """
    if value is None:
        return {"kind": "none"}
    for kind, type_ in (("bool", bool), ("int", int), ("double", float)):
        if isinstance(value, type_):
            return {"kind": kind, "value": value}
    dtype = DTYPES.get(str(getattr(value, "dtype", "")).removeprefix("torch."))
    if dtype is None:
        what = getattr(value, "dtype", type(value).__name__)
        raise TypeError(f"a case cannot have a value of {what}: tensors, numbers and None only")
    tensor = value.detach().cpu().resolve_conj().resolve_neg()
    order = _dim_order(tensor)
    flat = tensor.permute(order).contiguous().reshape(-1)
    return {
        "kind": "tensor",
        "dtype": dtype,
        "shape": list(tensor.shape),
        "dim_order": order,
        "data": _bytes(flat),
    }


def _dim_order(tensor: Any) -> list[int]:
    """The dimensions from the outermost in memory to the innermost."""
    if tensor.is_contiguous():
        return list(range(tensor.dim()))
    return sorted(range(tensor.dim()), key=lambda dim: (-tensor.stride(dim), dim))


def _bytes(flat: Any) -> bytes:
    import torch

    if flat.numel() == 0:
        return b""
    return bytes(flat.view(torch.uint8).numpy())
