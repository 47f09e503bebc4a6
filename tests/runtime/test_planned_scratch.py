"""Scratch that is planned for convolutions and products against what their calls use."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.pte import read_model
from codegen.sources.pte import selection_of_model
from tests.runtime.campaign.calls import Arguments, Call, draw_call
from tests.runtime.campaign.draft import Draft
from tests.runtime.campaign.programs import schemas
from tests.runtime.sanitized import plan_for, run

CALLS = 12
"""How many calls of each operator are drawn."""

PANEL = 2048
"""Elements of a panel of a floating convolution: fewer where channels or rows do not fill it."""

ITEM = 8
"""Bytes of an item of a list of integers."""

SPARE = 16 + 2 * 3
"""What is planned for patches of a channel's filters with one tap, which are not gathered, and to
begin words behind weights and behind shifts.
"""


def convolution(call: Call) -> Arguments:
    """A convolution of constants: with and without bias, in place, in groups, of any kernel."""
    pick, name = call.random, call.schema.name
    call.dtype = DType.Char
    batch, size, kernel = pick.randint(1, 2), pick.randint(3, 7), pick.choice((1, 1, 2, 3))
    padding, stride = pick.choice((0, 0, 1)), pick.choice((1, 1, 2))
    groups, depth, each = pick.choice((1, 2, 3)), pick.choice((1, 4, 7, 40)), pick.randint(1, 5)
    channels, filters, factor, extra, spread = groups * depth, groups * each, each, 0, 1
    weight: Sequence[int] = (filters, kernel, kernel, depth)
    result = (size + 2 * padding - kernel) // stride + 1
    if "depthwise" in name:
        filters = channels * factor
        weight = (1, kernel, kernel, filters)
    if "transpose" in name:
        extra, spread = pick.choice(((0, 1), (1, 2), (1, 3)))
        result = (size - 1) * stride - 2 * padding + (kernel - 1) * spread + 1 + extra
    image = _image(call, (batch, channels, size, size))
    return {
        "input": image,
        "weight": call.tensor(weight, below=1),
        "bias": call.tensor((filters,), DType.Int, below=1) if pick.random() < 0.5 else _none(call),
        "stride": call.ints((stride,) * pick.choice((1, 2))),
        "padding": call.ints((padding, padding)),
        "output_padding": call.ints((extra, extra)),
        "dilation": call.ints((spread, spread)),
        "depth_multiplier": call.number(factor),
        "requantize_multipliers": call.tensor((filters,), DType.Int, below=1),
        "requantize_shifts": call.tensor((filters,), pick.choice((DType.Char, DType.Int)), below=1),
        "scratch": call.tensor((2,), DType.Byte, below=1),
        "output_scratch": call.tensor((2,), DType.Byte, below=1),
        "out": _image(call, (batch, filters, result, result), out=True),
    }


def _image(call: Call, sizes: tuple[int, ...], *, out: bool = False) -> int:
    """A tensor of `sizes` (n, c, h, w) whose channels are adjacent, as the operator takes them."""
    batch, channels, *plane = sizes
    if "nhwc" in call.schema.name:
        sizes = (batch, *plane, channels)
    index = call.out(sizes) if out else call.tensor(sizes, below=1)
    if "nhwc" not in call.schema.name:
        call.draft.tensor(index).order = [0, 2, 3, 1]
    return index


def _none(call: Call) -> int:
    return call.number(None)


def linear(call: Call) -> Arguments:
    call.dtype = DType.Char
    rows, terms, filters = (call.random.randint(1, 40) for _ in range(3))
    per_filter = [
        call.tensor((filters,), DType.Int, below=1) if call.random.random() < 0.5 else _none(call)
        for _ in range(2)
    ]
    return {
        "input": call.tensor((rows, terms), below=1),
        "weights": call.tensor((filters, terms), below=1),
        "bias": per_filter[0],
        "kernel_sum": per_filter[1],
        "filter_offset": call.number(call.random.randint(0, 1)),
        "requantize_multipliers": call.ints((0,)),
        "requantize_shifts": call.ints((0,)),
        "out": call.out((rows, filters)),
    }


def batch_matmul(call: Call) -> Arguments:
    call.dtype = DType.Char
    batch, m, k, n = (call.random.randint(1, 20) for _ in range(4))
    return {
        "lhs": call.tensor((batch, m, k), below=1),
        "rhs_transposed": call.tensor((batch, n, k), below=1),
        "scratch": call.tensor((2,), DType.Byte, below=1),
        "out": call.out((batch, m, n)),
    }


def panels(call: Call) -> Arguments:
    """A convolution of floating constants over one or two dimensions, in groups or depthwise."""
    pick = call.random
    call.dtype = pick.choice((DType.Float, DType.Float, DType.Half))
    axes, stride, spread = pick.choice((1, 2, 2)), pick.choice((1, 1, 2)), pick.choice((1, 1, 1, 2))
    kernel = [pick.choice((1, 2, 3, 3, 5)) for _ in range(axes)]
    size = [pick.choice((9, 13, 30, 60)) for _ in range(axes)]
    padding = [pick.randint(0, 1) for _ in range(axes)]
    groups, depth, each = pick.choice(((1, 1, 4), (1, 16, 2), (2, 3, 1), (5, 1, 1)))
    result = [
        (n + 2 * p - spread * (k - 1) - 1) // stride + 1
        for n, p, k in zip(size, padding, kernel, strict=True)
    ]
    return {
        "input": call.tensor((1, groups * depth, *size), below=1),
        "weight": call.tensor((groups * each, depth, *kernel), below=1),
        "bias": _none(call),
        "stride": call.ints([stride] * axes),
        "padding": call.ints(padding),
        "dilation": call.ints([spread] * axes),
        "transposed": call.number(False),
        "output_padding": call.ints([0] * axes),
        "groups": call.number(groups),
        "out": call.out((1, groups * each, *result)),
    }


RECIPES = {
    "aten::convolution.out": panels,
    **{
        f"cortex_m::quantized_{kind}{layout}.out": convolution
        for kind in ("conv2d", "depthwise_conv2d", "transpose_conv2d")
        for layout in ("", "_nhwc")
    },
    "cortex_m::quantized_linear.out": linear,
    "cortex_m::quantized_batch_matmul.out": batch_matmul,
}


@pytest.mark.parametrize("operator", RECIPES)
def test_no_more_is_planned_than_a_call_uses(operator: str, runner: Path, tmp_path: Path) -> None:
    (schema,) = (each for each in schemas() if each.name == operator)
    ran = 0
    for number in range(CALLS):
        draft = Draft()
        draw_call(draft, random.Random(f"{operator}:{number}"), schema, RECIPES[operator])
        path = tmp_path / f"{number}.pte"
        path.write_bytes(draft.finish())
        (method,) = plan_for(selection_of_model(read_model(path))).methods
        (needs,) = method.temp
        done = run(runner, "--model", str(path), "--call", "forward")
        assert done.exit_code == 0, done.stderr
        used = json.loads(done.stdout)["memory"]["temp"] - ITEM * needs.int_items
        spare = SPARE
        if operator == "aten::convolution.out" and needs.scratch_bytes in (2 * PANEL, 4 * PANEL):
            spare = needs.scratch_bytes // 2
        assert needs.scratch_bytes - spare <= used <= needs.scratch_bytes, number
        ran += used > 0
    assert ran >= CALLS // 3
