"""A section cut into pieces: every byte in exactly one, each from one input section and symbol."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tasks.attribution.image import Section, Symbol
from tasks.attribution.link_map import Chunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Bytes of one section; without `chunk` they are padding, or the map does not know them."""

    section: Section
    start: int
    end: int
    chunk: Chunk | None
    symbol: Symbol | None

    @property
    def data(self) -> bytes:
        """Its bytes; empty where the section has no contents."""
        base = self.section.address
        return self.section.data[self.start - base : self.end - base]


def cut(section: Section, chunks: Sequence[Chunk], symbols: Sequence[Symbol]) -> Iterator[Piece]:
    """The pieces of `section` in order, without gaps and overlaps.

    `chunks` and `symbols` are those of the section, by address. Names for the same bytes count
    once: what begins first wins, then what is longer, then what the input section is named after.
    """
    at = section.address
    rest = list(symbols)
    for chunk in chunks:
        start, end = max(at, chunk.address), min(section.end, chunk.end)
        if start >= end:
            continue
        if start > at:
            yield from _unmapped(section, at, start, rest)
        yield from _named(section, start, end, chunk, rest)
        at = end
    if at < section.end:
        yield from _unmapped(section, at, section.end, rest)


def _unmapped(section: Section, start: int, end: int, symbols: list[Symbol]) -> Iterator[Piece]:
    yield from _named(section, start, end, None, symbols)


def _named(
    section: Section, start: int, end: int, chunk: Chunk | None, symbols: Sequence[Symbol]
) -> Iterator[Piece]:
    """Between symbols, bytes go to the one before that has no size of its own (assembler)."""
    first = bisect_left(symbols, start, key=_address)
    inside = list(symbols[first : bisect_left(symbols, end, lo=first, key=_address)])
    inside.sort(key=lambda symbol: (symbol.address, -symbol.bytes, _rank(symbol, chunk)))
    at, open_ = start, None
    for symbol in inside:
        if symbol.address < at:
            continue  # another name, or a label within
        if symbol.address > at:
            yield _piece(section, at, symbol.address, chunk, open_)
            at = symbol.address
        if symbol.bytes:
            last = min(end, at + symbol.bytes)
            yield _piece(section, at, last, chunk, symbol)
            at, open_ = last, None
        elif open_ is None or symbol.kind == "STT_FUNC" or symbol.address > open_.address:
            open_ = symbol
    if at < end:
        yield _piece(section, at, end, chunk, open_)


def _piece(
    section: Section, start: int, end: int, chunk: Chunk | None, symbol: Symbol | None
) -> Piece:
    return Piece(section=section, start=start, end=end, chunk=chunk, symbol=symbol)


def _address(symbol: Symbol) -> int:
    return symbol.address


def _rank(symbol: Symbol, chunk: Chunk | None) -> tuple[bool, bool, int, str]:
    named = chunk is not None and chunk.name.endswith(f".{symbol.name}")
    return not named, symbol.name.startswith("__"), len(symbol.name), symbol.name
