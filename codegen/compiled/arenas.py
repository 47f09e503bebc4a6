"""Which arena of a compiled method each planned memory of its model is in, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from codegen.compiled.tables import Range
from codegen.library import BackendSpec
from codegen.program import Plan as ProgramPlan
from codegen.program_value import TensorValue

ALIGNMENT = 16
"""Arenas and planned memories have this alignment. Source: kPlannedAlignment of the runtime."""
_DELEGATE_BYTES = 16
_SPEC_BYTES = 24


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


def with_delegates(
    arenas: Arenas, plans: Sequence[ProgramPlan], backends: Sequence[BackendSpec]
) -> tuple[Arenas, tuple[tuple[Range, ...], ...]]:
    """The arenas with what is kept of delegates at the end of the first, and where it is.

    No other method of the model writes there. For each method a place and its bytes for each of
    its delegates, enough for pointers of 8 bytes.
    Source: Delegate and CompileSpec in runtime/delegate/backend.h.
    """
    handles = {backend.id: backend.handle_bytes for backend in backends}
    end = arenas.bytes[0]
    places = []
    for plan in plans:
        ranges = []
        for delegate in plan.delegates:
            handle = handles.get(delegate.id, 0)
            whole = _DELEGATE_BYTES + _SPEC_BYTES * len(delegate.specs) + handle + -handle % 8
            ranges.append((end, whole))
            end += whole
        places.append(tuple(ranges))
    end += -end % ALIGNMENT
    return replace(arenas, bytes=(end, *arenas.bytes[1:])), tuple(places)
