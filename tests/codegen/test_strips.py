"""Schedules of chains of layers, and the pass that chooses chains."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from codegen.dtype import DType
from codegen.errors import SizeError
from codegen.optimize.names import StripsName
from codegen.optimize.pipeline import Optimized, optimize
from codegen.optimize.strips import OPERATOR
from codegen.strips import Kind, Layer, are_possible, schedule, workspace_bytes
from tests.codegen.optimize.graphs import called_by, operators
from tests.runtime.test_strips import Drawn

CONVOLUTION = "cortex_m::quantized_conv2d_nhwc.out"
DEPTHWISE = "cortex_m::quantized_depthwise_conv2d_nhwc.out"


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plans of so few tensors need no long search."""
    monkeypatch.setattr("codegen.optimize.plan_memory.WORK", 20_000)


def layer(rows: int, *, kernel: int = 1, stride: int = 1, padding: int = 0) -> Layer:
    return Layer(
        kind=Kind.CONVOLUTION,
        rows=rows,
        columns=4,
        channels=3,
        sources=(0,),
        kernel=(kernel, 1),
        stride=(stride, 1),
        padding=(padding, 0),
        others=(3, 0, 0, 0, 0),
    )


@pytest.mark.parametrize(
    ("kernel", "stride", "padding", "step", "kept"),
    [(1, 1, 0, 1, 1), (3, 1, 1, 1, 3), (3, 1, 1, 2, 4), (3, 2, 1, 1, 3), (5, 1, 2, 1, 5)],
)
def test_layer_keeps_the_rows_of_the_next_window(
    kernel: int, stride: int, padding: int, step: int, kept: int
) -> None:
    outs = (20 + 2 * padding - kernel) // stride + 1
    given = Layer(kind=Kind.INPUT, rows=20, columns=4, channels=3)
    first = layer(20)
    second = Layer(
        kind=Kind.CONVOLUTION,
        rows=outs,
        columns=4,
        channels=3,
        sources=(1,),
        kernel=(kernel, 1),
        stride=(stride, 1),
        padding=(padding, 0),
        others=(3, 0, 0, 0, 0),
    )
    found = schedule((given, first, second), step)
    assert found.capacities == (20, kept, outs)
    assert workspace_bytes((given, first, second), found.capacities) == kept * 12


@pytest.mark.parametrize(
    ("channels", "kernel", "padding", "step", "ahead"),
    [
        (3, 1, 0, 1, 1),  # each row is written over one that was read
        (6, 1, 0, 1, 19 * 12),  # when 19 rows of 24 bytes are written, 19 of 12 bytes were read
        (6, 3, 1, 1, 18 * 24 - 19 * 12),
        (6, 1, 0, 4, 16 * 12),
        (1, 3, 1, 1, 1),
    ],
)
def test_result_begins_before_what_is_not_read_yet(
    channels: int, kernel: int, padding: int, step: int, ahead: int
) -> None:
    given = Layer(kind=Kind.INPUT, rows=20, columns=4, channels=3)
    second = replace(layer(20, kernel=kernel, padding=padding), sources=(1,), channels=channels)
    assert schedule((given, layer(20), second), step).ahead == ahead


def test_operand_of_a_last_sum_is_read_while_it_is_written() -> None:
    given = Layer(kind=Kind.INPUT, rows=9, columns=4, channels=3)
    added = Layer(kind=Kind.ADD, rows=9, columns=4, channels=3, sources=(1, 0))
    assert schedule((given, layer(9), added), 2).ahead == 2 * 12


def test_rows_of_a_residual_stay_until_they_are_added() -> None:
    given = Layer(kind=Kind.INPUT, rows=9, columns=4, channels=3)
    added = Layer(kind=Kind.ADD, rows=9, columns=4, channels=3, sources=(1, 2))
    window = Layer(
        kind=Kind.CONVOLUTION,
        rows=9,
        columns=4,
        channels=3,
        sources=(1,),
        kernel=(3, 1),
        padding=(1, 0),
        others=(3, 0, 0, 0, 0),
    )
    assert schedule((given, layer(9), window, added), 1).capacities == (9, 3, 1, 9)


