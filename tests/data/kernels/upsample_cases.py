"""Cases of resized images."""

from __future__ import annotations

from typing import Any

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, SIGNED, Cases, Order, Ordered, aten, values

NEAREST = "aten::upsample_nearest2d"
BILINEAR = "aten::upsample_bilinear2d"
SIZES = ((8, 10), (4, 5), (2, 3), (7, 3), (3, 11), (1, 1), (13, 5))
FACTORS = ((2.0, 2.0), (0.5, 0.75), (1.3, 2.1), (3.7, 0.3), (1.0, 1.0), (1.999, 1.0001))


def make_nearest() -> Cases:
    cases = Cases()
    resized = cases.of(f"{NEAREST}.vec_out", aten.upsample_nearest2d.vec)

    def case(name: str, x: Any, size: Any, factors: Any = None, order: Order = None) -> None:
        resized(name, x, size, factors, out_order=order)

    for size in SIZES:
        case("to_" + "_".join(map(str, size)), values(2, 2, 4, 5), size)
    for factors in FACTORS:
        case("by_" + "_".join(map(str, factors)), values(1, 2, 4, 5), None, factors)
    numbers = torch.arange(98.0).reshape(1, 1, 2, 49)
    for width in (47, 103, 98, 120, 7):
        case(f"rounding_{width}", numbers.half(), (3, width))
    for factor in (1.7, 0.7, 2.1, 3.3):
        case(f"rounding_by_{factor}", numbers.half(), None, (1.0, factor))
    for dtype in (torch.uint8, *FLOATS):
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 3, 4, dtype=dtype), (5, 3))
    whole = cases.of(
        f"{NEAREST}.vec_out",
        lambda x, *rest: aten.upsample_nearest2d.vec(x.double(), *rest).to(x.dtype),
    )
    whole.each_dtype((*SIGNED, torch.bool), (1, 2, 3, 4), (5, 3), None)
    case("no_batch", values(0, 2, 3, 4), (2, 2))
    last = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    case("channels_last", last, (7, 3), order=CHANNELS_LAST)
    case("channels_last_in", last, None, (1.5, 0.5))
    single = cases.of(f"{NEAREST}.out", aten.upsample_nearest2d)
    for h, w in ((None, None), (1.7, 0.6), (-1.0, 3.0), (None, 1.2)):
        single(f"scales_{h}_{w}", values(1, 2, 4, 5), (6, 3), h, w)
    line = cases.of("aten::upsample_nearest1d.out", aten.upsample_nearest1d)
    for size, scale in ((7, None), (10, None), (5, None), (3, 0.61), (8, 1.7)):
        line(f"to_{size}_{scale}", values(2, 3, 5), (size,), scale)
    line("turned", Ordered(values(2, 3, 5), (1, 2, 0)), (8,), None, out_order=(2, 0, 1))
    return cases


def make_bilinear() -> Cases:
    cases = Cases()
    resized = cases.of(f"{BILINEAR}.vec_out", aten.upsample_bilinear2d.vec)

    def case(
        name: str, x: Any, size: Any, align: bool, factors: Any = None, order: Order = None
    ) -> None:
        resized(name, x, size, align, factors, out_order=order)

    for align in (False, True):
        for size in SIZES:
            name = f"to_{size[0]}_{size[1]}_{align}"
            case(name, values(1, 2, 4, 5), size, align)
        for factors in FACTORS:
            case(f"by_{factors[0]}_{factors[1]}_{align}", values(1, 2, 4, 5), None, align, factors)
        for dtype in FLOATS:
            case(f"dtype_{NAMES[dtype]}_{align}", values(1, 2, 3, 4, dtype=dtype), (5, 3), align)
        last = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        case(f"channels_last_{align}", last, (7, 3), align, order=CHANNELS_LAST)
        case(f"channels_last_in_{align}", last, None, align, (1.5, 0.5))
    case("one_pixel", values(1, 2, 1, 1), (3, 2), False)
    case("no_batch", values(0, 2, 3, 4), (2, 2), False)
    special = torch.tensor([[[[float("inf"), 1, 2], [3, float("nan"), 4]]]])
    case("special", special, (4, 6), False)
    single = cases.of(f"{BILINEAR}.out", aten.upsample_bilinear2d)
    for align in (False, True):
        for h, w in ((None, None), (1.7, 0.6), (-1.0, 3.0)):
            single(f"scales_{h}_{w}_{align}", values(1, 2, 4, 5), (6, 3), align, h, w)
    smooth = cases.of("aten::_upsample_bilinear2d_aa.out", aten._upsample_bilinear2d_aa)
    for align in (False, True):
        for size in SIZES:
            name = f"to_{size[0]}_{size[1]}_{align}"
            smooth(name, values(1, 2, 4, 9), size, align, None, None)
        smooth(f"scales_{align}", values(1, 2, 6, 7), (3, 9), align, 0.45, 1.3)
        x = values(1, 2, 8, 9, dtype=torch.float64)
        smooth(f"dtype_Double_{align}", x, (3, 12), align, None, None)
    last = Ordered(values(2, 3, 8, 5), CHANNELS_LAST)
    smooth("channels_last", last, (3, 7), False, None, None, out_order=CHANNELS_LAST)
    smooth("no_batch", values(0, 2, 3, 4), (2, 2), False, None, None)
    return cases
