"""The tables of compiled programs, as values: what selected/program.h holds.

A word of the code names a value: an entry of the table of its kind, or, from the number of those
on, a value of the method that changes. `NONE` names nothing: an argument that is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from codegen.dtype import DType

if TYPE_CHECKING:  # the configuration takes its words of regions from here, and needs no more
    from codegen.quantized_ports import Quantized
    from codegen.temp import TempNeeds

NONE = -1
OFFSET_BITS = 29
"""Bits of a location's offset; above them is its base. Source: runtime/compiled/table.h."""

Range = tuple[int, int]
"""Start and number of items."""


class Base(StrEnum):
    """What a location counts from. A program has the first three, and of the others those arenas
    and those regions of weights that it has, numbered without gaps: see Compiled.bases.
    """

    WEIGHTS = "weights"
    ARENA = "arena"
    NULL = "null"
    ARENA_2 = "arena_2"
    ARENA_3 = "arena_3"
    ARENA_4 = "arena_4"
    ARENA_5 = "arena_5"
    ARENA_6 = "arena_6"
    WEIGHTS_2 = "weights_2"
    WEIGHTS_3 = "weights_3"
    WEIGHTS_4 = "weights_4"
    WEIGHTS_5 = "weights_5"
    WEIGHTS_6 = "weights_6"


ARENAS = tuple(base for base in Base if base.startswith("arena"))
MOST_ARENAS = len(ARENAS)
REGIONS = tuple(base for base in Base if base.startswith("weights"))
MOST_BASES = 2 ** (32 - OFFSET_BITS)


