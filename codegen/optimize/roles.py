"""What an instruction does with each value that it names: from the schemas of the kernels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from codegen.flow import VIEW as VIEW
from codegen.library import KernelSpec, Library
from codegen.operator_schema import OperatorSchema, Parameter
from codegen.optimize.graph import Call, Free, Instruction, JumpFalse, Move, Tensor, Value
from codegen.program_value import ListValue
from codegen.signature import KernelForm

Operators = Mapping[str, KernelSpec]
"""A kernel of each operator that a library describes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Values by what happens to them; lists of tensors stand for their items."""

    reads: tuple[int, ...]
    writes: tuple[int, ...]
    overwrites: tuple[int, ...] = ()
    """The part of `writes` that is written whatever was there before: neither scratch, of which a
    kernel may write any part, nor an argument after the schema's, which most kernels ignore."""


def operators_of(libraries: Iterable[Library]) -> Operators:
    """The kernels of `libraries` by operator; the first that has one provides it."""
    found: dict[str, KernelSpec] = {}
    for library in libraries:
        for kernel in library.kernels:
            found.setdefault(kernel.operator, kernel)
    return found


def without_slow_overlaps(operators: Operators) -> Operators:
    """`operators` as a planner for speed has them: results over operands only where it is free."""
    return {
        name: kernel
        if kernel.overlap is None or kernel.overlap.pays()
        else replace(kernel, overlap=None)
        for name, kernel in operators.items()
    }


def parameters_of(
    schema: OperatorSchema, arguments: Sequence[int]
) -> Iterator[tuple[Parameter, int]]:
    """Each parameter of `schema` with its argument."""
    return zip(schema.parameters, arguments, strict=False)


def is_pure(instruction: Instruction, operators: Operators) -> bool:
    """Whether it is a call that does nothing but write its outputs, always the same way."""
    if not isinstance(instruction, Call):
        return False
    kernel = operators.get(instruction.operator)
    if kernel is None or kernel.random:
        return False
    if instruction.operator == VIEW:
        return True
    if kernel.form is KernelForm.CALL:
        return False
    return all(not (p.output and p.read) for p in kernel.schema.parameters)


def roles(instruction: Instruction, values: Sequence[Value], operators: Operators) -> Roles:
    """The roles of the values of a call; of what no library describes all are read and written.

    A move writes a number, but no tensor: its destination is the tensor that its source is.
    """
    match instruction:
        case Move(source=source, destination=destination):
            number = () if isinstance(values[destination], Tensor) else (destination,)
            return Roles(reads=(source,), writes=number, overwrites=number)
        case JumpFalse(condition=condition):
            return Roles(reads=(condition,), writes=())
        case Free():
            return Roles(reads=(), writes=())
    reads: list[int] = []
    writes: list[int] = []

    def items(index: int) -> tuple[int, ...]:
        value = values[index]
        return value.references if isinstance(value, ListValue) else (index,)

    kernel = operators.get(instruction.operator) if isinstance(instruction, Call) else None
    if kernel is None:
        named = [item for index in instruction.arguments for item in items(index)]
        tensors = [index for index in named if isinstance(values[index], Tensor)]
        return Roles(reads=tuple(named), writes=tuple(tensors))
    scratch: list[int] = []
    for parameter, index in parameters_of(kernel.schema, instruction.arguments):
        found = items(index)
        if _is_scratch(parameter):
            scratch += found
            continue
        if parameter.read:
            reads += found
        if parameter.output:
            writes += found
    overwrites = tuple(writes)
    writes += scratch
    for index in instruction.arguments[len(kernel.schema.parameters) :]:
        writes += (each for each in items(index) if each not in writes)
    return Roles(reads=tuple(reads), writes=tuple(writes), overwrites=overwrites)


def _is_scratch(parameter: Parameter) -> bool:
    """Memory that a kernel of ExecuTorch's cortex_m backend works in; nothing is passed in it."""
    return parameter.tensor and parameter.name.endswith("scratch")
