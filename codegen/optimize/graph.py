"""A program as passes see it: methods with values, instructions and buffers of planned memory.

A planned tensor is at an offset of a buffer, and a buffer is what planning moves: tensors that
share memory on purpose (views that the exporter elided, state that is written back) share a buffer.
Indices of values are those of `Method.values`. Everything is immutable: a pass returns new objects.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import prod

from codegen.dtype import DType
from codegen.opinfo import Dynamism
from codegen.program_value import ListValue, ScalarValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a planned tensor is: `offset` bytes into buffer number `buffer` of its method."""

    buffer: int
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tensor:
    """A tensor; `sizes` is its shape, or the upper bound of a dynamic one."""

    dtype: DType
    sizes: tuple[int, ...]
    dim_order: tuple[int, ...]
    dynamism: Dynamism = Dynamism.STATIC
    place: Place | None = None
    """None: a constant, or a tensor whose memory is known at run time only."""
    data: bytes | None = None
    """Elements in storage order: of a constant, or those that a planned tensor starts with."""
    name: str | None = None
    """The fully qualified name, by which external data are found."""
    external: bool = False
    """Its data are outside the file."""
    device: tuple[int, int] = (0, 0)
    """Type and index; (0, 0) is the processor itself."""

    @property
    def nbytes(self) -> int:
        """Bytes of its elements, at most where its shape is dynamic."""
        return prod(self.sizes) * self.dtype.itemsize

    @property
    def constant(self) -> bool:
        """Its data come with the program and are never written."""
        return (self.data is not None or self.external) and self.place is None

    @property
    def memory_order(self) -> tuple[int, ...]:
        """The dims with more than one element, outermost first."""
        return tuple(dim for dim in self.dim_order if self.sizes[dim] != 1)

    @property
    def nested_in_order(self) -> bool:
        """Its elements are in memory as they are counted."""
        return self.memory_order == tuple(sorted(self.memory_order))

    @property
    def static(self) -> bool:
        """Its shape is known."""
        return self.dynamism is Dynamism.STATIC

    @property
    def bounded(self) -> bool:
        """Its shape is known, or has a bound."""
        return self.dynamism is not Dynamism.DYNAMIC_UNBOUND


Value = Tensor | ScalarValue | ListValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """A piece of planned memory."""

    memory: int
    """Number of the planned memory, from 1."""
    nbytes: int
    offset: int | None = None
    """From the start of its memory; None: not planned yet."""
    state: bool = False
    """Its content outlives an execution."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Runs a kernel; a result is repeated as the last argument, as in the file."""

    operator: str
    arguments: tuple[int, ...]
    node: str = field(default="", compare=False)
    """The node of a delegate that it was: "delegate 0, node 12"; empty where it was none."""
    result_of: int | None = field(default=None, compare=False)
    """The instruction of the program before the passes whose result it gives; None: unknown."""


def writing(operator: str, result: int, *arguments: int) -> Call:
    """The call of `operator` with `arguments` that writes tensor `result`."""
    return Call(operator=operator, arguments=(*arguments, result, result))


@dataclass(frozen=True, slots=True, kw_only=True)
class DelegateCall:
    """Runs a part of the method that a backend compiled."""

    delegate: int
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Makes `destination` what `source` is."""

    source: int
    destination: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JumpFalse:
    """Continues at instruction `target` of the chain if `condition` is false."""

    condition: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Frees the memory of a tensor whose shape has no bound."""

    value: int


Instruction = Call | DelegateCall | Move | JumpFalse | Free


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Instructions that run in order."""

    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delegate:
    """What a backend compiled; `segment` is the index of its data among those of the program."""

    id: str
    data: bytes | None
    in_segment: bool
    specs: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """One method."""

    name: str
    container: tuple[str | None, str | None] | None
    """How the exporter flattened its inputs and outputs."""
    values: tuple[Value, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    chains: tuple[Chain, ...]
    delegates: tuple[Delegate, ...]
    buffers: tuple[Buffer, ...]
    memories: tuple[int, ...]
    """Bytes of each planned memory as the file has them, memory 1 first."""
    devices: tuple[tuple[int, int, int], ...]
    """Number of a planned memory, type and index of its device."""
    fixed: str = ""
    """Why neither its instructions nor its memory may change; empty where they may."""

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Instructions of all chains, one after the other."""
        return tuple(each for chain in self.chains for each in chain.instructions)

    @property
    def straight(self) -> bool:
        """Whether all its instructions are calls, which run one after the other."""
        return all(isinstance(each, Call | DelegateCall) for each in self.instructions)

    def tensor(self, index: int) -> Tensor:
        """Value `index`, which is a tensor.

        Raises:
            TypeError: it is not.

        """
        value = self.values[index]
        if not isinstance(value, Tensor):
            raise TypeError(f"{self.name}: value {index} is not a tensor")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedData:
    """A piece of data that delegates find by name."""

    key: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A whole program."""

    version: int
    methods: tuple[Method, ...]
    named_data: tuple[NamedData, ...]
    segment_alignment: int
    """Bytes to which its segments are aligned in the file."""

    def with_methods(self, methods: Iterable[Method]) -> Program:
        """The program with `methods` instead of its own."""
        return replace(self, methods=tuple(methods))
