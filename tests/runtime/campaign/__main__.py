"""`python -m tests.runtime.campaign --programs N --seed S`: a campaign as long as you like."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.runtime.campaign.campaign import Outcome, driver, run_campaign
from tests.runtime.sanitized import CACHE, Compiler, plan_for


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.runtime.campaign", description=__doc__)
    parser.add_argument("--programs", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--reports", type=int, default=20, metavar="N", help="stop after so many")
    parser.add_argument("--output-dir", type=Path, default=CACHE / "campaign", metavar="DIR")
    options = parser.parse_args()
    options.output_dir.mkdir(parents=True, exist_ok=True)
    outcome = run_campaign(
        driver(Compiler(command="g++"), plan_for()),
        options.output_dir,
        seed=options.seed,
        programs=options.programs,
        most_reports=options.reports,
    )
    _show(outcome, options.seed)
    return 1 if outcome.reports else 0


def _show(outcome: Outcome, seed: int) -> None:
    for report in outcome.reports:
        print(f"{report.file}: seed {seed}, program {report.number}\n{report.what[:1500]}\n")
    for name, count in outcome.ended.most_common():
        print(f"{count:8} {name}")
    print(
        f"seed {seed}: {outcome.programs} programs, {outcome.ok_share:.1%} Ok, "
        f"{len(outcome.reports)} ended by a sanitizer or a signal"
    )


sys.exit(main())
