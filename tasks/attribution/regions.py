"""The memory of a board: how much of each region an image fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tasks.attribution.image import Image
from tasks.toolchain.file import Region as Stretch

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

    def used(self, image: Image) -> tuple[int, int]:
        """Bytes up to the last one that `image` fills, and of these the gaps between sections."""
        inside = [span for span in _spans(image) if self.holds(span.start)]
        used = max((span.stop for span in inside), default=self.origin) - self.origin
        return used, used - sum(map(len, inside))


def regions_of(memory: Mapping[str, Stretch]) -> tuple[Region, ...]:
    """The regions of a toolchain's memory; none for a host."""
    origins = sorted({each.origin for each in memory.values()})
    following = dict(pairwise([*origins, ADDRESSES]))
    return tuple(
        Region(
            name=name,
            origin=each.origin,
            capacity_bytes=each.bytes,
            reach=following[each.origin] - each.origin,
        )
        for name, each in memory.items()
    )


def region_at(regions: Sequence[Region], address: int) -> str | None:
    """The name of the region that contains an address."""
    return next((each.name for each in regions if each.holds(address)), None)


def _spans(image: Image) -> Iterator[range]:
    """Where sections are: at their addresses, and initial values where they are stored too."""
    for section in image.sections:
        yield range(section.address, section.end)
        for segment in image.segments:
            offset = section.address - segment.address
            if (
                section.stored
                and segment.physical != segment.address
                and 0 <= offset < segment.memory_bytes
            ):
                start = segment.physical + offset
                yield range(start, start + section.size)
