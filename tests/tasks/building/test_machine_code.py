"""libkerf.a of a build folder: machine code, for any linker, whatever the target is linked with."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks.install.__main__ import BITCODE
from tasks.release.archive import archive_members
from tests.tasks.built_targets import ROOT, Built, build_in, make_tree

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


def test_size_json_has_what_the_program_takes_with_the_library(
    built_target: Callable[[str], Built], require_tool: Callable[[str], str]
) -> None:
    built = built_target("arm")
    linked = built.folder / "machine-code" / "runner.elf"
    assert f"{built.folder.name}/libkerf.a(kerf.o)" in Path(f"{linked}.map").read_text("utf-8")
    words = [require_tool("arm-none-eabi-size"), linked]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, shown.splitlines()[1].split()[:3])
    assert built.size["library"] == {"flash_bytes": text + data, "ram_bytes": data + bss}
    assert built.size["library"]["flash_bytes"] > built.size["flash_bytes"]


def test_a_program_that_fits_is_built_though_it_would_not_fit_with_the_library(
    built_target: Callable[[str], Built], tmp_path: Path
) -> None:
    size = built_target("arm").size
    tree = make_tree(tmp_path / "kerf")
    file = tree / "toolchains" / "cortex-m55" / "toolchain.toml"
    used = size["regions"][0]["used_bytes"]
    board = file.read_text("utf-8").replace("bytes = 0x8_0000", f"bytes = {used}")
    file.write_text(board, "utf-8")
    again = build_in(tree, "arm").size
    assert (again["regions"][0]["free_bytes"], again["library"]) == (0, size["library"])
    assert size["library"]["flash_bytes"] > used
