"""Cases of reductions that choose, count or add in a fixed order: their results are exact."""

from __future__ import annotations

import itertools
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
SCALAR_TYPES = {
    torch.uint8: 0,
    torch.int8: 1,
    torch.int16: 2,
    torch.int32: 3,
    torch.int64: 4,
    torch.float16: 5,
    torch.float32: 6,
    torch.float64: 7,
    torch.bool: 11,
    torch.bfloat16: 15,
}
"""What a program passes as `dtype`."""


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


def _reduced(cases: Cases, operator: str, reduce: Any) -> None:
    """Dimensions, layouts and special numbers of `reduce`(x, dim, keepdim)."""
    for dim, keepdim in itertools.product((0, 1, 2, -1, -3), (False, True)):
        cases.add(operator, f"dim_{dim}_{keepdim}", reduce, values(3, 4, 5), dim, keepdim)
    image = values(2, 3, 4, 5)
    for dim in range(4):
        ordered = Ordered(image, CHANNELS_LAST)
        cases.add(operator, f"channels_last_{dim}", reduce, ordered, dim, False)
        cases.add(
            operator, f"order_kept_{dim}", reduce, ordered, dim, True, out_order=CHANNELS_LAST
        )
    cases.add(operator, "out_permuted", reduce, values(3, 4, 5), 1, False, out_order=TRANSPOSED)
    cases.add(operator, "zero_dims", reduce, values(), 0, False)
    cases.add(operator, "zero_dims_keep", reduce, values(), -1, True)
    cases.add(operator, "empty", reduce, values(0, 3), 1, False)
    cases.add(operator, "empty_keep", reduce, values(2, 0, 3), 2, True)
    cases.add(operator, "one", reduce, values(3, 1, 2), 1, False)
    for dtype in FLOATS:
        cases.add(operator, f"special_{NAMES[dtype]}", reduce, special(dtype), 1, False)


def make_extremes() -> Cases:
    cases = Cases()
    dims = ((), (0,), (1,), (-1,), (0, 2), (1, -1), (2, 1, 0))
    for name, function in (("amax", aten.amax), ("amin", aten.amin)):
        operator = f"aten::{name}.out"
        many = lambda x, dim, keep, f=function: f(x, list(dim), keep)  # noqa: E731
        _reduced_dims(cases, operator, many)
        for index, (dim, keep) in enumerate(itertools.product(dims, (False, True))):
            cases.add(operator, f"dims_{index}", many, values(3, 4, 5), dim, keep)
        for dtype in COMMON:
            cases.add(
                operator, f"dtype_{NAMES[dtype]}", many, values(4, 6, dtype=dtype), (0,), True
            )
        for dtype in (torch.uint8, *SIGNED):
            cases.add(operator, f"limits_{NAMES[dtype]}", many, limits(dtype), (1,), False)
    for name, function in (("max", aten.max), ("min", aten.min)):
        operator = f"aten::{name}.unary_out"
        for dtype in COMMON:
            cases.add(operator, f"dtype_{NAMES[dtype]}", function, values(4, 6, dtype=dtype))
        for index, row in enumerate(SPECIAL):
            cases.add(operator, f"special_{index}", function, torch.tensor(row))
        cases.add(operator, "zero_dims", function, values())
        cases.add(operator, "channels_last", function, Ordered(values(2, 3, 4, 5), CHANNELS_LAST))
        operator = f"aten::{name}.dim_{name}"
        both = lambda x, dim, keep, f=function: tuple(f.dim(x, dim, keep))  # noqa: E731
        _reduced(cases, operator, both)
        for dtype in COMMON:
            cases.add(operator, f"dtype_{NAMES[dtype]}", both, values(4, 6, dtype=dtype), 0, False)
        for dtype in (torch.uint8, *SIGNED):
            cases.add(operator, f"limits_{NAMES[dtype]}", both, limits(dtype), 1, False)
    for name, function in (("argmax", aten.argmax), ("argmin", aten.argmin)):
        operator = f"aten::{name}.out"
        _reduced(cases, operator, function)
        for dtype in NUMBERS:
            x = values(4, 6, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}", function, x, 0, False)
            cases.add(operator, f"all_{NAMES[dtype]}", function, x, None, False)
        for dtype in (torch.uint8, *SIGNED):
            cases.add(operator, f"limits_{NAMES[dtype]}", function, limits(dtype), 1, False)
        cases.add(operator, "all_keep", function, values(3, 4), None, True)
        cases.add(operator, "all_zero_dims", function, values(), None, False)
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        cases.add(operator, "all_channels_last", function, image, None, False)
        for index, row in enumerate(SPECIAL):
            cases.add(operator, f"all_special_{index}", function, torch.tensor(row), None, False)
    return cases