def wide() -> bytes:
    """An image that a convolution makes eight times as wide, and another as narrow as it was."""
    drawn = Drawn(random.Random(1), last=True)
    image = drawn.planned(24, 20, 3)
    drawn.draft.inputs = [image]
    for name, before, after, kernel in (
        ("conv2d", 3, 24, 1),
        ("depthwise_conv2d", 24, 24, 3),
        ("conv2d", 24, 3, 1),
    ):
        depthwise = name != "conv2d"
        sizes = [1, kernel, kernel, after] if depthwise else [after, kernel, kernel, before]
        count = kernel * kernel * after * (1 if depthwise else before)
        weight = drawn.constant(DType.Char, sizes, drawn.source.randbytes(count))
        image = drawn.call(
            name,
            image,
            weight,
            drawn.draft.number(None),
            *(drawn.draft.ints(each, each) for each in (1, kernel // 2, 1)),
            *(drawn.numbers(1) if depthwise else ()),
            *drawn.numbers(3, 4),
            *(drawn.ints([number] * after) for number in (1 << 30, -6)),
            *drawn.numbers(-128, 127),
            drawn.constant(DType.Byte, [0], b""),
            drawn.planned(24, 20, after),
            images=True,
        )
    drawn.draft.outputs = [image]
    return drawn.draft.finish()


def optimized(strips: StripsName, *memories: int) -> Optimized:
    return optimize(wide(), name="wide", operators=operators(), strips=strips, memories=memories)


def planned(done: Optimized) -> int:
    return done.memories[0][1][0]


def test_chain_runs_by_rows_only_where_the_plan_does_not_fit() -> None:
    whole = optimized(StripsName.NEVER)
    assert called_by(whole.data) == [CONVOLUTION, DEPTHWISE, CONVOLUTION]
    assert optimized(StripsName.WHERE_NEEDED).data == whole.data
    assert optimized(StripsName.WHERE_NEEDED, planned(whole)).data == whole.data
    done = optimized(StripsName.WHERE_NEEDED, planned(whole) - 1000)
    assert OPERATOR in called_by(done.data)
    assert planned(done) <= planned(whole) - 1000


def test_least_memory_is_less_than_without() -> None:
    done = optimized(StripsName.LEAST_MEMORY)
    assert OPERATOR in called_by(done.data)
    (its,) = done.strips.values()
    assert its.after == planned(done) < its.before


def test_result_of_a_chain_is_planned_over_its_input() -> None:
    done = optimized(StripsName.LEAST_MEMORY)
    (chain,) = done.strips["forward"].chains
    image = 24 * 20 * 3
    assert chain.layers[0].rows * chain.layers[0].pitch == image
    assert chain.layers[-1].rows * chain.layers[-1].pitch == image
    assert image + chain.workspace < planned(done) < image + chain.workspace + image // 2


def test_optimising_again_changes_nothing() -> None:
    done = optimized(StripsName.LEAST_MEMORY)
    again = optimize(done.data, name="wide", operators=operators(), strips=StripsName.LEAST_MEMORY)
    assert again.data == done.data


def test_what_no_chain_makes_small_enough_is_refused() -> None:
    with pytest.raises(SizeError, match="do not fit"):
        optimized(StripsName.WHERE_NEEDED, 1000)
    with pytest.raises(SizeError, match="do not fit"):
        optimized(StripsName.NEVER, 6000)


@pytest.mark.parametrize(("rows", "possible"), [(1000, True), (2**17, True), (2**28, False)])
def test_chain_of_more_runs_than_tools_follow_is_refused(rows: int, possible: bool) -> None:
    image = (1, 1, rows, 1)
    layers = [
        Layer(kind=Kind.INPUT, rows=rows, columns=1, channels=1, capacity=rows),
        Layer(kind=Kind.LOOKUP, rows=rows, columns=1, channels=1, capacity=rows, sources=(0, 0)),
    ]
    numbers = [number for each in layers for number in each.numbers()]
    shapes = [image, (256,), (len(numbers),), image, (1,)]
    arguments = (1 << Kind.LOOKUP, len(layers), 1, 0, 0, 0, 1)
    assert are_possible(shapes, numbers, arguments) is possible
