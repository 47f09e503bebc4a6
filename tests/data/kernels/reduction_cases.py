"""Cases of means, normalisations and poolings."""

from __future__ import annotations

import itertools
from typing import Any

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, Cases, Order, Ordered, aten, values
from extreme_cases import INF, NAN, typed


def make_mean() -> Cases:
    cases = Cases()
    mean = cases.of("aten::mean.out", typed(aten.mean.dim))

    def case(
        name: str, x: Any, dim: Any, keepdim: bool = False, dtype: Any = None, order: Order = None
    ) -> None:
        mean(name, x, dim, keepdim, dtype, out_order=order)

    dims = [None, (), (0,), (1,), (2,), (-1,), (0, 1), (1, 2), (-1, -2), (0, 2), (0, 1, 2), (2, 0)]
    for index, (dim, keepdim) in enumerate(itertools.product(dims, (False, True))):
        case(f"dims_{index}", values(3, 4, 5), dim, keepdim)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(4, 9, dtype=dtype), (1,))
    for dtype in (torch.int32, torch.int64, torch.uint8, torch.bool, torch.float16):
        case(f"asked_Float_of_{NAMES[dtype]}", values(4, 9, dtype=dtype), (0,), False, 6)
    case("asked_Double_of_Float", values(4, 9), (0,), False, 7)
    case("asked_Half_of_Float", values(4, 9), None, False, 5)
    image = values(2, 3, 4, 5)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,)]):
        case(
            f"channels_last_{index}", Ordered(image, CHANNELS_LAST), dim, True, None, CHANNELS_LAST
        )
        case(f"channels_last_to_row_major_{index}", Ordered(image, CHANNELS_LAST), dim)
    case("zero_dims", values(), None)
    case("zero_dims_dim", values(), (0,))
    case("zero_dims_last", values(), (-1,), True)
    case("nothing_to_sum", values(2, 0), (1,))
    case("empty_result", values(0, 3), (1,))
    case("nothing_at_all", values(0), None)
    case("long", values(2, 1000) + 100, (1,))
    case("long_strided", values(1000, 3) + 100, (0,))
    case("special_numbers", torch.tensor([[INF, 1], [NAN, 1], [3e38, 3e38]]), (1,))
    return cases


def make_batch_norm() -> Cases:
    cases = Cases()
    norm = cases.of(
        "aten::_native_batch_norm_legit_no_training.out",
        aten._native_batch_norm_legit_no_training,
        *(0.1, 1e-5),
    )

    def case(
        name: str,
        x: Any,
        channels: int,
        weight: bool = True,
        bias: bool = True,
        order: Order = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        dtype = dtype or (x.tensor if isinstance(x, Ordered) else x).dtype
        norm(
            name,
            x,
            values(channels, dtype=dtype) if weight else None,
            values(channels, dtype=dtype) if bias else None,
            values(channels, dtype=dtype),
            values(channels, dtype=dtype).abs() + 0.1,
            out_order=order,
        )

    for name, sizes in {
        "plane": (2, 3, 4, 5),
        "line": (2, 3, 4),
        "vector": (4, 3),
        "volume": (1, 2, 2, 3, 2),
        "empty": (0, 3, 2, 2),
    }.items():
        case(name, values(*sizes), sizes[1])
    for weight, bias in ((True, False), (False, True), (False, False)):
        case(f"weight_{weight}_bias_{bias}", values(1, 3, 2, 2), 3, weight, bias)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 3, 2, 2, dtype=dtype), 3)
    case("channels_last", Ordered(values(2, 3, 4, 5), CHANNELS_LAST), 3, order=CHANNELS_LAST)
    for dtype in (torch.float16, torch.bfloat16):
        x = values(2, 3, 2, 2, dtype=dtype)
        case(f"float_parameters_{NAMES[dtype]}", x, 3, dtype=torch.float32)
    return cases


def make_softmax() -> Cases:
    cases = Cases()
    case = cases.of("aten::_softmax.out", aten._softmax)
    for dim in (0, 1, 2, -1, -3):
        case(f"dim_{dim}", values(2, 3, 4), dim, False)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(2, 9, dtype=dtype) * 3, -1, False)
    nan, inf = float("nan"), float("inf")
    rows = [[1000.0, 999.0, -1000.0], [-1e30, -1e30, -1e30], [-inf, 0, 1], [nan, 0, 1]]
    rows += [[0, nan, 1], [0, 1, nan], [inf, 0, 1], [3e38, -3e38, 0]]
    case("special_numbers", torch.tensor(rows), 1, False)
    case("all_minus_infinity", torch.full((1, 3), -inf), 1, False)
    case("zero_dims", values(), 0, False)
    case("empty", values(0, 3), 1, False)
    case("empty_dim", values(3, 0), 1, False)
    image = Ordered(values(1, 3, 2, 2), CHANNELS_LAST)
    case("channels_last", image, 1, False, out_order=CHANNELS_LAST)
    return cases


def make_avg_pool2d() -> Cases:
    cases = Cases()
    pool = cases.of("aten::avg_pool2d.out", aten.avg_pool2d)

    def case(
        name: str,
        x: Any,
        kernel: Any,
        stride: Any = (),
        padding: Any = (0, 0),
        ceil: bool = False,
        include: bool = True,
        divisor: Any = None,
        order: Order = None,
    ) -> None:
        pool(name, x, kernel, stride, padding, ceil, include, divisor, out_order=order)

    case("plain", values(1, 2, 6, 6), (2, 2))
    case("global", values(1, 3, 5, 4), (5, 4))
    case("uneven", values(2, 2, 7, 8), (3, 2), (2, 1))
    case("one_number_lists", values(1, 2, 7, 7), (3,), (2,), (1,))
    for index, (ceil, include) in enumerate(itertools.product((False, True), repeat=2)):
        case(f"padded_{index}", values(1, 2, 7, 6), (3, 3), (2, 2), (1, 1), ceil, include)
        label, x = f"ceil_beyond_padding_{index}", values(1, 1, 5, 5)
        case(label, x, (2, 2), (4, 3), (1, 1), ceil, include)
        label, x = f"last_window_dropped_{index}", values(1, 1, 6, 7)
        case(label, x, (2, 3), (3, 5), (1, 1), ceil, include)
        case(f"divisor_{index}", values(1, 2, 7, 6), (3, 3), (2, 2), (1, 1), ceil, include, 5)
    case("no_batch", values(3, 6, 6), (2, 3))
    case("empty_batch", values(0, 2, 4, 4), (2, 2))
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 5, 5, dtype=dtype), (3, 3), (1, 1), (1, 1))
    image = Ordered(values(1, 3, 5, 6), CHANNELS_LAST)
    case("channels_last", image, (2, 3), (1, 2), (1, 1), order=CHANNELS_LAST)
    case("channels_last_to_row_major", Ordered(values(1, 3, 5, 6), CHANNELS_LAST), (2, 2))
    return cases
