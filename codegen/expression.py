"""Expressions over the arguments of one call, as functions.yaml has them.

An expression has integers, `+ - * // %`, comparisons, `a if b else c`, `and`, `or`, `not`, and
functions of the call's arguments, which it names:

- of a tensor `size(x, dim)`, `numel(x)`, `rank(x)`, `dtype(x)`, `itemsize(x)`, `order(x, i)`: item
  i of its dim order; 1 or 0: `row_major(x)`; `nested(x, dims...)`, where these dims are in their
  order in memory; `fits(x, n...)`, where all are numbers of its integer dtype;
- `length(x)` of a list, `value(x)` of a number or `value(x, i)` of item i; `zero(x)`: 1 where a
  number is 0; `magnitude(x)` of a number, rounded up; `axes(x, n, least)`: 1 where a list has one
  number, or n, each from least to 2^29;
- of dtypes, by their numbers: `same_dtype(x...)`, 1 where tensors have one; `casts(x..., out)`, 1
  where each may be stored as out's; `promoted(x...)`, that of computations with tensors and
  numbers, -1 where there is none; `floating(n)` and `real(n)`, that of quotients and of lengths;
- `present(x)`; `character(x, i)` of a string: the number of its character i;
- of several tensors `same_shape(x, y)`, `same_sizes(x, y, n)` of their first n dimensions,
  `expanded(x, y...)`: 1 where x has the shape that the others are expanded to, `permuted(x, y, l)`:
  1 where it has y's, in the order of l; `scales(x, y)`: 1 where their numbers are scales,
  `within(x, low, high)`: 1 where all numbers of a constant tensor are in these bounds;
  `strips(...)`: 1 where a chain of layers is possible (codegen/strips.py);

also `min`, `max`, `ceil_div`, `scale(n, shift)`: 1 where they are a scale of CMSIS-NN,
`outputs(size, kernel, stride, padding, dilation, extra)` of a window along an axis, 0 where there
are none, and `loops(x, n)`: the scratch that loop x of the target's instruction set needs for n
terms.
"""

from __future__ import annotations

import ast
import keyword
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from math import ceil, prod
from threading import Lock
from typing import Protocol

from codegen.dtype import DTYPE_SETS, DType
from codegen.facts import is_row_major
from codegen.opinfo import Argument, Dynamism, ListArg, ScalarArg, TensorArg, tensors_of
from codegen.promotion import floating, is_castable, real, result_type
from codegen.strips import LARGEST_EXTENT, are_possible, is_scale

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


def _outputs(size: int, kernel: int, stride: int, padding: int, dilation: int, extra: int) -> int:
    """Source: Window::set_output() in runtime/kernels/support/window.h."""
    padded, extent = size + 2 * padding + extra, (kernel - 1) * dilation + 1
    if padded > LARGEST_EXTENT or kernel < 1 or extent > padded:
        return 0
    return (padded - extent) // stride + 1


def _dtype_of(function: Callable[[DType], DType]) -> Callable[[int], int]:
    """`function` on numbers of dtypes; -1 is that of none."""
    return lambda number: -1 if number < 0 else function(DType.from_number(number)).number


