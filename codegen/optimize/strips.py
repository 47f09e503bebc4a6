"""Runs chains of layers a few rows at a time where whole tensors need too much memory.

A chain is some calls in a row that read one tensor of the rest and leave one to it. As one call of
kerf::strips.out it keeps only the rows between its layers that are needed again. Every element is
the same sum in the same order, and nothing is computed twice. What that costs are calls of the
inner loops for fewer rows, and rows that are moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import constant_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Program, Tensor
from codegen.optimize.liveness import Interval, intervals
from codegen.optimize.overlapping import filled, overlapping
from codegen.optimize.roles import Operators
from codegen.optimize.strip_layers import StripCall, strip_call
from codegen.scratch_offset import aligned
from codegen.strips import (
    MOST_RUNS,
    Kind,
    Layer,
    Schedule,
    is_valid,
    runs_of,
    schedule,
    workspace_bytes,
)

OPERATOR = "kerf::strips.out"
STEPS = (1, 2, 3, 4, 6, 8, 12, 16)
"""Rows of a chain's result that are computed at a time."""
MOST_ADDED = 0.08
"""The part of a method's instructions by which chains may add to it, as they are estimated."""
_ALL_KINDS = sum(1 << kind for kind in Kind if kind is not Kind.INPUT)
_MOST_LAYERS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Calls `first` to `last` as one, `step` rows at a time."""

    first: int
    last: int
    calls: tuple[StripCall, ...]
    layers: tuple[Layer, ...]
    """The chain's input, then a layer for each call; with capacities."""
    input: int
    """The value that it reads."""
    step: int
    times: Schedule

    @property
    def result(self) -> int:
        """The value that it writes."""
        return self.calls[-1].result

    @property
    def workspace(self) -> int:
        """Bytes of the rows that its layers keep."""
        return workspace_bytes(self.layers, self.times.capacities)

    @property
    def added(self) -> int:
        """Instructions that it takes in addition to whole calls: an estimate.

        A call of the loops for some rows costs as much as reading its arguments, and for a
        depthwise layer its scales and taps.
        """
        strips = zip(self.layers, self.times.strips, self.times.moved, strict=True)
        return sum(
            max(0, times - 1)
            * (_PER_STRIP + (_PER_CHANNEL * layer.channels) * (layer.kind is Kind.DEPTHWISE))
            + moved * layer.pitch * _PER_MOVED_BYTE
            for layer, times, moved in strips
        )


_PER_PRODUCT = 2
_PER_STRIP = 300
_PER_CHANNEL = 150
_PER_MOVED_BYTE = 4
"""Measured on a Cortex-M4, whose C library moves byte by byte."""


