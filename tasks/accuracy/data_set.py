"""A data set in a folder of NumPy files, checked against what a method takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np

from codegen.errors import VerifyError
from codegen.opinfo import Argument, Dynamism, MethodInfo, TensorArg
from codegen.optimize.arrays import Array, numpy_type
from tasks.run.case import Kind, Value
from tasks.run.case_check import wrong_shape
from tasks.run.npy import read_npy

INPUTS, LABELS, REFERENCE = "inputs", "labels", "reference"


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """Samples of one method; the first dimension of each array counts them."""

    inputs: tuple[Array, ...]
    labels: Array | None
    reference: tuple[Array, ...] | None

    @property
    def count(self) -> int:
        """The number of samples."""
        return len(self.inputs[0])


def read_data_set(folder: Path, method: MethodInfo, limit: int | None = None) -> DataSet:
    """The first `limit` samples in `folder`, all of them without.

    Raises:
        VerifyError: with all faults of the files.

    """
    if not (method.inputs and method.outputs):
        lacking = "outputs" if method.inputs else "inputs"
        raise VerifyError(f"{folder}: the method {method.name} has no {lacking} to measure.")
    present = _files(folder)
    faults: list[str] = []
    inputs = _arrays(folder, present, INPUTS, method.inputs, faults)
    labels = _load(present[LABELS], faults) if LABELS in present else None
    found = any(name.startswith(REFERENCE) for name in present)
    reference = _arrays(folder, present, REFERENCE, method.outputs, faults) if found else None
    known = {LABELS, *_names(present, INPUTS, method.inputs)}
    known.update(_names(present, REFERENCE, method.outputs))
    faults += [
        f"{path}: is no file of a data set for {method.name}: {', '.join(sorted(known))}."
        for name, path in present.items()
        if name not in known
    ]
    counts = {
        f"{what}_{index}" if len(group) > 1 else what: len(each)
        for what, group in ((INPUTS, inputs), (REFERENCE, reference or ()))
        for index, each in enumerate(group)
    }
    if labels is not None:
        labels = labels.reshape(-1) if labels.ndim == 2 and labels.shape[1] == 1 else labels
        counts[LABELS] = len(labels) if labels.ndim else 0
        if labels.ndim != 1 or labels.dtype.kind not in "iu":
            faults.append(f"{folder / LABELS}.npy: labels are one integer for each sample.")
    if not faults and len(set(counts.values())) > 1:
        numbers = ", ".join(f"{what} has {count}" for what, count in counts.items())
        faults.append(f"{folder}: the numbers of samples differ: {numbers}.")
    if not faults and not all(counts.values()):
        faults.append(f"{folder}: there is no sample.")
    if faults:
        raise VerifyError(faults)
    return DataSet(
        inputs=tuple(each[:limit] for each in inputs),
        labels=None if labels is None else labels[:limit],
        reference=None if reference is None else tuple(each[:limit] for each in reference),
    )


def sample_values(data: DataSet, method: MethodInfo, index: int) -> tuple[Value, ...]:
    """The inputs of sample `index` as the method takes them."""
    return tuple(
        _value(array[index], wanted)
        for array, wanted in zip(data.inputs, method.inputs, strict=True)
        if isinstance(wanted, TensorArg)
    )


def elements_of(value: Value, planned: Argument) -> Array:
    """The elements of an output in the order of its dimensions, as one row."""
    dtype = numpy_type(value.dtype) if value.dtype is not None else None
    if dtype is None or not isinstance(planned, TensorArg):
        raise VerifyError(f"an output of {value.dtype or value.kind} cannot be compared.")
    order = planned.dim_order
    stored = np.frombuffer(value.data, dtype=dtype).reshape([value.sizes[dim] for dim in order])
    row: Array = stored.transpose([order.index(dim) for dim in range(len(order))]).reshape(-1)
    return row


def _files(folder: Path) -> Mapping[str, Path]:
    """The NumPy files of the folder by their names."""
    if not folder.is_dir():
        raise VerifyError(f"{folder}: no such folder. Give one with {INPUTS}.npy.")
    found = {path.stem: path for path in sorted(folder.glob("*.npy"))}
    if not any(name.startswith(INPUTS) for name in found):
        there = ", ".join(path.name for path in found.values()) or "no .npy file"
        raise VerifyError(
            f"{folder}: there is no {INPUTS}.npy (or {INPUTS}_0.npy, {INPUTS}_1.npy, ...), but "
            f"{there}."
        )
    return found


def _arrays(
    folder: Path,
    present: Mapping[str, Path],
    what: str,
    wanted: tuple[Argument, ...],
    faults: list[str],
) -> tuple[Array, ...]:
    """An array for each of the method's values, `inputs` or outputs."""
    names = _names(present, what, wanted)
    if missing := [f"{name}.npy" for name in names if name not in present]:
        faults.append(
            f"{folder}: the method has {len(wanted)} {what}; missing: {', '.join(missing)}."
        )
        return ()
    found = []
    for name, argument in zip(names, wanted, strict=True):
        array = _load(present[name], faults)
        if array is not None and (fault := _fault(array, argument, exact=what == INPUTS)):
            faults.append(f"{present[name]}: {fault}")
        elif array is not None:
            found.append(array)
    return tuple(found)


