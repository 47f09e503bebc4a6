"""Which weights of compiled programs are packed, and how."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.packed import (
    Layout,
    by_fours,
    folded,
    folded_biases,
    in_pairs,
    packed_weights,
)
from codegen.compiled.tables import Weights
from codegen.dtype import DType
from codegen.library import KernelSpec, Library, compiled_for_size, divided, with_loops
from codegen.loop_scratch import read_loop_scratch
from codegen.pte import read_program_file
from codegen.sources.detect import read_file
from codegen.strips import LAYER_NUMBERS, Kind, Layer
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.runtime.sanitized import ROOT, libraries, plan_for

CONVOLUTION = "cortex_m::quantized_conv2d_nhwc.out"


def test_a_pair_has_terms_of_both_filters_next_to_each_other() -> None:
    even, odd, last = range(10, 17), range(50, 57), range(90, 97)
    stored = in_pairs(bytes((*even, *odd, *last)), 3)
    order = (0, 2, 1, 3, 4, 5, 6)
    pairs = [byte for k in order for byte in (10 + k + 128, 50 + k)]
    assert stored == bytes((*pairs, *last))


@pytest.mark.parametrize(("filters", "terms"), [(2, 4), (3, 5), (8, 12), (5, 31)])
def test_what_is_stored_is_16_bits_of_both(filters: int, terms: int) -> None:
    source = random.Random(terms)
    data = [source.randint(-128, 127) for _ in range(filters * terms)]
    stored = in_pairs(bytes(each & 255 for each in data), filters)
    for m in range(0, filters - 1, 4):
        rows = [data[i * terms : (i + 1) * terms] for i in range(m, filters)[:4]]
        pairs = [*zip(rows[::2], rows[1::2], strict=False)]
        words = stored[m * terms : (m + 2 * len(pairs)) * terms]
        found = [
            int.from_bytes(words[i : i + 2], "little", signed=True) for i in range(0, len(words), 2)
        ]
        wanted = [256 * b + a + 128 for even, odd in pairs for a, b in zip(even, odd, strict=True)]
        assert sorted(found) == sorted(wanted)


def test_two_pairs_alternate_after_two_terms() -> None:
    rows = [bytes(range(begin, begin + 7)) for begin in (10, 30, 50, 70)]
    stored = in_pairs(b"".join(rows), 4)
    steps = ((0, 2), (1, 3), (4, 5), (6,))
    pairs = ((10 + 128, 30), (50 + 128, 70))
    assert stored == bytes(
        [each + k for step in steps for pair in pairs for k in step for each in pair]
    )


def test_eight_filters_are_stored_by_fours_of_terms() -> None:
    rows = [bytes(range(begin, begin + 6)) for begin in range(0, 100, 10)]
    stored = by_fours(b"".join(rows), len(rows))
    eight = [row[:4] for row in rows[:8]] + [row[4:] for row in rows[:8]]
    assert stored == b"".join((*eight, *rows[8:]))
    few = bytes(range(27))
    assert by_fours(few, 9) == few


def dsp() -> tuple[Library, ...]:
    return set_of("dsp")


def set_of(isa: str) -> tuple[Library, ...]:
    loops = read_loop_scratch([ROOT / "runtime" / "isa" / isa])
    return tuple(with_loops(each, loops) for each in libraries())


def specs(found: tuple[Library, ...]) -> Mapping[str, KernelSpec]:
    return {kernel.operator: kernel for library in found for kernel in library.kernels}


def chars(draft: Draft, sizes: tuple[int, ...], number: int = 3) -> int:
    count = sizes[0] * sizes[1] * sizes[2] * sizes[3]
    return draft.constant(sizes, DType.Char, bytes([number & 255]) * count)


def convolve(
    draft: Draft, weight: int, depth: int = 4, filters: int = 4, bias: int | None = None
) -> tuple[int, int]:
    """A convolution of 1x1: its input and its output."""
    given, out = (draft.planned((1, 2, 2, count), DType.Char) for count in (depth, filters))
    scales = draft.constant((filters,), DType.Int, (1 << 30).to_bytes(4, "little") * filters)
    shifts = draft.constant(
        (filters,), DType.Int, (-5 & 0xFFFFFFFF).to_bytes(4, "little") * filters
    )
    bias = draft.add(program_builder.none()) if bias is None else bias
    numbers = [draft.add(program_builder.integer(each)) for each in (5, 0, -128, 127)]
    scratch = draft.constant((1,), DType.Char, b"\0")
    lists = (draft.ints(1, 1), draft.ints(0, 0), draft.ints(1, 1))
    draft.call(
        ("cortex_m::quantized_conv2d_nhwc", "out"),
        *(given, weight, bias, *lists, *numbers[:2], scales, shifts, *numbers[2:], scratch),
        *(out, out),
    )
    return given, out


def one(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (4, 1, 1, 4)))
    return (given,), (out,)


def shared(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    weight = chars(draft, (4, 1, 1, 4))
    first, second = convolve(draft, weight), convolve(draft, weight)
    return (first[0], second[0]), (first[1], second[1])


def an_output_too(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    weight = chars(draft, (4, 1, 1, 4))
    given, out = convolve(draft, weight)
    copied = draft.planned((4, 1, 1, 4), DType.Char)
    none = draft.add(program_builder.none())
    flag = draft.add(program_builder.boolean(False))
    draft.call(("aten::clone", "out"), weight, none, copied, copied)
    assert flag
    return (given,), (out, copied)


def of_groups(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (4, 1, 1, 4)), depth=8)
    return (given,), (out,)


def of_groups_in_one_call(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = one(draft)
    others = of_groups(draft)
    return (*given, *others[0]), (*out, *others[1])


def one_filter(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (1, 1, 1, 4)), filters=1)
    return (given,), (out,)


def three_terms(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (4, 1, 1, 3)), depth=3)
    return (given,), (out,)


def large_sums(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (2, 1, 1, 252), -128), depth=252, filters=2)
    return (given,), (out,)


def larger_sums(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (2, 1, 1, 253), -128), depth=253, filters=2)
    return (given,), (out,)


def sums_of_four(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (4, 1, 1, 124), -128), depth=124)
    return (given,), (out,)


def larger_sums_of_four(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (4, 1, 1, 125), -128), depth=125)
    return (given,), (out,)


def third_filter_alone(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given, out = convolve(draft, chars(draft, (3, 1, 1, 129), -128), depth=129, filters=3)
    return (given,), (out,)


def chain(
    draft: Draft,
    depth: int = 4,
    filters: int = 6,
    count: int = 5,
    changed: Mapping[int, int] = MappingProxyType({}),
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Layers that run some rows at a time: a convolution, a depthwise one, a table, another one."""
    sizes = {"rows": 4, "columns": 4, "capacity": 4}
    bounds = (5, 0, -128, 127)
    layers = [
        Layer(kind=Kind.INPUT, channels=4, **sizes),
        Layer(kind=Kind.CONVOLUTION, channels=4, sources=(0,), others=(4, *bounds), **sizes),
        Layer(kind=Kind.DEPTHWISE, channels=4, sources=(1,), others=(1, *bounds), **sizes),
        Layer(kind=Kind.LOOKUP, channels=4, sources=(2,), **sizes),
        Layer(
            kind=Kind.CONVOLUTION, channels=filters, sources=(3,), others=(depth, *bounds), **sizes
        ),
    ]
    numbers = [number for layer in layers for number in layer.numbers()]
    for channels in (4, 4, filters):
        numbers += [each for each in (0, 1 << 30, -5) for _ in range(channels)]
    weights = chars(draft, (sum(layer.weights for layer in layers), 1, 1, 1))
    for place, number in changed.items():
        numbers[place] = number
    data = b"".join(number.to_bytes(4, "little", signed=True) for number in numbers)
    held = draft.constant((len(numbers),), DType.Int, data)
    given = draft.planned((1, 4, 4, 4), DType.Char)
    out = draft.planned((1, 4, 4, filters), DType.Char)
    workspace = draft.planned((3 * 64,), DType.Char)
    kinds = sum({1 << layer.kind for layer in layers[1:]})
    whole = (kinds, count, 1, 4 + filters, 4, 1)
    arguments = [draft.add(program_builder.integer(each)) for each in whole]
    draft.call(("kerf::strips", "out"), given, weights, held, *arguments, out, workspace, out)
    return (given,), (out,)


