"""A program while it is drawn: values and instructions that can still be changed."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from codegen.dtype import DType
from codegen.errors import SelectionError
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime.delegates import delegate, in_segments

Place = Literal["planned", "caller", "constant"]


@dataclass(slots=True, kw_only=True)
class TensorDraft:
    """A tensor; one in the caller's memory is an input, an output, a view or nothing at all."""

    dtype: DType
    sizes: list[int]
    order: list[int]
    place: Place
    dynamic: bool = False
    memory: int = 0
    """The planned memory that it is in."""
    offset: int = 0
    data: bytes = b""
    """The elements of a constant; empty for others."""

    @property
    def nbytes(self) -> int:
        return math.prod(self.sizes) * self.dtype.itemsize

    def elements(self) -> bytes:
        """Its elements; those without data are zeros."""
        return self.data[: self.nbytes].ljust(self.nbytes, b"\0")


@dataclass(slots=True, kw_only=True)
class NumberDraft:
    """An int, a bool, a double or None, by the type of `number`."""

    number: int | bool | float | None


@dataclass(slots=True, kw_only=True)
class ListDraft:
    """A list of ints, tensors or optional tensors: `items` are indices of values."""

    kind: Literal["ints", "tensors", "optionals"]
    items: list[int]


@dataclass(slots=True, kw_only=True)
class TextDraft:
    """A string."""

    text: str


@dataclass(slots=True, kw_only=True)
class DoublesDraft:
    """A list of doubles."""

    items: tuple[float, ...]


@dataclass(slots=True, kw_only=True)
class BoolsDraft:
    """A list of bools."""

    items: tuple[bool, ...]


ValueDraft = TensorDraft | NumberDraft | ListDraft | TextDraft | DoublesDraft | BoolsDraft


@dataclass(slots=True, kw_only=True)
class Step:
    """An instruction: `arguments` of a call; source and destination of a move; else one value."""

    kind: Literal["call", "delegate", "move", "jump", "free"]
    arguments: list[int]
    operator: str = ""
    target: int = 0
    """Where a jump goes; the delegate of its call."""

    @property
    def calls(self) -> bool:
        """Whether it has the arguments of a kernel or a delegate."""
        return self.kind in ("call", "delegate")


@dataclass(slots=True, kw_only=True)
class DelegateDraft:
    """A delegate: its backend, and its payload, which it may lack."""

    id: str
    payload: int | None


