"""Cases of operators whose arguments say where elements are."""

from __future__ import annotations

from typing import Any

import torch
from case_text import (
    CHANNELS_LAST,
    COMMON,
    FLOATS,
    NAMES,
    SIGNED,
    Cases,
    Ordered,
    aten,
    generator,
    ordered,
    values,
)
from mask_cases import add_masks, put
from mask_cases import index as indexed

LONG, INT = torch.int64, torch.int32


def positions(below: int, *sizes: int, dtype: torch.dtype = LONG) -> torch.Tensor:
    return torch.randint(0, below, sizes, generator=generator).to(dtype)


def mask(*sizes: int) -> torch.Tensor:
    return values(*sizes, dtype=torch.bool)


def make_indexing() -> Cases:
    cases = Cases()
    for make in (_rows, _gathered, _scattered, _indexed, _put, _masked, add_masks):
        make(cases)
    return cases


def _rows(cases: Cases) -> None:
    case = cases.of("aten::embedding.out", lambda w, i, *_: w[i.long()])
    rest = (-1, False, False)
    for dtype in NAMES:
        w = values(7, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", w, positions(7, 2, 3), *rest)
    case = cases.of("aten::embedding.out", aten.embedding.default)
    table = values(10, 4)
    for index, i in enumerate(
        (positions(10, 5), positions(10, 2, 3, dtype=INT), positions(10), positions(10, 0))
    ):
        case(f"indices_{index}", table, i, *rest)
    case("padding", table, positions(10, 5), 3, True, True)
    case("no_columns", values(4, 0), positions(4, 2), *rest)
    case = cases.of("aten::index_select.out", torch.index_select)
    for dtype in NAMES:
        x = values(4, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, 0, positions(4, 5))
    for dim in (0, 1, 2, -1):
        x = values(3, 4, 2)
        for dtype in (LONG, INT):
            i = positions(2, 3, dtype=dtype)
            case(f"of_{dim}_by_{NAMES[dtype]}", x, dim, i)
    case("by_a_number", values(3, 4), 1, positions(4))
    case("by_none", values(3, 4), 1, positions(4, 0))
    case("of_nothing", values(3, 0), 0, positions(3, 2))
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    case("channels_last", image, 1, positions(3, 4), out_order=(3, 2, 1, 0))


def _gathered(cases: Cases) -> None:
    case = cases.of("aten::gather.out", lambda x, dim, i, _: x.gather(dim, i.long()))
    for dtype in NAMES:
        x = values(4, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, 0, positions(4, 2, 3), False)
    for dim in (0, 1, 2, -2):
        i = positions(2, 2, 2, 2, dtype=INT if dim == 0 else LONG)
        case(f"of_{dim}", values(2, 3, 4), dim, i, False)
    case("longer", values(4), 0, positions(4, 9), False)
    case("zero_dims", values(), 0, torch.tensor(0), False)
    case("empty", values(4, 3), 0, positions(4, 0, 3), False)
    image, order = ordered(values(2, 3, 2, 2), CHANNELS_LAST), (3, 2, 1, 0)
    i = ordered(positions(3, 2, 2, 2, 2), order)
    case("layouts", image, 1, i, False, out_order=CHANNELS_LAST)


def _scattered(cases: Cases) -> None:
    def src(x: Any, dim: int, i: Any, y: Any) -> Any:
        return x.scatter(dim, i.long(), y)

    def add(x: Any, dim: int, i: Any, y: Any) -> Any:
        return x.scatter_add(dim, i.long(), y)

    order = (3, 2, 1, 0)
    for operator, function in (
        ("aten::scatter.src_out", src),
        ("aten::scatter.value_out", src),
        ("aten::scatter_add.out", add),
    ):
        by_value, case = "value" in operator, cases.of(operator, function)
        for dtype in COMMON if function is add else NAMES:
            x, y = values(4, 3, dtype=dtype), values(4, 3, dtype=dtype)
            i = torch.tensor([[0, 2], [1, 0], [2, 1]])
            given = 1 if by_value else y
            case.if_possible(f"dtype_{NAMES[dtype]}", x, 1, i, given)
        for dim in (0, 1, 2, -2):
            i = torch.tensor([[[0, 1], [1, 0]], [[1, 1], [0, 0]]]).to(INT if dim == 0 else LONG)
            i = i if function is add or by_value else i[:1, :1, :1]
            given = 2.5 if by_value else values(2, 3, 4)
            case(f"of_{dim}", values(2, 3, 4), dim, i, given)
        case("zero_dims", values(), 0, torch.tensor(0), 3.0 if by_value else values())
        none = positions(4, 0, 3)
        case("empty", values(4, 3), 0, none, 1 if by_value else values(4, 3))
        image, y = ordered(values(2, 3, 2, 2), CHANNELS_LAST), ordered(values(2, 3, 2, 3), order)
        i = ordered(torch.tensor([[[[0, 1], [2, 0]], [[1, 2], [0, 1]]]]), CHANNELS_LAST)
        given = 7 if by_value else y
        case("layouts", image, 1, i, given, out_order=order)
    case = cases.of("aten::scatter_add.out", add)
    case("twice", values(2, 3), 1, torch.tensor([[1, 1, 1]]), values(2, 3))
    full = torch.full((3,), 127, dtype=torch.int8)
    case("wraps", full, 0, torch.tensor([0, 1, 2]), full)


def _indexed(cases: Cases) -> None:
    case = cases.of("aten::index.Tensor_out", indexed)
    for dtype in NAMES:
        case.if_possible(f"dtype_{NAMES[dtype]}", values(5, 3, dtype=dtype), [positions(5, 4)])
    x = values(5, 3)
    signed = torch.tensor([-1, 0, -5, 4])
    for name, i in {
        "negative": [signed],
        "two": [positions(5, 4), positions(3, 4)],
        "last": [None, positions(3, 2, 2)],
        "ints": [positions(5, 4, dtype=INT), None],
        "stretched": [positions(5, 4, 1), positions(3, 2)],
        "number": [torch.tensor(-2)],
        "number_and_row": [torch.tensor(1), positions(3, 4)],
        "none_chosen": [positions(5, 0)],
    }.items():
        case.if_possible(name, x, i)
    cube = values(3, 4, 2, 5)
    a, b, c = positions(3, 2, 3), positions(2, 3), positions(4, 2, 1, dtype=INT)
    for name, i in {
        "apart": [a, None, b],
        "apart_with_last": [None, c, None, positions(5, 2, 3)],
        "beside": [None, c, b],
        "three": [a, c, b],
        "middle": [None, c],
        "second_last": [None, None, b, None],
    }.items():
        case.if_possible(name, cube, i)
        case(f"{name}_channels_last", ordered(cube, CHANNELS_LAST), i)
    turned = [Ordered(positions(5, 2, 3), (1, 0))]
    case("index_columns_first", x, turned, out_order=(2, 0, 1))


def _put(cases: Cases) -> None:
    case = cases.of("aten::index_put.out", put)
    for dtype in NAMES:
        for add in (False, True):
            if add and dtype not in COMMON:
                continue
            x, y = values(5, 3, dtype=dtype), values(3, 3, dtype=dtype)
            name = f"dtype_{NAMES[dtype]}_{'sum' if add else 'set'}"
            case.if_possible(name, x, [torch.tensor([4, 0, 2])], y, add)
    x = values(5, 3)
    for name, (i, y) in {
        "negative": ([torch.tensor([-1, -5])], values(2, 3)),
        "stretched": ([torch.tensor([1, 3])], values(3)),
        "number": ([torch.tensor([1, 3])], values()),
        "column": ([torch.tensor([1, 3])], values(2, 1)),
        "two": ([torch.tensor([0, 1, 4]), torch.tensor([2, 1, 0])], values(3)),
        "last": ([None, torch.tensor([2, 0], dtype=INT)], values(5, 2)),
        "none_chosen": ([positions(5, 0)], values(0, 3)),
    }.items():
        for add in (False, True):
            case(f"{name}_{'sum' if add else 'set'}", x, i, y, add)
    case("twice", x, [torch.tensor([1, 1, -4])], values(3, 3), True)
    cache = values(1, 2, 8, 4)
    at = [None, None, torch.tensor([5])]
    case("cache", cache, at, values(1, 2, 1, 4), False)
    given = ordered(values(1, 2, 1, 4), CHANNELS_LAST)
    case("layouts", ordered(cache, CHANNELS_LAST), at, given, False, out_order=(3, 2, 1, 0))
    apart = [torch.tensor([0, 2]), None, torch.tensor([1, 0])]
    case("apart", values(3, 4, 2), apart, values(2, 4), False)


def _masked(cases: Cases) -> None:
    case = cases.of("aten::masked_fill.Scalar_out", torch.masked_fill)
    by_tensor = cases.of("aten::masked_fill.Tensor_out", torch.masked_fill)
    for dtype in COMMON:
        number = values(dtype=dtype)
        case(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), mask(2, 3), 1)
        by_tensor(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), mask(2, 3), number)
    for index, shape in enumerate(((3,), (2, 1), ())):
        case(f"mask_{index}", values(2, 3), mask(*shape), -1.5)
        number = values()
        by_tensor(f"mask_{index}", values(2, 3), mask(*shape), number)
    case("larger_mask", values(3), mask(2, 3), 5)
    case("infinite", values(2, 3), mask(2, 3), float("-inf"))
    case("empty", values(0, 3), mask(3), 1)
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    case("layouts", image, mask(3, 1, 2), 0, out_order=(3, 2, 1, 0))
    case = cases.of("aten::masked_scatter.out", torch.masked_scatter)
    for dtype in COMMON:
        x, y = values(4, 3, dtype=dtype), values(4, 3, dtype=dtype)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, mask(4, 3), y)
    for index, shape in enumerate(((3,), (2, 1), ())):
        case(f"mask_{index}", values(2, 3), mask(*shape), values(7))
    case("layouts", image, mask(2, 3, 1, 2), values(30), out_order=CHANNELS_LAST)
    case = cases.of("aten::masked_select.out", torch.masked_select)
    for dtype in NAMES:
        x, m = values(3, 4, dtype=dtype), mask(3, 4)
        case.if_possible(f"dtype_{NAMES[dtype]}", x, m)
    for index, (shape, mask_shape) in enumerate(
        (((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((), (4,)), ((0, 3), (3,)))
    ):
        case(f"stretched_{index}", values(*shape), mask(*mask_shape))
    case("nothing", values(2, 3), torch.zeros(2, 3).bool())
    case("layouts", image, ordered(mask(2, 3, 2, 2), (3, 2, 1, 0)))
    case = cases.of("aten::nonzero.out", torch.nonzero)
    for dtype in NAMES:
        case.if_possible(f"dtype_{NAMES[dtype]}", mask(3, 4).to(dtype))
    special = torch.tensor([0.0, -0.0, float("nan"), 1e-45, -1.0])
    case("special", special)
    for index, x in enumerate((mask(2, 3, 2), mask(0, 3), torch.tensor(1.0), torch.tensor(0))):
        case(f"shape_{index}", x)
    case("channels_last", ordered(mask(2, 3, 2, 2), CHANNELS_LAST))


def make_scatter_reduce() -> Cases:
    """Sums, products and means are of whole numbers, and exact in every dtype."""
    cases = Cases()
    case = cases.of(
        "aten::scatter_reduce.two_out",
        lambda *given: aten.scatter_reduce(*given[:-1], include_self=given[-1]),
    )
    for kind in ("sum", "prod", "mean", "amax", "amin"):
        for include in (True, False):
            for dtype in (torch.uint8, *SIGNED, *FLOATS):
                x, src = (torch.randint(-3, 4, (4, 5), generator=generator) for _ in "ab")
                index = torch.randint(0, 4, (4, 5), generator=generator)
                x, src = (each.to(dtype) for each in (x, src))
                name = f"{kind}_{include}_{NAMES[dtype]}"
                case(name, x, 0, index, src, kind, include)
            x, src = values(3, 4), values(5, 6)
            index = torch.randint(0, 4, (2, 6), generator=generator)
            kept = kind in ("amax", "amin")
            x, src = (each if kept else each.mul(4).round() for each in (x, src))
            case(f"{kind}_{include}_part", x, -1, index, src, kind, include)
            special = torch.tensor([float("nan"), 1.0, -float("inf"), float("inf"), 2.0, 0.0])
            places = torch.tensor([0, 0, 1, 1, 2, 3])
            row = torch.tensor([1.0, float("nan"), 3.0, -1.0, 5.0])
            case(f"{kind}_{include}_special", row, 0, places, special, kind, include)
    number, none = torch.tensor(2.0), torch.zeros(0, dtype=torch.int64)
    zero = torch.tensor(0)
    case("number", number, 0, zero, torch.tensor(5.0), "mean", True)
    case("empty", values(4), 0, none, values(4), "sum", False)
    return cases
