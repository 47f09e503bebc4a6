"""Scratch: how many bytes a kernel needs for one call, as an expression over its arguments.

`scratch: 4 * size(input, 1) * itemsize(weight)` in a functions.yaml. In addition to what every
expression has (codegen/expression.py) these have `small`: 1 where kernels are compiled for size,
and leave out what is only faster; and `threads`: the parts into which kernels divide a call at
most, 1 where the target has no threads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from codegen.expression import ExpressionError, Facts, parse, parse_definitions, value_of
from codegen.opinfo import Argument, Dynamism, TensorArg

_NO_DEFINITIONS: Mapping[str, str] = MappingProxyType({})
_NAMES = ("small", "threads")
MOST_BYTES = 2**31 - 1
"""No target has more for one call: a larger number comes from a damaged or hostile model."""


@dataclass(frozen=True, slots=True)
class Scratch:
    """An expression that was checked: every name in it is one of the operator's parameters."""

    text: str
    _tree: ast.expr
    small: bool = False
    """Whether kernels are compiled for size."""
    threads: int = 1
    """The parts into which they divide a call, at most."""
    definitions: Mapping[str, ast.expr] = field(default_factory=dict, hash=False)
    """Names that the expression uses, in their order."""
    loops: Mapping[str, LoopScratch] = field(default_factory=dict, hash=False)
    """Scratch of the instruction set's loops, by name; see codegen/loop_scratch.py."""

    @classmethod
    def parse(
        cls,
        text: str,
        parameters: frozenset[str],
        definitions: Mapping[str, str] = _NO_DEFINITIONS,
    ) -> Scratch:
        """The expression `text` over arguments named `parameters`.

        Each of `definitions` names an expression, which those after it and `text` may use.

        Raises:
            ExpressionError: it is none, or names something else.

        """
        trees = parse_definitions(definitions.items(), _NAMES, parameters)
        return cls(text.strip(), parse(text, (*_NAMES, *trees), parameters), definitions=trees)

    def plus(self, other: Scratch) -> Scratch:
        """What both need together; `other` has no definitions."""
        text = f"{self.text} + {other.text}"
        return replace(self, text=text, _tree=ast.BinOp(self._tree, ast.Add(), other._tree))

    def bytes_of(self, arguments: Mapping[str, Argument]) -> int:
        """Bytes for a call with `arguments`, whatever rows and columns dynamic images have.

        Raises:
            ExpressionError: it has no value, for instance because a number is computed.

        """
        return max(map(self._bytes_of, (arguments, *_smaller(arguments))))

    def _bytes_of(self, arguments: Mapping[str, Argument]) -> int:
        """Bytes for a call whose tensors have the sizes of `arguments`."""
        try:
            names = {"small": self.small, "threads": self.threads}
            facts = Facts(
                names=names,
                arguments=arguments,
                definitions=self.definitions,
                loops=self.loops,
            )
            result = int(value_of(self._tree, facts))
        except (ZeroDivisionError, IndexError, TypeError, RecursionError) as error:
            raise ExpressionError(f"scratch: {self.text} has no value: {error}") from error
        if result > MOST_BYTES:
            raise ExpressionError(f"scratch: {self.text} exceeds {MOST_BYTES:,} bytes")
        return max(result, 0)


def _smaller(arguments: Mapping[str, Argument]) -> Iterator[Mapping[str, Argument]]:
    """`arguments` with fewer rows, then fewer columns, of images of dynamic shape.

    A kernel may prepare more lines at a time of an image that has shorter ones.
    """
    images = {
        name: each
        for name, each in arguments.items()
        if isinstance(each, TensorArg)
        and each.dynamism is not Dynamism.STATIC
        and len(each.sizes) == 4
    }
    for dim in (2, 3):
        for most in range(1, max((each.sizes[dim] for each in images.values()), default=0)):
            cut = {
                name: replace(each, sizes=_cut(each.sizes, dim, most))
                for name, each in images.items()
            }
            yield {**arguments, **cut}


def _cut(sizes: tuple[int, ...], dim: int, most: int) -> tuple[int, ...]:
    return (*sizes[:dim], min(sizes[dim], most), *sizes[dim + 1 :])


@dataclass(frozen=True, slots=True)
class LoopScratch:
    """What a loop needs, as an expression over `n`: of terms, taps or filters, as it documents.

    `small` in it is that of Scratch.
    """

    text: str
    _tree: ast.expr

    @classmethod
    def parse(cls, text: str) -> LoopScratch:
        """The expression `text`.

        Raises:
            ExpressionError: it is none, or names something else than `n` and `small`.

        """
        return cls(text.strip(), parse(text, ("n", "small"), frozenset()))

    def bytes_of(self, n: int, *, small: bool = False) -> int:
        """Bytes for `n`; `small`: the loop is compiled for size.

        Raises:
            ExpressionError: it has no value.

        """
        try:
            return value_of(self._tree, Facts(names={"n": n, "small": small}))
        except (ZeroDivisionError, TypeError, RecursionError) as error:
            raise ExpressionError(f"{self.text} has no value: {error}") from error
