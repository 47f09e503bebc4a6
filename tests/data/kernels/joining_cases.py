"""Cases of operators that join tensors, or write elements over others."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from case_text import CHANNELS_LAST, NAMES, Cases, Ordered, aten, ordered, values
from movement_cases import ORDERS, REVERSED, everywhere


def make_joining() -> Cases:
    cases = Cases()
    for make in (_joins, _frames, _replaced, _copies):
        make(cases)
    return cases


def _joins(cases: Cases) -> None:
    cat: Callable[..., Any] = lambda tensors, dim: torch.cat(tensors, dim)  # noqa: E731
    stack: Callable[..., Any] = lambda tensors, dim: torch.stack(tensors, dim)  # noqa: E731
    operator = "aten::cat.out"
    for dtype in NAMES:
        pair = [values(2, 3, dtype=dtype), values(1, 3, dtype=dtype)]
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", cat, pair, 0)
        same = [values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)]
        cases.add_if_implemented("aten::stack.out", f"dtype_{NAMES[dtype]}", stack, same, 1)
    cases.add(operator, "columns", cat, [values(2, 3), values(2, 1), values(2, 2)], -1)
    cases.add(operator, "middle", cat, [values(2, 3, 2), values(2, 1, 2)], 1)
    cases.add(operator, "one", cat, [values(2, 3)], 0)
    cases.add(operator, "empty_row", cat, [values(0), values(2, 3), values(0)], 1)
    cases.add(operator, "empty_rows", cat, [values(0), values(0)], 0)
    cases.add(operator, "empty_part", cat, [values(2, 0), values(2, 2)], 1)
    images = [values(2, 3, 2, 4), values(2, 2, 2, 4)]
    for (name, order), (to_name, to) in itertools.product(ORDERS.items(), repeat=2):
        given = [ordered(image, order) for image in images]
        cases.add(operator, f"{name}_to_{to_name}", cat, given, 1, out_order=to)
    mixed = [values(2, 3), values(1, 3, dtype=torch.int64), values(1, 3, dtype=torch.bool)]
    cases.add(operator, "mixed", cat, mixed, 0)
    mixed = [values(2, 2, dtype=torch.int32), values(2, 3, dtype=torch.int8)]
    cases.add(operator, "mixed_ints", cat, mixed, 1)
    mixed = [ordered(images[0], CHANNELS_LAST), values(2, 2, 2, 4, dtype=torch.float16)]
    cases.add(operator, "mixed_layouts", cat, mixed, 1, out_order=CHANNELS_LAST)
    operator = "aten::stack.out"
    for dim in (0, 1, 2, -1, -3):
        cases.add(operator, f"of_{dim}", stack, [values(2, 3) for _ in range(3)], dim)
    cases.add(operator, "zero_dims", stack, [values(), values()], 0)
    cases.add(operator, "empty", stack, [values(0, 2), values(0, 2)], 1)
    cases.add(operator, "mixed", stack, [values(3), values(3, dtype=torch.int32)], 0)
    cases.add(operator, "columns_first", stack, [Ordered(values(2, 3), (1, 0)), values(2, 3)], 1)


def _frames(cases: Cases) -> None:
    operator = "aten::constant_pad_nd.out"
    pad: Callable[..., Any] = lambda x, by, value: aten.constant_pad_nd(x, list(by), value)  # noqa: E731
    for dtype in NAMES:
        x = values(2, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", pad, x, (1, 2), 1)
    for index, by in enumerate(
        ((0, 0), (1, 0, 2, 1), (-1, 2), (-1, -1, 1, 0), (2, -4), (-4, 3), (), (0, 0, 0, 0, 1, 1))
    ):
        cases.add(operator, f"by_{index}", pad, values(2, 3, 4), by, -2.5)
    cases.add(operator, "empty", pad, values(2, 0), (1, 2), 4)
    cases.add(operator, "to_nothing", pad, values(2, 3), (-1, -2), 4)
    image = ordered(values(1, 2, 3, 2), CHANNELS_LAST)
    cases.add(operator, "channels_last", pad, image, (1, 1, 1, 1), 0, out_order=CHANNELS_LAST)
    for operator, function in (
        ("aten::tril.out", torch.tril),
        ("aten::triu.out", torch.triu),
    ):
        for dtype in NAMES:
            x = values(3, 4, dtype=dtype)
            cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", function, x, 0)
        for diagonal in (1, -1, 3, 4, -3, -4, 2**40, -(2**40)):
            cases.add(operator, f"of_{diagonal}", function, values(3, 4), diagonal)
        cases.add(operator, "matrices", function, values(2, 2, 3, 3), 0)
        cases.add(operator, "empty", function, values(0, 3), 0)
        stack = ordered(values(2, 3, 2, 4), CHANNELS_LAST)
        cases.add(operator, "channels_last", function, stack, 1, out_order=REVERSED)


def _replaced(cases: Cases) -> None:
    operator = "aten::slice_scatter.out"
    function = aten.slice_scatter.default
    for dtype in NAMES:
        x, part = values(5, 3, dtype=dtype), values(3, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", function, x, part, 0, 1, 4, 1)
    for index, (start, end, step, count) in enumerate(
        ((None, None, 1, 6), (0, 6, 2, 3), (-2, 100, 1, 2), (4, 2, 1, 0), (1, 6, 4, 2))
    ):
        x, part = values(2, 6), values(2, count)
        cases.add(operator, f"part_{index}", function, x, part, 1, start, end, step)
    order = ordered(values(2, 2, 2, 4), REVERSED)
    image = ordered(values(2, 3, 2, 4), CHANNELS_LAST)
    cases.add(operator, "layouts", function, image, order, 1, 1, 3, 1, out_order=CHANNELS_LAST)
    mixed = values(2, 2, dtype=torch.int32)
    cases.add(operator, "mixed", function, values(2, 6), mixed, 1, 0, 6, 3)
    operator = "aten::select_scatter.out"
    function = aten.select_scatter.default
    for dtype in NAMES:
        x, part = values(3, 4, dtype=dtype), values(3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", function, x, part, 1, 2)
    for dim, index in ((0, 0), (1, -1), (-1, 3), (-3, -2)):
        x = values(2, 3, 4)
        part = x.select(dim, index) * 2
        cases.add(operator, f"of_{dim}_{index}", function, x, part.contiguous(), dim, index)
    cases.add(operator, "of_a_row", function, values(4), values(), 0, 1)
    cases.add(operator, "layouts", function, image, values(2, 2, 4), 1, -1, out_order=REVERSED)
    cases.add(operator, "mixed", function, values(2, 3), values(2, dtype=torch.bool), 1, 0)


def _copies(cases: Cases) -> None:
    clone: Callable[..., Any] = lambda x: x.clone()  # noqa: E731
    copy: Callable[..., Any] = lambda x, src, _: aten.copy(x, src)  # noqa: E731
    for name in ("alias_copy", "detach_copy", "lift_fresh_copy"):
        everywhere(cases, f"aten::{name}.out", clone)
        cases.add(f"aten::{name}.out", "empty", clone, values(0, 2))
    operator = "aten::copy.out"
    for dtype in NAMES:
        x, src = values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", copy, x, src, False)
    shapes: Sequence[Sequence[int]] = ((3,), (2, 1), (1, 1), ())
    for index, shape in enumerate(shapes):
        cases.add(operator, f"stretched_{index}", copy, values(2, 3), values(*shape), False)
    cases.add(operator, "mixed", copy, values(2, 3, dtype=torch.int32), values(2, 1) * 9, False)
    cases.add(operator, "empty", copy, values(0, 3), values(1, 3), False)
    image = values(2, 3, 2, 4)
    for name, order in ORDERS.items():
        source = values(2, 3, 2, 4, dtype=torch.float64)
        cases.add(operator, f"layout_{name}", copy, image, ordered(image, order), True)
        cases.add(operator, f"mixed_{name}", copy, image, source, True, out_order=order)
