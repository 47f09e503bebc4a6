"""A container engine for tests: the one of DOCKER_HOST or of this machine, else one of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tasks.executors.engine import HOST, Absent, Engine, find_engine

ROOT = Path(__file__).parents[3]


@contextmanager
def any_engine() -> Iterator[Engine]:
    """An engine that listens; skips the test where there is none, fails it in CI."""
    found = find_engine()
    if not isinstance(found, Absent):
        yield found
        return
    with own_engine() as (engine, _):
        yield engine


@contextmanager
def own_engine() -> Iterator[tuple[Engine, int]]:
    """An engine that belongs to one test, and its process; only root can start one."""
    if os.getuid() != 0 or shutil.which("dockerd") is None:
        missing("no container engine listens, and only root with dockerd can start one")
    with tempfile.TemporaryDirectory(prefix="kerf-engine-") as name:  # sockets want short paths
        environment = {**os.environ, "KERF_ENGINE": name}

        def engine(verb: str) -> None:
            command = (ROOT / ".ci" / "engine", verb)
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

        engine("start")
        try:
            process = int(Path(name, "docker.pid").read_text())
            yield Engine(address=f"unix://{name}/docker.sock"), process
        finally:
            engine("start")  # where a test killed it: only an engine ends its containers
            engine("stop")


def missing(what: str) -> None:
    """Skips the test on a user's machine, fails it in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}: in CI nothing may be skipped")
    pytest.skip(what)


def without_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hides every engine of this machine."""
    monkeypatch.setenv(HOST, "unix:///nonexistent/docker.sock")
