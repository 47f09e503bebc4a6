"""Which arena of a compiled method each planned memory of its model is in, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from codegen.compiled.tables import Base
from codegen.program import Plan as ProgramPlan
from codegen.program_value import TensorValue

ALIGNMENT = 16
"""Arenas and planned memories have this alignment. Source: kPlannedAlignment of the runtime."""
_BASES = (Base.ARENA, Base.ARENA_2, Base.ARENA_3, Base.ARENA_4, Base.ARENA_5, Base.ARENA_6)
MOST_ARENAS = len(_BASES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arenas:
    """Where planned memories are, equal in all methods of a model, which thus share its state."""

    places: tuple[tuple[int, int], ...]
    """The arena of each planned memory, from 0 on, and its offset in it."""
    bytes: tuple[int, ...]
    """Size of each arena; there is at least one."""

    def place_of(self, value: TensorValue) -> tuple[int, int]:
        """The arena of a planned tensor, from 0 on, and its offset in it."""
        arena, start = self.places[value.memory_id - 1]
        return arena, start + value.memory_offset


def arenas_of(plans: Sequence[ProgramPlan], count: int) -> Arenas:
    """Planned memory n in arena n, those from `count` on in the last one; of the arenas as many as
    hold anything.
    """
    places = []
    sizes = [0]
    for index in range(max((len(plan.planned_bytes) for plan in plans), default=0)):
        most = max(p.planned_bytes[index] for p in plans if index < len(p.planned_bytes))
        if most == 0:
            places.append((0, 0))
            continue
        arena = min(index, count - 1)
        sizes += [0] * (arena + 1 - len(sizes))
        places.append((arena, sizes[arena]))
        sizes[arena] += most + -most % ALIGNMENT
    return Arenas(places=tuple(places), bytes=tuple(sizes))


def arena_base(arena: int) -> Base:
    """What locations in an arena count from."""
    return _BASES[arena]
