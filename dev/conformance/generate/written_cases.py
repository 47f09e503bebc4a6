"""Calls written by hand: those of tests/data/kernels, for what PyTorch's database does not reach.

Source: tests/data/kernels/case_text.py, which says what the lines of the files mean.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from dev.conformance.generate.names import DTYPES
from dev.conformance.generate.operators import DIM_ORDER, functional

TORCH_DTYPES = {text: dtype for dtype, text in DTYPES.items()}
NUMBERED = {
    0: torch.uint8,
    1: torch.int8,
    2: torch.int16,
    3: torch.int32,
    4: torch.int64,
    5: torch.float16,
    6: torch.float32,
    7: torch.float64,
    11: torch.bool,
    15: torch.bfloat16,
}
"""Maps ExecuTorch's number of a dtype to its name."""

FORMATS = (torch.contiguous_format, torch.preserve_format, torch.channels_last)

Call = tuple[str, Any, tuple[Any, ...], dict[str, Any]]
"""A name, an overload, arguments and keyword arguments."""


def read_written(folder: Path) -> dict[str, list[tuple[str, list[str]]]]:
    """Maps an operator to its cases in the `.txt` files of `folder`: their names and lines."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text(encoding="ascii").split("end\n")[:-1]:
            head, *lines = block.splitlines()
            _, name, operator = head.split(" ")
            found.setdefault(operator, []).append((f"{path.stem}-{name}", lines))
    return found


def written_calls(operator: str, cases: list[tuple[str, list[str]]]) -> Iterator[Call]:
    """The cases of `operator` as calls of its functional overload, as far as they can be."""
    if operator in DIM_ORDER:  # their arguments are those of the replaced operator no more
        return
    for overload in functional(operator)[:1]:
        for name, lines in cases:
            with contextlib.suppress(ValueError, KeyError, StopIteration, IndexError):
                arguments, keywords = _bound(overload, iter(lines))
                yield f"written-{name}", overload, arguments, keywords


def _bound(overload: Any, lines: Iterator[str]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    arguments: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in overload._schema.arguments:
        if parameter.name in ("layout", "device", "pin_memory"):
            continue
        value = _converted(_value(next(lines), lines), parameter)
        if parameter.kwarg_only:
            keywords[parameter.name] = value
        else:
            arguments.append(value)
    return tuple(arguments), keywords


def _value(line: str, lines: Iterator[str]) -> Any:
    kind, *words = line.split(" ")
    match kind:
        case "tensor":
            return _tensor(*words)
        case "list":
            return [_value(next(lines), lines) for _ in range(int(words[0]))]
        case "none":
            return None
        case "int":
            return int(words[0])
        case "bool":
            return words[0] == "1"
        case "double":
            return float(words[0])
        case "ints":
            return [int(word) for word in words[0].split(",") if word != "-"]
        case "bools":
            return [word == "1" for word in words[0].split(",") if word != "-"]
    raise ValueError(line)


def _tensor(dtype: str, sizes: str, order: str, content: str) -> torch.Tensor:
    shape = [int(size) for size in sizes.split(",") if size != "-"]
    dims = [int(dim) for dim in order.split(",") if dim != "-"]
    data = bytearray.fromhex(content.removeprefix("-"))
    if not data:
        return torch.empty(shape, dtype=TORCH_DTYPES[dtype])
    flat = torch.frombuffer(data, dtype=TORCH_DTYPES[dtype]).clone()
    stored = flat.reshape([shape[dim] for dim in dims])
    return stored.permute([dims.index(dim) for dim in range(len(dims))])


def _converted(value: Any, parameter: Any) -> Any:
    kind = str(parameter.real_type).removeprefix("Optional[").rstrip("]")
    if isinstance(value, int) and kind == "ScalarType":
        return NUMBERED[value]
    if isinstance(value, int) and kind == "MemoryFormat":
        return FORMATS[value]
    return value
