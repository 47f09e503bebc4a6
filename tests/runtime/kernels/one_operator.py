"""`nox -s operator -- OPERATOR...`: the cases of operators, on their kernels, with sanitizers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from codegen.selection import OperatorNeed, Origin, Selection
from tests.codegen.model_files import DATA
from tests.runtime.kernels.portable_calls import driver, read_cases
from tests.runtime.kernels.portable_results import results
from tests.runtime.sanitized import Compiler, plan_for

ORIGINS = (Origin(source="the command line"),)


def main(arguments: Sequence[str]) -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="nox -s operator --", description=__doc__)
    parser.add_argument("operators", nargs="+", metavar="OPERATOR", help="as aten::rsub.Tensor_out")
    parser.add_argument(
        "--cases",
        type=Path,
        default=DATA / "kernels",
        metavar="FOLDER",
        help="of files of cases (tests/data/kernels)",
    )
    parser.add_argument("--compiler", default="g++", metavar="COMMAND")
    options = parser.parse_args(arguments)
    wanted = frozenset(options.operators)
    cases = [
        case
        for path in sorted(options.cases.glob("*.txt"))
        for case in read_cases(path)
        if case.operator in wanted
    ]
    if without := sorted(wanted - {case.operator for case in cases}):
        parser.error(f"no cases in {options.cases}: {', '.join(without)}")
    need = (OperatorNeed(name=name, origins=ORIGINS, any_dtype=True) for name in sorted(wanted))
    plan = plan_for(Selection(operators=tuple(need)))
    program = driver(Compiler(command=options.compiler), plan)
    faults = 0
    for case, result in zip(cases, results(program, cases), strict=True):
        faults += result.fault is not None
        print(f"{case.operator} {case.name}: {result.fault or 'as PyTorch'}")
    print(f"{len(cases)} cases, {faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
