"""Cases of operators that compute each element from those of two operands, or of an operand and a
number; sums and products in general are in `elementwise_cases.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
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
    generator,
    values,
)

INTEGERS = (torch.uint8, *SIGNED)
LARGE_UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
NAN, INF = float("nan"), float("inf")
SPECIAL = (NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 1e-45, 3e38)


def nonzero(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Random elements that are not 0."""
    drawn = values(*sizes, dtype=dtype)
    return torch.where(drawn == 0, torch.ones((), dtype=dtype), drawn)


def positive(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    drawn = nonzero(*sizes, dtype=dtype)
    return drawn if dtype == torch.bool else drawn.abs()


Draw = Callable[..., torch.Tensor]


def shapes(case: Case, draw: Draw = values) -> None:
    """Shapes and layouts of an operator on two tensors."""
    for name, a, b in (
        ("row", (2, 3), (3,)),
        ("outer", (4, 1), (1, 5)),
        ("zero_dims", (), ()),
        ("empty", (0, 3), (3,)),
        ("long_run", (70,), (70,)),
    ):
        case(name, values(*a), draw(*b))
    image, other = values(2, 3, 2, 2), draw(2, 3, 2, 2)
    last = Ordered(image, CHANNELS_LAST)
    for name, given, order in (
        ("channels_last", (last, Ordered(other, CHANNELS_LAST)), CHANNELS_LAST),
        ("layouts_differ", (last, other), None),
        ("layout_of_out_differs", (image, other), CHANNELS_LAST),
        ("layout_and_broadcast", (last, draw(3, 1, 1)), CHANNELS_LAST),
    ):
        case(name, *given, out_order=order)


def dtypes(case: Case, mixed: int, draw: Draw = values) -> None:
    """Each dtype alone, and pairs of dtypes: every `mixed`th, in turn as numbers and as tensors."""
    for dtype in COMMON:
        case.if_possible(
            f"dtype_{NAMES[dtype]}", values(3, 5, dtype=dtype), draw(3, 5, dtype=dtype)
        )
    pairs = list(itertools.product(COMMON, repeat=2))
    for index in range(0, len(pairs), mixed):
        a, b = pairs[index]
        if a != b:
            sizes = (((2, 3), (3,)), ((4,), ()), ((), (4,)), ((2, 1), (1, 1)))[index % 4]
            given = values(*sizes[0], dtype=a), draw(*sizes[1], dtype=b)
            name = f"mixed_{NAMES[a]}_{NAMES[b]}"
            case.if_possible(name, *given)


def numbers(case: Case, *given: Any) -> None:
    """An operator on a tensor and a number: dtypes, layouts, no dimensions, no elements."""
    for dtype, number in itertools.product(COMMON, given):
        name = f"{type(number).__name__}_{number}_{NAMES[dtype]}"
        case.if_possible(name, values(2, 3, dtype=dtype), number)
    number = next(each for each in given if not isinstance(each, float))
    dtype = torch.int32
    image = Ordered(values(2, 3, 2, 2, dtype=dtype), CHANNELS_LAST)
    case("layout_differs", image, number)
    case("layout_kept", image, number, out_order=CHANNELS_LAST)
    case("zero_dims", values(dtype=dtype), number)
    case("empty", values(0, 2, dtype=dtype), number)
    case("long_run", values(70, dtype=dtype), number)


def special(case: Case, numbers: Sequence[float] = SPECIAL) -> None:
    """All pairs of special numbers, broadcast against each other."""
    for dtype in FLOATS:
        row = torch.tensor(numbers).to(dtype)
        case.if_possible(f"special_{NAMES[dtype]}", row.reshape(-1, 1), row)


def limits(dtype: torch.dtype) -> torch.Tensor:
    low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
    return torch.tensor(
        sorted({low, low + 1, -1 if low else 2, 0, 1, 5, high - 1, high}), dtype=dtype
    )


def integer_limits(case: Case) -> None:
    for dtype in INTEGERS:
        edge = limits(dtype)
        case(f"limits_{NAMES[dtype]}", edge.reshape(-1, 1), edge)


def make_comparison() -> Cases:
    cases = Cases()
    for short in ("eq", "ge", "gt", "le", "lt", "ne"):
        function: Any = getattr(torch, short)
        main = short in ("eq", "lt")
        case = cases.of(f"aten::{short}.Tensor_out", function)
        dtypes(case, mixed=1 if main else 7)
        special(case)
        integer_limits(case)
        if main:
            shapes(case)
            large = torch.tensor([2**53 + 1, 2**24 + 1, 3]), torch.tensor([2.0**53, 2.0**24, 3])
            case("long_and_float", *large)
            case("long_and_double", large[0], large[1].double())
            unrounded = torch.tensor([0.1, 2], dtype=torch.float16), torch.tensor(0.1)
            case("number_is_rounded", *unrounded)
        for dtype in LARGE_UNSIGNED if short == "eq" else ():
            pair = values(3, dtype=dtype), values(3, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}", *pair)
            case(f"signed_{NAMES[dtype]}", pair[0], torch.tensor(-3))
        case = cases.of(f"aten::{short}.Scalar_out", function)
        numbers(case, *((3, 1.5, True) if main else (2.5, 1)))
        for number in (-1, 300, 2**40):
            case(f"wraps_{number}", values(9, dtype=torch.uint8), number)
        for name, number in {"nan": NAN, "infinity": INF, "large": 1e300, "tenth": 0.1}.items():
            for dtype in (torch.float16, torch.float32):
                x = torch.tensor((*SPECIAL, 0.1)).to(dtype)
                case(f"{name}_{NAMES[dtype]}", x, number)
    return cases


def make_bitwise() -> Cases:
    cases = Cases()
    for short in ("and", "or", "xor"):
        function: Any = getattr(torch, f"bitwise_{short}")
        case = cases.of(f"aten::bitwise_{short}.Tensor_out", function)
        dtypes(case, mixed=1 if short == "and" else 4)
        for dtype in LARGE_UNSIGNED:
            pair = values(3, dtype=dtype), values(3, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}", *pair)
        integer_limits(case)
        for name, a, b in ("row", (2, 3), (3,)), ("outer", (3, 1), (4,)), ("one", (), ()):
            case(name, values(*a, dtype=torch.int32), values(*b, dtype=torch.int32))
        numbers(cases.of(f"aten::bitwise_{short}.Scalar_out", function), 5, -300, True)
        case = cases.of(f"aten::logical_{short}.out", getattr(torch, f"logical_{short}"))
        dtypes(case, mixed=1 if short == "and" else 4)
        special(case)
        if short == "and":
            shapes(case)
    for side in ("left", "right"):
        function = getattr(torch, f"bitwise_{side}_shift")
        case = cases.of(f"aten::bitwise_{side}_shift.Tensor_out", function)
        for dtype in INTEGERS:
            by = torch.tensor([-1, 0, 1, 6, 7, 8, 15, 16, 31, 32, 63, 64, 100]).to(dtype)
            case(f"amounts_{NAMES[dtype]}", limits(dtype).reshape(-1, 1), by)
        dtypes(case, mixed=2, draw=positive)
        case = cases.of(f"aten::bitwise_{side}_shift.Tensor_Scalar_out", function)
        numbers(case, 3, -1, 8, 64, 257, True)
    return cases


def make_division() -> Cases:
    cases = Cases()
    case = cases.of("aten::div.out", torch.div)
    shapes(case)
    dtypes(case, mixed=1)
    special(case)
    for dtype in LARGE_UNSIGNED:
        pair = values(3, dtype=dtype), nonzero(3, dtype=dtype)
        case(f"dtype_{NAMES[dtype]}", *pair)
    numbers(cases.of("aten::div.Scalar_out", torch.div), 3, 1.7, True, 0)

    def rounded(overload: str, mode: str | None) -> Case:
        function = lambda a, b, mode: torch.div(a, b, rounding_mode=mode)  # noqa: E731
        return cases.of(f"aten::div.{overload}", function, mode)

    for mode in (None, "trunc", "floor"):
        case = replace(rounded("out_mode", mode), prefix=f"{mode}_")
        by_number = replace(rounded("Scalar_mode_out", mode), prefix=f"{mode}_")
        numbers(by_number, 3, 1.7, -2)
        dtypes(case, draw=nonzero, mixed=3 if mode else 9)
        if mode:
            special(case)
        for dtype in (torch.float16, torch.bfloat16) if mode else ():
            # Close to whole numbers, so that rounding the quotient counts.
            by = values(100, dtype=dtype).abs() + 0.2
            near = torch.randint(1, 200, (100,), generator=generator)
            x = (by.float() * near * 0.998).to(dtype)
            name = NAMES[dtype]
            case(f"near_{name}", x, by)
            case(f"near_below_{name}", -x, by)
            number = torch.tensor(1.2345678)
            x = (number * near * 0.998).to(dtype)
            case(f"near_number_{name}", x, number)
            by_number(f"near_{name}", x, 1.2345678)
    fmod = cases.of("aten::fmod.Tensor_out", torch.fmod)
    remainder = cases.of("aten::remainder.Tensor_out", torch.remainder)
    floor_divide = cases.of("aten::floor_divide.out", torch.floor_divide)
    for case in (fmod, remainder, floor_divide):
        dtypes(case, draw=nonzero, mixed=2)
        special(case)
        if case == fmod:
            shapes(case, draw=nonzero)
        if case != floor_divide:
            by_number = cases.of(case.operator.replace("Tensor", "Scalar"), case.function)
            numbers(by_number, 3, -2.5, True, -3)
            by_number("by_0", values(3), 0)
    by_mode = (rounded("out_mode", mode) for mode in ("trunc", "floor"))
    for case in (fmod, remainder, floor_divide, *by_mode):
        for dtype in INTEGERS:
            every = limits(dtype)
            # PyTorch itself is ended by a signal where int32 or int64 overflow.
            by = every[every != 0]
            if dtype != torch.uint8:
                by = by[by != -1]
            name = "_".join(("limits", *case.rest, NAMES[dtype]))
            case(name, every.reshape(-1, 1), by)
            if dtype in SIGNED:
                by = torch.tensor(-1, dtype=dtype)
                case(f"minus_{name}", every[1:], by)
        zero = torch.tensor(0, dtype=torch.int32)
        case("_".join(("empty_by_0", *case.rest)), values(0, dtype=torch.int32), zero)
    return cases


def make_angles() -> Cases:
    cases = Cases()
    case = cases.of("aten::atan2.out", torch.atan2)
    shapes(case)
    dtypes(case, mixed=3)
    special(case)
    return cases


def make_powers() -> Cases:
    cases = Cases()
    case = cases.of("aten::pow.Tensor_Tensor_out", torch.pow)
    shapes(case)
    dtypes(case, mixed=2)
    special(case, SPECIAL[:-2])
    for dtype in INTEGERS:
        base = limits(dtype).reshape(-1, 1)
        exponents = torch.tensor([0, 1, 2, 3, 7, 8, 64, 100]).to(dtype)
        case(f"wraps_{NAMES[dtype]}", base, exponents)
        if dtype in SIGNED:
            below = torch.tensor([-1, -2, torch.iinfo(dtype).min], dtype=dtype)
            case(f"negative_{NAMES[dtype]}", base, below)
    case = cases.of("aten::pow.Scalar_out", torch.pow)
    for number in (0, 1, -1, 2, 300, -3, 1.5, 0.5, -2.0, True, NAN, INF):
        for dtype in COMMON:
            x = values(2, 3, dtype=dtype)
            name = f"{type(number).__name__}_{number}_{NAMES[dtype]}"
            case.if_possible(name, number, x)
    image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    case("layout_differs", 2, image)
    case("long_run", 2.0, values(70))
    case("empty", 2.0, values(0, 2))
    case = cases.of("aten::pow.Tensor_Scalar_out", torch.pow)
    for exponent in (0, 1, 2, 3, 4, -1, -2, 0.0, 1.0, 2.0, 0.5, -0.5, 2.5, -3.0, True, False):
        for dtype in COMMON:
            name = f"{type(exponent).__name__}_{exponent}_{NAMES[dtype]}"
            x = values(2, 8, dtype=dtype)
            case.if_possible(name, x, exponent)
            if dtype in FLOATS and isinstance(exponent, float):
                x = torch.tensor(SPECIAL[:-2]).to(dtype)
                case(f"special_{name}", x, exponent)
    for exponent in (1e300, -1e300, NAN, INF):
        x = torch.tensor([0.5, 1, 2, -2])
        case(f"exponent_{exponent}", x, exponent)
    case("layout_differs", image, 2)
    case("layout_kept", image, 2.5, out_order=CHANNELS_LAST)
    case("zero_dims", values(), 2)
    return cases


def make_extrema() -> Cases:
    cases = Cases()
    for function in (torch.maximum, torch.minimum):
        case = cases.of(f"aten::{function.__name__}.out", function)
        shapes(case)
        dtypes(case, mixed=2)
        for dtype in FLOATS:  # of 0 and -0 PyTorch takes either, by their place
            x = torch.tensor([number for number in SPECIAL if number != 0]).to(dtype)
            case(f"special_{NAMES[dtype]}", x.reshape(-1, 1), x)
    case = cases.of("aten::clamp.out", torch.clamp)
    for low, high in ((-1, 2), (None, 2), (-1.5, None), (1, 2.5), (3, 1), (True, 4), (NAN, 1.0)):
        for dtype in COMMON:
            name = f"{low}_{high}_{NAMES[dtype]}"
            case.if_possible(name, values(2, 5, dtype=dtype), low, high)
    for low, high in ((NAN, None), (None, NAN), (-INF, INF), (0.0, -0.0), (-0.0, 0.0)):
        for dtype in FLOATS:
            x = torch.tensor(SPECIAL).to(dtype)
            case(f"special_{low}_{high}_{NAMES[dtype]}", x, low, high)
    case("unsigned_wraps", values(5, dtype=torch.uint8), -3, None)
    image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    case("layout_differs", image, -0.5, 0.5)
    case("layout_kept", image, -0.5, 0.5, out_order=CHANNELS_LAST)
    case("zero_dims", values(), -0.5, 0.5)
    case("empty", values(0, 3), -0.5, 0.5)
    case = cases.of("aten::clamp.Tensor_out", torch.clamp)
    for dtype in COMMON:
        x, low, high = (values(2, 5, dtype=dtype) for _ in "123")
        case.if_possible(f"both_{NAMES[dtype]}", x, low, high)
        case(f"low_{NAMES[dtype]}", x, low, None)
        case(f"high_{NAMES[dtype]}", x, None, high)
    for index, (a, b, c) in enumerate(itertools.product(COMMON[::2] + FLOATS[:2], repeat=3)):
        if index % 3 == 0:
            sizes = (((2, 3), (3,), ()), ((), (), (2,)), ((3,), (), (1,)), ((), (), ()))[index % 4]
            dtyped = [values(*s, dtype=d) for s, d in zip(sizes, (a, b, c), strict=True)]
            name = "_".join(("mixed", NAMES[a], NAMES[b], NAMES[c], str(index)))
            case.if_possible(name, *dtyped)
    for name, given in {
        "broadcast": (values(2, 1, 3), values(4, 1), values(1)),
        "layouts_differ": (image, values(3, 1, 1), values(2, 3, 2, 2)),
        "empty": (values(0, 3), values(3), None),
    }.items():
        case(name, *given)
    x = torch.tensor(SPECIAL)
    case("special", x.reshape(-1, 1), x, x.flip(0))
    return cases


def make_where() -> Cases:
    cases = Cases()
    case = cases.of("aten::where.self_out", torch.where)
    mask = values(3, 5, dtype=torch.bool)
    for dtype in (*COMMON, *LARGE_UNSIGNED):
        pair = values(3, 5, dtype=dtype), values(3, 5, dtype=dtype)
        case(f"dtype_{NAMES[dtype]}", mask, *pair)
    for index, (a, b) in enumerate(itertools.permutations(COMMON, 2)):
        sizes = (((3, 1), (5,)), ((5,), ()), ((), (3, 1)))[index % 3]
        pair = values(*sizes[0], dtype=a), values(*sizes[1], dtype=b)
        case(f"mixed_{NAMES[a]}_{NAMES[b]}", mask, *pair)
    image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    picked = values(2, 3, 2, 2, dtype=torch.bool)
    for name, given in {
        "byte": (torch.tensor([0, 1, 0, 1, 1], dtype=torch.uint8), values(5), values(5)),
        "broadcast_condition": (values(2, 1, 1, dtype=torch.bool), values(3, 1), values(4)),
        "number_condition": (torch.tensor(True), values(2, 3), values(3)),
        "zero_dims": (torch.tensor(False), values(), values()),
        "empty": (values(0, 1, dtype=torch.bool), values(3), values(0, 3)),
        "long_run": (values(70, dtype=torch.bool), values(70), values(70, dtype=torch.float64)),
        "layouts_differ": (picked, image, values(2, 3, 2, 2)),
        "number_is_rounded": (mask, values(5, dtype=torch.float16), torch.tensor(3.3)),
    }.items():
        case(name, *given)
    case("layout_kept", picked, image, values(1), out_order=CHANNELS_LAST)
    return cases


def make_differences() -> Cases:
    """Differences, and sums and products with numbers."""
    cases = Cases()
    subtract = lambda a, b, alpha: torch.sub(a, b, alpha=alpha)  # noqa: E731
    reverse = lambda a, b, alpha: torch.rsub(a, b, alpha=alpha)  # noqa: E731
    case, twice = (cases.of("aten::sub.out", subtract, alpha) for alpha in (1, 2))
    shapes(case)
    dtypes(case, mixed=2)
    for dtype in COMMON[1:]:
        twice(f"alpha_{NAMES[dtype]}", values(3, 5, dtype=dtype), values(5, dtype=dtype))
    special(case)
    integer_limits(case)
    for alpha in (1, 2):
        for operator, function in ("sub", subtract), ("rsub", reverse):
            case = cases.of(f"aten::{operator}.Scalar_out", function, alpha)
            numbers(replace(case, prefix=f"alpha_{alpha}_"), 3, 1.7, 300)
    case = cases.of("aten::mul.Scalar_out", torch.mul)
    numbers(case, 3, 1.7, 300, True, 0.1)
    numbers(cases.of("aten::add.Scalar_out", added, 1), 3, 1.7, 0.1)
    case.each_dtype(LARGE_UNSIGNED, (3,), 3)
    return cases


def make_allclose() -> Cases:
    cases = Cases()

    def close(a: Any, b: Any, rtol: float, atol: float, nan: bool, _: bool) -> torch.Tensor:
        return torch.tensor([torch.allclose(a, b, rtol, atol, nan)])

    add = cases.of("aten::allclose.out", close, False)

    def case(name: str, a: Any, b: Any, *rest: Any) -> None:
        add(name, a, b, *rest, *(1e-5, 1e-8, False)[len(rest) :])

    for dtype in COMMON:
        x = values(2, 3, dtype=dtype)
        case(f"same_{NAMES[dtype]}", x, x.clone())
        case(f"near_{NAMES[dtype]}", x, (x.double() * (1 + 2**-10)).to(dtype), 1e-2, 0.0)
        case(f"far_{NAMES[dtype]}", x, (x.double() + 1.5).to(dtype), 1e-2, 0.0)
    one = torch.tensor([1.0])
    for name, a, b in (
        ("infinities", torch.tensor([INF, -INF]), torch.tensor([INF, -INF])),
        ("opposite_infinities", torch.tensor([INF]), torch.tensor([-INF])),
        ("infinity_and_number", torch.tensor([INF]), one),
        ("number_and_infinity", one, torch.tensor([INF])),
        ("nan", torch.tensor([NAN, 1.0]), torch.tensor([NAN, 1.0])),
        ("zeros", torch.tensor([0.0]), torch.tensor([-0.0])),
        ("broadcast", torch.ones(2, 3), torch.ones(3)),
        ("broadcast_far", torch.ones(2, 3), torch.tensor([1.0, 1.0, 2.0])),
        ("layouts", Ordered(torch.ones(1, 2, 2, 3), CHANNELS_LAST), torch.ones(2, 2, 3)),
        ("empty", values(0, 3), values(1, 3)),
        ("zero_dims", torch.tensor(2.0), torch.tensor(2.0)),
        ("tolerated", torch.tensor([100.0]), torch.tensor([101.0])),
    ):
        case(name, a, b)
        case(f"{name}_with_nan", a, b, 0.01, 0.0, True)
        case(f"{name}_exact", a, b, 0.0, 0.0)
    case("infinite_tolerance", one, torch.tensor([5.0]), 0.0, INF)
    return cases
