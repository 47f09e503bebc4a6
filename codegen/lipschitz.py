"""Lipschitz constants: how much larger differences of a result are than those of its argument.

`lipschitz: 0.25` in a functions.yaml, or an expression (codegen/expression.py) over arguments of
the call: `lipschitz: max(1, magnitude(negative_slope))`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from codegen.expression import ExpressionError, Facts, parse, value_of
from codegen.opinfo import Argument


@dataclass(frozen=True, slots=True)
class Lipschitz:
    """A number, or an expression that was checked."""

    _factor: float | ast.expr

    @classmethod
    def parse(cls, text: str, parameters: frozenset[str]) -> Lipschitz:
        """The number `text`, or the expression over arguments named `parameters`.

        Raises:
            ExpressionError: it is neither, or a negative or infinite number.

        """
        try:
            factor = float(text)
        except ValueError:
            return cls(parse(text, (), parameters))
        if not 0 <= factor < inf:
            raise ExpressionError(f"expected a number from 0 on, not {text}")
        return cls(factor)

    def of(self, arguments: Mapping[str, Argument]) -> float | None:
        """The factor of a call with `arguments`; None where it is unknown."""
        if isinstance(self._factor, float):
            return self._factor
        try:
            factor = float(value_of(self._factor, Facts(arguments=arguments)))
        except (ValueError, ArithmeticError, IndexError, TypeError, RecursionError):
            return None
        return factor if factor >= 0 else None
