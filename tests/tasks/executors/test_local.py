"""Processes that run here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tasks.executors.runner import LOCAL, Job


def test_an_interrupted_job_is_ended(tmp_path: Path) -> None:
    """As Ctrl-C does where only this process is signalled, not the whole group."""
    job = Job(command=("sh", "-c", "echo $$; exec sleep 1000"), folder=tmp_path)
    message: list[str] = []

    def interrupted(line: str) -> None:
        message.append(line)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        LOCAL.run(job, interrupted)
    (process,) = message
    assert subprocess.run(["kill", "-0", process], capture_output=True, check=False).returncode
