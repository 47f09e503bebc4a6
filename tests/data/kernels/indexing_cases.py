"""Cases of operators whose arguments say where elements are."""

from __future__ import annotations

from collections.abc import Callable
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
from mask_cases import add_masks

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
    operator = "aten::embedding.out"
    embed: Callable[..., Any] = lambda w, i, *_: w[i.long()]  # noqa: E731
    rest = (-1, False, False)
    for dtype in NAMES:
        w = values(7, 3, dtype=dtype)
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", embed, w, positions(7, 2, 3), *rest
        )
    table = values(10, 4)
    for index, i in enumerate(
        (positions(10, 5), positions(10, 2, 3, dtype=INT), positions(10), positions(10, 0))
    ):
        cases.add(operator, f"indices_{index}", aten.embedding.default, table, i, *rest)
    cases.add(operator, "padding", aten.embedding.default, table, positions(10, 5), 3, True, True)
    cases.add(operator, "no_columns", aten.embedding.default, values(4, 0), positions(4, 2), *rest)
    operator = "aten::index_select.out"
    select: Callable[..., Any] = lambda x, dim, i: x.index_select(dim, i)  # noqa: E731
    for dtype in NAMES:
        x = values(4, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", select, x, 0, positions(4, 5))
    for dim in (0, 1, 2, -1):
        x = values(3, 4, 2)
        for dtype in (LONG, INT):
            i = positions(2, 3, dtype=dtype)
            cases.add(operator, f"of_{dim}_by_{NAMES[dtype]}", select, x, dim, i)
    cases.add(operator, "by_a_number", select, values(3, 4), 1, positions(4))
    cases.add(operator, "by_none", select, values(3, 4), 1, positions(4, 0))
    cases.add(operator, "of_nothing", select, values(3, 0), 0, positions(3, 2))
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    cases.add(operator, "channels_last", select, image, 1, positions(3, 4), out_order=(3, 2, 1, 0))


def _gathered(cases: Cases) -> None:
    operator = "aten::gather.out"
    gather: Callable[..., Any] = lambda x, dim, i, _: x.gather(dim, i.long())  # noqa: E731
    for dtype in NAMES:
        x = values(4, 3, dtype=dtype)
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", gather, x, 0, positions(4, 2, 3), False
        )
    for dim in (0, 1, 2, -2):
        i = positions(2, 2, 2, 2, dtype=INT if dim == 0 else LONG)
        cases.add(operator, f"of_{dim}", gather, values(2, 3, 4), dim, i, False)
    cases.add(operator, "longer", gather, values(4), 0, positions(4, 9), False)
    cases.add(operator, "zero_dims", gather, values(), 0, torch.tensor(0), False)
    cases.add(operator, "empty", gather, values(4, 3), 0, positions(4, 0, 3), False)
    image, order = ordered(values(2, 3, 2, 2), CHANNELS_LAST), (3, 2, 1, 0)
    i = ordered(positions(3, 2, 2, 2, 2), order)
    cases.add(operator, "layouts", gather, image, 1, i, False, out_order=CHANNELS_LAST)


def _scattered(cases: Cases) -> None:
    src: Callable[..., Any] = lambda x, dim, i, y: x.scatter(dim, i.long(), y)  # noqa: E731
    add: Callable[..., Any] = lambda x, dim, i, y: x.scatter_add(dim, i.long(), y)  # noqa: E731
    order = (3, 2, 1, 0)
    for operator, function in (
        ("aten::scatter.src_out", src),
        ("aten::scatter.value_out", src),
        ("aten::scatter_add.out", add),
    ):
        by_value = "value" in operator
        for dtype in COMMON if function is add else NAMES:
            x, y = values(4, 3, dtype=dtype), values(4, 3, dtype=dtype)
            i = torch.tensor([[0, 2], [1, 0], [2, 1]])
            given = 1 if by_value else y
            cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", function, x, 1, i, given)
        for dim in (0, 1, 2, -2):
            i = torch.tensor([[[0, 1], [1, 0]], [[1, 1], [0, 0]]]).to(INT if dim == 0 else LONG)
            i = i if function is add or by_value else i[:1, :1, :1]
            given = 2.5 if by_value else values(2, 3, 4)
            cases.add(operator, f"of_{dim}", function, values(2, 3, 4), dim, i, given)
        cases.add(
            operator,
            "zero_dims",
            function,
            values(),
            0,
            torch.tensor(0),
            3.0 if by_value else values(),
        )
        none = positions(4, 0, 3)
        cases.add(
            operator, "empty", function, values(4, 3), 0, none, 1 if by_value else values(4, 3)
        )
        image, y = ordered(values(2, 3, 2, 2), CHANNELS_LAST), ordered(values(2, 3, 2, 3), order)
        i = ordered(torch.tensor([[[[0, 1], [2, 0]], [[1, 2], [0, 1]]]]), CHANNELS_LAST)
        given = 7 if by_value else y
        cases.add(operator, "layouts", function, image, 1, i, given, out_order=order)
    double = torch.tensor([[1, 1, 1]])
    cases.add("aten::scatter_add.out", "twice", add, values(2, 3), 1, double, values(2, 3))
    full = torch.full((3,), 127, dtype=torch.int8)
    i = torch.tensor([0, 1, 2])
    cases.add("aten::scatter_add.out", "wraps", add, full, 0, i, full)


