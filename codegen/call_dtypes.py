"""What a call asks of a kernel: the dtypes of the tensors that it reads and of those it writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from codegen.dtype import DType
from codegen.operator_schema import OperatorSchema, Parameter
from codegen.opinfo import Argument, Call, ListArg, TensorArg
from codegen.selection import KernelKey


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDtypes:
    """Sets of dtypes; a tensor that is changed in place is in both."""

    inputs: frozenset[DType]
    outputs: frozenset[DType]

    def __str__(self) -> str:
        """`Half, Float -> Float`; `Float` where both sets are that, or where one is empty."""
        return dtypes_text(self.inputs, self.outputs)


def dtypes_of_call(call: Call, schema: OperatorSchema | None) -> CallDtypes:
    """The dtypes of all tensors of `call`, those in lists included.

    Arguments beyond the schema's parameters are the result. Without a schema the result is the last
    argument, and the tensors before it that it repeats are outputs.
    """
    inputs: set[DType] = set()
    outputs: set[DType] = set()
    if schema is None:
        outside = _repeated_from(call.arguments)
        inputs.update(_all_dtypes(call.arguments[:outside]))
        outputs.update(_all_dtypes(call.arguments[outside:]))
        return CallDtypes(inputs=frozenset(inputs), outputs=frozenset(outputs))
    for index, argument in enumerate(call.arguments):
        known = index < len(schema.parameters)
        reads, writes = _use(schema.parameters[index]) if known else (False, True)
        inputs.update(_dtypes(argument) if reads else ())
        outputs.update(_dtypes(argument) if writes else ())
    return CallDtypes(inputs=frozenset(inputs), outputs=frozenset(outputs))


def dtypes_of_key(key: KernelKey, schema: OperatorSchema | None) -> CallDtypes:
    """The dtypes that a kernel key tells of: of a list the first tensor's, of absent ones none.

    Since absent optional tensors leave no trace, outputs are counted from the end. Where that is
    not exact, a dtype is in both sets.
    """
    dtypes = [tensor.dtype for tensor in key.tensors]
    if schema is None:
        start = max(len(dtypes) - (2 if dtypes[-2:-1] == dtypes[-1:] else 1), 0)
        return CallDtypes(inputs=frozenset(dtypes[:start]), outputs=frozenset(dtypes[start:]))
    tensors = [parameter for parameter in schema.parameters if parameter.tensor]
    written = [parameter for parameter in tensors if parameter.output and parameter.keyword_only]
    repeated = schema.returns_tensor or len(dtypes) > len(tensors)
    start = max(len(dtypes) - len(written) - (1 if repeated else 0), 0)
    both = {
        dtype for dtype, parameter in zip(dtypes[:start], tensors, strict=False) if parameter.output
    }
    return CallDtypes(inputs=frozenset(dtypes[:start]), outputs=frozenset(dtypes[start:]) | both)


def in_order(dtypes: Iterable[DType]) -> tuple[DType, ...]:
    """`dtypes` in the order of their numbers, each once."""
    return tuple(sorted(set(dtypes), key=lambda dtype: dtype.number))


def dtypes_text(inputs: Iterable[DType], outputs: Iterable[DType]) -> str:
    """The sets for people: `Int, Long -> Float`, or one of them where the other adds nothing."""
    read, written = ", ".join(in_order(inputs)), ", ".join(in_order(outputs))
    if not written or read == written:
        return read or "no tensor"
    return f"{read} -> {written}" if read else written


def _use(parameter: Parameter) -> tuple[bool, bool]:
    """Whether a tensor that is passed for `parameter` is read, and whether it is written."""
    return not (parameter.output and parameter.keyword_only), parameter.output


def _repeated_from(arguments: Sequence[Argument]) -> int:
    """Where the outputs start in a call whose operator has no schema."""
    if not arguments:
        return 0
    last = arguments[-1]
    results = list(last.items) if isinstance(last, ListArg) else [last]
    start = len(arguments) - 1 - len(results)
    return start if start >= 0 and list(arguments[start:-1]) == results else len(arguments) - 1


def _all_dtypes(arguments: Iterable[Argument]) -> Iterable[DType]:
    return (dtype for argument in arguments for dtype in _dtypes(argument))


def _dtypes(argument: Argument) -> tuple[DType, ...]:
    if isinstance(argument, TensorArg):
        return (argument.dtype,)
    if isinstance(argument, ListArg):
        return tuple(item.dtype for item in argument.items if isinstance(item, TensorArg))
    return ()
