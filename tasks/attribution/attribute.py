"""Every byte of an ELF, attributed: sections, and entries whose sums are exactly theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from codegen.plan import Plan
from tasks.attribution.branches import all_called
from tasks.attribution.classify import Classifier
from tasks.attribution.dwarf import read_debug
from tasks.attribution.entry import Entry, Place, added
from tasks.attribution.image import Image, read_image
from tasks.attribution.link_map import Chunk, read_map
from tasks.attribution.literals import literals
from tasks.attribution.names import demangled
from tasks.attribution.operators import OperatorIndex, bound
from tasks.attribution.pieces import Piece, cut
from tasks.attribution.regions import region_at
from tasks.toolchain.file import Region

RUNTIME = "runtime"


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A piece of an image with the places of its bytes: several where functions were inlined."""

    piece: Piece
    places: tuple[tuple[Place, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An image and all of its bytes."""

    image: Image
    located: tuple[Located, ...]
    """Sorted by section and address; every byte once."""
    entries: tuple[Entry, ...]
    """The located bytes, added up by place."""
    kernels: frozenset[str]
    """Facts types of the kernels that it holds."""


def attribute(
    elf: Path,
    plan: Plan,
    *,
    root: Path,
    build_dir: str,
    memory: Mapping[str, Region] = MappingProxyType({}),
) -> Account:
    """The account of `elf`, built from `plan` in `root / build_dir`, with its map next to it.

    `memory` is that of its board.

    Raises:
        SizeError: ELF or map is missing, damaged or stripped.

    """
    image, dwarf = read_image(elf)
    debug = read_debug(dwarf, image.symbols, partial(_callees, image))
    index = OperatorIndex(plan, debug.calls, long_is_64=image.bits == 64)
    classifier = Classifier(
        plan,
        debug,
        index,
        known_texts=literals(_sources(root, build_dir)),
        objects=_objects(root / build_dir / "obj"),
        build_dir=build_dir,
    )
    pieces = _pieces(image, read_map(elf.with_name(f"{elf.name}.map")))
    classifier.learn(pieces)
    located = tuple(
        Located(piece=piece, places=tuple(classifier.places(piece, region_at(memory, piece.start))))
        for piece in pieces
    )
    order = {section.name: index for index, section in enumerate(image.sections)}
    return Account(
        image=image,
        located=located,
        entries=added(_rows(located), order),
        kernels=bound(
            chain(
                (frame.name for span in debug.spans for frame in span.frames),
                (demangled(symbol.name) for symbol in image.symbols),
            )
        ),
    )


def _callees(image: Image, start: int, end: int) -> Iterator[int]:
    for section in image.sections:
        if section.address <= start < section.end:
            code = section.data[start - section.address : end - section.address]
            yield from all_called(image.machine, code, start)


def _rows(located: Iterable[Located]) -> Iterator[tuple[Place, int, int]]:
    """Place, flash and RAM bytes."""
    for each in located:
        section = each.piece.section
        for place, size in each.places:
            yield place, size if section.flash_bytes else 0, size if section.ram_bytes else 0


def _pieces(image: Image, chunks: Sequence[Chunk]) -> list[Piece]:
    return [
        piece
        for section in image.sections
        for piece in cut(
            section,
            [chunk for chunk in chunks if chunk.section == section.name],
            [each for each in image.symbols if section.address <= each.address < section.end],
        )
    ]


def _sources(root: Path, build_dir: str) -> Iterable[tuple[str, Path]]:
    """Every file that was compiled, by the name it has in entries, and the runtime's headers."""
    folder = root / build_dir
    objects = folder / "obj"
    for path in sorted((root / RUNTIME).rglob("*.cpp")):
        name = path.relative_to(root)
        if (objects / name).with_suffix(".o").is_file():
            yield name.as_posix(), path
    for path in sorted((root / RUNTIME).rglob("*.h")):
        yield path.relative_to(root).as_posix(), path
    for path in sorted((folder / "selected").glob("*")):
        yield f"selected/{path.name}", path


def _objects(folder: Path) -> dict[str, str]:
    """For each object's file name its source without suffix; none where two share the name."""
    found: dict[str, str] = {}
    twice = set()
    for path in folder.rglob("*.o"):
        source = path.relative_to(folder).with_suffix("").as_posix()
        if found.setdefault(path.name, source) != source:
            twice.add(path.name)
    return {name: source for name, source in found.items() if name not in twice}
