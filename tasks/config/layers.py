"""A target's file laid over the defaults: the effective values, and where each one is set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tasks.config.document import Document
from tasks.config.locate import KeyPath


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A line of a file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """The target's document over that of the defaults."""

    target: Document
    defaults: Document

    def merged(self) -> dict[str, Any]:
        """The effective values: a key of the target replaces that of the defaults, lists too."""
        merged = {**self.defaults.data, **self.target.data}
        for name, table in self.target.data.items():
            default = self.defaults.data.get(name)
            if isinstance(table, dict) and isinstance(default, dict):
                merged[name] = {**default, **table}
        return merged

    def place(self, path: KeyPath) -> Place:
        """Where the effective value at `path` is set; for an absent one, where it could be."""
        document = self.defaults if self._is_default(path) else self.target
        return Place(file=document.shown, line=document.line(path))

    def _is_default(self, path: KeyPath) -> bool:
        key = path[:2]  # layers replace one another key by key: below that, all is of one file
        if key in self.target.lines or key not in self.defaults.lines:
            return False
        # A table has lines in both; a fault of the table as a whole is the target's to mend.
        return len(key) == 2 or not isinstance(self.defaults.data[str(key[0])], dict)
