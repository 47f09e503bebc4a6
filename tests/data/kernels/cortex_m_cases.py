"""Cases of the operators of ExecuTorch's cortex_m backend: results of its reference in Python.

Softmax is left to numbers on which fixed point and float agree.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from case_text import CHANNELS_LAST, Cases, Ordered, generator

from dev.conformance.generate.operators import register

register()
ops: Any = torch.ops.cortex_m
LAST = torch.channels_last


def make_cortex_m() -> Cases:
    cases = Cases()
    for make in (_quantize, _elementwise, _rearranged, _softmax, _matmuls, _convolutions, _pools):
        make(cases)
    _differences(cases)
    return cases


def int8(*sizes: int) -> torch.Tensor:
    """All numbers, equally likely."""
    return torch.randint(-128, 128, sizes, generator=generator).to(torch.int8)


def number(low: int, high: int) -> int:
    return int(torch.randint(low, high + 1, (), generator=generator))


def multiplier() -> int:
    return number(2**30, 2**31 - 1)


def image(*sizes: int) -> Ordered:
    return Ordered(int8(*sizes).to(memory_format=LAST), CHANNELS_LAST)


def _quantize(cases: Cases) -> None:
    types = {1: torch.int8, 2: torch.int16}
    quantize, dequantize = (
        cases.of(
            f"cortex_m::{name}_per_tensor.out",
            lambda *given, function=function: function(*given[:-1], types[given[-1]]),
        )
        for name, function in (
            ("quantize", ops.quantize_per_tensor),
            ("dequantize", ops.dequantize_per_tensor),
        )
    )
    halves = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, 0.4999999, 1e30, -1e30, 200.0, -0.0])
    special = torch.tensor([math.inf, -math.inf, 3.4e38, 1e-45, 126.5, 127.5, -128.5, -129.0])
    for dtype, low, high in ((1, -128, 127), (2, -32768, 32767)):
        for zero in (0, 5, -128, 127):
            name = f"{dtype}_{zero}"
            x = torch.randn(4, 9, generator=generator)
            quantize(f"random_{name}", x, 0.0217, zero, low, high, dtype)
            quantize(f"halves_{name}", halves, 1.0, zero, low, high, dtype)
            quantize(f"special_{name}", special, 1.0, zero, -99, 98, dtype)
            q = torch.randint(low, high + 1, (3, 7), generator=generator).to(types[dtype])
            dequantize(f"random_{name}", q, 0.0317, zero, low, high, dtype)
    x = torch.randn(2, 3, 2, 2, generator=generator)
    arguments = (0.5, 1, -128, 127, 1)
    quantize("last", Ordered(x, CHANNELS_LAST), *arguments, out_order=CHANNELS_LAST)
    quantize("to_last", x, *arguments, out_order=CHANNELS_LAST)
    quantize("empty", torch.zeros(0, 3), *arguments)
    quantize("number", torch.tensor(1.3), *arguments)
    dequantize("from_last", Ordered(int8(2, 3, 2, 2), CHANNELS_LAST), *arguments)


def _add_arguments(a: Any, b: Any) -> list[Any]:
    zeros = [number(-128, 127) for _ in range(3)]
    return [
        *(a, zeros[0], multiplier(), number(-4, 0)),
        *(b, zeros[1], multiplier(), number(-4, 0)),
        *(zeros[2], multiplier(), number(-21, -17), -128, 127),
    ]


def _elementwise(cases: Cases) -> None:
    add, mul, div = (
        cases.of(f"cortex_m::quantized_{name}.out", getattr(ops, f"quantized_{name}"))
        for name in ("add", "mul", "div")
    )
    for index in range(8):
        a, b = int8(3, 19), int8(3, 19)
        given = _add_arguments(a, b)
        given[-2:] = ((-128, 127), (0, 127), (-20, 30), (-128, 0))[index % 4]
        add(f"random_{index}", *given)
        zeros = [number(-128, 127) for _ in range(3)]
        given = [a, zeros[0], b, zeros[1], zeros[2]]
        shift = (-8, -7, -6, -1, 0, 1, -9, -3)[index]
        mul(f"random_{index}", *given, multiplier(), shift)
        div(f"random_{index}", *given, 3.7 / (index + 1))
        wide = [(x.to(torch.int16) * 177) for x in (a, b)]
        given = [wide[0], 177 * zeros[0], wide[1], zeros[1], 50 * zeros[2], 300.7 / (index + 1)]
        div(f"wide_{index}", *given)
    # Every pair of roundings: all products of two numbers, by every shift.
    every = torch.arange(-128, 128).to(torch.int8)
    for shift in range(-12, 3):
        given = [every, 3, every.flip(0), -4, 0, multiplier(), shift]
        mul(f"shift_{shift}", *given)
    for shift in (0, -1, -2, -3, -9):
        # Halves on both sides of zero.
        given = [every, 0, torch.ones_like(every), 0, 0, 2**30, shift]
        mul(f"halves_{shift}", *given)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 1, 1))
    add("channels", *given, out_order=CHANNELS_LAST)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 2, 2))
    add("last", *given, out_order=CHANNELS_LAST)
    add("empty", *_add_arguments(int8(0, 3), int8(0, 3)))
    given = [image(1, 3, 2, 2), 1, image(1, 3, 1, 1), -2, 0, multiplier(), -7]
    mul("channels", *given, out_order=CHANNELS_LAST)
    for name, function in (("minimum", ops.minimum), ("maximum", ops.maximum)):
        case = cases.of(f"cortex_m::{name}.out", function)
        case("random", int8(5, 7), int8(5, 7))
        case("broadcast", int8(5, 1), int8(3, 1, 7))
        case("last", image(2, 3, 2, 2), int8(2, 3, 2, 2))
        case("empty", int8(0, 2), int8(0, 2))
    case = cases.of("cortex_m::quantized_activation.out", ops.quantized_activation)
    table = int8(256)
    case("every", every, table)
    case("last", image(1, 3, 2, 2), table)
    case("empty", int8(0), table)


def _differences(cases: Cases) -> None:
    """Sums of which one term or both are subtracted."""
    case = cases.of("cortex_m::quantized_add.out", ops.quantized_add)
    every = torch.arange(-128, 128).to(torch.int8)
    for index, signs in enumerate(((1, -1), (-1, 1), (-1, -1))):
        given = _add_arguments(int8(3, 19), int8(3, 19))
        given[2], given[6] = given[2] * signs[0], given[6] * signs[1]
        case(f"negative_{index}", *given)
        # Halves of terms, on both sides of zero.
        terms = [every, 0, signs[0] * 2**30, -20, every.flip(0), -1, signs[1] * 2**30, -19]
        for shift in (1, 0, -1):
            rest = (0, 2**30, shift, -128, 127)
            case(f"negative_{index}_halves_{shift}", *terms, *rest)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 1, 1))
    given[6] = -given[6]
    case("negative_channels", *given, out_order=CHANNELS_LAST)


def _rearranged(cases: Cases) -> None:
    transpose = cases.of("cortex_m::transpose.out", ops.transpose)
    for sizes in ((2, 3, 4), (1, 3, 2, 4)):
        for perm in itertools.permutations(range(len(sizes))):
            name = "".join(map(str, perm))
            transpose(name, int8(*sizes), perm)
    transpose("negative", int8(2, 3), (-1, 0))
    case = cases.of("cortex_m::pad.out", ops.pad)
    pads = (
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((0, 1, 2, 3), (1, 0, 0, 2)),
        ((0, 2, 1, 0), (0, 1, 1, 0)),
    )
    for index, (pre, post) in enumerate(pads):
        x = int8(1, 3, 2, 4)
        case(f"rows_{index}", x, pre, post, -128)
        last = x.to(memory_format=LAST)
        given = Ordered(last, CHANNELS_LAST)
        case(f"last_{index}", given, pre, post, 7, out_order=CHANNELS_LAST)
        single = int8(2, 1, 3, 2)
        case(f"single_{index}", single, pre, post, 7)
    case("matrix", int8(2, 3), (0, 0, 1, 2), (0, 0, 0, 1), 3)


def _softmax(cases: Cases) -> None:
    case = cases.of("cortex_m::softmax.out", ops.softmax)
    for index, (shift, size) in enumerate(((22, 12), (21, 5), (23, 40), (20, 1), (22, 3))):
        x = int8(3, size)
        scale = (multiplier(), shift)
        given = [x, -1, number(-128, 127), -128, *scale, -(2**30)]
        case(f"random_{index}", *given)
    given = [int8(2, 3, 4), 1, 0, -128, multiplier(), 21, -(2**30)]
    case("middle", *given)


def _linear(x: Any, w: Any, bias: Any, kernel_sum: Any, *rest: Any) -> Any:
    return ops.quantized_linear(x, w, bias, kernel_sum, *rest)


def _matmuls(cases: Cases) -> None:
    case = cases.of("cortex_m::quantized_linear.out", _linear)
    shapes = ((1, 16, 8), (3, 5, 7), (4, 17, 4), (9, 3, 2), (1, 40, 13), (2, 1, 1), (5, 33, 3))
    for index, (rows, terms, filters) in enumerate(shapes):
        x, w = int8(rows, terms), int8(filters, terms)
        bias = torch.randint(-3000, 3000, (filters,), generator=generator, dtype=torch.int32)
        rest = (number(-127, 128), (0, 7)[index % 2], number(-128, 127), (multiplier(),))
        after = ((-9 - index % 3,), (127, 100)[index % 2], (-128, -100)[index % 2])
        given = (*rest, *after)
        for name, b, k in (("bias", bias, None), ("none", None, None), ("sum", None, bias)):
            k = k if k is None else k.reshape(1, -1)
            case(f"{name}_{index}", x, w, b, k, *given)
    x = int8(2, 3, 8)
    given = (int8(5, 8), None, None, 3, 0, -4, (multiplier(),), (-8,), 127, -128)
    case("three_dims", x, *given)
    case("one_dim", int8(8), *given)
    case("empty", int8(0, 8), *given)
    case = cases.of("cortex_m::quantized_batch_matmul.out", ops.quantized_batch_matmul)
    scratch = torch.zeros(0, dtype=torch.uint8)
    for index, (batch, m, k, n) in enumerate(
        ((1, 4, 8, 4), (2, 3, 5, 7), (3, 1, 9, 1), (2, 6, 16, 5))
    ):
        zeros = (number(-127, 128), (0, 31, -20, 0)[index], number(-128, 127))
        given = (int8(batch, m, k), zeros[0], int8(batch, n, k), zeros[1], zeros[2])
        scale = (multiplier(), -9)
        case(f"random_{index}", *given, *scale, scratch)


def _scales(filters: int, terms: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Such that most results are not saturated."""
    shift = -round(math.log2(60 * math.sqrt(terms)))
    multipliers = [multiplier() for _ in range(filters)]
    shifts = [shift + number(-1, 1) for _ in range(filters)]
    return torch.tensor(multipliers, dtype=torch.int32), torch.tensor(shifts, dtype=torch.int32)


