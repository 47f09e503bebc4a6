"""Valid calls of operators, drawn from their schemas: values of the right kind, shapes that fit.

What a schema cannot express (which shapes fit together) is in `recipes/`; an operator that has
no recipe gets tensors of one shape for all its tensors.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from codegen.dtype import PART_OF, DType
from codegen.operator_schema import OperatorSchema, Parameter
from tests.runtime.campaign.draft import BoolsDraft, DoublesDraft, Draft, ListDraft, Step, TextDraft
from tests.runtime.sanitized import libraries

Arguments = dict[str, int]
Recipe = Callable[["Call"], Arguments]

_DTYPES = (
    *[DType.Float] * 6,
    *(DType.Long, DType.Long, DType.Int, DType.Half, DType.Double),
    *(DType.Char, DType.Byte, DType.Bool, DType.BFloat16, DType.UInt16),
)


@dataclass(slots=True)
class Call:
    """Draws the arguments of one call; indices of values are what its methods return."""

    draft: Draft
    random: random.Random
    schema: OperatorSchema
    dtype: DType = field(init=False)
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    """Earlier tensors that the call reads and writes: none does both."""

    def __post_init__(self) -> None:
        self.dtype = self.random.choice(_DTYPES)
        if _takes_complex(self.schema.name) and self.random.random() < 0.15:
            self.dtype = self.random.choice([*PART_OF])

    def size(self) -> int:
        return self.random.choice((1, 2, 2, 3, 3, 4, 5)) if self.random.random() > 0.03 else 0

    def sizes(self, count: int) -> tuple[int, ...]:
        return tuple(self.size() for _ in range(count))

    def shape(self, least: int = 0, most: int = 4) -> tuple[int, ...]:
        return self.sizes(self.random.randint(least, most))

    def dim(self, rank: int) -> int:
        """A dimension, from either end; 0 or -1 of rank 0."""
        return self.random.randrange(-max(rank, 1), max(rank, 1))

    def part(self, shape: Sequence[int]) -> tuple[int, ...]:
        """A shape that broadcasts to `shape`."""
        kept = shape[self.random.choice((0, 0, 0, self.random.randint(0, len(shape)))) :]
        return tuple(1 if self.random.random() < 0.2 else size for size in kept)

    def tensor(self, shape: Sequence[int], dtype: DType | None = None, below: int = 2) -> int:
        """A tensor to read: an earlier one, an input, a constant of numbers under `below`."""
        chosen = dtype or self.dtype
        known = [i for i in self.draft.tensors() if self._is(i, shape, chosen)]
        known = [i for i in known if i not in self.written]
        if known and below == 2 and self.random.random() < 0.6:
            self.read.add(found := self.random.choice(known))
            return found
        kind = self.random.random()
        if kind < 0.35 or below != 2:
            return self._constant(shape, chosen, below)
        dynamic = self.random.random() < 0.3
        index = self._place(shape, chosen, planned=kind < 0.7, dynamic=dynamic)
        self.draft.inputs.append(index)
        return index

    def out(self, shape: Sequence[int], dtype: DType | None = None) -> int:
        """A tensor to write; the program returns it where its memory is the caller's."""
        chosen = dtype or self.dtype
        dynamic = self.random.random() < 0.6
        outputs = {*self.draft.outputs}
        known = [i for i in self.draft.tensors() if i in outputs and self._is(i, shape, chosen)]
        known = [i for i in known if i not in self.read | self.written]
        if known and self.random.random() < 0.3:
            self.written.add(found := self.random.choice(known))
            return found
        planned = self.random.random() < 0.7
        bound = [*shape]
        if dynamic and bound and self.random.random() < 0.2:
            bound[self.random.randrange(len(bound))] += self.random.randint(1, 2)
        index = self._place(bound, chosen, planned=planned, dynamic=dynamic)
        if not planned or self.random.random() < 0.5:
            self.draft.outputs.append(index)
        return index

    def view(self, shape: Sequence[int]) -> int:
        """A tensor without memory, until it is a view of another."""
        dynamic = self.random.random() < 0.6
        return self._place(shape, self.dtype, planned=False, dynamic=dynamic)

    def _is(self, index: int, shape: Sequence[int], dtype: DType) -> bool:
        tensor = self.draft.tensor(index)
        same = tensor.sizes == [*shape] and tensor.order == [*range(len(shape))]
        return same and tensor.dtype is dtype and tensor.place != "constant"

    def _place(self, shape: Sequence[int], dtype: DType, *, planned: bool, dynamic: bool) -> int:
        index = self.draft.plan(shape, dtype)
        self.draft.tensor(index).dynamic = dynamic
        self.draft.tensor(index).place = "planned" if planned else "caller"
        return index

    def _constant(self, shape: Sequence[int], dtype: DType, below: int) -> int:
        index = self.draft.plan(shape, dtype)
        count = math.prod(shape)
        self.draft.tensor(index).place = "constant"
        self.draft.tensor(index).data = b"".join(
            _element(self.random.randrange(max(below, 1)), dtype) for _ in range(count)
        )
        return index

    def index(self, shape: Sequence[int], below: int) -> int:
        """A tensor of indices under `below`."""
        count = math.prod(shape)
        return self.tensor(shape if below or not count else (0,), DType.Long, below=max(below, 1))

    def mask(self, shape: Sequence[int]) -> int:
        return self.tensor(shape, DType.Bool)

    def ints(self, numbers: Iterable[int]) -> int:
        return self.draft.ints(*numbers)

    def doubles(self, numbers: Iterable[float]) -> int:
        return self.draft.add(DoublesDraft(items=(*numbers,)))

    def bools(self, flags: Iterable[bool]) -> int:
        return self.draft.add(BoolsDraft(items=(*flags,)))

    def tensors(self, items: Iterable[int]) -> int:
        return self.draft.add(ListDraft(kind="tensors", items=[*items]))

    def optionals(self, items: Iterable[int]) -> int:
        return self.draft.add(ListDraft(kind="optionals", items=[*items]))

    def number(self, number: int | bool | float | None) -> int:
        return self.draft.number(number)

    def default(self, parameter: Parameter, shape: Sequence[int]) -> int:
        """A value that any operator may take for `parameter`."""
        if parameter.type.endswith("?"):
            return self.number(None)
        match parameter.type:
            case "Tensor":
                return self.out(shape) if parameter.output else self.tensor(shape)
            case "Tensor[]":
                draw = self.out if parameter.output else self.tensor
                return self.tensors(draw(shape) for _ in range(2))
            case "Tensor?[]":
                return self.optionals([-1])
            case "int" | "SymInt":
                return self.number(self.random.choice((0, 0, 1, 1, 2, 3)))
            case "int[]" | "SymInt[]":
                return self.ints(shape)
            case "float":
                return self.number(self.random.choice((0.5, 1.0)))
            case "Scalar":
                return self.number(self.random.choice((1, 1, 2, 3)))
            case "bool":
                return self.number(False)
        return self.draft.add(TextDraft(text="none"))


