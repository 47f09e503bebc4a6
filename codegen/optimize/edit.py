"""A method while a pass changes it: values, instructions, buffers, and what uses them."""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps

from codegen.opinfo import Call as CallInfo
from codegen.optimize.arrays import Array, array_of
from codegen.optimize.compact import compact
from codegen.optimize.graph import Buffer, Call, Chain, Instruction, Method, Place, Tensor, Value
from codegen.optimize.liveness import BEFORE, view_bases
from codegen.optimize.overlapping import info_of
from codegen.optimize.roles import VIEW, Operators, Roles, parameters_of, roles
from codegen.program_value import ListValue, ScalarValue
from codegen.takes import form_of_call


def edits(change: Callable[[Edit], None]) -> Callable[[Method, Operators], Method]:
    """`change` as a pass, which leaves a method that is fixed as it is."""

    @wraps(change)
    def changed(method: Method, operators: Operators) -> Method:
        if method.fixed:
            return method
        edit = Edit(method, operators)
        change(edit)
        return edit.finish()

    return changed


@dataclass(slots=True)
class Edit:
    """A method that is not fixed; an instruction that is None was removed."""

    method: Method
    operators: Operators
    values: list[Value] = field(init=False)
    instructions: list[Instruction | None] = field(init=False)
    buffers: list[Buffer] = field(init=False)
    outputs: list[int] = field(init=False)
    _known: _Usage | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.values = list(self.method.values)
        self.instructions = list(self.method.instructions)
        self.buffers = list(self.method.buffers)
        self.outputs = list(self.method.outputs)

    @property
    def end(self) -> int:
        """The time behind the last instruction: outputs are read."""
        return len(self.instructions)

    def calls(self, *operators: str) -> Iterator[tuple[int, Call]]:
        """Yields time and call of each call, or each of `operators`, as it is at its turn."""
        for time in range(self.end):
            call = self.instructions[time]
            if isinstance(call, Call) and (not operators or call.operator in operators):
                yield time, call

    def tensor(self, index: int) -> Tensor | None:
        """Value `index` if it is a tensor."""
        value = self.values[index]
        return value if isinstance(value, Tensor) else None

    def known_tensor(self, index: int) -> Tensor:
        """Value `index`, which is a tensor."""
        value = self.values[index]
        assert isinstance(value, Tensor)
        return value

    def array(self, index: int) -> Array | None:
        """The elements of value `index`, if array_of() has them."""
        tensor = self.tensor(index)
        return None if tensor is None else array_of(tensor)

    def memory(self, tensor: Tensor) -> int:
        """The planned memory for what is like `tensor`: its own, the first where it has none."""
        return 1 if tensor.place is None else self.buffers[tensor.place.buffer].memory

    def number(self, index: int) -> int | float | None:
        """The number that value `index` always has; None where it has none or a computed one."""
        value = self.values[index]
        if not isinstance(value, ScalarValue) or index in self.usage.computed:
            return None
        return value.value if isinstance(value.value, int | float) else None

    def numbers(self, index: int) -> tuple[int, ...] | None:
        """The items that a list of ints always has."""
        value = self.values[index]
        if not isinstance(value, ListValue) or value.kind != "int_list":
            return None
        items = [self.number(int(item or 0)) for item in value.items]
        return None if any(i is None for i in items) else tuple(int(i or 0) for i in items)

    def is_none(self, index: int) -> bool:
        """Whether value `index` is an absent optional."""
        value = self.values[index]
        return isinstance(value, ScalarValue) and value.kind == "none"

    def named(self, call: Call) -> Mapping[str, int]:
        """The arguments of `call` by the names of its parameters."""
        schema = self.operators[call.operator].schema
        return {parameter.name: index for parameter, index in parameters_of(schema, call.arguments)}

    def is_plain(self, named: Mapping[str, int]) -> bool:
        """Whether the factors of a product or sum, which it may lack, are all 1."""
        return all(self.number(named[each]) == 1 for each in ("beta", "alpha") if each in named)

    def is_taken(self, call: Call) -> bool:
        """Whether the kernel of `call` takes the dtypes and ranks of its arguments."""
        kernel = self.operators[call.operator]
        return not form_of_call(self._info(call), kernel.schema, doubles=False).refusals(
            kernel.takes
        )

    def is_sound(self, call: Call) -> bool:
        """Whether `call` is known to be one that its kernel runs: dtypes, ranks and conditions."""
        kernel, named = self.operators[call.operator], self.named(call)
        if not self.is_taken(call):
            return False
        if kernel.requires is None:
            return True
        data: dict[str, Sequence[int]] = {}
        for name in kernel.requires.looked_at:
            array = self.array(named[name])
            if array is not None:
                data[name] = array.reshape(-1).tolist()
        return kernel.requires.are_met(kernel.arguments_of(self._info(call)), data)

    def _info(self, call: Call) -> CallInfo:
        return info_of(call, self.values, self.usage.computed)

    def add(self, value: Value) -> int:
        """The index of `value`, a new one."""
        self.values.append(value)
        index = len(self.values) - 1
        if self._known is not None:
            self._known.note_member(index)
        return index

    def add_number(self, number: int | float | bool | None) -> int:
        """The index of a new scalar."""
        match number:
            case None:
                return self.add(ScalarValue(kind="none", value=None))
            case bool():
                return self.add(ScalarValue(kind="bool", value=number))
            case int():
                return self.add(ScalarValue(kind="int", value=number))
            case float():
                return self.add(ScalarValue(kind="double", value=number))

    def add_ints(self, numbers: Iterable[int]) -> int:
        """The index of a new list of ints."""
        items = tuple(self.add_number(int(number)) for number in numbers)
        return self.add(ListValue(kind="int_list", items=items))

    def add_planned(self, tensor: Tensor, *, memory: int) -> int:
        """The index of `tensor` in a new buffer of planned memory `memory`."""
        self.buffers.append(Buffer(memory=memory, nbytes=tensor.nbytes))
        return self.add(replace(tensor, place=Place(buffer=len(self.buffers) - 1), data=None))

    def remove(self, time: int) -> None:
        """Removes the instruction at `time`."""
        removed = self.instructions[time]
        self.instructions[time] = None
        if isinstance(removed, Call) and removed.operator == VIEW:
            self.changed()
        elif self._known is not None:
            self._known.forget(time)

    def put(self, time: int, call: Call) -> None:
        """Replaces the call at `time`, no view, by `call`."""
        self.instructions[time] = call
        if self._known is not None:
            self._known.forget(time)
            self._known.learn(time, call)

    def move_members(self, buffer: int, to: Place) -> None:
        """Puts the tensors of `buffer` to the place `to`, at the offsets that they have in it."""
        for index in self.usage.members[buffer]:
            value = self.values[index]
            assert isinstance(value, Tensor) and value.place is not None
            place = Place(buffer=to.buffer, offset=to.offset + value.place.offset)
            self.values[index] = replace(value, place=place)
        self.usage.merge(buffer, to.buffer)

    def fix_members(self, buffer: int, data: bytes) -> None:
        """Makes the tensors of `buffer` constants: `data` are its bytes."""
        for index in self.usage.members[buffer]:
            value = self.values[index]
            assert isinstance(value, Tensor) and value.place is not None
            first = value.place.offset
            part = data[first : first + value.nbytes]
            self.values[index] = replace(value, place=None, data=part)
        self.usage.drop(buffer)

    def changed(self) -> None:
        """Forgets what was known of the uses of values."""
        self._known = None

    @property
    def usage(self) -> _Usage:
        """Who reads and writes what, as it is now."""
        if self._known is None:
            self._known = _Usage(self)
        return self._known

    def finish(self) -> Method:
        """The method with what is left, and nothing that is unused."""
        self.changed()  # it refers to this edit, which has weights that nothing needs any more
        kept = tuple(each for each in self.instructions if each is not None)
        made = self.with_chains(
            replace(chain, instructions=kept if at == 0 else ())
            for at, chain in enumerate(self.method.chains)
        )
        return self.method if made == self.method else compact(made)

    def with_chains(self, chains: Iterable[Chain]) -> Method:
        """The method with `chains` and everything else that there is now."""
        return replace(
            self.method,
            values=tuple(self.values),
            chains=tuple(chains),
            buffers=tuple(self.buffers),
            memories=self.method.memories or (0,) * bool(self.buffers),
            outputs=tuple(self.outputs),
        )


