"""The words of a method's values: what each is as an argument of a kernel."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from codegen.argument_check import KINDS
from codegen.compiled.arenas import Arenas
from codegen.compiled.parts import ABSENT, INTERPRET, Parts, Ref, place_of_data
from codegen.compiled.tables import ARENAS, OFFSET_BITS, REGIONS, Base, CompiledPort
from codegen.facts import NUMBER_KINDS
from codegen.flow import FREED, Flow
from codegen.library import KernelSpec
from codegen.operator_schema import Parameter
from codegen.opinfo import Dynamism
from codegen.program import Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.pte import ProgramFile
from codegen.state import instructions, slots


class UnsupportedError(Exception):
    """What a compiled program cannot do, in words."""


@dataclass(slots=True)
class Words:
    """Table words of one method, whose changing values have slots; `arenas` are its model's."""

    parts: Parts
    model: str
    file: ProgramFile
    plan: Plan
    arenas: Arenas
    flow: Flow = field(init=False)
    slots_start: int = field(init=False)
    numbers_start: int = field(init=False)
    data_start: int = field(init=False)
    tensor_slots: int = 0
    number_slots: int = 0
    data_count: int = 0
    dynamic_dims: int = 0
    refs: dict[int, Ref] = field(default_factory=dict)
    """References to the values that change."""

    def __post_init__(self) -> None:
        self.flow = Flow(self.plan)
        self.slots_start = len(self.parts.slots)
        self.numbers_start = len(self.parts.changing_numbers)
        self.data_start = len(self.parts.initial_data)
        self._changing()
        self._initial_data()

    def fault(self, what: str, instruction: int | None = None) -> None:
        """Notes that `what`, of the method or of an instruction, cannot be compiled."""
        where = f"{self.model}, {self.plan.name}"
        if instruction is not None:
            where += f", instruction {instruction}"
        self.parts.faults.append(f"{where}: {what} cannot be compiled. {INTERPRET}.")

    def argument(self, parameter: Parameter, index: int, spec: KernelSpec) -> Ref:
        """The word of the value `index` as an argument of the kernel `spec`."""
        value = self.plan.values[index]
        kind = parameter.type
        optional = kind.endswith("?")
        absent = isinstance(value, ScalarValue) and value.kind == "none"
        if absent and optional and index not in self.refs:
            return ABSENT
        ref = None
        if parameter.tensor:
            ref = self._tensors(kind.removesuffix("?"), index)
        elif isinstance(value, ListValue):
            ref = self._list(kind.removesuffix("?"), value)
        elif isinstance(value, ScalarValue) and not (absent and optional):
            narrow = spec.narrow and not optional
            ref = self._scalar(kind.removesuffix("?"), index, value, narrow=narrow)
        if ref is None:
            what = "a tensor" if isinstance(value, TensorValue) else value.kind
            raise UnsupportedError(
                f"{spec.operator} with {what} as {parameter.type} {parameter.name}"
            )
        return ref

    def _tensors(self, kind: str, index: int) -> Ref | None:
        value = self.plan.values[index]
        if kind == "Tensor" and isinstance(value, TensorValue):
            return self.tensor(index, value)
        wanted = {"Tensor[]": "tensor_list", "Tensor?[]": "optional_tensor_list"}.get(kind)
        if not isinstance(value, ListValue) or value.kind != wanted:
            return None
        items = [ABSENT if item is None else self._item(int(item)) for item in value.items]
        return Ref(self.parts.tensor_lists.add(self.parts.items.add(items)))

    def _item(self, index: int) -> Ref:
        ref = self._tensors("Tensor", index)
        assert ref is not None, "the file's lists are checked"
        return ref

    def tensor(self, index: int, value: TensorValue) -> Ref:
        """The word of a tensor."""
        return self.refs.get(index) or Ref(self._static(index, value))

    def _scalar(self, kind: str, index: int, value: ScalarValue, *, narrow: bool) -> Ref | None:
        if kind != "str" and index in self.refs:
            return self.refs[index]
        if value.kind not in KINDS[kind]:
            return None
        if value.kind == "string":
            text = str(value.value).encode()
            return Ref(self.parts.strings.add(self.parts.characters.add(text)))
        if kind == "float":
            return Ref(self.parts.numbers.add(("double", _bits(value.value))))
        return Ref(self.parts.numbers.add(_narrowed(*_number(value)) if narrow else _number(value)))

    def _list(self, kind: str, value: ListValue) -> Ref | None:
        parts = self.parts
        match kind, value.kind:
            case ("float[]", "double_list"):
                bits = [_bits(item) for item in value.items]
                return Ref(parts.double_lists.add(parts.doubles.add(bits)))
            case ("bool[]", "bool_list"):
                bools = [int(bool(item)) for item in value.items]
                return Ref(parts.bool_lists.add(parts.bools.add(bools)))
            case (("int[]" | "SymInt[]"), "int_list"):
                return self._int_list(value)
        return None

    def _int_list(self, value: ListValue) -> Ref:
        parts = self.parts
        indices = [int(item or 0) for item in value.items]
        if any(index in self.refs for index in indices):
            items = [self.number(index) for index in indices]
            return Ref(parts.computed_lists.add(parts.items.add(items)), "list")
        values = [self.plan.values[index] for index in indices]
        ints = [int(v.value or 0) for v in values if isinstance(v, ScalarValue)]
        return Ref(parts.int_lists.add(parts.ints.add(ints)))

    def number(self, index: int) -> Ref:
        """The word of a number."""
        value = self.plan.values[index]
        assert isinstance(value, ScalarValue), "the file's lists are checked"
        return self.refs.get(index) or Ref(self.parts.numbers.add(_number(value)))

    def port(self, index: int, what: str) -> Ref:
        """The word of an input or output; `what` says which of both it is."""
        value = self.plan.values[index]
        if isinstance(value, TensorValue):
            self._check_port(index, value, what)
            return self.tensor(index, value)
        if isinstance(value, ListValue) or value.kind == "string":
            self.fault(f"an {what} that is a list or a string")
            return ABSENT
        if value.kind == "none" and what == "output" and index in self.refs:
            self.fault("an output that is None before an instruction writes it")
        return ABSENT if value.kind == "none" else self.number(index)

    def _check_port(self, index: int, value: TensorValue, what: str) -> None:
        """An output ends in memory of the caller that has room for what it is declared as."""
        if what == "input":
            return
        meant = self.flow.meaning(index)
        if FREED in meant.data:
            self.fault("an output whose memory was freed")
        for other in (self.plan.values[each] for each in sorted(meant.shapes - {index})):
            assert isinstance(other, TensorValue), "moves are checked"
            if not _has_room(value, other):
                self.fault("a move that gives an output another shape")
        # Outputs that do not end in their own memory are copied to it, in this order.
        for other_index in self.plan.outputs[: self.plan.outputs.index(index)]:
            if other_index in meant.data and self.flow.meaning(other_index).data != {other_index}:
                self.fault("an output that ends in the memory of another, which is written before")

    def ports(
        self, indices: Sequence[int], words: Sequence[int], what: str
    ) -> tuple[CompiledPort, ...]:
        """The inputs or outputs, whose resolved words are `words`."""
        return tuple(
            self._described(f"{what}_{number}", what == "input", index, word)
            for number, (index, word) in enumerate(zip(indices, words, strict=True))
        )

    def _described(self, name: str, given: bool, index: int, word: int) -> CompiledPort:
        value = self.plan.values[index]
        if not isinstance(value, TensorValue):
            return CompiledPort(name=name, input=given, word=word, kind=value.kind)
        arena, offset = self.arenas.place_of(value) if value.planned else (0, None)
        if not given and self.flow.meaning(index).data != {index}:
            offset = None  # it ends where it was moved from
        return CompiledPort(
            name=value.name or name,
            input=given,
            word=word,
            kind="tensor",
            caller_memory=not value.planned and (given or not value.constant),
            dtype=value.dtype,
            sizes=value.sizes,
            dim_order=value.dim_order,
            dynamic=value.dynamism is not Dynamism.STATIC,
            arena_offset=offset,
            arena=arena,
        )

    def _changing(self) -> None:
        """Gives a slot to each value that changes, in the order of values."""
        moves = [each for each in instructions(self.plan) if each.kind == "move_call"]
        written = {*self.plan.inputs, *(move.values[-1] for move in moves)}
        for index in sorted(slots(self.plan)):
            value = self.plan.values[index]
            if isinstance(value, TensorValue):
                dynamic = value.dynamism is not Dynamism.STATIC
                external = value.external and not value.planned
                if external and not dynamic and index not in written:
                    continue  # its data are known here
                self.dynamic_dims += len(value.sizes) if dynamic else 0
                self.parts.slots.append((self._static(index, value), dynamic))
                self.refs[index] = Ref(self.tensor_slots, "tensor")
                self.tensor_slots += 1
            elif isinstance(value, ScalarValue) and value.kind in ("none", *NUMBER_KINDS):
                self.parts.changing_numbers.append(self.parts.numbers.add(_number(value)))
                self.refs[index] = Ref(self.number_slots, "number")
                self.number_slots += 1
            else:
                self.fault(f"value {index}, which changes and is a string,")

    def _initial_data(self) -> None:
        for index, value in enumerate(self.plan.values):
            if not isinstance(value, TensorValue) or not value.planned:
                continue
            place = place_of_data(self.file, value)
            if place is not None and (size := value.nbytes):
                region, start = self.parts.weights.place(self.model, place)
                self._check_offset(index, start)
                arena, offset = self.arenas.place_of(value)
                self._check_offset(index, offset)
                start |= region << OFFSET_BITS
                self.parts.initial_data.append((start, arena << OFFSET_BITS | offset, size))
                self.data_count += 1

    def _static(self, index: int, value: TensorValue) -> int:
        """The index among the tensors of `value` as it is at first."""
        base, offset = Base.NULL, 0
        place = place_of_data(self.file, value)
        if value.planned:
            arena, offset = self.arenas.place_of(value)
            base = ARENAS[arena]
        elif place is not None and value.nbytes:
            region, offset = self.parts.weights.place(self.model, place)
            base = REGIONS[region]
        self._check_offset(index, offset)
        return self.parts.tensor(value, base, offset)

    def _check_offset(self, index: int, offset: int) -> None:
        if offset >= 1 << OFFSET_BITS:
            self.fault(f"value {index}, {offset} bytes from the start of its memory,")


def _has_room(output: TensorValue, other: TensorValue) -> bool:
    """Whether memory for `output` has room for `other`, and callers know the shape that it has."""
    if output.dim_order != other.dim_order:
        return False
    if output.dynamism is not Dynamism.STATIC:
        return other.nbytes <= output.nbytes
    return other.dynamism is Dynamism.STATIC and other.sizes == output.sizes


def _number(value: ScalarValue) -> tuple[str, int]:
    """Kind and bits; None, which a kernel replaces, is 0."""
    if value.kind == "double":
        return "double", _bits(value.value)
    return (value.kind if value.kind == "bool" else "int"), int(value.value or 0)


def _narrowed(kind: str, number: int) -> tuple[str, int]:
    """A number as a kernel gets it that takes 32 bits. Source: Int32 in runtime/tensor/int32.h."""
    fits = kind != "int" or -(2**31) <= number < 2**31
    return kind, number if fits else -(2**31)


def _bits(number: float | str | None) -> int:
    """The eight bytes of a double as an integer; None is 0."""
    (bits,) = struct.unpack("<q", struct.pack("<d", 0 if number is None else float(number)))
    return int(bits)
