"""Cases of the operators of ExecuTorch's cortex_m backend: results of its reference in Python.

Softmax is left to numbers on which fixed point and float agree.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
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
    quantize = lambda x, scale, zero, low, high, dtype: ops.quantize_per_tensor(  # noqa: E731
        x, scale, zero, low, high, {1: torch.int8, 2: torch.int16}[dtype]
    )
    dequantize = lambda x, scale, zero, low, high, dtype: ops.dequantize_per_tensor(  # noqa: E731
        x, scale, zero, low, high, {1: torch.int8, 2: torch.int16}[dtype]
    )
    halves = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, 0.4999999, 1e30, -1e30, 200.0, -0.0])
    special = torch.tensor([math.inf, -math.inf, 3.4e38, 1e-45, 126.5, 127.5, -128.5, -129.0])
    for dtype, low, high in ((1, -128, 127), (2, -32768, 32767)):
        for zero in (0, 5, -128, 127):
            name = f"{dtype}_{zero}"
            x = torch.randn(4, 9, generator=generator)
            operator = "cortex_m::quantize_per_tensor.out"
            cases.add(operator, f"random_{name}", quantize, x, 0.0217, zero, low, high, dtype)
            cases.add(operator, f"halves_{name}", quantize, halves, 1.0, zero, low, high, dtype)
            cases.add(operator, f"special_{name}", quantize, special, 1.0, zero, -99, 98, dtype)
            q = torch.randint(low, high + 1, (3, 7), generator=generator)
            q = q.to(torch.int8 if dtype == 1 else torch.int16)
            operator = "cortex_m::dequantize_per_tensor.out"
            cases.add(operator, f"random_{name}", dequantize, q, 0.0317, zero, low, high, dtype)
    x = torch.randn(2, 3, 2, 2, generator=generator)
    arguments = (0.5, 1, -128, 127, 1)
    operator = "cortex_m::quantize_per_tensor.out"
    given = Ordered(x, CHANNELS_LAST)
    cases.add(operator, "last", quantize, given, *arguments, out_order=CHANNELS_LAST)
    cases.add(operator, "to_last", quantize, x, *arguments, out_order=CHANNELS_LAST)
    cases.add(operator, "empty", quantize, torch.zeros(0, 3), *arguments)
    cases.add(operator, "number", quantize, torch.tensor(1.3), *arguments)
    q = Ordered(int8(2, 3, 2, 2), CHANNELS_LAST)
    cases.add("cortex_m::dequantize_per_tensor.out", "from_last", dequantize, q, *arguments)


def _add_arguments(a: Any, b: Any) -> list[Any]:
    zeros = [number(-128, 127) for _ in range(3)]
    return [
        *(a, zeros[0], multiplier(), number(-4, 0)),
        *(b, zeros[1], multiplier(), number(-4, 0)),
        *(zeros[2], multiplier(), number(-21, -17), -128, 127),
    ]


def _elementwise(cases: Cases) -> None:
    add, mul, div = ops.quantized_add, ops.quantized_mul, ops.quantized_div
    for index in range(8):
        a, b = int8(3, 19), int8(3, 19)
        given = _add_arguments(a, b)
        given[-2:] = ((-128, 127), (0, 127), (-20, 30), (-128, 0))[index % 4]
        cases.add("cortex_m::quantized_add.out", f"random_{index}", add, *given)
        zeros = [number(-128, 127) for _ in range(3)]
        given = [
            a,
            zeros[0],
            b,
            zeros[1],
            zeros[2],
            multiplier(),
            (-8, -7, -6, -1, 0, 1, -9, -3)[index],
        ]
        cases.add("cortex_m::quantized_mul.out", f"random_{index}", mul, *given)
        given = [a, zeros[0], b, zeros[1], zeros[2], 3.7 / (index + 1)]
        cases.add("cortex_m::quantized_div.out", f"random_{index}", div, *given)
        wide = [(x.to(torch.int16) * 177) for x in (a, b)]
        given = [wide[0], 177 * zeros[0], wide[1], zeros[1], 50 * zeros[2], 300.7 / (index + 1)]
        cases.add("cortex_m::quantized_div.out", f"wide_{index}", div, *given)
    # Every pair of roundings: all products of two numbers, by every shift.
    every = torch.arange(-128, 128).to(torch.int8)
    for shift in range(-12, 3):
        given = [every, 3, every.flip(0), -4, 0, multiplier(), shift]
        cases.add("cortex_m::quantized_mul.out", f"shift_{shift}", mul, *given)
    for shift in (0, -1, -2, -3, -9):
        # Halves on both sides of zero.
        given = [every, 0, torch.ones_like(every), 0, 0, 2**30, shift]
        cases.add("cortex_m::quantized_mul.out", f"halves_{shift}", mul, *given)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 1, 1))
    cases.add("cortex_m::quantized_add.out", "channels", add, *given, out_order=CHANNELS_LAST)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 2, 2))
    cases.add("cortex_m::quantized_add.out", "last", add, *given, out_order=CHANNELS_LAST)
    cases.add("cortex_m::quantized_add.out", "empty", add, *_add_arguments(int8(0, 3), int8(0, 3)))
    given = [image(1, 3, 2, 2), 1, image(1, 3, 1, 1), -2, 0, multiplier(), -7]
    cases.add("cortex_m::quantized_mul.out", "channels", mul, *given, out_order=CHANNELS_LAST)
    for name, function in (("minimum", ops.minimum), ("maximum", ops.maximum)):
        operator = f"cortex_m::{name}.out"
        cases.add(operator, "random", function, int8(5, 7), int8(5, 7))
        cases.add(operator, "broadcast", function, int8(5, 1), int8(3, 1, 7))
        cases.add(operator, "last", function, image(2, 3, 2, 2), int8(2, 3, 2, 2))
        cases.add(operator, "empty", function, int8(0, 2), int8(0, 2))
    operator = "cortex_m::quantized_activation.out"
    table = int8(256)
    cases.add(operator, "every", ops.quantized_activation, every, table)
    cases.add(operator, "last", ops.quantized_activation, image(1, 3, 2, 2), table)
    cases.add(operator, "empty", ops.quantized_activation, int8(0), table)


def _differences(cases: Cases) -> None:
    """Sums of which one term or both are subtracted."""
    operator, add = "cortex_m::quantized_add.out", ops.quantized_add
    every = torch.arange(-128, 128).to(torch.int8)
    for index, signs in enumerate(((1, -1), (-1, 1), (-1, -1))):
        given = _add_arguments(int8(3, 19), int8(3, 19))
        given[2], given[6] = given[2] * signs[0], given[6] * signs[1]
        cases.add(operator, f"negative_{index}", add, *given)
        # Halves of terms, on both sides of zero.
        terms = [every, 0, signs[0] * 2**30, -20, every.flip(0), -1, signs[1] * 2**30, -19]
        for shift in (1, 0, -1):
            rest = (0, 2**30, shift, -128, 127)
            cases.add(operator, f"negative_{index}_halves_{shift}", add, *terms, *rest)
    given = _add_arguments(image(1, 3, 2, 2), image(1, 3, 1, 1))
    given[6] = -given[6]
    cases.add(operator, "negative_channels", add, *given, out_order=CHANNELS_LAST)


def _rearranged(cases: Cases) -> None:
    for sizes in ((2, 3, 4), (1, 3, 2, 4)):
        for perm in itertools.permutations(range(len(sizes))):
            name = "".join(map(str, perm))
            cases.add("cortex_m::transpose.out", name, ops.transpose, int8(*sizes), perm)
    cases.add("cortex_m::transpose.out", "negative", ops.transpose, int8(2, 3), (-1, 0))
    operator = "cortex_m::pad.out"
    pads = (
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((0, 1, 2, 3), (1, 0, 0, 2)),
        ((0, 2, 1, 0), (0, 1, 1, 0)),
    )
    for index, (pre, post) in enumerate(pads):
        x = int8(1, 3, 2, 4)
        cases.add(operator, f"rows_{index}", ops.pad, x, pre, post, -128)
        last = x.to(memory_format=LAST)
        given = Ordered(last, CHANNELS_LAST)
        cases.add(operator, f"last_{index}", ops.pad, given, pre, post, 7, out_order=CHANNELS_LAST)
        single = int8(2, 1, 3, 2)
        cases.add(operator, f"single_{index}", ops.pad, single, pre, post, 7)
    cases.add(operator, "matrix", ops.pad, int8(2, 3), (0, 0, 1, 2), (0, 0, 0, 1), 3)


def _softmax(cases: Cases) -> None:
    operator = "cortex_m::softmax.out"
    for index, (shift, size) in enumerate(((22, 12), (21, 5), (23, 40), (20, 1), (22, 3))):
        x = int8(3, size)
        scale = (multiplier(), shift)
        given = [x, -1, number(-128, 127), -128, *scale, -(2**30)]
        cases.add(operator, f"random_{index}", ops.softmax, *given)
    given = [int8(2, 3, 4), 1, 0, -128, multiplier(), 21, -(2**30)]
    cases.add(operator, "middle", ops.softmax, *given)


def _linear(x: Any, w: Any, bias: Any, kernel_sum: Any, *rest: Any) -> Any:
    return ops.quantized_linear(x, w, bias, kernel_sum, *rest)


def _matmuls(cases: Cases) -> None:
    operator = "cortex_m::quantized_linear.out"
    shapes = ((1, 16, 8), (3, 5, 7), (4, 17, 4), (9, 3, 2), (1, 40, 13), (2, 1, 1), (5, 33, 3))
    for index, (rows, terms, filters) in enumerate(shapes):
        x, w = int8(rows, terms), int8(filters, terms)
        bias = torch.randint(-3000, 3000, (filters,), generator=generator, dtype=torch.int32)
        rest = (number(-127, 128), (0, 7)[index % 2], number(-128, 127), (multiplier(),))
        after = ((-9 - index % 3,), (127, 100)[index % 2], (-128, -100)[index % 2])
        given = (*rest, *after)
        for name, b, k in (("bias", bias, None), ("none", None, None), ("sum", None, bias)):
            k = k if k is None else k.reshape(1, -1)
            cases.add(operator, f"{name}_{index}", _linear, x, w, b, k, *given)
    x = int8(2, 3, 8)
    given = (int8(5, 8), None, None, 3, 0, -4, (multiplier(),), (-8,), 127, -128)
    cases.add(operator, "three_dims", _linear, x, *given)
    cases.add(operator, "one_dim", _linear, int8(8), *given)
    cases.add(operator, "empty", _linear, int8(0, 8), *given)
    operator = "cortex_m::quantized_batch_matmul.out"
    scratch = torch.zeros(0, dtype=torch.uint8)
    for index, (batch, m, k, n) in enumerate(
        ((1, 4, 8, 4), (2, 3, 5, 7), (3, 1, 9, 1), (2, 6, 16, 5))
    ):
        zeros = (number(-127, 128), (0, 31, -20, 0)[index], number(-128, 127))
        given = (int8(batch, m, k), zeros[0], int8(batch, n, k), zeros[1], zeros[2])
        scale = (multiplier(), -9)
        cases.add(operator, f"random_{index}", ops.quantized_batch_matmul, *given, *scale, scratch)


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


def _convolutions(cases: Cases) -> None:
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
        operator = "cortex_m::quantized_conv2d"
        function = _undilated(ops.quantized_conv2d)
        cases.add(
            f"{operator}.out",
            f"n{index}",
            function,
            x,
            weight,
            *rest,
            *after,
            out_order=CHANNELS_LAST,
        )
        last = x.tensor.permute(0, 2, 3, 1).contiguous()
        function = _undilated(ops.quantized_conv2d_nhwc)
        cases.add(f"{operator}_nhwc.out", f"n{index}", function, last, weight, *rest, *after)
        if groups > 1:
            continue
        extra = tuple((stride[i] - 1) * (index % 2) for i in range(2))
        rest = (bias, stride, padding, extra, dilation, *rest[-2:])
        operator = "cortex_m::quantized_transpose_conv2d"
        function = ops.quantized_transpose_conv2d
        after = (*after, scratch)
        given = (weight, *rest, *after)
        cases.add(f"{operator}.out", f"n{index}", function, x, *given, out_order=CHANNELS_LAST)
        function = ops.quantized_transpose_conv2d_nhwc
        cases.add(f"{operator}_nhwc.out", f"n{index}", function, last, *given)
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
        x = image(*sizes)
        operator = "cortex_m::quantized_depthwise_conv2d"
        function = _undilated(ops.quantized_depthwise_conv2d)
        given = (weight, *rest, *after)
        cases.add(f"{operator}.out", f"n{index}", function, x, *given, out_order=CHANNELS_LAST)
        last = x.tensor.permute(0, 2, 3, 1).contiguous()
        function = _undilated(ops.quantized_depthwise_conv2d_nhwc)
        cases.add(f"{operator}_nhwc.out", f"n{index}", function, last, *given)


def _pools(cases: Cases) -> None:
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
        x = image(*sizes)
        last = x.tensor.permute(0, 2, 3, 1).contiguous()
        given = [kernel, stride, padding, ceil, number(-128, 127), multiplier(), -5, scratch]
        function = ops.quantized_avg_pool2d
        operator = "cortex_m::quantized_avg_pool2d"
        cases.add(f"{operator}.out", f"n{index}", function, x, *given, out_order=CHANNELS_LAST)
        function = ops.quantized_avg_pool2d_nhwc
        cases.add(f"{operator}_nhwc.out", f"n{index}", function, last, *given)
        bounds = ((-128, 127), (-10, 90))[index % 2]
        given = [kernel, stride, padding, (1, 1), False, 3, 3, *bounds]
        function = ops.quantized_max_pool2d
        operator = "cortex_m::quantized_max_pool2d"
        cases.add(f"{operator}.out", f"n{index}", function, x, *given, out_order=CHANNELS_LAST)
        function = ops.quantized_max_pool2d_nhwc
        cases.add(f"{operator}_nhwc.out", f"n{index}", function, last, *given)
