"""The state of a method in addition to its planned memory, by the rules of the runtime.

The runtime decodes values that never change straight from the program; only those that change have
a slot. A value has one where it is
1. the last argument of a kernel call and None, an int, a bool or a double (a result);
2. the destination of a move;
3. an input of the method: a tensor that the program does not plan; or not a tensor, and used by an
   instruction, an output or a list of ints (any other was fixed when the model was exported);
4. a tensor that is neither planned nor constant: its data are set later;
5. a tensor whose data are outside the file;
6. a tensor whose shape is not static (its sizes are kept too);
7. freed by an instruction.
A list never has one: its items may.
"""

from __future__ import annotations

from codegen.opinfo import Dynamism, StateCounts
from codegen.program import Instruction, Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue

_RESULT_KINDS = ("none", "int", "bool", "double")


def state_counts(plan: Plan) -> StateCounts:
    """The state of one loaded method."""
    return StateCounts(
        slots=len(slots(plan)),
        dynamic_dims=sum(
            len(value.sizes)
            for value in plan.values
            if isinstance(value, TensorValue) and value.dynamism is not Dynamism.STATIC
        ),
    )


def memory_bytes(
    *,
    instructions: int,
    operators: int,
    capacity: int,
    values: int | None,
    state: StateCounts,
    slot: int,
) -> int:
    """Bytes that `Method::load` takes from a method arena. Source: Method::memory_bytes.

    Args:
        instructions: those of all chains.
        operators: entries of the method's list of operators.
        capacity: rows of the registry.
        values: the method's; None in a library without any feature that needs slots.
        state: what of them changes.
        slot: sizeof(Slot).

    """
    total = (instructions + operators) * (1 if capacity <= 0xFF else 2)
    if values is None:
        return total
    words = -(-values // 32)
    bitmap = -(-words * 4 // 8) * 8
    return total + bitmap + state.slots * slot + state.dynamic_dims * 4 + words * 2


def slots(plan: Plan) -> frozenset[int]:
    """The values that change: rules 1 to 7."""
    changing = {
        index
        for index, value in enumerate(plan.values)
        if isinstance(value, TensorValue) and _tensor_changes(value)
    }
    for instruction in instructions(plan):
        if instruction.kind in ("move_call", "free_call"):
            changing.add(instruction.values[-1])
    changing |= results(plan)
    named = _named(plan)
    for index in plan.inputs:
        value = plan.values[index]
        if not value.planned if isinstance(value, TensorValue) else index in named:
            changing.add(index)
    return frozenset(i for i in changing if not isinstance(plan.values[i], ListValue))


def results(plan: Plan) -> frozenset[int]:
    """The values that a kernel call writes and that are not tensors."""
    last = {
        instruction.values[-1]
        for instruction in instructions(plan)
        if instruction.kind == "kernel_call" and instruction.values
    }
    values = ((index, plan.values[index]) for index in last)
    return frozenset(
        index
        for index, value in values
        if isinstance(value, ScalarValue) and value.kind in _RESULT_KINDS
    )


def instructions(plan: Plan) -> tuple[Instruction, ...]:
    """The instructions of all chains, one after the other."""
    return tuple(instruction for chain in plan.chains for instruction in chain)


def _named(plan: Plan) -> frozenset[int]:
    """The values that an instruction, an output or a list of ints refers to."""
    lists = (v.items for v in plan.values if isinstance(v, ListValue) and v.kind == "int_list")
    calls = (instruction.values for instruction in instructions(plan))
    return frozenset(int(i or 0) for each in (plan.outputs, *lists, *calls) for i in each)


def _tensor_changes(value: TensorValue) -> bool:
    unplanned = not value.planned and not value.constant
    return unplanned or value.external or value.dynamism is not Dynamism.STATIC