class Weights(StrEnum):
    """Where the constants of compiled programs are."""

    LINKED = "linked"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledKernel:
    """A kernel as the code calls it."""

    row: int
    """Row of the plan's kernel; -1 for an instruction that is no operator."""
    function: str
    """The function of runtime/compiled/control.h for such an instruction; else empty."""
    words: tuple[int | None, ...]
    """For each parameter the word that it has in all calls, None where calls differ."""
    bases: tuple[int, ...] = ()
    """For each parameter what the code's words count from."""
    optional: tuple[bool, ...] = ()
    """For each parameter whether some call leaves it out."""
    proofs: tuple[str, ...] = ()
    """What is proven of all calls: names of codegen/compiled/proofs.py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledPort:
    """An input or output of a method."""

    name: str
    input: bool
    word: int
    kind: str
    """`none`, `int`, `bool`, `double`, `tensor`."""
    caller_memory: bool = False
    dtype: DType | None = None
    sizes: tuple[int, ...] = ()
    """Sizes of a tensor; its bound where it is dynamic."""
    dim_order: tuple[int, ...] = ()
    dynamic: bool = False
    arena_offset: int | None = None
    """Where in its arena a tensor that has memory there is."""
    arena: int = 0
    """Arena of such a tensor, from 0 on."""
    quantized: Quantized | None = None
    """How the exported program quantizes or dequantizes a tensor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledDelegate:
    """A delegate of a method; keys and values of compile specs are strings of the tables."""

    backend: int
    """Its row among the plan's backends."""
    method: int
    """Its method among those of all models."""
    name: int
    """The string that is the name of its method."""
    payload: int
    """From the start of the weights in its region, whose number is above `OFFSET_BITS`."""
    payload_bytes: int
    specs: tuple[tuple[int, int], ...]
    state: Range
    """Where in the first arena is what is kept of it from run to run, and its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledMethod:
    """One method; ranges are of the tables."""

    model: str
    name: str
    code: Range
    planned_bytes: int
    """In the first arena."""
    dynamic_dims: int
    inputs: tuple[CompiledPort, ...]
    outputs: tuple[CompiledPort, ...]
    slots: Range
    numbers: Range
    initial_data: Range
    more_planned_bytes: tuple[int, ...] = ()
    """In each arena after the first."""
    scratch_offset: int | None = None
    """Where in the first arena the scratch of its calls begins; None: behind all else."""
    draws: bool = False
    """Whether it takes the caller's generator of random numbers."""
    loops: bool = False
    """Whether its code jumps back."""
    delegates: bool = False
    """Whether it has delegates, which are destroyed in the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRun:
    """Bytes of a model's file that the program uses."""

    model: str
    position: int
    """In the file."""
    bytes: int
    offset: int
    """From the start of the weights in their region."""
    region: int = 0
    """Number of that region, from 0 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRegion:
    """A region of the device's memory that holds linked weights, at the most `capacity_bytes`."""

    name: str
    section: str
    """The section that its weights are linked in."""
    capacity_bytes: int
    bytes: int = 0
    """What is in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightFile:
    """What a device checks of a model's file before it uses the weights in it."""

    model: str
    spans: tuple[tuple[int, int], ...]
    """First byte and end of each run, of whole words."""
    sum: int
    """Fletcher-64."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedWeights:
    """A constant whose rows, of `filters` filters, are stored in another layout: see packed()."""

    model: str
    position: int
    """In the file."""
    bytes: int
    filters: int
    layout: int
    """A number of packed.Layout."""


@dataclass(frozen=True, slots=True)
class FoldedBias:
    """A bias that has `offset` times the sum of each filter of `terms` weights added."""

    model: str
    position: int
    """In the file, as that of the weights."""
    filters: int
    weights: int
    terms: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """All methods of all models of a target."""

    weights: Weights = Weights.LINKED
    prefix: str = ""
    """What the names of functions, constants and headers begin with."""
    word_bytes: int = 1
    code: tuple[int, ...] = ()
    kernels: tuple[CompiledKernel, ...] = ()
    methods: tuple[CompiledMethod, ...] = ()
    locations: tuple[tuple[Base, int], ...] = ()
    """Location of each tensor."""
    shape_of: tuple[int, ...] = ()
    """The index in `shapes` at which each tensor's shape begins."""
    shapes: tuple[int, ...] = ()
    """dtype, rank and start of its dim order in one number, then sizes."""
    dim_orders: tuple[int, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    """Kind (`int`, `bool`, `double`) and the eight bytes as an integer."""
    ints: tuple[int, ...] = ()
    int_lists: tuple[Range, ...] = ()
    doubles: tuple[int, ...] = ()
    """The eight bytes of each as an integer."""
    double_lists: tuple[Range, ...] = ()
    bools: tuple[int, ...] = ()
    bool_lists: tuple[Range, ...] = ()
    characters: tuple[int, ...] = ()
    strings: tuple[Range, ...] = ()
    items: tuple[int, ...] = ()
    """Words: those of numbers in `computed_lists`, of tensors in `tensor_lists`."""
    computed_lists: tuple[Range, ...] = ()
    tensor_lists: tuple[Range, ...] = ()
    slots: tuple[tuple[int, bool], ...] = ()
    """For each tensor that changes, the tensor that it is at first, and whether it is dynamic."""
    changing_numbers: tuple[int, ...] = ()
    """For each number that changes, the number that it is at first."""
    initial_data: tuple[tuple[int, int, int], ...] = ()
    """From an offset of the weights, to an offset in an arena, bytes; the number of the region of
    weights and of the arena, from 0 on, are above the `OFFSET_BITS` of each."""
    delegates: tuple[CompiledDelegate, ...] = ()
    temp: tuple[TempNeeds, ...] = ()
    weight_bytes: int = 0
    runs: tuple[WeightRun, ...] = ()
    """Linked one after the other; of external weights what is used of each file."""
    weight_regions: tuple[WeightRegion, ...] = ()
    """Where linked weights are, the fastest region first; none where the target names none."""
    packed: tuple[PackedWeights, ...] = ()
    """Linked weights that are not as they are in the file."""
    folded: tuple[FoldedBias, ...] = ()
    """Linked biases that are not."""
    files: tuple[WeightFile, ...] = ()
    """Files of external weights that have any."""

    @property
    def arenas(self) -> int:
        """The most that a method has."""
        return 1 + max((len(method.more_planned_bytes) for method in self.methods), default=0)

    @property
    def bases(self) -> tuple[Base, ...]:
        """What locations count from, by number. Source: runtime/compiled/table.h."""
        first = (Base.WEIGHTS, Base.ARENA, Base.NULL)
        return (*first, *ARENAS[1 : self.arenas], *REGIONS[1 : len(self.weight_regions)])

    @property
    def linked(self) -> bool:
        """Whether the image holds the weights."""
        return self.weights is Weights.LINKED
