"""Reading many elements and reporting the faults of all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from codegen.errors import SelectionError

# A file of another kind has a fault on each line: more of them are of no use.
MAX_FAULTS = 20

Item = TypeVar("Item")
Result = TypeVar("Result")


def collect(items: Iterable[Item], read: Callable[[Item], Result]) -> tuple[Result, ...]:
    """The results of `read` for `items`, in order.

    Raises:
        SelectionError: with the faults of all items that `read` refuses.

    """
    results: list[Result] = []
    faults: list[str] = []
    for item in items:
        try:
            results.append(read(item))
        except SelectionError as error:
            faults.extend(error.faults)
    if len(faults) > MAX_FAULTS:
        where = faults[MAX_FAULTS - 1].partition(": ")[0]
        faults[MAX_FAULTS:] = [f"{where}: and {len(faults) - MAX_FAULTS} more faults after it."]
    if faults:
        raise SelectionError(faults)
    return tuple(results)
