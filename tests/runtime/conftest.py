"""The compiler with sanitizers, and the runner that has every kernel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.runtime.sanitized import Compiler, plan_for


@pytest.fixture(scope="session")
def compiler(require_tool: Callable[[str], str]) -> Compiler:
    """g++ with the sanitizers."""
    return Compiler(command=require_tool("g++"))


@pytest.fixture(scope="session")
def everything_plan() -> Plan:
    """The plan with all kernels of all libraries, and every feature."""
    return plan_for()


@pytest.fixture(scope="session")
def runner(compiler: Compiler, everything_plan: Plan) -> Path:
    """The host runner with all kernels."""
    sources = compiler.runtime(everything_plan, "runner")
    return compiler.program("runner", sources, everything_plan)