def _reduced_dims(cases: Cases, operator: str, reduce: Any) -> None:
    image = values(2, 3, 4, 5)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,), ()]):
        ordered = Ordered(image, CHANNELS_LAST)
        cases.add(operator, f"channels_last_{index}", reduce, ordered, dim, False)
        cases.add(
            operator, f"order_kept_{index}", reduce, ordered, dim, True, out_order=CHANNELS_LAST
        )
    cases.add(operator, "zero_dims", reduce, values(), (), False)
    cases.add(operator, "zero_dims_dim", reduce, values(), (0,), False)
    cases.add(operator, "empty", reduce, values(0, 3), (1,), False)
    for dtype in FLOATS:
        cases.add(operator, f"special_{NAMES[dtype]}", reduce, special(dtype), (1,), False)


def make_any() -> Cases:
    cases = Cases()

    def nonzero(dtype: torch.dtype) -> torch.Tensor:
        few = torch.tensor([[0, 0, 0, 1], [0, 0, 0, 0], [2, 3, 1, 1]])
        if dtype in FLOATS:
            return few * torch.tensor(0.25, dtype=dtype) * torch.tensor([-1, 1, 1, 1])
        return few.to(dtype) * (64 if dtype in SIGNED else 1)

    for name, packet in (("any", aten.any), ("all", aten.all)):
        whole, one, some = packet.default, packet.dim, packet.dims
        several = lambda x, dim, keep, f=some: f(x, None if dim is None else list(dim), keep)  # noqa: E731
        for dtype in (*COMMON, *UNSIGNED):
            x, label = nonzero(dtype).to(dtype), NAMES[dtype]
            cases.add(f"aten::{name}.all_out", f"dtype_{label}", whole, x)
            for dim in (0, 1):
                cases.add(f"aten::{name}.out", f"dtype_{label}_{dim}", one, x, dim, False)
                cases.add(
                    f"aten::{name}.dims_out", f"dtype_{label}_{dim}", several, x, (dim,), True
                )
        bools = values(2, 3, 2, dtype=torch.bool)
        for index, dim in enumerate([None, (), (0,), (0, -1), (1, 2), (0, 1, 2)]):
            for keep in (False, True):
                cases.add(
                    f"aten::{name}.dims_out", f"dims_{index}_{keep}", several, bools, dim, keep
                )
        _reduced(cases, f"aten::{name}.out", one)
        cases.add(f"aten::{name}.out", "nothing", one, values(2, 0), 1, False)
        cases.add(f"aten::{name}.dims_out", "nothing", several, values(2, 0), (1,), False)
        cases.add(f"aten::{name}.all_out", "nothing", whole, values(0))
        cases.add(f"aten::{name}.all_out", "zero_dims", whole, values())
        for index, row in enumerate(([-0.0], [NAN], [-0.0, 1e-45], [INF, 0.0])):
            cases.add(f"aten::{name}.all_out", f"special_{index}", whole, torch.tensor(row))
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        cases.add(f"aten::{name}.all_out", "channels_last", whole, image)
        cases.add(f"aten::{name}.dims_out", "channels_last", several, image, (0, 2), False)
    return cases


