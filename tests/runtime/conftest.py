"""The compiler with sanitizers, the runner that has every kernel, and what it is called with."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.plan import Plan
from dev.conformance.case_file import CaseFile
from dev.conformance.pack import ARCHIVE, unpack
from tests.codegen import program_builder as build
from tests.runtime.sanitized import (
    ENVIRONMENT,
    NARROW,
    ROOT,
    SANITIZED,
    UNSANITIZED,
    Compiler,
    plan_for,
)


@pytest.hookimpl(tryfirst=True)  # before the slow ones are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks as slow what needs a program with all kernels: to compile it takes minutes."""
    for item in items:
        if "everything_plan" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def options_of_the_sanitizers(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what tasks start as well: looking for leaks takes longer than the programs themselves."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def compiler(require_tool: Callable[[str], str]) -> Compiler:
    """Clang with the sanitizers, which takes two thirds of g++'s time; g++ where it is absent."""
    return Compiler(command=shutil.which("clang++") or require_tool("g++"))


@pytest.fixture(scope="session")
def gcc(require_tool: Callable[[str], str]) -> Compiler:
    """g++ without sanitizers, as users build; its warnings are others than clang's."""
    return Compiler(command=require_tool("g++"), flags=UNSANITIZED)


@pytest.fixture(scope="session")
def narrow(
    require_tool: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Compiler:
    """Clang for 32 bits, with the sanitizers."""
    narrow = Compiler(command=require_tool("clang++"), flags=(*SANITIZED, *NARROW))
    what = "libraries of 32 bits: install libc6-dev-i386, lib32stdc++ and libclang-rt-dev"
    require_library(narrow, tmp_path_factory.mktemp("narrow"), what)
    return narrow


@pytest.fixture(scope="session")
def everything_plan() -> Plan:
    """The plan with all kernels of all libraries, and every feature."""
    return replace(plan_for(), profile=True)


@pytest.fixture(scope="session")
def runner(compiler: Compiler, everything_plan: Plan) -> Path:
    """The host runner with all kernels."""
    sources = compiler.runtime(everything_plan, "runner")
    return compiler.program("runner", sources, everything_plan)


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[CaseFile]]:
    """Maps each operator to its programs that are kept, with PyTorch's results."""
    found: dict[str, list[CaseFile]] = {}
    for case_file in unpack(ROOT / ARCHIVE, tmp_path_factory.mktemp("programs")):
        found.setdefault(case_file.operator, []).append(case_file)
    return found


@pytest.fixture
def one(tmp_path: Path) -> str:
    """A file with the number 1.0 as a float."""
    path = tmp_path / "one"
    path.write_bytes(struct.pack("<f", 1.0))
    return str(path)


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """A program that returns its int, double, bool and none, each read by an instruction."""
    values = [build.integer(0), build.double(0), build.boolean(False), build.none()]
    method = build.method(values, inputs=(0, 1, 2, 3), outputs=(0, 1, 2, 3), operators=())
    path = tmp_path / "numbers.pte"
    path.write_bytes(build.program(method))
    return path


def require_library(compiler: Compiler, folder: Path, what: str) -> None:
    """Skips a test whose compiler lacks a library; in CI it fails."""
    source = folder / "empty.cpp"
    source.write_text("int main() {}\n", encoding="utf-8")
    command = [compiler.command, *compiler.flags, str(source), "-o", str(folder / "empty")]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        if os.environ.get("CI"):
            pytest.fail(f"no {what}: in CI nothing may be skipped")
        pytest.skip(f"no {what}")
