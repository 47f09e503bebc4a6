"""Cases of reductions that choose, count or add in a fixed order: their results are exact."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch
from case_text import (
    CHANNELS_LAST,
    COMMON,
    FLOATS,
    NAMES,
    SCALAR_TYPES,
    SIGNED,
    TYPES,
    Case,
    Cases,
    Ordered,
    aten,
    generator,
    values,
)

NAN, INF = float("nan"), float("inf")
UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
NUMBERS = (torch.uint8, *SIGNED, *FLOATS)
SPECIAL = (
    (INF, 1.0, -INF),
    (NAN, 1.0, 2.0),
    (1.0, NAN, NAN),
    (1.0, 2.0, NAN),
    (-INF, -INF, -INF),
    (INF, NAN, INF),
    (-0.0, 0.0, -0.0),
    (0.0, -0.0, 0.0),
    (3.0, 3.0, 1.0),
)
TRANSPOSED = (1, 0)


def typed(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` with its last argument, the number of a dtype or None, as `dtype`."""
    return lambda *given: function(*given[:-1], dtype=TYPES.get(given[-1]))


def special(dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.tensor(SPECIAL).to(dtype)


def limits(dtype: torch.dtype) -> torch.Tensor:
    """Rows of the lowest and the largest number of an integer dtype."""
    low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
    return torch.tensor([[low, low], [high, low], [high, high], [low, high]], dtype=dtype)


def distinct(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Numbers of which no two are equal."""
    count = torch.Size(sizes).numel()
    return torch.randperm(count, generator=generator).to(dtype).view(sizes)


def _reduced(case: Case) -> None:
    """Dimensions, layouts and special numbers of a reduction (x, dim, keepdim)."""
    for dim, keepdim in itertools.product((0, 1, 2, -1, -3), (False, True)):
        case(f"dim_{dim}_{keepdim}", values(3, 4, 5), dim, keepdim)
    image = values(2, 3, 4, 5)
    for dim in range(4):
        last = Ordered(image, CHANNELS_LAST)
        case(f"channels_last_{dim}", last, dim, False)
        case(f"order_kept_{dim}", last, dim, True, out_order=CHANNELS_LAST)
    case("out_permuted", values(3, 4, 5), 1, False, out_order=TRANSPOSED)
    case("zero_dims", values(), 0, False)
    case("zero_dims_keep", values(), -1, True)
    case("empty", values(0, 3), 1, False)
    case("empty_keep", values(2, 0, 3), 2, True)
    case("one", values(3, 1, 2), 1, False)
    for dtype in FLOATS:
        case(f"special_{NAMES[dtype]}", special(dtype), 1, False)


def make_extremes() -> Cases:
    cases = Cases()
    dims = ((), (0,), (1,), (-1,), (0, 2), (1, -1), (2, 1, 0))
    for name, function in (("amax", aten.amax), ("amin", aten.amin)):
        case = cases.of(f"aten::{name}.out", function)
        _reduced_dims(case)
        for index, (dim, keep) in enumerate(itertools.product(dims, (False, True))):
            case(f"dims_{index}", values(3, 4, 5), dim, keep)
        case.each_dtype(COMMON, (4, 6), (0,), True)
        for dtype in (torch.uint8, *SIGNED):
            case(f"limits_{NAMES[dtype]}", limits(dtype), (1,), False)
    for name, function in (("max", aten.max), ("min", aten.min)):
        case = cases.of(f"aten::{name}.unary_out", function)
        case.each_dtype(COMMON, (4, 6))
        for index, row in enumerate(SPECIAL):
            case(f"special_{index}", torch.tensor(row))
        case("zero_dims", values())
        case("channels_last", Ordered(values(2, 3, 4, 5), CHANNELS_LAST))
        case = cases.of(f"aten::{name}.dim_{name}", function.dim)
        _reduced(case)
        case.each_dtype(COMMON, (4, 6), 0, False)
        for dtype in (torch.uint8, *SIGNED):
            case(f"limits_{NAMES[dtype]}", limits(dtype), 1, False)
    for name, function in (("argmax", aten.argmax), ("argmin", aten.argmin)):
        case = cases.of(f"aten::{name}.out", function)
        _reduced(case)
        for dtype in NUMBERS:
            x = values(4, 6, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}", x, 0, False)
            case(f"all_{NAMES[dtype]}", x, None, False)
        for dtype in (torch.uint8, *SIGNED):
            case(f"limits_{NAMES[dtype]}", limits(dtype), 1, False)
        case("all_keep", values(3, 4), None, True)
        case("all_zero_dims", values(), None, False)
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        case("all_channels_last", image, None, False)
        for index, row in enumerate(SPECIAL):
            case(f"all_special_{index}", torch.tensor(row), None, False)
    return cases


def _reduced_dims(case: Case) -> None:
    image = values(2, 3, 4, 5)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,), ()]):
        last = Ordered(image, CHANNELS_LAST)
        case(f"channels_last_{index}", last, dim, False)
        case(f"order_kept_{index}", last, dim, True, out_order=CHANNELS_LAST)
    case("zero_dims", values(), (), False)
    case("zero_dims_dim", values(), (0,), False)
    case("empty", values(0, 3), (1,), False)
    for dtype in FLOATS:
        case(f"special_{NAMES[dtype]}", special(dtype), (1,), False)


def make_any() -> Cases:
    cases = Cases()

    def nonzero(dtype: torch.dtype) -> torch.Tensor:
        few = torch.tensor([[0, 0, 0, 1], [0, 0, 0, 0], [2, 3, 1, 1]])
        if dtype in FLOATS:
            return few * torch.tensor(0.25, dtype=dtype) * torch.tensor([-1, 1, 1, 1])
        return few.to(dtype) * (64 if dtype in SIGNED else 1)

    for name, packet in (("any", aten.any), ("all", aten.all)):
        whole = cases.of(f"aten::{name}.all_out", packet.default)
        one = cases.of(f"aten::{name}.out", packet.dim)
        several = cases.of(f"aten::{name}.dims_out", packet.dims)
        for dtype in (*COMMON, *UNSIGNED):
            x, label = nonzero(dtype).to(dtype), NAMES[dtype]
            whole(f"dtype_{label}", x)
            for dim in (0, 1):
                one(f"dtype_{label}_{dim}", x, dim, False)
                several(f"dtype_{label}_{dim}", x, (dim,), True)
        bools = values(2, 3, 2, dtype=torch.bool)
        for index, dim in enumerate([None, (), (0,), (0, -1), (1, 2), (0, 1, 2)]):
            for keep in (False, True):
                several(f"dims_{index}_{keep}", bools, dim, keep)
        _reduced(one)
        one("nothing", values(2, 0), 1, False)
        several("nothing", values(2, 0), (1,), False)
        whole("nothing", values(0))
        whole("zero_dims", values())
        for index, row in enumerate(([-0.0], [NAN], [-0.0, 1e-45], [INF, 0.0])):
            whole(f"special_{index}", torch.tensor(row))
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        whole("channels_last", image)
        several("channels_last", image, (0, 2), False)
    return cases


def make_cumulative() -> Cases:
    cases = Cases()
    for name, function in (("cumsum", aten.cumsum), ("cumprod", aten.cumprod)):
        case = cases.of(f"aten::{name}.out", typed(function))
        for dim in (0, 1, 2, -1, -3):
            case(f"dim_{dim}", values(3, 4, 5), dim, None)
        for dtype in (*COMMON, *UNSIGNED):
            x = values(3, 9, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}", x, 1, None)
            for wanted in (torch.float32, torch.int64):
                if dtype in FLOATS and wanted == torch.int64:
                    continue
                label = f"{NAMES[wanted]}_of_{NAMES[dtype]}"
                case(label, x, 0, SCALAR_TYPES[wanted])
        for dtype in NUMBERS:
            label = f"Float_to_{NAMES[dtype]}"
            case(label, values(3, 40).abs() * 3, 1, SCALAR_TYPES[dtype])
        for dtype in (torch.uint8, *SIGNED):
            x = limits(dtype)
            case(f"limits_{NAMES[dtype]}", x, 1, SCALAR_TYPES[dtype])
        case("long", values(300), 0, None)
        case("cancelled", torch.tensor([1e8, 1.0, -1e8, 3e38, 3e38, -3e38]), 0, None)
        case("special", special(), 1, None)
        case("zero_dims", values(), 0, None)
        case("zero_dims_Int", values(dtype=torch.int32), -1, None)
        case("empty", values(2, 0), 1, None)
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        for dim in range(4):
            case(f"layouts_differ_{dim}", image, dim, None)
            case(f"converted_{dim}", image, dim, 7, out_order=CHANNELS_LAST)
    return cases


def make_sorting() -> Cases:
    cases = Cases()
    case = cases.of("aten::topk.values", aten.topk)
    for dim, largest in itertools.product((0, 1, 2, -1), (True, False)):
        x = distinct(3, 4, 5)
        case(f"dim_{dim}_{largest}", x, 2, dim, largest, True)
    for dtype in NUMBERS:
        for largest in (True, False):
            x = distinct(3, 9, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}_{largest}", x, 4, 1, largest, True)
    for k in (0, 1, 2, 7, 8, 15, 16, 17):
        case(f"k_{k}", distinct(2, 17), k, -1, True, True)
        case(f"smallest_{k}", distinct(2, 17), k, -1, False, True)
    case("one_unsorted", distinct(2, 17), 1, -1, True, False)
    row = torch.tensor([1.0, NAN, 3.0, -INF, INF, 2.0])
    for largest, k in itertools.product((True, False), (1, 3, 6)):
        case(f"special_{largest}_{k}", row, k, 0, largest, True)
    case("zero_dims", values(), 1, 0, True, True)
    case("empty", values(0, 3), 2, 1, True, True)
    image = Ordered(distinct(2, 3, 4, 5), CHANNELS_LAST)
    for dim in range(4):
        case(f"layouts_differ_{dim}", image, 2, dim, True, True)
        case(f"order_kept_{dim}", image, 2, dim, False, True, out_order=CHANNELS_LAST)

    def sorted_stably(x: Any, dim: int, descending: bool) -> Any:
        return aten.sort.stable(x, stable=True, dim=dim, descending=descending)

    sort = cases.of("aten::sort.values", sorted_stably)
    stable = cases.of("aten::sort.values_stable", lambda x, _, *rest: sorted_stably(x, *rest))
    for descending in (False, True):
        for dtype in (*COMMON, *UNSIGNED):
            x = values(2, 20, dtype=dtype)
            label = f"{NAMES[dtype]}_{descending}"
            sort(label, x, 1, descending)
            stable(label, x, True, 0, descending)
        for dim in (0, 1, -1):
            sort(f"dim_{dim}_{descending}", values(3, 4, 2), dim, descending)
        sort(f"special_{descending}", special(), 1, descending)
        sort(f"zero_dims_{descending}", values(), 0, descending)
        sort(f"empty_{descending}", values(2, 0), 1, descending)
        sort(f"layouts_{descending}", image, 1, descending)
    stable("unspecified", values(9), None, 0, False)
    return cases
