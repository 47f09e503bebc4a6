"""Cases of operators that compute each element from the elements at its place."""

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
    Case,
    Cases,
    Ordered,
    added,
    aten,
    values,
)


def binary(case: Case) -> None:
    """Shapes, layouts and dtypes of an operator on two tensors."""
    shapes = {
        "same": ((2, 3), (2, 3)),
        "row": ((2, 3), (3,)),
        "column": ((2, 3), (2, 1)),
        "outer": ((4, 1), (1, 5)),
        "longer_other": ((3,), (2, 2, 3)),
        "middle": ((2, 1, 3), (2, 4, 1)),
        "zero_dims": ((), ()),
        "number_left": ((), (2, 2)),
        "number_right": ((2, 2), ()),
        "empty": ((0, 3), (3,)),
        "empty_against_one": ((2, 0), (2, 1)),
        "sixteen_dims": ((1,) * 14 + (2, 3), (2,) + (1,) * 14 + (3,)),
        "long_run": ((70,), (70,)),
    }
    for name, (a, b) in shapes.items():
        case(name, values(*a), values(*b))
    image = values(2, 3, 2, 2)
    last, other = (Ordered(each, CHANNELS_LAST) for each in (image, image + 1))
    case("channels_last", last, other, out_order=CHANNELS_LAST)
    case("layouts_differ", last, image + 1)
    case("layout_of_out_differs", image, image + 1, out_order=CHANNELS_LAST)
    case("layout_and_broadcast", last, values(3, 1, 1), out_order=CHANNELS_LAST)
    for dtype in (*COMMON, torch.uint16, torch.uint32, torch.uint64):
        if dtype in (torch.uint16, torch.uint32, torch.uint64) and case.operator != "aten::mul.out":
            continue  # PyTorch's CPU has no add for them
        case(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), values(2, 3, dtype=dtype))
    for a, b in itertools.permutations(COMMON, 2):
        case(f"mixed_{NAMES[a]}_{NAMES[b]}", values(2, 2, dtype=a), values(2, dtype=b))
    for a, b in itertools.product(COMMON, repeat=2):
        if a != b:
            case(f"number_{NAMES[a]}_{NAMES[b]}", values(3, dtype=a), values(dtype=b))
    case("mixed_long_run", values(2, 75, dtype=torch.int32), values(2, 1))
    for dtype in (torch.uint8, *SIGNED):
        low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
        edge = torch.tensor([low, high, high], dtype=dtype)
        case(f"wraps_{NAMES[dtype]}", edge, torch.tensor([high, 1, high], dtype=dtype))
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 1e-45, 3e38])
    case("special_numbers", special, special.flip(0))


def make_add() -> Cases:
    cases = Cases()
    binary(cases.of("aten::add.out", added, 1))
    case = cases.of("aten::add.out", added)
    for dtype in COMMON:
        alpha: Any = 0.5 if dtype in FLOATS else True if dtype == torch.bool else -3
        case(f"alpha_{NAMES[dtype]}", values(2, 3, dtype=dtype), values(3, dtype=dtype), alpha)
    case("alpha_int_for_float", values(2), values(2), 2)
    case("alpha_large_int", values(2), values(2), -(2**40) - 12345)
    case("alpha_zero_of_infinity", values(2), torch.tensor([1.0, float("inf")]), 0.0)
    case = cases.of("aten::add.Scalar_out", added)
    for dtype in COMMON:
        case(f"int_{NAMES[dtype]}", values(2, 3, dtype=dtype), 5, 1)
        case(f"float_{NAMES[dtype]}", values(2, 3, dtype=dtype), 1.5, 1)
        if dtype != torch.bool:
            case(f"alpha_{NAMES[dtype]}", values(2, 3, dtype=dtype), 2, 3)
    case("bool_bool", values(3, dtype=torch.bool), True, True)
    case("bool_number", values(3, dtype=torch.int32), True, 1)
    case("empty", values(0, 2), 2, 1)
    case("zero_dims", values(), 2.5, 2.0)
    case("channels_last", Ordered(values(1, 2, 3, 2), CHANNELS_LAST), 2.5, 1)
    return cases


def make_mul() -> Cases:
    cases = Cases()
    binary(cases.of("aten::mul.out", torch.mul))
    return cases


def make_clamp() -> Cases:
    cases = Cases()
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 0.5, 7.0, -2.0])
    layouts = {"same": CHANNELS_LAST, "differs": None}
    relu = cases.of("aten::relu.out", torch.relu)
    hardtanh = cases.of("aten::hardtanh.out", aten.hardtanh)
    rest: tuple[float, ...]
    for case, rest in (relu, ()), (hardtanh, (-1.5, 4.0)):
        for dtype in (*FLOATS, *SIGNED):
            numbers = rest if dtype in FLOATS else tuple(int(item) for item in rest)
            case(f"dtype_{NAMES[dtype]}", values(3, 5, dtype=dtype), *numbers)
        for dtype in FLOATS:
            case(f"special_{NAMES[dtype]}", special.to(dtype), *rest)
        for name, order in layouts.items():
            image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
            case(f"layout_{name}", image, *rest, out_order=order)
        case("zero_dims", torch.tensor(-3.0), *rest)
        case("empty", values(0, 3), *rest)
    relu("dtype_Byte", values(4, dtype=torch.uint8))
    hardtanh("six", values(40) * 5, 0.0, 6.0)
    hardtanh("int_limits", values(9), -1, 1)
    for dtype in (torch.float32, torch.int32):
        hardtanh(f"low_above_high_{NAMES[dtype]}", values(9, dtype=dtype), 2, -1)
    return cases