def _bias(filters: int) -> torch.Tensor:
    return torch.randint(-4000, 4000, (filters,), generator=generator, dtype=torch.int32)


def _undilated(function: Any) -> Any:
    """Dilates integers, which PyTorch does not: with zeros between."""

    def call(x: Any, weight: Any, bias: Any, stride: Any, padding: Any, by: Any, *rest: Any) -> Any:
        filters, rows, columns, depth = weight.shape
        spread = ((rows - 1) * by[0] + 1, (columns - 1) * by[1] + 1)
        wide = torch.zeros(filters, *spread, depth, dtype=torch.int8)
        wide[:, :: by[0], :: by[1]] = weight
        return function(x, wide, bias, stride, padding, (1, 1), *rest)

    return call


def _in_both_orders(
    cases: Cases, name: str, changed: Callable[[Any], Any] = lambda function: function
) -> Callable[..., None]:
    """The operator on an image whose channels are last in memory, and that on one of which they
    are the last dimension.
    """
    case = cases.of(f"cortex_m::{name}.out", changed(getattr(ops, name)))
    last = cases.of(f"cortex_m::{name}_nhwc.out", changed(getattr(ops, f"{name}_nhwc")))

    def both(name: str, x: Ordered, *given: Any) -> None:
        case(name, x, *given, out_order=CHANNELS_LAST)
        last(name, x.tensor.permute(0, 2, 3, 1).contiguous(), *given)

    return both


