"""The cases of tests/data/kernels by family, and the results of kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.runtime.kernels.closeness import fault, magnitude_cases
from tests.runtime.kernels.portable_calls import Case, Outcome, outcomes, read_cases

DATA = Path(__file__).parents[2] / "data" / "kernels"
FAMILIES = {path.stem: read_cases(path) for path in sorted(DATA.glob("*.txt"))}
"""Maps the name of a file to its program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a kernel for a case."""

    outcome: Outcome
    magnitude: Outcome | None
    """That of the case without its signs, where the family computes sums."""
    fault: str | None
    """Where the outcome is not PyTorch's."""


def results(program: Path, family: str, cases: Sequence[Case]) -> tuple[Result, ...]:
    """The results of `program` for `cases` of a family."""
    unsigned = magnitude_cases(family, cases)
    found = outcomes(program, [*cases, *unsigned])
    magnitudes: Sequence[Outcome | None] = found[len(cases) :] or [None] * len(cases)
    return tuple(
        Result(
            outcome=outcome,
            magnitude=magnitude,
            fault=fault(family, case, outcome, magnitude),
        )
        for case, outcome, magnitude in zip(cases, found[: len(cases)], magnitudes, strict=True)
    )
