"""Which parts of the program format a method uses, so that the runtime can leave out the others.

bool_list, double_list, optional_tensor_list, string, tensor_list: it has a value of that kind.
caller_memory: an input or output tensor has no memory of its own.
constant_buffer, constant_segment: constants are inside the flatbuffer (deprecated), or after it.
delegate_call, free_call, jump_false_call, move_call: it has an instruction of that kind.
dynamic_shapes: a tensor's shape is not static.
external_data: a tensor's data are in another file.
multiple_chains: it has more than one chain of instructions.
mutable_data: a tensor in planned memory starts with data from the file.
scalar_inputs: an input is not a tensor.
scalar_state: an instruction writes a value that is not a tensor.
"""

from __future__ import annotations

from codegen.dtype import PART_OF
from codegen.opinfo import Dynamism
from codegen.program import Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.state import instructions, results

FEATURES: tuple[str, ...] = (
    "bool_list",
    "caller_memory",
    "constant_buffer",
    "constant_segment",
    "delegate_call",
    "double_list",
    "dynamic_shapes",
    "external_data",
    "free_call",
    "jump_false_call",
    "move_call",
    "multiple_chains",
    "mutable_data",
    "optional_tensor_list",
    "scalar_inputs",
    "scalar_state",
    "string",
    "tensor_list",
)
"""All of them. The runtime's list is `Feature` in runtime/program/feature.h."""

COMPLEX_DTYPES = "complex_dtypes"
"""A tensor's elements are complex: no part of the format, but what tensors need to be measured."""

RANDOM = "random"
"""A selected kernel draws random numbers, from a generator that the application supplies."""

KERNEL_FEATURES: tuple[str, ...] = (COMPLEX_DTYPES, RANDOM)
"""What the runtime is also cut to. No program says that it uses them: they follow from dtypes and
kernels."""

STATE_FEATURES: frozenset[str] = frozenset(
    {
        "caller_memory",
        "dynamic_shapes",
        "external_data",
        "free_call",
        "move_call",
        "scalar_inputs",
        "scalar_state",
    }
)
"""Features that give a value a slot (see `codegen.state`)."""


def features(plan: Plan, *, constants_in_segment: bool) -> tuple[str, ...]:
    """The names of the features that `plan` uses, sorted."""
    found: set[str] = set()
    for value in plan.values:
        match value:
            case TensorValue():
                found |= _of_tensor(value, constants_in_segment)
            case ListValue():
                found.add(value.kind)
            case ScalarValue(kind="string"):
                found.add("string")
    found.discard("int_list")
    for instruction in instructions(plan):
        found.add(instruction.kind)
        if instruction.kind == "move_call":
            to = plan.values[instruction.values[-1]]
            found |= set() if isinstance(to, TensorValue) else {"scalar_state"}
    found.discard("kernel_call")
    return tuple(sorted(found | _of_method(plan)))


def _of_tensor(value: TensorValue, constants_in_segment: bool) -> set[str]:
    found = set()
    if value.dtype in PART_OF:
        found.add(COMPLEX_DTYPES)
    if value.dynamism is not Dynamism.STATIC:
        found.add("dynamic_shapes")
    if value.external:
        found.add("external_data")
    elif value.buffer_index and value.planned:
        found.add("mutable_data")
    elif value.buffer_index:
        found.add("constant_segment" if constants_in_segment else "constant_buffer")
    return found


def _of_method(plan: Plan) -> set[str]:
    found = set()
    if len(plan.chains) > 1:
        found.add("multiple_chains")
    if results(plan):
        found.add("scalar_state")
    inputs = [plan.values[index] for index in plan.inputs]
    if not all(isinstance(value, TensorValue) for value in inputs):
        found.add("scalar_inputs")
    for value in inputs + [plan.values[index] for index in plan.outputs]:
        if isinstance(value, TensorValue) and not value.planned and not value.constant:
            found.add("caller_memory")
    return found