def _indexed(cases: Cases) -> None:
    operator = "aten::index.Tensor_out"
    index: Callable[..., Any] = lambda x, i: aten.index(  # noqa: E731
        x, [None if each is None else each.long() for each in i]
    ).contiguous()
    for dtype in NAMES:
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", index, values(5, 3, dtype=dtype), [positions(5, 4)]
        )
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
        cases.add_if_implemented(operator, name, index, x, i)
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
        cases.add_if_implemented(operator, name, index, cube, i)
        cases.add(operator, f"{name}_channels_last", index, ordered(cube, CHANNELS_LAST), i)
    turned = [Ordered(positions(5, 2, 3), (1, 0))]
    cases.add(operator, "index_columns_first", index, x, turned, out_order=(2, 0, 1))


def _put(cases: Cases) -> None:
    put: Callable[..., Any] = lambda x, i, y, add: aten.index_put(  # noqa: E731
        x, [None if each is None else each.long() for each in i], y, add
    )
    operator = "aten::index_put.out"
    for dtype in NAMES:
        for add in (False, True):
            if add and dtype not in COMMON:
                continue
            x, y = values(5, 3, dtype=dtype), values(3, 3, dtype=dtype)
            name = f"dtype_{NAMES[dtype]}_{'sum' if add else 'set'}"
            cases.add_if_implemented(operator, name, put, x, [torch.tensor([4, 0, 2])], y, add)
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
            cases.add(operator, f"{name}_{'sum' if add else 'set'}", put, x, i, y, add)
    cases.add(operator, "twice", put, x, [torch.tensor([1, 1, -4])], values(3, 3), True)
    cache = values(1, 2, 8, 4)
    at = [None, None, torch.tensor([5])]
    cases.add(operator, "cache", put, cache, at, values(1, 2, 1, 4), False)
    given = ordered(values(1, 2, 1, 4), CHANNELS_LAST)
    cases.add(
        operator,
        "layouts",
        put,
        ordered(cache, CHANNELS_LAST),
        at,
        given,
        False,
        out_order=(3, 2, 1, 0),
    )
    apart = [torch.tensor([0, 2]), None, torch.tensor([1, 0])]
    cases.add(operator, "apart", put, values(3, 4, 2), apart, values(2, 4), False)


