"""Traits: facts of the selected calls that let a kernel drop code.

A trait is needed where some call has the property, or where it is not known. The names are those
of `Trait` in runtime/kernels/trait.h, which says what each means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from codegen.dtype import DType
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call, Dynamism, ListArg, ScalarArg, TensorArg

Arguments: TypeAlias = Mapping[str, Argument]

_RESULT = "result"
_FLOATING = frozenset({DType.Half, DType.Float, DType.Double, DType.BFloat16})


def needed_traits(
    call: Call, schema: OperatorSchema, offered: tuple[str, ...], *, doubles: bool
) -> frozenset[str]:
    """Those of `offered` that `call`, an operator of `schema`, needs.

    `doubles`: a number that some call computes may be a double (see `computes_doubles`).
    """
    names = [*(parameter.name for parameter in schema.parameters), _RESULT]
    arguments = dict(zip(names, call.arguments, strict=False))
    needed = {name for name in offered if TRAITS[name](arguments)}
    if doubles and "real" in offered and any(map(_is_computed, call.arguments)):
        needed.add("real")
    return frozenset(needed)


def computes_doubles(call: Call, schema: OperatorSchema | None, offered: tuple[str, ...]) -> bool:
    """Whether the number that `call` computes may be a double, if its computed operands are none.

    In a program the result of an operator that returns a `Scalar` stands as an int, whatever it
    will be. It is a double where an operand is one, or an element of a floating tensor; a kernel
    that makes a double of ints (a quotient) does not offer `real`, having no form without doubles.
    Source: `_emit_operator` in exir/emit/_emitter.py of ExecuTorch.
    """
    if not call.arguments or not _is_computed(call.arguments[-1]):
        return False
    if _has_double(call.arguments):
        return True
    if schema is not None and schema.returned != "Scalar":
        return False
    tensors = _all_tensors(call.arguments)
    if tensors:
        return any(tensor.dtype in _FLOATING for tensor in tensors)
    return "real" not in offered


def _tensors(arguments: Arguments) -> list[TensorArg]:
    return _all_tensors(arguments.values())


def _all_tensors(arguments: Iterable[Argument]) -> list[TensorArg]:
    """All tensors, those in lists included."""
    found: list[TensorArg] = []
    for argument in arguments:
        items = argument.items if isinstance(argument, ListArg) else (argument,)
        found += [item for item in items if isinstance(item, TensorArg)]
    return found


def _is_computed(argument: Argument) -> bool:
    return isinstance(argument, ScalarArg) and argument.computed


def _has_double(arguments: Iterable[Argument]) -> bool:
    return any(
        isinstance(argument, ScalarArg) and argument.kind == "double" for argument in arguments
    )


def _broadcast(arguments: Arguments) -> bool:
    """Operands differ in shape, or may."""
    tensors = _tensors(arguments)
    return len({tensor.sizes for tensor in tensors}) > 1 or any(
        tensor.dynamism is not Dynamism.STATIC for tensor in tensors
    )


def _permuted(arguments: Arguments) -> bool:
    return not all(map(_row_major, _tensors(arguments)))


def _row_major(tensor: TensorArg) -> bool:
    return tensor.dim_order == tuple(range(len(tensor.dim_order)))


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
    """The reduced dimensions are not the last ones of row-major tensors, or not known."""
    return not _innermost(arguments)


def _innermost(arguments: Arguments) -> bool:
    """The reduced dimensions are known to be the last ones, or all, and tensors row-major."""
    tensors = _tensors(arguments)
    if not tensors or not all(map(_row_major, tensors)):
        return False
    dims = arguments.get("dim")
    if isinstance(dims, ScalarArg) and dims.kind == "none" and not dims.computed:
        return True
    if not isinstance(dims, ListArg) or None in dims.items:
        return False
    rank = len(tensors[0].sizes)
    reduced = {int(item) % rank for item in dims.items if isinstance(item, int)} if rank else set()
    return reduced <= set(range(rank - len(reduced), rank))


def _real(arguments: Arguments) -> bool:
    """A number among the arguments, the result included, is a double."""
    return _has_double(arguments.values())


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
