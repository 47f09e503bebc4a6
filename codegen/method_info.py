"""The op info of one method: its calls with the facts of their arguments, and what it needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from codegen.features import features
from codegen.opinfo import Argument, Call, DelegateInfo, ListArg, MethodInfo, ScalarArg, TensorArg
from codegen.optimize.graph import Tensor
from codegen.overlaps import overlaps_in
from codegen.program import Plan, Program
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.state import instructions, slots, state_counts


def method_info(plan: Plan, *, constants_in_segment: bool) -> MethodInfo:
    """The op info of `plan`."""
    steps = instructions(plan)
    changing = slots(plan)
    overlaps = overlaps_in(plan)
    arguments = tuple(
        argument_of(plan.values, index, changing) for index in range(len(plan.values))
    )
    return MethodInfo(
        name=plan.name,
        calls=tuple(
            Call(
                operator=plan.operators[step.target],
                instruction=number,
                arguments=tuple(arguments[index] for index in step.values),
                overlaps=overlaps(number, step.values),
            )
            for number, step in enumerate(steps)
            if step.kind == "kernel_call"
        ),
        delegates=tuple(
            DelegateInfo(
                id=delegate.id,
                spec_count=len(delegate.specs),
                payload=delegate.payload,
                payload_bytes=delegate.payload_bytes,
                scratch_bytes=delegate.scratch_bytes,
                calls=tuple(
                    (number, len(step.values))
                    for number, step in enumerate(steps)
                    if step.kind == "delegate_call" and step.target == index
                ),
            )
            for index, delegate in enumerate(plan.delegates)
        ),
        instruction_kinds=tuple(sorted({step.kind for step in steps})),
        planned_bytes=plan.planned_bytes,
        value_count=len(plan.values),
        instruction_count=len(steps),
        operator_count=len(plan.operators),
        inputs=tuple(arguments[index] for index in plan.inputs),
        outputs=tuple(arguments[index] for index in plan.outputs),
        features=features(plan, constants_in_segment=constants_in_segment),
        state=state_counts(plan),
    )


def calls_of(program: Program, plan: Plan) -> Mapping[int, Call]:
    """Maps the number of each instruction of `plan` that calls a kernel to that call, in order."""
    info = method_info(plan, constants_in_segment=program.constants_in_segment)
    return {call.instruction: call for call in info.calls}


def argument_of(
    values: Sequence[TensorValue | Tensor | ScalarValue | ListValue], index: int, computed: Set[int]
) -> Argument:
    """Value `index` of `values` as an argument, as far as it is known: not where it is computed."""
    match values[index]:
        case TensorValue() | Tensor() as tensor:
            return TensorArg(
                dtype=tensor.dtype,
                dim_order=tensor.dim_order,
                sizes=tensor.sizes,
                dynamism=tensor.dynamism,
                constant=tensor.constant,
            )
        case ScalarValue(kind=kind, value=value):
            known = index not in computed
            return ScalarArg(kind=kind, value=value if known else None, computed=not known)
        case ListValue(kind="bool_list" | "double_list" as kind, items=items):
            return ListArg(kind=kind, items=items)
        case ListValue(kind=kind, items=items):
            parts = (None if at is None else argument_of(values, int(at), computed) for at in items)
            return ListArg(kind=kind, items=tuple(map(_item, parts)))


def _item(argument: Argument | None) -> TensorArg | int | None:
    """The argument as an item of a list: a tensor, a number, or None."""
    if isinstance(argument, ScalarArg):
        return argument.value if isinstance(argument.value, int) else None
    return argument if isinstance(argument, TensorArg) else None
