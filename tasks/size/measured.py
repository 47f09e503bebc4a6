"""What an ELF contains, as size.json has it; kept next to the ELF until that changes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks.attribution.attribute import Account, attribute
from tasks.attribution.entry import Entry as Attributed
from tasks.attribution.purpose import Part
from tasks.attribution.regions import FILLED, region_at, used
from tasks.files import sha256
from tasks.kept import keep, kept
from tasks.size.document import Bytes, Elf, Entry, ImageBytes, Section
from tasks.size.document import Region as Used
from tasks.toolchain.file import Region

KEPT = ".attribution.json"
"""In the build folder: attribution reads debug information, which takes its time."""


class Measured(Elf):
    """An ELF's content, and what a size.json derives from it."""

    sha256: str
    absolute: Mapping[str, int]
    """Values of absolute symbols."""
    kernels: tuple[str, ...]
    """C++ functions of kernels."""


def measured(
    elf: Path, plan: Plan, memory: Mapping[str, Region], *, root: Path, build_dir: str
) -> Measured:
    """What of size.json comes from `elf`, by `plan` and the memory of the board.

    Raises:
        SizeError: the ELF or its map is missing, damaged or stripped.

    """
    try:
        program = sha256(elf)
    except OSError as error:
        raise SizeError(f"{elf}: {error.strerror}. Build the target first.") from None
    file = root / build_dir / KEPT
    made_from = "\n".join((program, plan.digest(), repr(memory), _code()))
    key = hashlib.sha256(made_from.encode()).hexdigest()
    found = kept(file, key, Measured)
    if found is None:
        account = attribute(elf, plan, root=root, build_dir=build_dir, memory=memory)
        found = _content(account, memory)
        keep(file, key, found)
    return found


@cache
def _code() -> str:
    """Changes with the code that measures."""
    digest = hashlib.sha256()
    folder = Path(__file__).parent
    for path in sorted([*folder.parent.joinpath("attribution").glob("*.py"), *folder.glob("*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _content(account: Account, memory: Mapping[str, Region]) -> Measured:
    image = account.image
    return Measured(
        sha256=image.sha256,
        flash_bytes=image.flash_bytes,
        ram_bytes=image.ram_bytes,
        image=ImageBytes(
            loaded_bytes=image.loaded_bytes,
            gap_bytes=image.gap_bytes,
            header_bytes=image.header_bytes,
        ),
        regions=tuple(
            Used(
                name=name,
                origin=region.origin,
                capacity_bytes=region.bytes,
                used_bytes=filled,
                gap_bytes=gaps,
                free_bytes=region.bytes - filled,
            )
            for name, region in memory.items()
            if name in FILLED
            for filled, gaps in [used(memory, name, image)]
        ),
        absolute=image.absolute,
        kernels=tuple(sorted(account.kernels)),
        parts=_parts(account),
        sections=tuple(
            Section(
                name=section.name,
                address=section.address,
                region=region_at(memory, section.address),
                flash_bytes=section.flash_bytes,
                ram_bytes=section.ram_bytes,
            )
            for section in image.sections
        ),
        entries=tuple(_entry(each) for each in account.entries),
    )


def _entry(given: Attributed) -> Entry:
    place = given.place
    return Entry(
        **asdict(place), part=place.part, flash_bytes=given.flash_bytes, ram_bytes=given.ram_bytes
    )


def _parts(account: Account) -> dict[str, Bytes]:
    return {
        part.value: Bytes(
            flash_bytes=sum(each.flash_bytes for each in entries),
            ram_bytes=sum(each.ram_bytes for each in entries),
        )
        for part in Part
        for entries in [[each for each in account.entries if each.place.part is part]]
        if entries or part is not Part.WEIGHTS
    }