@dataclass(slots=True)
class Draft:
    """One method."""

    values: list[ValueDraft] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    outputs: list[int] = field(default_factory=list)
    memories: int = 0
    delegates: list[DelegateDraft] = field(default_factory=list)
    payloads: list[bytes] = field(default_factory=list)
    in_segments: bool = False
    """Whether payloads are outside of the flatbuffer, if the program is sound."""
    scrambled: list[tuple[float, int]] = field(default_factory=list)
    """Other bytes of the program, each with its place as a part of the whole."""

    def add(self, value: ValueDraft) -> int:
        """The index of `value`, a new one."""
        self.values.append(value)
        return len(self.values) - 1

    def number(self, number: int | bool | float | None) -> int:
        return self.add(NumberDraft(number=number))

    def ints(self, *numbers: int) -> int:
        return self.add(ListDraft(kind="ints", items=[self.number(each) for each in numbers]))

    def memory(self) -> int:
        """A planned memory of its own."""
        self.memories += 1
        return self.memories

    def plan(self, sizes: Sequence[int], dtype: DType) -> int:
        """A tensor in a planned memory of its own."""
        return self.add(
            TensorDraft(
                dtype=dtype,
                sizes=[*sizes],
                order=[*range(len(sizes))],
                place="planned",
                memory=self.memory(),
            )
        )

    def tensors(self) -> list[int]:
        return [i for i, value in enumerate(self.values) if isinstance(value, TensorDraft)]

    def tensor(self, index: int) -> TensorDraft:
        value = self.values[index]
        assert isinstance(value, TensorDraft)
        return value

    def insert(self, at: int, step: Step) -> None:
        """Inserts `step` before step `at`; jumps keep their targets."""
        for each in self.steps:
            each.target += each.kind == "jump" and each.target > at
        self.steps.insert(at, step)

    def finish(self, external: Mapping[int, str] | None = None) -> bytes:
        """The `.pte`: every memory ends with the last tensor in it.

        The elements of the tensors `external` are in another file, by these names.
        """
        names = external or {}
        sizes = [0] * (self.memories + 1)
        constants: list[bytes] = [b""]
        values = []
        for index, value in enumerate(self.values):
            match value:
                case TensorDraft(place="planned"):
                    end = value.offset + value.nbytes
                    sizes[value.memory] = max(sizes[value.memory], end)
                case TensorDraft(place="constant") if index not in names:
                    constants.append(value.elements())
            values.append(_value(value, len(constants) - 1, names.get(index, "")))
        operators = sorted({step.operator for step in self.steps if step.kind == "call"})
        method = build.method(
            values,
            [_instruction(step, operators) for step in self.steps],
            inputs=tuple(self.inputs),
            outputs=tuple(self.outputs),
            operators=tuple(_name(each) for each in operators),
        )
        method[8] = ("i64s", sizes)
        fields = {
            "slot_2": ("tables", [{0: ("bytes", data)} if data else {} for data in constants])
        }
        if not self.delegates:
            return build.program(method, **fields)
        method[7] = ("tables", [delegate(each.payload, id=each.id) for each in self.delegates])
        payloads = [{0: ("bytes", data)} for data in self.payloads]
        return self._with_payloads(build.program(method, **fields, slot_3=("tables", payloads)))

    def _with_payloads(self, program: bytes) -> bytes:
        if self.in_segments:
            with contextlib.suppress(SelectionError):
                program = in_segments(program)
        changed = bytearray(program)
        for part, byte in self.scrambled:
            changed[int(part * len(changed))] = byte
        return bytes(changed)


def _value(value: ValueDraft, constant: int, external: str) -> TableSpec:
    match value:
        case TensorDraft():
            return _tensor(value, constant, external)
        case TextDraft(text=text):
            return build.text(text)
        case DoublesDraft(items=numbers):
            return build.double_list(*numbers)
        case BoolsDraft(items=flags):
            return build.bool_list(*flags)
        case ListDraft(kind="ints", items=items):
            return build.int_list(*items)
        case ListDraft(kind="tensors", items=items):
            return build.tensor_list(*items)
        case ListDraft(items=items):
            return build.optional_tensor_list(*items)
        case NumberDraft(number=None):
            return build.none()
        case NumberDraft(number=bool(flag)):
            return build.boolean(flag)
        case NumberDraft(number=float(number)):
            return build.double(number)
        case NumberDraft(number=int(number)):
            return build.integer(number)
    raise AssertionError(value)


def _tensor(tensor: TensorDraft, constant: int, external: str) -> TableSpec:
    spec = build.tensor(
        tuple(tensor.sizes),
        dtype=tensor.dtype.number,
        dim_order=tuple(tensor.order),
        planned=False,
        data=constant if tensor.place == "constant" else 0,
        dynamism=int(tensor.dynamic),
        external=external,
    )
    if tensor.place == "planned":
        place: TableSpec = {0: ("u32", tensor.memory), 1: ("u32", tensor.offset), 2: ("u32", 0)}
        spec[1][1][6] = ("table", place)
    return spec


def _instruction(step: Step, operators: list[str]) -> TableSpec:
    match step.kind:
        case "call":
            return build.kernel_call(*step.arguments, operator=operators.index(step.operator))
        case "delegate":
            return build.delegate_call(*step.arguments, delegate=step.target)
        case "move":
            return build.move_call(*step.arguments)
        case "jump":
            return build.jump_false_call(step.arguments[0], step.target)
        case "free":
            return build.free_call(step.arguments[0])


def _name(operator: str) -> tuple[str, str]:
    name, _, overload = operator.partition(".")
    return name, overload
