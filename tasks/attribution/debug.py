"""Debug information of an image: in which function each byte of code was written."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A function or datum as its source has it."""

    name: str
    """Its qualified name as a person reads it: `kerf::Tensor::numel`."""
    source: str | None
    """The file that it was written in, as passed to the compiler: `runtime/core/error.h`."""
    unit: str | None
    """The file that was compiled: `runtime/core/error.cpp`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Bytes of one function; `frames` are those it was inlined into, outermost first."""

    start: int
    end: int
    frames: tuple[Origin, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Debug:
    """The debug information of an image."""

    spans: tuple[Span, ...]
    """Sorted by address; they do not overlap."""
    data: dict[int, Origin]
    """Data by address."""
    calls: dict[str, frozenset[str]]
    """The call graph by name: for each called function, its callers that are not inlined."""

    def inside(self, start: int, end: int) -> Iterator[Span]:
        """The spans that reach into `start` to `end`, clipped to it."""
        at = max(bisect_right(self.spans, start, key=attrgetter("start")) - 1, 0)
        for index in range(at, len(self.spans)):
            span = self.spans[index]
            if span.start >= end:
                return
            if span.end > start:
                yield Span(
                    start=max(start, span.start),
                    end=min(end, span.end),
                    frames=span.frames,
                )


def flat(painted: Iterable[Span]) -> Iterator[Span]:
    """The last one painted is on top: a function, then what was inlined into it, to any depth."""
    events: dict[int, list[tuple[int, bool, Span]]] = defaultdict(list)
    for depth, paint in enumerate(painted):
        events[paint.start].append((depth, True, paint))
        events[paint.end].append((depth, False, paint))
    open_: dict[int, Span] = {}
    last = 0
    for address in sorted(events):
        if open_ and address > last:
            top = open_[max(open_, key=lambda depth: (len(open_[depth].frames), depth))]
            yield Span(start=last, end=address, frames=top.frames)
        for depth, begins, paint in events[address]:
            if begins:
                open_[depth] = paint
            else:
                del open_[depth]
        last = address
