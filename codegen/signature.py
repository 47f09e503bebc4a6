"""The C++ side of an operator's schema: the parameters and the name of its kernel."""

from __future__ import annotations

import re
from enum import StrEnum

from codegen.operator_name import without_overload
from codegen.operator_schema import OperatorSchema, Parameter

_VALUES = {
    "Scalar": "Scalar",
    "int": "int64_t",
    "SymInt": "int64_t",
    "ScalarType": "int64_t",
    "MemoryFormat": "int64_t",
    "Layout": "int64_t",
    "Device": "int64_t",
    "float": "double",
    "bool": "bool",
    "str": "Span<const char>",
    "Tensor": "Tensor",
}
_NAMED_BY_EXECUTORCH = {
    "Tensor": "Tensor",
    "Scalar": "Scalar",
    "ScalarType": "ScalarType",
    "MemoryFormat": "MemoryFormat",
    "Layout": "Layout",
    "Device": "Device",
    "str": "string_view",
}
_ITEMS = ("int64_t", "double", "bool", "Tensor")
_RESULTS = ("Scalar", "SymInt", "int", "float", "bool", "SymFloat", "SymBool")


class KernelForm(StrEnum):
    """How generated code reaches a kernel."""

    TEMPLATE = "template"
    """A function template over facts."""
    FUNCTION = "function"
    """A function that knows no facts, in a source of its own."""
    CALL = "call"
    """A function of the executor that takes the call as it is: it changes what a value is."""
    EXECUTORCH = "executorch"
    """A function written for ExecuTorch: each argument is converted to its type there."""


def cpp_parameters(schema: OperatorSchema, *, narrow: bool = False) -> str:
    """The types that a kernel of `schema` takes after its context, separated by commas.

    `narrow`: it takes no int beyond 32 bits.

    Raises:
        ValueError: a type that no kernel can take.

    """
    types = [_parameter_type(parameter, schema.name) for parameter in schema.parameters]
    if narrow:
        types = ["Int32" if each == "int64_t" else each for each in types]
    if computes_number(schema):
        types.append("Scalar&")
    return ", ".join(types)


def executorch_parameters(schema: OperatorSchema) -> str:
    """The types that ExecuTorch has for the parameters of `schema`, separated by commas."""
    return ", ".join(_executorch_type(parameter.type) for parameter in schema.parameters)


def _executorch_type(text: str) -> str:
    if text.endswith("?"):
        return f"std::optional<{_executorch_type(text.removesuffix('?'))}>"
    if text.endswith("[]"):
        return f"bridge::et::ArrayRef<{_executorch_type(text.removesuffix('[]'))}>"
    if text in _NAMED_BY_EXECUTORCH:
        return f"bridge::et::{_NAMED_BY_EXECUTORCH[text]}"
    return _VALUES[text]


def computes_number(schema: OperatorSchema) -> bool:
    """Whether a kernel of `schema` computes a number, which follows its arguments."""
    return schema.returned in _RESULTS


def cpp_signature(schema: OperatorSchema, *, narrow: bool = False) -> str:
    """The function type of a kernel of `schema`. Raises ValueError as `cpp_parameters`."""
    parameters = cpp_parameters(schema, narrow=narrow)
    return f"Error(KernelContext&{', ' if parameters else ''}{parameters})"


def kernel_name(operator: str) -> str:
    """`add_scalar_out` for `aten::add.Scalar_out`: how a kernel is called in its library.

    The overload `default` is not part of it.
    """
    base = without_overload(operator).rpartition("::")[2]
    overload = operator.partition(".")[2].replace("default", "")
    name = f"{base}_{overload}" if overload else base
    return re.sub(r"\W", "_", name).lstrip("_").lower()


def _parameter_type(parameter: Parameter, operator: str) -> str:
    text = parameter.type
    optional = text.endswith("?")
    text = text.removesuffix("?")
    items = text.endswith("[]")
    text = text.removesuffix("[]")
    optional_items = items and text.endswith("?")
    value = _VALUES.get(text.removesuffix("?"))
    tensor = value == "Tensor"
    no_list = items and (value not in _ITEMS or (tensor and optional))
    no_item = optional_items and not tensor
    no_output = parameter.output and (not tensor or optional or optional_items)
    if value is None or no_list or no_item or no_output:
        raise ValueError(f"{operator}: no kernel can take {parameter.type} {parameter.name}")
    if items:
        item = f"Optional<{value}>" if optional_items else value
        spanned = f"Span<{'' if parameter.output else 'const '}{item}>"
        return f"const Optional<{spanned}>&" if optional else spanned
    if optional:
        return f"const Optional<{value}>&"
    if tensor:
        return "Tensor&" if parameter.output else "const Tensor&"
    return f"const {value}&" if value == "Scalar" else value