def test_convolutions_of_a_chain_are_in_pairs(tmp_path: Path) -> None:
    path = written(chain, tmp_path)
    operators, weights = packed_weights({path.name: read_program_file(path)}, specs(dsp()))
    assert operators == {"kerf::strips.out"}
    assert [(each.bytes, each.filters) for each in weights] == [(16, 4), (24, 6)]
    assert weights[1].position - weights[0].position == 16 + 4 + 256


def test_a_chain_with_groups_keeps_all_of_its_weights(tmp_path: Path) -> None:
    path = written(lambda draft: chain(draft, depth=2), tmp_path)
    operators, _ = packed_weights({path.name: read_program_file(path)}, specs(dsp()))
    assert operators == frozenset()


LAYER = 4 * LAYER_NUMBERS
"""The place of the last layer: its kind, its sources, rows, columns, channels."""


@pytest.mark.parametrize(
    ("count", "changed"),
    [
        (0, {}),
        (-1, {}),
        (2**31 - 1, {}),
        (5, {LAYER: 99}),
        (5, {LAYER + 1: 5}),
        (5, {LAYER + 2: -1}),
        (5, {LAYER + 5: 2**31 - 1}),
        (5, {LAYER_NUMBERS + 5: -(2**31)}),
    ],
)
def test_a_damaged_chain_keeps_its_weights(
    count: int, changed: Mapping[int, int], tmp_path: Path
) -> None:
    path = written(lambda draft: chain(draft, count=count, changed=changed), tmp_path)
    operators, _ = packed_weights({path.name: read_program_file(path)}, specs(dsp()))
    assert operators == frozenset()


