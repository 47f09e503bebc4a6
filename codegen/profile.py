"""What each instruction of a method's runs took, and the file that says so.

The file is Chrome's trace, whose viewers ignore the key `kerf`. docs/reference/profile.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One instruction of one run, in the profile's unit."""

    run: int
    chain: int
    instruction: int
    operator: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The instructions of a method's runs, in the order in which they ended."""

    method: str
    unit: str
    """ns, cycles or instructions."""
    events: tuple[Event, ...]
    lost: int = 0
    """Instructions that did not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """All calls of one operator."""

    operator: str
    calls: int
    took: int
    share: float
    """The fraction of what all instructions took, 0 to 1."""


def totals(profile: Profile) -> tuple[Total, ...]:
    """Each operator with what all its calls took, the most first."""
    times: dict[str, list[int]] = {}
    for event in profile.events:
        times.setdefault(event.operator, []).append(event.end - event.begin)
    whole = sum(map(sum, times.values())) or 1
    found = (
        Total(operator=name, calls=len(each), took=sum(each), share=sum(each) / whole)
        for name, each in times.items()
    )
    return tuple(sorted(found, key=lambda total: (-total.took, total.operator)))


def profile_json(profile: Profile) -> dict[str, Any]:
    """The document of `profile`.

    Source: "Trace Event Format", complete events; a thousandth of the unit is a microsecond there.
    """
    first = profile.events[0].begin if profile.events else 0
    return {
        "traceEvents": [
            {
                "name": event.operator,
                "ph": "X",
                "ts": (event.begin - first) / 1000,
                "dur": (event.end - event.begin) / 1000,
                "pid": 1,
                "tid": 1,
                "args": {
                    "run": event.run,
                    "chain": event.chain,
                    "instruction": event.instruction,
                    "begin": event.begin,
                    "end": event.end,
                },
            }
            for event in profile.events
        ],
        "displayTimeUnit": "ns",
        "kerf": {
            "version": VERSION,
            "method": profile.method,
            "unit": profile.unit,
            "runs": len({event.run for event in profile.events}),
            "lost": profile.lost,
        },
    }


def read_profile(document: Any) -> Profile:
    """The profile of a document.

    Raises:
        ValueError: it is none, or of another version.

    """
    try:
        about = document["kerf"]
        if about["version"] != VERSION:
            raise ValueError(f"version {about['version']}, this Kerf reads {VERSION}")
        events = tuple(_event(each) for each in document["traceEvents"])
        method, unit, lost = about["method"], about["unit"], about["lost"]
    except (KeyError, TypeError, AttributeError) as fault:
        raise ValueError(f"no profile: {type(fault).__name__}: {fault}") from None
    if not isinstance(method, str) or not isinstance(unit, str) or not isinstance(lost, int):
        raise ValueError("no profile: method, unit or lost is of another kind")
    return Profile(method=method, unit=unit, events=events, lost=lost)


def _event(each: Any) -> Event:
    arguments = each["args"]
    numbers = {key: arguments[key] for key in ("run", "chain", "instruction", "begin", "end")}
    wrong = [key for key, number in numbers.items() if type(number) is not int or number < 0]
    if wrong or not isinstance(each["name"], str):
        raise ValueError(f"no profile: an event's {(wrong or ['name'])[0]} is of another kind")
    if numbers["end"] < numbers["begin"]:
        raise ValueError("no profile: an event ends before it begins")
    return Event(operator=each["name"], **numbers)


def runs_of(events: Sequence[Event]) -> tuple[tuple[Event, ...], ...]:
    """The events of each run, in the order of the runs."""
    runs: dict[int, list[Event]] = {}
    for event in events:
        runs.setdefault(event.run, []).append(event)
    return tuple(tuple(runs[number]) for number in sorted(runs))
