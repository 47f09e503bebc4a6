"""Depthwise convolutions of 3x3 on a Cortex-M55, balanced: every form of a plane, emulated."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from tasks.build import build
from tasks.run.target import run_target
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft
from tests.tasks.drawn_program import DrawnProgram

RequireTool = Callable[[str], str]
Sizes = tuple[int, int, int, int]
Pair = tuple[int, int]

TARGET = """\
description = "Depthwise convolutions"
[select]
models = ["models/drawn.pte"]
[toolchain]
name = "cortex-m55"
executor = "local"
optimize = "balanced"
[run]
tolerance = 1e-5
"""

FORMS: tuple[tuple[Sizes, Pair, Pair], ...] = (
    *(
        ((2, 3, 7, 9), (down, across), padding)
        for down, across in product((1, 2), (1, 2))
        for padding in ((0, 0), (1, 1), (2, 1), (0, 2))
    ),
    ((1, 2, 3, 3), (1, 1), (1, 1)),
    ((1, 2, 1, 1), (1, 1), (1, 1)),
    ((1, 2, 1, 5), (1, 2), (2, 0)),
    ((1, 2, 5, 1), (2, 1), (1, 2)),
    ((1, 2, 6, 5), (3, 1), (2, 2)),
    ((1, 2, 6, 5), (1, 3), (1, 1)),  # no loops have this stride
    ((1, 2, 4, 5), (1, 1), (4, 1)),  # nor more padding than a kernel has rows
    ((2, 2, 49, 61), (1, 1), (1, 1)),  # two bands, as all that follow
    ((2, 2, 67, 41), (2, 1), (2, 1)),
    ((1, 2, 95, 47), (2, 2), (1, 1)),
    ((1, 2, 47, 63), (1, 2), (2, 2)),
    ((1, 3, 71, 33), (1, 1), (0, 0)),
    ((1, 2, 4, 1023), (1, 1), (2, 1)),  # a band for each row
)
"""Sizes of the input, strides and paddings of rows and columns."""


def depthwise(
    data: list[float], sizes: Sizes, out: Sizes, weight: list[float], bias: list[float],
    stride: Pair, padding: Pair,
) -> list[float]:  # fmt: skip
    """The results in double precision."""
    _, channels, height, width = sizes
    results = []
    for n, c, y, x in product(*map(range, out)):
        plane, total = (n * channels + c) * height * width, bias[c]
        top, left = y * stride[0] - padding[0], x * stride[1] - padding[1]
        for j in range(max(0, -top), min(3, height - top)):
            for k in range(max(0, -left), min(3, width - left)):
                at = plane + (top + j) * width + left + k
                total += data[at] * weight[9 * c + 3 * j + k]
        results.append(total)
    return results


@pytest.mark.slow
def test_every_form_of_a_plane(tmp_path: Path, require_tool: RequireTool) -> None:
    for tool in ("arm-none-eabi-gcc", "qemu-system-arm"):
        require_tool(tool)
    program = DrawnProgram(Draft(source=random.Random(7)), DType.Float)
    draft = program.draft

    def drawn(count: int) -> list[float]:
        return [draft.source.randint(-64, 64) / 32 for _ in range(count)]

    for number, (sizes, stride, padding) in enumerate(FORMS):
        channels = sizes[1]
        rows, columns = (
            (sizes[2 + axis] + 2 * padding[axis] - 3) // stride[axis] + 1 for axis in (0, 1)
        )
        out = (sizes[0], channels, rows, columns)
        data, weight, bias = drawn(prod(sizes)), drawn(9 * channels), drawn(channels)
        biased = number % 3 > 0
        given = program.takes(sizes, data)
        filters = program.constant(DType.Float, weight, channels, 1, 3, 3)
        start = program.constant(DType.Float, bias) if biased else draft.add(program_builder.none())
        lists = [draft.ints(*pair) for pair in (stride, padding, (1, 1))]
        flag, extra = draft.add(program_builder.boolean(False)), draft.ints(0, 0)
        groups, result = draft.add(program_builder.integer(channels)), draft.planned(out)
        draft.call(
            ("aten::convolution", "out"),
            *(given, filters, start, *lists, flag, extra, groups, result, result),
        )
        results = depthwise(
            data, sizes, out, weight, bias if biased else [0.0] * channels, stride, padding
        )
        program.gives(result, out, results)
    target = program.target_in(tmp_path, TARGET)
    build(target)
    run_target(target)
