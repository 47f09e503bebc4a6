"""The program that calls the kernels, with all dtypes and traits."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.plan import Plan
from tests.runtime.kernels.portable_calls import driver
from tests.runtime.sanitized import Compiler


@pytest.fixture(scope="session")
def kernels(compiler: Compiler, everything_plan: Plan) -> Path:
    """Runs cases on kernels that have everything."""
    return driver(compiler, everything_plan)
