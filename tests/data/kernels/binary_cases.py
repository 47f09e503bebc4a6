"""Cases of operators that compute each element from those of two operands, or of an operand and a
number; sums and products in general are in `elementwise_cases.py`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from case_text import CHANNELS_LAST, COMMON, FLOATS, NAMES, SIGNED, Cases, Ordered, values

Function = Callable[..., Any]
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


def try_add(cases: Cases, operator: str, name: str, function: Function, *given: Any) -> None:
    """As Cases.add(), but nothing where PyTorch refuses the dtypes."""
    try:
        cases.add(operator, name, function, *given)
    except (RuntimeError, TypeError):
        return


def shapes(
    cases: Cases, operator: str, function: Function, *rest: Any, draw: Draw = values
) -> None:
    """Shapes and layouts of an operator on two tensors."""
    for name, a, b in (
        ("row", (2, 3), (3,)),
        ("outer", (4, 1), (1, 5)),
        ("zero_dims", (), ()),
        ("empty", (0, 3), (3,)),
        ("long_run", (70,), (70,)),
    ):
        cases.add(operator, name, function, values(*a), draw(*b), *rest)
    image, other = values(2, 3, 2, 2), draw(2, 3, 2, 2)
    last = Ordered(image, CHANNELS_LAST)
    for name, given, order in (
        ("channels_last", (last, Ordered(other, CHANNELS_LAST)), CHANNELS_LAST),
        ("layouts_differ", (last, other), None),
        ("layout_of_out_differs", (image, other), CHANNELS_LAST),
        ("layout_and_broadcast", (last, draw(3, 1, 1)), CHANNELS_LAST),
    ):
        cases.add(operator, name, function, *given, *rest, out_order=order)


def dtypes(
    cases: Cases,
    operator: str,
    function: Function,
    *rest: Any,
    draw: Draw = values,
    mixed: int = 5,
    own: Sequence[torch.dtype] = COMMON,
) -> None:
    """Each dtype alone, and pairs of dtypes: every `mixed`th, in turn as numbers and as tensors."""
    for dtype in own:
        given = values(3, 5, dtype=dtype), draw(3, 5, dtype=dtype)
        try_add(cases, operator, f"dtype_{NAMES[dtype]}", function, *given, *rest)
    pairs = list(itertools.product(COMMON, repeat=2))
    for index in range(0, len(pairs), mixed):
        a, b = pairs[index]
        if a != b:
            sizes = (((2, 3), (3,)), ((4,), ()), ((), (4,)), ((2, 1), (1, 1)))[index % 4]
            given = values(*sizes[0], dtype=a), draw(*sizes[1], dtype=b)
            name = f"mixed_{NAMES[a]}_{NAMES[b]}"
            try_add(cases, operator, name, function, *given, *rest)


def numbers(
    cases: Cases,
    operator: str,
    function: Function,
    *rest: Any,
    given: Sequence[Any] = (3, 1.5, True),
    own: Sequence[torch.dtype] = COMMON,
) -> None:
    """An operator on a tensor and a number: dtypes, layouts, no dimensions, no elements."""
    for dtype, number in itertools.product(own, given):
        name = f"{type(number).__name__}_{number}_{NAMES[dtype]}"
        try_add(cases, operator, name, function, values(2, 3, dtype=dtype), number, *rest)
    number = next(each for each in given if not isinstance(each, float))
    dtype = torch.int32
    image = Ordered(values(2, 3, 2, 2, dtype=dtype), CHANNELS_LAST)
    cases.add(operator, "layout_differs", function, image, number, *rest)
    cases.add(operator, "layout_kept", function, image, number, *rest, out_order=CHANNELS_LAST)
    cases.add(operator, "zero_dims", function, values(dtype=dtype), number, *rest)
    cases.add(operator, "empty", function, values(0, 2, dtype=dtype), number, *rest)
    cases.add(operator, "long_run", function, values(70, dtype=dtype), number, *rest)


def special(
    cases: Cases, operator: str, function: Function, *rest: Any, power: bool = False
) -> None:
    """All pairs of special numbers, broadcast against each other."""
    for dtype in FLOATS:
        numbers_ = torch.tensor(SPECIAL[:-2] if power else SPECIAL).to(dtype)
        given = numbers_.reshape(-1, 1), numbers_
        try_add(cases, operator, f"special_{NAMES[dtype]}", function, *given, *rest)


def limits(dtype: torch.dtype) -> torch.Tensor:
    low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
    return torch.tensor(
        sorted({low, low + 1, -1 if low else 2, 0, 1, 5, high - 1, high}), dtype=dtype
    )


def integer_limits(cases: Cases, operator: str, function: Function, *rest: Any) -> None:
    for dtype in INTEGERS:
        edge = limits(dtype)
        given = edge.reshape(-1, 1), edge
        cases.add(operator, f"limits_{NAMES[dtype]}", function, *given, *rest)


def make_comparison() -> Cases:
    cases = Cases()
    for short in ("eq", "ge", "gt", "le", "lt", "ne"):
        function: Any = getattr(torch, short)
        main = short in ("eq", "lt")
        operator = f"aten::{short}.Tensor_out"
        dtypes(cases, operator, function, mixed=1 if main else 7)
        special(cases, operator, function)
        integer_limits(cases, operator, function)
        if main:
            shapes(cases, operator, function)
            large = torch.tensor([2**53 + 1, 2**24 + 1, 3]), torch.tensor([2.0**53, 2.0**24, 3])
            cases.add(operator, "long_and_float", function, *large)
            cases.add(operator, "long_and_double", function, large[0], large[1].double())
            unrounded = torch.tensor([0.1, 2], dtype=torch.float16), torch.tensor(0.1)
            cases.add(operator, "number_is_rounded", function, *unrounded)
        for dtype in LARGE_UNSIGNED if short == "eq" else ():
            pair = values(3, dtype=dtype), values(3, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}", function, *pair)
            cases.add(operator, f"signed_{NAMES[dtype]}", function, pair[0], torch.tensor(-3))
        operator = f"aten::{short}.Scalar_out"
        given: tuple[Any, ...] = (3, 1.5, True) if main else (2.5, 1)
        numbers(cases, operator, function, given=given)
        for number in (-1, 300, 2**40):
            small = values(9, dtype=torch.uint8), number
            cases.add(operator, f"wraps_{number}", function, *small)
        for name, number in {"nan": NAN, "infinity": INF, "large": 1e300, "tenth": 0.1}.items():
            for dtype in (torch.float16, torch.float32):
                x = torch.tensor((*SPECIAL, 0.1)).to(dtype)
                cases.add(operator, f"{name}_{NAMES[dtype]}", function, x, number)
    return cases


def make_bitwise() -> Cases:
    cases = Cases()
    for short in ("and", "or", "xor"):
        function: Any = getattr(torch, f"bitwise_{short}")
        operator = f"aten::bitwise_{short}.Tensor_out"
        dtypes(cases, operator, function, mixed=1 if short == "and" else 4)
        for dtype in LARGE_UNSIGNED:
            pair = values(3, dtype=dtype), values(3, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}", function, *pair)
        integer_limits(cases, operator, function)
        for name, (a, b) in {
            "row": ((2, 3), (3,)),
            "outer": ((3, 1), (4,)),
            "one": ((), ()),
        }.items():
            pair = values(*a, dtype=torch.int32), values(*b, dtype=torch.int32)
            cases.add(operator, name, function, *pair)
        operator = f"aten::bitwise_{short}.Scalar_out"
        numbers(cases, operator, function, given=(5, -300, True))
        logical: Any = getattr(torch, f"logical_{short}")
        operator = f"aten::logical_{short}.out"
        dtypes(cases, operator, logical, mixed=1 if short == "and" else 4)
        special(cases, operator, logical)
        if short == "and":
            shapes(cases, operator, logical)
    for side in ("left", "right"):
        function = getattr(torch, f"bitwise_{side}_shift")
        operator = f"aten::bitwise_{side}_shift.Tensor_out"
        for dtype in INTEGERS:
            by = torch.tensor([-1, 0, 1, 6, 7, 8, 15, 16, 31, 32, 63, 64, 100]).to(dtype)
            cases.add(
                operator, f"amounts_{NAMES[dtype]}", function, limits(dtype).reshape(-1, 1), by
            )
        dtypes(cases, operator, function, mixed=2, draw=positive)
        operator = f"aten::bitwise_{side}_shift.Tensor_Scalar_out"
        numbers(cases, operator, function, given=(3, -1, 8, 64, 257, True))
    return cases


def make_division() -> Cases:
    cases = Cases()
    divide: Any = torch.div
    rounded = lambda a, b, mode: torch.div(a, b, rounding_mode=mode)  # noqa: E731
    operator = "aten::div.out"
    shapes(cases, operator, divide)
    dtypes(cases, operator, divide, mixed=1)
    special(cases, operator, divide)
    for dtype in LARGE_UNSIGNED:
        pair = values(3, dtype=dtype), nonzero(3, dtype=dtype)
        cases.add(operator, f"dtype_{NAMES[dtype]}", divide, *pair)
    numbers(cases, "aten::div.Scalar_out", divide, given=(3, 1.7, True, 0))
    for mode in (None, "trunc", "floor"):
        part = Cases()
        numbers(part, "aten::div.Scalar_mode_out", rounded, mode, given=(3, 1.7, -2))
        dtypes(part, "aten::div.out_mode", rounded, mode, draw=nonzero, mixed=3 if mode else 9)
        if mode:
            special(part, "aten::div.out_mode", rounded, mode)
        cases.lines += [_renamed(line, f"{mode}_") for line in part.lines]
    three: tuple[tuple[str, str, Function], ...] = (
        ("aten::fmod.Tensor_out", "aten::fmod.Scalar_out", torch.fmod),
        ("aten::remainder.Tensor_out", "aten::remainder.Scalar_out", torch.remainder),
        ("aten::floor_divide.out", "", torch.floor_divide),
    )
    for operator, with_number, function in three:
        dtypes(cases, operator, function, draw=nonzero, mixed=2)
        special(cases, operator, function)
        if operator == "aten::fmod.Tensor_out":
            shapes(cases, operator, function, draw=nonzero)
        if with_number:
            numbers(cases, with_number, function, given=(3, -2.5, True, -3))
            cases.add(with_number, "by_0", function, values(3), 0)
    for operator, rest, function in (
        ("aten::fmod.Tensor_out", (), torch.fmod),
        ("aten::remainder.Tensor_out", (), torch.remainder),
        ("aten::floor_divide.out", (), torch.floor_divide),
        ("aten::div.out_mode", ("trunc",), rounded),
        ("aten::div.out_mode", ("floor",), rounded),
    ):
        for dtype in INTEGERS:
            every = limits(dtype)
            # PyTorch itself is ended by a signal where int32 or int64 overflow.
            by = every[every != 0]
            if dtype != torch.uint8:
                by = by[by != -1]
            name = "_".join(("limits", *rest, NAMES[dtype]))
            cases.add(operator, name, function, every.reshape(-1, 1), by, *rest)
            if dtype in SIGNED:
                by = torch.tensor(-1, dtype=dtype)
                cases.add(operator, f"minus_{name}", function, every[1:], by, *rest)
        cases.add(
            operator,
            "_".join(("empty_by_0", *rest)),
            function,
            values(0, dtype=torch.int32),
            torch.tensor(0, dtype=torch.int32),
            *rest,
        )
    return cases


def make_angles() -> Cases:
    cases = Cases()
    shapes(cases, "aten::atan2.out", torch.atan2)
    dtypes(cases, "aten::atan2.out", torch.atan2, mixed=3)
    special(cases, "aten::atan2.out", torch.atan2)
    return cases


def make_powers() -> Cases:
    cases = Cases()
    power: Any = torch.pow
    operator = "aten::pow.Tensor_Tensor_out"
    shapes(cases, operator, lambda a, b: torch.pow(a, b))
    dtypes(cases, operator, power, mixed=2)
    special(cases, operator, power, power=True)
    for dtype in INTEGERS:
        base = limits(dtype).reshape(-1, 1)
        exponents = torch.tensor([0, 1, 2, 3, 7, 8, 64, 100]).to(dtype)
        cases.add(operator, f"wraps_{NAMES[dtype]}", power, base, exponents)
        if dtype in SIGNED:
            below = torch.tensor([-1, -2, torch.iinfo(dtype).min], dtype=dtype)
            cases.add(operator, f"negative_{NAMES[dtype]}", power, base, below)
    operator = "aten::pow.Scalar_out"
    for number in (0, 1, -1, 2, 300, -3, 1.5, 0.5, -2.0, True, NAN, INF):
        for dtype in COMMON:
            x = values(2, 3, dtype=dtype)
            name = f"{type(number).__name__}_{number}_{NAMES[dtype]}"
            try_add(cases, operator, name, power, number, x)
    image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    cases.add(operator, "layout_differs", power, 2, image)
    cases.add(operator, "long_run", power, 2.0, values(70))
    cases.add(operator, "empty", power, 2.0, values(0, 2))
    operator = "aten::pow.Tensor_Scalar_out"
    for exponent in (0, 1, 2, 3, 4, -1, -2, 0.0, 1.0, 2.0, 0.5, -0.5, 2.5, -3.0, True, False):
        for dtype in COMMON:
            name = f"{type(exponent).__name__}_{exponent}_{NAMES[dtype]}"
            x = values(2, 8, dtype=dtype)
            try_add(cases, operator, name, power, x, exponent)
            if dtype in FLOATS and isinstance(exponent, float):
                x = torch.tensor(SPECIAL[:-2]).to(dtype)
                cases.add(operator, f"special_{name}", power, x, exponent)
    for exponent in (1e300, -1e300, NAN, INF):
        x = torch.tensor([0.5, 1, 2, -2])
        cases.add(operator, f"exponent_{exponent}", power, x, exponent)
    cases.add(operator, "layout_differs", power, image, 2)
    cases.add(operator, "layout_kept", power, image, 2.5, out_order=CHANNELS_LAST)
    cases.add(operator, "zero_dims", power, values(), 2)
    return cases


def make_extrema() -> Cases:
    cases = Cases()
    for operator, function in (
        ("aten::maximum.out", torch.maximum),
        ("aten::minimum.out", torch.minimum),
    ):
        shapes(cases, operator, function)
        dtypes(cases, operator, function, mixed=2)
        for dtype in FLOATS:  # of 0 and -0 PyTorch takes either, by their place
            x = torch.tensor([number for number in SPECIAL if number != 0]).to(dtype)
            cases.add(operator, f"special_{NAMES[dtype]}", function, x.reshape(-1, 1), x)
    operator = "aten::clamp.out"
    clamp: Any = torch.clamp
    for low, high in ((-1, 2), (None, 2), (-1.5, None), (1, 2.5), (3, 1), (True, 4), (NAN, 1.0)):
        for dtype in COMMON:
            name = f"{low}_{high}_{NAMES[dtype]}"
            try_add(cases, operator, name, clamp, values(2, 5, dtype=dtype), low, high)
    for low, high in ((NAN, None), (None, NAN), (-INF, INF), (0.0, -0.0), (-0.0, 0.0)):
        for dtype in FLOATS:
            x = torch.tensor(SPECIAL).to(dtype)
            cases.add(operator, f"special_{low}_{high}_{NAMES[dtype]}", clamp, x, low, high)
    cases.add(operator, "unsigned_wraps", clamp, values(5, dtype=torch.uint8), -3, None)
    image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
    cases.add(operator, "layout_differs", clamp, image, -0.5, 0.5)
    cases.add(operator, "layout_kept", clamp, image, -0.5, 0.5, out_order=CHANNELS_LAST)
    cases.add(operator, "zero_dims", clamp, values(), -0.5, 0.5)
    cases.add(operator, "empty", clamp, values(0, 3), -0.5, 0.5)
    operator = "aten::clamp.Tensor_out"
    for dtype in COMMON:
        x, low, high = (values(2, 5, dtype=dtype) for _ in "123")
        try_add(cases, operator, f"both_{NAMES[dtype]}", clamp, x, low, high)
        cases.add(operator, f"low_{NAMES[dtype]}", clamp, x, low, None)
        cases.add(operator, f"high_{NAMES[dtype]}", clamp, x, None, high)
    for index, (a, b, c) in enumerate(itertools.product(COMMON[::2] + FLOATS[:2], repeat=3)):
        if index % 3 == 0:
            sizes = (((2, 3), (3,), ()), ((), (), (2,)), ((3,), (), (1,)), ((), (), ()))[index % 4]
            dtyped = [values(*s, dtype=d) for s, d in zip(sizes, (a, b, c), strict=True)]
            name = "_".join(("mixed", NAMES[a], NAMES[b], NAMES[c], str(index)))
            try_add(cases, operator, name, clamp, *dtyped)
    for name, given in {
        "broadcast": (values(2, 1, 3), values(4, 1), values(1)),
        "layouts_differ": (image, values(3, 1, 1), values(2, 3, 2, 2)),
        "empty": (values(0, 3), values(3), None),
    }.items():
        cases.add(operator, name, clamp, *given)
    x = torch.tensor(SPECIAL)
    cases.add(operator, "special", clamp, x.reshape(-1, 1), x, x.flip(0))
    return cases


def make_where() -> Cases:
    cases = Cases()
    operator = "aten::where.self_out"
    where: Any = torch.where
    mask = values(3, 5, dtype=torch.bool)
    for dtype in (*COMMON, *LARGE_UNSIGNED):
        pair = values(3, 5, dtype=dtype), values(3, 5, dtype=dtype)
        cases.add(operator, f"dtype_{NAMES[dtype]}", where, mask, *pair)
    for index, (a, b) in enumerate(itertools.permutations(COMMON, 2)):
        sizes = (((3, 1), (5,)), ((5,), ()), ((), (3, 1)))[index % 3]
        pair = values(*sizes[0], dtype=a), values(*sizes[1], dtype=b)
        cases.add(operator, f"mixed_{NAMES[a]}_{NAMES[b]}", where, mask, *pair)
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
        cases.add(operator, name, where, *given)
    cases.add(operator, "layout_kept", where, picked, image, values(1), out_order=CHANNELS_LAST)
    return cases


def make_sums() -> Cases:
    """Differences, and sums and products with numbers."""
    cases = Cases()
    subtract = lambda a, b, alpha: torch.sub(a, b, alpha=alpha)  # noqa: E731
    reverse = lambda a, b, alpha: torch.rsub(a, b, alpha=alpha)  # noqa: E731
    shapes(cases, "aten::sub.out", subtract, 1)
    dtypes(cases, "aten::sub.out", subtract, 1, mixed=2)
    for dtype in COMMON[1:]:
        pair = values(3, 5, dtype=dtype), values(5, dtype=dtype)
        cases.add("aten::sub.out", f"alpha_{NAMES[dtype]}", subtract, *pair, 2)
    special(cases, "aten::sub.out", subtract, 1)
    integer_limits(cases, "aten::sub.out", subtract, 1)
    for alpha in (1, 2):
        part = Cases()
        numbers(part, "aten::sub.Scalar_out", subtract, alpha, given=(3, 1.7, 300))
        numbers(part, "aten::rsub.Scalar_out", reverse, alpha, given=(3, 1.7, 300))
        cases.lines += [_renamed(line, f"alpha_{alpha}_") for line in part.lines]
    numbers(cases, "aten::mul.Scalar_out", torch.mul, given=(3, 1.7, 300, True, 0.1))
    added = lambda a, b, alpha: torch.add(a, b, alpha=alpha)  # noqa: E731
    numbers(cases, "aten::add.Scalar_out", added, 1, given=(3, 1.7, 0.1))
    for dtype in LARGE_UNSIGNED:
        x = values(3, dtype=dtype)
        cases.add("aten::mul.Scalar_out", f"dtype_{NAMES[dtype]}", torch.mul, x, 3)
    return cases


def make_allclose() -> Cases:
    cases = Cases()

    def close(a: Any, b: Any, rtol: float, atol: float, nan: bool, _: bool) -> torch.Tensor:
        return torch.tensor([torch.allclose(a, b, rtol, atol, nan)])

    def case(name: str, a: Any, b: Any, *rest: Any) -> None:
        rtol, atol, nan = (*rest, *(1e-5, 1e-8, False)[len(rest) :])
        cases.add("aten::allclose.out", name, close, a, b, rtol, atol, nan, False)

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


def _renamed(line: str, prefix: str) -> str:
    return line.replace("case ", f"case {prefix}", 1) if line.startswith("case ") else line
