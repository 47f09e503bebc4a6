"""Where compilers and emulators run: a command, what it may read and write, and what came of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Protocol

Say = Callable[[str], None]

# Compilers also obey these, which would make their output depend on the user.
UNWANTED = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH")
STOP_S = 10
"""Seconds that a process has to end those that it started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A command to run in `folder`. All paths are absolute, and the same on every machine."""

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[Path, ...] = ()
    """Files and folders that it reads in addition to the system's own."""
    writes: tuple[Path, ...] = ()
    """Folders that it reads and writes."""
    timeout_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program that a runner has; `key` changes whenever the program may have."""

    path: str  # as a command names it
    place: str  # "at /usr/bin", "in kerf-toolchain:5ed723b18dc8"
    key: str


class Runner(Protocol):
    """Runs jobs on this machine or in a container, with the same outcome."""

    @property
    def executor(self) -> str:
        """What a manifest calls it: "local", "container"."""

    @property
    def image(self) -> str | None:
        """The ID of the container's image."""

    def find(self, program: str) -> Program | None:
        """The program by the name that a command would use; None where it is not installed."""

    def run(self, job: Job, say: Say | None = None) -> subprocess.CompletedProcess[str]:
        """What the command printed and its exit code, negative where a signal ended it.

        With `say`, it receives every line immediately, both streams in one, and none is kept.

        Raises:
            subprocess.TimeoutExpired: it took longer than its limit, and was killed.
            OSError: it cannot be started.
            ContainerError: the container engine fails.

        """


class LocalRunner:
    """Runs jobs as processes of this machine, which see all that the user sees."""

    executor = "local"
    image = None

    def find(self, program: str) -> Program | None:
        """The program in this Python's own folder, else on the PATH."""
        own = sysconfig.get_path("scripts") if program == "ninja" else None
        found = (shutil.which(program, path=own) if own else None) or shutil.which(program)
        if found is None:
            return None
        changed = Path(found).stat().st_mtime_ns
        return Program(path=found, place=f"at {Path(found).parent}", key=f"{found} {changed}")

    def run(self, job: Job, say: Say | None = None) -> subprocess.CompletedProcess[str]:
        """See `Runner.run`."""
        kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
        if say is not None:
            return _followed(job, {**kept, **job.environment}, say)
        return subprocess.run(
            job.command,
            cwd=job.folder,
            env={**kept, **job.environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=job.timeout_s,
            check=False,
        )


LOCAL = LocalRunner()


def _followed(
    job: Job, environment: Mapping[str, str], say: Say
) -> subprocess.CompletedProcess[str]:
    with subprocess.Popen(
        job.command,
        cwd=job.folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        try:
            with TimeLimit(job, process.kill):
                for line in process.stdout:
                    say(line.rstrip())
                code = process.wait()
        except BaseException:
            _stop(process)
            raise
    return subprocess.CompletedProcess(job.command, code, "", "")


def _stop(process: subprocess.Popen[str]) -> None:
    """Ends an abandoned process with its children: ninja does that when it is terminated."""
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()


class TimeLimit:
    """Within it a job may run until its time is up; then `kill` is called, and its end raises."""

    def __init__(self, job: Job, kill: Callable[[], object]) -> None:
        self._job = job
        self._kill = kill
        self._expired = False
        self._timer = None if job.timeout_s is None else Timer(job.timeout_s, self._expire)

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._expired and kind is None:
            raise subprocess.TimeoutExpired(self._job.command, self._job.timeout_s or 0)

    def _expire(self) -> None:
        self._expired = True
        self._kill()
