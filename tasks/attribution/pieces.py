"""A section cut into pieces: every byte in exactly one, each from one input section and symbol."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

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
    for chunk in chunks:
        start, end = max(at, chunk.address), min(section.end, chunk.end)
        if start >= end:
            continue
        if start > at:
            yield from _named(section, at, start, None, symbols)
        yield from _named(section, start, end, chunk, symbols)
        at = end
    if at < section.end:
        yield from _named(section, at, section.end, None, symbols)


def _named(
    section: Section, start: int, end: int, chunk: Chunk | None, symbols: Sequence[Symbol]
) -> Iterator[Piece]:
    """Between symbols, bytes go to the one before that has no size of its own (assembler)."""
    address = attrgetter("address")
    first = bisect_left(symbols, start, key=address)
    inside = list(symbols[first : bisect_left(symbols, end, lo=first, key=address)])
    inside.sort(key=lambda symbol: (symbol.address, -symbol.bytes, _rank(symbol, chunk)))
    piece = partial(Piece, section=section, chunk=chunk)
    at, open_ = start, None
    for symbol in inside:
        if symbol.address < at:
            continue  # another name, or a label within
        if symbol.address > at:
            yield piece(start=at, end=symbol.address, symbol=open_)
            at = symbol.address
        if symbol.bytes:
            last = min(end, at + symbol.bytes)
            yield piece(start=at, end=last, symbol=symbol)
            at, open_ = last, None
        elif open_ is None or symbol.kind == "STT_FUNC" or symbol.address > open_.address:
            open_ = symbol
    if at < end:
        yield piece(start=at, end=end, symbol=open_)


def _rank(symbol: Symbol, chunk: Chunk | None) -> tuple[bool, bool, int, str]:
    named = chunk is not None and chunk.name.endswith(f".{symbol.name}")
    return not named, symbol.name.startswith("__"), len(symbol.name), symbol.name
