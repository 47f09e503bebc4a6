"""Whether a call has the arguments that its operator's schema wants: as many, of these kinds."""

from __future__ import annotations

from codegen.facts import NUMBER_KINDS
from codegen.operator_schema import OperatorSchema, Parameter
from codegen.opinfo import Argument, Call, ListArg, ScalarArg, TensorArg, tensors_of

KINDS = {
    "Scalar": NUMBER_KINDS,
    "float": NUMBER_KINDS,
    "int": ("int",),
    "SymInt": ("int",),
    "ScalarType": ("int",),
    "MemoryFormat": ("int",),
    "Layout": ("int",),
    "Device": ("int",),
    "bool": ("bool",),
    "str": ("string",),
    "int[]": ("int_list",),
    "SymInt[]": ("int_list",),
    "float[]": ("double_list",),
    "bool[]": ("bool_list",),
    "Tensor": ("tensor",),
    "Tensor[]": ("tensor_list",),
    "Tensor?[]": ("optional_tensor_list",),
}
"""For each type of a parameter what a program may pass. Source: runtime/executor/adapter.h, whose
checks a binary that believes its programs does not have."""


def argument_faults(call: Call, schema: OperatorSchema) -> tuple[str, ...]:
    """What in `call` a kernel of `schema` cannot take, whatever its dtypes; empty where nothing."""
    wanted = len(schema.parameters)
    if len(call.arguments) < wanted:
        return (f"it has {len(call.arguments)} argument(s), and the operator takes {wanted}",)
    pairs = zip(schema.parameters, call.arguments, strict=False)
    return tuple(text for parameter, argument in pairs if (text := _fault(parameter, argument)))


def _fault(parameter: Parameter, argument: Argument) -> str:
    kind = _kind(argument)
    if kind == "none" and parameter.type.endswith("?"):
        return ""
    allowed = KINDS.get(parameter.type.removesuffix("?"), ())
    if kind not in allowed:
        return f"{parameter.name} is of kind {kind}, not {parameter.type}"
    if parameter.output and any(tensor.constant for tensor in tensors_of([argument])):
        return f"{parameter.name} is written, and is a constant"
    return ""


def _kind(argument: Argument) -> str:
    match argument:
        case TensorArg():
            return "tensor"
        case ScalarArg(kind=kind) | ListArg(kind=kind):
            return kind
