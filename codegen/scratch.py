"""Scratch: how many bytes a kernel needs for one call, as an expression over its arguments.

`scratch: 4 * size(input, 1) * itemsize(weight)` in a functions.yaml. An expression has integers,
`+ - * // %`, comparisons, `a if b else c`, `and`, `or`, `not`, and of the call's arguments, by
name: `size(x, dim)`, `numel(x)`, `rank(x)`, `dtype(x)`, `itemsize(x)`, `present(x)`, `length(x)` of a list,
`value(x)` of a number or `value(x, i)` of item i; also `min`, `max`, `ceil_div`, `small`: 1
where kernels are compiled for size, and leave out what is only faster; `threads`: the parts
into which kernels divide a call at most, 1 where the target has no threads; and `loops(x, n)`:
what loop x of the target's instruction set needs for n terms.
"""

from __future__ import annotations

import ast
import keyword
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import prod
from types import MappingProxyType

from codegen.opinfo import Argument, ListArg, ScalarArg, TensorArg

_BINARY: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARE: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_OF_NUMBERS: Mapping[str, Callable[..., int]] = {
    "min": min,
    "max": max,
    "ceil_div": lambda a, b: -(-a // b),
}
_MOST_CHARACTERS = 600
"""Far more than an expression needs, and too few to nest deeper than Python can."""
_NO_DEFINITIONS: Mapping[str, str] = MappingProxyType({})
_OF_ARGUMENTS = ("size", "numel", "rank", "dtype", "itemsize", "present", "length", "value")


class ScratchError(ValueError):
    """The expression is not one, or has no value for a call."""


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
    """Of the instruction set, by name; see codegen/loop_scratch.py."""

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
            ScratchError: it is none, or names something else.

        """
        names: tuple[str, ...] = ("small", "threads")
        trees = {}
        for name, definition in definitions.items():
            if not name.isidentifier() or keyword.iskeyword(name) or name in {*names, *parameters}:
                raise ScratchError(f"{name!r} cannot be the name of an expression")
            trees[name] = _parse(definition, names, parameters)
            names = (*names, name)
        return cls(text.strip(), _parse(text, names, parameters), definitions=trees)

    def bytes_of(self, arguments: Mapping[str, Argument]) -> int:
        """Bytes for a call with `arguments`; of tensors whose shape is not static, the bound.

        Raises:
            ScratchError: it has no value, for instance because a number is computed by the program.

        """
        try:
            names = {"small": self.small, "threads": self.threads}
            result = int(_value(self._tree, _Facts(names, arguments, self.loops, self.definitions)))
        except (ZeroDivisionError, IndexError, TypeError, RecursionError) as error:
            raise ScratchError(f"scratch: {self.text} has no value: {error}") from error
        return max(result, 0)


@dataclass(frozen=True, slots=True)
class LoopScratch:
    """What a loop needs, as an expression over `n`: of terms, taps or filters, as it documents."""

    text: str
    _tree: ast.expr

    @classmethod
    def parse(cls, text: str) -> LoopScratch:
        """The expression `text`.

        Raises:
            ScratchError: it is none, or names something else than `n`.

        """
        return cls(text.strip(), _parse(text, ("n",), frozenset()))

    def bytes_of(self, n: int) -> int:
        """Bytes for `n`.

        Raises:
            ScratchError: it has no value.

        """
        try:
            return _value(self._tree, _Facts({"n": n}, {}, {}))
        except (ZeroDivisionError, TypeError, RecursionError) as error:
            raise ScratchError(f"{self.text} has no value: {error}") from error


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the names in an expression mean."""

    names: Mapping[str, int]
    arguments: Mapping[str, Argument]
    loops: Mapping[str, LoopScratch]
    definitions: Mapping[str, ast.expr] = field(default_factory=dict)
    defined: dict[str, int] = field(default_factory=dict)
    """The values of definitions, once they are needed."""


def _parse(text: str, names: tuple[str, ...], parameters: frozenset[str]) -> ast.expr:
    if len(text) > _MOST_CHARACTERS:
        raise ScratchError(f"the expression is longer than {_MOST_CHARACTERS} characters")
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ScratchError(f"{text!r} is not an expression") from error
    _check(tree, names, parameters)
    return tree


def _check(node: ast.expr, names: tuple[str, ...], parameters: frozenset[str]) -> None:
    match node:
        case ast.Constant(value=int()):
            return
        case ast.Name(id=name) if name in names:
            return
        case ast.BinOp(op=op) if type(op) in _BINARY:
            parts = [node.left, node.right]
        case ast.BoolOp():
            parts = node.values
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            parts = [node.operand]
        case ast.IfExp():
            parts = [node.test, node.body, node.orelse]
        case ast.Compare(ops=[op], comparators=[right]) if type(op) in _COMPARE:
            parts = [node.left, right]
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in _OF_NUMBERS:
            parts = node.args
        case ast.Call(func=ast.Name(id="loops"), args=[ast.Name(), n], keywords=[]):
            parts = [n]
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=argument), *rest], keywords=[]) if (
            name in _OF_ARGUMENTS
        ):
            if argument not in parameters:
                raise ScratchError(f"{argument} is not an argument of the operator")
            parts = rest
        case _:
            raise ScratchError(f"{ast.unparse(node)!r} cannot be used to count scratch")
    for part in parts:
        _check(part, names, parameters)


