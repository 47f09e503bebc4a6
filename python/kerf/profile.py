"""When each instruction of a method's runs began and ended."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kerf import native

EVENTS = 1 << 16
"""Instructions of one run that fit: 1.5 MB; how many more there were is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One instruction of one run; times are nanoseconds of the monotonic clock."""

    run: int
    chain: int
    instruction: int
    operator: str
    begin_ns: int
    end_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """All calls of one operator."""

    operator: str
    calls: int
    ns: int
    share: float
    """The fraction of the time of all instructions, 0 to 1."""


class Profile:
    """The instructions of a method's runs since it was started; `with` ends it.

    Args:
        method: the name of the method.
        operator: what an instruction is called, by its chain and its place there.
        capacity: the most instructions of one run that are kept.
        ended: called when no more runs are to be noted.

    """

    def __init__(
        self,
        method: str,
        operator: Callable[[int, int], str],
        *,
        capacity: int,
        ended: Callable[[], None],
    ) -> None:
        self.method = method
        self.events: list[Event] = []
        self.runs = 0
        self.lost = 0
        self._operator = operator
        self._ended = ended
        self._names: dict[tuple[int, int], str] = {}
        self._memory = (native.ProfileEvent * capacity)()
        self.native = native.Profile(
            ticks=native.library().ticks, events=self._memory, capacity=capacity
        )

    def __enter__(self) -> Profile:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended()

    def take(self) -> None:
        """Keeps what the last run noted, and makes room for the next."""
        for event in self._memory[: self.native.count]:
            place = event.chain, event.instruction
            if place not in self._names:
                self._names[place] = self._operator(*place)
            self.events.append(
                Event(
                    run=self.runs,
                    chain=event.chain,
                    instruction=event.instruction,
                    operator=self._names[place],
                    begin_ns=event.begin,
                    end_ns=event.end,
                )
            )
        self.lost += self.native.lost
        self.runs += 1
        self.native.count = self.native.lost = 0

    def totals(self) -> tuple[Total, ...]:
        """Each operator with the time of all its calls, the longest first."""
        times: dict[str, list[int]] = {}
        for event in self.events:
            times.setdefault(event.operator, []).append(event.end_ns - event.begin_ns)
        whole = sum(map(sum, times.values())) or 1
        found = (
            Total(operator=name, calls=len(each), ns=sum(each), share=sum(each) / whole)
            for name, each in times.items()
        )
        return tuple(sorted(found, key=lambda total: (-total.ns, total.operator)))

    def to_json(self) -> dict[str, Any]:
        """Chrome's trace events, which Perfetto opens too; `kerf` has what they cannot say.

        Source: "Trace Event Format", complete events; times are in microseconds.
        """
        first = self.events[0].begin_ns if self.events else 0
        return {
            "traceEvents": [
                {
                    "name": event.operator,
                    "ph": "X",
                    "ts": (event.begin_ns - first) / 1000,
                    "dur": (event.end_ns - event.begin_ns) / 1000,
                    "pid": 1,
                    "tid": 1,
                    "args": {
                        "run": event.run,
                        "chain": event.chain,
                        "instruction": event.instruction,
                        "begin": event.begin_ns,
                        "end": event.end_ns,
                    },
                }
                for event in self.events
            ],
            "displayTimeUnit": "ns",
            "kerf": {
                "version": 1,
                "method": self.method,
                "unit": "ns",
                "runs": self.runs,
                "lost": self.lost,
            },
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes to_json() to `path`; about:tracing and ui.perfetto.dev open it."""
        Path(path).write_text(json.dumps(self.to_json()), encoding="utf-8")

    def __str__(self) -> str:
        width = max([8, *(len(total.operator) for total in self.totals())])
        lines = [f"{'operator':<{width}} {'calls':>7} {'us':>12} {'share':>7}"]
        lines += [
            f"{each.operator:<{width}} {each.calls:>7} {each.ns / 1000:>12.1f} {each.share:>7.1%}"
            for each in self.totals()
        ]
        return "\n".join(lines)
