"""The package runs on the library of its target's plan, as an installed one does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest

from tasks.building.planning import plan_target
from tasks.config import load_target
from tests.conftest import ROOT
from tests.runtime.sanitized import RUNTIME, UNSANITIZED, Compiler

TARGET = "python/kerf-python.toml"
SHARED = (
    *(flag for flag in UNSANITIZED if flag != "-no-pie"),
    *("-UKERF_DIAGNOSTICS", "-DKERF_DIAGNOSTICS=2"),  # as toolchains/host-shared
    *("-fPIC", "-shared", "-Wl,--version-script=runtime/apps/shared/exports.map"),
)


@pytest.fixture(scope="session", autouse=True)
def library(require_tool: Callable[[str], str]) -> None:
    """Builds the library of this checkout; another one is not tested in its place.

    What Python calls need not be fast: to compile it so, and measure it, takes ten times as long.
    """
    compiler = Compiler(command=shutil.which("clang++") or require_tool("g++"), flags=SHARED)
    plan = plan_target(load_target(TARGET, ROOT)).plan
    sources = [
        *compiler.runtime(plan, "shared"),
        RUNTIME / "apps" / "runner" / "thread_pool.cpp",
        RUNTIME / "platform" / "host" / "port.cpp",
    ]
    os.environ["KERF_LIBRARY"] = str(compiler.program("libkerf.so", sources, plan))
