"""Case files: a model's inputs and expected outputs, method by method, case by case.

Source: `<model>.cases.json` next to the `.pte`; tests/data/README.md names their authors.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Final

from codegen.dtype import SUPPORTED_DTYPES, DType
from codegen.errors import NotVerified, VerifyError
from codegen.opinfo import Argument, MethodInfo, TensorArg
from codegen.pte import read_model
from tasks.files import sha256
from tasks.run.case import Case, Kind, MethodCases, ModelCases, Value
from tasks.run.case_check import case_faults
from tasks.run.case_entry import ADVICE, Entry, read_entry, shown

MAX_RANK: Final = 16
_LARGEST: Final = 2**31


def cases_path(model: Path) -> Path:
    """Where the cases of `model` are: `mv2.cases.json` next to `mv2.pte`."""
    return model.with_suffix(".cases.json")


def read_cases(model: Path) -> ModelCases:
    """The cases of `model`, every file checked against its SHA-256.

    An integer output must be equal unless the file, the method or the case sets `integer_steps`.
    Tensors have the layout in memory that the model plans, whatever that of their files.

    Raises:
        NotVerified: there are no cases, or they are those of another version of the model.
        VerifyError: the case file is wrong, or a file that it names is missing or changed.

    """
    path = cases_path(model)
    if not path.is_file():
        raise NotVerified(
            f"{model}: not verified: there is no {path.name} next to it. "
            "`nox -s cases -- --help` shows how to write it."
        )
    file = read_entry(path)
    made_for = file.entry("pte").text("sha256")
    if sha256(model) != made_for:
        raise NotVerified(
            f"{model}: not verified: {path.name} was made for another file of that name "
            f"(its SHA-256 begins {made_for[:12]})."
        )
    reader = _Reader(path)
    info = read_model(model).methods
    planned = {method.name: method for method in info}
    steps = file.count("integer_steps", 0)
    external = tuple(file.entries("ptd", "ptd")) if "ptd" in file.keys else ()
    data = tuple(map(reader.file, external))
    methods = tuple(
        _method(entry, steps, reader, planned) for entry in file.entries("methods", "method")
    )
    if faults := [f"{path}: {fault} {ADVICE}" for fault in case_faults(methods, info)]:
        raise VerifyError(faults)
    if not any(method.cases for method in methods):
        raise NotVerified(f"{model}: not verified: {path.name} has no case.")
    return ModelCases(path=path, model=model, data=data, methods=methods)


def _method(
    entry: Entry, steps: int, reader: _Reader, planned: Mapping[str, MethodInfo]
) -> MethodCases:
    name = entry.text("name")
    inner = entry.count("integer_steps", steps)
    named = replace(entry, place=f"method {name}, ")
    return MethodCases(
        name=name,
        cases=tuple(
            _case(
                replace(case, place=case.place.replace(": ", ", ")),
                inner,
                reader,
                planned.get(name),
            )
            for case in named.entries("cases", "case")
        ),
    )


def _case(entry: Entry, steps: int, reader: _Reader, method: MethodInfo | None) -> Case:
    expects = "outputs" in entry.keys
    inputs = entry.entries("inputs", "input")
    outputs = entry.entries("outputs", "output") if expects else ()
    return Case(
        inputs=_values(inputs, reader, method.inputs if method else ()),
        outputs=_values(outputs, reader, method.outputs if method else ()),
        expects=expects,
        integer_steps=entry.count("integer_steps", steps),
    )


def _values(
    entries: Iterable[Entry], reader: _Reader, planned: Sequence[Argument]
) -> tuple[Value, ...]:
    """The values of the entries; tensors as `planned`, of as many as that names."""
    return tuple(
        as_planned(reader.value(entry), _dim_order(entry), plan)
        for entry, plan in itertools.zip_longest(entries, planned)
        if entry is not None
    )


def _dim_order(entry: Entry) -> tuple[int, ...] | None:
    """Returns the order of a tensor's dimensions, outermost first; None if unspecified."""
    if entry.keys.get("dim_order") is None:
        return None
    rank = len(entry.counts("shape", _LARGEST))
    order = entry.counts("dim_order", MAX_RANK)
    if sorted(order) != list(range(rank)):
        raise entry.wrong("dim_order", f"is {list(order)}, which does not order {rank} dimensions")
    return order


