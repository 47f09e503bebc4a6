"""Cases of operators that compute each element from the elements at its place."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch
from case_text import CHANNELS_LAST, COMMON, FLOATS, NAMES, SIGNED, Cases, Order, Ordered, values


def binary(cases: Cases, operator: str, function: Callable[..., Any], *rest: Any) -> None:
    """Shapes, layouts and dtypes of an operator on two tensors."""

    def case(name: str, a: Any, b: Any, order: Order = None) -> None:
        cases.add(operator, name, function, a, b, *rest, out_order=order)

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
    case(
        "channels_last",
        Ordered(image, CHANNELS_LAST),
        Ordered(image + 1, CHANNELS_LAST),
        CHANNELS_LAST,
    )
    case("layouts_differ", Ordered(image, CHANNELS_LAST), image + 1)
    case("layout_of_out_differs", image, image + 1, CHANNELS_LAST)
    case("layout_and_broadcast", Ordered(image, CHANNELS_LAST), values(3, 1, 1), CHANNELS_LAST)
    for dtype in (*COMMON, torch.uint16, torch.uint32, torch.uint64):
        if dtype in (torch.uint16, torch.uint32, torch.uint64) and operator != "aten::mul.out":
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
    operator = "aten::add.out"
    binary(cases, operator, lambda a, b, alpha: torch.add(a, b, alpha=alpha), 1)
    scaled = lambda a, b, alpha: torch.add(a, b, alpha=alpha)  # noqa: E731
    for dtype in COMMON:
        alpha: Any = 0.5 if dtype in FLOATS else True if dtype == torch.bool else -3
        cases.add(
            operator,
            f"alpha_{NAMES[dtype]}",
            scaled,
            values(2, 3, dtype=dtype),
            values(3, dtype=dtype),
            alpha,
        )
    cases.add(operator, "alpha_int_for_float", scaled, values(2), values(2), 2)
    cases.add(operator, "alpha_large_int", scaled, values(2), values(2), -(2**40) - 12345)
    cases.add(
        operator,
        "alpha_zero_of_infinity",
        scaled,
        values(2),
        torch.tensor([1.0, float("inf")]),
        0.0,
    )
    operator = "aten::add.Scalar_out"
    for dtype in COMMON:
        cases.add(operator, f"int_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 5, 1)
        cases.add(operator, f"float_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 1.5, 1)
        if dtype != torch.bool:
            cases.add(operator, f"alpha_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 2, 3)
    cases.add(operator, "bool_bool", scaled, values(3, dtype=torch.bool), True, True)
    cases.add(operator, "bool_number", scaled, values(3, dtype=torch.int32), True, 1)
    cases.add(operator, "empty", scaled, values(0, 2), 2, 1)
    cases.add(operator, "zero_dims", scaled, values(), 2.5, 2.0)
    cases.add(operator, "channels_last", scaled, Ordered(values(1, 2, 3, 2), CHANNELS_LAST), 2.5, 1)
    return cases


def make_mul() -> Cases:
    cases = Cases()
    binary(cases, "aten::mul.out", torch.mul)
    return cases


def make_clamp() -> Cases:
    cases = Cases()
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 0.5, 7.0, -2.0])
    layouts = {"same": CHANNELS_LAST, "differs": None}
    for operator, function, rest in (
        ("aten::relu.out", torch.relu, ()),
        ("aten::hardtanh.out", torch.nn.functional.hardtanh, (-1.5, 4.0)),
    ):
        for dtype in (*FLOATS, *SIGNED):
            numbers = rest if dtype in FLOATS else tuple(int(item) for item in rest)
            cases.add(
                operator, f"dtype_{NAMES[dtype]}", function, values(3, 5, dtype=dtype), *numbers
            )
        for dtype in FLOATS:
            cases.add(operator, f"special_{NAMES[dtype]}", function, special.to(dtype), *rest)
        for name, order in layouts.items():
            image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
            cases.add(operator, f"layout_{name}", function, image, *rest, out_order=order)
        cases.add(operator, "zero_dims", function, torch.tensor(-3.0), *rest)
        cases.add(operator, "empty", function, values(0, 3), *rest)
    cases.add("aten::relu.out", "dtype_Byte", torch.relu, values(4, dtype=torch.uint8))
    cases.add("aten::hardtanh.out", "six", torch.nn.functional.hardtanh, values(40) * 5, 0.0, 6.0)
    cases.add("aten::hardtanh.out", "int_limits", torch.nn.functional.hardtanh, values(9), -1, 1)
    for dtype in (torch.float32, torch.int32):
        name = f"low_above_high_{NAMES[dtype]}"
        cases.add(
            "aten::hardtanh.out", name, torch.ops.aten.hardtanh, values(9, dtype=dtype), 2, -1
        )
    return cases