class _Usage:
    """Reads and writes by time, of values and of the storages that they are in.

    A storage is a buffer (its number), or a value without a place (-1 - its index).
    """

    def __init__(self, edit: Edit) -> None:
        self._edit = edit
        self._bases: Mapping[int, int] = view_bases(
            [each for each in edit.instructions if each is not None]
        )
        self.roles: list[Roles | None] = [
            None if each is None else roles(each, edit.values, edit.operators)
            for each in edit.instructions
        ]
        self.reads: dict[int, list[int]] = defaultdict(list)
        """Times at which a value is read, the end for outputs."""
        self.writes: dict[int, list[int]] = defaultdict(list)
        self.storage_reads: dict[int, list[int]] = defaultdict(list)
        self.storage_writes: dict[int, list[int]] = defaultdict(list)
        for index in edit.method.inputs:
            self._note(index, BEFORE, self.writes, self.storage_writes)
        for time, each in enumerate(self.roles):
            if each is not None:
                self._note_all(each, time)
        for index in edit.outputs:
            self._note(index, edit.end, self.reads, self.storage_reads)
        self.computed = frozenset(
            index for index in self.writes if isinstance(edit.values[index], ScalarValue)
        )
        self.members: dict[int, list[int]] = defaultdict(list)
        for index in range(len(edit.values)):
            self.note_member(index)

    def note_member(self, index: int) -> None:
        """Adds value `index` to those of its buffer, if it is a tensor that has one."""
        value = self._edit.values[index]
        if isinstance(value, Tensor) and value.place is not None:
            self.members[value.place.buffer].append(index)

    def forget(self, time: int) -> None:
        """Takes out what the instruction at `time` reads and writes."""
        each = self.roles[time]
        self.roles[time] = None
        if each is None:
            return
        for indices, of_values, of_storages in (
            (each.reads, self.reads, self.storage_reads),
            (each.writes, self.writes, self.storage_writes),
        ):
            for index in indices:
                of_values[index].remove(time)
                storage = self.storage(index)
                if storage is not None:
                    of_storages[storage].remove(time)

    def learn(self, time: int, call: Call) -> None:
        """Adds what `call`, now at `time`, reads and writes."""
        self.roles[time] = known = roles(call, self._edit.values, self._edit.operators)
        self._note_all(known, time)

    def merge(self, buffer: int, into: int) -> None:
        """Notes that what was in `buffer` is in the buffer `into` now."""
        self.members[into] += self.members.pop(buffer)
        for of_storages in (self.storage_reads, self.storage_writes):
            of_storages[into] += of_storages.pop(buffer, [])

    def drop(self, buffer: int) -> None:
        """Notes that what was in `buffer` is constant now."""
        for noted in (self.members, self.storage_reads, self.storage_writes):
            noted.pop(buffer, None)

    def storage(self, index: int) -> int | None:
        """The storage of value `index`; None for a constant and a list."""
        index = self._bases.get(index, index)
        value = self._edit.values[index]
        if isinstance(value, ListValue) or (isinstance(value, Tensor) and value.constant):
            return None
        if isinstance(value, Tensor) and value.place is not None:
            return value.place.buffer
        return -1 - index

    def _note_all(self, each: Roles, time: int) -> None:
        for index in each.reads:
            self._note(index, time, self.reads, self.storage_reads)
        for index in each.writes:
            self._note(index, time, self.writes, self.storage_writes)

    def _note(
        self,
        index: int,
        time: int,
        of_values: dict[int, list[int]],
        of_storages: dict[int, list[int]],
    ) -> None:
        insort(of_values[index], time)
        storage = self.storage(index)
        if storage is not None:
            insort(of_storages[storage], time)

    def is_own(self, index: int) -> bool:
        """Whether value `index` is a planned tensor that fills a buffer, written once and whole."""
        value = self._edit.values[index]
        if not isinstance(value, Tensor) or value.place is None or value.data is not None:
            return False
        number = value.place.buffer
        buffer = self._edit.buffers[number]
        written = self.storage_writes[number]
        return (
            not buffer.state
            and len(written) == 1
            and written == self.writes[index]
            and written[0] != BEFORE
            and value.place.offset == 0
            and value.nbytes == buffer.nbytes
        )

    def last_read(self, storage: int) -> int:
        """The last time at which `storage` is read, BEFORE where it never is."""
        return max(self.storage_reads.get(storage, ()), default=BEFORE)

    def is_written(self, storage: int, after: int, until: int) -> bool:
        """Whether `storage` is written later than `after`, at `until` at the latest."""
        return any(after < time <= until for time in self.storage_writes.get(storage, ()))
