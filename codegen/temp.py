"""Temporary memory of kernel calls: the lists that each takes, and its kernel's scratch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Call, ListArg


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class TempNeeds:
    """What one call takes from the temp arena; bytes follow from the sizes of a target's types."""

    int_items: int = 0
    bool_items: int = 0
    tensors: int = 0
    optional_tensors: int = 0
    scratch_bytes: int = 0


_FIELDS = {
    "int_list": "int_items",
    "bool_list": "bool_items",
    "tensor_list": "tensors",
    "optional_tensor_list": "optional_tensors",
}
"""Lists of doubles and strings are used in place in the program."""


def temp_needs(call: Call, schema: OperatorSchema, scratch_bytes: int) -> TempNeeds:
    """What `call` takes: lists that the result repeats are not read again."""
    items = dict.fromkeys(_FIELDS.values(), 0)
    for argument in call.arguments[: len(schema.parameters)]:
        if isinstance(argument, ListArg) and argument.kind in _FIELDS:
            items[_FIELDS[argument.kind]] += len(argument.items)
    return TempNeeds(**items, scratch_bytes=scratch_bytes)


def temp_bytes(needs: TempNeeds, *, tensor: int, optional_tensor: int) -> int:
    """The bytes of `needs` on a target whose Tensor and Optional<Tensor> have that many.

    Source: temp_bytes in runtime/tensor/temp_needs.h.
    """

    def whole(count: int) -> int:
        return -(-count // 8) * 8

    return (
        (needs.int_items + needs.bool_items) * 8
        + needs.tensors * whole(tensor)
        + needs.optional_tensors * whole(optional_tensor)
        + whole(needs.scratch_bytes)
    )


def most_temp_bytes(needs: TempNeeds) -> int:
    """The bytes of `needs` on any target: pointers have 8 bytes at most."""
    return temp_bytes(needs, tensor=5 * 8, optional_tensor=6 * 8)


def largest(needs: Iterable[TempNeeds]) -> tuple[TempNeeds, ...]:
    """Returns the members of `needs` that no other one exceeds in every part, sorted."""
    distinct = sorted(set(needs) - {TempNeeds()})
    return tuple(each for each in distinct if not any(_within(each, o) for o in distinct))


def _within(need: TempNeeds, other: TempNeeds) -> bool:
    pairs = zip(astuple(need), astuple(other), strict=True)
    return need != other and all(a <= b for a, b in pairs)
