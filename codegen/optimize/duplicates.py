"""Merges values that are always equal: numbers, lists, constants with the same content."""

from __future__ import annotations

from collections.abc import Hashable

from codegen.optimize.compact import compact, rename, renamed
from codegen.optimize.graph import Call, Free, Method, Move, Place, Tensor, Value
from codegen.optimize.roles import Operators
from codegen.program_value import ListValue, ScalarValue


def merge_duplicates(method: Method, operators: Operators) -> Method:
    """`method` with each different fixed value once."""
    changing = _changing(method)
    while True:
        first: dict[Hashable, int] = {}
        number = {
            index: index
            if index in changing or (method.fixed and _is_planned(value))
            else first.setdefault(_key(value, index), index)
            for index, value in enumerate(method.values)
        }
        if all(old == new for old, new in number.items()):
            return method
        merged = rename(method, number, tuple(renamed(v, number) for v in method.values))
        kept = compact(merged)
        if len(kept.values) == len(method.values):
            return method
        method, changing = kept, _changing(kept)


def _changing(method: Method) -> frozenset[int]:
    """Values that an instruction or the caller may change."""
    changing = {*method.inputs}
    for instruction in method.instructions:
        match instruction:
            case Call(arguments=arguments):
                last = arguments[-1:]
                changing.update(i for i in last if isinstance(method.values[i], ScalarValue))
            case Move(destination=index) | Free(value=index):
                changing.add(index)
    return frozenset(changing)


def _is_planned(value: Value) -> bool:
    """Whether it is a tensor that an instruction may move to other memory."""
    return isinstance(value, Tensor) and value.place is not None


def _key(value: Value, index: int) -> Hashable:
    """Equal for values that can stand for each other."""
    match value:
        case ScalarValue(kind="double", value=float(number)):
            return ("double", number.hex())
        case ScalarValue(kind=kind, value=number):
            return (kind, number)
        case ListValue(kind="double_list", items=items):
            return ("double_list", tuple(float(item).hex() for item in items if item is not None))
        case ListValue(kind=kind, items=items):
            return (kind, items)
        case Tensor(constant=True):
            return value
        case Tensor(static=True, place=Place()):
            return value  # the same memory under the same shape
    return index
