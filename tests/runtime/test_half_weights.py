"""Weights of 16 bits: the results of the same weights in Float, bit for bit."""

from __future__ import annotations

import random
from dataclasses import replace
from math import prod
from pathlib import Path

import numpy as np
import pytest

from codegen.dtype import DType
from codegen.optimize import half_weights
from codegen.optimize.arrays import array_of, constant_of
from codegen.optimize.graph import Tensor, Value
from codegen.optimize.names import WeightsName
from codegen.optimize.pipeline import Optimized, optimize
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.runtime.test_clamps import constant, drawn, floats
from tests.runtime.test_integers import results

KINDS = ("convolution", "depthwise", "line", "transposed", "linear", "addmm", "mm")
SEEDS = 6
LARGEST = float(np.finfo(np.float16).max)


def rounded(value: Value) -> Value:
    """`value` with the numbers that it has in 16 bits, where it is a weight that they hold."""
    array = array_of(value) if isinstance(value, Tensor) and value.dtype is DType.Float else None
    if array is None or array.ndim < 2 or not (np.abs(array) <= LARGEST).all():
        return value
    return constant_of(array.astype(np.float16).astype(np.float32), DType.Float)


def with_rounded(data: bytes) -> bytes:
    program = read_graph(data, name="given", operators=operators())
    methods = tuple(
        replace(method, values=tuple(map(rounded, method.values))) for method in program.methods
    )
    return write_graph(replace(program, methods=methods))


def in_half(data: bytes, *passes: str) -> Optimized:
    return optimize(
        data, name="given", operators=operators(), passes=passes, weights=WeightsName.HALF
    )


@pytest.mark.parametrize("passes", [(), ("clamps", "plan", "duplicates")], ids=["alone", "clamps"])
@pytest.mark.parametrize("kind", KINDS)
def test_results_are_those_of_the_rounded_weights(
    kind: str,
    passes: tuple[str, ...],
    runner: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(half_weights, "_FEWEST", 1)
    halved = 0
    for seed in range(SEEDS):
        source = random.Random(f"{kind}{seed}")
        given, taken = drawn(kind, source)
        given = with_rounded(given)
        done = in_half(given, *passes)
        folder = tmp_path / f"{seed}"
        folder.mkdir()
        halved += sum(name.startswith("kerf::half_") for name in called_by(done.data))
        inputs = [floats(source, taken)]
        expected = results(runner, given, inputs, folder / "given")
        assert results(runner, done.data, inputs, folder / "halved") == expected
    assert (halved > 0) == (kind != "transposed")


@pytest.mark.parametrize(
    ("filters", "channels", "groups", "kernel"),
    [(40, 32, 1, 3), (70, 70, 70, 3), (24, 12, 4, 5), (3, 600, 1, 2), (300, 7, 1, 1)],
    ids=["some filters", "channels", "groups", "one filter", "pixels"],
)
def test_filters_that_do_not_fit_at_once_are_computed_in_turn(
    filters: int, channels: int, groups: int, kernel: int, runner: Path, tmp_path: Path
) -> None:
    draft = Draft(source=random.Random(filters))
    sizes, out = (2, channels, 6, 5), (2, filters, 7 - kernel, 6 - kernel)
    given, result = draft.planned(sizes), draft.planned(out)
    shape = (filters, channels // groups, kernel, kernel)
    numbers = np.random.default_rng(filters).normal(size=shape).astype(np.float16)
    weight = draft.constant(shape, DType.Float, numbers.astype(np.float32).tobytes())
    lists = [draft.ints(*pair) for pair in ((1, 1), (0, 0), (1, 1))]
    rest = (
        draft.add(build.boolean(flag=False)),
        draft.ints(0, 0),
        draft.add(build.integer(groups)),
    )
    bias = constant(draft, (filters,))
    draft.call(("aten::convolution", "out"), given, weight, bias, *lists, *rest, result, result)
    program = program_of(draft, (given,), (result,))
    done = in_half(program)
    assert called_by(done.data) == ["kerf::half_convolution.out"]
    inputs = [np.random.default_rng(1).normal(size=prod(sizes)).astype(np.float32).tobytes()]
    expected = results(runner, program, inputs, tmp_path / "given")
    assert results(runner, done.data, inputs, tmp_path / "halved") == expected


@pytest.mark.parametrize("factor", [1.0, 1e9, float("nan")])
def test_weights_that_half_does_not_hold_stay(factor: float) -> None:
    draft = Draft(source=random.Random(1))
    given, result = draft.planned((2, 16)), draft.planned((2, 8))
    numbers = np.arange(128, dtype=np.float32) * np.float32(factor)
    weight = draft.constant((8, 16), DType.Float, numbers.tobytes())
    none = draft.add(build.none())
    draft.call(("aten::linear", "out"), given, weight, none, result, result)
    done = in_half(program_of(draft, (given,), (result,)))
    names = {1.0: "kerf::half_linear.out"}
    assert called_by(done.data) == [names.get(factor, "aten::linear.out")]
    (remark,) = done.remarks
    stored = "128 weights are stored in 16 bits: each changes by 0.0e+00 of the largest"
    assert remark.startswith(stored if factor == 1 else "no weights can be stored in 16 bits")


def test_a_weight_that_another_call_reads_stays() -> None:
    draft = Draft(source=random.Random(1))
    given, result, total = (draft.planned((16, 16)) for _ in "123")
    weight = draft.constant((16, 16), DType.Float, np.eye(16, dtype=np.float32).tobytes())
    draft.call(("aten::mm", "out"), given, weight, result, result)
    one = draft.add(build.integer(1))
    draft.call(("aten::add", "out"), result, weight, one, total, total)
    done = in_half(program_of(draft, (given,), (total,)))
    assert called_by(done.data) == ["aten::mm.out", "aten::add.out"]


def test_calls_that_share_a_weight_share_it_in_half() -> None:
    draft = Draft(source=random.Random(1))
    given, first, second = (draft.planned((16, 16)) for _ in "123")
    weight = draft.constant((16, 16), DType.Float, np.eye(16, dtype=np.float32).tobytes())
    draft.call(("aten::mm", "out"), given, weight, first, first)
    draft.call(("aten::mm", "out"), first, weight, second, second)
    done = in_half(program_of(draft, (given,), (second,)))
    assert called_by(done.data) == ["kerf::half_linear.out"] * 2
    assert (done.before.weights_bytes, done.after.weights_bytes) == (1024, 512)
