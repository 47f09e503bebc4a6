"""Calls that are at the edge of what kernels take, or beyond it, and the error that each gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tests.runtime.kernels.portable_calls import Case, outcomes

BAD, TYPE, CUT = "InvalidArgument", "InvalidType", "NotSupported"
MISSING = "OperatorMissing"
"""A row of the registry does not take the dtypes: Method::load() says so."""

Fault = tuple[str, list[str], str]
"""The operator, the lines of the call, and the error."""
Calls = Mapping[str, Mapping[str, list[str] | tuple[list[str], str]]]
"""The calls of each operator by name; where no error is next to one, it is BAD."""


def faults(calls: Calls) -> dict[str, Fault]:
    """Returns each call by its name."""
    return {
        name: (operator, *(given if isinstance(given, tuple) else (given, BAD)))
        for operator, named in calls.items()
        for name, given in named.items()
    }


def call(**given: str) -> Callable[..., list[str]]:
    """Returns what makes the lines of a call: those of `given`, in order, with some changed."""
    return lambda **changed: [*(given | changed).values()]


def several(*lines: str) -> list[str]:
    """Returns the lines of a list of tensors."""
    return [f"list {len(lines)}", *lines]


def check(name: str, fault: Fault, kernels: Path) -> None:
    """Runs the call, which must give its error and never crash."""
    operator, lines, error = fault
    (outcome,) = outcomes(kernels, [Case(name=name, operator=operator, lines=tuple(lines))])
    assert outcome.error == error
