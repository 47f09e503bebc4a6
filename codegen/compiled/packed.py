"""Packed weights: which constants of compiled programs are stored as loops read them, and how.

Loops of some instruction sets multiply by several filters at once where words or registers have
terms of all of them. The `packed` of a kernel's record says which weights it takes so, and in which
layout. It finds that out when it is compiled: all calls of the operator are such, and nothing else
uses these weights. They take as many bytes as before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from math import prod

from codegen.compiled.parts import data_of, place_of_data, place_of_payload
from codegen.compiled.tables import FoldedBias, PackedWeights
from codegen.dtype import DType
from codegen.expression import ExpressionError
from codegen.facts import is_row_major
from codegen.library import KernelSpec
from codegen.method_info import calls_of
from codegen.opinfo import Argument, Call, Dynamism, ScalarArg, TensorArg, tensors_of
from codegen.program import Plan
from codegen.program_value import ListValue, TensorValue
from codegen.pte import ProgramFile
from codegen.state import instructions, slots
from codegen.strips import LAYER_NUMBERS, Kind, Layer, layers_of


class Layout(IntEnum):
    """How weights are stored: the numbers of `int8_packed` in an instruction set's loops."""

    PAIRS = 1
    """Pairs of filters, for Armv7E-M."""
    FOURS = 2
    """Fours of terms of eight filters, for AArch64."""


_EIGHT = 8
_GROUP = 4
_ORDER = (0, 2, 1, 3)
"""Terms of a group of four are stored in this order.

Source: Int8PackedProduct in runtime/isa/scalar/loops/int8.h.
"""
_LARGEST_TERM = 255
"""The most that an input and its offset are together, and that two of these differ by."""
_SUMS = tuple(2**bits - 2**17 for bits in (24, 23, 22, 23))
"""What the sums of the four filters of two pairs must not exceed, without what they begin with."""


_Form = tuple[int, ...]
"""Filters and layout of weights; of a bias filters, place and terms of the weights, offset."""


@dataclass(frozen=True, slots=True)
class _Use:
    """Bytes of a model's file that something uses."""

    model: str
    begin: int
    end: int
    operator: str | None = None
    """The operator that takes them changed; None where they must be as they are."""
    form: _Form | None = None
    """What they become; None of an operator whose calls cannot all take them."""

    def meets(self, other: _Use) -> bool:
        return self.model == other.model and self.begin < other.end and other.begin < self.end


def packed_weights(
    models: Mapping[str, ProgramFile], specs: Mapping[str, KernelSpec]
) -> tuple[frozenset[str], tuple[PackedWeights, ...]]:
    """The operators, of those that `specs` has kernels of, that take packed weights, and these.

    Each constant is whole, and no two have a byte in common.
    """
    kept = _kept(models, specs, _weight_of, _parts)
    weights = {
        PackedWeights(
            model=use.model,
            position=use.begin,
            bytes=use.end - use.begin,
            filters=form[0],
            layout=form[1],
        )
        for use, form in kept.items()
    }
    operators = frozenset(use.operator for use in kept if use.operator is not None)
    return operators, tuple(sorted(weights, key=lambda each: (each.model, each.position)))


def folded_biases(
    models: Mapping[str, ProgramFile], specs: Mapping[str, KernelSpec]
) -> tuple[frozenset[str], tuple[FoldedBias, ...]]:
    """The operators, of those that `specs` has kernels of, whose biases have the offset of inputs
    times the sums of packed weights added, which loops then do not sum, and these biases.
    """
    kept = _kept(models, specs, _bias_of, _biases)
    biases = {
        FoldedBias(use.model, use.begin, filters, weights, terms, offset)
        for use, (filters, weights, terms, offset) in kept.items()
    }
    operators = frozenset(use.operator for use in kept if use.operator is not None)
    return operators, tuple(sorted(biases, key=lambda each: (each.model, each.position)))


