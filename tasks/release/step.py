"""Runs a task in another folder, by the code of that folder, and hands on how it ended."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from codegen.errors import KerfError
from tasks.building.parallel_builds import STOP_S, faults_of, own_environment

# No cache: a release is compiled, and a second build that came out of a cache would prove nothing.
_SET = {"CCACHE_DISABLE": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def run_step(
    python: str | Path,
    folder: Path,
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
) -> None:
    """Runs `python -m <arguments>` in `folder`; its output is shown immediately.

    Raises:
        KerfError: of the class and with the faults that it ended with.

    """
    sys.stdout.flush()
    process = subprocess.Popen(
        [str(python), "-m", *arguments],
        cwd=folder,
        env={**own_environment(), **_SET, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    try:
        printed = process.communicate()[1]
    except BaseException:
        _stop(process)
        raise
    faults, rest = faults_of(printed)
    if rest:
        print(rest, file=sys.stderr)
    if process.returncode != 0:
        raise _error(process.returncode)(
            faults or f"{arguments[0]} ended with exit code {process.returncode}"
        )


def _stop(process: subprocess.Popen[str]) -> None:
    """Ends the step, which a terminal has interrupted as well as us; a kill has not."""
    for wait_s, number in ((1, signal.SIGINT), (STOP_S, signal.SIGKILL)):
        try:
            process.wait(wait_s)
            return
        except subprocess.TimeoutExpired:
            process.send_signal(number)
    process.wait()


def _error(code: int) -> type[KerfError]:
    known = {error.exit_code: error for error in KerfError.__subclasses__()}
    return known.get(code, KerfError)
