"""Methods of models turned into tables, or every reason why one cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod

from codegen.compiled.arenas import Arenas, arenas_of, with_delegates
from codegen.compiled.checksum import weight_files
from codegen.compiled.lower import Chain, Lowering, add_constants
from codegen.compiled.packed import folded_biases, packed_weights
from codegen.compiled.parts import INTERPRET, Parts, place_of_data, place_of_payload
from codegen.compiled.scratch import scratch_offsets
from codegen.compiled.tables import (
    NONE,
    Compiled,
    CompiledKernel,
    CompiledMethod,
    WeightRegion,
    Weights,
)
from codegen.compiled.weight_uses import bytes_read, weight_uses
from codegen.compiled.weights import WeightMap
from codegen.compiled.words import Words
from codegen.errors import ResolutionError
from codegen.library import Library
from codegen.plan import Plan
from codegen.program_value import TensorValue
from codegen.pte import ProgramFile
from codegen.temp import largest

_MOST_WORDS = 2**16 - 1
_BYTE = 2**8 - 1
"""Words of one byte are below; the byte itself is no value."""
_MOST_ELEMENTS = 2**31 - 1
_MOST_ARENA_BYTES = 2**31 - 1
_PAYLOAD_ALIGNMENT = 16
"""Source: kPayloadAlignment in runtime/program/check.cpp."""
AGAIN = "Copy or export the file again."

Models = Mapping[str, ProgramFile]
"""Maps the name of a file to its program."""


def compile_programs(
    models: Models,
    plan: Plan,
    libraries: Sequence[Library],
    weights: Weights,
    *,
    arenas: int = 1,
    regions: Sequence[WeightRegion] = (),
) -> Compiled:
    """The tables of every method of `models`, whose calls the kernels of `plan` run.

    Planned memories are in at most `arenas` arenas, the first of each model in its first arena.
    Linked weights are in `regions`, the fastest first: those that are read most in the first.

    Raises:
        ResolutionError: all that compiled programs do not support, each with where it is used.
        SizeError: the regions have no room for the weights.

    """
    faults: list[str] = []
    constants = [
        each
        for name, file in models.items()
        for found in (_constants(name, file, faults), _payloads(name, file, faults))
        for each in found
    ]
    if faults:
        raise ResolutionError(faults)
    specs = {(k.operator, k.function): k for library in libraries for k in library.kernels}
    chosen = {k.operator: specs[k.operator, k.function] for k in plan.kernels}
    linked = weights is Weights.LINKED
    operators, packed = packed_weights(models, chosen) if linked else (frozenset(), ())
    taking = {name: spec for name, spec in chosen.items() if name in operators}
    folding, folded = folded_biases(models, taking)
    reads = bytes_read(weight_uses(models, chosen)) if regions else {}
    weight_map = WeightMap(constants, weights, regions, reads)
    parts = Parts(plan=plan, specs=specs, weights=weight_map, packed=operators, folded=folding)
    lowered: list[tuple[Lowering, list[Chain]]] = []
    add_constants(parts, models)
    for name, file in models.items():
        plans = file.program.plans
        placed, delegates = with_delegates(arenas_of(plans, arenas), plans, plan.backends)
        parts.faults += _faults_of_arenas(name, placed)
        first = len(lowered)
        for method, states in zip(plans, delegates, strict=True):
            words = Words(parts, name, file, method, placed)
            lowering = Lowering(words, number=len(lowered), delegates=states)
            lowered.append((lowering, lowering.lower()))
        own = [lowering for lowering, _ in lowered[first:]]
        offsets = scratch_offsets([each.memory for each in own])
        for lowering, offset in zip(own, offsets, strict=True):
            lowering.scratch_offset = offset
    if parts.faults:
        raise ResolutionError(parts.faults)
    compiled = _finished(parts, lowered, weights)
    if compiled.linked:
        return replace(compiled, packed=packed, folded=folded)
    paths = {name: file.path for name, file in models.items()}
    return replace(compiled, files=weight_files(compiled.runs, paths))


def _constants(name: str, file: ProgramFile, faults: list[str]) -> Iterator[tuple[str, int, int]]:
    """Model, position and bytes of what tensors start with. No device checks a compiled program:
    what is wrong with any tensor and not with the file as such is a fault here.
    """
    for method in file.program.plans:
        for index, value in enumerate(method.values):
            if not isinstance(value, TensorValue):
                continue
            place = place_of_data(file, value)
            found = list(_faults_of(value, file, place))
            faults += [f"{name}, {method.name}: value {index}{fault}" for fault in found]
            if place is not None and value.nbytes and not found:
                yield name, place, value.nbytes


def _payloads(name: str, file: ProgramFile, faults: list[str]) -> Iterator[tuple[str, int, int]]:
    """Model, position and bytes of the payloads of delegates, which backends read in place."""
    for method in file.program.plans:
        for index, delegate in enumerate(method.delegates):
            place = place_of_payload(file, delegate)
            if place is not None and place % _PAYLOAD_ALIGNMENT:
                faults.append(
                    f"{name}, {method.name}: the payload of delegate {index} is not aligned. "
                    f"{AGAIN}"
                )
            elif place is not None:
                yield name, place, delegate.payload_bytes


def _faults_of(value: TensorValue, file: ProgramFile, place: int | None) -> Iterator[str]:
    """What is wrong with a tensor. Source: ProgramCheck in runtime/program/check.cpp."""
    if prod(max(1, each) for each in value.sizes) > _MOST_ELEMENTS:
        yield " has more than 2^31 - 1 elements. Export a smaller one."
    if not value.on_cpu:
        yield " is on a device other than the CPU. Export it for the CPU."
    if place is None and value.external:
        yield (
            f" ({value.name}) is in another file (.ptd), which compiled programs do not read. "
            'Name that file in optimize.data, or use [runtime] form = "interpreter".'
        )
    elif place is not None and value.nbytes:
        named = dict(file.program.named_data).get(value.name or "") if value.external else None
        there = value.nbytes if named is None else file.program.segments[named][1]
        if there != value.nbytes:
            yield f" ({value.name}) has {there} bytes in the file, not {value.nbytes}. {AGAIN}"
        elif place % value.alignment:
            yield f": its data are not aligned. {AGAIN}"


def _faults_of_arenas(name: str, arenas: Arenas) -> Iterator[str]:
    for bytes_ in arenas.bytes:
        if bytes_ > _MOST_ARENA_BYTES:
            yield (
                f"{name}: it plans {bytes_:,} bytes of memory, and an arena of compiled programs "
                f"has at most {_MOST_ARENA_BYTES:,}. {INTERPRET}."
            )


def _finished(
    parts: Parts, lowered: Sequence[tuple[Lowering, list[Chain]]], weights: Weights
) -> Compiled:
    """The tables, with words resolved to numbers."""
    kernels = _kernels(parts, lowered)
    items = tuple(parts.word(ref) for ref in parts.items.items)
    calls = list(_words(parts, lowered))
    every = [word for _, words in calls for word in words]
    dims = [lowering.words.dynamic_dims for lowering, _ in lowered]
    if max([*every, *items, *dims, *parts.pool_sizes()], default=0) >= _MOST_WORDS:
        raise ResolutionError(
            f"{parts.plan.target}: the programs have more than 65,534 values, which compiled "
            f"programs cannot number. {INTERPRET}."
        )
    coded = [
        word - base
        for kernel, words in calls
        for word, always, base in zip(
            words, kernels[kernel].words, kernels[kernel].bases, strict=True
        )
        if always is None
    ]
    word_bytes = 1 if max([*coded, len(kernels)], default=0) < 255 else 2
    code: list[int] = []
    methods = tuple(
        _method(parts, lowering, chains, kernels, word_bytes, code) for lowering, chains in lowered
    )
    return Compiled(
        weights=weights,
        word_bytes=word_bytes,
        code=tuple(code),
        kernels=kernels,
        methods=methods,
        locations=tuple((base, offset) for base, offset, _ in parts.tensors.entries),
        shape_of=tuple(shape for _, _, shape in parts.tensors.entries),
        shapes=tuple(parts.shapes.items),
        dim_orders=tuple(parts.dim_orders.items),
        numbers=tuple(parts.numbers.entries),
        ints=tuple(parts.ints.items),
        int_lists=tuple(parts.int_lists.entries),
        doubles=tuple(parts.doubles.items),
        double_lists=tuple(parts.double_lists.entries),
        bools=tuple(parts.bools.items),
        bool_lists=tuple(parts.bool_lists.entries),
        characters=tuple(parts.characters.items),
        strings=tuple(parts.strings.entries),
        items=items,
        computed_lists=tuple(parts.computed_lists.entries),
        tensor_lists=tuple(parts.tensor_lists.entries),
        slots=tuple(parts.slots),
        changing_numbers=tuple(parts.changing_numbers),
        initial_data=tuple(parts.initial_data),
        delegates=tuple(parts.delegates.entries),
        temp=largest(parts.temp),
        weight_bytes=parts.weights.bytes,
        runs=tuple(parts.weights.runs),
        weight_regions=parts.weights.regions,
    )


def _words(
    parts: Parts, lowered: Sequence[tuple[Lowering, list[Chain]]]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Kernel and words of each call of all methods."""
    for _, chains in lowered:
        for chain in chains:
            for step in chain:
                yield step.kernel, tuple(map(parts.word, step.words))


