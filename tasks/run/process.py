"""A program of a target in a process of its own: what it reads, in what time, how it ended."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGILL

from codegen.errors import VerifyError
from tasks.executors.runner import Job, Runner

MODEL, CALLS, OUTPUT = "kerf.model", "kerf.calls", "kerf.out"
"""The files of the minimal application."""
ILLEGAL = "died of an illegal instruction"
"""How the end of a program that the processor, or the program itself, stopped so is described."""


@contextmanager
def folder_with(model: Path | None, calls: bytes) -> Iterator[Path]:
    """A folder for one run of the minimal application on `model` and a block of calls."""
    with tempfile.TemporaryDirectory(prefix="kerf-run-") as name:
        folder = Path(name)
        (folder / CALLS).write_bytes(calls)
        if model is not None:
            (folder / MODEL).symlink_to(model.resolve())
        yield folder


def finished(job: Job, runner: Runner) -> subprocess.CompletedProcess[str]:
    """How the job ended, and what it printed.

    Raises:
        VerifyError: it takes longer than its limit.
        ContainerError: the container engine fails.

    """
    try:
        return runner.run(job)
    except subprocess.TimeoutExpired as error:
        raise VerifyError(
            f"{job.command[0]} did not end within {error.timeout:g} s. Raise run.timeout-s, or see "
            "why the program hangs."
        ) from error


def ending(result: subprocess.CompletedProcess[str]) -> str:
    """What a program that failed printed; else its signal or exit code."""
    if printed := result.stderr.strip().removeprefix("error: "):
        return printed
    if -result.returncode == SIGILL:
        return (
            f"{ILLEGAL}: this processor has not all that the toolchain "
            "compiles for. Choose another toolchain, or run it on another machine"
        )
    if result.returncode < 0:
        return f"died of signal {-result.returncode}"
    return f"exit code {result.returncode}"
