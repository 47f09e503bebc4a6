"""Builds and runs the target of a new project, and records its sizes as the first baseline."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tasks.targets import CHECKOUT

REASON = "The first build"


def first_build(project: Path, name: str) -> bool:
    """Whether the target `name` was built and its baseline recorded, by the project's own Kerf.

    What the commands print is for the user. A run that fails, or that there are no cases or no
    emulator for, leaves the counts of instructions and stack out of the baseline.
    """
    if _task(project, "build", name):
        return False
    _task(project, "run", name)
    return not _task(project, "rebaseline", name, "--reason", REASON)


def _task(project: Path, verb: str, *arguments: str) -> int:
    """The exit code of a task."""
    checkout = project / CHECKOUT
    command = [sys.executable, "-m", f"tasks.{verb}", *arguments, "--root", str(checkout)]
    found = {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
    sys.stdout.flush()
    return subprocess.run(command, cwd=project, env={**os.environ, **found}, check=False).returncode
