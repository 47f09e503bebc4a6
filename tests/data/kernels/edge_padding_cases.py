"""Cases of padding by reflection and by replication."""

from __future__ import annotations

import torch
from case_text import FLOATS, SIGNED, Cases, Ordered, aten, values

DTYPES = (*FLOATS, torch.uint8, *SIGNED)


def make_edge_padding() -> Cases:
    cases = Cases()
    for kind in ("reflection", "replication"):
        for dims in (1, 2, 3):
            _pads(cases, kind, dims)
    return cases


def _pads(cases: Cases, kind: str, dims: int) -> None:
    case = cases.of(f"aten::{kind}_pad{dims}d.out", getattr(aten, f"{kind}_pad{dims}d"))
    sizes = (3, 4, 5)[-dims:]
    plain = (1, 2) * dims
    case("plain", values(2, *sizes), plain)
    case("batches", values(2, 2, *sizes), plain)
    case("no_batch", values(0, 2, *sizes), plain)
    case("nothing", values(2, *sizes), (0, 0) * dims)
    case("before", values(1, *sizes), (2, 0) * dims)
    case("behind", values(1, *sizes), (0, 2) * dims)
    case("cropped", values(1, *sizes), (-1, -1) * dims)
    case("cropped_before", values(1, *sizes), (-1, 2) * dims)
    case("cropped_behind", values(1, *sizes), (2, -1) * dims)
    for name, pad in (("before", (-5, 2)), ("behind", (2, -4)), ("far", (3, -6)), ("all", (-4, 3))):
        case(f"only_reflected_{name}", values(1, *sizes[:-1], 4), (*pad, *((0, 0) * (dims - 1))))
    if kind == "replication":
        case("far", values(1, *sizes), (5, 7, *(1, 2) * (dims - 1)))
        case("one", values(1, *[1] * dims), (2, 3) * dims)
        case("far_and_cropped", values(1, *sizes), (9, -8, *(0, -1) * (dims - 1)))
    case.each_dtype(DTYPES, (1, *sizes), plain)
    rank = dims + 2
    last = (0, *range(2, rank), 1)
    for name, a, b in (("in", last, None), ("both", last, last)):
        case(f"channels_last_{name}", Ordered(values(2, 2, *sizes), a), plain, out_order=b)
    if dims > 1:
        case("leaves_nothing", torch.ones(1, *[2] * dims), (-1, -1, *(1, 0) * (dims - 1)))
    turned = tuple(reversed(range(rank)))
    case("turned", Ordered(values(2, 2, *sizes), turned), plain, out_order=turned)
