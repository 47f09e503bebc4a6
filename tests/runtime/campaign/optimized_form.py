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

_UNWRITTEN = frozenset({"aten::empty.out", "dim_order_ops::_empty_dim_order.out"})
"""Operators whose results have no values: what is in memory, which no pass keeps."""


@dataclass(slots=True, kw_only=True)
class OptimizedOutcome(Calls):
    """How the programs of a campaign came through the passes."""

    compared: int = 0
    """Programs that the passes take and that give values."""
    differences: list[Difference] = field(default_factory=list)


def compare_optimized(
    drivers: Sequence[Path],
    folder: Path,
    *,
    seed: int,
    programs: range,
    most: int = 20,
    delegates: bool = False,
) -> OptimizedOutcome:
    """Runs `programs` of `seed` before and after all passes by each of `drivers`, to `most`
    differences; calls gave values where they did so by all of them.
    """
    outcome = OptimizedOutcome()
    for numbers in packs(programs):
        drafts = [(number, drawn(seed, number, delegates=delegates)) for number in numbers]
        _compare_pack(drivers, folder, drafts, outcome)
        if len(outcome.differences) >= most:
            break
    return outcome


@dataclass(frozen=True, slots=True)
class _Taken:
    """A program before and after all passes."""

    number: int
    draft: Draft
    before: bytes
    after: bytes


def _compare_pack(
    drivers: Sequence[Path],
    folder: Path,
    drafts: Sequence[tuple[int, Draft]],
    outcome: OptimizedOutcome,
) -> None:
    taken: list[_Taken] = []
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
        taken.append(_Taken(number, draft, data, smaller))
    before = _results(drivers, folder, [each.before for each in taken])
    after = _results(drivers, folder, [each.after for each in taken])
    for each, ones, others in zip(taken, before, after, strict=True):
        ran = all("Ok" in one for one in ones)
        outcome.count(each.draft, ok=ran)
        outcome.compared += ran
        valued = _UNWRITTEN.isdisjoint(step.operator for step in each.draft.steps)
        for one, other in zip(ones, others, strict=True):
            if not _is_kept(one, other, valued=valued):
                what = f"{one} became {other}"
                outcome.differences.append(Difference(number=each.number, what=what))


def _results(
    drivers: Sequence[Path], folder: Path, programs: Sequence[bytes]
) -> list[tuple[str, ...]]:
    """For each program a line by each driver."""
    pack = write_pack(folder, programs)
    lines = [run_lines(driver, pack, len(programs), "first-runs") for driver in drivers]
    return list(zip(*lines, strict=True)) if lines else [()] * len(programs)


def _is_kept(before: str, after: str, *, valued: bool) -> bool:
    """Whether each run that gave values gives the same; a pass may drop what failed. `valued`:
    results are values, not what happens to be in memory.
    """
    if after.startswith("ended"):
        return False
    ones, others = before.split(), after.split()
    if not valued:
        ones, others = ([each.partition(":")[0] for each in runs] for runs in (ones, others))
    pairs = zip(ones, others, strict=False)
    same = all(one == other for one, other in pairs if one.startswith("Ok"))
    return same and (len(ones) == len(others) or "Ok" not in before)
