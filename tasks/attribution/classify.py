"""What each piece of an image is for: where it comes from, which purpose, which operator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from codegen.plan import Plan
from tasks.attribution.debug import Debug, Origin
from tasks.attribution.entry import Place
from tasks.attribution.link_map import Chunk
from tasks.attribution.literals import texts
from tasks.attribution.names import demangled, enclosing_function
from tasks.attribution.operators import NONE, OperatorIndex, Operators
from tasks.attribution.pieces import Piece
from tasks.attribution.purpose import (
    WEIGHTS,
    Purpose,
    purpose_of,
    purpose_of_library,
    purpose_of_section,
)
from tasks.config import ethos_u

Attributed = tuple[Place, int]
"""A place and how many bytes of the image have it."""
Here = Callable[..., Place]
"""Makes places in one section and region."""

ARCHIVE = "libkerf.a"
LINKED_DIRECTLY = ("runtime/apps/", "runtime/platform/")
"""Sources of programs: their objects are in no archive."""
HEADERS = (".h", ".hpp", ".inc")
SHOWN_TEXT = 60


class Classifier:
    """Knows one image's debug information, plan, texts and objects.

    `objects` gives the source, without suffix, of each member of our archive.
    """

    def __init__(
        self,
        plan: Plan,
        debug: Debug,
        index: OperatorIndex,
        known_texts: Mapping[str, frozenset[str]],
        objects: Mapping[str, str],
        build_dir: str,
    ) -> None:
        self._plan = plan
        self._debug = debug
        self._index = index
        self._texts = known_texts
        self._objects = objects
        self._build_dir = build_dir
        self._functions: dict[str, Origin] = {}
        self._by_qualified_name: dict[str, Origin] = {}

    def learn(self, pieces: Sequence[Piece]) -> None:
        """Takes in which linker symbol is which function, for data that is named after one."""
        for piece in pieces:
            if piece.symbol is not None and piece.symbol.kind == "STT_FUNC":
                for span in self._debug.inside(piece.start, piece.start + 1):
                    self._functions[piece.symbol.name] = span.frames[0]
                for span in self._debug.inside(piece.start, piece.end):
                    self._by_qualified_name |= {each.name: each for each in span.frames}

    def places(self, piece: Piece, region: str | None) -> Iterator[Attributed]:
        """The places of the bytes of `piece`."""
        section, chunk, size = piece.section.name, piece.chunk, piece.end - piece.start
        here = partial(Place, region=region, section=section)
        fixed = purpose_of_section(section)
        if fixed is None and chunk is not None and WEIGHTS in chunk.name:
            fixed = Purpose.WEIGHTS
        if fixed is not None:
            yield here(purpose=fixed), size
        elif chunk is None and piece.symbol is None:
            yield here(purpose=Purpose.PADDING), size
        elif chunk is not None and piece.symbol is None and ".str" in chunk.name:
            for start, end, text in texts(piece.data, piece.start):
                yield self._text(here, text), end - start
        elif chunk is not None and piece.symbol is None and ".cst" in chunk.name:
            name = f"constants of {chunk.name.rpartition('.cst')[2]} bytes"
            yield here(purpose=Purpose.STRINGS, symbol=name), size
        elif self._is_kernel_table(piece):
            yield from self._rows(piece, here)
        else:
            yield from self._code_or_data(piece, here)

    def _code_or_data(self, piece: Piece, here: Here) -> Iterator[Attributed]:
        at = piece.start
        for span in self._debug.inside(piece.start, piece.end):
            if span.start > at:
                yield self._by_name(piece, here), span.start - at
            yield self._by_frames(piece, span.frames, here), span.end - span.start
            at = span.end
        if at < piece.end:
            yield self._by_name(piece, here), piece.end - at

    def _by_frames(self, piece: Piece, frames: tuple[Origin, ...], here: Here) -> Place:
        """Shared headers: code inlined from one belongs to the function that uses it."""
        owner = next(
            (i for i in range(len(frames) - 1, 0, -1) if not self._is_shared(frames[i].source)), 0
        )
        return self._of(piece, frames[: owner + 1], here)

    def _by_name(self, piece: Piece, here: Here) -> Place:
        """The place of bytes that are in no function of the debug information."""
        name = None if piece.symbol is None else piece.symbol.name
        origin = self._debug.data.get(piece.start)
        if origin is None:
            origin = self._functions.get(name or "") or self._named_after(piece.chunk)
        if origin is None and name is not None:
            origin = self._by_qualified_name.get(enclosing_function(name) or "")
        if origin is not None:
            return self._of(piece, (origin,), here)
        return self._of_library(piece, here)

    def _named_after(self, chunk: Chunk | None) -> Origin | None:
        """The function that an input section is named after: its jump tables and literals."""
        if chunk is None:
            return None
        _, _, rest = chunk.name.removeprefix(".").partition(".")
        return self._functions.get(rest)

    def _of(self, piece: Piece, frames: tuple[Origin, ...], here: Here) -> Place:
        """The place of bytes that were written in the last of `frames`."""
        origin, outer = frames[-1], frames[0]
        source = self._source(origin.source)
        purpose = None if source is None else self._purpose(source)
        if purpose is None:  # a library that brings debug information
            return self._of_library(piece, here, origin)
        unit = self._source(origin.unit) or self._source(outer.unit)
        found = self._index.operators(frames) if purpose.of_operators else NONE
        dtype = self._index.dtype(found, frames) if purpose is Purpose.KERNEL else None
        return here(
            purpose=purpose,
            archive=None if unit is None or unit.startswith(LINKED_DIRECTLY) else ARCHIVE,
            object=None if unit is None else str(PurePosixPath(unit).with_suffix(".o")),
            source=source,
            symbol=origin.name or None,
            inlined_into=outer.name if len(frames) > 1 else None,
            operator=_only(found),
            dtype=None if dtype is None else dtype.value,
        )

    def _of_library(self, piece: Piece, here: Here, origin: Origin | None = None) -> Place:
        """The place of bytes that were not compiled here, or that only symbol and map know."""
        symbol = None if piece.symbol is None else demangled(piece.symbol.name)
        chunk = piece.chunk
        if chunk is None:
            return here(purpose=Purpose.UNATTRIBUTED, symbol=symbol)
        archive = None if chunk.archive is None else PurePosixPath(chunk.archive).name
        name, inside = PurePosixPath(chunk.object).name, self._object(chunk)
        if inside is not None:
            purpose = self._purpose(f"{inside}.cpp") or Purpose.UNATTRIBUTED
            name = f"{inside}.o"
        elif archive == ARCHIVE or ".lto" in name or ".ltrans" in name or "<internal>" in name:
            if origin is None or origin.unit is None:
                return self._of_assembler(symbol, here)
            archive = None
            if self._source(origin.unit) is not None:  # what Clang shares between functions
                purpose, name = Purpose.UNATTRIBUTED, ""
            else:  # a library that takes part in LTO
                purpose = Purpose.START_UP if "/csu/" in origin.unit else Purpose.LIBC
                name = PurePosixPath(origin.unit).with_suffix(".o").name
        else:
            purpose = purpose_of_library(archive, name)
        return here(purpose=purpose, archive=archive, object=name or None, symbol=symbol)

    def _of_assembler(self, symbol: str | None, here: Here) -> Place:
        """The place of a label of inline assembler, which debug information does not know."""
        files = {
            name for text, names in self._texts.items() if f"{symbol}:" in text for name in names
        }
        source = _only(frozenset(files))
        purpose = None if source is None else self._purpose(source)
        return here(
            purpose=purpose or Purpose.UNATTRIBUTED,
            object=None if source is None else str(PurePosixPath(source).with_suffix(".o")),
            source=source,
            symbol=symbol,
        )

    def _text(self, here: Here, text: str) -> Place:
        """The place of a string, by the files that contain it."""
        if not text:
            return here(purpose=Purpose.PADDING)
        shown = text if len(text) <= SHOWN_TEXT else f"{text[: SHOWN_TEXT - 3]}..."
        symbol = '"' + shown.encode("unicode_escape").decode() + '"'
        if any(kernel.operator == text for kernel in self._plan.kernels):
            return here(purpose=Purpose.TABLE, symbol=symbol, operator=text)
        files = self._texts.get(text, NONE)
        purposes = {self._purpose(source) for source in files}
        source = _only(files)
        operators = self._index.of_source(source)
        if files and all(purpose is not None and purpose.explains for purpose in purposes):
            purpose = Purpose.DIAGNOSTICS
        else:
            purpose = (purposes.pop() if len(purposes) == 1 else None) or Purpose.STRINGS
        return here(purpose=purpose, source=source, symbol=symbol, operator=_only(operators))

    def _is_kernel_table(self, piece: Piece) -> bool:
        return (
            piece.symbol is not None
            and "kKernels" in piece.symbol.name
            and bool(self._plan.table_rows)
            and (piece.end - piece.start) % len(self._plan.table_rows) == 0
        )

    def _rows(self, piece: Piece, here: Here) -> Iterator[Attributed]:
        """The kernel table, a row for each kernel."""
        compiled = self._plan.compiled is not None
        place = replace(
            self._by_name(piece, here),
            purpose=Purpose.PROGRAM_TABLES if compiled else Purpose.TABLE,
            inlined_into=None,
            dtype=None,
        )
        operators = {kernel.operator for kernel in self._plan.kernels}
        row = (piece.end - piece.start) // len(self._plan.table_rows)
        for name in self._plan.table_rows:
            operator = name if name in operators else None
            yield replace(place, operator=operator), row

    def _is_shared(self, source: str | None) -> bool:
        """Whether a file is a header, and not that of a family of kernels."""
        if source is None or not source.endswith(HEADERS):
            return source is None
        return self._index.kernel_source(source) is None

    def _purpose(self, source: str) -> Purpose | None:
        purpose = purpose_of(source)
        if purpose is None and (
            self._index.kernel_source(source)
            or self._index.is_of_kernels(source)
            or self._index.library_file(source)
        ):
            return Purpose.KERNEL
        return purpose

    def _source(self, path: str | None) -> str | None:
        """A path of the debug information relative to the repository; None for a library's."""
        if path is None:
            return None
        inside = path.removeprefix("./").removeprefix(f"{self._build_dir}/")
        if inside.startswith(("/", "..")):
            return (
                self._index.kernel_source(inside)
                or self._index.library_file(inside)
                or ethos_u.shown_source(inside)
            )
        return inside

    def _object(self, chunk: Chunk) -> str | None:
        """The source, without suffix, of an object that was compiled here."""
        if chunk.archive is not None:
            ours = PurePosixPath(chunk.archive).name == ARCHIVE
            return self._objects.get(chunk.object) if ours else None
        _, found, inside = chunk.object.partition(f"{self._build_dir}/obj/")
        return inside.removesuffix(".o") if found and inside != "support.o" else None


def _only(values: Operators) -> str | None:
    return next(iter(values)) if len(values) == 1 else None