def folded(bias: bytes, weights: bytes, offset: int) -> bytes:
    """The bias, as loops for packed weights begin with it; `weights` filter after filter."""
    starts = memoryview(bias).cast("i")
    terms = len(weights) // len(starts)
    signed = memoryview(weights).cast("b")
    sums = (sum(signed[m * terms : (m + 1) * terms]) for m in range(len(starts)))
    return b"".join(
        ((start + offset * each) & 0xFFFF_FFFF).to_bytes(4, "little")
        for start, each in zip(starts, sums, strict=True)
    )


def packed(data: bytes, filters: int, layout: Layout) -> bytes:
    """The weights `data`, filter after filter, as Int8PackedProduct of a set reads them."""
    return in_pairs(data, filters) if layout is Layout.PAIRS else by_fours(data, filters)


def by_fours(data: bytes, filters: int) -> bytes:
    """The weights `data` of whole eights of filters by fours of terms, then what is left of theirs.

    What is left of filters, and of fewer than four terms, is as it was.
    """
    terms = len(data) // filters
    if terms < _GROUP:
        return data
    whole = terms - terms % _GROUP
    stored = bytearray()
    for begin in range(0, filters - filters % _EIGHT, _EIGHT):
        rows = [data[m * terms : (m + 1) * terms] for m in range(begin, begin + _EIGHT)]
        stored += b"".join(row[k : k + _GROUP] for k in range(0, whole, _GROUP) for row in rows)
        stored += b"".join(row[whole:] for row in rows)
    return bytes(stored) + data[len(stored) :]


def in_pairs(data: bytes, filters: int) -> bytes:
    """The weights `data`, filter after filter, in pairs, as loops for Armv7E-M read them."""
    terms = len(data) // filters
    order = [*range(terms)]
    for begin in range(0, terms - terms % _GROUP, _GROUP):
        order[begin : begin + _GROUP] = [begin + each for each in _ORDER]
    stored = bytearray()
    for begin in range(0, filters, _GROUP):
        rows = [data[m * terms : (m + 1) * terms] for m in range(begin, filters)[:_GROUP]]
        evens, odds = rows[::2], rows[1::2]
        pairs = [
            [bytes((even[k] ^ 0x80, odd[k])) for k in order]
            for even, odd in zip(evens, odds, strict=False)
        ]
        for step in range(0, terms, 2):
            stored += b"".join(term for pair in pairs for term in pair[step : step + 2])
        if len(evens) > len(odds):
            stored += evens[-1]
    return bytes(stored)


_Place = Callable[[KernelSpec | None], int | None]
"""The position of the argument that a kernel takes changed."""


def _kept(
    models: Mapping[str, ProgramFile],
    specs: Mapping[str, KernelSpec],
    place: _Place,
    parts: Callable[..., Sequence[_Part] | None],
) -> Mapping[_Use, _Form]:
    """The uses of operators all of whose calls take them changed, as nothing else uses them."""
    uses = [use for name, file in models.items() for use in _uses(name, file, specs, place, parts)]
    refused: set[str | None] = {
        use.operator for use in uses if use.operator is not None and use.form is None
    }
    changed = True
    while changed:
        before = len(refused)
        plain = (
            replace(use, operator=None, form=None) if use.operator in refused else use
            for use in uses
        )
        refused |= _in_conflict([*plain])
        changed = len(refused) > before
    return {use: use.form for use in uses if use.form is not None and use.operator not in refused}


def _in_conflict(uses: list[_Use]) -> set[str | None]:
    """Operators that would take packed what is used in another way as well."""
    found: set[str | None] = set()
    ordered = sorted(set(uses), key=lambda use: (use.model, use.begin, use.end))
    for index, use in enumerate(ordered):
        for other in ordered[index + 1 :]:
            if not use.meets(other):
                break
            if (use.begin, use.end, use.form) != (other.begin, other.end, other.form):
                found |= {use.operator, other.operator}
    return found - {None}


