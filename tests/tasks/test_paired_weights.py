"""Convolutions and products on a Cortex-M4, balanced and compiled: weights in pairs, emulated."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from codegen.dtype import DType
from tasks.build import build
from tasks.run.target import run_target
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft
from tests.tasks.drawn_program import DrawnProgram

RequireTool = Callable[[str], str]
Sizes = tuple[int, ...]

TARGET = """\
description = "Weights in pairs"
[select]
models = ["models/drawn.pte"]
[optimize]
passes = ["unused", "plan"] # others drop filters whose results are always the same
[runtime]
form = "compiled"
[toolchain]
name = "cortex-m4"
executor = "local"
optimize = "balanced"
"""

WINDOWS: tuple[tuple[Sizes, int, int, int, int], ...] = (
    *(((1, 1, pixels, 7), 5, 1, 1, 0) for pixels in (1, 2, 3, 4, 8)),
    *(
        ((1, 2, 3, depth), filters, 1, 1, 0)
        for depth, filters in ((4, 2), (9, 3), (37, 6), (32, 7))
    ),
    *(((1, 5, 4, depth), 4, 3, 1, 1) for depth in (1, 3, 4, 8)),
    ((2, 6, 5, 3), 8, 3, 2, 1),
    ((1, 5, 6, 4), 3, 3, 2, 0),  # tiles take even numbers of filters alone
    ((1, 4, 5, 5), 4, 3, 1, 1),  # rows of more than three words
    ((1, 4, 4, 12), 6, 2, 1, 1),
)
"""The input, filters, and kernel, stride and padding along both axes."""

ROWS: tuple[tuple[int, int, int], ...] = ((1, 4, 2), (1, 33, 9), (2, 64, 4), (3, 18, 6), (7, 35, 5))
"""Rows, terms and filters of products."""


def rescaled(x: int, multiplier: int, shift: int) -> int:
    """As arm_nn_requantize() of CMSIS-NN, with both roundings."""
    high = ((x << max(shift, 0)) * multiplier + (1 << 30)) >> 31
    if shift >= 0:
        return high
    size = (abs(high) + (1 << (-shift - 1))) >> -shift
    return size if high >= 0 else -size


class Chain(DrawnProgram):
    """A program whose weights are in pairs."""

    def scales(self, terms: int, filters: int) -> tuple[list[int], list[int]]:
        """For each filter one by which sums fit eight bits; of some calls also ones nearly 0."""
        shift = -max(2, terms.bit_length() // 2 + 6)
        rare = self.source.choice((False, True))
        least = [1 << 30, 1 << 30, 1 << 30, 1 << 20 if rare else 1 << 30]
        others = (shift - 1, -28 if rare else shift + 1)
        shifts = [self.source.choice((shift, shift, shift, *others)) for _ in range(filters)]
        return [self.source.randint(self.source.choice(least), 2**31 - 1) for _ in shifts], shifts

    def convolution(
        self, given: tuple[int, list[int]], sizes: Sizes, filters: int, kernel: int, stride: int,
        padding: int,
    ) -> tuple[int, list[int], Sizes]:  # fmt: skip
        """A convolution of channels-last images: its value, numbers and sizes."""
        index, data = given
        batches, height, width, depth = sizes
        rows, columns = ((size + 2 * padding - kernel) // stride + 1 for size in (height, width))
        terms = kernel * kernel * depth
        weights = self.drawn(filters * terms)
        bias = [self.source.randint(-5000, 5000) for _ in range(filters)]
        multipliers, shifts = self.scales(terms, filters)
        offset = self.source.randint(-127, 128)
        # As after ReLU, nothing of negative results is left, or something.
        bounds = ((-128, -128, 127), (-30, -30, 100), (self.source.randint(-20, 20), -90, 100))
        zero, low, high = self.source.choice(bounds)
        out = (batches, rows, columns, filters)
        results = []
        for n, y, x, m in product(*map(range, out)):
            total = bias[m]
            for j, k in product(range(kernel), range(kernel)):
                v, u = y * stride - padding + j, x * stride - padding + k
                if not (0 <= v < height and 0 <= u < width):
                    continue
                at, w = ((n * height + v) * width + u) * depth, (m * kernel + j) * kernel + k
                total += sum((data[at + c] + offset) * weights[w * depth + c] for c in range(depth))
            value = rescaled(total, multipliers[m], shifts[m]) + zero
            results.append(max(low, min(high, value)))
        draft = self.draft
        result = draft.planned(out, DType.Char)
        draft.call(
            ("cortex_m::quantized_conv2d_nhwc", "out"),
            *(
                index,
                self.constant(DType.Char, weights, filters, kernel, kernel, depth),
                self.constant(DType.Int, bias),
            ),
            *(draft.ints(stride, stride), draft.ints(padding, padding), draft.ints(1, 1)),
            *(
                *self.integers(offset, zero),
                self.constant(DType.Int, multipliers),
                self.constant(DType.Int, shifts),
            ),
            *(*self.integers(low, high), self.constant(DType.Char, [0]), result, result),
        )
        return result, results, out

    def product(self, rows: int, terms: int, filters: int) -> None:
        index, data = self.input((rows, terms))
        weights = self.drawn(filters * terms)
        start = [self.source.randint(-5000, 5000) for _ in range(filters)]
        multipliers, shifts = self.scales(terms, 1)
        zero = self.source.randint(-20, 20)
        results = []
        for n, m in product(range(rows), range(filters)):
            at, w = n * terms, m * terms
            total = start[m] + sum(data[at + k] * weights[w + k] for k in range(terms))
            value = rescaled(total, multipliers[0], shifts[0]) + zero
            results.append(max(-128, min(127, value)))
        draft = self.draft
        result = draft.planned((rows, filters), DType.Char)
        draft.call(
            ("cortex_m::quantized_linear", "out"),
            *(
                index,
                self.constant(DType.Char, weights, filters, terms),
                draft.add(program_builder.none()),
            ),
            *(self.constant(DType.Int, start), *self.integers(5, 0, zero)),
            *(draft.ints(*multipliers), draft.ints(*shifts)),
            *(*self.integers(127, -128), result, result),
        )
        self.gives(result, (rows, filters), results)


@pytest.mark.slow
def test_paired_weights_give_what_plain_ones_do(tmp_path: Path, require_tool: RequireTool) -> None:
    for tool in ("arm-none-eabi-gcc", "qemu-system-arm"):
        require_tool(tool)
    chain = Chain(Draft(source=random.Random(11)))
    convolutions = len(WINDOWS) + sum(filters >= 4 for _, filters, *_ in WINDOWS)
    for sizes, *window in WINDOWS:
        value, numbers, out = chain.convolution(chain.input(sizes), sizes, *window)
        if out[-1] >= 4:
            # One more, whose output may be planned over its input.
            filters = chain.source.randint(2, 9)
            value, numbers, out = chain.convolution((value, numbers), out, filters, 1, 1, 0)
        chain.gives(value, out, numbers)
    for row in ROWS:
        chain.product(*row)
    target = chain.target_in(tmp_path, TARGET)
    build(target)
    run_target(target)
    plan = json.loads(
        (target.root / "build" / target.name / "plan.json").read_text(encoding="utf-8")
    )
    assert len(plan["compiled"]["packed"]) == convolutions + len(ROWS)
