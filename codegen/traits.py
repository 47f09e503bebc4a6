"""Traits: facts of the selected calls that let a kernel drop code.

A trait is needed where some call has the property, or where it is not known. The names are those
of `Trait` in runtime/kernels/trait.h, which says what each means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from codegen.opinfo import Argument, Call, Dynamism, ListArg, ScalarArg, TensorArg
from codegen.operator_schema import OperatorSchema

Arguments: TypeAlias = Mapping[str, Argument]


def needed_traits(call: Call, schema: OperatorSchema, offered: tuple[str, ...]) -> frozenset[str]:
    """Those of `offered` that `call`, an operator of `schema`, needs."""
    arguments = dict(
        zip((parameter.name for parameter in schema.parameters), call.arguments, strict=False)
    )
    return frozenset(name for name in offered if TRAITS[name](arguments))


def _tensors(arguments: Arguments) -> list[TensorArg]:
    return [argument for argument in arguments.values() if isinstance(argument, TensorArg)]


def _broadcast(arguments: Arguments) -> bool:
    """Operands differ in shape, or may."""
    tensors = _tensors(arguments)
    return len({tensor.sizes for tensor in tensors}) > 1 or any(
        tensor.dynamism is not Dynamism.STATIC for tensor in tensors
    )


def _permuted(arguments: Arguments) -> bool:
    return any(
        tensor.dim_order != tuple(range(len(tensor.dim_order))) for tensor in _tensors(arguments)
    )


def _mixed(arguments: Arguments) -> bool:
    """Tensors, outputs included, differ in dtype."""
    return len({tensor.dtype for tensor in _tensors(arguments)}) > 1


def _scaled(arguments: Arguments) -> bool:
    """A factor `alpha` or `beta` is not 1, or is not known."""
    factors = [arguments[name] for name in ("alpha", "beta") if name in arguments]
    return any(not isinstance(factor, ScalarArg) or factor.value != 1 for factor in factors)


def _transposed(arguments: Arguments) -> bool:
    return _scalar(arguments, "transposed") is not False


def _dilated(arguments: Arguments) -> bool:
    return not _all_equal(arguments, "dilation", 1)


def _one_dimensional(arguments: Arguments) -> bool:
    weight = arguments.get("weight")
    return not isinstance(weight, TensorArg) or len(weight.sizes) == 3


def _bias(arguments: Arguments) -> bool:
    return isinstance(arguments.get("bias"), TensorArg)


def _outer_reduction(arguments: Arguments) -> bool:
    """The reduced dimensions are not the innermost ones, or not known."""
    return not _innermost(arguments)


def _innermost(arguments: Arguments) -> bool:
    """The reduced dimensions are known to be the last ones in memory, or all."""
    tensors = _tensors(arguments)
    if not tensors:
        return False
    rank = len(tensors[0].sizes)
    dims = arguments.get("dim")
    if isinstance(dims, ScalarArg) and dims.kind == "none" and not dims.computed:
        return True
    if not isinstance(dims, ListArg) or None in dims.items:
        return False
    reduced = {int(item) % rank for item in dims.items if isinstance(item, int)} if rank else set()
    if not reduced:
        return True
    return set(tensors[0].dim_order[rank - len(reduced) :]) == reduced


def _real(arguments: Arguments) -> bool:
    """A number among the arguments, the result included, is a double."""
    return any(isinstance(a, ScalarArg) and a.kind == "double" for a in arguments.values())


def _scalar(arguments: Arguments, name: str) -> int | bool | float | str | None:
    """The constant value of a scalar argument, None where it is not known."""
    argument = arguments.get(name)
    return argument.value if isinstance(argument, ScalarArg) else None


def _all_equal(arguments: Arguments, name: str, value: int) -> bool:
    argument = arguments.get(name)
    return isinstance(argument, ListArg) and all(item == value for item in argument.items)


TRAITS: Mapping[str, Callable[[Arguments], bool]] = {
    "alpha": _scaled,
    "bias": _bias,
    "broadcast": _broadcast,
    "dilated": _dilated,
    "mixed": _mixed,
    "one_dimensional": _one_dimensional,
    "outer_reduction": _outer_reduction,
    "permuted": _permuted,
    "real": _real,
    "transposed": _transposed,
}
"""For each trait whether a call with these arguments (by parameter name) needs it."""