def products_of(layer: Layer) -> int:
    """The products that a layer adds up; of one without, its elements."""
    return layer.rows * layer.pitch * max(1, layer.terms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Calls `first` to `last`, which may be a chain."""

    first: int
    last: int
    input: int
    layers: tuple[Layer, ...]
    """Without capacities."""
    others: int
    """The bytes that are in use next to the rows that its layers keep."""
    ends: tuple[int, int] | None = None
    """The bytes of its input and of its result, where one may be written over the other."""
    _times: dict[int, Schedule] = field(default_factory=dict, compare=False)

    def times(self, step: int) -> Schedule:
        """Its schedule in steps of `step` rows."""
        if step not in self._times:
            self._times[step] = schedule(self.layers, step)
        return self._times[step]

    def peak(self, step: int) -> int:
        """The bytes in use while it runs in steps of `step` rows."""
        times = self.times(step)
        kept = self.others + aligned(workspace_bytes(self.layers, times.capacities))
        if self.ends is None:
            return kept
        given, made = self.ends
        return kept - max(0, given + made - max(aligned(times.ahead) + given, made))


class Search:
    """Finds chains of one method, by the bytes in use at a time."""

    def __init__(self, method: Method, operators: Operators) -> None:
        self._method = method
        self._edit = Edit(method, operators)
        self._calls = [
            strip_call(self._edit, each) if isinstance(each, Call) else None
            for each in self._edit.instructions
        ]
        self._used = intervals(method, operators)
        self._whole = [self._bytes(time, time) for time in range(self._edit.end)]
        for time, saved in _saved(self._edit, self._used):
            self._whole[time] -= saved
        self._windows: list[list[Window]] = [[] for _ in self._whole]
        for first in range(self._edit.end):
            for window in self._from(first):
                self._windows[window.last].append(window)

    @property
    def windows(self) -> tuple[Window, ...]:
        """All calls that may be a chain, in the order of their last."""
        return tuple(window for each in self._windows for window in each)

    def least(self) -> tuple[Chain, ...]:
        """The chains with which the fewest bytes are in use at a time, within MOST_ADDED."""
        limits = sorted({*self._whole, *(window.peak(1) for window in self.windows)})
        limits = [each for each in limits if each < max(self._whole, default=0)]
        if not limits:
            return ()
        work = sum(products_of(each.layer) for each in self._calls if each is not None)
        low, high, best = 0, len(limits), tuple[Chain, ...]()
        while low < high:
            middle = (low + high) // 2
            found = self.within(limits[middle])
            if (
                found is None
                or sum(each.added for each in found) > MOST_ADDED * _PER_PRODUCT * work
            ):
                low = middle + 1
            else:
                high, best = middle, found
        return best

    def within(self, limit: int) -> tuple[Chain, ...] | None:
        """The chains that add the fewest instructions with at most `limit` bytes in use at a time.

        None where there are none.
        """
        costs: list[float] = [0]
        chosen: list[Chain | None] = []
        for last, whole in enumerate(self._whole):
            cost, best = (costs[-1], None) if whole <= limit else (inf, None)
            for window in self._windows[last]:
                if costs[window.first] >= cost or window.peak(1) > limit:
                    continue
                chain = self._largest(window, limit)
                if costs[window.first] + chain.added < cost:
                    cost, best = costs[window.first] + chain.added, chain
            costs.append(cost)
            chosen.append(best)
        if costs[-1] == inf:
            return None
        found, last = list[Chain](), len(chosen) - 1
        while last >= 0:
            taken = chosen[last]
            found += [] if taken is None else [taken]
            last = last - 1 if taken is None else taken.first - 1
        return tuple(reversed(found))

    def _bytes(self, first: int, last: int) -> int:
        """The bytes of the buffers that are in use at any of these calls."""
        return sum(
            aligned(self._edit.buffers[number].nbytes)
            for number, its in self._used.items()
            if its.first <= last and its.last >= first
        )

    def chain(self, window: Window, step: int) -> Chain:
        """The chain of `window` in steps of `step` rows."""
        times = window.times(step)
        calls = self._calls[window.first : window.last + 1]
        return Chain(
            first=window.first,
            last=window.last,
            calls=tuple(each for each in calls if each is not None),
            layers=tuple(
                replace(layer, capacity=kept)
                for layer, kept in zip(window.layers, times.capacities, strict=True)
            ),
            input=window.input,
            step=step,
            times=times,
        )

    def _largest(self, window: Window, limit: int) -> Chain:
        """The chain of `window` in the largest steps with at most `limit` bytes; else of a row."""
        steps = sorted({min(step, window.layers[-1].rows) for step in STEPS}, reverse=True)
        fitting = (step for step in steps if window.peak(step) <= limit)
        return self.chain(window, next(fitting, 1))

    def _from(self, first: int) -> Iterator[Window]:
        """The windows of two calls or more that begin with call `first`."""
        edit, usage = self._edit, self._edit.usage
        known: dict[int, int] = {}
        layers: list[Layer] = []
        inside = 0
        read_last = first
        for last, call in enumerate(self._calls[first : first + _MOST_LAYERS], first):
            if call is None:
                return
            if not layers:
                rows, columns, channels = call.image
                layers = [Layer(kind=Kind.INPUT, rows=rows, columns=columns, channels=channels)]
                known[call.operands[0]] = 0
            if any(operand not in known for operand in call.operands):
                return
            sources = tuple(known[operand] for operand in call.operands)
            images = {(s.rows, s.columns, s.channels) for s in (layers[at] for at in sources)}
            layers.append(replace(call.layer, sources=sources))
            kept = [*(replace(each, capacity=each.rows) for each in layers)]
            if images != {call.image} or not is_valid(kept, len(layers) - 1, _ALL_KINDS):
                return
            if not _is_apart_in_memory(edit, call.result):
                return
            if last > first and read_last <= last and runs_of(layers, 1) <= MOST_RUNS:
                yield Window(
                    first=first,
                    last=last,
                    input=self._calls[first].operands[0],  # type: ignore[union-attr]
                    layers=tuple(layers),
                    others=self._bytes(first, last) - inside,
                    ends=self._ends(first, last),
                )
            known[call.result] = len(layers) - 1
            read_last = max(read_last, *usage.reads[call.result])
            storage = usage.storage(call.result)
            inside += aligned(edit.buffers[storage or 0].nbytes)

    def _ends(self, first: int, last: int) -> tuple[int, int] | None:
        """The bytes of the input and the result of these calls, where they may overlap."""
        method = self._method
        start, end = self._calls[first], self._calls[last]
        assert start is not None and end is not None  # layers of a chain
        operand, result = filled(start.operands[0], method), filled(end.result, method)
        if operand is None or result is None or self._used[operand].last > last:
            return None
        return aligned(method.buffers[operand].nbytes), aligned(method.buffers[result].nbytes)


def _is_apart_in_memory(edit: Edit, index: int) -> bool:
    """Whether the buffer of value `index` holds nothing else."""
    value = edit.tensor(index)
    if value is None or value.place is None or not edit.usage.is_own(index):
        return False
    return edit.usage.members[value.place.buffer] == [index] and bool(edit.usage.reads[index])


def _saved(edit: Edit, used: Mapping[int, Interval]) -> Iterator[tuple[int, int]]:
    """For calls that may write over their operands, how many bytes that saves."""
    method = edit.method
    for (over, under), its in overlapping(method, edit.operators, used).items():
        sizes = method.buffers[under].nbytes, method.buffers[over].nbytes
        both = (
            max(its.ahead + sizes[0], sizes[1]) if its.ahead else sum(sizes),
            max(its.behind + sizes[1], sizes[0]) if its.behind else sum(sizes),
        )
        yield used[over].first, max(0, sum(sizes) - min(both))
    for time, call in edit.calls():
        named, result = edit.named(call), edit.tensor(call.arguments[-1])
        for name in edit.operators[call.operator].in_place:
            operand = edit.tensor(named[name])
            if operand is None or result is None or operand.nbytes != result.nbytes:
                continue
            if operand.place is None or result.place is None:
                continue
            if used[operand.place.buffer].last == time == used[result.place.buffer].first:
                yield time, operand.nbytes
                break


def with_chains(
    program: Program, operators: Operators, chains: Sequence[Sequence[Chain]]
) -> Program:
    """`program` with `chains` of each method as one call each."""
    kinds = {layer.kind for each in chains for chain in each for layer in chain.layers}
    mask = sum(1 << kind for kind in kinds if kind is not Kind.INPUT)
    return program.with_methods(
        _written(method, operators, its, mask) if its else method
        for method, its in zip(program.methods, chains, strict=True)
    )


def _written(method: Method, operators: Operators, chains: Sequence[Chain], kinds: int) -> Method:
    edit = Edit(method, operators)
    for chain in chains:
        edit.instructions[chain.last] = _call(edit, chain, kinds)
        for time in range(chain.first, chain.last):
            edit.instructions[time] = None
    return edit.finish()


def _call(edit: Edit, chain: Chain, kinds: int) -> Call:
    layers = chain.layers
    numbers = [number for layer in layers for number in layer.numbers()]
    numbers += [number for call in chain.calls for number in call.numbers]
    weights = b"".join(call.weights for call in chain.calls) or b"\0"
    size = max(1, chain.workspace)
    workspace = Tensor(dtype=DType.Char, sizes=(size,), dim_order=(0,))
    apart = [each.terms for each in layers if each.kind is Kind.DEPTHWISE]
    convolved = [each for each in layers if each.kind is Kind.CONVOLUTION]
    given = (
        kinds,
        len(layers),
        chain.step,
        sum(each.channels for each in convolved),
        max((each.terms for each in convolved), default=0),
        max(apart, default=0),
        chain.times.ahead,
    )
    last = edit.instructions[chain.last]
    arguments = (
        chain.input,
        edit.add(constant_of(np.frombuffer(weights, np.int8), DType.Char)),
        edit.add(constant_of(np.array(numbers, np.int32), DType.Int)),
        *(edit.add_number(number) for number in given),
        chain.result,
        edit.add_planned(workspace, memory=edit.memory(edit.known_tensor(chain.result))),
        chain.result,
    )
    return Call(
        operator=OPERATOR,
        arguments=arguments,
        result_of=last.result_of if isinstance(last, Call) else None,
    )
