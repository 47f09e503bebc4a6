"""Libraries of kernels and backends, as their `functions.yaml` describe them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from codegen.clearance import Clearance, Distances
from codegen.closeness import EXACT, Closeness
from codegen.dtype import DType, in_order
from codegen.expression import ExpressionError
from codegen.lipschitz import Lipschitz
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call
from codegen.overlaps import overlap_refusals
from codegen.requires import Requires
from codegen.scratch import LoopScratch, Scratch
from codegen.signature import KernelForm
from codegen.takes import Takes
from codegen.traits import OVERLAP, TRAITS


class Move(StrEnum):
    """Where a kernel that computes nothing puts the elements of its first argument."""

    COPY = "copy"
    """At their indices."""
    VIEW = "view"
    """In the same row-major order."""
    PERMUTE = "permute"
    """Under dims in the order of a list; with two dims swapped; with all dims reversed."""
    EXPAND = "expand"
    PART = "part"
    """Some of them, in the same order."""
    PAD = "pad"
    """Between others, as lists of numbers say: at their indices where these are zeros."""
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelSpec:
    """One kernel as its library describes it."""

    operator: str
    schema: OperatorSchema
    function: str
    """The C++ function, or function template over facts, with its namespace."""
    library: str
    header: str
    """That declares it, as it is included: `kernels/portable/clamp.h`."""
    form: KernelForm
    source: str | None
    """The source of a plain function, named in the same way; else None."""
    takes: tuple[Takes, ...]
    """For each parameter of the schema."""
    scratch: Scratch | None
    """How many bytes of it a call needs."""
    converts: tuple[str, ...]
    """Tensor arguments that it converts to the dtype that it computes in where that differs."""
    promotes: bool = False
    """It computes in the dtype that its operands promote to, not in that of its first output."""
    unrounded: tuple[str, ...] = ()
    """The members of `converts` that it reads as Float where the output is Half or BFloat16."""
    random: bool = False
    """It draws random numbers from the application's generator."""
    requires: Requires | None = None
    """The conditions that a call must meet."""
    scaled: Requires | None = None
    """What its loops take for granted of the scales of a compiled program, once it is proven."""
    narrow: bool = False
    """It takes no int beyond 32 bits: its parameters are `Int32`."""
    in_place: tuple[str, ...] = ()
    """The arguments that its first output may be, element for element."""
    moves: Move | None = None
    """Its only output has elements of its first argument, converted where the dtypes differ."""
    lipschitz: Lipschitz | None = None
    """Bounds the ratio of differences of its results to those of its first argument."""
    close: Closeness = EXACT
    """How close its results are to PyTorch's."""
    overlap: Clearance | None = None
    """How far apart its first output and its first argument begin where they overlap."""
    macs: Scratch | None = None
    """How many products one call adds up."""
    walks: Scratch | None = None
    """How often one call goes through its constants, about."""
    packed: tuple[str, Scratch] | None = None
    """The weights that it takes packed, and their layout, of packed.Layout, or 0, in a call."""
    ahead: Scratch | None = None
    """Bytes before the first argument at which scratch that overlaps it begins; 0: it must not."""
    companions: tuple[str, ...] = ()
    """Sources that a kernel written for ExecuTorch is linked with, in addition to its own."""

    @property
    def traits(self) -> frozenset[str]:
        """The traits that its calls may have."""
        return frozenset(TRAITS) - ({OVERLAP} if self.overlap is None else set())

    @property
    def inputs(self) -> tuple[DType, ...]:
        """The dtypes that tensors which are read may have."""
        return self._dtypes([parameter.read for parameter in self.schema.parameters])

    @property
    def outputs(self) -> tuple[DType, ...]:
        """The dtypes that tensors which are written may have."""
        return self._dtypes([parameter.output for parameter in self.schema.parameters])

    def scratch_bytes(self, call: Call) -> int:
        """The scratch of `call`, a call of this operator.

        Raises:
            ExpressionError: it follows from what is not known of the call.

        """
        return 0 if self.scratch is None else self.scratch.bytes_of(self.arguments_of(call))

    def scratch_ahead(self, call: Call) -> int:
        """Returns how many bytes before its first argument the scratch of `call` must begin.

        It is then over the argument, of which the kernel reads everything in time. 0: it must be
        apart.
        """
        try:
            return 0 if self.ahead is None else self.ahead.bytes_of(self.arguments_of(call))
        except ExpressionError:
            return 0

    def macs_of(self, call: Call) -> int:
        """The multiply-accumulates of `call`, a call of this operator.

        Raises:
            ExpressionError: as scratch_bytes().

        """
        return 0 if self.macs is None else self.macs.bytes_of(self.arguments_of(call))

    def walks_of(self, call: Call) -> int | None:
        """How often `call` goes through its constants, about; None where nothing says so."""
        try:
            return None if self.walks is None else self.walks.bytes_of(self.arguments_of(call))
        except ExpressionError:
            return None

    def unmet(
        self, call: Call, data: Mapping[str, Sequence[int]] = MappingProxyType({})
    ) -> tuple[str, ...]:
        """The conditions that `call`, a call of this operator, is known not to meet.

        `data` has the numbers of constant tensors of integers, by the names of their parameters.
        """
        return () if self.requires is None else self.requires.unmet(self.arguments_of(call), data)

    def arguments_of(self, call: Call) -> Mapping[str, Argument]:
        """The arguments of `call`, a call of this operator, by the names of their parameters."""
        return dict(zip(self.schema.names, call.arguments, strict=False))

    def overlap_refusals(self, call: Call) -> tuple[str, ...]:
        """What it does not take of the memory that the arguments of `call` share."""
        if self.form is KernelForm.CALL:
            return ()  # it changes where a value is, and writes no element
        return overlap_refusals(call.overlaps, self.schema, self.in_place, self.distances(call))

    def distances(self, call: Call) -> Distances:
        """How far apart the first output and the first argument of `call` must begin."""
        return Distances() if self.overlap is None else self.overlap.of(self.arguments_of(call))

    def _dtypes(self, chosen: Sequence[bool]) -> tuple[DType, ...]:
        pairs = zip(self.takes, chosen, strict=True)
        return in_order(dtype for takes, is_one in pairs if is_one for dtype in takes.dtypes)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackendSpec:
    """What runs the delegates that were compiled for `id`."""

    id: str
    class_name: str
    """The C++ class, with its namespace."""
    library: str
    header: str
    """That declares it, as it is included."""
    source: str
    """Named in the same way."""
    handle_bytes: int
    """What it takes at most of the method arena for each delegate."""
    temp_bytes: int
    """What a call takes at most of the temp arena."""
    argument_bytes: int = 0
    """What it takes in addition for each argument."""
    implementations: tuple[str, ...] = ()
    """The sources of a class that is written for ExecuTorch, its own first; `source` calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A folder of kernels and backends."""

    name: str
    kernels: tuple[KernelSpec, ...]
    """In the order of the file: of two that take a call, the first is used."""
    backends: tuple[BackendSpec, ...] = ()


def compiled_for_size(library: Library) -> Library:
    """The library as a compiler makes it that optimizes for size."""
    return _with_scratch(library, lambda scratch: replace(scratch, small=True))


def divided(library: Library, threads: int) -> Library:
    """The library whose kernels divide a call into `threads` parts at most."""
    return _with_scratch(library, lambda scratch: replace(scratch, threads=threads))


def with_loops(library: Library, loops: Mapping[str, LoopScratch]) -> Library:
    """The library whose kernels run through `loops` of an instruction set."""
    return _with_scratch(library, lambda scratch: replace(scratch, loops=loops))


def _with_scratch(library: Library, change: Callable[[Scratch], Scratch]) -> Library:
    kernels = (
        replace(
            kernel,
            scratch=kernel.scratch and change(kernel.scratch),
            packed=kernel.packed and (kernel.packed[0], change(kernel.packed[1])),
            ahead=kernel.ahead and change(kernel.ahead),
            walks=kernel.walks and change(kernel.walks),
            overlap=kernel.overlap and kernel.overlap.on(change),
        )
        for kernel in library.kernels
    )
    return replace(library, kernels=tuple(kernels))
