"""Int8 convolutions with a wider bias and sums of subtracted terms, emulated in both forms."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import ResolutionError
from tasks.build import build
from tasks.run.target import run_target
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft
from tests.tasks.drawn_program import DrawnProgram
from tests.tasks.test_paired_weights import rescaled

RequireTool = Callable[[str], str]
Sizes = tuple[int, ...]

TARGET = """\
description = "Wider biases and subtracted terms"
[select]
models = ["models/drawn.pte"]
[optimize]
passes = []
[runtime]
form = "{form}"
[toolchain]
name = "{toolchain}"
executor = "local"
"""
SIGNS = ((1, -1), (-1, 1), (-1, -1), (1, 1))


class Calls(DrawnProgram):
    """A program of calls with wider biases and subtracted terms."""

    def convolution(self, kernel: int, stride: int, padding: int, groups: int = 1) -> None:
        """A Char convolution with an Int bias; the low eight bits of each sum are its result."""
        height, width, depth, filters = 6, 5, 4, 6
        index, data = self.input((1, depth, height, width))
        rows, columns = ((size + 2 * padding - kernel) // stride + 1 for size in (height, width))
        inputs, outputs = depth // groups, filters // groups
        weights = [self.source.randint(-128, 127) for _ in range(filters * inputs * kernel**2)]
        bias = [self.source.randint(-(2**31), 2**31 - 1) for _ in range(filters)]
        results = []
        for m, y, x in product(range(filters), range(rows), range(columns)):
            total = bias[m]
            for c, j, k in product(range(inputs), range(kernel), range(kernel)):
                v, u = y * stride - padding + j, x * stride - padding + k
                if 0 <= v < height and 0 <= u < width:
                    plane = (m // outputs * inputs + c) * height
                    tap = ((m * inputs + c) * kernel + j) * kernel + k
                    total += data[(plane + v) * width + u] * weights[tap]
            results.append((total + 128) % 256 - 128)
        out, draft = (1, filters, rows, columns), self.draft
        result = draft.planned(out, DType.Char)
        draft.call(
            ("aten::convolution", "out"),
            *(index, self.constant(DType.Char, weights, filters, inputs, kernel, kernel)),
            self.constant(DType.Int, bias),
            *(draft.ints(each, each) for each in (stride, padding, 1)),
            *(draft.add(program_builder.boolean(False)), draft.ints(0, 0), *self.integers(groups)),
            *(result, result),
        )
        self.gives(result, out, results)

    def sum(self, signs: tuple[int, int], *, output: int = 1, channels: bool = False) -> None:
        """A sum whose multipliers have `signs`; `channels`: the second term is a row, repeated."""
        sizes = (3, 19)
        index, data = self.input(sizes)
        other, others = self.input((1, 19) if channels else sizes)
        zeros = [self.source.randint(-128, 127) for _ in range(3)]
        multipliers = [self.source.randint(2**30, 2**31 - 1) for _ in range(3)]
        shifts = [self.source.randint(-2, 0), self.source.randint(-2, 0), -19]
        low, high = -110, 120
        results = []
        for at, x in enumerate(data):
            y = others[at % len(others)]
            total = sum(
                sign * rescaled((each - zero) << 20, multiplier, shift)
                for each, sign, zero, multiplier, shift in zip(
                    (x, y), signs, zeros, multipliers, shifts, strict=False
                )
            )
            value = rescaled(total, multipliers[2], shifts[2]) + zeros[2]
            results.append(max(low, min(high, value)))
        terms = [
            (each, *self.integers(zero, sign * multiplier, shift))
            for each, zero, sign, multiplier, shift in zip(
                (index, other), zeros, signs, multipliers, shifts, strict=False
            )
        ]
        result = self.draft.planned(sizes, DType.Char)
        last = (zeros[2], output * multipliers[2], shifts[2], low, high)
        self.draft.call(
            ("cortex_m::quantized_add", "out"),
            *(*terms[0], *terms[1], *self.integers(*last), result, result),
        )
        self.gives(result, sizes, results)


def calls() -> Calls:
    made = Calls(Draft(source=random.Random(28)))
    for window in ((1, 1, 0), (3, 1, 1), (3, 2, 0)):
        made.convolution(*window)
    made.convolution(3, 1, 1, groups=2)
    for signs, channels in product(SIGNS, (False, True)):
        made.sum(signs, channels=channels)
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "toolchain"),
    [("interpreter", "cortex-m0plus"), ("compiled", "cortex-m4"), ("compiled", "cortex-m55")],
)
def test_devices_give_what_the_operators_define(
    form: str, toolchain: str, tmp_path: Path, require_tool: RequireTool
) -> None:
    for tool in ("arm-none-eabi-gcc", "qemu-system-arm"):
        require_tool(tool)
    target = calls().target_in(tmp_path, TARGET.format(form=form, toolchain=toolchain))
    build(target)
    run_target(target)


def test_a_negative_multiplier_of_a_result_is_refused_by_the_build(tmp_path: Path) -> None:
    made = Calls(Draft(source=random.Random(28)))
    made.sum((1, 1), output=-1)
    with pytest.raises(ResolutionError, match=r"quantized_add.*output_multiplier") as caught:
        build(made.target_in(tmp_path, TARGET.format(form="interpreter", toolchain="cortex-m4")))
    assert caught.value.exit_code == 4