def _masked(cases: Cases) -> None:
    fill: Callable[..., Any] = lambda x, m, y: torch.where(m, y, x)  # noqa: E731
    for dtype in COMMON:
        for operator, value in (("Scalar", 1), ("Tensor", values(dtype=dtype))):
            cases.add_if_implemented(
                f"aten::masked_fill.{operator}_out",
                f"dtype_{NAMES[dtype]}",
                lambda x, m, y: x.masked_fill(m, y),
                values(2, 3, dtype=dtype),
                mask(2, 3),
                value,
            )
    operator = "aten::masked_fill.Scalar_out"
    for index, shape in enumerate(((3,), (2, 1), ())):
        cases.add(
            operator, f"mask_{index}", aten.masked_fill.Scalar, values(2, 3), mask(*shape), -1.5
        )
        number = values()
        cases.add(
            "aten::masked_fill.Tensor_out",
            f"mask_{index}",
            fill,
            values(2, 3),
            mask(*shape),
            number,
        )
    cases.add(operator, "larger_mask", aten.masked_fill.Scalar, values(3), mask(2, 3), 5)
    cases.add(
        operator, "infinite", aten.masked_fill.Scalar, values(2, 3), mask(2, 3), float("-inf")
    )
    cases.add(operator, "empty", aten.masked_fill.Scalar, values(0, 3), mask(3), 1)
    image = ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    cases.add(
        operator,
        "layouts",
        aten.masked_fill.Scalar,
        image,
        mask(3, 1, 2),
        0,
        out_order=(3, 2, 1, 0),
    )
    operator = "aten::masked_scatter.out"
    scatter: Callable[..., Any] = lambda x, m, y: aten.masked_scatter(x, m, y)  # noqa: E731
    for dtype in COMMON:
        x, y = values(4, 3, dtype=dtype), values(4, 3, dtype=dtype)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", scatter, x, mask(4, 3), y)
    for index, shape in enumerate(((3,), (2, 1), ())):
        cases.add(operator, f"mask_{index}", scatter, values(2, 3), mask(*shape), values(7))
    cases.add(
        operator, "layouts", scatter, image, mask(2, 3, 1, 2), values(30), out_order=CHANNELS_LAST
    )
    operator = "aten::masked_select.out"
    select: Callable[..., Any] = lambda x, m: x.masked_select(m)  # noqa: E731
    for dtype in NAMES:
        x, m = values(3, 4, dtype=dtype), mask(3, 4)
        cases.add_if_implemented(operator, f"dtype_{NAMES[dtype]}", select, x, m)
    for index, (shape, mask_shape) in enumerate(
        (((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((), (4,)), ((0, 3), (3,)))
    ):
        cases.add(operator, f"stretched_{index}", select, values(*shape), mask(*mask_shape))
    cases.add(operator, "nothing", select, values(2, 3), torch.zeros(2, 3).bool())
    cases.add(operator, "layouts", select, image, ordered(mask(2, 3, 2, 2), (3, 2, 1, 0)))
    operator = "aten::nonzero.out"
    for dtype in NAMES:
        cases.add_if_implemented(
            operator, f"dtype_{NAMES[dtype]}", torch.nonzero, mask(3, 4).to(dtype)
        )
    special = torch.tensor([0.0, -0.0, float("nan"), 1e-45, -1.0])
    cases.add(operator, "special", torch.nonzero, special)
    for index, x in enumerate((mask(2, 3, 2), mask(0, 3), torch.tensor(1.0), torch.tensor(0))):
        cases.add(operator, f"shape_{index}", torch.nonzero, x)
    cases.add(operator, "channels_last", torch.nonzero, ordered(mask(2, 3, 2, 2), CHANNELS_LAST))


def make_scatter_reduce() -> Cases:
    """Sums, products and means are of whole numbers, and exact in every dtype."""
    cases = Cases()
    operator = "aten::scatter_reduce.two_out"

    def reduce(x: Any, dim: int, index: Any, src: Any, kind: str, include: bool) -> Any:
        return aten.scatter_reduce(x, dim, index, src, kind, include_self=include)

    for kind in ("sum", "prod", "mean", "amax", "amin"):
        for include in (True, False):
            for dtype in (torch.uint8, *SIGNED, *FLOATS):
                x, src = (torch.randint(-3, 4, (4, 5), generator=generator) for _ in "ab")
                index = torch.randint(0, 4, (4, 5), generator=generator)
                x, src = (each.to(dtype) for each in (x, src))
                name = f"{kind}_{include}_{NAMES[dtype]}"
                cases.add(operator, name, reduce, x, 0, index, src, kind, include)
            x, src = values(3, 4), values(5, 6)
            index = torch.randint(0, 4, (2, 6), generator=generator)
            kept = kind in ("amax", "amin")
            x, src = (each if kept else each.mul(4).round() for each in (x, src))
            cases.add(operator, f"{kind}_{include}_part", reduce, x, -1, index, src, kind, include)
            special = torch.tensor([float("nan"), 1.0, -float("inf"), float("inf"), 2.0, 0.0])
            places = torch.tensor([0, 0, 1, 1, 2, 3])
            row = torch.tensor([1.0, float("nan"), 3.0, -1.0, 5.0])
            case = f"{kind}_{include}_special"
            cases.add(operator, case, reduce, row, 0, places, special, kind, include)
    number, none = torch.tensor(2.0), torch.zeros(0, dtype=torch.int64)
    zero = torch.tensor(0)
    cases.add(operator, "number", reduce, number, 0, zero, torch.tensor(5.0), "mean", True)
    cases.add(operator, "empty", reduce, values(4), 0, none, values(4), "sum", False)
    return cases
