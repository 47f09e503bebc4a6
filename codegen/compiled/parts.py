"""What the methods of compiled programs share while they are lowered."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from codegen.compiled.tables import NONE, Base, CompiledDelegate, Range
from codegen.compiled.weights import WeightMap
from codegen.library import KernelSpec
from codegen.plan import Plan
from codegen.program import Delegate
from codegen.program_value import TensorValue
from codegen.pte import ProgramFile
from codegen.temp import TempNeeds

INTERPRET = 'Use [runtime] form = "interpreter"'

Item = TypeVar("Item", bound=Hashable)


class Pool(Generic[Item]):
    """Entries in the order in which they were first added; equal ones are stored once."""

    def __init__(self) -> None:
        self.entries: list[Item] = []
        self._index: dict[tuple[type, Item], int] = {}

    def add(self, entry: Item) -> int:
        """The index of `entry`."""
        key = (type(entry), entry)
        if key not in self._index:
            self._index[key] = len(self.entries)
            self.entries.append(entry)
        return self._index[key]


class Sequences(Generic[Item]):
    """Sequences that share their items: one that is inside another takes no room."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self._starts: dict[tuple[Item, ...], int] = {}

    def add(self, sequence: Sequence[Item]) -> tuple[int, int]:
        """Start and length of `sequence` among the items."""
        wanted = tuple(sequence)
        if wanted not in self._starts:
            self._starts[wanted] = self._find(wanted)
        return self._starts[wanted], len(wanted)

    def _find(self, wanted: tuple[Item, ...]) -> int:
        count = len(wanted)
        for start in range(len(self.items) - count + 1):
            if tuple(self.items[start : start + count]) == wanted:
                return start
        # The end of the items may be the beginning of the sequence.
        shared = next(
            n
            for n in range(min(count, len(self.items)), -1, -1)
            if tuple(self.items[len(self.items) - n :]) == wanted[:n]
        )
        start = len(self.items) - shared
        self.items += wanted[shared:]
        return start


@dataclass(frozen=True, slots=True)
class Ref:
    """A value: an entry of the table of its kind, or one of a method's that change.

    `table`: of those that change, `tensor`, `number` or `list`.
    """

    index: int
    table: str = ""


ABSENT = Ref(NONE)


@dataclass(slots=True, kw_only=True)
class Parts:
    """Tables that are being filled; equal entries are stored once."""

    plan: Plan
    specs: Mapping[tuple[str, str], KernelSpec]
    """The key is operator and function."""
    weights: WeightMap
    packed: frozenset[str] = frozenset()
    """The operators that take packed weights."""
    folded: frozenset[str] = frozenset()
    """Operators among these whose calls take folded biases."""
    faults: list[str] = field(default_factory=list)
    kernels: Pool[tuple[int, str]] = field(default_factory=Pool)
    """Row of the plan, or -1, and the function of an instruction that is no kernel."""
    proofs: dict[int, frozenset[str]] = field(default_factory=dict)
    """What is proven of all calls of a kernel."""
    tensors: Pool[tuple[Base, int, int]] = field(default_factory=Pool)
    shapes: Sequences[int] = field(default_factory=Sequences)
    dim_orders: Sequences[int] = field(default_factory=Sequences)
    numbers: Pool[tuple[str, int]] = field(default_factory=Pool)
    ints: Sequences[int] = field(default_factory=Sequences)
    int_lists: Pool[Range] = field(default_factory=Pool)
    doubles: Sequences[int] = field(default_factory=Sequences)
    double_lists: Pool[Range] = field(default_factory=Pool)
    bools: Sequences[int] = field(default_factory=Sequences)
    bool_lists: Pool[Range] = field(default_factory=Pool)
    characters: Sequences[int] = field(default_factory=Sequences)
    strings: Pool[Range] = field(default_factory=Pool)
    items: Sequences[Ref] = field(default_factory=Sequences)
    computed_lists: Pool[Range] = field(default_factory=Pool)
    tensor_lists: Pool[Range] = field(default_factory=Pool)
    slots: list[tuple[int, bool]] = field(default_factory=list)
    changing_numbers: list[int] = field(default_factory=list)
    initial_data: list[tuple[int, int, int]] = field(default_factory=list)
    delegates: Pool[CompiledDelegate] = field(default_factory=Pool)
    temp: set[TempNeeds] = field(default_factory=set)

    def tensor(self, value: TensorValue, base: Base, offset: int) -> int:
        """The index of a tensor at that place."""
        order, _ = self.dim_orders.add(value.dim_order)
        about = value.dtype.number | len(value.sizes) << 8 | order << 16
        shape, _ = self.shapes.add((about, *value.sizes))
        return self.tensors.add((base, offset, shape))

    def kernel(self, row: int, proofs: frozenset[str]) -> int:
        """The index of a kernel that is called once more, with `proofs` of that call."""
        kernel = self.kernels.add((row, ""))
        self.proofs[kernel] = self.proofs.get(kernel, proofs) & proofs
        return kernel

    def string(self, text: bytes) -> int:
        """The index of a string."""
        return self.strings.add(self.characters.add(text))

    def pool_sizes(self) -> tuple[int, ...]:
        """Entries of the tables that others refer to by a start."""
        pools = (self.shapes, self.ints, self.doubles, self.bools, self.characters, self.items)
        changing = (len(self.slots), len(self.changing_numbers), len(self.initial_data))
        # The start of a dim order shares a word of 32 bits with its tensor's dtype and rank.
        return (*(len(pool.items) for pool in pools), *changing, 2 * len(self.dim_orders.items))

    def word(self, ref: Ref) -> int:
        """The number of a value: those that change follow those that do not."""
        first = {
            "": 0,
            "tensor": len(self.tensors.entries),
            "number": len(self.numbers.entries),
            "list": len(self.int_lists.entries),
        }
        return first[ref.table] + ref.index


def place_of_payload(file: ProgramFile, delegate: Delegate) -> int | None:
    """Where in `file` the payload of a delegate is; None where it has no bytes."""
    if delegate.payload is None or not delegate.payload_bytes:
        return None
    return file.position(delegate.payload)


def data_of(file: ProgramFile, value: TensorValue) -> bytes | None:
    """The data that a tensor starts with; None where `file` has none of it."""
    place = place_of_data(file, value)
    if place is None:
        return None
    with file.path.open("rb") as stream:
        stream.seek(place)
        return stream.read(value.nbytes)


def place_of_data(file: ProgramFile, value: TensorValue) -> int | None:
    """Where in `file` the data are that a tensor starts with; None where it has none there."""
    program = file.program
    if value.external:
        segment = dict(program.named_data).get(value.name or "")
        return None if segment is None else file.position((segment, 0))
    if not value.buffer_index:
        return None
    if value.planned:
        return file.position(program.mutable_data[value.mutable_segment][value.buffer_index])
    return file.position(program.constants[value.buffer_index])