def _uses(
    name: str,
    file: ProgramFile,
    specs: Mapping[str, KernelSpec],
    place_of: _Place,
    parts: Callable[..., Sequence[_Part] | None],
) -> Iterator[_Use]:
    for plan in file.program.plans:
        for delegate in plan.delegates:
            payload = place_of_payload(file, delegate)
            if payload is not None:
                yield _Use(name, payload, payload + delegate.payload_bytes)
        calls = calls_of(file.program, plan)
        changing = slots(plan)
        plain = {*plan.inputs, *plan.outputs}
        taken: dict[int, set[_Use]] = defaultdict(set)
        for number, instruction in enumerate(instructions(plan)):
            call = calls.get(number)
            spec = None if call is None else specs.get(call.operator)
            taken_at = place_of(spec)
            for place, index in enumerate(instruction.values):
                if call is None or spec is None or place != taken_at:
                    plain.add(index)
                    continue
                found = None
                if index not in changing:
                    found = parts(file, plan, instruction.values, index, spec, call)
                if found is None:
                    yield _Use(name, 0, 0, call.operator)
                for part in found or ():
                    taken[index].add(_Use(name, part.begin, part.end, call.operator, part.form))
        for index in tuple(plain):
            value = plan.values[index]
            if isinstance(value, ListValue):
                plain.update(value.references)
        for index, value in enumerate(plan.values):
            if not isinstance(value, TensorValue) or not value.nbytes:
                continue
            begin = place_of_data(file, value)
            if begin is None:
                continue
            end = begin + value.nbytes
            if index in plain:
                yield _Use(name, begin, end)
            for use in taken[index]:
                yield replace(use, begin=begin + use.begin, end=begin + use.end)


def _weight_of(spec: KernelSpec | None) -> int | None:
    """The position of the argument that a kernel takes packed."""
    if spec is None or spec.packed is None:
        return None
    return spec.schema.names.index(spec.packed[0])


@dataclass(frozen=True, slots=True)
class _Part:
    """Bytes of a tensor, from `begin` on, and what they become."""

    begin: int
    end: int
    form: _Form

    @classmethod
    def of(cls, begin: int, filters: int, terms: int, layout: Layout) -> _Part:
        return cls(begin, begin + filters * terms, (filters, layout))

    @property
    def filters(self) -> int:
        return self.form[0]

    @property
    def layout(self) -> Layout:
        return Layout(self.form[1])

    @property
    def terms(self) -> int:
        return (self.end - self.begin) // self.filters


def _parts(
    file: ProgramFile,
    plan: Plan,
    operands: Sequence[int],
    index: int,
    spec: KernelSpec,
    call: Call,
) -> Sequence[_Part] | None:
    """What the weights `index` of `call` have packed; None where they cannot be."""
    assert spec.packed is not None
    name, condition = spec.packed
    value, arguments = plan.values[index], spec.arguments_of(call)
    weight = arguments.get(name)
    if not isinstance(value, TensorValue) or not isinstance(weight, TensorArg):
        return None
    if any(each.dynamism is not Dynamism.STATIC for each in tensors_of(arguments.values())):
        return None
    if not weight.constant or weight.dtype is not DType.Char or not is_row_major(weight):
        return None
    try:
        chosen = condition.bytes_of(arguments)
    except ExpressionError:
        return None
    if not chosen:
        return None
    layout = Layout(chosen)
    data = data_of(file, value)
    if data is None:
        return None
    if NUMBERS in spec.schema.names:
        numbers = plan.values[operands[spec.schema.names.index(NUMBERS)]]
        parts = _parts_of_layers(file, numbers, arguments.get("layers"), layout)
    else:
        parts = [_Part.of(0, weight.sizes[0], prod(weight.sizes[1:]), layout)]
    if parts is None or not all(_fits(each, data) for each in parts):
        return None
    return parts