def _convolutions(cases: Cases) -> None:
    conv = _in_both_orders(cases, "quantized_conv2d", _undilated)
    transposed = _in_both_orders(cases, "quantized_transpose_conv2d")
    depthwise = _in_both_orders(cases, "quantized_depthwise_conv2d", _undilated)
    scratch = torch.zeros(4, dtype=torch.uint8)
    bounds = ((-128, 127), (0, 127), (-60, 70), (-128, 20))
    # input, filters, kernel, stride, padding, dilation, groups
    shapes: Sequence[tuple[Any, ...]] = (
        ((1, 3, 5, 6), 4, (3, 3), (1, 1), (1, 1), (1, 1), 1),
        ((2, 4, 5, 4), 5, (1, 1), (1, 1), (0, 0), (1, 1), 1),
        ((1, 8, 4, 4), 3, (1, 1), (2, 2), (0, 0), (1, 1), 1),
        ((1, 2, 7, 6), 6, (3, 2), (2, 1), (1, 0), (2, 2), 1),
        ((1, 4, 5, 5), 6, (3, 3), (2, 2), (1, 1), (1, 1), 2),
        ((2, 6, 3, 3), 6, (1, 1), (1, 1), (0, 0), (1, 1), 3),
        ((1, 1, 4, 9), 7, (2, 3), (1, 2), (1, 2), (1, 1), 1),
        ((3, 5, 2, 2), 2, (2, 2), (1, 1), (0, 0), (1, 1), 1),
        ((1, 2, 1, 1), 9, (3, 3), (1, 1), (1, 1), (1, 1), 1),
    )
    for index, (sizes, filters, kernel, stride, padding, dilation, groups) in enumerate(shapes):
        depth = sizes[1] // groups
        bias = _bias(filters) if index % 3 else None
        weight = int8(filters, *kernel, depth)
        rest = (bias, stride, padding, dilation, number(-127, 128), number(-128, 127))
        scales = _scales(filters, depth * math.prod(kernel))
        after = (*scales, *bounds[index % 4], scratch)
        x = image(*sizes)
        conv(f"n{index}", x, weight, *rest, *after)
        if groups > 1:
            continue
        extra = tuple((stride[i] - 1) * (index % 2) for i in range(2))
        rest = (bias, stride, padding, extra, dilation, *rest[-2:])
        transposed(f"n{index}", x, weight, *rest, *after, scratch)
    # input, depth multiplier, kernel, stride, padding, dilation
    shapes = (
        ((1, 3, 5, 6), 1, (3, 3), (1, 1), (1, 1), (1, 1)),
        ((2, 8, 4, 5), 1, (3, 3), (2, 2), (1, 1), (1, 1)),
        ((1, 5, 6, 4), 1, (2, 3), (1, 2), (0, 1), (2, 1)),
        ((1, 1, 9, 5), 7, (5, 4), (2, 2), (2, 1), (1, 1)),
        ((1, 3, 4, 4), 4, (3, 3), (1, 1), (1, 1), (1, 1)),
        ((2, 2, 3, 3), 2, (1, 1), (1, 1), (0, 0), (1, 1)),
        ((1, 9, 1, 1), 1, (3, 3), (1, 1), (1, 1), (1, 1)),
    )
    for index, (sizes, factor, kernel, stride, padding, dilation) in enumerate(shapes):
        filters = sizes[1] * factor
        bias = _bias(filters) if index % 3 else None
        weight = int8(1, *kernel, filters)
        rest = (bias, stride, padding, dilation, factor, number(-127, 128), number(-128, 127))
        after = (*_scales(filters, math.prod(kernel)), *bounds[index % 4], scratch)
        depthwise(f"n{index}", image(*sizes), weight, *rest, *after)


