"""Operator schemas as values: `aten::add.out(Tensor self, .., *, Tensor(a!) out) -> Tensor(a!)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from codegen.operator_name import name_of_schema

_PARAMETER = re.compile(
    r"(?P<type>[A-Za-z]+)(?P<alias>\([^)]*\))?(?P<suffix>(?:\[[0-9]*\]|\?)*)"
    r"(?:\s+(?P<name>[A-Za-z_]\w*))(?:\s*=\s*.*)?",
    re.ASCII,
)
_ALIAS = re.compile(r"(?<=\w)\([^)]*\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of an operator."""

    name: str
    type: str
    """Without alias and default: `Tensor`, `Tensor?`, `int[]`, `Scalar`."""
    output: bool
    """A tensor that the operator writes: `Tensor(a!)`."""
    keyword_only: bool
    """It follows the `*`. An output that does not is also read: `Tensor(a!) self` of add_."""

    @property
    def read(self) -> bool:
        """Whether its value before the call matters: not that of an output after the `*`."""
        return not (self.output and self.keyword_only)

    @property
    def tensor(self) -> bool:
        """Whether it is a tensor, an optional one, or a list of them."""
        return self.type.startswith("Tensor")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorSchema:
    """What an operator takes; a program passes its arguments in this order, then its result."""

    name: str
    text: str
    """As it was written."""
    parameters: tuple[Parameter, ...]
    returned: str
    """The type of its result without alias: `Tensor`, `Scalar`, `(Tensor, Tensor)`, `()`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def returns_tensor(self) -> bool:
        """Whether the result is a tensor, or several of them."""
        return self.returned.lstrip("(").startswith("Tensor")


def parse_schema(text: str) -> OperatorSchema:
    """The schema that is written as `text`.

    Raises:
        ValueError: `text` is not a function schema.

    Source: "func" in aten/src/ATen/native/README.md of PyTorch.

    """
    name = name_of_schema(text)
    inside, _, returned = text.partition("(")[2].rpartition("->")
    inside = inside.strip()
    if not inside.endswith(")"):
        raise ValueError(f"the schema of {name} has no closing bracket before ->")
    parts = _split(inside[:-1])
    star = parts.index("*") if "*" in parts else len(parts)
    parameters = [_parameter(part, name, keyword_only=False) for part in parts[:star]]
    parameters += [_parameter(part, name, keyword_only=True) for part in parts[star + 1 :]]
    result = _ALIAS.sub("", returned.strip())
    return OperatorSchema(
        name=name, text=text.strip(), parameters=tuple(parameters), returned=result
    )


def _split(text: str) -> list[str]:
    """`text` at its commas outside brackets and quotes."""
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


def _parameter(text: str, operator: str, *, keyword_only: bool) -> Parameter:
    match = _PARAMETER.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{text!r} in the schema of {operator} is not a parameter (like Tensor self)"
        )
    suffix = re.sub("[0-9]", "", match["suffix"])
    return Parameter(
        name=match["name"],
        type=match["type"] + suffix,
        output="!" in (match["alias"] or ""),
        keyword_only=keyword_only,
    )
