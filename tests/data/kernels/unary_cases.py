"""Cases of operators on one tensor that compute each element from the one at its place."""

from __future__ import annotations

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
    aten,
    generator,
    values,
)

UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
NUMBERS = tuple(dtype for dtype in COMMON if dtype != torch.bool)
NAN, INFINITY = float("nan"), float("inf")
SPECIAL = (NAN, INFINITY, -INFINITY, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5)
TINY = {torch.float32: 1e-40, torch.float64: 1e-310, torch.float16: 1e-6, torch.bfloat16: 1e-39}


def special(dtype: torch.dtype) -> torch.Tensor:
    """Numbers that are treated apart: zeros, infinities, NaN, the largest and the smallest."""
    limits = torch.finfo(dtype)
    ends = (limits.max, -limits.max, limits.tiny, -limits.tiny, TINY[dtype], limits.eps)
    return torch.tensor((*SPECIAL, *ends), dtype=dtype)


def spread(dtype: torch.dtype, least: float, most: float, count: int = 48) -> torch.Tensor:
    """Numbers of both signs whose sizes are spread evenly over the exponents of 2 between."""
    exponents = torch.rand(count, generator=generator, dtype=torch.float64) * (most - least) + least
    signs = torch.randint(0, 2, (count,), generator=generator) * 2 - 1
    return (signs * 2.0**exponents).to(dtype)


def layouts(case: Case, *rest: Any) -> None:
    """Shapes and dim orders."""
    image = values(2, 3, 2, 2)
    last = Ordered(image, CHANNELS_LAST)
    case("channels_last", last, *rest, out_order=CHANNELS_LAST)
    case("layouts_differ", last, *rest)
    case("layout_of_out_differs", image, *rest, out_order=(3, 1, 0, 2))
    case("zero_dims", values(), *rest)
    case("empty", values(2, 0, 3), *rest)


def make_signs() -> Cases:
    """Exact: operators that round, negate or compare."""
    cases = Cases()
    for name in ("abs", "ceil", "floor", "neg", "round", "sign", "trunc", "isinf", "isnan"):
        case = cases.of(f"aten::{name}.out", getattr(aten, name).default)
        test = name.startswith("is")
        unsigned = UNSIGNED if test or name in ("ceil", "floor", "round", "trunc") else ()
        for dtype in (*NUMBERS, *unsigned, *((torch.bool,) if test or name == "sign" else ())):
            x = values(2, 7, dtype=dtype) * (3 if dtype in FLOATS else 1)
            case(f"dtype_{NAMES[dtype]}", x)
        for dtype in FLOATS:
            case(f"special_{NAMES[dtype]}", special(dtype))
            spread_out = spread(dtype, -3, 15.9 if dtype == torch.float16 else 60, 24)
            case(f"spread_{NAMES[dtype]}", spread_out)
        layouts(case)
        if not test:
            for dtype in SIGNED:
                ends = torch.iinfo(dtype)
                edges = torch.tensor((ends.min, ends.max, ends.min + 1, 0), dtype=dtype)
                case(f"ends_{NAMES[dtype]}", edges)
    for name in ("bitwise_not", "logical_not"):
        case = cases.of(f"aten::{name}.out", getattr(aten, name).default)
        for dtype in COMMON:
            if name == "logical_not" or dtype not in FLOATS:
                x = values(3, 4, dtype=dtype)
                x[1] = 0
                case(f"dtype_{NAMES[dtype]}", x)
        image = values(2, 3, 2, 2, dtype=torch.int32)
        case("layouts_differ", Ordered(image, CHANNELS_LAST))
        case("empty", values(0, 2, dtype=torch.int32))
        case("zero_dims", values(dtype=torch.bool))
    case = cases.of("aten::logical_not.out", torch.logical_not)
    for dtype in FLOATS:
        case(f"special_{NAMES[dtype]}", special(dtype))
    case("long_run", values(75))
    return cases


RANGES = {
    **dict.fromkeys(("acos", "asin", "atanh"), (-20, 0)),
    **dict.fromkeys(("atan", "asinh", "log", "log2", "log10", "sqrt", "rsqrt"), (-100, 100)),
    **dict.fromkeys(("reciprocal", "acosh", "log1p"), (-30, 100)),
    **dict.fromkeys(("exp", "expm1", "sinh", "cosh"), (-30, 6.4)),
    **dict.fromkeys(("tanh", "sigmoid", "erf"), (-30, 4)),
    **dict.fromkeys(("cos", "sin", "tan"), (-20, 20)),
}
"""Maps an operator to the exponents of 2 of the numbers that it is called with."""

