"""What each value of a method may be when an instruction runs: moves, views and frees followed
along every path, to a fixed point.

A move makes one value another for the rest of a run, a view gives it another's memory. No device
checks what an instruction then meets, so that the build must know all that it may be.
Source: Method::move, Method::release and et_view in runtime/executor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from codegen.program import Instruction, Plan
from codegen.program_value import ScalarValue, TensorValue
from codegen.state import instructions, slots

VIEW = "executorch_prim::et_view.default"
"""Its result is the memory of its first argument under another shape."""
FREED, UNSET = -1, -2
"""Instead of a value: its memory was freed, or it has none before an instruction gives it some."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a value may be: pairs of the value whose shape, and the one whose memory, it has."""

    pairs: frozenset[tuple[int, int]]

    @property
    def shapes(self) -> frozenset[int]:
        """The values whose shape it may have."""
        return frozenset(shape for shape, _ in self.pairs)

    @property
    def data(self) -> frozenset[int]:
        """The values whose memory it may have."""
        return frozenset(data for _, data in self.pairs)

    def __or__(self, other: Meaning) -> Meaning:
        return Meaning(self.pairs | other.pairs)


_State = Mapping[int, Meaning]
"""What the values mean that need not be themselves."""


class Flow:
    """The values of one method, before each of its instructions and at its end."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._changing = slots(plan)
        self._start = {index: _meant(index, UNSET) for index in self._unset()}
        self._before = self._fixed_point()

    def meaning(self, index: int, instruction: int | None = None) -> Meaning:
        """What value `index` may be before an instruction, by default when the method ends."""
        at = len(self._before) - 1 if instruction is None else instruction
        return self._known(self._before[at] or {}, index)

    def _known(self, state: _State, index: int) -> Meaning:
        return state.get(index) or _meant(index, index)

    def _unset(self) -> Iterator[int]:
        """The values that have nothing at first that could be read."""
        ports = {*self._plan.inputs, *self._plan.outputs}
        for index in self._changing:
            value = self._plan.values[index]
            if isinstance(value, TensorValue):
                if not (value.planned or value.constant or index in ports) and value.nbytes:
                    yield index
            elif isinstance(value, ScalarValue) and value.kind == "none":
                yield index

    def _fixed_point(self) -> list[_State | None]:
        """The state before each instruction, None where no path leads to it."""
        steps = instructions(self._plan)
        targets = _targets(self._plan)
        before: list[_State | None] = [None] * (len(steps) + 1)
        before[0] = self._start
        waiting = [0]
        while waiting:
            at = waiting.pop()
            state = before[at]
            if at == len(steps) or state is None:
                continue
            after = self._after(steps[at], state)
            for follower in {at + 1, targets.get(at, at + 1)}:
                joined = self._joined(before[follower], after)
                if joined != before[follower]:
                    before[follower] = joined
                    waiting.append(follower)
        return before

    def _joined(self, one: _State | None, other: _State) -> _State:
        if one is None or one is other:
            return other
        return {i: self._known(one, i) | self._known(other, i) for i in {*one, *other}}

    def _after(self, step: Instruction, state: _State) -> _State:
        values = step.values
        if step.kind == "move_call":
            source, to = values
            return {**state, to: self._known(state, source)}
        if step.kind == "free_call":
            return {**state, values[0]: self._freed(self._known(state, values[0]))}
        if step.kind != "kernel_call" or not values:
            return state
        if self._plan.operators[step.target] == VIEW and len(values) > 2:
            return self._viewed(state, values[0], values[2])
        if isinstance(self._plan.values[values[-1]], ScalarValue) and values[-1] in state:
            return {**state, values[-1]: _meant(values[-1], values[-1])}
        return state

    def _freed(self, of: Meaning) -> Meaning:
        """Planned memory remains for the next run."""
        return Meaning(
            frozenset(
                (shape, data if self._is_planned(shape) else FREED) for shape, data in of.pairs
            )
        )

    def _viewed(self, state: _State, base: int, view: int) -> _State:
        """A view that is planned where its base is stays there."""
        if view not in self._changing or not isinstance(self._plan.values[view], TensorValue):
            return state
        own = {view} if self._is_planned(view) else frozenset[int]()
        data = self._known(state, base).data | own
        shapes = self._known(state, view).shapes
        return {**state, view: Meaning(frozenset(product(shapes, data)))}

    def _is_planned(self, index: int) -> bool:
        value = self._plan.values[index]
        return isinstance(value, TensorValue) and value.planned


def _meant(shape: int, data: int) -> Meaning:
    return Meaning(frozenset({(shape, data)}))


def _targets(plan: Plan) -> Mapping[int, int]:
    """For each jump the instruction that it may continue at, counted over all chains."""
    found = {}
    first = 0
    for chain in plan.chains:
        for number, step in enumerate(chain, start=first):
            if step.kind == "jump_false_call":
                found[number] = first + step.target
        first += len(chain)
    return found
