"""The progress of several jobs on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

REFRESHES_PER_S = 10


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
