"""Builds several targets at once, each in a process of its own, and keeps going when one fails."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import IO

from codegen.errors import KerfError
from tasks.building.freshness import is_fresh
from tasks.building.inputs import Digests
from tasks.config import load_target
from tasks.progress import Progress
from tasks.toolchain.choose import toolchain_for

STOP_S = 20
"""Seconds that an interrupted build has to clean up."""
_DROPPED = ("PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the build of a target ended; `faults` are what it printed."""

    target: str
    code: int
    faults: tuple[str, ...] = ()
    unchanged: bool = False


def build_targets(
    names: Sequence[str],
    root: Path,
    progress: Progress,
    *,
    python: str,
    jobs: int,
    executor: str | None = None,
    check_first: bool = True,
) -> tuple[Outcome, ...]:
    """How the builds of the targets `names` of `root` ended, in their order.

    At most `jobs` run at once. With `check_first`, one that is up to date starts no process.
    """
    builds = _Builds(root, progress, python=python, executor=executor, cores=_cores(jobs))
    digests = Digests()
    outcomes: dict[str, Outcome] = {}
    wanted = []
    for name in names:
        if check_first and _unchanged(name, root, digests, executor):
            outcomes[name] = Outcome(target=name, code=0, unchanged=True)
            progress.ended(name, "up to date")
        else:
            wanted.append(name)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            wanted.sort(key=lambda name: -_library_bytes(root, name))  # so that none is left over
            for outcome in pool.map(builds.build, wanted):
                outcomes[outcome.target] = outcome
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            builds.stop()
            raise
        finally:
            progress.close()
    return tuple(outcomes[name] for name in names)


def _cores(jobs: int) -> int:
    return max(1, (os.cpu_count() or 1) // jobs)


def _library_bytes(root: Path, name: str) -> int:
    """How much its last build compiled; 0 if it was never built."""
    library = root / "build" / name / "libkerf.a"
    return library.stat().st_size if library.is_file() else 0


def _unchanged(name: str, root: Path, digests: Digests, executor: str | None) -> bool:
    try:
        target = load_target(name, root)
        return is_fresh(target, toolchain_for(target, executor), digests, executor)
    except (KerfError, OSError):  # its build will report it
        return False


class _Builds:
    def __init__(
        self, root: Path, progress: Progress, *, python: str, executor: str | None, cores: int
    ) -> None:
        self._root = root
        self._progress = progress
        self._python = python
        self._options = [f"--jobs={cores}", *([f"--executor={executor}"] if executor else ())]
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = Lock()
        self._stopped = False

    def build(self, name: str) -> Outcome:
        """Builds one target, showing each line that its build prints."""
        begun = time.monotonic()
        self._progress.state(name, "...")
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
            process = self._start([self._python, "-m", "tasks.build", name, *self._options], errors)
            if process is None:
                return Outcome(target=name, code=130, faults=("interrupted",))
            assert process.stdout is not None
            last = ""
            for line in process.stdout:
                last = line.strip() or last
                self._progress.state(name, last)
            code = process.wait()
            with self._lock:
                self._running.discard(process)
            errors.seek(0)
            printed = errors.read() if code else ""
        faults = faults_of(printed)[0] or tuple(printed.splitlines()[-3:])
        took = f"{time.monotonic() - begun:.0f} s"
        unchanged = not code and last.startswith("nothing to do")
        verdict = "nothing to do" if unchanged else "built"
        self._progress.ended(name, f"FAILED ({code}), {took}" if code else f"{verdict}, {took}")
        return Outcome(target=name, code=code, faults=faults, unchanged=unchanged)

    def stop(self) -> None:
        """Ends what runs, and starts nothing more."""
        with self._lock:
            self._stopped = True
            running = tuple(self._running)
        for process in running:
            process.send_signal(signal.SIGINT)
        for process in running:
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()

    def _start(self, command: Sequence[str], errors: IO[str]) -> subprocess.Popen[str] | None:
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                command,
                cwd=self._root,
                env=own_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                errors="replace",
            )
            self._running.add(process)
            return process


def own_environment() -> dict[str, str]:
    """The environment of a task of another tree, which has modules of its own."""
    return {key: value for key, value in os.environ.items() if key not in _DROPPED}


def faults_of(printed: str) -> tuple[tuple[str, ...], str]:
    """The faults of `error: ` lines with the lines that belong to them, and what preceded."""
    before, *faults = f"\n{printed}".split("\nerror: ")
    return tuple(fault.rstrip("\n") for fault in faults), before.strip("\n")
