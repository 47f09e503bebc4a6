"""Facts: what selection knows of each argument of an operator, over all of its selected calls.

A kernel gets them as a type (see runtime/kernels/facts.h), so that code for what no call does is
never instantiated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from codegen.dtype import DType, in_order
from codegen.operator_schema import Parameter
from codegen.opinfo import Argument, ListArg, ScalarArg, TensorArg

Number = int | bool | float
NUMBER_KINDS = ("int", "bool", "double")
"""In the order of Scalar::Kind in runtime/tensor/scalar.h."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentFacts:
    """One argument in all selected calls; the fields of other kinds of argument stay empty."""

    name: str
    type: str
    """The schema's type, without alias and default: `Tensor?`, `Scalar`, `int[]`."""
    read: bool = False
    written: bool = False
    dtypes: tuple[DType, ...] = ()
    """That a tensor, or an item of a list of tensors, has in some call."""
    ranks: tuple[int, ...] | None = ()
    """Numbers of dimensions that such a tensor has; None where they are not known."""
    permuted: bool = False
    """Such a tensor is not row-major in some call."""
    absent: bool = False
    """Some call leaves it out, or leaves out an item of a list."""
    kinds: tuple[str, ...] = ()
    """Which of `int`, `bool`, `double` a number is in some call."""
    value: Number | None = None
    """The value of a number, or of every item of a list of numbers, where it is the same in all
    calls; None where it is not, or is not known."""
    empty: bool = True
    """No call so far passes a value: `value` is that of the other calls."""


def facts_of(parameter: Parameter, argument: Argument, *, doubles: bool) -> ArgumentFacts:
    """The facts of the argument for `parameter` in one call.

    `doubles`: a number that some instruction computes may be a double.
    """
    facts = no_facts(parameter)
    match argument:
        case TensorArg():
            return _of_tensors(facts, [argument])
        case ScalarArg(kind="none", computed=False):
            return replace(facts, absent=True)
        case ScalarArg():
            return replace(
                facts,
                kinds=_kinds(argument, doubles=doubles),
                value=None if isinstance(argument.value, str) else argument.value,
                empty=False,
            )
        case ListArg():
            return _of_list(facts, argument)


def widened(
    facts: ArgumentFacts, ranks: tuple[int, ...] | None, *, row_major: bool = False
) -> ArgumentFacts:
    """`facts` with nothing known but the dtypes, and that tensors have one of `ranks` and are
    `row_major` where the kernel takes no others.
    """
    tensor = facts.read or facts.written
    return replace(
        facts,
        ranks=ranks if tensor else (),
        permuted=tensor and not row_major,
        absent="?" in facts.type,
        kinds=() if tensor else NUMBER_KINDS,
        value=None,
        empty=False,
    )


def joined(parts: Sequence[ArgumentFacts]) -> ArgumentFacts:
    """What holds in all of `parts`, at least one, which are facts of one argument."""
    saying = [part for part in parts if not part.empty]
    values = {repr(part.value) for part in saying}
    ranks = [part.ranks for part in parts]
    return replace(
        parts[0],
        dtypes=in_order(dtype for part in parts for dtype in part.dtypes),
        ranks=None
        if None in ranks
        else tuple(sorted({rank for each in ranks if each is not None for rank in each})),
        permuted=any(part.permuted for part in parts),
        absent=any(part.absent for part in parts),
        kinds=tuple(kind for kind in NUMBER_KINDS if any(kind in part.kinds for part in parts)),
        value=saying[0].value if len(values) == 1 else None,
        empty=not saying,
    )


def no_facts(parameter: Parameter) -> ArgumentFacts:
    """The facts of an argument without any call."""
    return ArgumentFacts(
        name=parameter.name,
        type=parameter.type,
        read=parameter.tensor and parameter.read,
        written=parameter.tensor and parameter.output,
    )


def _of_tensors(facts: ArgumentFacts, tensors: Sequence[TensorArg]) -> ArgumentFacts:
    return replace(
        facts,
        dtypes=in_order(tensor.dtype for tensor in tensors),
        ranks=tuple(sorted({len(tensor.sizes) for tensor in tensors})),
        permuted=not all(map(is_row_major, tensors)),
        empty=False,
    )


def is_row_major(tensor: TensorArg) -> bool:
    """Whether `tensor` is in memory in the order of its dimensions."""
    return tensor.dim_order == tuple(range(len(tensor.dim_order)))


def _kinds(argument: ScalarArg, *, doubles: bool) -> tuple[str, ...]:
    if argument.kind not in NUMBER_KINDS:
        return ()
    if argument.computed and doubles and argument.kind == "int":
        return ("int", "double")
    return (argument.kind,)


def _of_list(facts: ArgumentFacts, argument: ListArg) -> ArgumentFacts:
    tensors = [item for item in argument.items if isinstance(item, TensorArg)]
    if argument.kind in ("tensor_list", "optional_tensor_list"):
        return replace(_of_tensors(facts, tensors), absent=len(tensors) < len(argument.items))
    values = set(map(repr, argument.items))
    only = argument.items[0] if len(values) == 1 else None
    return replace(
        facts,
        value=only if isinstance(only, int | float) else None,
        empty=not argument.items,
    )
