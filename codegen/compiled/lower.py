"""One method turned into calls of kernels with a word for each argument."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from codegen.argument_check import KINDS
from codegen.compiled.arenas import Arenas, arena_base
from codegen.compiled.parts import ABSENT, INTERPRET, Parts, Ref, place_of_data
from codegen.compiled.proofs import proofs_of
from codegen.compiled.tables import OFFSET_BITS, Base, CompiledMethod, CompiledPort, Range
from codegen.dtype import DType
from codegen.facts import NUMBER_KINDS
from codegen.library import KernelSpec
from codegen.method_info import method_info
from codegen.operator_schema import OperatorSchema, Parameter, parse_schema
from codegen.opinfo import Call, Dynamism
from codegen.plan import PlannedKernel
from codegen.program import Instruction, Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue
from codegen.pte import ProgramFile
from codegen.signature import KernelForm, computes_number
from codegen.state import instructions, slots
from codegen.temp import temp_needs
from codegen.traits import traits_of

VIEW = "kerf::et_view"
_LISTS_OF_VALUES = ("int_list", "tensor_list", "optional_tensor_list")


@dataclass(slots=True, kw_only=True)
class Step:
    """One call of the code: its kernel, and a word for each parameter."""

    kernel: int
    words: list[Ref]
    target: int | None = None
    """Of a jump the step of its chain that it continues at."""


Chain = list[Step]


class _UnsupportedError(Exception):
    """What a compiled program cannot do, in words."""


@dataclass(slots=True)
class Lowering:
    """One method; `arenas` are those of its model."""

    parts: Parts
    model: str
    file: ProgramFile
    plan: Plan
    arenas: Arenas
    slots_start: int = 0
    numbers_start: int = 0
    data_start: int = 0
    dynamic_dims: int = 0
    draws: bool = False
    _refs: dict[int, Ref] = field(default_factory=dict)
    _tensor_slots: int = 0
    _number_slots: int = 0
    inputs: list[Ref] = field(default_factory=list)
    outputs: list[Ref] = field(default_factory=list)
    _data_count: int = 0

    def lower(self) -> list[Chain]:
        """The steps of each chain; what cannot be lowered is a fault of the parts."""
        parts = self.parts
        self.slots_start = len(parts.slots)
        self.numbers_start = len(parts.changing_numbers)
        self.data_start = len(parts.initial_data)
        self._changing()
        self._initial_data()
        info = method_info(self.plan, constants_in_segment=self.file.program.constants_in_segment)
        calls = {call.instruction: call for call in info.calls}
        self.inputs = [self._port(index, "input") for index in self.plan.inputs]
        self.outputs = [self._port(index, "output") for index in self.plan.outputs]
        chains = []
        first = 0
        for chain in self.plan.chains:
            chains.append(self._chain(chain, first, calls))
            first += len(chain)
        return chains

    def method(self, code: Range, inputs: Sequence[int], outputs: Sequence[int]) -> CompiledMethod:
        """The method with its words resolved."""
        return CompiledMethod(
            model=self.model,
            name=self.plan.name,
            code=code,
            planned_bytes=self.arenas.bytes[0],
            more_planned_bytes=self.arenas.bytes[1:],
            draws=self.draws,
            dynamic_dims=self.dynamic_dims,
            inputs=self._ports(self.plan.inputs, inputs, "input"),
            outputs=self._ports(self.plan.outputs, outputs, "output"),
            slots=(self.slots_start, self._tensor_slots),
            numbers=(self.numbers_start, self._number_slots),
            initial_data=(self.data_start, self._data_count),
        )

    def _fault(self, what: str, instruction: int | None = None) -> None:
        where = f"{self.model}, {self.plan.name}"
        if instruction is not None:
            where += f", instruction {instruction}"
        self.parts.faults.append(f"{where}: {what} cannot be compiled. {INTERPRET}.")

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
                self._refs[index] = Ref(self._tensor_slots, "tensor")
                self._tensor_slots += 1
            elif isinstance(value, ScalarValue) and value.kind in ("none", *NUMBER_KINDS):
                self.parts.changing_numbers.append(self.parts.numbers.add(_number(value)))
                self._refs[index] = Ref(self._number_slots, "number")
                self._number_slots += 1
            else:
                self._fault(f"value {index}, which changes and is a string,")

    def _initial_data(self) -> None:
        for index, value in enumerate(self.plan.values):
            if not isinstance(value, TensorValue) or not value.planned:
                continue
            place = place_of_data(self.file, value)
            if place is not None and (size := value.nbytes):
                start = self.parts.weights.offset(self.model, place)
                arena, offset = self.arenas.place_of(value)
                self._check_offset(index, offset)
                self.parts.initial_data.append((start, arena << OFFSET_BITS | offset, size))
                self._data_count += 1

    def _static(self, index: int, value: TensorValue) -> int:
        """The index among the tensors of `value` as it is at first."""
        base, offset = Base.NULL, 0
        place = place_of_data(self.file, value)
        if value.planned:
            arena, offset = self.arenas.place_of(value)
            base = arena_base(arena)
        elif place is not None and value.nbytes:
            base, offset = Base.WEIGHTS, self.parts.weights.offset(self.model, place)
        self._check_offset(index, offset)
        return self.parts.tensor(value, base, offset)

    def _check_offset(self, index: int, offset: int) -> None:
        if offset >= 1 << OFFSET_BITS:
            self._fault(f"value {index}, {offset} bytes from the start of its memory,")

    def _chain(self, chain: Sequence[Instruction], first: int, calls: dict[int, Call]) -> Chain:
        steps: Chain = []
        begins: list[int] = []
        for number, instruction in enumerate(chain, start=first):
            begins.append(len(steps))
            try:
                steps += self._steps(instruction, calls.get(number))
            except _UnsupportedError as reason:
                self._fault(str(reason), number)
        begins.append(len(steps))
        for step in steps:
            if step.target is not None:
                step.target = begins[step.target]
        return steps

    def _steps(self, instruction: Instruction, call: Call | None) -> Chain:
        values = instruction.values
        match instruction.kind:
            case "kernel_call":
                assert call is not None
                return [self._call(instruction, call)]
            case "move_call":
                return [self._move(*values)]
            case "jump_false_call":
                return [self._jump(values[0], instruction.target)]
            case "free_call":
                return []  # memory that the caller provides stays his
            case "delegate_call":
                delegate = self.plan.delegates[instruction.target]
                raise _UnsupportedError(f"a call of the delegate {delegate}")

    def _call(self, instruction: Instruction, call: Call) -> Step:
        row, kernel = self._kernel(instruction, call.operator)
        schema = parse_schema(kernel.schema)
        spec = self.parts.specs[(kernel.operator, kernel.function)]
        self.draws = self.draws or spec.random
        count = len(schema.parameters)
        if len(instruction.values) < count:
            raise _UnsupportedError(f"{call.operator} with {len(instruction.values)} arguments")
        self._check_sizes(schema, instruction)
        words = [
            self._argument(parameter, index, spec)
            for parameter, index in zip(schema.parameters, instruction.values, strict=False)
        ]
        words += self._result(schema, instruction, call.operator)
        self._count_temp(call, spec, instruction)
        if kernel.form is KernelForm.CALL:
            return self._view(instruction, kernel, row, words)
        proofs = self._proofs(instruction, call, kernel)
        return Step(kernel=self.parts.kernel(row, proofs), words=words)

    def _proofs(
        self, instruction: Instruction, call: Call, kernel: PlannedKernel
    ) -> frozenset[str]:
        """What the kernel need not check in this call: nothing where an argument changes."""
        schema = parse_schema(kernel.schema)
        used = set(instruction.values)
        for index in instruction.values:
            value = self.plan.values[index]
            if isinstance(value, ListValue) and value.kind in _LISTS_OF_VALUES:
                used.update(int(item) for item in value.items if item is not None)
        if used & self._refs.keys() or not traits_of(call, schema) <= set(kernel.traits):
            return frozenset()
        return proofs_of(call, schema, self._numbers_of(schema, instruction))

    def _numbers_of(
        self, schema: OperatorSchema, instruction: Instruction
    ) -> Mapping[str, Sequence[int]]:
        """The numbers of constant tensors of Int among the arguments of an instruction."""
        found = {}
        for parameter, index in zip(schema.parameters, instruction.values, strict=False):
            value = self.plan.values[index]
            if not isinstance(value, TensorValue) or value.dtype is not DType.Int or value.planned:
                continue
            place = place_of_data(self.file, value)
            if place is not None:
                with self.file.path.open("rb") as file:
                    file.seek(place)
                    data = file.read(value.nbytes)
                found[parameter.name] = struct.unpack(f"<{len(data) // 4}i", data)
        return found

    def _check_sizes(self, schema: OperatorSchema, instruction: Instruction) -> None:
        """A kernel that resizes its output must not change another argument's shape by that.

        Source: Call::check_sizes in runtime/executor/call.cpp.
        """
        tensors: list[int] = []
        resized: set[int] = set()
        for parameter, index in zip(schema.parameters, instruction.values, strict=False):
            value = self.plan.values[index]
            items = value.items if isinstance(value, ListValue) else (index,)
            found = [int(item) for item in items if item is not None]
            tensors += found if parameter.tensor else []
            resized.update(found if parameter.output else ())
        for index in resized:
            value = self.plan.values[index]
            dynamic = isinstance(value, TensorValue) and value.dynamism is not Dynamism.STATIC
            if dynamic and tensors.count(index) > 1:
                raise _UnsupportedError("an output of dynamic shape that is another argument too")

    def _result(self, schema: OperatorSchema, instruction: Instruction, operator: str) -> list[Ref]:
        """The word of the number that a kernel computes, if it computes one."""
        if not computes_number(schema):
            return []
        last = self._refs.get(instruction.values[-1])
        if len(instruction.values) <= len(schema.parameters) or last is None:
            raise _UnsupportedError(f"{operator}, whose result is a constant,")
        return [last]

    def _view(
        self, instruction: Instruction, kernel: PlannedKernel, row: int, words: list[Ref]
    ) -> Step:
        self_value, _, view = instruction.values[:3]
        value = self.plan.values[self_value]
        if kernel.function != VIEW:
            raise _UnsupportedError(f"{kernel.operator}, a part of the interpreter,")
        if isinstance(value, TensorValue) and value.constant and view in self._refs:
            raise _UnsupportedError(f"{kernel.operator} of a constant")
        return Step(kernel=self.parts.kernels.add((row, "et_view")), words=words[:3])

    def _kernel(self, instruction: Instruction, operator: str) -> tuple[int, PlannedKernel]:
        """The first row of the plan that takes the call's dtypes, as the registry finds it."""
        for row, kernel in enumerate(self.parts.plan.kernels):
            if kernel.operator == operator and self._takes(kernel, instruction):
                return row, kernel
        raise _UnsupportedError(f"{operator} without a kernel")

    def _takes(self, kernel: PlannedKernel, instruction: Instruction) -> bool:
        for facts, index in zip(kernel.arguments, instruction.values, strict=False):
            if not (facts.read or facts.written):
                continue
            value = self.plan.values[index]
            items = value.items if isinstance(value, ListValue) else (index,)
            tensors = [self.plan.values[int(item)] for item in items if item is not None]
            if any(isinstance(t, TensorValue) and t.dtype not in facts.dtypes for t in tensors):
                return False
        return True

    def _argument(self, parameter: Parameter, index: int, spec: KernelSpec) -> Ref:
        """The word of the value `index` as an argument of the kernel `spec`."""
        value = self.plan.values[index]
        kind = parameter.type
        optional = kind.endswith("?")
        absent = isinstance(value, ScalarValue) and value.kind == "none"
        if absent and optional and index not in self._refs:
            return ABSENT
        ref = None
        if parameter.tensor:
            ref = self._tensors(kind.removesuffix("?"), index, parameter.output)
        elif isinstance(value, ListValue):
            ref = self._list(kind.removesuffix("?"), value)
        elif isinstance(value, ScalarValue) and not (absent and optional):
            narrow = spec.narrow and not optional
            ref = self._scalar(kind.removesuffix("?"), index, value, narrow=narrow)
        if ref is None:
            what = "a tensor" if isinstance(value, TensorValue) else value.kind
            raise _UnsupportedError(
                f"{spec.operator} with {what} as {parameter.type} {parameter.name}"
            )
        return ref

    def _tensors(self, kind: str, index: int, written: bool) -> Ref | None:
        value = self.plan.values[index]
        if kind == "Tensor" and isinstance(value, TensorValue):
            if written and value.constant:
                raise _UnsupportedError("a write to a constant")
            return self._tensor(index, value)
        wanted = {"Tensor[]": "tensor_list", "Tensor?[]": "optional_tensor_list"}.get(kind)
        if not isinstance(value, ListValue) or value.kind != wanted:
            return None
        items = [ABSENT if item is None else self._item(int(item), written) for item in value.items]
        return Ref(self.parts.tensor_lists.add(self.parts.items.add(items)))

    def _item(self, index: int, written: bool) -> Ref:
        ref = self._tensors("Tensor", index, written)
        assert ref is not None, "the file's lists are checked"
        return ref

    def _tensor(self, index: int, value: TensorValue) -> Ref:
        return self._refs.get(index) or Ref(self._static(index, value))

    def _scalar(self, kind: str, index: int, value: ScalarValue, *, narrow: bool) -> Ref | None:
        if kind != "str" and index in self._refs:
            return self._refs[index]
        if value.kind not in KINDS[kind]:
            return None
        if value.kind == "string":
            text = str(value.value).encode()
            return Ref(self.parts.strings.add(self.parts.characters.add(text)))
        if kind == "float":
            return Ref(self.parts.numbers.add(("double", _bits(float(value.value or 0)))))
        return Ref(self.parts.numbers.add(_narrowed(*_number(value)) if narrow else _number(value)))

    def _list(self, kind: str, value: ListValue) -> Ref | None:
        parts = self.parts
        match kind, value.kind:
            case ("float[]", "double_list"):
                bits = [_bits(float(item or 0)) for item in value.items]
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
        if any(index in self._refs for index in indices):
            items = [self._number_item(index) for index in indices]
            return Ref(parts.computed_lists.add(parts.items.add(items)), "list")
        values = [self.plan.values[index] for index in indices]
        ints = [int(v.value or 0) for v in values if isinstance(v, ScalarValue)]
        return Ref(parts.int_lists.add(parts.ints.add(ints)))

    def _number_item(self, index: int) -> Ref:
        value = self.plan.values[index]
        assert isinstance(value, ScalarValue), "the file's lists are checked"
        return self._refs.get(index) or Ref(self.parts.numbers.add(_number(value)))

    def _count_temp(self, call: Call, spec: KernelSpec, instruction: Instruction) -> None:
        """Lists of constants are used in place; others are made for each call."""
        computed = 0
        for index in instruction.values[: len(spec.schema.parameters)]:
            value = self.plan.values[index]
            if not isinstance(value, ListValue) or value.kind != "int_list":
                continue
            if any(int(item or 0) in self._refs for item in value.items):
                computed += len(value.items)
        needs = temp_needs(call, spec.schema, spec.scratch_bytes(call))
        self.parts.temp.add(replace(needs, int_items=computed, bool_items=0))

    def _move(self, source: int, to: int) -> Step:
        a, b = self.plan.values[source], self.plan.values[to]
        if isinstance(a, TensorValue) and isinstance(b, TensorValue) and a.dtype is b.dtype:
            function, words = "move_tensor", [self._tensor(source, a), self._refs[to]]
        elif (
            isinstance(a, ScalarValue)
            and isinstance(b, ScalarValue)
            and a.kind == b.kind
            and a.kind in NUMBER_KINDS
        ):
            function, words = "move_number", [self._number_item(source), self._refs[to]]
        else:
            raise _UnsupportedError("a move of a list, or between values of other kinds,")
        return Step(kernel=self.parts.kernels.add((-1, function)), words=words)

    def _jump(self, condition: int, target: int) -> Step:
        value = self.plan.values[condition]
        if isinstance(value, TensorValue):
            function, word = "jump_false_tensor", self._tensor(condition, value)
        elif isinstance(value, ScalarValue) and value.kind == "bool":
            function, word = "jump_false_number", self._number_item(condition)
        else:
            raise _UnsupportedError("a jump on what is no bool")
        return Step(kernel=self.parts.kernels.add((-1, function)), words=[word], target=target)

    def _port(self, index: int, what: str) -> Ref:
        value = self.plan.values[index]
        if isinstance(value, TensorValue):
            return self._tensor(index, value)
        if isinstance(value, ListValue) or value.kind == "string":
            self._fault(f"an {what} that is a list or a string")
            return ABSENT
        return ABSENT if value.kind == "none" else self._number_item(index)

    def _ports(
        self, indices: Sequence[int], words: Sequence[int], what: str
    ) -> tuple[CompiledPort, ...]:
        return tuple(
            self._described(f"{what}_{number}", what == "input", index, word)
            for number, (index, word) in enumerate(zip(indices, words, strict=True))
        )

    def _described(self, name: str, given: bool, index: int, word: int) -> CompiledPort:
        value = self.plan.values[index]
        if not isinstance(value, TensorValue):
            return CompiledPort(
                name=name,
                input=given,
                word=word,
                kind=value.kind,
                caller_memory=False,
                dtype=None,
                sizes=(),
                dim_order=(),
                dynamic=False,
                arena_offset=None,
            )
        arena, offset = self.arenas.place_of(value) if value.planned else (0, None)
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


