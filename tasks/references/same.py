"""Whether a twin really has the bytes of its program."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import BuildError
from tasks.attribution.image import Image, read_image


def check_same(image: Image, twin: Path) -> None:
    """Nothing, where `twin` has the sections of `image`, at the same addresses.

    Raises:
        BuildError: it has not: the linker does something else when it keeps relocations.
        SizeError: it cannot be read.

    """
    other, _ = read_image(twin)
    mine = {(s.name, s.address, s.data) for s in image.sections}
    differ = {
        name
        for name, *_ in mine.symmetric_difference(
            {(s.name, s.address, s.data) for s in other.sections}
        )
    }
    if differ:
        raise BuildError(
            f"{twin}: the linker gives other bytes when it keeps relocations "
            f"({', '.join(sorted(differ))}): what refers to what is not known."
        )
