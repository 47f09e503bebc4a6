"""The causes for which a task stops, each with its own exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class KerfError(Exception):
    """A mistake that a user can fix; `faults` holds all that were found, one message each.

    A fault states what is wrong, where, and what to do:
    `configs/m4.toml:12: select.ops[2]: no kernel for aten::foo.out (Float). Add a kernel.`
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, faults: str | Sequence[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class ConfigError(KerfError):
    """A TOML that is wrong, or refers to something that does not exist."""

    exit_code = 2


class SelectionError(KerfError):
    """A source that cannot be read: a broken model, list or YAML."""

    exit_code = 3


class ResolutionError(KerfError):
    """An operator, dtype or feature that no kernel library offers."""

    exit_code = 4


class ExpansionError(KerfError):
    """A cog block that fails, is stale, or was edited by hand."""

    exit_code = 5


class BuildError(KerfError):
    """A compiler or linker that is missing, wrong or fails."""

    exit_code = 6


class SizeError(KerfError):
    """A binary over its budget, or one whose bytes cannot be accounted for."""

    exit_code = 7


class ContainerError(KerfError):
    """A container engine that is missing or fails."""

    exit_code = 8


class VerifyError(KerfError):
    """Outputs or bytes that differ from the expected ones."""

    exit_code = 9


class NotVerified(KerfError):  # noqa: N818 - nothing is wrong: nothing could be checked
    """No emulator or no cases: neither passed nor failed."""

    exit_code = 10


def collected(
    items: Iterable[Item], read: Callable[[Item], Result], error: type[KerfError]
) -> list[Result]:
    """Returns what `read` makes of each of `items`, in order.

    Raises:
        KerfError: of the class `error`, with the faults of all items that `read` refuses.

    """
    results: list[Result] = []
    faults: list[str] = []
    for item in items:
        try:
            results.append(read(item))
        except KerfError as refusal:
            faults += refusal.faults
    if faults:
        raise error(faults)
    return results
