"""The example of a delegate that waits while another method runs, in the emulator and on a host."""

from __future__ import annotations

import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

EXAMPLE = Path("examples/async")
MODEL, CALLS = 0x7000_0000, 0x7400_0000


def run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


def make(root: Path, what: str, *variables: str) -> Path:
    """The folder of the example's program, which has the trace in kerf.out once it was run."""
    built = run([sys.executable, "-m", "tasks.build", str(EXAMPLE / "async.toml")], root)
    assert built.returncode == 0, built.stderr
    made = run(["make", what, *variables], root / EXAMPLE)
    assert made.returncode == 0, made.stderr
    folder = root / "build" / "async" / "example"
    model = (root / EXAMPLE / "overlap.pte").read_bytes()
    (folder / "kerf.model").write_bytes(model)
    (folder / "calls").write_bytes(struct.pack("<2I", 0, len(model)))
    (folder / "kerf.out").unlink(missing_ok=True)
    return folder


@pytest.mark.slow
def test_operators_run_while_a_delegate_waits_for_an_interrupt(
    root: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("arm-none-eabi-gcc")
    emulator = require_tool("qemu-system-arm")
    folder = make(root, "device")
    loaded = [
        word
        for name, start in (("kerf.model", MODEL), ("calls", CALLS))
        for word in ("-device", f"loader,file={name},addr=0x{start:x},force-raw=on")
    ]
    options = ["-M", "mps3-an547", "-nographic", "-semihosting", *loaded]
    done = run([emulator, *options, "-kernel", "async.elf"], folder)
    assert done.returncode == 0, done.stderr
    trace = (folder / "kerf.out").read_text()
    assert trace.startswith("Ww"), trace
    assert trace.endswith("DS"), trace


@pytest.mark.slow
def test_operators_run_while_a_delegate_waits_for_a_thread(
    root: Path, require_tool: Callable[[str], str]
) -> None:
    require_tool("g++")
    setarch = require_tool("setarch")  # ThreadSanitizer knows no address space that is so random
    folder = make(root, "host", "CXXFLAGS=-fsanitize=thread")
    done = run([setarch, "-R", "./async"], folder)
    assert done.returncode == 0, done.stderr
    assert "ThreadSanitizer" not in done.stderr
    trace = (folder / "kerf.out").read_text()
    assert trace.startswith("Ww"), trace
    assert trace.endswith("DS"), trace
