"""The source `all`: every operator of every library of the target, for every dtype."""

from __future__ import annotations

from codegen.selection import Origin, Selection

WORD = "all"


def everything() -> Selection:
    """The selection that asks for all."""
    return Selection(everything=(Origin(source=WORD),))
