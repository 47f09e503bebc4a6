"""Cases of poolings: maxima with their places and their gradients, means of given windows."""

from __future__ import annotations

from typing import Any

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, SIGNED, Cases, Order, Ordered, aten, values

MAX = "aten::max_pool2d_with_indices.out"
BACK = "aten::max_pool2d_with_indices_backward.grad_input"


def make_max_pool2d() -> Cases:
    cases = Cases()
    pool = cases.of("aten::max_pool2d_with_indices.out", aten.max_pool2d_with_indices)

    def case(
        name: str,
        x: Any,
        kernel: Any = (2, 2),
        stride: Any = (),
        padding: Any = (0, 0),
        dilation: Any = (1, 1),
        ceil_mode: bool = False,
        order: Order = None,
    ) -> None:
        pool(name, x, kernel, stride, padding, dilation, ceil_mode, out_order=order)

    case("plain", values(1, 2, 6, 6))
    case("image", values(3, 5, 7))
    case("batches", values(2, 3, 5, 4), (3, 2), (1, 2))
    case("one_number", values(1, 1, 6, 6), (3,), (2,), (1,), (1,))
    case("padded", values(1, 2, 5, 6), (3, 3), (2, 2), (1, 1))
    case("padded_negative", -values(1, 2, 4, 4).abs(), (2, 3), (1, 1), (1, 1))
    case("dilated", values(1, 2, 9, 8), (3, 2), (1, 2), (1, 1), (2, 3))
    case("dilated_padded_ceil", values(1, 1, 7, 7), (3, 3), (2, 2), (1, 1), (3, 2), True)
    case("ceil", values(1, 2, 6, 7), (3, 3), (2, 2), (0, 0), (1, 1), True)
    case("ceil_last_in_padding", values(1, 1, 4, 4), (2, 2), (3, 3), (1, 1), (1, 1), True)
    case("ceil_beyond_input", values(1, 1, 2, 2), (3, 3), (2, 2), (0, 0), (1, 1), True)
    case("nothing_seen", values(1, 2, 2, 2), (2, 2), (1, 1), (1, 1), (3, 3))
    case("nothing_seen_ints", values(1, 1, 2, 2, dtype=torch.int8), (2, 2), (1, 1), (1, 1), (3, 3))
    case("no_batch", values(0, 2, 4, 4))
    case("rows", values(1, 2, 1, 9), (1, 3), (1, 2))
    for dtype in (*FLOATS, torch.uint8, *SIGNED):
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 5, 5, dtype=dtype), (3, 3), (2, 2), (1, 1))
    case("equal", torch.zeros(1, 1, 4, 4), (3, 3), (1, 1), (1, 1))
    case("signed_zeros", torch.tensor([[[-0.0, 0.0, -0.0, 0.0]] * 2]), (1, 2), (1, 1))
    nan, inf = float("nan"), float("inf")
    special = torch.tensor([[nan, 1, 2, nan], [3, nan, -inf, 5], [-inf, -inf, inf, 0]])[None]
    for dtype in FLOATS:
        case(f"special_{NAMES[dtype]}", special.to(dtype), (2, 2), (1, 1), (1, 1))
    case("minus_infinity", torch.full((1, 1, 3, 3), -inf), (2, 2), (1, 1))
    extreme = torch.tensor([[[-128, -128, 127, -128]] * 2], dtype=torch.int8)
    case("lowest", extreme, (2, 2), (1, 1))
    x = values(2, 3, 5, 6)
    for name, b in (("in", None), ("both", CHANNELS_LAST)):
        last = Ordered(x, CHANNELS_LAST)
        case(f"channels_last_{name}", last, (3, 2), (2, 1), (1, 1), order=b)
    case("channels_last_out", x, (2, 2), order=CHANNELS_LAST)
    case("turned", Ordered(values(2, 5, 6), (2, 0, 1)), (2, 2), order=(1, 2, 0))
    _gradients(cases)
    return cases