_ANY = 600
_OF_NUMBERS: Mapping[str, tuple[Callable[..., int], int, int]] = {
    "min": (min, 2, _ANY),
    "max": (max, 2, _ANY),
    "ceil_div": (lambda a, b: -(-a // b), 2, 2),
    "scale": (is_scale, 2, 2),
    "outputs": (_outputs, 6, 6),
    "floating": (_dtype_of(floating), 1, 1),
    "real": (_dtype_of(real), 1, 1),
}
"""What each computes, and the fewest and the most numbers that it takes."""
_OF_ARGUMENTS: Mapping[str, tuple[int, int, int, int]] = {
    **dict.fromkeys(("numel", "rank", "dtype", "itemsize", "row_major"), (1, 1, 0, 0)),
    **dict.fromkeys(("present", "length", "zero", "magnitude"), (1, 1, 0, 0)),
    **dict.fromkeys(("size", "order", "character"), (1, 1, 1, 1)),
    "value": (1, 1, 0, 1),
    "axes": (1, 1, 2, 2),
    "fits": (1, 1, 1, _ANY),
    "nested": (1, 1, 1, _ANY),
    **dict.fromkeys(("same_shape", "scales"), (2, 2, 0, 0)),
    "same_sizes": (2, 2, 1, 1),
    "within": (1, 1, 2, 2),
    "permuted": (3, 3, 0, 0),
    **dict.fromkeys(("same_dtype", "casts", "promoted"), (1, _ANY, 0, 0)),
    "expanded": (2, _ANY, 0, 0),
    "strips": (5, 5, 7, 7),
}
"""The fewest and the most arguments that each takes, then the fewest and the most numbers."""
LOOKS_AT: Mapping[str, tuple[int, ...]] = {"scales": (0, 1), "strips": (2,), "within": (0,)}
"""The arguments whose numbers each of these needs."""
_PARSER = Lock()
"""Held by the thread that parses: neither Python 3.11's parser nor its warnings take several."""

_MOST_CHARACTERS = 600
"""Far more than an expression needs, and too few to nest deeper than Python can."""


class ExpressionError(ValueError):
    """A string is no expression, or has no value for a call."""


class Loop(Protocol):
    """What a loop of an instruction set needs."""

    def bytes_of(self, n: int, *, small: bool = False) -> int:
        """Bytes for `n`; `small`: the loop is compiled for size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the names in an expression mean."""

    names: Mapping[str, int] = field(default_factory=dict)
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    definitions: Mapping[str, ast.expr] = field(default_factory=dict)
    loops: Mapping[str, Loop] = field(default_factory=dict)
    data: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The numbers of constant tensors of integers."""
    exact: bool = False
    """Sizes are unknown unless a shape is static and not empty; else they may be bounds."""
    defined: dict[str, int] = field(default_factory=dict)
    """The values of definitions, once they are needed."""


@cache
def parse(text: str, names: tuple[str, ...], parameters: frozenset[str]) -> ast.expr:
    """The expression `text` over `names`, numbers, and arguments named `parameters`.

    Raises:
        ExpressionError: it is none, or names something else.

    """
    if len(text) > _MOST_CHARACTERS:
        raise ExpressionError(f"the expression is longer than {_MOST_CHARACTERS} characters")
    try:
        with _PARSER, warnings.catch_warnings(action="ignore"):
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ExpressionError(f"{text!r} is not an expression") from error
    _check(tree, names, parameters)
    return tree


def parse_definitions(
    definitions: Iterable[tuple[str, str]], names: tuple[str, ...], parameters: frozenset[str]
) -> dict[str, ast.expr]:
    """Named expressions, each of which may use `names` and those before it.

    Raises:
        ExpressionError: one of them is none, names something else, or has a name that is taken.

    """
    trees: dict[str, ast.expr] = {}
    for name, text in definitions:
        known = (*names, *trees)
        if not name.isidentifier() or keyword.iskeyword(name) or name in {*known, *parameters}:
            raise ExpressionError(f"{name!r} cannot be the name of an expression")
        trees[name] = parse(text, known, parameters)
    return trees


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
            _check_count(name, "numbers", len(parts), *_OF_NUMBERS[name][1:])
        case ast.Call(func=ast.Name(id="loops"), args=[ast.Name(), n], keywords=[]):
            parts = [n]
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=argument), *_], keywords=[]) if (
            name in _OF_ARGUMENTS
        ):
            if argument not in parameters:
                raise ExpressionError(f"{argument} is not an argument of the operator")
            named = len(_named(node.args, parameters.__contains__))
            parts = node.args[named:]
            least, most, *numbers = _OF_ARGUMENTS[name]
            _check_count(name, "arguments", named, least, most)
            _check_count(name, "numbers", len(parts), *numbers)
        case _:
            raise ExpressionError(f"{ast.unparse(node)!r} cannot be used in an expression")
    for part in parts:
        _check(part, names, parameters)


def _check_count(name: str, what: str, count: int, least: int, most: int) -> None:
    if not least <= count <= most:
        wanted = (
            f"at least {least}" if most == _ANY else " or ".join(map(str, sorted({least, most})))
        )
        raise ExpressionError(f"{name} takes {wanted} {what}, not {count}")


def value_of(node: ast.expr, facts: Facts) -> int:
    """The value of an expression.

    Raises:
        ExpressionError: it has none, because something that it needs is not known.
        ArithmeticError, IndexError, TypeError, RecursionError: it has none.

    """

    def of(part: ast.expr) -> int:
        return value_of(part, facts)

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
            return _OF_NUMBERS[name][0](*(of(part) for part in node.args))
        case ast.Call(func=ast.Name(id="loops"), args=[ast.Name(id=name), n]):
            if name not in facts.loops:
                raise ExpressionError(f"loops({name}, n): no instruction set has that loop")
            return facts.loops[name].bytes_of(of(n), small=bool(facts.names.get("small")))
        case ast.Call(func=ast.Name(id=name)):
            others = {*facts.names, *facts.definitions}
            named = _named(node.args, lambda part: part not in others)
            return _of_arguments(name, named, [of(part) for part in node.args[len(named) :]], facts)
    raise ExpressionError(f"{ast.unparse(node)!r} has no value")


def _named(parts: Sequence[ast.expr], is_argument: Callable[[str], bool]) -> list[str]:
    """The arguments of the operator that a call of a function begins with."""
    names = (part.id if isinstance(part, ast.Name) else "" for part in parts)
    return list(takewhile(lambda name: bool(name) and is_argument(name), names))


def _of_arguments(name: str, named: list[str], numbers: list[int], facts: Facts) -> int:
    given = [facts.arguments.get(each) for each in named]
    match name, given, numbers:
        case "same_dtype", _, []:
            return len({each.dtype for each in tensors_of(given)}) <= 1
        case "casts", [*_, TensorArg() as out], []:
            return all(is_castable(each.dtype, out.dtype) for each in tensors_of(given))
        case "promoted", _, []:
            kinds = [
                each.kind for each in given if isinstance(each, ScalarArg) and each.kind != "none"
            ]
            found = result_type([*tensors_of(given)], kinds)
            return -1 if found is None else found.number
        case "present", [argument], []:
            return isinstance(argument, TensorArg | ListArg) or (
                isinstance(argument, ScalarArg) and argument.kind != "none"
            )
        case "rank", [TensorArg() as tensor], []:
            return len(tensor.sizes)
        case "order", [TensorArg() as tensor], [place]:
            return tensor.dim_order[place]
        case "dtype", [TensorArg() as tensor], []:
            return tensor.dtype.number
        case "itemsize", [TensorArg() as tensor], []:
            return tensor.dtype.itemsize
        case "fits", [TensorArg() as tensor], _ if tensor.dtype in DTYPE_SETS["integers"]:
            low, high = tensor.dtype.range
            return all(low <= number <= high for number in numbers)
        case "length", [ListArg() as items], []:
            return len(items.items)
        case "value", [ScalarArg(value=int(number))], []:
            return number
        case "value", [ListArg() as items], [index]:
            item = items.items[index]
            if isinstance(item, int):
                return item
        case "character", [ScalarArg(value=str(text))], [place]:
            return ord(text[place])
        case "zero", [ScalarArg(value=int(number) | float(number))], []:
            return number == 0
        case "magnitude", [ScalarArg(value=int(number) | float(number))], []:
            return ceil(abs(number))
        case "axes", [ListArg() as items], [count, least]:
            known = [item for item in items.items if isinstance(item, int)]
            if len(known) == len(items.items):
                return len(known) in (1, count) and all(
                    least <= item <= LARGEST_EXTENT for item in known
                )
        case "permuted", [TensorArg() as out, TensorArg() as tensor, ListArg() as dims], []:
            return _is_permuted(_sizes(out, facts), _sizes(tensor, facts), dims)
        case "scales", _, [] if all(each in facts.data for each in named):
            return all(map(is_scale, *(facts.data[each] for each in named)))
        case "within", _, [low, high] if named[0] in facts.data:
            return all(low <= number <= high for number in facts.data[named[0]])
        case "strips", [TensorArg(), TensorArg(), _, TensorArg(), TensorArg()], _:
            if (its := facts.data.get(named[2])) is not None:
                for each in tensors_of(given):
                    _sizes(each, facts)
                return are_possible([each.sizes for each in tensors_of(given)], its, numbers)
        case "row_major", [TensorArg() as tensor], []:
            return is_row_major(tensor)
        case "nested", [TensorArg() as tensor], [_, *_]:
            return _is_nested(_sizes(tensor, facts), tensor.dim_order, numbers)
        case _, [TensorArg(), *_], _:
            tensors = [each for each in given if isinstance(each, TensorArg)]
            if len(tensors) == len(given):
                return _of_sizes(name, [_sizes(each, facts) for each in tensors], numbers)
    raise ExpressionError(f"{name}({', '.join(named)}) has no value in this call")


def _sizes(tensor: TensorArg, facts: Facts) -> tuple[int, ...]:
    if facts.exact and (tensor.dynamism is not Dynamism.STATIC or prod(tensor.sizes) == 0):
        raise ExpressionError("the shape of a tensor is not static, or it is empty")
    return tensor.sizes


def _of_sizes(name: str, sizes: list[tuple[int, ...]], numbers: list[int]) -> int:
    match name, sizes, numbers:
        case "size", [its], [dim]:
            return its[dim]
        case "numel", [its], []:
            return prod(its)
        case "same_shape", [one, other], []:
            return one == other
        case "same_sizes", [one, other], [count]:
            return one[:count] == other[:count]
        case "expanded", [out, *operands], []:
            return expanded(operands) == out
    raise ExpressionError(f"{name} does not take these arguments")


def _is_nested(sizes: Sequence[int], dim_order: Sequence[int], dims: Sequence[int]) -> bool:
    """Whether the elements are adjacent, the last of `dims` the innermost."""
    order = [dim for dim in dim_order if sizes[dim] != 1]
    return len(sizes) == len(dims) and order == [dim for dim in dims if sizes[dim] != 1]


def _is_permuted(out: tuple[int, ...], sizes: tuple[int, ...], dims: ListArg) -> bool:
    """Whether `out` has `sizes` in the order of `dims`, which may count from the end."""
    rank = len(sizes)
    known = [item for item in dims.items if isinstance(item, int)]
    if len(known) < len(dims.items):
        raise ExpressionError("a permutation is not known")
    if not all(-rank <= dim < rank for dim in known):
        return False
    order = [dim % rank for dim in known]
    return sorted(order) == list(range(rank)) and out == tuple(sizes[dim] for dim in order)


def expanded(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The shape that tensors of these are all expanded to; None where there is none."""
    result: list[int] = []
    for shape in shapes:
        longer, shorter = sorted((result, list(shape)), key=len, reverse=True)
        lead = len(longer) - len(shorter)
        pairs = list(zip(longer, [1] * lead + shorter, strict=True))
        if any(a != b and 1 not in (a, b) for a, b in pairs):
            return None
        result = [b if a == 1 else a for a, b in pairs]
    return tuple(result)
