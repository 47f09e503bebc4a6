"""The firmware's program in a notebook: optimised as a device gets it, compared layer by layer."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kerf import tools
from kerf.dtypes import BY_NUMBER
from kerf.errors import InvalidArgument
from kerf.program import Program, load

PATH = str | os.PathLike[str]
Array = np.ndarray[Any, Any]

_TOLERANCE = 1e-4
"""As [run] tolerance: of the largest reference value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputDifference:
    """One output over all samples, next to the reference."""

    index: int
    largest: float
    mean: float
    equal: float
    """Share of the elements that are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerDifference:
    """One call of the optimised program, on the inputs that the exported one has there."""

    number: int
    operator: str
    instead_of: str
    """The operator of the exported program with the same result."""
    largest: float
    allowed: float
    """A step of an integer result, or the tolerance."""

    @property
    def differs(self) -> bool:
        """Whether it is further away than it may be."""
        return not self.largest <= self.allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What compare() found."""

    samples: int
    outputs: tuple[OutputDifference, ...]
    top1_agreement: float | None
    """Share of the rows of the first output whose largest element is the reference's; None where it
    has no row of several elements."""
    layers: tuple[LayerDifference, ...]
    """Empty where the program has control flow, which no pass changes."""

    @property
    def first_layer(self) -> LayerDifference | None:
        """The first call that differs by itself."""
        return next((layer for layer in self.layers if layer.differs), None)


def compile(
    model: PATH,
    *,
    data: Iterable[PATH] = (),
    passes: Iterable[str] | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Program:
    """The program that firmware is made of: optimised, delegates of XNNPACK turned back.

    Its kernels are those of every target, and integers are the same on all of them.

    Raises:
        ToolError: the program cannot be read, or a delegate cannot be turned back.

    """
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, Path(model).name)
        tools.optimize(model, output, passes=passes, data=data)
        # What is mapped stays when its name is gone: weights are not copied.
        return load(output, threads=threads, seed=seed)


def compare(
    model: PATH,
    reference_outputs: PATH | Iterable[Any],
    inputs: Iterable[Any] | None = None,
    *,
    data: Iterable[PATH] = (),
    passes: Iterable[str] | None = None,
    method: str = "forward",
    tolerance: float = _TOLERANCE,
) -> Comparison:
    """How far the firmware's program of `model` is from the reference, and where that begins.

    Args:
        model: a `.pte`, as it was exported.
        reference_outputs: for each sample its outputs, an array or a list of them; or a case file
            (`model.cases.json`), which has the inputs as well.
        inputs: for each sample its inputs, an array or a list of them.
        data: `.ptd` files of the model.
        passes: those of compile().
        method: the one to compare.
        tolerance: what a layer's floats may differ by, relative to the largest of them.

    Raises:
        InvalidArgument: there are no samples, or not as many inputs as outputs.
        ToolError: as compile().

    """
    data, passes = tuple(data), None if passes is None else tuple(passes)
    samples, wanted = _samples(reference_outputs, inputs, method)
    compiled = compile(model, data=data, passes=passes)[method]
    found = [compiled(*each) for each in samples]
    return Comparison(
        samples=len(samples),
        outputs=tuple(_differences(found, wanted)),
        top1_agreement=_top1(found, wanted),
        layers=tuple(_layers(model, samples, data, passes, method, tolerance)),
    )


def _samples(
    reference: PATH | Iterable[Any], inputs: Iterable[Any] | None, method: str
) -> tuple[list[list[Any]], list[list[Any]]]:
    if isinstance(reference, (str, os.PathLike)):
        return _of_cases(Path(reference), method)
    if inputs is None:
        raise InvalidArgument("inputs: give those of each sample, or a case file as reference")
    given, wanted = list(map(_listed, inputs)), list(map(_listed, reference))
    if not given or len(given) != len(wanted):
        raise InvalidArgument(f"{len(given)} samples have inputs and {len(wanted)} have outputs")
    return given, wanted


def _listed(each: Any) -> list[Any]:
    return list(each) if isinstance(each, (list, tuple)) else [each]


