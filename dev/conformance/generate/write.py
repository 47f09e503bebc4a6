"""Writes a program with its inputs and PyTorch's results; dev/conformance/case_file.py reads it.

A tensor's `data` are its elements in base64, little-endian: of an input in storage order, of an
output in the order of its dimensions. `magnitude` has, in Double, the scale of the roundings of a
sum: generate/magnitudes.py.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from dev.conformance.generate.magnitudes import magnitudes
from dev.conformance.generate.names import DTYPES
from dev.conformance.generate.programs import Program
from dev.conformance.generate.samples import Sample

UNDEFINED = ("empty", "_empty_dim_order", "rand", "randn", "randn_like", "native_dropout")
"""Operators whose elements follow from no input: only dtype and sizes are compared."""


def write(
    folder: Path,
    operator: str,
    dtype: str,
    program: Program,
    versions: Mapping[str, str],
    suffix: str = "",
) -> None:
    """Writes `<operator>-<dtype><suffix>.pte` and `.json` into `folder`."""
    stem = f"{operator.replace('::', '.')}-{dtype}{suffix}"
    base = operator.partition("::")[2].partition(".")[0]
    document = {
        "operator": operator,
        "dtype": dtype,
        "versions": dict(versions),
        "values": base not in UNDEFINED,
        "calls": [_call(f"m{i}", sample) for i, sample in enumerate(program.samples)],
        "refused": dict(program.refused),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem}.pte").write_bytes(program.content)
    (folder / f"{stem}.json").write_text(json.dumps(document), encoding="utf-8")


def _call(method: str, sample: Sample) -> dict[str, Any]:
    outputs = _outputs(sample.run())
    documents = [tensor_document(output, tuple(range(output.dim()))) for output in outputs]
    for document, magnitude in zip(documents, magnitudes(sample, outputs), strict=True):
        if magnitude is not None:
            document["magnitude"] = _text(magnitude.contiguous())
    return {
        "method": method,
        "sample": sample.name,
        "text": _described(sample),
        "inputs": [tensor_document(tensor, _dim_order(tensor)) for tensor in sample.tensors()],
        "outputs": documents,
    }


def _outputs(result: Any) -> list[torch.Tensor]:
    return list(result) if isinstance(result, tuple | list) else [result]


def tensor_document(tensor: torch.Tensor, order: tuple[int, ...]) -> dict[str, Any]:
    """A tensor with its elements in the dim order `order`."""
    return {
        "dtype": DTYPES[tensor.dtype],
        "sizes": list(tensor.shape),
        "dim_order": list(order),
        "data": _text(tensor.permute(order).contiguous()),
    }


def _text(tensor: torch.Tensor) -> str:
    flat = tensor.resolve_conj().resolve_neg().reshape(-1)
    content = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    return base64.b64encode(content).decode("ascii")


def _dim_order(tensor: torch.Tensor) -> tuple[int, ...]:
    return tuple(int(dim) for dim in tensor.dim_order())


def _described(sample: Sample) -> str:
    """The call as a person reads it, without elements."""
    words = [_shown(argument) for argument in sample.arguments]
    words += [f"{name}={_shown(value)}" for name, value in sample.keywords.items()]
    name = sample.overload._schema.name.partition("::")[2]
    return f"{name}({', '.join(words)})"


def _shown(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        order = _dim_order(value)
        layout = "" if order == tuple(range(value.dim())) else f"@{''.join(map(str, order))}"
        return f"{DTYPES[value.dtype]}[{'x'.join(map(str, value.shape))}]{layout}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_shown(item) for item in value)}]"
    return str(value)
