"""A pytest plugin: a line where a file of tests begins and ends, instead of a dot for each test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable

import pytest

Status = tuple[str, str, str]
"""Category, letter and word of a test's result."""


class ByFile:
    """Counts the tests of each file and adds up their time, in the process that prints."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._left: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._seconds: dict[str, float] = {}
        self._all = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Iterable[str]) -> None:
        """With several processes: each has collected all tests."""
        self._expect(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """With one process."""
        self._expect(item.nodeid for item in session.items)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Prints the file of `nodeid` before the first of its tests."""
        file = _file(nodeid)
        if file not in self._seconds:
            self._seconds[file] = 0
            self._print(f"       {file}: {self._left[file]} tests ...")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Prints the file of `report` after the last of its tests."""
        file = _file(report.nodeid)
        self._failed[file] += report.failed
        self._seconds[file] = self._seconds.get(file, 0) + report.duration
        if report.when != "teardown":
            return
        self._left[file] -= 1
        if self._left[file] == 0:
            done = 100 * (self._all - self._left.total()) // self._all
            failed = f", {self._failed[file]} FAILED" if self._failed[file] else ""
            seconds = f", {self._seconds[file]:.0f} s" if self._seconds[file] >= 1 else ""
            self._print(f"[{done:3}%] {file}{seconds}{failed}")

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, Status, Status]:
        """The status of a test without the letter that is printed for it."""
        category, _, word = yield
        return category, "", word

    def _expect(self, ids: Iterable[str]) -> None:
        if not self._all:
            self._left.update(map(_file, ids))
            self._all = self._left.total()

    def _print(self, line: str) -> None:
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if reporter is not None:
            reporter.ensure_newline()
            reporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    """Adds the plugin, except in the worker processes, which print nothing."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(ByFile(config))


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]
