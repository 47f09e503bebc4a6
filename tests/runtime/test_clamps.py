"""Clamps in what computes their operand keep every bit: random calls, with NaN and infinities."""

from __future__ import annotations

import math
import random
import struct
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.optimize.pipeline import optimize
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import called_by, operators
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.runtime.test_integers import results

KINDS = ("convolution", "depthwise", "line", "transposed", "linear", "addmm", "mm", "add")
SEEDS = 6
SPECIAL = (math.nan, math.inf, -math.inf, 0.0, -0.0, 1e-40, 3e38)
Sizes = tuple[int, ...]


def floats(source: random.Random, count: int) -> bytes:
    numbers = [source.gauss(0, 2) for _ in range(count)]
    for at in range(count):
        if source.random() < 0.02:
            numbers[at] = source.choice(SPECIAL)
    return struct.pack(f"<{count}f", *numbers)


def constant(draft: Draft, sizes: Sizes) -> int:
    return draft.constant(sizes, DType.Float, floats(draft.source, prod(sizes)))


def convolution(draft: Draft, kind: str, given: int, sizes: Sizes) -> tuple[int, Sizes]:
    source, channels = draft.source, sizes[1]
    back, axes = kind == "transposed", len(sizes) - 2
    groups = channels if kind == "depthwise" else 1
    filters = groups * 2 if kind == "depthwise" else source.choice((1, 4, 5))
    width, stride, padding = source.choice((1, 3)), source.choice((1, 2)), source.choice((0, 1))
    if min(sizes[2:]) < 3:
        width, padding = 1, 0
    first = (channels, filters) if back else (filters, channels // groups)
    weight = constant(draft, (*first, *[width] * axes))
    bias = constant(draft, (filters,)) if source.random() < 0.6 else draft.add(build.none())
    spatial = [
        (size - 1) * stride - 2 * padding + width
        if back
        else (size + 2 * padding - width) // stride + 1
        for size in sizes[2:]
    ]
    out = (1, filters, *spatial)
    result = draft.planned(out)
    lists = [draft.ints(*[number] * axes) for number in (stride, padding, 1)]
    rest = (draft.add(build.boolean(back)), draft.ints(*[0] * axes))
    number = draft.add(build.integer(groups))
    name = ("aten::convolution", "out")
    draft.call(name, given, weight, bias, *lists, *rest, number, result, result)
    return result, out


def product(draft: Draft, kind: str, given: int, sizes: Sizes) -> tuple[int, Sizes]:
    rows, terms = sizes
    outputs = draft.source.choice((1, 6, 13))
    out, one = (rows, outputs), draft.add(build.integer(1))
    result = draft.planned(out)
    if kind == "linear":
        weight = constant(draft, (outputs, terms))
        absent = draft.source.random() < 0.4
        bias = draft.add(build.none()) if absent else constant(draft, (outputs,))
        draft.call(("aten::linear", "out"), given, weight, bias, result, result)
    elif kind == "addmm":
        start = constant(draft, draft.source.choice(((outputs,), (rows, 1), out)))
        weight = constant(draft, (terms, outputs))
        draft.call(("aten::addmm", "out"), start, given, weight, one, one, result, result)
    else:
        weight = constant(draft, (terms, outputs))
        draft.call(("aten::mm", "out"), given, weight, result, result)
    return result, out


def total(draft: Draft, given: int, sizes: Sizes) -> tuple[int, Sizes]:
    other = constant(draft, draft.source.choice((sizes, sizes[1:], (sizes[0], 1))))
    result, one = draft.planned(sizes), draft.add(build.integer(1))
    draft.call(("aten::add", "out"), given, other, one, result, result)
    return result, sizes


def clamp(draft: Draft, given: int, sizes: Sizes) -> int:
    result, kind = draft.planned(sizes), draft.source.choice(("relu", "hardtanh", "clamp"))
    low, high = sorted(draft.source.uniform(-2, 3) for _ in range(2))
    if kind == "relu":
        draft.call(("aten::relu", "out"), given, result, result)
        return result
    bounds = [draft.add(build.double(bound)) for bound in (low, high)]
    if kind == "clamp" and draft.source.random() < 0.5:
        bounds[draft.source.randrange(2)] = draft.add(build.none())
    draft.call((f"aten::{kind}", "out"), given, *bounds, result, result)
    return result


def drawn(kind: str, source: random.Random) -> tuple[bytes, int]:
    """A call whose result is clamped, then one whose result is not, then a clamped one."""
    draft = Draft(source=source)
    sizes: Sizes = (3, 7)
    if kind in ("convolution", "depthwise", "transposed"):
        sizes = (1, 3, 6, 9)
    elif kind == "line":
        sizes = (1, 3, 17)
    given = draft.planned(sizes)
    value, out = given, sizes
    for clamped in (True, False, True):
        if kind == "add":
            value, out = total(draft, value, out)
        elif len(sizes) == 2:
            value, out = product(draft, kind, value, out)
        else:
            value, out = convolution(draft, kind, value, out)
        if clamped:
            value = clamp(draft, value, out)
    return program_of(draft, (given,), (value,)), prod(sizes)


@pytest.mark.parametrize("kind", KINDS)
def test_results_keep_their_bits(kind: str, runner: Path, tmp_path: Path) -> None:
    for seed in range(SEEDS):
        source = random.Random(f"{kind}{seed}")
        given, taken = drawn(kind, source)
        done = optimize(given, name=kind, operators=operators(), passes=("clamps", "plan"))
        folder = tmp_path / f"{seed}"
        folder.mkdir()
        called = called_by(done.data)
        assert len(called) == 3
        assert all(name.startswith("kerf::") for name in called), called
        inputs = [floats(source, taken)]
        expected = results(runner, given, inputs, folder / "given")
        assert results(runner, done.data, inputs, folder / "clamped") == expected
