"""A real browser without a screen, and what it complains of."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def a_browser() -> Iterator[Browser]:
    """A browser; without one a test is skipped on a user's machine, failed in CI."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is not installed: in CI nothing may be skipped")
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


class Watched:
    """A page of the browser, with its console messages and requests."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.url = file.as_uri()
        self.printed: list[str] = []
        self.asked: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.printed.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def open(self, address: str = "") -> Page:
        """The page at `address`, reloaded."""
        self.page.goto("about:blank")
        self.page.goto(self.url + address)
        self.page.get_by_role("heading", level=1).wait_for()
        return self.page

    def _console(self, message: ConsoleMessage) -> None:
        self.printed.append(f"{message.type}: {message.text}")

    @property
    def outside(self) -> list[str]:
        """Requests other than for the file itself."""
        return [
            url
            for url in self.asked
            if not url.startswith(("data:", "about:")) and url.partition("#")[0] != self.url
        ]