def draw_call(draft: Draft, source: random.Random, schema: OperatorSchema, recipe: Recipe) -> None:
    """Appends a call of `schema`'s operator to `draft`, with all values that it needs."""
    call = Call(draft, source, schema)
    given = recipe(call)
    shape = call.shape(1, 3)
    values = [
        given[each.name] if each.name in given else call.default(each, shape)
        for each in schema.parameters
    ]
    outputs = [v for v, p in zip(values, schema.parameters, strict=True) if p.output]
    if schema.returns_tensor:
        values += outputs
    elif schema.returned != "()":  # a number, which the last argument takes
        values.append(call.number(False if schema.returned == "bool" else 0))
        draft.outputs.append(values[-1])
    draft.steps.append(Step(kind="call", arguments=values, operator=schema.name))


@cache
def _takes_complex(operator: str) -> bool:
    """Whether all tensors of the operator may be complex."""
    kernels = [each for lib in libraries() for each in lib.kernels if each.operator == operator]
    return any({*PART_OF} <= {*kernel.inputs} & {*kernel.outputs} for kernel in kernels)


def _element(number: int, dtype: DType) -> bytes:
    """`number` as one element; of half floats only 0 and 1."""
    match dtype:
        case DType.ComplexFloat:
            return struct.pack("<2f", number, -number)
        case DType.ComplexDouble:
            return struct.pack("<2d", number, -number)
        case DType.Float:
            return struct.pack("<f", number)
        case DType.Double:
            return struct.pack("<d", number)
        case DType.Half:
            return struct.pack("<e", number)
        case DType.BFloat16:
            return struct.pack("<f", number)[2:]
    return number.to_bytes(dtype.itemsize, "little")