def _pools(cases: Cases) -> None:
    average = _in_both_orders(cases, "quantized_avg_pool2d")
    largest = _in_both_orders(cases, "quantized_max_pool2d")
    scratch = torch.zeros(0, dtype=torch.uint8)
    # input, kernel, stride, padding, ceil mode
    shapes: Sequence[tuple[Any, ...]] = (
        ((1, 3, 5, 6), (2, 2), (2, 2), (0, 0), False),
        ((2, 5, 4, 4), (3, 3), (1, 1), (1, 1), False),
        ((1, 4, 6, 7), (2, 3), (2, 2), (1, 0), True),
        ((1, 7, 3, 3), (3, 3), (1, 1), (0, 0), False),
        ((1, 2, 6, 5), (6, 5), (6, 5), (0, 0), False),
        ((1, 1, 5, 5), (2,), (1,), (1,), False),
    )
    for index, (sizes, kernel, stride, padding, ceil) in enumerate(shapes):
        x, window = image(*sizes), (kernel, stride, padding)
        average(f"n{index}", x, *window, ceil, number(-128, 127), multiplier(), -5, scratch)
        bounds = ((-128, 127), (-10, 90))[index % 2]
        largest(f"n{index}", x, *window, (1, 1), False, 3, 3, *bounds)
