"""The unit tests in C++, one test for each UNIT of tests/runtime/units/*.cpp."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.runtime.sanitized import ROOT, Compiler, run

UNITS = ROOT / "tests" / "runtime" / "units"


def units() -> list[tuple[str, str]]:
    """File and name of each unit."""
    return [
        (path.stem, name)
        for path in sorted(UNITS.glob("*.cpp"))
        for name in re.findall(r"^UNIT\((\w+)\)", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@pytest.mark.parametrize(("file", "name"), units())
def test_unit(file: str, name: str, compiler: Compiler, everything_plan: Plan) -> None:
    sources = [*compiler.runtime(everything_plan), UNITS / f"{file}.cpp"]
    program: Path = compiler.program(f"unit_{file}", sources, everything_plan)
    done = run(program, name)
    assert done.exit_code == 0, done.stderr
