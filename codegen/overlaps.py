"""Arguments of a call that share memory: which do, and which of them its kernel takes.

A kernel reads its arguments while it writes its outputs, some of them twice. An output therefore
shares no byte with another argument, unless the kernel's record has it under `in_place`: the first
output may then be that argument, element for element; or under `overlap`, which says how far apart
the first output and the first argument must begin. Source: runtime/executor/overlap.cpp.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from codegen.clearance import Distances
from codegen.flow import Flow
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Dynamism, Overlap
from codegen.program import Plan
from codegen.program_value import ListValue, TensorValue


@dataclass(frozen=True, slots=True)
class _Place:
    """A tensor in memory that instructions may write."""

    memory: int
    """A planned one; negative where it is the caller's, each value's own."""
    offset: int
    tensor: TensorValue

    def is_same(self, other: _Place) -> bool:
        """Whether both are the same elements in the same order, and remain so in a call."""
        a, b = self.tensor, other.tensor
        return (
            self.offset == other.offset
            and (a.dtype, a.sizes, a.dim_order) == (b.dtype, b.sizes, b.dim_order)
            and a.dynamism is b.dynamism is Dynamism.STATIC
        )


def overlaps_in(plan: Plan) -> Callable[[int, Sequence[int]], tuple[Overlap, ...]]:
    """A function from the number of a call and its values to the pairs of arguments that share
    memory, wherever moves and views may have put them by then.
    """
    flow = Flow(plan)

    def places(instruction: int, value: int) -> Iterator[_Place]:
        for shape, data in flow.meaning(value, instruction).pairs:
            tensor, owner = plan.values[shape], plan.values[data] if data >= 0 else None
            if not isinstance(tensor, TensorValue) or not isinstance(owner, TensorValue):
                continue
            if owner.planned:
                yield _Place(owner.memory_id, owner.memory_offset, tensor)
            elif not owner.constant:
                yield _Place(-1 - data, 0, tensor)

    def overlaps(instruction: int, values: Sequence[int]) -> tuple[Overlap, ...]:
        tensors = [
            (position, tuple(places(instruction, item)))
            for position, value in enumerate(values)
            for item in _items(plan, value)
        ]
        found: dict[tuple[int, int], list[tuple[bool, int]]] = defaultdict(list)
        for one, a, other, b in _meeting([where for _, where in tensors]):
            found[tensors[one][0], tensors[other][0]].append((a.is_same(b), b.offset - a.offset))
        sure = {position for position, where in tensors if len(where) == 1}
        return tuple(
            Overlap(
                one=i,
                other=k,
                same=all(same for same, _ in meeting),
                apart=meeting[0][1] if len(meeting) == 1 and {i, k} <= sure else None,
            )
            for (i, k), meeting in sorted(found.items())
        )

    return overlaps


def _meeting(places: Sequence[Sequence[_Place]]) -> Iterator[tuple[int, _Place, int, _Place]]:
    """Yields two of `places` each and those of their members that have a byte in common."""
    every = [(n, place) for n, some in enumerate(places) for place in some if place.tensor.nbytes]
    every.sort(key=lambda each: (each[1].memory, each[1].offset))
    for index, (n, place) in enumerate(every):
        end = place.offset + place.tensor.nbytes
        for later in range(index + 1, len(every)):
            m, other = every[later]
            if other.memory != place.memory or other.offset >= end:
                break
            if n != m:
                yield (n, place, m, other) if n < m else (m, other, n, place)


def overlap_refusals(
    overlaps: Iterable[Overlap],
    schema: OperatorSchema,
    in_place: Sequence[str],
    distances: Distances,
) -> tuple[str, ...]:
    """What a kernel does not take of the memory that the arguments of a call share.

    `distances` are those between the first output and the first argument.
    """
    names = schema.names
    written = written_positions(schema)
    found = []
    for each in _written(overlaps, schema):
        other = each.one if each.other == written[0] else each.other
        if each.same and written[0] in (each.one, each.other) and names[other] in in_place:
            continue
        first = (each.one, each.other) == (0, written[0])
        if first and each.apart is not None and distances.allow(each.apart):
            continue
        what = "is" if each.same else "shares memory with"
        output, other = sorted((each.one, each.other), key=lambda at: at not in written)
        found.append(f"{names[output]} {what} {names[other]}")
    return tuple(found)


def is_in_part(overlaps: Iterable[Overlap], schema: OperatorSchema) -> bool:
    """Whether an output of a call shares memory with another argument, but is not that one."""
    return any(not each.same for each in _written(overlaps, schema))


def is_in_place(overlaps: Iterable[Overlap], schema: OperatorSchema) -> bool:
    """Whether an output of a call is another argument, element for element."""
    return any(each.same for each in _written(overlaps, schema))


def _written(overlaps: Iterable[Overlap], schema: OperatorSchema) -> Iterator[Overlap]:
    """Yields what an output shares with other arguments; a result is an output once more."""
    written = {*written_positions(schema)}
    for each in overlaps:
        if each.other < len(schema.parameters) and written & {each.one, each.other}:
            yield each


def written_positions(schema: OperatorSchema) -> Sequence[int]:
    """The arguments that count as written: the output, or all from the first of several on."""
    outputs = [index for index, each in enumerate(schema.parameters) if each.output]
    if len(outputs) < 2:
        return outputs
    return range(outputs[0], len(schema.parameters))


def _items(plan: Plan, index: int) -> Sequence[int]:
    value = plan.values[index]
    return value.references if isinstance(value, ListValue) else (index,)
