"""The pieces of a program and their references: paths from start-up, and what is freed together."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tasks.attribution.attribute import Account, Located
from tasks.attribution.entry import Place
from tasks.references.relocations import Reference

KEPT = (".vectors", ".kerf_plan", ".init_array", ".fini_array", ".preinit_array", ".init", ".fini")
"""Sections that a linker keeps though nothing refers to them."""
Key = int
"""A node: its address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Bytes that stay or go as one: a function with all that is inlined in it, a datum, a text."""

    key: Key
    end: int
    name: str
    symbol: str | None
    """The linker's name."""
    places: tuple[tuple[Place, int], ...]
    flash_bytes: int
    ram_bytes: int

    row: str | None = None
    """For a row of the kernel table its operator."""
    is_function: bool = False

    @property
    def purpose(self) -> str:
        """What most of its bytes are for."""
        sizes: dict[str, int] = {}
        for place, size in self.places:
            sizes[place.purpose.value] = sizes.get(place.purpose.value, 0) + size
        return max(sizes, key=lambda each: (sizes[each], each)) if sizes else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Nodes by address, and for each those that it refers to."""

    nodes: Mapping[Key, Node]
    edges: Mapping[Key, tuple[Key, ...]]
    roots: tuple[Key, ...]
    unreferenced: frozenset[Key] = field(repr=False)
    """Nodes that the linker kept although nothing reachable refers to them."""

    def reachable(self, without: Collection[Key] = ()) -> set[Key]:
        """All nodes that stay when `without` is taken out."""
        return set(_walk(self.edges, (*self.roots, *self.unreferenced), without))

    def freed(self, without: Collection[Key]) -> list[Node]:
        """Nodes that go with `without`, the largest first: those that only it refers to."""
        gone = self.reachable().difference(self.reachable(without))
        nodes = (self.nodes[key] for key in gone)
        return sorted(nodes, key=lambda node: (-node.flash_bytes - node.ram_bytes, node.key))

    def chain(self, to: Collection[Key]) -> list[Node]:
        """The shortest path from start-up to one of `to`; empty if there is none."""
        found = _walk(self.edges, self.roots, ())
        goal = next((key for key in found if key in to), None)
        if goal is None:
            return []
        way = [goal]
        while (before := found[way[-1]]) is not None:
            way.append(before)
        return [self.nodes[key] for key in reversed(way)]

    def referrers(self, of: Collection[Key]) -> list[Node]:
        """The nodes that refer to one of `of` directly."""
        return [
            self.nodes[key]
            for key in sorted(self.edges)
            if key not in of and any(each in of for each in self.edges[key])
        ]


def build_graph(
    account: Account, references: Iterable[Reference], entry: int, rows: Sequence[str]
) -> Graph:
    """The graph of an account; `rows` are the operators of the kernel table, in order.

    A reference to the table is one to each of its rows.
    """
    nodes: dict[Key, Node] = {}
    tables: dict[Key, tuple[Key, ...]] = {}
    for located in account.located:
        for node in _nodes(located, rows):
            nodes[node.key] = node
        if _is_table(located, rows):
            first, *_ = starts = [node.key for node in _nodes(located, rows)]
            tables[first] = tuple(starts)
    starts_ = sorted(nodes)
    edges: dict[Key, set[Key]] = {key: set() for key in nodes}
    for source, target in references:
        at, to = _at(nodes, starts_, source), _at(nodes, starts_, target)
        if at is None or to is None or at == to:
            continue
        edges[at].update(tables.get(to, (to,)))
    first_node = _at(nodes, starts_, entry)
    roots = {key for key, node in nodes.items() if _is_kept(node)}
    if first_node is not None:
        roots.add(first_node)
    ordered = {key: tuple(sorted(found)) for key, found in edges.items()}
    reached = set(_walk(ordered, sorted(roots), ()))
    referred = {key for found in ordered.values() for key in found}
    lonely = frozenset(key for key in nodes if key not in reached and key not in referred)
    return Graph(nodes=nodes, edges=ordered, roots=tuple(sorted(roots)), unreferenced=lonely)


def _walk(
    edges: Mapping[Key, Sequence[Key]], roots: Iterable[Key], without: Collection[Key]
) -> dict[Key, Key | None]:
    """Everything that can be reached, nearest first, with what it is reached from."""
    found: dict[Key, Key | None] = {key: None for key in roots if key not in without}
    waiting = deque(found)
    while waiting:
        key = waiting.popleft()
        for to in edges[key]:
            if to not in found and to not in without:
                found[to] = key
                waiting.append(to)
    return found


def _at(nodes: Mapping[Key, Node], starts: Sequence[int], address: int) -> Key | None:
    index = bisect_right(starts, address) - 1
    if index < 0:
        return None
    node = nodes[starts[index]]
    return node.key if address < node.end else None


def _is_kept(node: Node) -> bool:
    return bool(node.places) and node.places[0][0].section in KEPT


def _is_table(located: Located, rows: Sequence[str]) -> bool:
    symbol = located.piece.symbol
    return (
        bool(rows)
        and symbol is not None
        and "kKernels" in symbol.name
        and len(located.places) == len(rows)
    )


def _nodes(located: Located, rows: Sequence[str]) -> Iterator[Node]:
    """One for a piece, but one for each text and for each row of the kernel table."""
    piece = located.piece
    texts = piece.symbol is None and piece.chunk is not None and ".str" in piece.chunk.name
    if _is_table(located, rows) or texts:
        at = piece.start
        for place, size in located.places:
            row = None if texts else place.operator
            name = f"{place.symbol}: row of {row}" if row else place.symbol or ""
            yield _node(located, at, at + size, name, ((place, size),), row)
            at += size
        return
    name = located.places[0][0].inlined_into or located.places[0][0].symbol or ""
    for place, _ in located.places:
        if place.inlined_into is None and place.symbol is not None:
            name = place.symbol
    if not name and piece.chunk is not None:
        name = piece.chunk.name
    yield _node(located, piece.start, piece.end, name, located.places)


def _node(
    located: Located,
    start: int,
    end: int,
    name: str,
    places: tuple[tuple[Place, int], ...],
    row: str | None = None,
) -> Node:
    section, symbol = located.piece.section, located.piece.symbol
    size = end - start
    return Node(
        key=start,
        end=end,
        name=name,
        symbol=None if symbol is None else symbol.name,
        places=places,
        flash_bytes=size if section.flash_bytes else 0,
        ram_bytes=size if section.ram_bytes else 0,
        row=row,
        is_function=symbol is not None and symbol.kind == "STT_FUNC",
    )