def _names(present: Mapping[str, Path], what: str, wanted: tuple[Argument, ...]) -> list[str]:
    """The files of the method's values: one `inputs.npy`, else inputs_0.npy, ..."""
    if len(wanted) == 1 and (what in present or f"{what}_0" not in present):
        return [what]
    return [f"{what}_{index}" for index in range(len(wanted))]


def _load(path: Path, faults: list[str]) -> Array | None:
    try:
        return read_npy(path)
    except VerifyError as error:
        faults += error.faults
        return None


def _fault(array: Array, wanted: Argument, *, exact: bool) -> str | None:
    """Why `array` cannot hold samples of a value, if it cannot."""
    if not isinstance(wanted, TensorArg):
        return f"the method has a {wanted.kind} there; data sets have tensors only."
    dtype = numpy_type(wanted.dtype)
    if dtype is None:
        return f"the method has {wanted.dtype} there, which NumPy does not have."
    if exact and array.dtype != dtype:
        return f"is {array.dtype}, the method takes {dtype}: convert it with `astype`."
    if array.ndim == 0:
        return "has no dimension that counts samples."
    if not exact:
        return _reference_fault(array, wanted)
    shape = _shape(array, wanted)
    wrong = wrong_shape(shape, wanted)
    return f"a sample has the shape {list(shape)}, the method takes {wrong}." if wrong else None


def _reference_fault(array: Array, wanted: TensorArg) -> str | None:
    """Why `array` cannot be what an output is compared with: it may have any shape."""
    if array.dtype.kind not in "biuf":
        return f"is {array.dtype}, which outputs cannot be compared with."
    one = prod(array.shape[1:])
    if wanted.dynamism is not Dynamism.STATIC or one == prod(wanted.sizes):
        return None  # what an output of another shape has is known once the program has run
    return f"has {one} elements a sample, the method gives {prod(wanted.sizes)}."


def _shape(array: Array, wanted: TensorArg) -> tuple[int, ...]:
    """The shape of a sample; a batch of one may be left out of the file."""
    shape = tuple(array.shape[1:])
    batch = len(shape) == len(wanted.sizes) - 1 and wanted.sizes[0] == 1
    return (1, *shape) if batch else shape


def _value(sample: Array, wanted: TensorArg) -> Value:
    shape = _shape(sample[None], wanted)
    stored = np.ascontiguousarray(sample.reshape(shape).transpose(wanted.dim_order))
    return Value(kind=Kind.TENSOR, dtype=wanted.dtype, sizes=shape, data=stored.tobytes())
