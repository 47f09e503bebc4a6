"""The memory of a board: how much of each region an image fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tasks.attribution.image import Image

ADDRESSES = 2**32
"""The address space of the processors that have such memory."""
FILLED = ("FLASH", "RAM")
"""Regions that the linker fills; the others are for models and arenas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A span of memory."""

    name: str
    origin: int
    capacity_bytes: int
    reach: int
    """Bytes to the next region: what is between did not fit."""

    def holds(self, address: int) -> bool:
        """Whether an address is in it, or would be if it were larger."""
        return self.origin <= address < self.origin + self.reach


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """How much of a region is filled: up to its last byte, gaps between sections included."""

    region: Region
    used_bytes: int
    gap_bytes: int

    @property
    def free_bytes(self) -> int:
        """What is left; negative where it does not fit."""
        return self.region.capacity_bytes - self.used_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The regions of a toolchain; none for a host."""

    regions: tuple[Region, ...]

    def region_of(self, address: int) -> str | None:
        """The name of the region that contains an address."""
        return next((each.name for each in self.regions if each.holds(address)), None)

    def named(self, name: str) -> Region | None:
        """The region of that name."""
        return next((each for each in self.regions if each.name == name), None)

    def uses(self, image: Image) -> tuple[Use, ...]:
        """How much `image` fills of each region that a linker fills."""
        return tuple(
            _use(region, _spans(image)) for region in self.regions if region.name in FILLED
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    start: int
    end: int


def board_of(memory: Mapping[str, tuple[int, int]]) -> Board:
    """The board with `memory`: for each region its origin and its bytes."""
    origins = sorted({origin for origin, _ in memory.values()})
    following = dict(pairwise([*origins, ADDRESSES]))
    return Board(
        regions=tuple(
            Region(
                name=name, origin=origin, capacity_bytes=bytes_, reach=following[origin] - origin
            )
            for name, (origin, bytes_) in memory.items()
        )
    )


def _spans(image: Image) -> list[_Span]:
    """Where sections are: at their addresses, and initial values where they are stored too."""
    spans = []
    for section in image.sections:
        spans.append(_Span(start=section.address, end=section.end))
        for segment in image.segments:
            offset = section.address - segment.address
            if (
                section.stored
                and segment.physical != segment.address
                and 0 <= offset < segment.memory_bytes
            ):
                start = segment.physical + offset
                spans.append(_Span(start=start, end=start + section.size))
    return spans


def _use(region: Region, spans: Sequence[_Span]) -> Use:
    inside = [span for span in spans if region.holds(span.start)]
    if not inside:
        return Use(region=region, used_bytes=0, gap_bytes=0)
    used = max(span.end for span in inside) - region.origin
    return Use(
        region=region,
        used_bytes=used,
        gap_bytes=used - sum(span.end - span.start for span in inside),
    )
