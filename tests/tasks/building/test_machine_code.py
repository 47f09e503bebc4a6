"""libkerf.a of a build folder: machine code, for any linker, whatever the target is linked with."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.install import BITCODE
from tasks.release.archive import archive_members
from tests.tasks.built_targets import ROOT, Built

pytestmark = pytest.mark.slow

MODEL = ROOT / "configs" / "models" / "add_mul.pte"
SOURCE = ROOT / "examples" / "cmake" / "main.cpp"


@pytest.mark.parametrize("target", ["arm", "riscv", "host", "clang", "aarch64", "zig-arm"])
def test_library_has_no_intermediate_code(
    built_target: Callable[[str], Built], target: str
) -> None:
    folder = built_target(target).folder
    library = (folder / "libkerf.a").read_bytes()
    members = dict(archive_members(library))
    assert members
    for content in members.values():
        assert content.startswith(b"\x7fELF")
        assert b".gnu.lto_" not in content
        assert b"__gnu_lto_slim" not in content
    linked = dict(archive_members((folder / "for-lto" / "libkerf.a").read_bytes()))
    assert all(b".gnu.lto_" in each or each.startswith(BITCODE) for each in linked.values())


@pytest.mark.parametrize(
    "command",
    [
        ("g++", "-fno-lto", "-fno-use-linker-plugin"),
        ("g++", "-fno-use-linker-plugin", "-Wl,--gc-sections"),
        ("clang++",),
    ],
)
@pytest.mark.parametrize("target", ["host", "clang"])
def test_library_links_without_a_linkers_plugin(
    built_target: Callable[[str], Built],
    require_tool: Callable[[str], str],
    tmp_path: Path,
    target: str,
    command: tuple[str, ...],
) -> None:
    folder, program = built_target(target).folder, require_tool(command[0])
    words = [program, *command[1:], "-std=c++17", f"-I{folder / 'include'}", str(SOURCE)]
    words += [str(folder / "libkerf.a"), "-lm", "-o", "x"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([tmp_path / "x", MODEL], capture_output=True, text=True, check=False)
    assert ran.stdout == "19.5 22.5 43.5 50.5 Ok\n", ran.stderr
