"""Runs the programs of a campaign, and continues after one that a sanitizer ends."""

from __future__ import annotations

import struct
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codegen.plan import Plan
from tests.runtime import delegates
from tests.runtime.campaign.draft import Draft
from tests.runtime.campaign.files import Files, bundled, program_alone, with_data
from tests.runtime.campaign.programs import drawn, packs
from tests.runtime.sanitized import ENVIRONMENT, ROOT, Compiler

HERE = Path(__file__).parent
BACKEND = delegates.FOLDER / "scale" / "backend.cpp"
_RAN = ("Ok", "Internal")
"""How a program ends whose calls gave values; those of a bundle are then compared."""


@dataclass(slots=True, kw_only=True)
class Report:
    """A program that was ended by a sanitizer or a signal."""

    number: int
    file: Path
    what: str


@dataclass(slots=True, kw_only=True)
class Calls:
    """How often the programs of a campaign call each operator."""

    calls: Counter[str] = field(default_factory=Counter)
    """The number of calls of each operator in all programs."""
    ok_calls: Counter[str] = field(default_factory=Counter)
    """Calls in programs that ended with Ok: each of them gave values."""

    def count(self, draft: Draft, *, ok: bool) -> None:
        """Adds the calls of a program."""
        operators = [step.operator or step.kind for step in draft.steps if step.calls]
        self.calls.update(operators)
        self.ok_calls.update(operators if ok else ())


@dataclass(slots=True, kw_only=True)
class Outcome(Calls):
    """How the programs of a campaign ended."""

    ended: Counter[str] = field(default_factory=Counter)
    """Names of error codes, and how often."""
    reports: list[Report] = field(default_factory=list)

    @property
    def programs(self) -> int:
        return self.ended.total() + len(self.reports)

    @property
    def ok_share(self) -> float:
        return sum(self.ended[each] for each in _RAN) / max(self.programs, 1)


def driver(compiler: Compiler, plan: Plan) -> Path:
    """The program that runs a pack of programs."""
    sources = [
        path
        for path in compiler.runtime(plan, "runner")
        if path != ROOT / "runtime" / "apps" / "runner" / "main.cpp"
    ]
    sources += [HERE.parent / "faults" / "attempt.cpp", HERE / "main.cpp"]
    sources += [BACKEND] if plan.backends else []
    return compiler.program("programs", sources, plan)


def run_campaign(
    runner: Path,
    folder: Path,
    *,
    seed: int,
    programs: range,
    form: str = "interpreted",
    most_reports: int = 20,
    delegates: bool = False,
) -> Outcome:
    """Runs `programs` of `seed`; those that were ended are left in `folder`.

    In the form `bundled` each is a `.bpte`, in the form `data` each has a `.ptd`.
    """
    outcome = Outcome()
    files = {"bundled": bundled, "data": with_data}.get(form, program_alone)
    for numbers in packs(programs):
        drafts = (drawn(seed, number, delegates=delegates) for number in numbers)
        pack = [files(draft, seed, number) for draft, number in zip(drafts, numbers, strict=True)]
        _run_pack(runner, folder, numbers, pack, form, outcome)
        if len(outcome.reports) >= most_reports:
            break
    return outcome


def run_programs(runner: Path, folder: Path, programs: Sequence[bytes]) -> list[str]:
    """How each of `programs` ends, none of them by a sanitizer: `InvalidProgram: what is wrong`."""
    path = write_pack(folder, programs)
    done = subprocess.run(
        [runner, path, "0"], capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    path.unlink()
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    assert len(lines) == len(programs), done.stderr[:6000]
    return [f"{error}: {what}" for error, _, what in lines]


def _run_pack(
    runner: Path,
    folder: Path,
    numbers: Sequence[int],
    pack: Sequence[Files],
    form: str,
    outcome: Outcome,
) -> None:
    path = write_pack(folder, [data for each in pack for data in each.content.values()])
    at = 0
    while at < len(numbers):
        done = subprocess.run(
            [runner, path, str(at), form],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            env=ENVIRONMENT,
        )
        lines = done.stdout.splitlines()
        errors = [line.partition(" ")[0] for line in lines]
        outcome.ended.update(errors)
        for each, error in zip(pack[at:], errors, strict=False):
            outcome.count(each.draft, ok=error in _RAN)
        at += len(lines)
        if at == len(numbers):
            assert done.returncode == 0, done.stderr[:6000]
            break
        file = folder / f"program-{numbers[at]}"
        for suffix, data in pack[at].content.items():
            (file := file.with_suffix(suffix)).write_bytes(data)
        what = done.stderr or f"ended by signal {-done.returncode}"
        outcome.reports.append(Report(number=numbers[at], file=file, what=what))
        outcome.count(pack[at].draft, ok=False)
        at += 1
    path.unlink()


def write_pack(folder: Path, programs: Sequence[bytes]) -> Path:
    """The file of `programs` that the driver reads."""
    path = folder / "programs.pack"
    path.write_bytes(b"".join(struct.pack("<I", len(each)) + each for each in programs))
    return path