def _kernels(
    parts: Parts, lowered: Sequence[tuple[Lowering, list[Chain]]]
) -> tuple[CompiledKernel, ...]:
    """Each kernel, and which of its words are the same in all calls."""
    calls: list[list[tuple[int, ...]]] = [[] for _ in parts.kernels.entries]
    for kernel, words in _words(parts, lowered):
        calls[kernel].append(words)
    found = []
    for index, ((row, function), rows) in enumerate(zip(parts.kernels.entries, calls, strict=True)):
        # What is no kernel reads all of its words.
        known: list[int | None] = []
        bases = []
        for column in zip(*rows, strict=True):
            known.append(column[0] if not function and len(set(column)) == 1 else None)
            least = min((word for word in column if word != NONE), default=0)
            far = not function and max(column) >= _BYTE
            bases.append(least if known[-1] is None and far else 0)
        found.append(
            CompiledKernel(
                row=row,
                function=function,
                words=tuple(known),
                bases=tuple(bases),
                optional=tuple(NONE in column for column in zip(*rows, strict=True)),
                proofs=tuple(sorted(parts.proofs.get(index, ()))),
            )
        )
    return tuple(found)


def _method(
    parts: Parts,
    lowering: Lowering,
    chains: Sequence[Chain],
    kernels: Sequence[CompiledKernel],
    word_bytes: int,
    code: list[int],
) -> CompiledMethod:
    """Appends the method's code to `code`."""
    start = len(code)
    width = 8 * word_bytes
    jumps: list[tuple[int, int]] = []
    begins: list[int] = []
    for chain in chains:
        first = len(begins)
        for step in chain:
            begins.append(len(code) - start)
            code.append(step.kernel)
            kernel = kernels[step.kernel]
            words = map(parts.word, step.words)
            code += [
                word - base if word != NONE else 2**width - 1
                for word, always, base in zip(words, kernel.words, kernel.bases, strict=True)
                if always is None
            ]
            if step.target is not None:
                jumps.append((len(code), first + step.target))
                code += [0] * (32 // width)
    begins.append(len(code) - start)
    for at, step_index in jumps:
        for index in range(32 // width):
            code[at + index] = begins[step_index] >> (width * index) & (2**width - 1)
    return lowering.method(
        (start, len(code) - start),
        [parts.word(ref) for ref in lowering.inputs],
        [parts.word(ref) for ref in lowering.outputs],
    )