def add_constants(parts: Parts, models: Mapping[str, ProgramFile]) -> None:
    """Adds the constants of `models`, those of one argument of all calls of an operator next to
    each other: then few bits tell them apart.
    """
    columns: dict[tuple[str, int], list[tuple[str, ProgramFile, TensorValue]]] = defaultdict(list)
    for name, file in models.items():
        for plan in file.program.plans:
            for instruction in instructions(plan):
                if instruction.kind != "kernel_call":
                    continue
                for place, index in enumerate(instruction.values):
                    value = plan.values[index]
                    if isinstance(value, TensorValue) and value.constant and value.nbytes:
                        operator = plan.operators[instruction.target]
                        columns[operator, place].append((name, file, value))
    for column in columns.values():
        for name, file, value in column:
            position = place_of_data(file, value)
            if position is not None:
                offset = parts.weights.offset(name, position)
                parts.tensor(value, Base.WEIGHTS, offset)


def _number(value: ScalarValue) -> tuple[str, int]:
    """Kind and bits; None, which a kernel replaces, is 0."""
    if value.kind == "double":
        return "double", _bits(float(value.value or 0))
    return (value.kind if value.kind == "bool" else "int"), int(value.value or 0)


def _narrowed(kind: str, number: int) -> tuple[str, int]:
    """A number as a kernel gets it that takes 32 bits. Source: Int32 in runtime/tensor/int32.h."""
    fits = kind != "int" or -(2**31) <= number < 2**31
    return kind, number if fits else -(2**31)


def _bits(number: float) -> int:
    """The eight bytes of a double as an integer."""
    (bits,) = struct.unpack("<q", struct.pack("<d", number))
    return int(bits)
