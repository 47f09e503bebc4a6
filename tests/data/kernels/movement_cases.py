"""Cases of operators that move elements to another place."""

from __future__ import annotations

import itertools
from typing import Any

import torch
from case_text import CHANNELS_LAST, NAMES, Case, Cases, Order, Ordered, aten, ordered, values

REVERSED = (3, 2, 1, 0)
ORDERS: dict[str, Order] = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": REVERSED}


def make_movement() -> Cases:
    cases = Cases()
    for make in (_slices, _splits, _shapes, _windows, _moves):
        make(cases)
    return cases


def everywhere(case: Case, *rest: Any) -> None:
    """Every dtype, and an image of 2x3x2x4 in every dim order."""
    case.each_dtype(NAMES, (2, 3, 2, 4), *rest)
    for (name, order), (to_name, to) in itertools.product(ORDERS.items(), repeat=2):
        image = values(2, 3, 2, 4)
        if to is not None and case.function(image, *rest).dim() != 4:
            continue
        label = f"{name}_to_{to_name}"
        case(label, ordered(image, order), *rest, out_order=to)


def _slices(cases: Cases) -> None:
    case = cases.of("aten::slice_copy.Tensor_out", aten.slice_copy.Tensor)
    everywhere(case, 1, 1, 3, 1)
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
        case(f"part_{index}", values(2, 8), -1, start, end, step)
        case(f"row_{index}", values(8, 2), 0, start, end, step)
    case("empty", values(2, 0, 3), 0, 1, 2, 1)
    case("empty_dimension", values(2, 0, 3), 1, 1, 2, 1)
    case = cases.of("aten::narrow_copy.out", aten.narrow_copy.default)
    everywhere(case, 1, 1, 2)
    for index, (start, length) in enumerate(((0, 5), (5, 0), (-2, 2), (2, 1))):
        case(f"part_{index}", values(5, 2), 0, start, length)
    case = cases.of("aten::select_copy.int_out", aten.select_copy.int)
    everywhere(case, 1, 1)
    for dim, index in ((0, 0), (1, -1), (-1, 3), (-3, -2)):
        case(f"of_{dim}_{index}", values(2, 3, 4), dim, index)
    case("of_a_row", values(4), 0, 2)


def _splits(cases: Cases) -> None:
    case = cases.of("aten::split_copy.Tensor_out", aten.split_copy.Tensor)
    case.each_dtype(NAMES, (5, 3), 2, 0)
    for size, dim in ((1, 1), (2, -1), (3, 1), (100, 0), (2**40, 0)):
        case(f"by_{size}_of_{dim}", values(4, 3, 2), size, dim)
    case("nothing", values(0, 3), 0, 0)
    case("nothing_by_2", values(0, 3), 2, 0)
    case("channels_last", ordered(values(2, 4, 2, 2), CHANNELS_LAST), 2, 1)
    case = cases.of("aten::split_with_sizes_copy.out", aten.split_with_sizes_copy)
    case.each_dtype(NAMES, (2, 5), (2, 3), 1)
    case("of_0", values(5, 3), (2, 2, 1), 0)
    case("of_nothing", values(3, 5), (0, 5, 0), -1)
    case("whole", values(3), (3,), 0)
    case("reversed", ordered(values(2, 3, 4, 2), REVERSED), (1, 2), 1)
    case = cases.of("aten::unbind_copy.int_out", aten.unbind_copy.int)
    case.each_dtype(NAMES, (2, 3), 0)
    for dim in (0, 1, -1):
        case(f"of_{dim}", values(2, 3, 4), dim)
    case("of_a_row", values(3), 0)
    case("channels_last", ordered(values(2, 3, 2, 2), CHANNELS_LAST), 1)


