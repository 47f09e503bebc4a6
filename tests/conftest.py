"""What all tests share: the repository's folder, and tools that a machine may lack."""

from __future__ import annotations

import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SWEEPS = int(os.environ.get("KERF_SWEEPS", "1"))
"""How many times as much as usual tests draw at random."""

LONGEST = (
    "tests/runtime/isa/test_loops.py",
    "tests/tasks/release/test_release.py",
    "tests/tasks/install/test_single_file.py",
    "tests/tasks/building/test_compile.py",
    "tests/runtime/test_campaign.py",
    "tests/runtime/test_compiled.py",
    "tests/tasks/test_build.py",
    "tests/tasks/executors/test_container_build.py",
    "tests/runtime/test_accepted_calls.py",
    "tests/tasks/attribution/test_attribution.py",
)
"""Files of a minute or more, the longest first."""


def pytest_configure() -> None:
    """Lets what the tests start be interrupted, though we were started to ignore it.

    A shell does that to what runs in the background, and nohup. And warnings are errors here.
    """
    os.environ["KERF_STRICT"] = "1"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(trylast=True)  # after what is not run is left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sorts files for several processes: the longest first, so that none works alone at the end.

    Long are `LONGEST`, then those with slow tests; of the others those with most tests.
    `--no-loadscope-reorder` keeps the order: xdist's own begins with the files of most tests, which
    are not the longest.
    """
    if not hasattr(config, "workerinput"):
        return
    slow = {item.path for item in items if item.get_closest_marker("slow") is not None}
    count = Counter(item.path for item in items)
    rank = {ROOT / name: place for place, name in enumerate(LONGEST)}

    def key(item: pytest.Item) -> tuple[bool, int, int]:
        place = rank.get(item.path, len(rank))
        return item.path not in slow, place, -count[item.path]

    items.sort(key=key)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def require_tool() -> Callable[[str], str]:
    """The path of a program; without it a test is skipped on a user's machine, failed in CI."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            message = f"{name} is not installed"
            if os.environ.get("CI"):
                pytest.fail(f"{message}: in CI nothing may be skipped")
            pytest.skip(message)
        return path

    return find
