"""The unit tests in C++, one test for each UNIT of tests/runtime/units/*.cpp."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
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


@pytest.fixture(scope="module")
def program_of(compiler: Compiler, everything_plan: Plan) -> Callable[[str], Path]:
    """The program with the units of a file."""
    runtime = compiler.runtime(everything_plan)

    @cache
    def program(file: str) -> Path:
        sources = [*runtime, UNITS / f"{file}.cpp"]
        return compiler.program(f"unit_{file}", sources, everything_plan)

    return program


@pytest.mark.parametrize(("file", "name"), units())
def test_unit(file: str, name: str, program_of: Callable[[str], Path]) -> None:
    done = run(program_of(file), name)
    assert done.exit_code == 0, done.stderr
