"""Programs of one operator with the results that PyTorch gives, as generate/write.py writes them.

`<operator>-<dtype>.json` describes the calls of the `.pte` next to it: a method and its inputs and
outputs for each. An input's elements are in storage order, an output's in that of its dimensions.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.json_text import parsed_json
from tasks.run.case import Kind, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """An output that a call must give."""

    value: Value
    """With the elements in the order of the dimensions."""
    magnitude: bytes | None
    """For each element the scale of a sum's roundings as a Double, where it is known."""

    def scale(self) -> Value:
        """The magnitudes as a tensor; zeros where they are not known."""
        size = self.value.dtype.itemsize if self.value.dtype is not None else 1
        zeros = bytes(len(self.value.data) // size * DType.Double.itemsize)
        data = zeros if self.magnitude is None else self.magnitude
        return replace(self.value, dtype=DType.Double, data=data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of the operator."""

    method: str
    sample: str
    text: str
    """The call as a person reads it."""
    inputs: tuple[Value, ...]
    outputs: tuple[Expected, ...]
    upstream: str | None = None
    """How the call ended in ExecuTorch's own runtime, as compare.Status has it, where known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """A program of one operator and dtype."""

    program: Path
    operator: str
    dtype: str
    versions: Mapping[str, str]
    values: bool
    """Whether its elements follow from the inputs; else only dtype and sizes are compared."""
    calls: tuple[Call, ...]
    refused: Mapping[str, str]
    """Maps a sample to why PyTorch or ExecuTorch cannot lower it to this operator."""


def read_case_files(folder: Path) -> tuple[CaseFile, ...]:
    """All programs in `folder`, by name.

    Raises:
        VerifyError: a file is damaged.

    """
    paths = sorted(path.with_suffix(".json") for path in folder.glob("*.pte"))
    return tuple(map(read_case_file, paths))


def read_case_file(path: Path) -> CaseFile:
    """The program that is described in `path`.

    Raises:
        VerifyError: the file is damaged.

    """
    try:
        content = parsed_json(path.read_text(encoding="utf-8"))
        return CaseFile(
            program=path.with_suffix(".pte"),
            operator=content["operator"],
            dtype=content["dtype"],
            versions=content["versions"],
            values=content["values"],
            calls=tuple(map(_call, content["calls"])),
            refused=content["refused"],
        )
    except (KeyError, TypeError, ValueError, OSError) as error:
        what = f"{type(error).__name__}: {error}"
        raise VerifyError(f"{path}: is no case file ({what}). Generate it again.") from error


def _call(entry: Mapping[str, Any]) -> Call:
    return Call(
        method=entry["method"],
        sample=entry["sample"],
        text=entry["text"],
        inputs=tuple(map(tensor, entry["inputs"])),
        outputs=tuple(_expected(entry["outputs"])),
        upstream=entry.get("upstream"),
    )


def tensor(entry: Mapping[str, Any]) -> Value:
    """The tensor that `entry` describes."""
    return Value(
        kind=Kind.TENSOR,
        dtype=DType(entry["dtype"]),
        sizes=tuple(entry["sizes"]),
        data=base64.b64decode(entry["data"]),
    )


def _expected(entries: Iterable[Mapping[str, Any]]) -> Iterable[Expected]:
    for entry in entries:
        text = entry.get("magnitude")
        magnitude = None if text is None else base64.b64decode(text)
        yield Expected(value=tensor(entry), magnitude=magnitude)
