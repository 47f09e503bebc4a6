"""Cases of operators that move elements to another place."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch
from case_text import CHANNELS_LAST, NAMES, Cases, Order, Ordered, aten, ordered, values

REVERSED = (3, 2, 1, 0)
ORDERS: dict[str, Order] = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": REVERSED}


def make_movement() -> Cases:
    cases = Cases()
    for make in (_slices, _splits, _shapes, _windows, _moves):
        make(cases)
    return cases


def everywhere(
    cases: Cases, operator: str, function: Callable[..., torch.Tensor], *rest: Any
) -> None:
    """Every dtype, and an image of 2x3x2x4 in every dim order."""
    for dtype in NAMES:
        name = f"dtype_{NAMES[dtype]}"
        cases.add_if_implemented(operator, name, function, values(2, 3, 2, 4, dtype=dtype), *rest)
    for (name, order), (to_name, to) in itertools.product(ORDERS.items(), repeat=2):
        image = values(2, 3, 2, 4)
        if to is not None and function(image, *rest).dim() != 4:
            continue
        label = f"{name}_to_{to_name}"
        cases.add(operator, label, function, ordered(image, order), *rest, out_order=to)


def _slices(cases: Cases) -> None:
    operator = "aten::slice_copy.Tensor_out"
    function = aten.slice_copy.Tensor
    everywhere(cases, operator, function, 1, 1, 3, 1)
    for index, (start, end, step) in enumerate(
        (
            (None, None, 1),
            (0, 8, 3),
            (-3, -1, 1),
            (2, 2**60, 2),
            (-100, 100, 1),
            (5, 2, 1),
            (9, 12, 1),
            (-(2**60), 2**60, 2**60),
            (7, 8, 7),
        )
    ):
        cases.add(operator, f"part_{index}", function, values(2, 8), -1, start, end, step)
        cases.add(operator, f"row_{index}", function, values(8, 2), 0, start, end, step)
    cases.add(operator, "empty", function, values(2, 0, 3), 0, 1, 2, 1)
    cases.add(operator, "empty_dimension", function, values(2, 0, 3), 1, 1, 2, 1)
    operator = "aten::narrow_copy.out"
    everywhere(cases, operator, aten.narrow_copy.default, 1, 1, 2)
    for index, (start, length) in enumerate(((0, 5), (5, 0), (-2, 2), (2, 1))):
        cases.add(
            operator, f"part_{index}", aten.narrow_copy.default, values(5, 2), 0, start, length
        )
    operator = "aten::select_copy.int_out"
    function = aten.select_copy.int
    everywhere(cases, operator, function, 1, 1)
    for dim, index in ((0, 0), (1, -1), (-1, 3), (-3, -2)):
        cases.add(operator, f"of_{dim}_{index}", function, values(2, 3, 4), dim, index)
    cases.add(operator, "of_a_row", function, values(4), 0, 2)


def _splits(cases: Cases) -> None:
    split: Callable[..., Any] = lambda x, size, dim: [  # noqa: E731
        each.contiguous() for each in x.split(size, dim)
    ]
    sizes: Callable[..., Any] = lambda x, sizes, dim: split(x, list(sizes), dim)  # noqa: E731
    unbind: Callable[..., Any] = lambda x, dim: [  # noqa: E731
        each.contiguous() for each in x.unbind(dim)
    ]
    operator = "aten::split_copy.Tensor_out"
    for dtype in NAMES:
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", split, values(5, 3, dtype=dtype), 2, 0
        )
    for size, dim in ((1, 1), (2, -1), (3, 1), (100, 0), (2**40, 0)):
        cases.add(operator, f"by_{size}_of_{dim}", split, values(4, 3, 2), size, dim)
    cases.add(operator, "nothing", split, values(0, 3), 0, 0)
    cases.add(operator, "nothing_by_2", split, values(0, 3), 2, 0)
    cases.add(operator, "channels_last", split, ordered(values(2, 4, 2, 2), CHANNELS_LAST), 2, 1)
    operator = "aten::split_with_sizes_copy.out"
    for dtype in NAMES:
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", sizes, values(2, 5, dtype=dtype), (2, 3), 1
        )
    cases.add(operator, "of_0", sizes, values(5, 3), (2, 2, 1), 0)
    cases.add(operator, "of_nothing", sizes, values(3, 5), (0, 5, 0), -1)
    cases.add(operator, "whole", sizes, values(3), (3,), 0)
    cases.add(operator, "reversed", sizes, ordered(values(2, 3, 4, 2), REVERSED), (1, 2), 1)
    operator = "aten::unbind_copy.int_out"
    for dtype in NAMES:
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", unbind, values(2, 3, dtype=dtype), 0
        )
    for dim in (0, 1, -1):
        cases.add(operator, f"of_{dim}", unbind, values(2, 3, 4), dim)
    cases.add(operator, "of_a_row", unbind, values(3), 0)
    cases.add(operator, "channels_last", unbind, ordered(values(2, 3, 2, 2), CHANNELS_LAST), 1)


def _shapes(cases: Cases) -> None:
    expand: Callable[..., Any] = lambda x, size, _: x.expand(size).contiguous()  # noqa: E731
    operator = "aten::expand_copy.out"
    for dtype in NAMES:
        x = values(3, 1, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", expand, x, (3, 4), False)
    cases.add(operator, "lead", expand, values(2, 4), (3, 2, 4), False)
    cases.add(operator, "kept", expand, values(1, 2, 1), (3, -1, 2), False)
    cases.add(operator, "same", expand, values(2, 3), (2, 3), False)
    cases.add(operator, "zero_dims", expand, values(), (2, 3), False)
    cases.add(operator, "zero_dims_kept", expand, values(), (), False)
    cases.add(operator, "to_nothing", expand, values(1, 3), (0, 3), False)
    cases.add(operator, "lead_of_0", expand, values(3), (0, 3), True)
    image = ordered(values(2, 1, 2, 3), CHANNELS_LAST)
    cases.add(operator, "channels_last", expand, image, (2, 4, 2, 3), False)
    cases.add(
        operator, "to_channels_last", expand, image, (2, 4, 2, 3), False, out_order=CHANNELS_LAST
    )
    squeeze: Callable[..., Any] = lambda x, dims: x.squeeze(dims).clone()  # noqa: E731
    operator = "aten::squeeze_copy.dims_out"
    for dtype in NAMES:
        x = values(2, 1, 3, 1, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", squeeze, x, (1, 3))
        cases.add_if_implemented(
            "aten::squeeze_copy.dim_out", f"dtype_{NAMES[dtype]}", squeeze, x, 1
        )
        cases.add_if_implemented(
            "aten::unsqueeze_copy.out",
            f"dtype_{NAMES[dtype]}",
            lambda x, dim: x.unsqueeze(dim).clone(),
            values(2, 3, dtype=dtype),
            1,
        )
    for index, dims in enumerate(((0, 2), (-1,), (1,), ())):
        cases.add(operator, f"dims_{index}", squeeze, values(1, 3, 1), dims)
    cases.add(operator, "zero_dims", squeeze, values(), (0,))
    cases.add(operator, "empty", squeeze, values(1, 0), (0, 1))
    cases.add(operator, "reversed", squeeze, ordered(values(2, 1, 3, 2), REVERSED), (1,))
    operator = "aten::squeeze_copy.dim_out"
    for dim in (0, -1, 1):
        cases.add(operator, f"of_{dim}", squeeze, values(1, 3, 1), dim)
    cases.add(operator, "zero_dims", squeeze, values(), -1)
    unsqueeze: Callable[..., Any] = lambda x, dim: x.unsqueeze(dim).clone()  # noqa: E731
    operator = "aten::unsqueeze_copy.out"
    for dim in (0, 2, -1, -3):
        cases.add(operator, f"of_{dim}", unsqueeze, values(2, 3), dim)
    cases.add(operator, "zero_dims", unsqueeze, values(), 0)
    cases.add(operator, "columns_first", unsqueeze, Ordered(values(2, 3), (1, 0)), 1)
    cases.add(operator, "to_channels_last", unsqueeze, values(2, 3, 4), 0, out_order=CHANNELS_LAST)
    operator = "aten::transpose_copy.int_out"
    transpose: Callable[..., Any] = lambda x, a, b: x.transpose(a, b).contiguous()  # noqa: E731
    everywhere(cases, operator, transpose, 1, -1)
    cases.add(operator, "same", transpose, values(2, 3), 1, -1)
    cases.add(operator, "zero_dims", transpose, values(), 0, -1)
    operator = "aten::t_copy.out"
    turn: Callable[..., Any] = lambda x: x.t().contiguous()  # noqa: E731
    for dtype in NAMES:
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", turn, values(2, 3, dtype=dtype))
    cases.add(operator, "columns_first", turn, Ordered(values(2, 3), (1, 0)))
    cases.add(operator, "row", turn, values(3))
    cases.add(operator, "zero_dims", turn, values())


def _windows(cases: Cases) -> None:
    operator = "aten::diagonal_copy.out"
    function = aten.diagonal_copy.default
    everywhere(cases, operator, function, 0, 1, 3)
    for offset in (0, 1, -1, 3, -2, 4, -3, 100, -(2**63), 2**63 - 1):
        given = max(-(2**40), min(offset, 2**40))
        cases.add(
            operator,
            f"of_{offset}",
            lambda x, _, a, b, by=given: aten.diagonal_copy.default(x, by, a, b),
            values(3, 4),
            offset,
            0,
            1,
        )
    cases.add(operator, "backward", function, values(3, 4, 2), 1, -1, 0)
    operator = "aten::as_strided_copy.out"
    strided: Callable[..., Any] = lambda x, size, stride, start: aten.as_strided_copy(  # noqa: E731
        x, list(size), list(stride), start
    ).contiguous()
    for dtype in NAMES:
        x = values(3, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", strided, x, (2, 2), (3, 1), 1)
    cases.add(operator, "windows", strided, values(6), (4, 3), (1, 1), None)
    cases.add(operator, "repeated", strided, values(3), (2, 3), (0, 1), None)
    cases.add(operator, "scalar", strided, values(3), (), (), 2)
    cases.add(operator, "ones_far_apart", strided, values(3), (1, 3), (2**62, 1), 0)
    cases.add(operator, "nothing", strided, values(3), (0, 3), (2**40, 1), 3)
    operator = "aten::unfold_copy.out"
    unfold: Callable[..., Any] = lambda x, *rest: x.unfold(*rest).contiguous()  # noqa: E731
    for dtype in NAMES:
        x = values(2, 8, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", unfold, x, 1, 3, 2)
    cases.add(operator, "first", unfold, values(5, 2), 0, 2, 1)
    cases.add(operator, "whole", unfold, values(2, 5), -1, 5, 2**40)
    cases.add(operator, "of_nothing", unfold, values(2, 5), 1, 0, 2)
    cases.add(operator, "zero_dims", unfold, values(), 0, 1, 1)
    cases.add(
        operator, "channels_last", unfold, ordered(values(2, 3, 4, 5), CHANNELS_LAST), 2, 2, 1
    )


def _moves(cases: Cases) -> None:
    flip: Callable[..., Any] = lambda x, dims: x.flip(tuple(dims))  # noqa: E731
    operator = "aten::flip.out"
    everywhere(cases, operator, flip, (0, 2))
    for index, dims in enumerate(((0,), (-1,), (0, 1), ())):
        cases.add(operator, f"dims_{index}", flip, values(3, 4), dims)
    cases.add(operator, "empty", flip, values(2, 0), (0, 1))
    cases.add(operator, "zero_dims", flip, values(), ())
    operator = "aten::roll.out"
    roll: Callable[..., Any] = lambda x, by, dims: aten.roll(x, list(by), list(dims))  # noqa: E731
    everywhere(cases, operator, roll, (1, -2), (1, 3))
    for index, (by, dims) in enumerate(
        (
            ((1,), (0,)),
            ((-1,), (1,)),
            ((2, 3, -5), (0, 1, 2)),
            ((7,), (-1,)),
            ((2**62 + 1,), (1,)),
            ((-(2**62),), (0,)),
            ((5,), ()),
            ((-29,), ()),
            ((0, 1), (0, 1)),
            ((1, 1), (1, 1)),
        )
    ):
        cases.add(operator, f"by_{index}", roll, values(2, 3, 4), by, dims)
    cases.add(operator, "empty", roll, values(2, 0), (1,), (1,))
    cases.add(operator, "zero_dims", roll, values(), (3,), ())
    operator = "aten::repeat.out"
    repeat: Callable[..., Any] = lambda x, times: x.repeat(tuple(times))  # noqa: E731
    everywhere(cases, operator, repeat, (1, 2, 1, 2))
    for index, times in enumerate(((2, 3), (2, 1, 3), (1, 1), (0, 2), (2, 1, 1, 2))):
        cases.add(operator, f"times_{index}", repeat, values(2, 2), times)
    cases.add(operator, "zero_dims", repeat, values(), (2, 3))
    cases.add(operator, "zero_dims_kept", repeat, values(), ())
    cases.add(operator, "empty", repeat, values(0, 2), (2, 2))
    for operator, function, shape in (
        ("aten::pixel_shuffle.out", aten.pixel_shuffle.default, (8, 2, 3)),
        ("aten::pixel_unshuffle.out", aten.pixel_unshuffle.default, (2, 4, 6)),
    ):
        for dtype in NAMES:
            name = f"dtype_{NAMES[dtype]}"
            whole: Callable[..., Any] = lambda x, r, function=function: (  # noqa: E731
                function(x.to(torch.float64), r).to(x.dtype)
            )
            cases.add_if_implemented(operator, name, whole, values(*shape, dtype=dtype), 2)
        cases.add(operator, "batches", function, values(3, *shape), 2)
        cases.add(operator, "batches_of_batches", function, values(2, 1, 3, *shape), 2)
        cases.add(operator, "factor_1", function, values(2, *shape), 1)
    cases.add("aten::pixel_shuffle.out", "empty", aten.pixel_shuffle.default, values(0, 4, 2, 3), 2)
    cases.add(
        "aten::pixel_shuffle.out", "factor_3", aten.pixel_shuffle.default, values(1, 18, 1, 2), 3
    )
