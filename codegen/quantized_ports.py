"""How the inputs and outputs of a method are quantized: found by the calls next to them.

An output of Float that was dequantized, perhaps moved or activated after that, only has values
that are steps apart; a kernel that rounds otherwise in the last digit gives its neighbour.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from codegen.library import KernelSpec, Move
from codegen.method_info import argument_of
from codegen.optimize.roles import Operators
from codegen.program import Instruction, Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.state import instructions, slots

QUANTIZE = (
    "quantized_decomposed::quantize_per_tensor.out",
    "cortex_m::quantize_per_tensor.out",
)
DEQUANTIZE = (
    "quantized_decomposed::dequantize_per_tensor.out",
    "cortex_m::dequantize_per_tensor.out",
)

_LEAST, _MOST = 2.0**-126, 2.0**127
"""Scales that are numbers as Float, in which kernels compute."""
_SUMS = ("aten::add.out", "aten::sub.out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantized:
    """A real number is (q - zero_point) * scale."""

    scale: float
    zero_point: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantizedPorts:
    """What is known of a method's inputs and outputs, in their order; None: not quantized."""

    inputs: tuple[Quantized | None, ...]
    outputs: tuple[Quantized | None, ...]
    steps: tuple[float | None, ...]
    """The most that one step of the tensors behind each output changes it; None: unknown."""
    rounds: bool
    """The method quantizes what it has computed in Float, so that its kernels' last digits decide
    between two neighbours."""


def quantized_ports(plan: Plan, operators: Operators) -> QuantizedPorts:
    """How the inputs and outputs of `plan` are quantized."""
    flow = _Flow(plan, operators)
    for each in instructions(plan):
        flow.follow(each)
    return QuantizedPorts(
        inputs=tuple(_only(flow.uses[index]) for index in plan.inputs),
        outputs=tuple(_only(flow.forms[index]) for index in plan.outputs),
        steps=tuple(flow.step(index) or None for index in plan.outputs),
        rounds=flow.rounds,
    )


def _only(forms: Collection[Quantized | None]) -> Quantized | None:
    return next(iter(forms)) if len(forms) == 1 else None


class _Flow:
    """What is known of each value when the instructions before have run."""

    def __init__(self, plan: Plan, operators: Operators) -> None:
        self.plan = plan
        self._operators = operators
        self._changing = slots(plan)
        self.uses: defaultdict[int, set[Quantized | None]] = defaultdict(set)
        """How the calls that read inputs quantize or dequantize them; None: not at all."""
        self.forms: defaultdict[int, set[Quantized | None]] = defaultdict(set)
        """How those that made a value quantized or dequantized it, before it was moved."""
        self.rounds = False
        self._moved = {index: index for index in plan.inputs}
        """The input whose elements a value has."""
        self._steps: dict[int, float | None] = {}

    def follow(self, call: Instruction) -> None:
        """Adds what `call` does."""
        moved = call.kind == "move_call"
        if not moved and (call.kind != "kernel_call" or len(call.values) <= 2):
            return
        operator = "" if moved else self.plan.operators[call.target]
        kernel = self._operators.get(operator)
        move = Move.COPY if moved else kernel.moves if kernel is not None else None
        factor = 1.0 if move else self._factor_of(kernel, call) if kernel is not None else None
        first, last = call.values[0], call.values[-1]
        result = next(iter(self._items(last)), last)  # the first of several
        given = self._moved.get(first)
        form = self._form(operator, call)
        if move is None:
            for index in self._read(call):
                self.uses[index].add(form)
            self.rounds |= operator in QUANTIZE and given is None
        if move in (None, Move.PAD):
            self.forms[result].add(form)
        else:
            self.forms[result] |= self.forms[first]
        self._moved.pop(result, None)
        if move is not None and given is not None:
            self._moved[result] = given
        step = self._step_of(operator, call, form)
        if factor is not None:
            inner = self.step(first)
            step = None if inner is None else factor * inner
        if result in self._steps:  # by another branch
            before = self._steps[result]
            step = None if step is None or before is None else max(step, before)
        self._steps[result] = step

    def step(self, index: int) -> float | None:
        """The most that a step of quantized tensors changes value `index`, None if unknown.

        0 of what depends on inputs and constants alone.
        """
        value = self.plan.values[index]
        given = index in self.plan.inputs or (isinstance(value, TensorValue) and value.constant)
        return self._steps.get(index, 0.0 if given else None)

    def _factor_of(self, kernel: KernelSpec, call: Instruction) -> float | None:
        if kernel.lipschitz is None:
            return None
        given = (argument_of(self.plan.values, index, self._changing) for index in call.values)
        return kernel.lipschitz.of(dict(zip(kernel.schema.names, given, strict=False)))

    def _step_of(self, operator: str, call: Instruction, form: Quantized | None) -> float | None:
        if form is not None:
            return form.scale if operator in DEQUANTIZE else 1.0
        if operator in _SUMS:
            one, other = map(self.step, call.values[:2])
            alpha = self._number(call.values[2])
            if one is None or other is None or alpha is None:
                return None
            return one + abs(alpha) * other
        if operator == "aten::cat.out":
            steps = [self.step(index) for index in self._items(call.values[0])]
            known = [each for each in steps if each is not None]
            return max(known) if len(known) == len(steps) > 0 else None
        return None

    def _read(self, call: Instruction) -> Iterator[int]:
        """The inputs of the method that `call` reads, perhaps moved."""
        for index in (*call.values[:-1], *(i for at in call.values for i in self._items(at))):
            if index in self._moved:
                yield self._moved[index]

    def _items(self, index: int) -> tuple[int, ...]:
        """The items of a list."""
        value = self.plan.values[index]
        return value.references if isinstance(value, ListValue) else ()

    def _form(self, operator: str, call: Instruction) -> Quantized | None:
        """The scale and zero point of a quantize or dequantize."""
        if operator not in (*QUANTIZE, *DEQUANTIZE):
            return None
        scale, zero = map(self._number, call.values[1:3])
        if scale is None or zero is None or not _LEAST <= scale <= _MOST or abs(zero) >= 2**31:
            return None
        return Quantized(scale=scale, zero_point=int(zero))

    def _number(self, index: int) -> float | None:
        """The number that an argument was fixed to."""
        value = self.plan.values[index]
        changes = index in self._steps or index in self.plan.inputs
        if not isinstance(value, ScalarValue) or changes:
            return None
        return float(value.value) if isinstance(value.value, int | float) else None
