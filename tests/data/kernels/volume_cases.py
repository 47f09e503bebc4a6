"""Cases of convolutions and pooling over three spatial dimensions."""

from __future__ import annotations

import torch
from case_text import FLOATS, NAMES, SIGNED, Cases, Ordered, aten, values

LAST = (0, 2, 3, 4, 1)


def make_volumes() -> Cases:
    cases = Cases()
    _convolutions(cases)
    _averages(cases)
    _maxima(cases)
    return cases


def _convolutions(cases: Cases) -> None:
    case = cases.of("aten::convolution.out", aten.convolution)
    none = (0, 0, 0)
    # input, weight, stride, padding, dilation, transposed, output padding, groups
    shapes = (
        ((1, 2, 4, 5, 6), (3, 2, 2, 3, 3), (1, 1, 1), none, (1, 1, 1), False, none, 1),
        ((2, 3, 5, 4, 4), (2, 3, 3, 3, 3), (2, 1, 2), (1, 1, 1), (1, 1, 1), False, none, 1),
        ((1, 4, 5, 5, 5), (4, 2, 3, 2, 2), (1, 2, 1), (1, 0, 2), (2, 1, 2), False, none, 2),
        ((1, 3, 3, 3, 3), (6, 1, 1, 1, 1), (1, 1, 1), none, (1, 1, 1), False, none, 3),
        ((1, 2, 3, 2, 4), (2, 3, 2, 2, 3), (2, 2, 1), (1, 0, 1), (1, 1, 1), True, (1, 0, 0), 1),
        ((1, 4, 2, 3, 2), (4, 1, 3, 2, 2), (1, 2, 3), none, (2, 1, 1), True, (0, 1, 2), 2),
        ((1, 1, 6, 6, 6), (2, 1, 2, 2, 2), (2,), (1,), (2,), False, (0,), 1),
    )
    for index, (sizes, filters, *rest) in enumerate(shapes):
        x, w = values(*sizes), values(*filters)
        count = filters[1] * rest[-1] if rest[3] else filters[0]
        case(f"n{index}", x, w, values(count), *rest)
        case(f"n{index}_plain", x, w, None, *rest)
        case(f"n{index}_last", Ordered(x, LAST), w, None, *rest, out_order=LAST)
    for dtype in (*FLOATS, torch.uint8, *SIGNED):
        x, w = values(1, 2, 3, 4, 4, dtype=dtype), values(2, 2, 2, 2, 3, dtype=dtype)
        rest = ((1, 1, 1), (1, 0, 1), (1, 1, 1), False, none, 1)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, w, values(2, dtype=dtype), *rest)


WINDOWS = (
    ((2, 2, 2), (), (0, 0, 0)),
    ((3, 2, 3), (1, 2, 2), (1, 1, 1)),
    ((2,), (1,), (1,)),
    ((3, 3, 3), (2, 3, 1), (0, 1, 1)),
)


def _averages(cases: Cases) -> None:
    case = cases.of("aten::avg_pool3d.out", aten.avg_pool3d)
    for index, window in enumerate(WINDOWS):
        for ceil in (False, True):
            for include in (False, True):
                rest = (*window, ceil, include, None)
                case(f"n{index}_{ceil}_{include}", values(1, 2, 4, 5, 4), *rest)
    case("divisor", values(3, 5, 6, 4), *WINDOWS[1], True, False, 7)
    case("negative", values(3, 5, 6, 4), *WINDOWS[0], False, True, -3)
    last = Ordered(values(2, 3, 3, 4, 4), LAST)
    case("last", last, *WINDOWS[1], False, True, None, out_order=LAST)
    case.each_dtype((*FLOATS, torch.int64), (1, 2, 4, 4, 5), *WINDOWS[1], True, True, None)


def _maxima(cases: Cases) -> None:
    case = cases.of("aten::max_pool3d_with_indices.out", aten.max_pool3d_with_indices)
    for index, window in enumerate(WINDOWS):
        for dilation in ((1, 1, 1), (2, 1, 2)):
            for ceil in (False, True):
                name = f"n{index}_{dilation[0]}_{ceil}"
                case(name, values(1, 2, 5, 5, 6), *window, dilation, ceil)
    equal = torch.tensor([1.0, 1.0, float("nan"), 2.0, float("nan"), -float("inf")]).repeat(12)
    case("special", equal.reshape(1, 3, 4, 6), *WINDOWS[0], (1,), False)
    low = torch.full((1, 2, 2, 2), -float("inf"))
    case("lowest", low, (2,), (1,), (1,), (1,), False)
    last = Ordered(values(2, 3, 3, 4, 4), LAST)
    case("last", last, *WINDOWS[1], (1,), False, out_order=LAST)
    case.each_dtype((*FLOATS, torch.uint8, *SIGNED), (1, 2, 4, 4, 5), *WINDOWS[1], (1,), False)
