"""Places buffers one after the other, each at the lowest offset that is free while it is in use.

The order decides how well that goes. Several are tried; where none is known to be the best, a
search exchanges buffers in the best few. The numbers that it draws are always the same, and it
counts its work instead of the time: the same buffers always get the same places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from types import MappingProxyType

from codegen.clearance import Distances
from codegen.optimize.liveness import Interval, neighbours
from codegen.scratch_offset import Range, aligned, joined

WORK = 5_000_000
"""How many ranges a search looks at before it stops: at most about a second."""
STEP = 30
"""The work of a step in addition to its ranges."""
MOST_STEPS = 10_000
"""A search tries at most so many orders, fewer where they take more work."""
FEW = 6
"""A search tries every order of so many items or fewer: at most 720."""
STARTS = 2
"""From how many orders a search starts."""
DETOURS = 0.02
"""How often a search keeps an order that is worse, to leave a local optimum."""

Spot = tuple[int, Range]
"""A memory, from 1, and the bytes in it."""
Places = dict[int, Spot]
Cost = tuple[int, ...]
"""Bytes that have no place, then the bytes of each memory, the last memory first."""


_NONE_OVERLAP: Mapping[tuple[int, int], Distances] = MappingProxyType({})
_NONE_FIXED: Mapping[int, Spot] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A buffer to place: `rooms` are the memories that may hold it, with their bytes."""

    nbytes: int
    rooms: tuple[tuple[int, float], ...]
    used: Interval | None
    """None: nothing uses it, so that it may be where others are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """Items by their numbers, and bytes of the memories, `kept` by memory, that are never free."""

    items: Mapping[int, Item]
    memories: int
    kept: Mapping[int, Sequence[Range]]
    together: Mapping[int, tuple[int, ...]]
    """For each item those that are in use at the same time."""
    apart: Mapping[int, tuple[int, ...]]
    """For each item those of `together` that it must not overlap."""
    close: Mapping[int, tuple[tuple[int, Range], ...]]
    """For each item the others of `together`, and the bytes that each takes from the item: how far
    the first and the end of these are behind the other one's first byte."""
    fixed: Mapping[int, Spot]
    """Items that are where they are."""
    work: Mapping[int, int]
    """What placing each item counts for."""


def space_of(
    items: Mapping[int, Item],
    memories: int,
    kept: Mapping[int, Sequence[Range]],
    overlapping: Mapping[tuple[int, int], Distances] = _NONE_OVERLAP,
    fixed: Mapping[int, Spot] = _NONE_FIXED,
) -> Space:
    """The space of `items` in `memories` memories; of `overlapping` the first are the results.

    Those of `fixed` are placed.
    """
    used = {number: item.used for number, item in items.items() if item.used is not None}
    alone = dict.fromkeys(items, ())
    together = {**alone, **neighbours(used)}
    distances = _close(items, overlapping)
    distances |= {(operand, result): its[::-1] for (result, operand), its in distances.items()}
    close: defaultdict[int, list[tuple[int, Range]]] = defaultdict(list)
    for (number, other), (before, behind) in distances.items():
        if other in together[number]:
            close[number].append((other, (items[number].nbytes - before, behind)))
    return Space(
        items=items,
        memories=memories,
        kept=kept,
        together=together,
        apart={
            number: tuple(other for other in others if (number, other) not in distances)
            for number, others in together.items()
        },
        close={number: tuple(close[number]) for number in items},
        fixed=fixed,
        work={number: 1 + len(others) for number, others in together.items()},
    )


def _close(
    items: Mapping[int, Item], overlapping: Mapping[tuple[int, int], Distances]
) -> dict[tuple[int, int], Range]:
    """Maps a pair to the bytes by which its result must begin ahead of the operand or behind."""
    close: dict[tuple[int, int], Range] = {}
    for (result, operand), its in overlapping.items():
        if result in items and operand in items:
            sizes = items[result].nbytes, items[operand].nbytes
            ahead, behind = (
                min(most, least or most)
                for most, least in zip(sizes, (its.ahead, its.behind), strict=True)
            )
            close[result, operand] = ahead, behind
    return close


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """Where items are that were placed in an order."""

    order: Sequence[int]
    places: Places
    costs: Sequence[Cost]
    """With none of `order`, the first, the first two, and so on."""

    @property
    def cost(self) -> Cost:
        return self.costs[-1]


