"""The op info of one method: its calls with the facts of their arguments, and what it needs."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.features import features
from codegen.opinfo import Argument, Call, DelegateInfo, ListArg, MethodInfo, ScalarArg, TensorArg
from codegen.overlaps import overlaps_in
from codegen.program import Plan, Program
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.state import instructions, slots, state_counts


def method_info(plan: Plan, *, constants_in_segment: bool) -> MethodInfo:
    """The op info of `plan`."""
    steps = instructions(plan)
    changing = slots(plan)
    overlaps = overlaps_in(plan)
    arguments = tuple(argument_of(plan, index, changing) for index in range(len(plan.values)))
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


def argument_of(plan: Plan, index: int, changing: frozenset[int]) -> Argument:
    """What is known of value `index`; `changing` are those that have a slot."""
    match plan.values[index]:
        case TensorValue() as tensor:
            return _tensor(tensor)
        case ScalarValue(kind=kind, value=value):
            computed = index in changing
            return ScalarArg(kind=kind, value=None if computed else value, computed=computed)
        case ListValue(kind="int_list", items=items):
            return ListArg(
                kind="int_list", items=tuple(_int_item(plan, item, changing) for item in items)
            )
        case ListValue(kind=("tensor_list" | "optional_tensor_list") as kind, items=items):
            return ListArg(kind=kind, items=tuple(_tensor_item(plan, item) for item in items))
        case ListValue(kind=kind, items=items):
            return ListArg(kind=kind, items=items)


def _tensor(value: TensorValue) -> TensorArg:
    return TensorArg(
        dtype=value.dtype,
        dim_order=value.dim_order,
        sizes=value.sizes,
        dynamism=value.dynamism,
        constant=value.constant,
    )


def _int_item(plan: Plan, item: int | float | None, changing: frozenset[int]) -> int | None:
    assert isinstance(item, int)
    value = plan.values[item]
    assert isinstance(value, ScalarValue)
    return None if item in changing or value.value is None else int(value.value)


def _tensor_item(plan: Plan, item: int | float | None) -> TensorArg | None:
    if item is None:
        return None
    value = plan.values[int(item)]
    assert isinstance(value, TensorValue)
    return _tensor(value)
