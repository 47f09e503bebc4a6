"""Which call reads which constants, and how often it walks over them in an inference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod

from codegen.compiled.packed import NUMBERS, layers_of_chain
from codegen.compiled.parts import place_of_data
from codegen.compiled.weights import Constant
from codegen.expression import ExpressionError
from codegen.library import KernelSpec
from codegen.method_info import calls_of
from codegen.opinfo import Call
from codegen.program import Plan
from codegen.program_value import ListValue, TensorValue
from codegen.pte import ProgramFile
from codegen.state import instructions


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightUse:
    """A constant that a call reads."""

    model: str
    method: str
    instruction: int
    operator: str
    position: int
    """In the model's file."""
    bytes: int
    walks: int
    """How often the call goes through it, about."""


def weight_uses(
    models: Mapping[str, ProgramFile], specs: Mapping[str, KernelSpec]
) -> Iterator[WeightUse]:
    """The uses of constants by the calls of `models`, in the order of the calls.

    `specs`: the kernel of each operator.
    """
    for name, file in models.items():
        for plan in file.program.plans:
            steps = instructions(plan)
            for number, call in calls_of(file.program, plan).items():
                instruction = steps[number]
                used = list(_constants(plan, instruction.values))
                spec = specs.get(call.operator)
                walks = _walks(file, plan, instruction.values, spec, call, used)
                packed = _packed(plan, instruction.values, spec, call)
                for value in used:
                    position = place_of_data(file, value)
                    if position is not None:
                        yield WeightUse(
                            model=name,
                            method=plan.name,
                            instruction=number,
                            operator=call.operator,
                            position=position,
                            bytes=value.nbytes,
                            walks=walks if packed is None or value is packed else 1,
                        )


def bytes_read(uses: Iterator[WeightUse]) -> Mapping[Constant, int]:
    """How many bytes an inference reads of each constant: one run of each method of each model."""
    found: dict[Constant, int] = defaultdict(int)
    for use in uses:
        found[use.model, use.position, use.bytes] += use.bytes * use.walks
    return found


def _constants(plan: Plan, indices: Sequence[int]) -> Iterator[TensorValue]:
    """The constants among the arguments of a call, each once."""
    seen = set()
    for index in indices:
        value = plan.values[index]
        for item in value.references if isinstance(value, ListValue) else (index,):
            tensor = plan.values[item]
            if item in seen or not isinstance(tensor, TensorValue) or tensor.planned:
                continue
            seen.add(item)
            if tensor.constant and tensor.nbytes:
                yield tensor


def _packed(
    plan: Plan, operands: Sequence[int], spec: KernelSpec | None, call: Call
) -> object | None:
    """The weights that a call may take packed: its loops then read all else that is constant once,
    before the first result. None if it takes none.
    """
    if spec is None or spec.packed is None:
        return None
    name, condition = spec.packed
    with suppress(ExpressionError):
        if condition.bytes_of(spec.arguments_of(call)):
            return plan.values[operands[spec.schema.names.index(name)]]
    return None


def _walks(
    file: ProgramFile,
    plan: Plan,
    operands: Sequence[int],
    spec: KernelSpec | None,
    call: Call,
    used: Sequence[TensorValue],
) -> int:
    """How often a call goes through its constants, `used`: what its kernel's record says, else once
    for each product of a weight, at least once. The largest constant has the weights.
    """
    if spec is None:
        return 1
    if (known := spec.walks_of(call)) is not None:
        return max(1, known)
    macs = spec.macs_of(call)
    if NUMBERS in spec.schema.names:
        numbers = plan.values[operands[spec.schema.names.index(NUMBERS)]]
        layers = layers_of_chain(file, numbers, spec.arguments_of(call).get("layers")) or ()
        macs = sum(each.rows * each.pitch * each.terms for each in layers)
    return max(1, macs // max((prod(value.sizes) for value in used), default=1))
