"""The programs of a campaign after all passes: what ran before runs, with the same results."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from codegen.errors import KerfError
from codegen.optimize.pipeline import optimize
from tests.codegen.optimize.graphs import operators
from tests.runtime.campaign.campaign import Calls, write_pack
from tests.runtime.campaign.compiled_form import Difference, run_lines
from tests.runtime.campaign.draft import Draft
from tests.runtime.campaign.programs import drawn, packs


@dataclass(slots=True, kw_only=True)
class OptimizedOutcome(Calls):
    """How the programs of a campaign came through the passes."""

    compared: int = 0
    """Programs that the passes take and that give values."""
    differences: list[Difference] = field(default_factory=list)


def compare_optimized(
    driver: Path,
    folder: Path,
    *,
    seed: int,
    programs: range,
    most: int = 20,
    delegates: bool = False,
) -> OptimizedOutcome:
    """Runs `programs` of `seed` before and after all passes, to `most`
    differences.
    """
    outcome = OptimizedOutcome()
    for numbers in packs(programs):
        drafts = [(number, drawn(seed, number, delegates=delegates)) for number in numbers]
        _compare_pack(driver, folder, drafts, outcome)
        if len(outcome.differences) >= most:
            break
    return outcome


def _compare_pack(
    driver: Path, folder: Path, drafts: Sequence[tuple[int, Draft]], outcome: OptimizedOutcome
) -> None:
    taken: list[tuple[int, Draft, bytes, bytes]] = []
    for number, draft in drafts:
        data = draft.finish()
        try:
            smaller = optimize(data, name="program.pte", operators=operators()).data
        except KerfError:
            outcome.count(draft, ok=False)
            continue
        except Exception:
            what = traceback.format_exc(limit=-4)
            outcome.differences.append(Difference(number=number, what=what))
            outcome.count(draft, ok=False)
            continue
        taken.append((number, draft, data, smaller))
    before = _results(driver, folder, [data for *_, data, _ in taken])
    after = _results(driver, folder, [smaller for *_, smaller in taken])
    for (number, draft, *_), one, other in zip(taken, before, after, strict=True):
        outcome.count(draft, ok="Ok" in one)
        outcome.compared += "Ok" in one
        if not _is_kept(one, other):
            outcome.differences.append(Difference(number=number, what=f"{one} became {other}"))


def _results(driver: Path, folder: Path, programs: list[bytes]) -> list[str]:
    return run_lines(driver, write_pack(folder, programs), len(programs), "first-runs")


def _is_kept(before: str, after: str) -> bool:
    """Whether each run that gave values gives the same; a pass may drop what failed."""
    if after.startswith("ended"):
        return False
    ones, others = before.split(), after.split()
    pairs = zip(ones, others, strict=False)
    same = all(one == other for one, other in pairs if one.startswith("Ok"))
    return same and (len(ones) == len(others) or "Ok" not in before)