def given_by_the_caller(draft: Draft) -> tuple[tuple[int, ...], tuple[int, ...]]:
    weight = draft.planned((4, 1, 1, 4), DType.Char)
    given, out = convolve(draft, weight)
    return (given, weight), (out,)


Program = Callable[[Draft], tuple[tuple[int, ...], tuple[int, ...]]]


def written(program: Program, folder: Path) -> Path:
    draft = Draft(source=random.Random(1))
    inputs, outputs = program(draft)
    path = folder / "m.pte"
    path.write_bytes(program_of(draft, inputs, outputs))
    return path


@pytest.mark.parametrize(
    ("program", "count"),
    [
        (one, 1),
        (shared, 1),
        (an_output_too, 0),
        (of_groups, 0),
        (of_groups_in_one_call, 0),
        (one_filter, 0),
        (three_terms, 0),
        (large_sums, 1),
        (larger_sums, 0),
        (sums_of_four, 1),
        (larger_sums_of_four, 0),
        (third_filter_alone, 1),
        (given_by_the_caller, 0),
    ],
)
def test_weights_are_in_pairs_where_nothing_else_reads_them(
    program: Program, count: int, tmp_path: Path
) -> None:
    path = written(program, tmp_path)
    operators, weights = packed_weights({path.name: read_program_file(path)}, specs(dsp()))
    assert operators == ({CONVOLUTION} if count else frozenset())
    assert len(weights) == count


@pytest.mark.parametrize(
    ("program", "count"),
    [(one, 1), (shared, 1), (an_output_too, 0), (of_groups, 0), (one_filter, 1), (three_terms, 1)],
)
def test_weights_are_by_fours_for_aarch64(program: Program, count: int, tmp_path: Path) -> None:
    path = written(program, tmp_path)
    _, weights = packed_weights({path.name: read_program_file(path)}, specs(set_of("neon")))
    assert [each.layout for each in weights] == count * [Layout.FOURS]


def biases(draft: Draft, *numbers: int) -> int:
    data = b"".join(each.to_bytes(4, "little") for each in numbers)
    return draft.constant((len(numbers),), DType.Int, data)


def with_biases(
    draft: Draft, numbers: tuple[int, ...] = (3, 2)
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two convolutions with one bias, of weights that are `numbers`."""
    bias = biases(draft, 1, 2, 3, 4)
    calls = [
        convolve(draft, chars(draft, (4, 1, 1, 4), each), bias=bias)
        for each in dict.fromkeys(numbers)
    ]
    return tuple(given for given, _ in calls), tuple(out for _, out in calls)


def test_biases_have_what_the_offset_adds_to_sums_of_their_weights(tmp_path: Path) -> None:
    path = written(lambda draft: with_biases(draft, (3, 3)), tmp_path)
    files, found = {path.name: read_program_file(path)}, set_of("neon")
    operators, (bias,) = folded_biases(files, specs(found))
    assert operators == {CONVOLUTION}
    _, (weights,) = packed_weights(files, specs(found))
    assert (bias.filters, bias.terms, bias.offset) == (4, 4, 5)
    assert bias.weights == weights.position
    compiled = compile_programs(files, plan_for(read_file(path)), found, Weights.LINKED)
    assert ["folded" in kernel.proofs for kernel in compiled.kernels] == [True]
    sums = folded(struct.pack("<2i", 7, -(2**31)), bytes((1, 2, 3, 250, 255, 255, 0, 0)), 10)
    assert struct.unpack("<2i", sums) == (7, 2**31 - 20)


@pytest.mark.parametrize("program", [with_biases, one])
def test_a_bias_of_several_weights_or_none_stays_as_it_is(program: Program, tmp_path: Path) -> None:
    path = written(program, tmp_path)
    files = {path.name: read_program_file(path)}
    assert packed_weights(files, specs(set_of("neon")))[0] == {CONVOLUTION}
    assert folded_biases(files, specs(set_of("neon"))) == (frozenset(), ())
    assert folded_biases(files, specs(dsp())) == (frozenset(), ())


def test_small_code_threads_and_other_sets_have_none(tmp_path: Path) -> None:
    path = written(one, tmp_path)
    files = {path.name: read_program_file(path)}
    for found in (
        tuple(map(compiled_for_size, dsp())),
        tuple(divided(each, 2) for each in dsp()),
        tuple(map(compiled_for_size, set_of("neon"))),
        libraries(),
    ):
        assert packed_weights(files, specs(found)) == (frozenset(), ())


@pytest.mark.parametrize("weights", Weights)
def test_linked_weights_alone_are_stored_so(weights: Weights, tmp_path: Path) -> None:
    path = written(one, tmp_path)
    plan = plan_for(read_file(path))
    found = compile_programs({path.name: read_program_file(path)}, plan, dsp(), weights)
    linked = weights is Weights.LINKED
    assert len(found.packed) == int(linked)
    assert ["packed" in kernel.proofs for kernel in found.kernels] == [linked]
    assert ('"packed"' in replace(plan, compiled=found).to_json()) is linked
