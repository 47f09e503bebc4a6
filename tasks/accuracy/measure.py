"""What a data set says of outputs: top-1, agreement with a reference, the worst difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from codegen.errors import VerifyError
from codegen.optimize.arrays import Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The element of an output that differs most from the reference."""

    sample: int
    element: int
    expected: float
    actual: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One output of all samples next to the reference."""

    output: int
    step: float | None
    """Step of the quantization that the output comes from."""
    largest_difference: float
    mean_difference: float
    equal: float
    """The share of elements that are as close as numbers of their type can be."""
    within_one_step: float | None
    """The share that is at most one step away; None without a step."""
    worst: Worst

    def steps(self, difference: float) -> float | None:
        """`difference` in steps."""
        return None if self.step is None else difference / self.step

    def shown(self, difference: float) -> str:
        """`difference` as a person reads it, and how many steps it is."""
        steps = self.steps(difference) if self.step != 1.0 else None
        return f"{difference:.3g}" + ("" if steps is None else f" = {steps:.2g} steps")


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """A program's outputs of a data set; what the data set does not say is None."""

    samples: int
    top_1: float | None
    reference_top_1: float | None
    agreement: float | None
    """The share of samples for which program and reference name the same class."""
    outputs: tuple[Difference, ...]


def accuracy(
    outputs: Sequence[Array],
    reference: Sequence[Array] | None,
    labels: Array | None,
    steps: Sequence[float | None],
) -> Accuracy:
    """How good `outputs` are: for each output a row of elements for each sample.

    Raises:
        VerifyError: labels that the first output has no classes for, an output without elements,
            or a reference with another number of them.

    """
    for index, found in enumerate(outputs):
        if not found.size:
            raise VerifyError(f"output {index} has no element: there is nothing to measure.")
        if reference and reference[index].shape != found.shape:
            has, gives = reference[index].shape[1], found.shape[1]
            raise VerifyError(
                f"the reference has {has} elements a sample, output {index} has {gives}."
            )
    samples, classes = outputs[0].shape
    if labels is not None and not (labels.min() >= 0 and labels.max() < classes):
        raise VerifyError(
            f"labels.npy: has labels from {labels.min()} to {labels.max()}, the first output "
            f"{classes} element(s): classes are numbered from 0."
        )
    named = _top(outputs[0])
    expected = None if reference is None else _top(reference[0])
    agreeing = expected is not None and classes > 1
    return Accuracy(
        samples=samples,
        top_1=None if labels is None else _share(named == labels),
        reference_top_1=None if labels is None or expected is None else _share(expected == labels),
        agreement=_share(named == expected) if agreeing else None,
        outputs=tuple(
            difference(index, wanted, found, step)
            for index, (wanted, found, step) in enumerate(
                zip(
                    reference or (),
                    outputs if reference else (),
                    steps[: len(reference or ())],
                    strict=True,
                )
            )
        ),
    )


def document(found: Accuracy) -> dict[str, Any]:
    """The result for accuracy.json."""
    outputs = [
        {
            **asdict(each),
            "largest_steps": each.steps(each.largest_difference),
            "mean_steps": each.steps(each.mean_difference),
        }
        for each in found.outputs
    ]
    return {**asdict(found), "outputs": outputs}


def _top(rows: Array) -> Array:
    """The class that each sample is put into."""
    top: Array = np.argmax(rows, axis=1)
    return top


def _share(equal: Any) -> float:
    return float(np.mean(equal))


_ROUNDING = 2.0**-20
"""Share of a step, or of the largest number: less than this is what Float's last digits leave."""


def difference(output: int, wanted: Array, found: Array, step: float | None) -> Difference:
    """How far `found` is from what was `wanted`: a row for each sample."""
    exact, given = wanted.astype(np.float64), found.astype(np.float64)
    with np.errstate(invalid="ignore"):
        away = np.where(exact == given, 0.0, np.abs(exact - given))
    away[np.isnan(exact) & np.isnan(given)] = 0.0
    away[np.isnan(away)] = np.inf
    sample, element = np.unravel_index(int(np.argmax(away)), away.shape)
    finite = np.abs(exact[np.isfinite(exact)])
    near = _ROUNDING * float(finite.max(initial=0.0))
    return Difference(
        output=output,
        step=step,
        largest_difference=float(away.max()),
        mean_difference=float(away.mean()),
        equal=_share(away <= near),
        within_one_step=None if step is None else _share(away <= step + near),
        worst=Worst(
            sample=int(sample),
            element=int(element),
            expected=float(exact[sample, element]),
            actual=float(given[sample, element]),
        ),
    )
