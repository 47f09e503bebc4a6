"""Tables in which equal entries are stored once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Pool(Generic[Item]):
    """Entries in the order in which they were first added."""

    def __init__(self) -> None:
        self.entries: list[Item] = []
        self._index: dict[tuple[type, Item], int] = {}

    def add(self, entry: Item) -> int:
        """The index of `entry`."""
        key = (type(entry), entry)
        if key not in self._index:
            self._index[key] = len(self.entries)
            self.entries.append(entry)
        return self._index[key]


class Sequences(Generic[Item]):
    """Sequences that share their items: one that is inside another takes no room."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._starts: dict[tuple[Item, ...], int] = {}

    def add(self, sequence: Sequence[Item]) -> tuple[int, int]:
        """Start and length of `sequence` among the items."""
        wanted = tuple(sequence)
        if wanted not in self._starts:
            self._starts[wanted] = self._find(wanted)
        return self._starts[wanted], len(wanted)

    def _find(self, wanted: tuple[Item, ...]) -> int:
        count = len(wanted)
        for start in range(len(self.items) - count + 1):
            if tuple(self.items[start : start + count]) == wanted:
                return start
        # The end of the items may be the beginning of the sequence.
        shared = next(
            n
            for n in range(min(count, len(self.items)), -1, -1)
            if tuple(self.items[len(self.items) - n :]) == wanted[:n]
        )
        start = len(self.items) - shared
        self.items += wanted[shared:]
        return start
