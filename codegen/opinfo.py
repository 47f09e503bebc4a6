"""Op info: what one model calls and with which arguments, and what its methods need to run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from codegen.dtype import DType


class Dynamism(StrEnum):
    """How far a tensor's shape is known when the model is exported.

    Source: `TensorShapeDynamism` in ExecuTorch's schema/program.fbs.
    """

    STATIC = "static"
    DYNAMIC_BOUND = "dynamic_bound"
    DYNAMIC_UNBOUND = "dynamic_unbound"


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorArg:
    """A tensor; `sizes` is its shape, or the upper bound where `dynamism` is dynamic_bound."""

    dtype: DType
    dim_order: tuple[int, ...]
    sizes: tuple[int, ...]
    dynamism: Dynamism
    constant: bool
    """Its data come with the model and never change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalarArg:
    """A value that is neither a tensor nor a list; `None` of kind "none" is an absent optional."""

    kind: Literal["none", "int", "bool", "double", "string"]
    value: int | bool | float | str | None
    computed: bool
    """An instruction or the caller writes it: `value` is None, because it is not known."""


ListKind = Literal["int_list", "bool_list", "double_list", "tensor_list", "optional_tensor_list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListArg:
    """A list; an item of an int_list that is computed, and an absent tensor, are None."""

    kind: ListKind
    items: tuple[int | bool | float | TensorArg | None, ...]


Argument = TensorArg | ScalarArg | ListArg


def tensors_of(arguments: Iterable[Argument | None]) -> Iterator[TensorArg]:
    """The tensors among `arguments`, those in lists included."""
    for argument in arguments:
        items = argument.items if isinstance(argument, ListArg) else (argument,)
        yield from (item for item in items if isinstance(item, TensorArg))


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Two arguments of a call, by position, that may share memory; two items of one list
    are one argument twice.
    """

    one: int
    other: int
    same: bool
    """They are the same elements in the same order, wherever they meet."""
    apart: int | None = None
    """How many bytes `other` begins behind `one`; None where that is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One kernel call of a method; a result is repeated as the last argument, as in the file."""

    operator: str
    """Name and overload: `aten::add.out`; without overload `my_ops::foo`."""
    instruction: int
    """Index among the method's instructions (running on over its chains)."""
    arguments: tuple[Argument, ...]
    overlaps: tuple[Overlap, ...] = ()
    """In order. A result shares the memory of the output that it repeats."""
    node: str = field(default="", compare=False, repr=False)
    """The node of a delegate that it was: "delegate 0, node 12"; empty where it was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateCounts:
    """How much state a method needs in addition to its planned memory: see `codegen.state`."""

    slots: int
    """Values that change while the method runs or between calls."""
    dynamic_dims: int
    """Sum of the ranks of all tensors whose shape is not static."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DelegateInfo:
    """A part of a method that was compiled for a backend."""

    id: str
    """The backend's."""
    spec_count: int
    payload: tuple[int, int] | None
    """Where it is: as in `codegen.program.Delegate`."""
    payload_bytes: int
    calls: tuple[tuple[int, int], ...]
    """For each call the number of its instruction, and how many arguments it has."""
    scratch_bytes: int = 0
    """What its payload takes of the temp arena, where Kerf knows such payloads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodInfo:
    """One method of a model."""

    name: str
    calls: tuple[Call, ...]
    delegates: tuple[DelegateInfo, ...]
    """In the order of the file."""
    instruction_kinds: tuple[str, ...]
    """Sorted, of: delegate_call, free_call, jump_false_call, kernel_call, move_call."""
    planned_bytes: tuple[int, ...]
    """Bytes of each planned memory, memory id 1 first."""
    value_count: int
    instruction_count: int
    operator_count: int
    inputs: tuple[Argument, ...]
    outputs: tuple[Argument, ...]
    features: tuple[str, ...]
    """The features of the format that it uses, sorted: the names in `codegen.features`."""
    state: StateCounts

    @property
    def backends(self) -> tuple[str, ...]:
        """Ids of the backends that it delegates to, sorted, each once."""
        return tuple(sorted({delegate.id for delegate in self.delegates}))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """One `.pte`, or the program inside a `.bpte`."""

    name: str
    """The file's name without its folder."""
    program_bytes: int
    """Size of the program's flatbuffer: all of the file that was read."""
    file_bytes: int
    schema_version: int
    methods: tuple[MethodInfo, ...]
    external_data: bool
    """It needs a `.ptd` as well."""
    external_bytes: int = 0
    """Bytes of the tensors whose data are in a `.ptd`, which also has names and alignment."""
    segment_bytes: int = 0
    """Bytes of the file's segments: constants, and what delegates keep there."""
    turned_back: str = ""
    """What became of its delegates: "3 delegates of XNNPACK turned back into 67 calls"."""
    remarks: tuple[str, ...] = ()
    """What a user should know of its passes: which was left out, what weights of 16 bits change."""

    @property
    def weight_bytes(self) -> int:
        """Returns the bytes of its segments and of the tensors that it reads from `.ptd` files."""
        return self.segment_bytes + self.external_bytes
