"""`python -m tests.runtime.campaign --programs N --seed S`: a campaign as long as you like."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median

from codegen.plan import Plan
from tests.runtime.campaign.campaign import Calls, driver, run_campaign
from tests.runtime.campaign.compiled_form import Difference, Drivers, compare
from tests.runtime.campaign.delegate_calls import with_backend
from tests.runtime.campaign.optimized_form import compare_optimized
from tests.runtime.campaign.programs import schemas
from tests.runtime.campaign.tables import table_driver
from tests.runtime.sanitized import CACHE, NARROW, SANITIZED, UNWRITTEN, Compiler, plan_for


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.runtime.campaign", description=__doc__)
    parser.add_argument("--programs", type=int, default=10_000, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="go on from this one")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    forms = ("interpreted", "compiled", "optimized", "bundled", "data")
    parser.add_argument("--form", choices=forms, default=forms[0])
    parser.add_argument(
        "--width",
        type=int,
        nargs="+",
        choices=(64, 32),
        default=[64],
        help="bits of pointers; the optimized form takes several at once",
    )
    parser.add_argument("--delegates", action="store_true", help="each with calls of delegates")
    parser.add_argument("--memory", action="store_true", help="under MSan instead of the others")
    parser.add_argument("--reports", type=int, default=20, metavar="N", help="stop after so many")
    parser.add_argument("--output-dir", type=Path, default=CACHE / "campaign", metavar="DIR")
    options = parser.parse_args()
    if len(options.width) > 1 and options.form != "optimized":
        parser.error("--width: only the optimized form takes several at once")
    options.output_dir.mkdir(parents=True, exist_ok=True)
    command = "clang++" if options.memory else "g++"
    flags: tuple[str, ...] = UNWRITTEN if options.memory else SANITIZED
    compilers = [
        Compiler(command=command, flags=(*flags, *NARROW) if width == 32 else flags)
        for width in options.width
    ]
    plan = with_backend(plan_for())
    outcome: Calls
    if options.form == "optimized":
        outcome, faults = _optimized(compilers, plan, options)
    else:
        run = _compiled if options.form == "compiled" else _interpreted
        outcome, faults = run(compilers[0], plan, options)
    operators = [schema.name for schema in schemas()]
    if options.delegates:
        print(f"calls of delegates: {outcome.calls['delegate']:,}", end=", ")
        print(f"{outcome.ok_calls['delegate']:,} of them gave values")
    for title, counts in (("calls", outcome.calls), ("calls that gave values", outcome.ok_calls)):
        print(f"{title}: {_spread(operators, counts)}")
    table = options.output_dir / "calls.txt"
    table.write_text("".join(f"{line}\n" for line in _calls(outcome)), encoding="utf-8")
    print(f"calls of each operator: {table}")
    return 1 if faults else 0


def _interpreted(compiler: Compiler, plan: Plan, options: argparse.Namespace) -> tuple[Calls, int]:
    """Runs the programs and shows how they end."""
    outcome = run_campaign(
        driver(compiler, plan),
        options.output_dir,
        seed=options.seed,
        programs=_numbers(options),
        form=options.form,
        most_reports=options.reports,
        delegates=options.delegates,
    )
    for report in outcome.reports:
        print(f"{report.file}: {_program(options, report.number)}\n{report.what[:1500]}\n")
    _show(outcome.ended)
    print(
        f"seed {options.seed}: {outcome.programs} programs, {outcome.ok_share:.1%} ran, "
        f"{len(outcome.reports)} ended by a sanitizer or a signal"
    )
    return outcome, len(outcome.reports)


def _compiled(compiler: Compiler, plan: Plan, options: argparse.Namespace) -> tuple[Calls, int]:
    """Runs the programs in both forms and shows where they differ."""
    drivers = Drivers(
        interpreter=driver(compiler, plan), compiled=table_driver(compiler, plan), plan=plan
    )
    outcome = compare(
        drivers,
        options.output_dir,
        seed=options.seed,
        programs=_numbers(options),
        most=options.reports,
        delegates=options.delegates,
    )
    _show_differences(outcome.differences, options)
    print("refused:")
    _show(outcome.refused)
    print("first runs:")
    _show(outcome.ended)
    print(f"seed {options.seed}: {options.programs} programs, {len(outcome.differences)} differ")
    return outcome, len(outcome.differences)


def _optimized(
    compilers: Iterable[Compiler], plan: Plan, options: argparse.Namespace
) -> tuple[Calls, int]:
    """Runs the programs before and after all passes and shows which changed."""
    outcome = compare_optimized(
        [driver(each, plan) for each in compilers],
        options.output_dir,
        seed=options.seed,
        programs=_numbers(options),
        most=options.reports,
        delegates=options.delegates,
    )
    _show_differences(outcome.differences, options)
    print(
        f"seed {options.seed}: {outcome.compared} programs compared, "
        f"{len(outcome.differences)} changed"
    )
    return outcome, len(outcome.differences)


def _numbers(options: argparse.Namespace) -> range:
    return range(options.first, options.first + options.programs)


def _show_differences(differences: Iterable[Difference], options: argparse.Namespace) -> None:
    for each in differences:
        print(f"{_program(options, each.number)}: {each.what[:1500]}\n")


def _program(options: argparse.Namespace, number: int) -> str:
    return f"seed {options.seed}, program {number}"


def _show(counts: Counter[str]) -> None:
    for name, count in counts.most_common():
        print(f"{count:8} {name}")


def _spread(operators: list[str], counts: Mapping[str, int]) -> str:
    """How the calls are spread over the operators."""
    sorted_counts = sorted(counts.get(name, 0) for name in operators)
    none = [name for name in operators if not counts.get(name)]
    text = (
        f"{sum(sorted_counts):,} of {len(operators)} operators, at least {sorted_counts[0]:,}, "
        f"median {median(sorted_counts):,.0f}, at most {sorted_counts[-1]:,}"
    )
    return f"{text}; none of {', '.join(none)}" if none else text


def _calls(outcome: Calls) -> Iterator[str]:
    """A line for each operator: its calls, and those in programs that ended with Ok."""
    for schema in schemas():
        name = schema.name
        yield f"{outcome.calls[name]:8} {outcome.ok_calls[name]:8} {name}"


sys.exit(main())
