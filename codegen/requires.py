"""Requires: the conditions that a call must meet, or its kernel refuses it.

A list of expressions (codegen/expression.py) in a functions.yaml; an item `name: expression` names
one for those after it. Both the build, which refuses a call that does not meet them, and the proof
by which a compiled program's kernels leave their checks out are made from them.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from codegen.expression import LOOKS_AT, ExpressionError, Facts, parse, parse_definitions, value_of
from codegen.opinfo import Argument

_NO_DATA: Mapping[str, Sequence[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition that was checked: every name in it is one of the operator's parameters."""

    text: str
    _tree: ast.expr

    def holds(self, facts: Facts) -> bool | None:
        """Whether it is true; None where something that it needs is not known."""
        try:
            return bool(value_of(self._tree, facts))
        except (ExpressionError, ArithmeticError, IndexError, TypeError, RecursionError):
            return None

    def false_part(self, facts: Facts) -> str:
        """The text of what is false where the condition is: of several with `and` only those."""
        match self._tree:
            case ast.BoolOp(op=ast.And(), values=values):
                parts = (Condition(ast.unparse(each), each) for each in values)
                false = [each.text for each in parts if each.holds(facts) is False]
                return " and ".join(false) or self.text
            case _:
                return self.text


@dataclass(frozen=True, slots=True)
class Requires:
    """The conditions of one kernel."""

    conditions: tuple[Condition, ...]
    _definitions: Mapping[str, ast.expr]

    @classmethod
    def parse(
        cls,
        texts: Sequence[str],
        definitions: Sequence[tuple[str, str]],
        parameters: frozenset[str],
    ) -> Requires:
        """The conditions `texts` over arguments named `parameters` and over `definitions`.

        Raises:
            ExpressionError: one of them is no expression, or names something else.

        """
        trees = parse_definitions(definitions, (), parameters)
        conditions = tuple(
            Condition(" ".join(text.split()), parse(text, tuple(trees), parameters))
            for text in texts
        )
        return cls(conditions, trees)

    def unmet(
        self, arguments: Mapping[str, Argument], data: Mapping[str, Sequence[int]] = _NO_DATA
    ) -> tuple[str, ...]:
        """The conditions that a call with `arguments` is known not to meet."""
        facts = self._facts(arguments, data)
        return tuple(
            each.false_part(facts) for each in self.conditions if each.holds(facts) is False
        )

    def are_met(
        self, arguments: Mapping[str, Argument], data: Mapping[str, Sequence[int]] = _NO_DATA
    ) -> bool:
        """Whether a call with `arguments` is known to meet all conditions.

        `data` has the numbers of constant tensors of integers, by the names of their parameters.
        """
        facts = self._facts(arguments, data)
        return all(each.holds(facts) for each in self.conditions)

    @property
    def looked_at(self) -> frozenset[str]:
        """The tensors whose numbers a condition needs."""
        found: set[str] = set()
        for tree in (*self._definitions.values(), *(each._tree for each in self.conditions)):
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    places = LOOKS_AT.get(node.func.id, ())
                    found.update(ast.unparse(node.args[place]) for place in places)
        return frozenset(found)

    def _facts(self, arguments: Mapping[str, Argument], data: Mapping[str, Sequence[int]]) -> Facts:
        return Facts(arguments=arguments, definitions=self._definitions, data=data, exact=True)
