"""What debug information says of an image: which function each code byte was written in."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A function or datum as its source has it."""

    name: str
    """Its qualified name as a person reads it: `kerf::Tensor::numel`."""
    source: str | None
    """The file that it was written in, as the compiler was told: `runtime/core/error.h`."""
    unit: str | None
    """The file that was compiled: `runtime/core/error.cpp`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Bytes that came from one function; `frames` holds those it was put into, outermost first."""

    start: int
    end: int
    frames: tuple[Origin, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Debug:
    """What the debug information says of an image."""

    stretches: tuple[Stretch, ...]
    """By address; they do not overlap."""
    data: dict[int, Origin]
    """Data by address."""
    calls: dict[str, frozenset[str]]
    """Who calls whom, by name: for each function that is called, its callers that stand alone."""
    starts: tuple[int, ...] = field(repr=False)

    def inside(self, start: int, end: int) -> Iterator[Stretch]:
        """The stretches that reach into `start` to `end`, clipped to it."""
        at = max(bisect_right(self.starts, start) - 1, 0)
        for stretch in self.stretches[at:]:
            if stretch.start >= end:
                return
            if stretch.end > start:
                yield Stretch(
                    start=max(start, stretch.start),
                    end=min(end, stretch.end),
                    frames=stretch.frames,
                )


def flat(painted: Iterable[Stretch]) -> Iterator[Stretch]:
    """What is painted last lies on top: a function, then what was put into it, to any depth."""
    events: dict[int, list[tuple[int, bool, Stretch]]] = defaultdict(list)
    for depth, paint in enumerate(painted):
        events[paint.start].append((depth, True, paint))
        events[paint.end].append((depth, False, paint))
    open_: dict[int, Stretch] = {}
    last = 0
    for address in sorted(events):
        if open_ and address > last:
            top = open_[max(open_, key=lambda depth: (len(open_[depth].frames), depth))]
            yield Stretch(start=last, end=address, frames=top.frames)
        for depth, begins, paint in events[address]:
            if begins:
                open_[depth] = paint
            else:
                del open_[depth]
        last = address
