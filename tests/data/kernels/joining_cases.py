"""Cases of operators that join tensors, or write elements over others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import torch
from case_text import CHANNELS_LAST, NAMES, Cases, Ordered, aten, ordered, values
from movement_cases import ORDERS, REVERSED, everywhere


def make_joining() -> Cases:
    cases = Cases()
    for make in (_joins, _frames, _replaced, _copies):
        make(cases)
    return cases


def _joins(cases: Cases) -> None:
    case, stack = cases.of("aten::cat.out", torch.cat), cases.of("aten::stack.out", torch.stack)
    for dtype in NAMES:
        pair = [values(2, 3, dtype=dtype), values(1, 3, dtype=dtype)]
        case.if_possible(f"dtype_{NAMES[dtype]}", pair, 0)
        same = [values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)]
        stack.if_possible(f"dtype_{NAMES[dtype]}", same, 1)
    case("columns", [values(2, 3), values(2, 1), values(2, 2)], -1)
    case("middle", [values(2, 3, 2), values(2, 1, 2)], 1)
    case("one", [values(2, 3)], 0)
    case("empty_row", [values(0), values(2, 3), values(0)], 1)
    case("empty_rows", [values(0), values(0)], 0)
    case("empty_part", [values(2, 0), values(2, 2)], 1)
    images = [values(2, 3, 2, 4), values(2, 2, 2, 4)]
    for (name, order), (to_name, to) in itertools.product(ORDERS.items(), repeat=2):
        given = [ordered(image, order) for image in images]
        case(f"{name}_to_{to_name}", given, 1, out_order=to)
    mixed = [values(2, 3), values(1, 3, dtype=torch.int64), values(1, 3, dtype=torch.bool)]
    case("mixed", mixed, 0)
    mixed = [values(2, 2, dtype=torch.int32), values(2, 3, dtype=torch.int8)]
    case("mixed_ints", mixed, 1)
    mixed = [ordered(images[0], CHANNELS_LAST), values(2, 2, 2, 4, dtype=torch.float16)]
    case("mixed_layouts", mixed, 1, out_order=CHANNELS_LAST)
    for dim in (0, 1, 2, -1, -3):
        stack(f"of_{dim}", [values(2, 3) for _ in range(3)], dim)
    stack("zero_dims", [values(), values()], 0)
    stack("empty", [values(0, 2), values(0, 2)], 1)
    stack("mixed", [values(3), values(3, dtype=torch.int32)], 0)
    stack("columns_first", [Ordered(values(2, 3), (1, 0)), values(2, 3)], 1)


def _frames(cases: Cases) -> None:
    case = cases.of("aten::constant_pad_nd.out", aten.constant_pad_nd)
    case.each_dtype(NAMES, (2, 3), (1, 2), 1)
    for index, by in enumerate(
        ((0, 0), (1, 0, 2, 1), (-1, 2), (-1, -1, 1, 0), (2, -4), (-4, 3), (), (0, 0, 0, 0, 1, 1))
    ):
        case(f"by_{index}", values(2, 3, 4), by, -2.5)
    case("empty", values(2, 0), (1, 2), 4)
    case("to_nothing", values(2, 3), (-1, -2), 4)
    image = ordered(values(1, 2, 3, 2), CHANNELS_LAST)
    case("channels_last", image, (1, 1, 1, 1), 0, out_order=CHANNELS_LAST)
    for function in (torch.tril, torch.triu):
        case = cases.of(f"aten::{function.__name__}.out", function)
        case.each_dtype(NAMES, (3, 4), 0)
        for diagonal in (1, -1, 3, 4, -3, -4, 2**40, -(2**40)):
            case(f"of_{diagonal}", values(3, 4), diagonal)
        case("matrices", values(2, 2, 3, 3), 0)
        case("empty", values(0, 3), 0)
        stack = ordered(values(2, 3, 2, 4), CHANNELS_LAST)
        case("channels_last", stack, 1, out_order=REVERSED)


def _replaced(cases: Cases) -> None:
    case = cases.of("aten::slice_scatter.out", aten.slice_scatter.default)
    for dtype in NAMES:
        x, part = values(5, 3, dtype=dtype), values(3, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, part, 0, 1, 4, 1)
    for index, (start, end, step, count) in enumerate(
        ((None, None, 1, 6), (0, 6, 2, 3), (-2, 100, 1, 2), (4, 2, 1, 0), (1, 6, 4, 2))
    ):
        x, part = values(2, 6), values(2, count)
        case(f"part_{index}", x, part, 1, start, end, step)
    order = ordered(values(2, 2, 2, 4), REVERSED)
    image = ordered(values(2, 3, 2, 4), CHANNELS_LAST)
    case("layouts", image, order, 1, 1, 3, 1, out_order=CHANNELS_LAST)
    mixed = values(2, 2, dtype=torch.int32)
    case("mixed", values(2, 6), mixed, 1, 0, 6, 3)
    case = cases.of("aten::select_scatter.out", aten.select_scatter.default)
    for dtype in NAMES:
        x, part = values(3, 4, dtype=dtype), values(3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, part, 1, 2)
    for dim, index in ((0, 0), (1, -1), (-1, 3), (-3, -2)):
        x = values(2, 3, 4)
        part = x.select(dim, index) * 2
        case(f"of_{dim}_{index}", x, part.contiguous(), dim, index)
    case("of_a_row", values(4), values(), 0, 1)
    case("layouts", image, values(2, 2, 4), 1, -1, out_order=REVERSED)
    case("mixed", values(2, 3), values(2, dtype=torch.bool), 1, 0)


def _copies(cases: Cases) -> None:
    for name in ("alias_copy", "detach_copy", "lift_fresh_copy"):
        case = cases.of(f"aten::{name}.out", torch.clone)
        everywhere(case)
        case("empty", values(0, 2))
    case = cases.of("aten::copy.out", lambda x, src, _: aten.copy(x, src))
    for dtype in NAMES:
        x, src = values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, src, False)
    shapes: Sequence[Sequence[int]] = ((3,), (2, 1), (1, 1), ())
    for index, shape in enumerate(shapes):
        case(f"stretched_{index}", values(2, 3), values(*shape), False)
    case("mixed", values(2, 3, dtype=torch.int32), values(2, 1) * 9, False)
    case("empty", values(0, 3), values(1, 3), False)
    image = values(2, 3, 2, 4)
    for name, order in ORDERS.items():
        source = values(2, 3, 2, 4, dtype=torch.float64)
        case(f"layout_{name}", image, ordered(image, order), True)
        case(f"mixed_{name}", image, source, True, out_order=order)