def _value(node: ast.expr, facts: _Facts) -> int:
    def of(part: ast.expr) -> int:
        return _value(part, facts)

    match node:
        case ast.Name(id=name) if name in facts.names:
            return facts.names[name]
        case ast.Name(id=name):
            if name not in facts.defined:
                facts.defined[name] = of(facts.definitions[name])
            return facts.defined[name]
        case ast.Constant(value=int(number)):
            return number
        case ast.BinOp():
            left, right = of(node.left), of(node.right)
            return _BINARY[type(node.op)](left, right)
        case ast.BoolOp():
            wanted = isinstance(node.op, ast.Or)
            return any(bool(of(part)) is wanted for part in node.values) is wanted
        case ast.UnaryOp(op=ast.Not()):
            return not of(node.operand)
        case ast.UnaryOp():
            return -of(node.operand)
        case ast.IfExp():
            chosen = node.body if of(node.test) else node.orelse
            return of(chosen)
        case ast.Compare():
            left, right = of(node.left), of(node.comparators[0])
            return _COMPARE[type(node.ops[0])](left, right)
        case ast.Call(func=ast.Name(id=name)) if name in _OF_NUMBERS:
            return _OF_NUMBERS[name](*(of(part) for part in node.args))
        case ast.Call(func=ast.Name(id="loops"), args=[ast.Name(id=name), n]):
            if name not in facts.loops:
                raise ScratchError(f"loops({name}, n): no instruction set has that loop")
            return facts.loops[name].bytes_of(of(n))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=argument), *rest]):
            numbers = [of(part) for part in rest]
            return _of_argument(name, argument, facts.arguments.get(argument), numbers)
    raise ScratchError(f"{ast.unparse(node)!r} has no value")


def _of_argument(name: str, argument: str, given: Argument | None, numbers: list[int]) -> int:
    match name, given, numbers:
        case "present", _, []:
            return isinstance(given, TensorArg | ListArg) or (
                isinstance(given, ScalarArg) and given.kind != "none"
            )
        case "size", TensorArg(), [dim]:
            return given.sizes[dim]
        case "numel", TensorArg(), []:
            return prod(given.sizes)
        case "rank", TensorArg(), []:
            return len(given.sizes)
        case "dtype", TensorArg(), []:
            return given.dtype.number
        case "itemsize", TensorArg(), []:
            return given.dtype.itemsize
        case "length", ListArg(), []:
            return len(given.items)
        case "value", ScalarArg(value=int(number)), []:
            return number
        case "value", ListArg(), [index]:
            item = given.items[index]
            if isinstance(item, int):
                return item
    raise ScratchError(f"{name}({argument}) has no value in this call")
