"""Counting instructions of a host's program with Valgrind."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import NotVerified
from tasks.run.callgrind import count_on_host

pytestmark = pytest.mark.slow

PHASES = ("program_load", "method_load", "execute", "done")
PROGRAM = """
{functions}
int main(void) {{ {calls} return 0; }}
"""


def counted(after_execute: str, folder: Path) -> list[str]:
    """The phases of a program that passes through all of them."""
    calls = "".join(f"kerf_phase_{name}();" for name in PHASES)
    functions = "".join(
        f'__attribute__((noinline)) void kerf_phase_{name}(void) {{ __asm__ volatile(""); }}\n'
        for name in PHASES
    )
    text = PROGRAM.format(
        functions=functions,
        calls=calls.replace("kerf_phase_done", f"{after_execute} kerf_phase_done"),
    )
    (folder / "minimal.c").write_text(text, encoding="utf-8")
    (folder / "model.pte").write_bytes(b"")
    command = ["gcc", "-O1", str(folder / "minimal.c"), "-o", str(folder / "minimal")]
    subprocess.run(command, check=True)
    phases = count_on_host(folder / "minimal", folder / "model.pte", b"", timeout_s=60)
    return [phase.name for phase in phases]


def test_each_phase_is_counted(require_tool: Callable[[str], str], tmp_path: Path) -> None:
    require_tool("valgrind")
    assert counted("", tmp_path) == list(PHASES)


def test_what_valgrind_cannot_run_to_its_end_is_not_counted(
    require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    """An instruction that it does not know ends the program in the middle of a phase."""
    require_tool("valgrind")
    with pytest.raises(NotVerified, match=r"instructions: minimal died .* under valgrind"):
        counted("__builtin_trap();", tmp_path)
