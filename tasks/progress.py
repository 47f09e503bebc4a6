"""The progress of several jobs: a line for each on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Protocol, TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

REFRESHES_PER_S = 10


def log(line: str) -> None:
    """Prints the progress of something long on stderr; stdout is for results."""
    print(line, file=sys.stderr, flush=True)


class Progress(Protocol):
    """Receives the state of each job, from any thread."""

    def state(self, name: str, text: str) -> None:
        """What a job is doing."""

    def ended(self, name: str, text: str) -> None:
        """The result of a job."""

    def close(self) -> None:
        """Called once, after the last job."""


class Lines:
    """A line when a job begins and when it ends."""

    def __init__(self, names: Sequence[str], stream: TextIO, prefix: str = "") -> None:
        self._width = max(map(len, names), default=0)
        self._stream = stream
        self._prefix = prefix
        self._begun: set[str] = set()
        self._lock = Lock()

    def state(self, name: str, text: str) -> None:
        """Prints that the job began, at its first state."""
        with self._lock:
            if name not in self._begun:
                self._begun.add(name)
                self._say(name, "...")

    def ended(self, name: str, text: str) -> None:
        """Prints the job's result."""
        with self._lock:
            self._begun.add(name)
            self._say(name, text)

    def close(self) -> None:
        """Nothing is left to do."""

    def _say(self, name: str, text: str) -> None:
        print(f"{self._prefix}{name:<{self._width}}  {text}", file=self._stream, flush=True)


class Screen:
    """A line for each job, redrawn in its place as it changes."""

    def __init__(self, names: Sequence[str], stream: TextIO, prefix: str = "") -> None:
        self._texts = dict.fromkeys(names, "")
        self._prefix = prefix
        self._live = Live(
            get_renderable=self._table,
            console=Console(file=stream, markup=False, emoji=False, highlight=False),
            refresh_per_second=REFRESHES_PER_S,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def state(self, name: str, text: str) -> None:
        """Shows what the job does, at the next refresh."""
        self._texts[name] = text

    def ended(self, name: str, text: str) -> None:
        """Shows how the job ended."""
        self._texts[name] = text
        self._live.refresh()

    def close(self) -> None:
        """Leaves the last state on the screen."""
        self._live.stop()

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 2))
        for name, text in self._texts.items():
            shown = "".join(letter if letter.isprintable() else " " for letter in text)
            named = Text(f"{self._prefix}{name}", no_wrap=True)
            table.add_row(named, Text(shown, no_wrap=True, overflow="ellipsis"))
        return table


def progress(names: Sequence[str], stream: TextIO | None = None, *, prefix: str = "") -> Progress:
    """What suits `stream`, which is stdout unless another is given; `prefix` precedes each name."""
    stream = stream or sys.stdout
    terminal = False
    with suppress(OSError, ValueError):
        terminal = stream.isatty() and os.environ.get("TERM") not in (None, "dumb")
    return (Screen if terminal else Lines)(names, stream, prefix)