def make_cumulative() -> Cases:
    cases = Cases()
    to = {number: dtype for dtype, number in SCALAR_TYPES.items()}
    for name, function in (("cumsum", aten.cumsum), ("cumprod", aten.cumprod)):
        operator = f"aten::{name}.out"
        run = lambda x, dim, dtype, f=function: f(  # noqa: E731
            x, dim, dtype=None if dtype is None else to[dtype]
        )
        for dim in (0, 1, 2, -1, -3):
            cases.add(operator, f"dim_{dim}", run, values(3, 4, 5), dim, None)
        for dtype in (*COMMON, *UNSIGNED):
            x = values(3, 9, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}", run, x, 1, None)
            for wanted in (torch.float32, torch.int64):
                if dtype in FLOATS and wanted == torch.int64:
                    continue
                label = f"{NAMES[wanted]}_of_{NAMES[dtype]}"
                cases.add(operator, label, run, x, 0, SCALAR_TYPES[wanted])
        for dtype in NUMBERS:
            label = f"Float_to_{NAMES[dtype]}"
            cases.add(operator, label, run, values(3, 40).abs() * 3, 1, SCALAR_TYPES[dtype])
        for dtype in (torch.uint8, *SIGNED):
            x = limits(dtype)
            cases.add(operator, f"limits_{NAMES[dtype]}", run, x, 1, SCALAR_TYPES[dtype])
        cases.add(operator, "long", run, values(300), 0, None)
        cases.add(
            operator, "cancelled", run, torch.tensor([1e8, 1.0, -1e8, 3e38, 3e38, -3e38]), 0, None
        )
        cases.add(operator, "special", run, special(), 1, None)
        cases.add(operator, "zero_dims", run, values(), 0, None)
        cases.add(operator, "zero_dims_Int", run, values(dtype=torch.int32), -1, None)
        cases.add(operator, "empty", run, values(2, 0), 1, None)
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        for dim in range(4):
            cases.add(operator, f"layouts_differ_{dim}", run, image, dim, None)
            cases.add(operator, f"converted_{dim}", run, image, dim, 7, out_order=CHANNELS_LAST)
    return cases


def make_sorting() -> Cases:
    cases = Cases()
    operator = "aten::topk.values"

    def top(*arguments: Any) -> Any:
        return tuple(aten.topk(*arguments))

    for dim, largest in itertools.product((0, 1, 2, -1), (True, False)):
        x = distinct(3, 4, 5)
        cases.add(operator, f"dim_{dim}_{largest}", top, x, 2, dim, largest, True)
    for dtype in NUMBERS:
        for largest in (True, False):
            x = distinct(3, 9, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}_{largest}", top, x, 4, 1, largest, True)
    for k in (0, 1, 2, 7, 8, 15, 16, 17):
        cases.add(operator, f"k_{k}", top, distinct(2, 17), k, -1, True, True)
        cases.add(operator, f"smallest_{k}", top, distinct(2, 17), k, -1, False, True)
    cases.add(operator, "one_unsorted", top, distinct(2, 17), 1, -1, True, False)
    row = torch.tensor([1.0, NAN, 3.0, -INF, INF, 2.0])
    for largest, k in itertools.product((True, False), (1, 3, 6)):
        cases.add(operator, f"special_{largest}_{k}", top, row, k, 0, largest, True)
    cases.add(operator, "zero_dims", top, values(), 1, 0, True, True)
    cases.add(operator, "empty", top, values(0, 3), 2, 1, True, True)
    image = Ordered(distinct(2, 3, 4, 5), CHANNELS_LAST)
    for dim in range(4):
        cases.add(operator, f"layouts_differ_{dim}", top, image, 2, dim, True, True)
        cases.add(
            operator, f"order_kept_{dim}", top, image, 2, dim, False, True, out_order=CHANNELS_LAST
        )

    def sort(x: Any, dim: int, descending: bool) -> Any:
        return tuple(aten.sort.stable(x, stable=True, dim=dim, descending=descending))

    def stable(x: Any, keep: Any, dim: int, descending: bool) -> Any:
        return sort(x, dim, descending)

    for descending in (False, True):
        for dtype in (*COMMON, *UNSIGNED):
            x = values(2, 20, dtype=dtype)
            label = f"{NAMES[dtype]}_{descending}"
            cases.add("aten::sort.values", label, sort, x, 1, descending)
            cases.add("aten::sort.values_stable", label, stable, x, True, 0, descending)
        for dim in (0, 1, -1):
            label = f"dim_{dim}_{descending}"
            cases.add("aten::sort.values", label, sort, values(3, 4, 2), dim, descending)
        cases.add("aten::sort.values", f"special_{descending}", sort, special(), 1, descending)
        cases.add("aten::sort.values", f"zero_dims_{descending}", sort, values(), 0, descending)
        cases.add("aten::sort.values", f"empty_{descending}", sort, values(2, 0), 1, descending)
        cases.add("aten::sort.values", f"layouts_{descending}", sort, image, 1, descending)
    cases.add("aten::sort.values_stable", "unspecified", stable, values(9), None, 0, False)
    return cases
