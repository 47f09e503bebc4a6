"""Why something is in a program: what needs it, what refers to it, what would go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from codegen.selection import Origin, Selection
from tasks.references.graph import Graph, Node
from tasks.references.subject import Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Instructions of a method of a model, or another source of a selection, without them."""

    source: str
    method: str | None
    instructions: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Why `subject` is in the program."""

    subject: Subject
    needed_by: tuple[Caller, ...]
    """For an operator."""
    chain: tuple[Node, ...]
    """From start-up to it; empty where the linker keeps it though nothing refers to it."""
    referrers: tuple[Node, ...]
    """All that refer to it directly."""
    own_bytes: int
    """Bytes that the name itself has, in all places where the compiler put them."""
    freed: tuple[Node, ...]
    """What would go with it, the largest first; nothing for what is inlined."""

    @property
    def flash_bytes(self) -> int:
        """Flash that removing it would free."""
        if self.subject.inlined:
            return self.own_bytes
        return sum(node.flash_bytes for node in self.freed)

    @property
    def ram_bytes(self) -> int:
        """RAM that removing it would free."""
        return sum(node.ram_bytes for node in self.freed)


def answer(subject: Subject, graph: Graph, need: Selection) -> Answer:
    """Why `subject` is in `graph`; `need` has the callers of operators."""
    to = subject.nodes
    if subject.operator:  # on to the functions that its rows name
        named = dict.fromkeys(each for row in subject.nodes for each in graph.edges[row])
        to = tuple(each for each in named if graph.nodes[each].is_function) or subject.nodes
    return Answer(
        subject=subject,
        needed_by=_callers(subject.name, need) if subject.operator else (),
        chain=tuple(graph.chain(to)),
        referrers=tuple(graph.referrers(subject.nodes)),
        own_bytes=_own_bytes(subject, graph),
        freed=() if subject.inlined else tuple(graph.freed(subject.nodes)),
    )


def to_json(found: Answer) -> dict[str, Any]:
    """An answer for programs."""
    return {
        "name": found.subject.name,
        "kind": _kind(found.subject),
        "needed_by": [asdict(each) for each in found.needed_by],
        "chain": [_node(node) for node in found.chain],
        "referrers": [_node(node) for node in found.referrers],
        "own_bytes": found.own_bytes,
        "freed": {
            "flash_bytes": found.flash_bytes,
            "ram_bytes": found.ram_bytes,
            "symbols": [_node(node) for node in found.freed],
        },
    }


def _kind(subject: Subject) -> str:
    return "operator" if subject.operator else "inlined" if subject.inlined else "symbol"


def _node(node: Node) -> dict[str, Any]:
    return {
        "name": node.name,
        "purpose": node.purpose,
        "flash_bytes": node.flash_bytes,
        "ram_bytes": node.ram_bytes,
    }


def _own_bytes(subject: Subject, graph: Graph) -> int:
    """For an operator: what all its functions take, shared ones left out."""
    total = 0
    for node in graph.nodes.values():
        for place, size in node.places:
            mine = place.operator if subject.operator else place.symbol
            if mine == subject.name or (node.key in subject.nodes and not subject.inlined):
                total += size
    return total


def _callers(operator: str, need: Selection) -> tuple[Caller, ...]:
    """What selects an operator, each method once."""
    origins: list[Origin] = list(need.everything)
    for each in need.operators:
        if each.name == operator or (each.all_overloads and operator.startswith(f"{each.name}.")):
            origins += each.origins
            origins += (origin for _, some in each.keys for origin in some)
            origins += (origin for _, some in each.calls for origin in some)
            origins += (origin for _, some in each.dtypes for origin in some)
    found: dict[tuple[str, str | None], set[int]] = {}
    for origin in origins:
        instructions = found.setdefault((origin.source, origin.method), set())
        if origin.instruction is not None:
            instructions.add(origin.instruction)
    return tuple(
        Caller(source=source, method=method, instructions=tuple(sorted(instructions)))
        for (source, method), instructions in sorted(
            found.items(), key=lambda item: (item[0][0], item[0][1] or "")
        )
        if instructions or method is None
    )


def numbers(instructions: Sequence[int], most: int = 12) -> str:
    """Instruction numbers as a person reads them."""
    shown = ", ".join(map(str, instructions[:most]))
    return f"{shown}, ..." if len(instructions) > most else shown
