"""The content of the report's page: the sizes of builds, what changed, and the history; compact.

Each string is once in `strings` and its index elsewhere; index 0 is none.

- `commit`: {id, date, subject} of HEAD, or null where there is no repository
- `figures`: [key, label, whether it is bytes] of each measure
- `targets`: for each build {name, description, toolchain, flash, ram: {used, device, limit: {name,
  used, capacity} or null}, measures, notes: on its baseline, device, faults: gates that it fails,
  entries: the keys of size.json's entries, each a list, before: its baseline, or null, profiles,
  plans}
- `plans`: {name, exported, shipped}, each null or as `tasks.report.plans.MemoryPlan`
- `profiles`: {name, unit, runs, lost, operator, instruction, took: lists of what is in all runs}
- `before`: {toolchain, exact, flash_bytes, ram_bytes, measures, parts, and operators and
  symbols: [name, flash, ram] of those that differ from now}
- `unread`: {name: why} of builds that cannot be read
- `commits`: [id, date, subject] of the history, the oldest first
- `history`: {target: {commit: number in `commits`, toolchain, <measure>: number or null}}, each
  a list; a commit that changed nothing is left out, but the first and the last never are
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from codegen.profile import Profile
from tasks.config import Target
from tasks.history.rows import Row
from tasks.report.plans import MemoryPlan, MemoryPlans
from tasks.revisions.git import Commit
from tasks.size.baseline import Baseline
from tasks.size.device import in_use
from tasks.size.difference import Change, Difference, Level
from tasks.size.document import Entry, Size
from tasks.size.figure import FIGURES
from tasks.size.gate import gate_faults
from tasks.size.row import row_of

TEXTS = (
    "region",
    "section",
    "archive",
    "object",
    "source",
    "symbol",
    "inlined_into",
    "purpose",
    "part",
    "operator",
    "dtype",
)
NUMBERS = ("flash_bytes", "ram_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """A built target."""

    target: Target
    size: Size
    baseline: Baseline | None
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    """Maps model and method to what instructions took when they were last counted."""
    plans: tuple[MemoryPlans, ...] = ()


def content(
    builds: Sequence[Build],
    history: Sequence[Row],
    *,
    head: Commit | None = None,
    subjects: Mapping[str, str] | None = None,
    unread: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What the page shows; `subjects` are those of the commits of `history`, where known."""
    strings = Strings()
    targets = [_target(build, strings) for build in builds]
    dates = {row.commit: row.date for row in history}
    commits = sorted(dates, key=lambda commit: (dates[commit], commit))
    rows: dict[str, list[Row]] = {}
    for row in history:
        rows.setdefault(row.target, []).append(row)
    return {
        "commit": None
        if head is None
        else {"id": head.id, "date": head.date, "subject": head.subject},
        "figures": [
            ["flash_bytes", "flash", True],
            *([figure.key, figure.label, figure.in_bytes] for figure in FIGURES),
        ],
        "targets": targets,
        "unread": dict(unread or {}),
        "commits": [[each, dates[each], (subjects or {}).get(each, "")] for each in commits],
        "history": {
            target: _history(own, {each: i for i, each in enumerate(commits)}, strings)
            for target, own in sorted(rows.items())
        },
        "strings": strings.all,
    }


class Strings:
    """Strings by number; number 0 is None."""

    def __init__(self) -> None:
        self._numbers: dict[str | None, int] = {None: 0}

    def number(self, text: str | None) -> int:
        """The number of `text`, a new one for a new string."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str | None]:
        """The strings in the order of their numbers."""
        return list(self._numbers)


def _target(build: Build, strings: Strings) -> dict[str, Any]:
    size, target, baseline = build.size, build.target, build.baseline
    row = row_of(size, target, baseline)
    return {
        "name": target.name,
        "description": target.description,
        "toolchain": row.toolchain,
        "flash": asdict(row.flash),
        "ram": asdict(row.ram),
        "measures": {"flash_bytes": row.flash.used, **row.figures},
        "notes": list(row.notes),
        "device": None if (device := in_use(size)) is None else device.model_dump(),
        "faults": [
            fault for faults in gate_faults(size, target, baseline).values() for fault in faults
        ],
        "entries": _entries(size.entries, strings),
        "profiles": [_profile(name, each, strings) for name, each in build.profiles.items()],
        "plans": [
            {
                "name": strings.number(each.name),
                "exported": _plan(each.exported, strings),
                "shipped": _plan(each.shipped, strings),
            }
            for each in build.plans
        ],
        "before": None
        if baseline is None or row.since is None
        else _before(baseline, row.since, strings),
    }


def _entries(entries: Sequence[Entry], strings: Strings) -> dict[str, list[int]]:
    return {key: [strings.number(getattr(entry, key)) for entry in entries] for key in TEXTS} | {
        key: [getattr(entry, key) for entry in entries] for key in NUMBERS
    }


def _profile(name: str, profile: Profile, strings: Strings) -> dict[str, Any]:
    took: dict[tuple[str, int, int], int] = {}
    for event in profile.events:
        key = event.operator, event.chain, event.instruction
        took[key] = took.get(key, 0) + event.end - event.begin
    return {
        "name": strings.number(name),
        "unit": strings.number(profile.unit),
        "runs": len({event.run for event in profile.events}),
        "lost": profile.lost,
        "operator": [strings.number(operator) for operator, _, _ in took],
        "instruction": [instruction for _, _, instruction in took],
        "took": list(took.values()),
    }


def _plan(plan: MemoryPlan | None, strings: Strings) -> dict[str, Any] | None:
    if plan is None:
        return None
    operators = [strings.number(each or None) for each in plan.instructions]
    return {**asdict(plan), "instructions": operators}


def _before(baseline: Baseline, since: Difference, strings: Strings) -> dict[str, Any]:
    record = baseline.record
    return {
        "toolchain": record.toolchain,
        "exact": baseline.exact,
        "flash_bytes": record.flash_bytes,
        "ram_bytes": record.ram_bytes,
        "measures": {"flash_bytes": record.flash_bytes, **since.a.figures},
        "parts": {name: list(sizes) for name, sizes in record.parts.items()},
        **{
            level.value: [_changed(change, strings) for change in since.levels[level]]
            for level in (Level.OPERATORS, Level.SYMBOLS)
        },
    }


def _changed(change: Change, strings: Strings) -> list[int]:
    """Name, flash and RAM before."""
    before = change.before
    sizes = (0, 0) if before is None else (before.flash, before.ram)
    return [strings.number(change.name), *sizes]


def _history(
    rows: Sequence[Row], numbers: Mapping[str, int], strings: Strings
) -> dict[str, list[int | None]]:
    rows = sorted(rows, key=lambda row: numbers[row.commit])
    values = [
        {"flash_bytes": row.flash_bytes, "ram_bytes": row.ram_bytes, **row.measures} for row in rows
    ]
    kept = [
        i
        for i, row in enumerate(rows)
        if i in (0, len(rows) - 1)
        or values[i] != values[i - 1]
        or row.toolchain != rows[i - 1].toolchain
    ]
    measures = sorted({name for value in values for name in value})
    return {
        "commit": [numbers[rows[i].commit] for i in kept],
        "toolchain": [strings.number(rows[i].toolchain) for i in kept],
        **{name: [values[i].get(name) for i in kept] for name in measures},
    }
