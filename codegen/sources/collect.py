"""Reading many elements and reporting the first faults of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from codegen.errors import Item, Result, SelectionError, collected

# A file of another kind has a fault on each line: more of them are of no use.
MAX_FAULTS = 20


def collect(items: Iterable[Item], read: Callable[[Item], Result]) -> tuple[Result, ...]:
    """The results of `read` for `items`, in order.

    Raises:
        SelectionError: with the faults of all items that `read` refuses, at most `MAX_FAULTS`.

    """
    try:
        return tuple(collected(items, read, SelectionError))
    except SelectionError as error:
        faults = list(error.faults)
    if len(faults) > MAX_FAULTS:
        where = faults[MAX_FAULTS - 1].partition(": ")[0]
        faults[MAX_FAULTS:] = [f"{where}: and {len(faults) - MAX_FAULTS} more faults after it."]
    raise SelectionError(faults)