POSITIVE = ("log", "log2", "log10", "sqrt", "rsqrt", "acosh", "log1p")


def make_maths() -> Cases:
    """Functions of floating-point numbers."""
    cases = Cases()
    for name, (least, most) in sorted(RANGES.items()):
        case = cases.of(f"aten::{name}.out", getattr(aten, name).default)
        for dtype in FLOATS:
            # Of 16 elements at a time PyTorch rounds Half once.
            bound = 14.0 if dtype == torch.float16 else 100.0
            # The erf of PyTorch that is for 16 bits has an absolute error of 1e-7.
            rough = name == "erf" and dtype in (torch.float16, torch.bfloat16)
            x = spread(dtype, -8 if rough else max(least, -bound), min(most, bound))
            x = x.abs() if name in POSITIVE else x
            case(f"dtype_{NAMES[dtype]}", x.reshape(3, 16))
            numbers = special(dtype)[: len(SPECIAL) if rough else None]
            case(f"special_{NAMES[dtype]}", numbers)
        for dtype in (torch.bool, torch.uint8, *SIGNED, *UNSIGNED):
            case(f"of_{NAMES[dtype]}", values(2, 3, dtype=dtype))
        layouts(case)
        image = values(1, 2, 3, 2, dtype=torch.int16)
        case("of_Short_layouts_differ", Ordered(image, CHANNELS_LAST))
    return cases


def make_activations() -> Cases:
    cases = Cases()
    for name, every in {
        "elu": ((1, 1, 1), (1.5, 1.25, 0.75), (2, 1, -1), (0.0, 1.0, 1.0)),
        "leaky_relu": ((0.01,), (-0.5,), (3,)),
    }.items():
        case = cases.of(f"aten::{name}.out", getattr(aten, name).default)
        for index, rest in enumerate(every):
            for dtype in FLOATS:
                label = f"{NAMES[dtype]}_{index}"
                case(f"dtype_{label}", spread(dtype, -10, 3), *rest)
                case(f"special_{label}", special(dtype), *rest)
        layouts(case, *every[1])
    case = cases.of("aten::logit.out", aten.logit.default)
    for eps in (None, 0.125, -1.0, 0.75, 0.0, 1e-6):
        for dtype in FLOATS:
            label = f"{NAMES[dtype]}_{eps}"
            inside = torch.rand(3, 16, generator=generator).to(dtype)
            case(f"dtype_{label}", inside, eps)
            case(f"special_{label}", special(dtype), eps)
        layouts(case, eps)
    for dtype in (torch.bool, torch.uint8, *SIGNED, *UNSIGNED):
        for eps in (None, 0.25):
            of = values(2, 3, dtype=dtype)
            case(f"of_{NAMES[dtype]}_{eps}", of, eps)
    case = cases.of("aten::glu.out", aten.glu.default)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(3, 34, dtype=dtype), -1)
        case(f"special_{NAMES[dtype]}", special(dtype), 0)
    for dim in (0, 1, -2, 3):
        image = values(2, 4, 2, 6)
        case(f"dim_{dim}", image, dim)
        same, other = CHANNELS_LAST, (3, 1, 0, 2)
        case(f"channels_last_{dim}", Ordered(image, same), dim, out_order=same)
        case(f"layouts_differ_{dim}", Ordered(image, same), dim, out_order=other)
    case("empty", values(2, 0), 1)
    case("empty_other", values(2, 0), 0)
    case("one_dim", values(2), 0)
    return cases


def make_gelu() -> Cases:
    """PyTorch loses as many digits of a negative number as 1 + erf does, and so do others."""
    cases = Cases()
    case = cases.of("aten::gelu.out", lambda x, how: aten.gelu(x, approximate=how))
    for how in ("none", "tanh"):
        for dtype in FLOATS:
            case(f"{how}_{NAMES[dtype]}", spread(dtype, -12, 3.5), how)
            # Infinity gives NaN or infinity, as the number of elements is.
            numbers = special(dtype)
            case(f"{how}_special_{NAMES[dtype]}", numbers[3:12], how)
        layouts(case, how)
    return cases
