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


def _scaled(arguments: Arguments) -> bool:
    """A factor `alpha` or `beta` is not 1, or is not known."""
    factors = [arguments[name] for name in ("alpha", "beta") if name in arguments]
    return any(not isinstance(factor, ScalarArg) or factor.value != 1 for factor in factors)


def _transposed(arguments: Arguments) -> bool:
    return _scalar(arguments, "transposed") is not False


def _dilated(arguments: Arguments) -> bool:
    return not _all_equal(arguments, "dilation", 1)


def _dense(arguments: Arguments) -> bool:
    """One group, and not pointwise."""
    return _scalar(arguments, "groups") in (1, None) and not _pointwise_only(arguments)


def _pointwise(arguments: Arguments) -> bool:
    return _scalar(arguments, "groups") in (1, None) and (
        _pointwise_only(arguments) or not _static(arguments, "weight")
    )


def _pointwise_only(arguments: Arguments) -> bool:
    weight = arguments.get("weight")
    return (
        isinstance(weight, TensorArg)
        and len(weight.sizes) == 4
        and weight.sizes[2:] == (1, 1)
        and _scalar(arguments, "groups") == 1
        and _scalar(arguments, "transposed") is False
        and _all_equal(arguments, "stride", 1)
        and _all_equal(arguments, "padding", 0)
    )


def _depthwise(arguments: Arguments) -> bool:
    groups = _scalar(arguments, "groups")
    return groups is None or (groups != 1 and _one_channel_each(arguments))


def _grouped(arguments: Arguments) -> bool:
    groups = _scalar(arguments, "groups")
    return groups is None or (groups != 1 and not _one_channel_each(arguments))


def _one_channel_each(arguments: Arguments) -> bool:
    weight = arguments.get("weight")
    return isinstance(weight, TensorArg) and len(weight.sizes) > 1 and weight.sizes[1] == 1


def _one_dimensional(arguments: Arguments) -> bool:
    weight = arguments.get("weight")
    return not isinstance(weight, TensorArg) or len(weight.sizes) == 3


def _bias(arguments: Arguments) -> bool:
    return isinstance(arguments.get("bias"), TensorArg)


def _inner_reduction(arguments: Arguments) -> bool:
    return not _outer_only(arguments)


def _outer_reduction(arguments: Arguments) -> bool:
    """The reduced dimensions are not the innermost ones, or not known."""
    return not _innermost(arguments)


def _outer_only(arguments: Arguments) -> bool:
    dims = arguments.get("dim")
    return isinstance(dims, ListArg) and None not in dims.items and not _innermost(arguments)


def _innermost(arguments: Arguments) -> bool:
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
    return tensors[0].dim_order[rank - len(reduced) :] == tuple(sorted(reduced))


def _scalar(arguments: Arguments, name: str) -> int | bool | float | str | None:
    """The constant value of a scalar argument, None where it is not known."""
    argument = arguments.get(name)
    return argument.value if isinstance(argument, ScalarArg) else None


def _all_equal(arguments: Arguments, name: str, value: int) -> bool:
    argument = arguments.get(name)
    return isinstance(argument, ListArg) and all(item == value for item in argument.items)


def _static(arguments: Arguments, name: str) -> bool:
    argument = arguments.get(name)
    return isinstance(argument, TensorArg) and argument.dynamism is Dynamism.STATIC


TRAITS: Mapping[str, Callable[[Arguments], bool]] = {
    "alpha": _scaled,
    "bias": _bias,
    "broadcast": _broadcast,
    "dense": _dense,
    "depthwise": _depthwise,
    "dilated": _dilated,
    "grouped": _grouped,
    "inner_reduction": _inner_reduction,
    "one_dimensional": _one_dimensional,
    "outer_reduction": _outer_reduction,
    "permuted": _permuted,
    "pointwise": _pointwise,
    "transposed": _transposed,
}
"""For each trait whether a call with these arguments (by parameter name) needs it."""
