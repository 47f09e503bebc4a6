"""The progress of several jobs: a line for each on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Protocol, TextIO


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


def progress(names: Sequence[str], stream: TextIO | None = None, *, prefix: str = "") -> Progress:
    """What suits `stream`, which is stdout unless another is given; `prefix` precedes each name."""
    stream = stream or sys.stdout
    terminal = False
    with suppress(OSError, ValueError):
        terminal = stream.isatty() and os.environ.get("TERM") not in (None, "dumb")
    if not terminal:
        return Lines(names, stream, prefix)
    from tasks.screen import Screen  # rich takes 30 ms

    return Screen(names, stream, prefix)
