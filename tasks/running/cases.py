"""Case files: a model's inputs and expected outputs, method by method, case by case.

Source: `<model>.cases.json` next to the `.pte`; tests/data/README.md names their authors.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from codegen.dtype import DType
from codegen.errors import NotVerified, VerifyError
from codegen.opinfo import Argument, TensorArg
from codegen.pte import read_model
from tasks.files import sha256
from tasks.running.storage_order import reordered


class Kind(StrEnum):
    """What a value is; the order is that of ExecuTorch's KernelTypes, from 1."""

    NONE = "none"
    INT = "int"
    BOOL = "bool"
    DOUBLE = "double"
    TENSOR = "tensor"

    @property
    def number(self) -> int:
        """ExecuTorch's number of the kind, as in a calls block."""
        return tuple(Kind).index(self) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An input or output. A tensor's `data` is little-endian elements in storage order."""

    kind: Kind
    scalar: int | bool | float | None = None
    dtype: DType | None = None
    sizes: tuple[int, ...] = ()
    data: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call: its inputs, and the outputs that it must give."""

    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    integer_steps: int  # by how much an integer output may differ, for quantized models


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodCases:
    """The cases of a method; they run in order on one loaded method, which keeps its state."""

    name: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCases:
    """All cases of a model, and the files that it consists of."""

    path: Path
    model: Path
    data: tuple[Path, ...]  # .ptd
    methods: tuple[MethodCases, ...]


def cases_path(model: Path) -> Path:
    """Where the cases of `model` are: `mv2.cases.json` next to `mv2.pte`."""
    return model.with_suffix(".cases.json")


def read_cases(model: Path) -> ModelCases:
    """The cases of `model`, every file checked against its SHA-256.

    An integer output must be equal unless the file, the method or the case sets `integer_steps`.
    Expected outputs have the layout in memory that the model plans, whatever that of their files.

    Raises:
        NotVerified: there are no cases, or they are those of another version of the model.
        VerifyError: the case file is damaged, or a file that it names is missing or changed.

    """
    path = cases_path(model)
    if not path.is_file():
        raise NotVerified(f"{model}: not verified: there is no {path.name} next to it.")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if sha256(model) != content["pte"]["sha256"]:
            raise NotVerified(
                f"{model}: not verified: {path.name} was made for another file of that name "
                f"(its SHA-256 begins {content['pte']['sha256'][:12]})."
            )
        reader = _Reader(path)
        planned = {method.name: method.outputs for method in read_model(model).methods}
        steps = content.get("integer_steps", 0)
        return ModelCases(
            path=path,
            model=model,
            data=tuple(reader.file(entry) for entry in content.get("ptd", ())),
            methods=tuple(
                _method(entry, steps, reader, planned.get(entry["name"], ()))
                for entry in content["methods"]
            ),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"{type(error).__name__}: {error}"
        raise VerifyError(f"{path}: is no case file ({what}). Restore it.") from error


def _method(
    entry: Mapping[str, Any], steps: int, reader: _Reader, planned: Sequence[Argument]
) -> MethodCases:
    inner = entry.get("integer_steps", steps)
    return MethodCases(
        name=entry["name"],
        cases=tuple(_case(case, inner, reader, planned) for case in entry["cases"]),
    )


def _case(
    entry: Mapping[str, Any], steps: int, reader: _Reader, planned: Sequence[Argument]
) -> Case:
    outputs = reader.values(entry["outputs"])
    places = zip(outputs, entry["outputs"], planned, strict=False)
    laid_out = [as_planned(value, given.get("dim_order"), plan) for value, given, plan in places]
    return Case(
        inputs=reader.values(entry["inputs"]),
        outputs=(*laid_out, *outputs[len(laid_out) :]),
        integer_steps=entry.get("integer_steps", steps),
    )


def as_planned(value: Value, stored: Sequence[int] | None, planned: Argument) -> Value:
    """`value`, whose elements are stored by that dim order, in the planned one."""
    if value.dtype is None or stored is None or not isinstance(planned, TensorArg):
        return value
    if tuple(stored) == planned.dim_order or len(stored) != len(planned.dim_order):
        return value
    size = value.dtype.itemsize
    elements = [value.data[at : at + size] for at in range(0, len(value.data), size)]
    data = b"".join(reordered(elements, value.sizes, stored, planned.dim_order))
    return replace(value, data=data)


class _Reader:
    """Reads values and the files that they name, which are next to the case file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._contents: dict[Path, bytes] = {}

    def file(self, entry: Mapping[str, Any]) -> Path:
        """The file of an entry, as it must be."""
        path = self._path.parent / str(entry["file"])
        self._check(hashlib.sha256(self._content(path)).hexdigest(), entry, path)
        return path

    def values(self, entries: Sequence[Mapping[str, Any]]) -> tuple[Value, ...]:
        """The values of a case's inputs or outputs."""
        return tuple(map(self._value, entries))

    def _value(self, entry: Mapping[str, Any]) -> Value:
        kind = Kind(entry["kind"])
        if kind is not Kind.TENSOR:
            return Value(kind=kind, scalar=entry.get("value"))
        return Value(
            kind=kind,
            dtype=DType(entry["dtype"]),
            sizes=tuple(entry["shape"]),
            data=self._bytes(entry),
        )

    def _bytes(self, entry: Mapping[str, Any]) -> bytes:
        """A tensor: its whole file, or with `offset` the `nbytes` bytes from there."""
        path = self._path.parent / str(entry["file"])
        data = self._content(path)
        if "offset" in entry:
            offset, count = self._number(entry, "offset"), self._number(entry, "nbytes")
            if offset + count > len(data):
                raise VerifyError(
                    f"{self._path}: a tensor takes bytes {offset} to {offset + count} of {path}, "
                    f"which has {len(data)}. Correct offset and nbytes, or restore the file."
                )
            data = data[offset : offset + count]
        self._check(hashlib.sha256(data).hexdigest(), entry, path)
        return data

    def _number(self, entry: Mapping[str, Any], key: str) -> int:
        number = entry[key]
        if type(number) is not int or number < 0:
            raise VerifyError(
                f"{self._path}: {key} of a tensor in {entry['file']} is {number!r}, not a number "
                "of bytes. Correct it."
            )
        return number

    def _content(self, path: Path) -> bytes:
        if path not in self._contents:
            try:
                self._contents[path] = path.read_bytes()
            except OSError as error:
                raise VerifyError(f"{self._path}: {path}: {error.strerror}. Restore it.") from error
        return self._contents[path]

    def _check(self, digest: str, entry: Mapping[str, Any], path: Path) -> None:
        if digest != entry["sha256"]:
            at = f" at byte {entry['offset']}" if "offset" in entry else ""
            raise VerifyError(
                f"{self._path}: {path}{at} is not the data it was (SHA-256). Restore it."
            )
