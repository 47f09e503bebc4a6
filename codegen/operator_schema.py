"""Operator schemas: `aten::add.out(Tensor self, ..., *, Tensor(a!) out) -> Tensor(a!)` as values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.operator_name import name_of_schema

_PARAMETER = re.compile(
    r"(?P<type>[A-Za-z]+)(?P<alias>\([^)]*\))?(?P<suffix>(?:\[[0-9]*\]|\?)*)"
    r"(?:\s+(?P<name>[A-Za-z_]\w*))(?:\s*=\s*.*)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of an operator."""

    name: str
    type: str
    """Without alias and default: `Tensor`, `Tensor?`, `int[]`, `Scalar`."""
    output: bool
    """A tensor that the operator writes: `Tensor(a!)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorSchema:
    """What an operator takes; a program passes its arguments in this order, then its result."""

    name: str
    parameters: tuple[Parameter, ...]
    returns_tensor: bool
    """The result repeated as last argument of a call is a tensor, or a list of tensors."""

    @property
    def outputs(self) -> tuple[Parameter, ...]:
        """The parameters that the operator writes."""
        return tuple(parameter for parameter in self.parameters if parameter.output)


def parse_schema(text: str) -> OperatorSchema:
    """The schema that is written as `text`.

    Raises:
        ValueError: `text` is no function schema.

    Source: "func" in aten/src/ATen/native/README.md of PyTorch.
    """
    name = name_of_schema(text)
    inside, _, returned = text.partition("(")[2].rpartition("->")
    inside = inside.strip()
    if not inside.endswith(")"):
        raise ValueError(f"the schema of {name} has no closing bracket before ->")
    parts = _split(inside[:-1])
    parameters = tuple(_parameter(part, name) for part in parts if part != "*")
    return OperatorSchema(
        name=name, parameters=parameters, returns_tensor=returned.strip(" (").startswith("Tensor")
    )


def _split(text: str) -> list[str]:
    """`text` at its commas that stand in no bracket and no quotes."""
    parts, depth, quote, part = [], 0, "", ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        part += character
    return [*parts, part.strip()] if part.strip() else parts


def _parameter(text: str, operator: str) -> Parameter:
    match = _PARAMETER.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} in the schema of {operator} is no parameter (like Tensor self)")
    suffix = re.sub("[0-9]", "", match["suffix"])
    return Parameter(
        name=match["name"],
        type=match["type"] + suffix,
        output="!" in (match["alias"] or ""),
    )
