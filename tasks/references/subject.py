"""What a person means by a name: an operator, a function or datum, or an inlined function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from codegen.errors import ConfigError
from tasks.references.graph import Graph, Key
from tasks.table import few


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Nodes of a graph by a name.

    An operator's are its rows of the kernel table. A function that is only inlined in others
    has theirs, and `inlined` is set.
    """

    name: str
    nodes: tuple[Key, ...]
    operator: bool = False
    inlined: bool = False


def find_subject(wanted: str, graph: Graph, library: Iterable[str], target: str) -> Subject:
    """What `wanted` names in `graph`: exactly, or by its last parts (`Method::load`, `add_out`).

    `library` are the operators of all kernel libraries.

    Raises:
        ConfigError: nothing has that name, or several things do; names the nearest.

    """
    subjects = _subjects(graph)
    if wanted in subjects:
        return subjects[wanted]
    alike = sorted(name for name in subjects if _ends_in(name, wanted))
    if len(alike) == 1:
        return subjects[alike[0]]
    if alike:
        raise ConfigError(f"{wanted} may be {few(alike, _SHOWN)}. Name one of them.")
    operators = frozenset(library)
    if wanted in operators:
        raise ConfigError(
            f"{wanted} is not in {target}: the libraries have a kernel for it, but nothing selects "
            "it."
        )
    near = _nearest(wanted, {*subjects, *operators})
    hint = f" Nearest: {few(near)}." if near else ""
    raise ConfigError(f"{target} has no symbol and no operator {wanted}.{hint}")


def _ends_in(name: str, wanted: str) -> bool:
    """Whether `wanted` is `name` or its last parts, without the facts that a kernel is bound to."""
    plain = _FACTS.sub("", name)
    return plain == wanted or plain.endswith((f"::{wanted}", f".{wanted}"))


_FACTS = re.compile(r"<kerf::selected::[\w:]+>")


def _subjects(graph: Graph) -> dict[str, Subject]:
    """Everything that has a name; separate functions before inlined ones."""
    rows: dict[str, list[Key]] = {}
    alone: dict[str, list[Key]] = {}
    inlined: dict[str, list[Key]] = {}
    for key, node in graph.nodes.items():
        if node.row is not None:
            rows.setdefault(node.row, []).append(key)
        for name in dict.fromkeys((node.name, node.symbol)):
            if name:
                alone.setdefault(name, []).append(key)
        for place, _ in node.places:
            if place.inlined_into is not None and place.symbol is not None:
                inlined.setdefault(place.symbol, []).append(key)
    found = {
        name: Subject(name=name, nodes=tuple(dict.fromkeys(keys)), inlined=True)
        for name, keys in inlined.items()
    }
    found |= {name: Subject(name=name, nodes=tuple(keys)) for name, keys in alone.items()}
    found |= {
        name: Subject(name=name, nodes=tuple(keys), operator=True) for name, keys in rows.items()
    }
    return found


def _nearest(wanted: str, names: Collection[str]) -> list[str]:
    """Similar names, as a whole or in their last part."""
    lasts: dict[str, str] = {}
    names = [name for name in names if not name.startswith(('"', "_Z"))]
    for name in sorted(names):
        lasts.setdefault(name.rpartition("::")[2].lower(), name)
    near = get_close_matches(wanted, sorted(names), n=3, cutoff=0.5)
    last = wanted.rpartition("::")[2].lower()
    near += [lasts[each] for each in get_close_matches(last, sorted(lasts), n=3, cutoff=0.5)]
    return list(dict.fromkeys(near))[:3]


_SHOWN = 6
