"""Where the scratch of a method's calls begins: in planned memory that holds nothing then.

It begins at one offset in all calls, so that a device looks nothing up: each call takes as much as
it needs from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALIGNMENT = 16
"""Offsets are multiples of it. Source: kPlannedAlignment of the runtime."""

Range = tuple[int, int]
"""First byte and end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What one call takes of the arena that scratch is in."""

    scratch: int
    """Bytes of its scratch."""
    taken: tuple[Range, ...]
    """The bytes that hold something while it runs."""
    operand: Range | None = None
    """An operand that it may overwrite, which is not among these."""
    ahead: int = 0
    """Scratch that overlaps that operand begins at least so many bytes before it."""

    def allows(self, offset: int) -> bool:
        """Whether scratch may begin at `offset`."""
        if not self.scratch:
            return True
        if any(self._meets(each, offset) for each in self.taken):
            return False
        if self.operand is None or not self._meets(self.operand, offset):
            return True
        return 0 < self.ahead <= self.operand[0] - offset

    def _meets(self, other: Range, offset: int) -> bool:
        return other[0] < offset + self.scratch and offset < other[1]


def scratch_offset(uses: Sequence[Use], end: int) -> int | None:
    """Where scratch begins for the smallest arena; None: no place is better than at its `end`."""
    most = max((each.scratch for each in uses), default=0)
    ends = {aligned(end_) for each in uses for _, end_ in (*each.taken, *_operand(each))}
    end = aligned(end)
    best: tuple[int | None, int] = None, end + most
    for offset in sorted({0, *ends}):
        total = max(end, offset + most)
        if total < best[1] and all(each.allows(offset) for each in uses):
            best = offset, total
    return best[0]


def end_with_scratch(uses: Sequence[Use], end: int) -> int:
    """The bytes of an arena whose planned memory ends at `end`, with the scratch of all calls."""
    most = max((each.scratch for each in uses), default=0)
    offset, end = scratch_offset(uses, end), aligned(end)
    return max(end, (end if offset is None else offset) + most)


def joined(ranges: Iterable[Range]) -> list[Range]:
    """The same bytes in ranges that neither meet nor touch."""
    found: list[Range] = []
    for first, end in sorted(each for each in ranges if each[0] < each[1]):
        if found and first <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((first, end))
    return found


def _operand(use: Use) -> tuple[Range, ...]:
    return () if use.operand is None else (use.operand,)


def aligned(count: int) -> int:
    """`count`, rounded up to the next possible offset."""
    return -(-count // ALIGNMENT) * ALIGNMENT