def _shapes(cases: Cases) -> None:
    case = cases.of("aten::expand_copy.out", lambda x, size, _: x.expand(size))
    case.each_dtype(NAMES, (3, 1), (3, 4), False)
    case("lead", values(2, 4), (3, 2, 4), False)
    case("kept", values(1, 2, 1), (3, -1, 2), False)
    case("same", values(2, 3), (2, 3), False)
    case("zero_dims", values(), (2, 3), False)
    case("zero_dims_kept", values(), (), False)
    case("to_nothing", values(1, 3), (0, 3), False)
    case("lead_of_0", values(3), (0, 3), True)
    image = ordered(values(2, 1, 2, 3), CHANNELS_LAST)
    case("channels_last", image, (2, 4, 2, 3), False)
    case("to_channels_last", image, (2, 4, 2, 3), False, out_order=CHANNELS_LAST)
    case = cases.of("aten::squeeze_copy.dims_out", torch.squeeze)
    single = cases.of("aten::squeeze_copy.dim_out", torch.squeeze)
    unsqueeze = cases.of("aten::unsqueeze_copy.out", torch.unsqueeze)
    for dtype in NAMES:
        x = values(2, 1, 3, 1, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, (1, 3))
        single.if_possible(f"dtype_{NAMES[dtype]}", x, 1)
        unsqueeze.if_possible(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), 1)
    for index, dims in enumerate(((0, 2), (-1,), (1,), ())):
        case(f"dims_{index}", values(1, 3, 1), dims)
    case("zero_dims", values(), (0,))
    case("empty", values(1, 0), (0, 1))
    case("reversed", ordered(values(2, 1, 3, 2), REVERSED), (1,))
    for dim in (0, -1, 1):
        single(f"of_{dim}", values(1, 3, 1), dim)
    single("zero_dims", values(), -1)
    for dim in (0, 2, -1, -3):
        unsqueeze(f"of_{dim}", values(2, 3), dim)
    unsqueeze("zero_dims", values(), 0)
    unsqueeze("columns_first", Ordered(values(2, 3), (1, 0)), 1)
    unsqueeze("to_channels_last", values(2, 3, 4), 0, out_order=CHANNELS_LAST)
    case = cases.of("aten::transpose_copy.int_out", torch.transpose)
    everywhere(case, 1, -1)
    case("same", values(2, 3), 1, -1)
    case("zero_dims", values(), 0, -1)
    case = cases.of("aten::t_copy.out", torch.t)
    case.each_dtype(NAMES, (2, 3))
    case("columns_first", Ordered(values(2, 3), (1, 0)))
    case("row", values(3))
    case("zero_dims", values())


def _windows(cases: Cases) -> None:
    most = 2**40

    def diagonal(x: Any, offset: int, a: int, b: int) -> Any:
        return x.diagonal(max(-most, min(offset, most)), a, b)

    case = cases.of("aten::diagonal_copy.out", diagonal)
    everywhere(case, 0, 1, 3)
    for offset in (0, 1, -1, 3, -2, 4, -3, 100, -(2**63), 2**63 - 1):
        case(f"of_{offset}", values(3, 4), offset, 0, 1)
    case("backward", values(3, 4, 2), 1, -1, 0)
    case = cases.of("aten::as_strided_copy.out", torch.as_strided)
    case.each_dtype(NAMES, (3, 3), (2, 2), (3, 1), 1)
    case("windows", values(6), (4, 3), (1, 1), None)
    case("repeated", values(3), (2, 3), (0, 1), None)
    case("scalar", values(3), (), (), 2)
    case("ones_far_apart", values(3), (1, 3), (2**62, 1), 0)
    case("nothing", values(3), (0, 3), (2**40, 1), 3)
    case = cases.of("aten::unfold_copy.out", aten.unfold_copy)
    case.each_dtype(NAMES, (2, 8), 1, 3, 2)
    case("first", values(5, 2), 0, 2, 1)
    case("whole", values(2, 5), -1, 5, 2**40)
    case("of_nothing", values(2, 5), 1, 0, 2)
    case("zero_dims", values(), 0, 1, 1)
    case("channels_last", ordered(values(2, 3, 4, 5), CHANNELS_LAST), 2, 2, 1)


def _moves(cases: Cases) -> None:
    case = cases.of("aten::flip.out", torch.flip)
    everywhere(case, (0, 2))
    for index, dims in enumerate(((0,), (-1,), (0, 1), ())):
        case(f"dims_{index}", values(3, 4), dims)
    case("empty", values(2, 0), (0, 1))
    case("zero_dims", values(), ())
    case = cases.of("aten::roll.out", aten.roll)
    everywhere(case, (1, -2), (1, 3))
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
        case(f"by_{index}", values(2, 3, 4), by, dims)
    case("empty", values(2, 0), (1,), (1,))
    case("zero_dims", values(), (3,), ())
    case = cases.of("aten::repeat.out", aten.repeat)
    everywhere(case, (1, 2, 1, 2))
    for index, times in enumerate(((2, 3), (2, 1, 3), (1, 1), (0, 2), (2, 1, 1, 2))):
        case(f"times_{index}", values(2, 2), times)
    case("zero_dims", values(), (2, 3))
    case("zero_dims_kept", values(), ())
    case("empty", values(0, 2), (2, 2))
    for operator, function, shape in (
        ("aten::pixel_shuffle.out", aten.pixel_shuffle.default, (8, 2, 3)),
        ("aten::pixel_unshuffle.out", aten.pixel_unshuffle.default, (2, 4, 6)),
    ):
        case = cases.of(
            operator, lambda x, r, function=function: function(x.double(), r).to(x.dtype)
        )
        case.each_dtype(NAMES, shape, 2)
        case("batches", values(3, *shape), 2)
        case("batches_of_batches", values(2, 1, 3, *shape), 2)
        case("factor_1", values(2, *shape), 1)
    case = cases.of("aten::pixel_shuffle.out", torch.pixel_shuffle)
    case("empty", values(0, 4, 2, 3), 2)
    case("factor_3", values(1, 18, 1, 2), 3)
