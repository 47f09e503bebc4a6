"""Shows why a symbol or an operator is in a built target: what needs it, what refers to it.

And what removing it would free: everything that only it refers to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from tasks import cli
from tasks.attribution.attribute import attribute
from tasks.building.planning import Planned, plan_target
from tasks.building.sources import build_dir
from tasks.config import Target, load_target
from tasks.references.answer import Answer, answer, numbers, to_json
from tasks.references.graph import Graph, Node, build_graph
from tasks.references.relocations import read_references
from tasks.references.subject import find_subject
from tasks.references.with_relocations import check_same, relinked_program
from tasks.size.read import read_size

SHOWN = 15
"""Symbols that are listed."""


def why(target: Target, wanted: str, executor: str | None = None) -> Answer:
    """Why `wanted`, an operator or a symbol, is in the program built for `target`.

    Raises:
        BuildError: it cannot be linked again with its relocations kept.
        ConfigError: nothing, or more than one thing, has that name.
        SizeError: it is not built, or not from the current sources.

    """
    read_size(target)
    planned = plan_target(target)
    graph = _graph(planned, executor)
    library = (kernel.operator for each in planned.libraries for kernel in each.kernels)
    return answer(find_subject(wanted, graph, library, target.name), graph, planned.need)


def _graph(planned: Planned, executor: str | None) -> Graph:
    target, plan = planned.target, planned.plan
    built, relinked = relinked_program(planned, executor)
    account = attribute(built, plan, root=target.root, build_dir=build_dir(target))
    check_same(account.image, relinked)
    references = read_references(relinked)
    return build_graph(account, references, account.image.entry, plan.table_rows)


def answer_lines(found: Answer, target: Target) -> Iterator[str]:
    """The lines of an answer."""
    subject = found.subject
    yield f"{subject.name} in {target.name}"
    if subject.operator:
        yield from _heading("needed by")
        for caller in found.needed_by:
            where = f"{caller.source}, {caller.method}" if caller.method else caller.source
            count = len(caller.instructions)
            what = f": {count} instruction{'s' if count > 1 else ''}: " if count else ""
            yield f"  {where}{what}{numbers(caller.instructions)}"
    if subject.inlined:
        yield from _heading("inlined")
        yield f"  {found.own_bytes:,} B, in {len(subject.nodes)} function(s); one of them:"
    yield from _heading("pulled in by")
    yield from _chain(found)
    if subject.inlined:
        yield from _heading(f"removing it would free some {found.own_bytes:,} B of flash")
        yield "  its own bytes, and what its calls alone need"
        return
    ram = f" and {found.ram_bytes:,} B of RAM" if found.ram_bytes else ""
    yield from _heading(f"removing it would free {found.flash_bytes:,} B of flash{ram}")
    yield from (_sized(node) for node in found.freed[:SHOWN])
    rest = found.freed[SHOWN:]
    if rest:
        size = sum(node.flash_bytes for node in rest)
        yield f"  {size:>8,} B  {len(rest)} more"
    shared = found.own_bytes - found.flash_bytes
    if subject.operator and shared > 0:
        yield f"  {shared:>8,} B  stay: others use them"


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield text


def _chain(found: Answer) -> Iterator[str]:
    if not found.chain:
        yield "  nothing that can be reached from start-up: the linker keeps it unconditionally"
    for index, node in enumerate(found.chain):
        arrow = "   " if index == 0 else "-> "
        note = ""
        inside = {place.symbol for place, _ in node.places if place.inlined_into is not None}
        if found.subject.inlined and found.subject.name in inside:
            note = f", contains {found.subject.name}"
        yield f"  {arrow}{node.name} ({node.purpose}{note})"
    others = [node for node in found.referrers if node not in found.chain]
    if others:
        more = f", and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
        names = ", ".join(dict.fromkeys(node.name for node in others[:SHOWN]))
        yield f"  referred to by {names} too{more}"


def _sized(node: Node) -> str:
    size = node.flash_bytes or node.ram_bytes
    where = "" if node.flash_bytes else " of RAM"
    return f"  {size:>8,} B{where}  {node.name} ({node.purpose})"


def main(arguments: Sequence[str]) -> int:
    """Runs the command line; see `--help`."""
    parser = cli.parser("why", __doc__)
    parser.add_argument("target", help="a target that is built")
    parser.add_argument("name", help="an operator (aten::add.out) or a symbol (Method::load)")
    parser.add_argument("--json", action="store_true", help="a JSON object")
    cli.add_executor(parser)
    cli.add_root(parser)
    options = parser.parse_args(arguments)
    target = load_target(options.target, options.root.resolve())
    found = why(target, options.name, options.executor)
    if options.json:
        print(json.dumps(to_json(found), indent=1, ensure_ascii=False))
    else:
        print("\n".join(answer_lines(found, target)))
    return 0


if __name__ == "__main__":
    cli.run(main)
