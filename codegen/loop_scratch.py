"""What the loops of an instruction set need in addition to their operands, read from its folder.

A mapping from names, for `loops(name, n)` in a `scratch`, to expressions over `n` and `small`: the
same as the functions of the C++ header next to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from codegen.expression import ExpressionError
from codegen.scratch import LoopScratch
from codegen.sources.yaml_document import Element, parse_yaml

LOOPS_FILE = "loops/int8_scratch.yaml"
WALKS_FILE = "loops/int8_walks.yaml"
"""For `walks` of kernels: how often they go through their weights for `n` positions."""


def read_loop_scratch(folders: Iterable[Path]) -> Mapping[str, LoopScratch]:
    """Scratch of each loop, from the first of the instruction sets `folders` that describes it.

    Raises:
        SelectionError: the file is wrong.

    """
    return _read(folders, LOOPS_FILE)


def read_loops(folders: Sequence[Path]) -> Mapping[str, LoopScratch]:
    """Scratch of each loop, and how often kernels go through their weights, in the same way.

    Raises:
        SelectionError: a file is wrong.

    """
    return {**_read(folders, LOOPS_FILE), **_read(folders, WALKS_FILE)}


def most_loop_scratch(folders: Iterable[Path]) -> Mapping[str, LoopScratch]:
    """Scratch of each loop on a processor with any of the sets `folders`: the most of them.

    Raises:
        SelectionError: a file is wrong.

    """
    texts: dict[str, set[str]] = {}
    for folder in folders:
        for name, loop in read_loop_scratch([folder]).items():
            texts.setdefault(name, set()).add(loop.text)
    return {name: LoopScratch.parse(f"max(0, {', '.join(sorted(t))})") for name, t in texts.items()}


def _read(folders: Iterable[Path], file: str) -> Mapping[str, LoopScratch]:
    """Reads the expressions of the first folder that has `file`; there are none without it."""
    for folder in folders:
        path = folder / file
        if path.is_file():
            entries = parse_yaml(path.read_text(encoding="utf-8"), str(path)).entries("loops")
            return {name: _loop(element) for name, element in entries.items()}
    return {}


def _loop(element: Element) -> LoopScratch:
    try:
        return LoopScratch.parse(element.scalar("a number of bytes"))
    except ExpressionError as error:
        raise element.fault(f"{error}. Like: 16 * n.") from None