def _gradients(cases: Cases) -> None:
    back = cases.of(
        "aten::max_pool2d_with_indices_backward.grad_input", aten.max_pool2d_with_indices_backward
    )

    def case(name: str, x: Any, *lists: Any, order: Order = None, last: bool = False) -> None:
        out, indices = aten.max_pool2d_with_indices(x, *lists)
        gradient: Any = values(*out.shape, dtype=x.dtype)
        if last:
            gradient = Ordered(gradient, CHANNELS_LAST)
            indices = Ordered(indices, CHANNELS_LAST)
        back(name, gradient, x, *lists, indices, out_order=order)

    plain = ((2, 2), (2, 2), (0, 0), (1, 1), False)
    overlapping = ((3, 3), (1, 1), (1, 1), (1, 1), False)
    case("plain", values(1, 2, 6, 6), *plain)
    case("overlapping", values(2, 2, 5, 4), *overlapping)
    case("image", values(2, 5, 6), *overlapping)
    case("stride_of_kernel", values(1, 2, 6, 6), (2, 2), (), (0, 0), (1, 1), False)
    case("dilated_ceil", values(1, 2, 7, 7), (3, 2), (2, 2), (1, 1), (2, 1), True)
    case("no_batch", values(0, 2, 4, 4), *plain)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 5, 5, dtype=dtype), *overlapping)
    case("channels_last", values(2, 3, 4, 4), *overlapping, order=CHANNELS_LAST, last=True)


def make_averages() -> Cases:
    cases = Cases()
    case = cases.of("aten::_adaptive_avg_pool2d.out", aten._adaptive_avg_pool2d)
    for size in ((1, 1), (2, 3), (5, 7), (3, 1), (9, 11), (4, 13), (0, 2)):
        name = "_".join(map(str, size))
        case(f"to_{name}", values(2, 3, 5, 7), size)
    case("image", values(3, 8, 6), (3, 4))
    case("no_batch", values(0, 3, 5, 7), (2, 2))
    case.each_dtype(FLOATS, (2, 2, 6, 5), (4, 3))
    last = Ordered(values(2, 3, 5, 4), CHANNELS_LAST)
    case("channels_last", last, (3, 3), out_order=CHANNELS_LAST)
    case("channels_last_in", last, (2, 5))
    special = torch.tensor([[[float("nan"), 1, 2], [float("inf"), 3, 4]]])
    case("special", special, (2, 2))
    case("no_channels", values(2, 0, 5, 7), (2, 2))
    case = cases.of("aten::avg_pool1d.out", aten.avg_pool1d)
    for include in (True, False):
        lists = ((3,), (2,), (1,))
        name = f"include_{include}"
        case(name, values(2, 3, 8), *lists, True, include)
        case(f"{name}_Long", values(3, 7).long(), *lists, False, include)
    case.each_dtype(FLOATS, (1, 2, 6), (2,), (), (0,), False, True)
    turned, rest = Ordered(values(2, 3, 8), (0, 2, 1)), ((3,), (1,), (0,), False, True)
    case("turned", turned, *rest, out_order=(2, 1, 0))
    case = cases.of("aten::avg_pool2d.out", aten.avg_pool2d)
    for divisor in (-3, 1, -1, None, 2**40, -(2**63)):
        for dtype in (torch.float32, torch.int64):
            x = values(1, 2, 5, 5, dtype=dtype)
            name = f"{NAMES[dtype]}_divisor_{divisor}"
            case(name, x, (3, 2), (2, 1), (1, 0), False, True, divisor)
    for include in (True, False):
        for ceil_mode in (True, False):
            x = values(1, 2, 6, 7, dtype=torch.int64)
            name = f"Long_include_{include}_ceil_{ceil_mode}"
            lists = ((3, 3), (2, 2), (1, 1))
            case(name, x, *lists, ceil_mode, include, None)
    x = torch.full((1, 2, 2), 2**62, dtype=torch.int64)
    case("Long_wraps", x, (2, 2), (), (0, 0), False, True, None)
    for include in (True, False):
        x, lists = values(1, 1, 2, 2), ((3, 3), (2, 2), (0, 0))
        case(f"beyond_input_{include}", x, *lists, True, include, None)
    return cases
