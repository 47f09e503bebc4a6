"""Traits: relations between the arguments of a call that let a kernel drop code where no call has
them. What concerns one argument alone is a fact of it (`codegen.facts`).

The names are those of `Trait` in runtime/kernels/facts.h, which defines them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from codegen.dtype import DType
from codegen.facts import is_row_major
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call, Dynamism, ListArg, ScalarArg, TensorArg, tensors_of
from codegen.overlaps import is_in_part, is_in_place

Arguments: TypeAlias = Mapping[str, Argument]

_RESULT = "result"
_FLOATING = frozenset({DType.Half, DType.Float, DType.Double, DType.BFloat16})


def traits_of(call: Call, schema: OperatorSchema) -> frozenset[str]:
    """The traits that `call`, an operator of `schema`, has."""
    names = [*schema.names, _RESULT]
    arguments = dict(zip(names, call.arguments, strict=False))
    found = frozenset(name for name, holds in _OF_ARGUMENTS.items() if holds(arguments))
    if is_in_place(call.overlaps, schema):
        found |= {IN_PLACE}
    return found | {OVERLAP} if is_in_part(call.overlaps, schema) else found


def computes_doubles(call: Call, schema: OperatorSchema) -> bool:
    """Whether the number that `call` computes may be a double, if its computed operands are none.

    A program stores the result of an operator that returns a `Scalar` as an int, whatever it
    becomes. It is a double where the operator returns a float, where an operand is a double, or an
    element of a floating tensor.
    Source: `_emit_operator` in exir/emit/_emitter.py of ExecuTorch.
    """
    if not call.arguments or not _is_computed(call.arguments[-1]):
        return False
    if schema.returned == "float":
        return True
    if any(isinstance(each, ScalarArg) and each.kind == "double" for each in call.arguments):
        return True
    return schema.returned == "Scalar" and any(
        tensor.dtype in _FLOATING for tensor in tensors_of(call.arguments)
    )


def _tensors(arguments: Arguments) -> list[TensorArg]:
    return [*tensors_of(arguments.values())]


def _is_computed(argument: Argument) -> bool:
    return isinstance(argument, ScalarArg) and argument.computed


def _broadcast(arguments: Arguments) -> bool:
    """Operands differ in shape, or may."""
    tensors = _tensors(arguments)
    return len({tensor.sizes for tensor in tensors}) > 1 or any(
        tensor.dynamism is not Dynamism.STATIC for tensor in tensors
    )


def _mixed_dtypes(arguments: Arguments) -> bool:
    """Tensors, outputs included, differ in dtype."""
    return len({tensor.dtype for tensor in _tensors(arguments)}) > 1


def _mixed_layouts(arguments: Arguments) -> bool:
    """Tensors, outputs included, have different dim orders."""
    tensors = _tensors(arguments)
    if all(map(is_row_major, tensors)):
        return False
    return len({tensor.dim_order for tensor in tensors}) > 1


def _outer_reduction(arguments: Arguments) -> bool:
    """The reduced dimensions are not known to be the last ones of row-major tensors, or all."""
    tensors = _tensors(arguments)
    dims = arguments.get("dim")
    if dims is None or not tensors:
        return False
    if not all(map(is_row_major, tensors)):
        return True
    if isinstance(dims, ScalarArg) and dims.kind == "none" and not dims.computed:
        return False
    rank = len(tensors[0].sizes)
    if isinstance(dims, ScalarArg) and isinstance(dims.value, int):
        return rank > 0 and dims.value % rank != rank - 1
    if not isinstance(dims, ListArg) or None in dims.items:
        return True
    reduced = {int(item) % rank for item in dims.items if isinstance(item, int)} if rank else set()
    return not reduced <= set(range(rank - len(reduced), rank))


def _negative_multiplier(arguments: Arguments) -> bool:
    """A term of a quantized sum is subtracted, or may be."""
    terms = [arguments.get(f"{name}_multiplier") for name in ("self", "other")]
    return any(
        isinstance(term, ScalarArg) and (not isinstance(term.value, int) or term.value < 0)
        for term in terms
    )


_OF_ARGUMENTS: Mapping[str, Callable[[Arguments], bool]] = {
    "broadcast": _broadcast,
    "mixed_dtypes": _mixed_dtypes,
    "mixed_layouts": _mixed_layouts,
    "outer_reduction": _outer_reduction,
    "negative_multiplier": _negative_multiplier,
}
"""For each trait whether a call with these arguments (by parameter name) has it."""

IN_PLACE = "in_place"
"""An output is another argument."""

OVERLAP = "overlap"
"""An output shares some bytes with another argument."""

TRAITS = (*_OF_ARGUMENTS, IN_PLACE, OVERLAP)
