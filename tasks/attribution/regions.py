"""The memory of a board: how much of each region an image fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tasks.attribution.image import Image
from tasks.toolchain.file import Region

FILLED = ("FLASH", "RAM")
"""Regions that the linker fills; the others are for models and arenas."""


def region_at(memory: Mapping[str, Region], address: int) -> str | None:
    """The region that contains an address, or would if it reached to the next one."""
    below = (name for name, region in memory.items() if region.origin <= address)
    return max(below, key=lambda name: memory[name].origin, default=None)


def used(memory: Mapping[str, Region], name: str, image: Image) -> tuple[int, int]:
    """Bytes of a region up to the last one that `image` fills, and of these the gaps."""
    inside = [span for span in _spans(image) if region_at(memory, span.start) == name]
    origin = memory[name].origin
    size = max((span.stop for span in inside), default=origin) - origin
    return size, size - sum(map(len, inside))


def _spans(image: Image) -> Iterator[range]:
    """Where sections are: at their addresses, and initial values where they are stored too."""
    for section in image.sections:
        yield range(section.address, section.end)
        stored = image.load_address(section)
        if stored not in (None, section.address):
            yield range(stored, stored + section.size)
