"""The cases of tests/data/kernels by family, and the results of kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.runtime.kernels.closeness import fault, magnitude_case, rule_of
from tests.runtime.kernels.portable_calls import Case, Outcome, outcomes, read_cases

DATA = Path(__file__).parents[2] / "data" / "kernels"
FAMILIES = {path.stem: read_cases(path) for path in sorted(DATA.glob("*.txt"))}
"""Maps the name of a file to its program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result of a kernel for a case."""

    outcome: Outcome
    magnitude: Outcome | None
    """The result of the case without its signs, where its rule is one for sums."""
    fault: str | None
    """Where the outcome is not PyTorch's."""


def results(program: Path, cases: Sequence[Case]) -> tuple[Result, ...]:
    """The results of `program` for `cases`."""
    rules = [rule_of(case) for case in cases]
    unsigned = [magnitude_case(case, rule) for case, rule in zip(cases, rules, strict=True)]
    found = iter(outcomes(program, [*cases, *(case for case in unsigned if case is not None)]))
    own = [next(found) for _ in cases]
    magnitudes = [None if case is None else next(found) for case in unsigned]
    return tuple(
        Result(
            outcome=outcome,
            magnitude=magnitude,
            fault=fault(case, rule, outcome, magnitude),
        )
        for case, rule, outcome, magnitude in zip(cases, rules, own, magnitudes, strict=True)
    )
