"""The progress of several jobs: a line for each on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Protocol, TextIO

REDRAW_S = 0.1


def tell(line: str) -> None:
    """Says how far something long has come: on stderr, for stdout is its result's."""
    print(line, file=sys.stderr, flush=True)


class Progress(Protocol):
    """Is told what becomes of each job, from any thread."""

    def state(self, name: str, text: str) -> None:
        """What a job does at present."""

    def ended(self, name: str, text: str) -> None:
        """How a job ended."""

    def close(self) -> None:
        """Nothing more will come."""


class Lines:
    """A line when a job begins and when it ends."""

    def __init__(self, names: Sequence[str], stream: TextIO) -> None:
        self._width = max(map(len, names), default=0)
        self._stream = stream
        self._begun: set[str] = set()
        self._lock = Lock()

    def state(self, name: str, text: str) -> None:
        """Says that the job began, when it is first heard of."""
        with self._lock:
            if name not in self._begun:
                self._begun.add(name)
                self._say(name, "...")

    def ended(self, name: str, text: str) -> None:
        """Says how the job ended."""
        with self._lock:
            self._begun.add(name)
            self._say(name, text)

    def close(self) -> None:
        """Nothing is left to do."""

    def _say(self, name: str, text: str) -> None:
        print(f"{name:<{self._width}}  {text}", file=self._stream, flush=True)


class Screen:
    """A line for each job, drawn again in its place as it changes."""

    def __init__(self, names: Sequence[str], stream: TextIO) -> None:
        self._width = max(map(len, names), default=0)
        self._texts = dict.fromkeys(names, "")
        self._stream = stream
        self._drawn = 0
        self._last = 0.0
        self._lock = Lock()

    def state(self, name: str, text: str) -> None:
        """Shows what the job does, at most ten times a second."""
        with self._lock:
            self._texts[name] = text
            if time.monotonic() - self._last > REDRAW_S:
                self._draw()

    def ended(self, name: str, text: str) -> None:
        """Shows how the job ended."""
        with self._lock:
            self._texts[name] = text
            self._draw()

    def close(self) -> None:
        """Leaves the last state on the screen."""
        with self._lock:
            self._draw()

    def _draw(self) -> None:
        columns, rows = shutil.get_terminal_size()
        lines = [f"{name:<{self._width}}  {text}" for name, text in self._texts.items()]
        lines = lines[: rows - 1]  # what has scrolled away cannot be drawn again
        up = f"\x1b[{self._drawn}A" if self._drawn else ""
        body = "".join(f"\r\x1b[2K{_printable(line)[: columns - 1]}\n" for line in lines)
        self._stream.write(up + body)
        self._stream.flush()
        self._drawn = len(lines)
        self._last = time.monotonic()


def progress(names: Sequence[str], stream: TextIO | None = None) -> Progress:
    """What suits `stream`, which is stdout unless another is given."""
    stream = stream or sys.stdout
    terminal = False
    with suppress(OSError, ValueError):
        terminal = stream.isatty() and os.environ.get("TERM") not in (None, "dumb")
    return Screen(names, stream) if terminal else Lines(names, stream)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