def as_planned(value: Value, stored: Sequence[int] | None, planned: Argument | None) -> Value:
    """`value`, whose elements are stored by that dim order, in the planned one.

    As it is where the file names no dim order or nothing is planned.
    """
    if value.dtype is None or stored is None or not isinstance(planned, TensorArg):
        return value
    if tuple(stored) == planned.dim_order or len(stored) != len(planned.dim_order):
        return value
    import numpy as np  # takes longer than most targets to run

    sizes = [value.sizes[dim] for dim in stored]
    elements = np.frombuffer(value.data, f"V{value.dtype.itemsize}").reshape(sizes)
    order = [stored.index(dim) for dim in planned.dim_order]
    return replace(value, data=elements.transpose(order).tobytes())


class _Reader:
    """Reads values and the files that they name, which are next to the case file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._contents: dict[Path, bytes] = {}

    def file(self, entry: Entry) -> Path:
        """The file of an entry, as it must be."""
        path = self._path.parent / entry.text("file")
        self._check(self._content(path), entry, path)
        return path

    def value(self, entry: Entry) -> Value:
        """The input or output of an entry."""
        written = entry.text("kind")
        if written not in set(Kind):
            raise entry.wrong("kind", f"is {shown(written)}, none of {', '.join(Kind)}")
        kind = Kind(written)
        if kind is not Kind.TENSOR:
            return Value(kind=kind, scalar=_scalar(kind, entry))
        dtype, sizes = _dtype(entry), entry.counts("shape", _LARGEST)
        if len(sizes) > MAX_RANK:
            raise entry.wrong("shape", f"has {len(sizes)} dimensions, more than {MAX_RANK}")
        data = self._bytes(entry)
        if len(data) != prod(sizes) * dtype.itemsize:
            raise entry.wrong(
                "shape", f"is {list(sizes)} of {dtype}, but its data are {len(data):,} bytes"
            )
        return Value(kind=kind, dtype=dtype, sizes=sizes, data=data)

    def _bytes(self, entry: Entry) -> bytes:
        """A tensor: its whole file, or with `offset` the `nbytes` bytes from there."""
        path = self._path.parent / entry.text("file")
        data = self._content(path)
        if "offset" in entry.keys:
            offset, count = entry.count("offset"), entry.count("nbytes")
            if offset + count > len(data):
                raise entry.wrong(
                    "offset and nbytes",
                    f"take bytes {offset} to {offset + count} of {path}, which has {len(data)}",
                )
            data = data[offset : offset + count]
        self._check(data, entry, path)
        return data

    def _content(self, path: Path) -> bytes:
        if path not in self._contents:
            if path.exists() and not path.is_file():
                raise VerifyError(f"{self._path}: {path}: is not a file. Restore it.")
            try:
                self._contents[path] = path.read_bytes()
            except OSError as error:
                raise VerifyError(f"{self._path}: {path}: {error.strerror}. Restore it.") from error
        return self._contents[path]

    def _check(self, data: bytes, entry: Entry, path: Path) -> None:
        if hashlib.sha256(data).hexdigest() != entry.text("sha256"):
            at = f" at byte {entry.keys['offset']}" if "offset" in entry.keys else ""
            raise VerifyError(
                f"{self._path}: {path}{at} is not the data it was (SHA-256). Restore it."
            )


def _dtype(entry: Entry) -> DType:
    written = entry.text("dtype")
    if written not in SUPPORTED_DTYPES:
        names = ", ".join(SUPPORTED_DTYPES)
        raise entry.wrong("dtype", f"is {shown(written)}, none of {names}")
    return DType(written)


def _scalar(kind: Kind, entry: Entry) -> int | bool | float | None:
    """The `value` of an entry that is no tensor."""
    value = entry.keys.get("value")
    if kind is Kind.NONE:
        return None
    if "value" not in entry.keys:
        raise entry.wrong("value", f"is missing, which an entry of kind {kind} has")
    if kind is Kind.BOOL and type(value) is bool:
        return value
    if kind is Kind.INT and type(value) is int and -(2**63) <= value < 2**63:
        return value
    if kind is Kind.DOUBLE and (
        type(value) is float or (type(value) is int and abs(value) < 2**63)
    ):
        return float(value)
    raise entry.wrong("value", f"is {shown(value)}, not of kind {kind}")
