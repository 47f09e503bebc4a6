"""One method turned into calls of kernels with a word for each argument."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod

from codegen.compiled.parts import (
    ABSENT,
    Parts,
    Ref,
    data_of,
    place_of_data,
    place_of_payload,
)
from codegen.compiled.proofs import FOLDED, PACKED, proofs_of
from codegen.compiled.scratch import Memory, ScratchCall
from codegen.compiled.tables import (
    OFFSET_BITS,
    REGIONS,
    CompiledDelegate,
    CompiledMethod,
    Range,
)
from codegen.compiled.words import UnsupportedError, Words
from codegen.expression import ExpressionError
from codegen.facts import NUMBER_KINDS
from codegen.flow import FREED, UNSET
from codegen.library import KernelSpec
from codegen.method_info import calls_of
from codegen.operator_schema import OperatorSchema, parse_schema
from codegen.opinfo import Argument, Call, Dynamism, ListArg, TensorArg
from codegen.plan import PlannedKernel
from codegen.program import Instruction, Plan
from codegen.program_value import ListValue, ScalarValue, TensorValue, Value
from codegen.pte import ProgramFile
from codegen.signature import KernelForm, computes_number
from codegen.state import instructions
from codegen.temp import TempNeeds, most_temp_bytes, temp_needs
from codegen.traits import traits_of

VIEW = "kerf::et_view"
_MOST_FORMS = 256
"""The most forms of one call."""


@dataclass(slots=True, kw_only=True)
class Step:
    """One call of the code: its kernel, and a word for each parameter."""

    kernel: int
    words: list[Ref]
    target: int | None = None
    """The step of its chain at which a jump continues."""


Chain = list[Step]


@dataclass(slots=True)
class Lowering:
    """One method, by the words of its values."""

    words: Words
    number: int = field(kw_only=True)
    """Its number among the methods of all models."""
    delegates: Sequence[Range] = field(kw_only=True)
    """Where in the first arena is what is kept of each delegate."""
    draws: bool = False
    loops: bool = False
    inputs: list[Ref] = field(init=False)
    outputs: list[Ref] = field(init=False)
    scratch_calls: dict[int, ScratchCall] = field(default_factory=dict)
    """The calls of kernels whose scratch is bounded, by their instruction."""
    scratch_offset: int | None = None

    def lower(self) -> list[Chain]:
        """The steps of each chain; what cannot be lowered is a fault of the parts."""
        plan, words = self.plan, self.words
        calls = calls_of(words.file.program, plan)
        self.inputs = [words.port(index, "input") for index in plan.inputs]
        self.outputs = [words.port(index, "output") for index in plan.outputs]
        chains = []
        first = 0
        for chain in plan.chains:
            chains.append(self._chain(chain, first, calls))
            first += len(chain)
        return chains

    @property
    def parts(self) -> Parts:
        """What the methods of all models share."""
        return self.words.parts

    @property
    def plan(self) -> Plan:
        """The method in its file."""
        return self.words.plan

    @property
    def memory(self) -> Memory:
        """Its first arena, once it is lowered."""
        words = self.words
        changes = bool(words.tensor_slots or words.number_slots or words.dynamic_dims)
        return Memory(self.plan, words.arenas, self.scratch_calls, changes)

    def method(self, code: Range, inputs: Sequence[int], outputs: Sequence[int]) -> CompiledMethod:
        """The method with its words resolved."""
        return CompiledMethod(
            model=self.words.model,
            name=self.plan.name,
            code=code,
            planned_bytes=self.words.arenas.bytes[0],
            more_planned_bytes=self.words.arenas.bytes[1:],
            draws=self.draws,
            loops=self.loops,
            scratch_offset=self.scratch_offset,
            dynamic_dims=self.words.dynamic_dims,
            inputs=self.words.ports(self.plan.inputs, inputs, "input"),
            outputs=self.words.ports(self.plan.outputs, outputs, "output"),
            slots=(self.words.slots_start, self.words.tensor_slots),
            numbers=(self.words.numbers_start, self.words.number_slots),
            initial_data=(self.words.data_start, self.words.data_count),
            delegates=bool(self.delegates),
        )

    def _chain(self, chain: Sequence[Instruction], first: int, calls: Mapping[int, Call]) -> Chain:
        steps: Chain = []
        begins: list[int] = []
        for number, instruction in enumerate(chain, start=first):
            begins.append(len(steps))
            try:
                steps += self._steps(instruction, number, calls.get(number))
            except UnsupportedError as reason:
                self.words.fault(str(reason), number)
        begins.append(len(steps))
        for number, step in enumerate(steps):
            if step.target is not None:
                step.target = begins[step.target]
                self.loops = self.loops or step.target <= number
        return steps

    def _steps(self, instruction: Instruction, number: int, call: Call | None) -> Chain:
        values = instruction.values
        match instruction.kind:
            case "kernel_call":
                assert call is not None
                return [self._call(instruction, call)]
            case "move_call":
                self._check_data(values[0], number, "a move of")
                return [self._move(*values)]
            case "jump_false_call":
                self._check_data(values[0], number, "a jump on")
                return [self._jump(values[0], instruction.target)]
            case "free_call":
                return []  # memory that the caller provides stays his
            case "delegate_call":
                return [self._delegate(instruction, number)]

    def _call(self, instruction: Instruction, call: Call) -> Step:
        row, kernel = self._kernel(instruction, call.operator)
        schema = parse_schema(kernel.schema)
        spec = self.parts.specs[(kernel.operator, kernel.function)]
        self.draws = self.draws or spec.random
        count = len(schema.parameters)
        if len(instruction.values) < count:
            raise UnsupportedError(f"{call.operator} with {len(instruction.values)} arguments")
        self._check_arguments(schema, instruction, call.instruction)
        words = [
            self.words.argument(parameter, index, spec)
            for parameter, index in zip(schema.parameters, instruction.values, strict=False)
        ]
        words += self._result(schema, instruction, call.operator)
        self._count_temp(call, spec, instruction)
        if kernel.form is KernelForm.CALL:
            return self._view(instruction, call.instruction, kernel, row, words)
        looked_at = {name for its in (spec.requires, spec.scaled) if its for name in its.looked_at}
        data = self._numbers_of(schema, instruction, looked_at)
        self._check_requires(call, spec, data)
        proofs = self._proofs(instruction, call, kernel, data)
        if call.operator in self.parts.packed:
            proofs |= {PACKED}
        if call.operator in self.parts.folded:
            proofs |= {FOLDED}
        return Step(kernel=self.parts.kernel(row, proofs), words=words)

    def _delegate(self, instruction: Instruction, at: int) -> Step:
        delegate = self.plan.delegates[instruction.target]
        parts, file = self.parts, self.words.file
        if file.program.named_data:
            raise UnsupportedError(f"a delegate {delegate.id} of a program that has data by name")
        items = [self._delegate_argument(index, at) for index in instruction.values]
        ids = [each.id for each in parts.plan.backends]
        backend = parts.plan.backends[ids.index(delegate.id)]
        place = place_of_payload(file, delegate)
        region, payload = (0, 0) if place is None else parts.weights.place(self.words.model, place)
        row = CompiledDelegate(
            backend=ids.index(delegate.id),
            method=self.number,
            name=parts.string(self.plan.name.encode() + b"\0"),
            payload=region << OFFSET_BITS | payload,
            payload_bytes=delegate.payload_bytes,
            specs=tuple(
                (parts.string(key.encode() + b"\0"), parts.string(value))
                for key, value in delegate.specs
            ),
            state=self.delegates[instruction.target],
        )
        # An argument and what it is to a backend take less than two optional tensors more.
        parts.temp.add(
            TempNeeds(
                tensors=len(items),
                optional_tensors=2 * len(items),
                scratch_bytes=-(-(backend.temp_bytes + backend.argument_bytes * len(items)) // 8)
                * 8
                + (8 + delegate.scratch_bytes if delegate.scratch_bytes else 0),
            )
        )
        words = [Ref(parts.delegates.add(row)), Ref(parts.tensor_lists.add(parts.items.add(items)))]
        return Step(kernel=parts.kernels.add((-1, "call_delegate")), words=words)

    def _delegate_argument(self, index: int, at: int) -> Ref:
        value = self.plan.values[index]
        if isinstance(value, ScalarValue) and value.kind == "none":
            return ABSENT
        if not isinstance(value, TensorValue):
            raise UnsupportedError("a delegate call with an argument that is no tensor")
        self._check_data(index, at, "a delegate call with")
        if index in self.words.refs and self._some(
            self.words.flow.meaning(index, at).data, _is_constant
        ):
            raise UnsupportedError("a delegate call with a value that may be a constant")
        return self.words.tensor(index, value)

    def _check_requires(
        self, call: Call, spec: KernelSpec, data: Mapping[str, Sequence[int]]
    ) -> None:
        """A call that the kernel would refuse for what constant tensors hold is a fault."""
        if unmet := spec.unmet(call, data):
            self.parts.faults.append(
                f"{self.words.model}, {self.plan.name}, instruction {call.instruction}: "
                f"{call.operator} requires {' and '.join(unmet)}. Change the model."
            )

    def _proofs(
        self,
        instruction: Instruction,
        call: Call,
        kernel: PlannedKernel,
        data: Mapping[str, Sequence[int]],
    ) -> frozenset[str]:
        """What the kernel need not check in this call: nothing where an argument changes."""
        schema = parse_schema(kernel.schema)
        used = set(instruction.values)
        for index in instruction.values:
            value = self.plan.values[index]
            if isinstance(value, ListValue):
                used.update(value.references)
        if used & self.words.refs.keys() or not traits_of(call, schema) <= set(kernel.traits):
            return frozenset()
        return proofs_of(call, self.parts.specs[(kernel.operator, kernel.function)], data)

    def _numbers_of(
        self, schema: OperatorSchema, instruction: Instruction, looked_at: AbstractSet[str]
    ) -> Mapping[str, Sequence[int]]:
        """The numbers of the constant tensors of an instruction that `looked_at` names."""
        found = {}
        for parameter, index in zip(schema.parameters, instruction.values, strict=False):
            value = self.plan.values[index]
            if not isinstance(value, TensorValue) or parameter.name not in looked_at:
                continue
            if value.planned or not value.dtype.struct_code:
                continue
            data = data_of(self.words.file, value)
            if data is not None:
                items = len(data) // value.dtype.itemsize
                found[parameter.name] = struct.unpack(f"<{items}{value.dtype.struct_code}", data)
        return found

    def _check_arguments(self, schema: OperatorSchema, instruction: Instruction, at: int) -> None:
        """Nothing that was freed or is not there yet is read, no constant is written, and a kernel
        that resizes its output does not change another argument's shape by that.

        Source: Call::check_sizes in runtime/executor/call.cpp.
        """
        shapes: list[frozenset[int]] = []
        resized: set[int] = set()
        for parameter, index in zip(schema.parameters, instruction.values, strict=False):
            for item in self._items(index) if parameter.tensor else (index,):
                meant = self.words.flow.meaning(item, at)
                if FREED in meant.data:
                    raise UnsupportedError("a use of memory that was freed")
                if UNSET in meant.data and not parameter.tensor:
                    raise UnsupportedError("a use of a number that nothing has computed")
                if parameter.output and self._some(meant.shapes | meant.data, _is_constant):
                    raise UnsupportedError("a write to a constant")
                shapes += [meant.shapes] if parameter.tensor else []
                resized |= meant.shapes if parameter.output else set()
        for each in resized:
            if self._some({each}, _is_dynamic) and sum(each in other for other in shapes) > 1:
                raise UnsupportedError("an output of dynamic shape that is another argument too")

    def _items(self, index: int) -> Sequence[int]:
        """The items of a list that are there, or the value itself."""
        value = self.plan.values[index]
        return value.references if isinstance(value, ListValue) else (index,)

    def _some(self, indices: AbstractSet[int], is_so: Callable[[Value], bool]) -> bool:
        return any(is_so(self.plan.values[each]) for each in indices if each >= 0)

    def _check_data(self, index: int, at: int, what: str) -> None:
        """A move or a jump reads a tensor without the checks of a call."""
        if {FREED, UNSET} & self.words.flow.meaning(index, at).data:
            raise UnsupportedError(f"{what} a value that has no data")

    def _result(self, schema: OperatorSchema, instruction: Instruction, operator: str) -> list[Ref]:
        """The word of the number that a kernel computes, if it computes one."""
        if not computes_number(schema):
            return []
        last = self.words.refs.get(instruction.values[-1])
        if len(instruction.values) <= len(schema.parameters) or last is None:
            raise UnsupportedError(f"{operator}, whose result is a constant,")
        return [last]

    def _view(
        self,
        instruction: Instruction,
        at: int,
        kernel: PlannedKernel,
        row: int,
        words: list[Ref],
    ) -> Step:
        self_value, _, view = instruction.values[:3]
        if kernel.function != VIEW:
            raise UnsupportedError(f"{kernel.operator}, a part of the interpreter,")
        meant = self.words.flow.meaning(self_value, at)
        if view in self.words.refs and self._some(meant.shapes | meant.data, _is_constant):
            raise UnsupportedError(f"{kernel.operator} of a constant")
        return Step(kernel=self.parts.kernels.add((row, "et_view")), words=words[:3])

    def _kernel(self, instruction: Instruction, operator: str) -> tuple[int, PlannedKernel]:
        """The first row of the plan that takes the call's dtypes, as the registry finds it."""
        for row, kernel in enumerate(self.parts.plan.kernels):
            if kernel.operator == operator and self._takes(kernel, instruction):
                return row, kernel
        raise UnsupportedError(f"{operator} without a kernel")

    def _takes(self, kernel: PlannedKernel, instruction: Instruction) -> bool:
        for facts, index in zip(kernel.arguments, instruction.values, strict=False):
            if not (facts.read or facts.written):
                continue
            tensors = [self.plan.values[item] for item in self._items(index)]
            if any(isinstance(t, TensorValue) and t.dtype not in facts.dtypes for t in tensors):
                return False
        return True

    def _count_temp(self, call: Call, spec: KernelSpec, instruction: Instruction) -> None:
        """Lists of constants are used in place; others are made for each call."""
        computed = 0
        for index in instruction.values[: len(spec.schema.parameters)]:
            value = self.plan.values[index]
            if not isinstance(value, ListValue) or value.kind != "int_list":
                continue
            if any(int(item or 0) in self.words.refs for item in value.items):
                computed += len(value.items)
        most = 0
        for each in self._forms(call, instruction):
            try:
                needs = temp_needs(each, spec.schema, spec.scratch_bytes(each))
            except ExpressionError as reason:
                raise UnsupportedError(f"{call.operator} ({reason})") from None
            needs = replace(needs, int_items=computed, bool_items=0)
            self.parts.temp.add(needs)
            most = max(most, most_temp_bytes(needs))
        if spec.form is not KernelForm.EXECUTORCH:  # those may allocate more than is counted
            self.scratch_calls[call.instruction] = ScratchCall(
                schema=spec.schema, scratch=most, ahead=spec.scratch_ahead(call)
            )

    def _forms(self, call: Call, instruction: Instruction) -> Iterator[Call]:
        """`call` with its tensors in each shape that they may have after moves."""
        meant = [
            self.words.flow.meaning(index, call.instruction).shapes
            for value in instruction.values
            for index in self._items(value)
            if isinstance(self.plan.values[index], TensorValue)
        ]
        if prod(map(len, meant)) > _MOST_FORMS:
            raise UnsupportedError(f"{call.operator} of tensors with so many possible shapes")
        for chosen in product(*map(sorted, meant)):
            shapes = iter(chosen)
            arguments = tuple(self._shaped(argument, shapes) for argument in call.arguments)
            yield replace(call, arguments=arguments)

    def _shaped(self, argument: Argument, shapes: Iterator[int]) -> Argument:
        """`argument` with the shapes of the next values instead of those of its own tensors."""
        if isinstance(argument, ListArg):
            tensors = argument.kind in ("tensor_list", "optional_tensor_list")
            items = [
                self._shaped_tensor(each, next(shapes)) if isinstance(each, TensorArg) else each
                for each in argument.items
            ]
            return replace(argument, items=tuple(items)) if tensors else argument
        if isinstance(argument, TensorArg):
            return self._shaped_tensor(argument, next(shapes))
        return argument

    def _shaped_tensor(self, argument: TensorArg, index: int) -> TensorArg:
        value = self.plan.values[index]
        assert isinstance(value, TensorValue), "moves are checked"
        return replace(
            argument, sizes=value.sizes, dim_order=value.dim_order, dynamism=value.dynamism
        )

    def _move(self, source: int, to: int) -> Step:
        a, b = self.plan.values[source], self.plan.values[to]
        if isinstance(a, TensorValue) and isinstance(b, TensorValue) and a.dtype is b.dtype:
            function, words = "move_tensor", [self.words.tensor(source, a), self.words.refs[to]]
        elif (
            isinstance(a, ScalarValue)
            and isinstance(b, ScalarValue)
            and a.kind == b.kind
            and a.kind in NUMBER_KINDS
        ):
            function, words = "move_number", [self.words.number(source), self.words.refs[to]]
        else:
            raise UnsupportedError("a move of a list, or between values of other kinds,")
        return Step(kernel=self.parts.kernels.add((-1, function)), words=words)

    def _jump(self, condition: int, target: int) -> Step:
        value = self.plan.values[condition]
        if isinstance(value, TensorValue):
            function, word = "jump_false_tensor", self.words.tensor(condition, value)
        elif isinstance(value, ScalarValue) and value.kind == "bool":
            function, word = "jump_false_number", self.words.number(condition)
        else:
            raise UnsupportedError("a jump on what is no bool")
        return Step(kernel=self.parts.kernels.add((-1, function)), words=[word], target=target)


def _is_constant(value: Value) -> bool:
    return isinstance(value, TensorValue) and value.constant


def _is_dynamic(value: Value) -> bool:
    """Whether a tensor stores sizes of its own, which a kernel may change."""
    if not isinstance(value, TensorValue) or value.dynamism is Dynamism.STATIC:
        return False
    return bool(value.sizes)


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
                region, offset = parts.weights.place(name, position)
                parts.tensor(value, REGIONS[region], offset)
