"""The package takes the library of the best instruction set that the processor has."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest

import kerf
from kerf import native
from tasks.run.processor import processor_features
from tasks.toolchain.file import read_toolchain
from tests.conftest import ROOT

SETS = native.INSTRUCTION_SETS
BETTER = tuple(chain(*SETS))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package with a library of each instruction set: all are that of the tests."""
    built = os.environ["KERF_LIBRARY"]
    monkeypatch.delenv("KERF_LIBRARY")
    monkeypatch.delenv("KERF_ISA", raising=False)
    monkeypatch.setattr(native, "__file__", str(tmp_path / "native.py"))
    for suffix in ("", *(f"-{each}" for each in BETTER)):
        (tmp_path / f"libkerf{suffix}.so").symlink_to(built)
    native.library.cache_clear()
    yield tmp_path
    native.library.cache_clear()


@pytest.mark.parametrize("best", ["base", *BETTER])
def test_the_best_that_the_processor_has_is_taken(
    package: Path, monkeypatch: pytest.MonkeyPatch, best: str
) -> None:
    monkeypatch.setattr(native.Library, "best_instruction_set", lambda _: best)
    assert kerf.instruction_set() == best


def test_the_processor_has_what_linux_says() -> None:
    features, best = processor_features() or frozenset(), "base"
    family = platform.machine().replace("_", "-")
    for name in (each for each in BETTER if each.startswith(family)):
        if not features.issuperset(read_toolchain(f"host-shared-{name}", ROOT).processor):
            break
        best = name
    assert native.library().best_instruction_set() == best


@pytest.mark.parametrize(
    ("processor", "best"),
    [("cortex-a53", "neon"), ("cortex-a72", "neon"), ("cortex-a76", "dotprod"), ("max", "dotprod")],
)
def test_an_aarch64_says_what_it_has(
    tmp_path: Path, require_tool: Callable[[str], str], processor: str, best: str
) -> None:
    compiler, emulator = require_tool("aarch64-linux-gnu-g++"), require_tool("qemu-aarch64")
    source, program = tmp_path / "says.cpp", tmp_path / "says"
    source.write_text(
        '#include <stdio.h>\n#include "apps/shared/shared.cpp"\n'
        "int main() { puts(kerf_host_instruction_set()); }"
    )
    flags = ("-std=c++17", "-static", "-ffunction-sections", "-Wl,--gc-sections")
    command = [compiler, *flags, f"-I{ROOT / 'runtime'}", source, "-o", program]
    subprocess.run(command, check=True)
    said = subprocess.run([emulator, "-cpu", processor, program], capture_output=True, check=True)
    assert said.stdout.decode().strip() == f"aarch64-{best}"


def test_an_instruction_set_can_be_named(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERF_ISA", "base")
    assert kerf.instruction_set() == "base"


@pytest.mark.parametrize("named", ["x86-64-v3", "x86-64-v4", "avx"])
def test_one_that_cannot_be_had_is_refused_with_those_that_can(
    package: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    (package / "libkerf-x86-64-v3.so").unlink()
    monkeypatch.setattr(native.Library, "best_instruction_set", lambda _: "x86-64-v3")
    monkeypatch.setenv("KERF_ISA", named)
    with pytest.raises(kerf.LibraryMissing, match=f"{named}: .* Here are base.$"):
        kerf.instruction_set()


def test_in_a_clone_one_that_is_older_than_the_base_is_not_taken(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native.Library, "best_instruction_set", lambda _: "x86-64-v3")
    monkeypatch.setattr(native, "__file__", str(tmp_path / "python" / "kerf" / "native.py"))
    built = package / "libkerf.so"
    for number, name in enumerate(("kerf-python", "kerf-python-x86-64-v3")):
        path = tmp_path / "build" / name / "libkerf.so"
        path.parent.mkdir(parents=True)
        path.write_bytes(built.read_bytes())
        os.utime(path, (100 + number, 100 + number))
    assert kerf.instruction_set() == "x86-64-v3"
    native.library.cache_clear()
    os.utime(path, (50, 50))
    assert kerf.instruction_set() == "base"


def test_a_package_without_a_library_says_how_to_build_one(package: Path) -> None:
    for path in package.glob("*.so"):
        path.unlink()
    with pytest.raises(kerf.LibraryMissing, match=r"pip install \./python"):
        kerf.instruction_set()


@pytest.mark.parametrize("name", SETS[0])
def test_libraries_are_compiled_for_the_processor_of_programs(name: str) -> None:
    library, program = (read_toolchain(f"host-{kind}{name}", ROOT) for kind in ("shared-", ""))
    assert (library.isa, library.processor) == (program.isa, program.processor)
    for ours, theirs in ((library.local, program.local), (library.zig, program.zig)):
        assert ours is not None
        assert theirs is not None
        assert ours.machine[: len(theirs.machine)] == theirs.machine