_FOLDED = ("weight", "bias", "input_offset")
"""The arguments of operators whose kernels take folded biases."""


def _bias_of(spec: KernelSpec | None) -> int | None:
    """The position of the bias that a kernel takes folded."""
    if spec is None or spec.packed is None:
        return None
    names = spec.schema.names
    return names.index("bias") if {*_FOLDED} <= {*names} else None


def _biases(
    file: ProgramFile,
    plan: Plan,
    operands: Sequence[int],
    index: int,
    spec: KernelSpec,
    call: Call,
) -> Sequence[_Part] | None:
    """The bias `index` of `call`, one for each filter of packed weights; None if it is none."""
    weight = operands[spec.schema.names.index("weight")]
    found = _parts(file, plan, operands, weight, spec, call)
    arguments = spec.arguments_of(call)
    bias, offset = arguments.get("bias"), arguments.get("input_offset")
    value, weights = plan.values[index], plan.values[weight]
    if found is None or not isinstance(value, TensorValue) or not isinstance(bias, TensorArg):
        return None
    if not isinstance(offset, ScalarArg) or not isinstance(offset.value, int):
        return None
    (part,) = found
    place = place_of_data(file, weights) if isinstance(weights, TensorValue) else None
    if part.layout is not Layout.FOURS or place is None or data_of(file, value) is None:
        return None
    if bias.dtype is not DType.Int or bias.sizes != (part.filters,):
        return None
    return [_Part(0, 4 * part.filters, (part.filters, place, part.terms, offset.value))]


NUMBERS = "numbers"
"""The argument that describes a chain of layers: see codegen/strips.py."""


def _parts_of_layers(
    file: ProgramFile, numbers: object, count: Argument | None, layout: Layout
) -> Sequence[_Part] | None:
    """The convolutions of a chain of layers, of one group each; None if there are others."""
    layers = layers_of_chain(file, numbers, count)
    if layers is None:
        return None
    parts, begin = [], 0
    for layer in layers[1:]:
        if layer.kind is Kind.CONVOLUTION:
            if layer.others[0] != layers[layer.sources[0]].channels:
                return None
            parts.append(_Part.of(begin, layer.channels, layer.terms, layout))
        begin += layer.weights
    return parts


def layers_of_chain(
    file: ProgramFile, numbers: object, count: Argument | None
) -> Sequence[Layer] | None:
    """The layers that the constant `numbers` describes, the chain's input first; None if it does
    not describe `count` layers.
    """
    data = data_of(file, numbers) if isinstance(numbers, TensorValue) else None
    if data is None or not isinstance(count, ScalarArg) or not isinstance(count.value, int):
        return None
    if not 0 < count.value <= len(data) // (4 * LAYER_NUMBERS):
        return None
    try:
        layers = layers_of(memoryview(data).cast("i").tolist(), count.value)
    except ValueError:  # a kind that there is not
        return None
    if any(not 0 <= each < len(layers) for layer in layers[1:] for each in layer.sources):
        return None
    return layers


def _fits(part: _Part, data: bytes) -> bool:
    """Whether filters can be packed: see Int8PackedProduct."""
    if part.begin < 0 or part.end > len(data) or part.filters < 1 or part.terms < 1:
        return False
    if part.layout is not Layout.PAIRS:
        return True
    if part.filters < 2 or part.terms < _GROUP:
        return False
    in_pairs = part.filters - part.filters % 2
    return all(
        _largest_sum(data[begin : begin + part.terms]) <= _SUMS[m % _GROUP]
        for m, begin in enumerate(range(part.begin, part.end, part.terms)[:in_pairs])
    )


def _largest_sum(weights: bytes) -> int:
    """The most that a sum of a filter is, of whatever inputs."""
    above = sum(each for each in weights if each < 128)
    below = sum(256 - each for each in weights if each >= 128)
    return max(above, below) * _LARGEST_TERM