def best_places(space: Space, least: Cost, *, work: int = WORK) -> Places:
    """The places of the lowest cost that are found; `least` is a cost that none goes below.

    An item that no memory has room for is left out.
    """
    ends = [0] * (space.memories + 1)
    for number, spot in space.fixed.items():
        _raise(ends, spot, space.items[number].nbytes)
    empty = _Plan(order=(), places={**space.fixed}, costs=[tuple(ends)])
    tried: list[_Plan] = []
    for order in _orders(space):
        plan = _placed(space, order, empty, (0, len(order) - 1), [0])
        assert plan is not None
        if plan.cost <= least:
            return plan.places
        tried.append(plan)
    tried.sort(key=lambda each: each.cost)
    best = tried[0]
    if work and len(best.order) <= FEW:
        return _best_of_all(space, empty, best, least).places
    source = _numbers()
    for plan in tried[:STARTS]:
        found = _search(space, plan, least, work // STARTS, source)
        best = min(best, found, key=lambda each: each.cost)
        if best.cost <= least:
            break
    return best.places


def least_end(
    items: Mapping[int, Item],
    kept: Sequence[Range] = (),
    overlapping: Mapping[tuple[int, int], Distances] = _NONE_OVERLAP,
) -> int:
    """A number of bytes below which no memory that holds `items` next to `kept` ends.

    Of the items in use at a time that must be apart, every one but the highest takes a multiple of
    the alignment, less what a result shares with its operand at the shortest distance.
    """
    shared: defaultdict[int, int] = defaultdict(int)
    for pair, distances in _close(items, overlapping).items():
        result, operand = (items[number] for number in pair)
        if result.used is not None:
            shared[result.used.first] += _shared(result, operand, distances)
    starting: dict[int, list[tuple[Interval, int]]] = defaultdict(list)
    for item in items.values():
        if item.used is not None and item.nbytes:
            starting[item.used.first].append((item.used, item.nbytes))
    active: list[tuple[Interval, int]] = []
    least = 0
    for time, begun in sorted(starting.items()):
        active = [each for each in active if each[0].last >= time] + begun
        sizes = [nbytes for _, nbytes in _meeting(active)]
        whole = sum(map(aligned, sizes)) - shared[time]
        least = max(least, whole - max(aligned(nbytes) - nbytes for nbytes in sizes))
    return least + sum(end - first for first, end in joined(kept)) if least else 0


def _meeting(active: Sequence[tuple[Interval, int]]) -> Sequence[tuple[Interval, int]]:
    """All of `active`, or some that meet each other, the largest ones first, where not all do."""
    if all(used.writes is None for used, _ in active):
        return active
    found: list[tuple[Interval, int]] = []
    for each in sorted(active, key=lambda item: -item[1]):
        if all(each[0].meets(other) for other, _ in found):
            found.append(each)
    return found


def _shared(result: Item, operand: Item, distances: Range) -> int:
    """The most bytes that are both of `result` and of `operand`."""
    one, other = aligned(result.nbytes), aligned(operand.nbytes)
    ahead, behind = map(aligned, distances)
    return one + other - min(max(one, ahead + other), max(other, behind + one))


def first_gap(nbytes: int, taken: Sequence[Range]) -> int:
    """The lowest aligned offset of `nbytes` bytes that are not taken."""
    offset = 0
    for first, end in sorted(taken):
        if first >= offset + nbytes:
            break
        if offset < end:
            offset = aligned(end)
    return offset


def _best_of_all(space: Space, empty: _Plan, best: _Plan, least: Cost) -> _Plan:
    """The first plan of the lowest cost, `best` or of another order of its items."""
    for order in permutations(best.order):
        if best.cost <= least:
            break
        plan = _placed(space, order, empty, (0, len(order) - 1), [0], best.cost)
        if plan is not None:
            best = min(best, plan, key=lambda each: each.cost)
    return best


def _search(space: Space, plan: _Plan, least: Cost, work: int, source: Iterator[float]) -> _Plan:
    """The best that is found by exchanging an item at the top with one that is near it in time."""
    best = plan
    near: dict[int, list[int]] = {}
    left = [work]
    for _ in range(MOST_STEPS):
        if left[0] <= 0 or best.cost <= least:
            break
        order = plan.order
        left[0] -= STEP + len(order)
        top = _at_the_top(space, plan)
        if not top:
            break
        one = _pick(top, source)
        if one not in near:
            near[one] = _near(space, one)
        if not near[one]:
            break
        other = _pick(near[one], source)
        low, high = sorted((order.index(one), order.index(other)))
        changed = list(order)
        if next(source) < 0.5:
            changed[low], changed[high] = changed[high], changed[low]
        else:
            changed.insert(low, changed.pop(high))
        limit = None if next(source) < DETOURS else plan.cost
        moved = _placed(space, changed, plan, (low, high), left, limit)
        if moved is not None:
            plan = moved
            best = min(best, plan, key=lambda each: each.cost)
    return best


def _numbers() -> Iterator[float]:
    """Numbers from 0 to 1, always the same ones: D. Knuth's linear congruential MMIX generator."""
    state = 1
    while True:
        state = (6364136223846793005 * state + 1442695040888963407) % 2**64
        yield state / 2**64


def _pick(numbers: Sequence[int], source: Iterator[float]) -> int:
    return numbers[int(next(source) * len(numbers))]


def _near(space: Space, number: int) -> list[int]:
    """Items in use at the same time as `number`, and those in use at the same time as these."""
    found = set(space.together[number])
    found.update(*(space.together[each] for each in space.together[number]))
    return sorted(found - {number} - space.fixed.keys())


def _at_the_top(space: Space, plan: _Plan) -> list[int]:
    """The items that make the cost what it is: without a place, or the highest of a memory."""
    cost = plan.cost
    index = next((index for index, nbytes in enumerate(cost) if nbytes), len(cost) - 1)
    if index == 0:
        return [number for number in space.items if number not in plan.places]
    memory, end = len(cost) - index, cost[index]
    return [
        number
        for number, (where, (_, last)) in plan.places.items()
        if last == end and where == memory and number not in space.fixed
    ]


def _placed(
    space: Space,
    order: Sequence[int],
    given: _Plan,
    moved: tuple[int, int],
    left: list[int],
    limit: Cost | None = None,
) -> _Plan | None:
    """All items in `order` placed; None above `limit`.

    Of the order of `given`, it exchanges the items at the two indices `moved`, or moves the one at
    the second to the first. An item whose neighbours stay where they were stays as well. The work
    is subtracted from `left` as if all items behind the first index were placed anew.
    """
    (low, high), before = moved, given.places
    places = {**before}
    for number in given.order[low:]:
        places.pop(number, None)
    costs = [*given.costs[: low + 1]]
    ends = [*costs[-1]]
    exchanged = {*order[low : low + 1], *order[high : high + 1]}
    differing = set(exchanged)
    for index in range(low, len(order)):
        if index > high and not differing:  # the others stay where they are
            rest = order[index:]
            left[0] -= sum(map(space.work.__getitem__, rest))
            places |= {number: before[number] for number in rest if number in before}
            costs += given.costs[index + 1 :]
            break
        number = order[index]
        others, spot = space.together[number], before.get(number)
        left[0] -= space.work[number]
        if spot is None or number in exchanged or not differing.isdisjoint(others):
            found = _lowest(space, number, places)
            if found != spot:
                differing.add(number)
            spot = found
        if spot is not None:
            places[number] = spot
        if index == high:  # what follows comes after both, as it did
            differing -= {each for each in exchanged if places.get(each) == before.get(each)}
        if _raise(ends, spot, space.items[number].nbytes):
            costs.append(tuple(ends))
            if limit is not None and costs[-1] > limit:
                return None
        else:
            costs.append(costs[-1])
    return _Plan(order=order, places=places, costs=costs)


def _lowest(space: Space, number: int, places: Places) -> Spot | None:
    """The lowest free place of an item in the first memory that has room for it."""
    item = space.items[number]
    for memory, size in item.rooms:
        taken = [
            spot[1]
            for other in space.apart[number]
            if (spot := places.get(other)) is not None and spot[0] == memory
        ]
        for other, (first, end) in space.close[number]:
            if (spot := places.get(other)) is not None and spot[0] == memory:
                begin = spot[1][0]
                taken.append((begin + first, begin + end))
        taken += space.kept.get(memory, ())
        offset = first_gap(item.nbytes, taken)
        if offset + item.nbytes <= size:
            return memory, (offset, offset + item.nbytes)
    return None


def _raise(ends: list[int], spot: Spot | None, nbytes: int) -> bool:
    """Adds `nbytes` bytes at `spot`, or without one, to the cost `ends`; whether it is larger."""
    if spot is None:
        ends[0] += nbytes
        return True
    memory, (_, end) = spot
    larger = end > ends[-memory]
    if larger:
        ends[-memory] = end
    return larger


Order = Callable[[int, Interval, Interval], tuple[int, ...]]
"""What items are sorted by: bytes, when it is in use, and when any is."""


def _stairs(*, results_first: bool, others: int) -> Order:
    """Results that stay, as they come, next to inputs, as they go: no gap is between them.

    `others` is the rank of what is neither: 1 before them, 3 between them.
    """

    def key(nbytes: int, used: Interval, whole: Interval) -> tuple[int, ...]:
        if used == whole:
            return 0, 0, -nbytes
        if used.last == whole.last:
            return (2, used.first, -nbytes) if results_first else (4, -used.first, -nbytes)
        if used.first == whole.first:
            return (4, used.last, -nbytes) if results_first else (2, -used.last, -nbytes)
        return others, used.first, -nbytes

    return key


ORDERS: tuple[Order, ...] = (
    lambda nbytes, used, _: (-nbytes, used.first - used.last, used.first),
    lambda nbytes, used, _: (-nbytes * (used.last - used.first + 1), used.first),
    lambda nbytes, used, _: (used.first - used.last, -nbytes, used.first),
    lambda nbytes, used, _: (used.first, -nbytes),
    lambda nbytes, used, _: (-used.last, -nbytes),
    _stairs(results_first=True, others=1),
    _stairs(results_first=True, others=3),
    _stairs(results_first=False, others=3),
)


def _orders(space: Space) -> Iterator[list[int]]:
    spans = [item.used for item in space.items.values() if item.used is not None]
    first = min((used.first for used in spans), default=0)
    last = max((used.last for used in spans), default=0)
    whole = Interval(first=first, last=last)
    for order in ORDERS:
        keys = {
            number: (*order(item.nbytes, item.used or whole, whole), number)
            for number, item in space.items.items()
            if number not in space.fixed
        }
        yield sorted(keys, key=keys.__getitem__)