def _of_cases(path: Path, method: str) -> tuple[list[list[Any]], list[list[Any]]]:
    """The cases of `method` in a case file (docs/how-to/verify.md)."""
    document = json.loads(path.read_text(encoding="utf-8"))
    cases = [
        case for each in document["methods"] if each["name"] == method for case in each["cases"]
    ]
    if not cases:
        raise InvalidArgument(f"{path}: it has no case of {method}")
    read = [
        ([_value(each, path.parent) for each in case[side]] for side in ("inputs", "outputs"))
        for case in cases
    ]
    given, wanted = zip(*read, strict=True)
    return list(given), list(wanted)


def _value(entry: Any, folder: Path) -> Any:
    if entry["kind"] != "tensor":
        return entry.get("value")
    dtype = next(dtype for name, dtype in BY_NUMBER.values() if name == entry["dtype"])
    order = entry["dim_order"]
    stored = [entry["shape"][dim] for dim in order]
    count = int(np.prod(stored))
    start = entry.get("offset", 0)
    array = np.fromfile(folder / entry["file"], dtype, count, offset=start).reshape(stored)
    return array.transpose(np.argsort(order)) if order else array


def _differences(
    found: Sequence[Sequence[Any]], wanted: Sequence[Sequence[Any]]
) -> Iterator[OutputDifference]:
    for index in range(len(found[0])):
        gaps = [_gap(mine[index], its[index]) for mine, its in zip(found, wanted, strict=True)]
        whole = np.concatenate([gap.ravel() for gap in gaps])
        yield OutputDifference(
            index=index,
            largest=float(whole.max(initial=0.0)),
            mean=float(whole.mean()) if whole.size else 0.0,
            equal=float((whole == 0).mean()) if whole.size else 1.0,
        )


def _gap(mine: Any, its: Any) -> Array:
    """How far each element is away; infinite where only one of them is a number."""
    a, b = np.asarray(mine), np.asarray(its)
    if a.shape != b.shape:
        raise InvalidArgument(f"an output has the shape {a.shape}, the reference {b.shape}")
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    a, b = a.astype(wide), b.astype(wide)
    with np.errstate(invalid="ignore"):
        gap = np.abs(a - b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    return np.where(same, 0.0, np.where(np.isnan(gap), np.inf, gap))


def _top1(found: Sequence[Sequence[Any]], wanted: Sequence[Sequence[Any]]) -> float | None:
    first = np.asarray(found[0][0]) if found[0] else np.empty(0)
    if first.ndim == 0 or first.shape[-1] < 2:
        return None
    agree = [
        np.argmax(np.asarray(mine[0]), -1) == np.argmax(np.asarray(its[0]), -1)
        for mine, its in zip(found, wanted, strict=True)
    ]
    return float(np.mean(np.concatenate([np.ravel(each) for each in agree])))


def _layers(
    model: PATH,
    samples: Sequence[Sequence[Any]],
    data: Iterable[PATH],
    passes: Iterable[str] | None,
    method: str,
    tolerance: float,
) -> Iterator[LayerDifference]:
    """Each call of the optimised program, continued after each with the exported one's result."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        tools.observe(model, folder, passes=passes, data=data)
        layers = json.loads((folder / "layers.json").read_text(encoding="utf-8")).get(method, [])
        if not layers:
            return
        given = load((folder / "given.pte").read_bytes())[method]
        corrected = load((folder / "corrected.pte").read_bytes())[method]
    gaps, largest = [0.0] * len(layers), [0.0] * len(layers)
    sizes = [info.sizes for info in corrected.info.inputs[-len(layers) :]]
    for sample in samples:
        right = given(*sample)[-len(layers) :]
        mine = corrected(*sample, *(r.reshape(s) for r, s in zip(right, sizes, strict=True)))
        for index, (a, b) in enumerate(zip(mine[-len(layers) :], right, strict=True)):
            gap = _gap(a.reshape(b.shape), b)
            gaps[index] = max(gaps[index], float(gap.max(initial=0.0)))
            finite = np.abs(np.nan_to_num(b.astype(np.float64), posinf=0.0, neginf=0.0))
            largest[index] = max(largest[index], float(finite.max(initial=0.0)))
    for index, layer in enumerate(layers):
        step = layer["step"]
        bound = tolerance * largest[index] if right[index].dtype.kind != "i" else 1.0
        yield LayerDifference(
            number=layer["number"],
            operator=layer["operator"],
            instead_of=layer["instead_of"],
            largest=gaps[index],
            allowed=(step or 0.0) + bound,
        )
