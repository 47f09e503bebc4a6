"""The programs of a campaign after all passes: what ran before runs, with the same results."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import KerfError
from codegen.optimize.pipeline import optimize
from tests.codegen.optimize.graphs import operators
from tests.runtime.campaign.campaign import write_pack
from tests.runtime.campaign.compiled_form import Difference, run_lines
from tests.runtime.campaign.programs import program

_PACK = 500


def compare_optimized(
    driver: Path, folder: Path, *, seed: int, programs: int
) -> tuple[int, list[Difference]]:
    """Counts the first `programs` of `seed` that passes take and that give values; finds those
    that change.
    """
    compared, differences = 0, []
    for first in range(0, programs, _PACK):
        pairs: list[tuple[int, bytes, bytes]] = []
        for number in range(first, min(first + _PACK, programs)):
            data = program(seed, number)
            try:
                smaller = optimize(data, name="program.pte", operators=operators()).data
            except KerfError:
                continue
            pairs.append((number, data, smaller))
        before = _results(driver, folder, [data for _, data, _ in pairs])
        after = _results(driver, folder, [smaller for _, _, smaller in pairs])
        compared += sum("Ok" in each for each in before)
        for (number, _, _), one, other in zip(pairs, before, after, strict=True):
            if not _is_kept(one, other):
                differences.append(Difference(number=number, what=f"{one} became {other}"))
    return compared, differences


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
