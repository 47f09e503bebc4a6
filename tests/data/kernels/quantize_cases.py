"""Cases of quantized numbers: PyTorch's reference implementation of `quantized_decomposed`.

Where there is none (sums and products, which ExecuTorch adds), the operator's formula in PyTorch.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch
from case_text import (
    CHANNELS_LAST,
    FLOATS,
    NAMES,
    SCALAR_TYPES,
    TYPES,
    Cases,
    Order,
    Ordered,
    generator,
    values,
)
from executorch.exir.passes import _quant_patterns_and_replacements  # noqa: F401 - defines more
from torch.ao.quantization.fx import _decomposed  # noqa: F401 - defines the operators

decomposed: Any = torch.ops.quantized_decomposed
INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.uint16, torch.int32)
SPECIAL = (float("nan"), float("inf"), -float("inf"), -0.0, 1e-40, 3e38, -3e38, 0.5, 1.5, -2.5)


def bounds(dtype: torch.dtype) -> tuple[int, int]:
    return torch.iinfo(dtype).min, torch.iinfo(dtype).max


def whole(*sizes: int, dtype: torch.dtype = torch.int8) -> torch.Tensor:
    """Quantized numbers: mostly small, and both ends of the dtype."""
    low, high = bounds(dtype)
    small = torch.randint(max(low, -200), min(high, 200), sizes, generator=generator)
    if small.numel() > 3:
        small.view(-1)[0], small.view(-1)[2] = low, high
    return small.to(dtype)


def halves(*sizes: int) -> torch.Tensor:
    """Numbers of which many are half-way between two quantized ones."""
    return torch.randint(-40, 41, sizes, generator=generator).float() / 8


def typed(function: Callable[..., Any], *places: int) -> Callable[..., Any]:
    """`function` with the arguments at `places`, numbers of dtypes, as dtypes."""

    def call(*arguments: Any) -> Any:
        given = list(arguments)
        for place in places:
            given[place] = None if given[place] is None else TYPES[given[place]]
        return function(*given)

    return call


def requested(function: Callable[..., Any], name: str = "out_dtype") -> Callable[..., Any]:
    """`function` with its last argument as that of the name `name`."""
    return lambda *given: function(*given[:-1], **{name: given[-1]})


def quantize_all(x: Any, scale: float, zero: int, low: int, high: int, dtype: Any) -> Any:
    """PyTorch's, which refuses Double: for that its formula."""
    if x.dtype != torch.float64:
        return decomposed.quantize_per_tensor(x, scale, zero, low, high, dtype)
    return torch.clamp(torch.round(x * (1.0 / scale)) + zero, low, high).to(dtype)


def make_quantize() -> Cases:
    cases = Cases()
    _quantize_per_tensor(cases)
    _quantize_per_channel(cases)
    _quantize_per_token(cases)
    _add(cases)
    return cases


def _quantize_per_tensor(cases: Cases) -> None:
    add = cases.of("quantized_decomposed::quantize_per_tensor.out", typed(quantize_all, 5))

    def case(name: str, x: Any, scale: float, zero: int, dtype: Any, **more: Any) -> None:
        low, high = more.pop("range", bounds(dtype))
        add(name, x, scale, zero, low, high, SCALAR_TYPES[dtype], **more)

    for source, dtype in itertools.product(FLOATS, INTEGERS):
        name = f"{NAMES[source]}_{NAMES[dtype]}"
        case(name, (values(3, 7) * 4).to(source), 0.037, 3, dtype)
        case(f"ties_{name}", halves(40).to(source), 0.25, 5, dtype)
        case(f"special_{name}", torch.tensor(SPECIAL).to(source), 0.125, 1, dtype)
        case(f"large_{name}", (values(9) * 3e4).to(source), 1e-3, 100, dtype)
    x = values(60) * 9
    for number, (scale, zero) in enumerate(
        (
            *[(0.1, -128), (1 / 3, 127), (7e-5, 0), (1e30, 9), (1e-300, 2), (1e300, 2), (-0.5, 4)],
            *[(float("inf"), 7), (float("nan"), 7), (0.02, -(2**20)), (0.02, 2**21)],
            (5e-6, -(2**21)),
        )
    ):
        case(f"parameters_{number}", x, scale, zero, torch.int8)
    for number, ends in enumerate([(-8, 7), (0, 127), (-127, 127), (5, 5), (9, -9), (0, 100)]):
        case(f"range_{number}", x, 0.5, 2, torch.int8, range=ends)
    case("half_way_beyond_a_byte", torch.arange(-600, 600) / 2, 1.0, 0, torch.int16)
    case("whole_beyond_2_23", torch.tensor([8388609.0, -8388611.0, 1.7e7]), 1.0, 3, torch.int32)
    case("rounded_sum", torch.tensor([16777217.5, 16777219.0, 5.0]), 1.0, 16777217, torch.int32)
    image = values(2, 3, 2, 2)
    for name, order in {"kept": CHANNELS_LAST, "changed": None}.items():
        case(f"order_{name}", Ordered(image, CHANNELS_LAST), 0.1, 2, torch.uint8, out_order=order)
    case("zero_dims", values(), 0.1, 0, torch.int8)
    case("empty", values(0, 3), 0.1, 0, torch.int8)
    function = typed(
        lambda x, scale, zero, *rest: quantize_all(x, scale.item(), zero.item(), *rest), 5
    )
    case = cases.of("quantized_decomposed::quantize_per_tensor.Tensor_out", function)
    for real, integer, sizes in itertools.product(
        (torch.float32, torch.float64), (torch.int32, torch.int64), ((), (1,), (1, 1))
    ):
        case(
            f"{NAMES[real]}_{NAMES[integer]}_{len(sizes)}",
            *(values(3, 4), torch.full(sizes, 0.037, dtype=real)),
            *(torch.full(sizes, -5, dtype=integer), -128, 127, 1),
        )


def parameters(
    *sizes: int, real: torch.dtype = torch.float32, integer: torch.dtype = torch.int64
) -> tuple[torch.Tensor, torch.Tensor]:
    """Scales and zero points."""
    scales = torch.rand(sizes, generator=generator) / 8 + 0.01
    return scales.to(real), torch.randint(-9, 10, sizes, generator=generator).to(integer)


def _quantize_per_channel(cases: Cases) -> None:
    add = cases.of(
        "quantized_decomposed::quantize_per_channel.out", typed(decomposed.quantize_per_channel, 6)
    )

    def case(name: str, x: Any, given: Any, axis: int, dtype: Any, order: Order = None) -> None:
        numbers = (*given, axis, *bounds(dtype), SCALAR_TYPES[dtype])
        add(name, x, *numbers, out_order=order)

    for real, dtype in itertools.product((torch.float32, torch.float64), INTEGERS):
        name = f"{NAMES[real]}_{NAMES[dtype]}"
        case(name, values(3, 20), parameters(3, real=real), 0, dtype)
        special = torch.tensor(SPECIAL).repeat(2, 1)
        case(f"special_{name}", special, parameters(2, real=real, integer=torch.int32), 0, dtype)
    for source in (torch.float16, torch.bfloat16):
        case(f"of_{NAMES[source]}", values(3, 9, dtype=source), parameters(3), 0, torch.int8)
    for axis in (0, 1, 2, 3, -1, -3):
        x = values(2, 3, 4, 5)
        count = x.shape[axis]
        case(f"axis_{axis}", x, parameters(count), axis, torch.int8)
        image = Ordered(x, CHANNELS_LAST)
        case(f"last_{axis}", image, parameters(count), axis, torch.int8, CHANNELS_LAST)
        case(f"changed_{axis}", image, parameters(count), axis, torch.int8)
    case("one_for_all", values(4, 3), parameters(1), 0, torch.int8)
    case("scale_0", values(2, 5), (torch.tensor([0.0, 0.5]), torch.tensor([1, 2])), 0, torch.int8)
    case("empty", values(0, 3), parameters(0), 0, torch.int8)
    case("empty_channels", values(2, 0), parameters(2), 0, torch.int8)
    scales, zeros = parameters(3)
    case("columns", values(3, 4), (scales.view(3, 1), zeros.view(1, 3)), 0, torch.int8)


def _quantize_per_token(cases: Cases) -> None:
    add = cases.of(
        "quantized_decomposed::quantize_per_token.out", typed(decomposed.quantize_per_token, 5)
    )

    def case(name: str, x: Any, given: Any, dtype: Any = torch.int8, order: Order = None) -> None:
        numbers = (*given, *bounds(dtype), SCALAR_TYPES[dtype])
        add(name, x, *numbers, out_order=order)

    for real, source in itertools.product((torch.float32, torch.float64), FLOATS):
        for dtype in INTEGERS:
            name = f"{NAMES[real]}_{NAMES[source]}_{NAMES[dtype]}"
            case(name, values(3, 11, dtype=source), parameters(3, 1, real=real), dtype)
        special = torch.tensor(SPECIAL).repeat(2, 1).to(source)
        given = parameters(2, 1, real=real, integer=torch.int32)
        case(f"special_{NAMES[real]}_{NAMES[source]}", special, given)
    case("ties", halves(4, 30), (torch.full((4, 1), 0.25), torch.tensor([[0], [1], [2], [-3]])))
    case("three_dims", values(2, 3, 4), parameters(2, 3, 1))
    case("one_row", values(5), parameters(1))
    case("numbers", values(5), (torch.tensor(0.1), torch.tensor(3)))
    case("doubles", values(5), (torch.tensor(0.1, dtype=torch.float64), torch.tensor(3)))
    case("zero_dims", values(), parameters(1))
    case("columns", values(3, 3), parameters(3))
    case("longer", values(3, 2), parameters(1, 3, 1))
    case("scale_0", values(2, 3), (torch.tensor([[0.0], [0.5]]), torch.tensor([[1], [2]])))
    case("empty", values(0, 3), parameters(0, 1))
    case("empty_rows", values(2, 0), parameters(2, 1))
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    case("last", image, parameters(2, 3, 4, 1), torch.int8, CHANNELS_LAST)
    case("changed", image, parameters(2, 3, 4, 1))


def _add(cases: Cases) -> None:
    def case(name: str, a: Any, b: Any, dtype: Any, order: Order = None, *rest: Any) -> None:
        low, high = bounds(dtype)

        def add(a: Any, *given: Any) -> torch.Tensor:
            a_scale, a_zero, _, _, b, b_scale, b_zero, _, _, scale, zero, least, most = given
            x = decomposed.dequantize_per_tensor(a, a_scale, a_zero, low, high, dtype)
            y = decomposed.dequantize_per_tensor(b, b_scale, b_zero, low, high, dtype)
            result: torch.Tensor = quantize_all(x + y, scale, zero, least, most, dtype)
            return result

        left, right = (0.05, 3, low, high), (0.0311, -4, low, high)
        last = rest or (0.07, 2, low, high)
        add_case = cases.of("quantized_decomposed::add.out", add)
        add_case(name, a, *left, b, *right, *last, out_order=order)

    for dtype in (torch.uint8, torch.int8, torch.int16, torch.uint16):
        case(NAMES[dtype], whole(70, dtype=dtype), whole(70, dtype=dtype), dtype)
        a, b = whole(9, dtype=dtype), whole(9, dtype=dtype)
        case(f"range_{NAMES[dtype]}", a, b, dtype, None, 0.1, 1, 2, 90)
    a, b = whole(2, 3, 2, 2), whole(2, 3, 2, 2)
    case("last", Ordered(a, CHANNELS_LAST), Ordered(b, CHANNELS_LAST), torch.int8, CHANNELS_LAST)
    case("mixed", Ordered(a, CHANNELS_LAST), b, torch.int8)
    case("expanded", whole(2, 1, 4), whole(3, 1), torch.int8)
    case("number", whole(5), whole(), torch.int8)
    case("empty", whole(0, 2), whole(2), torch.int8)
    case("tiny_scale", whole(5), whole(5), torch.int8, None, 1e-300, 0, -128, 127)


def make_dequantize() -> Cases:
    cases = Cases()
    _dequantize_per_tensor(cases)
    _dequantize_per_channel(cases)
    _dequantize_per_token(cases)
    return cases


def _dequantize_per_tensor(cases: Cases) -> None:
    add = cases.of(
        "quantized_decomposed::dequantize_per_tensor.out",
        typed(requested(decomposed.dequantize_per_tensor), 5, 6),
    )

    def case(name: str, x: Any, scale: float, zero: int, **more: Any) -> None:
        dtype = (x.tensor if isinstance(x, Ordered) else x).dtype
        out = more.pop("out", None)
        numbers = (scale, zero, *bounds(dtype), SCALAR_TYPES[dtype], out and SCALAR_TYPES[out])
        add(name, x, *numbers, **more)

    for dtype in INTEGERS:
        case(NAMES[dtype], whole(20, dtype=dtype), 0.037, 3)
        for out in FLOATS:
            name = f"{NAMES[dtype]}_{NAMES[out]}"
            case(name, whole(3, 9, dtype=dtype), 0.037, 77, out=out)
            case(f"large_{name}", whole(9, dtype=dtype), 3.3, 2**31 - 65, out=out)
    for number, (scale, zero) in enumerate(
        (
            *[(1e-45, -128), (3e38, 127), (1e300, 0), (0.0, 9), (-0.5, -(2**63))],
            *[(0.1, 2**63 - 1), (float("nan"), 0), (float("inf"), 3)],
        )
    ):
        case(f"parameters_{number}", whole(9), scale, zero)
    image = whole(2, 3, 2, 2)
    for name, order in {"kept": CHANNELS_LAST, "changed": None}.items():
        case(f"order_{name}", Ordered(image, CHANNELS_LAST), 0.1, 2, out_order=order)
    case("zero_dims", whole(), 0.1, 1)
    case("empty", whole(2, 0), 0.1, 1)
    case = cases.of(
        "quantized_decomposed::dequantize_per_tensor.Tensor_out",
        typed(requested(decomposed.dequantize_per_tensor.tensor), 5, 6),
    )
    for real, integer, sizes in itertools.product(
        (torch.float32, torch.float64), (torch.int32, torch.int64), ((), (1,), (1, 1))
    ):
        case(
            f"{NAMES[real]}_{NAMES[integer]}_{len(sizes)}",
            *(whole(3, 4), torch.full(sizes, 0.037, dtype=real)),
            *(torch.full(sizes, -5, dtype=integer), -128, 127, 1, None),
        )


def _dequantize_per_channel(cases: Cases) -> None:
    add = cases.of(
        "quantized_decomposed::dequantize_per_channel.out",
        typed(requested(decomposed.dequantize_per_channel), 6, 7),
    )

    def case(
        name: str, x: Any, given: Any, axis: int, out: Any = None, order: Order = None
    ) -> None:
        dtype = (x.tensor if isinstance(x, Ordered) else x).dtype
        numbers = (*given, axis, *bounds(dtype), SCALAR_TYPES[dtype], out and SCALAR_TYPES[out])
        add(name, x, *numbers, out_order=order)

    for dtype, real in itertools.product(INTEGERS, (torch.float32, torch.float64)):
        name = f"{NAMES[dtype]}_{NAMES[real]}"
        x = whole(3, 20, dtype=dtype)
        case(f"alone_{name}", x, (parameters(3, real=real)[0], None), 0)
        if dtype == torch.uint16:
            continue  # PyTorch cannot subtract from it
        for integer in (torch.int32, torch.int64):
            given = parameters(3, real=real, integer=integer)
            case(f"{name}_{NAMES[integer]}", x, given, 0)
        for out in FLOATS:
            case(f"{name}_to_{NAMES[out]}", x, parameters(3, real=real), 0, out)
    for axis in (0, 1, 2, 3, -1, -3):
        x = whole(2, 3, 4, 5)
        count = x.shape[axis]
        case(f"axis_{axis}", x, parameters(count), axis)
        image = Ordered(x, CHANNELS_LAST)
        case(f"last_{axis}", image, parameters(count), axis, None, CHANNELS_LAST)
        case(f"changed_{axis}", image, parameters(count), axis)
    case("one_for_all", whole(4, 3), parameters(1), 0)
    large = torch.tensor([2**31 - 1, -(2**31)])
    wide = whole(2, 5, dtype=torch.int32)
    case("large_Long", wide, (torch.tensor([0.5, 0.25]), large), 0)
    case("large_Int", wide, (torch.tensor([0.5, 0.25]), large.int()), 0)
    case("far", whole(2, 5), (torch.tensor([0.5, 0.1]), torch.tensor([2**21, -(2**21)])), 0)
    special = torch.tensor([float("nan"), float("inf"), 0.0])
    case("special", whole(3, 4), (special, torch.tensor([1, 2, 3])), 0)
    case("empty", whole(0, 3), parameters(0), 0)
    scales, zeros = parameters(3)
    case("columns", whole(3, 4), (scales.view(3, 1), zeros.view(1, 3)), 0)


def _dequantize_per_token(cases: Cases) -> None:
    add = cases.of(
        "quantized_decomposed::dequantize_per_token.out",
        typed(decomposed.dequantize_per_token, 5, 6),
    )

    def case(name: str, x: Any, given: Any, out: Any = torch.float32, order: Order = None) -> None:
        dtype = (x.tensor if isinstance(x, Ordered) else x).dtype
        numbers = (*given, *bounds(dtype), SCALAR_TYPES[dtype], SCALAR_TYPES[out])
        add(name, x, *numbers, out_order=order)

    for dtype, real in itertools.product(INTEGERS, (torch.float32, torch.float64)):
        if dtype == torch.uint16:
            continue
        for out in FLOATS:
            name = f"{NAMES[dtype]}_{NAMES[real]}_{NAMES[out]}"
            case(name, whole(3, 7, dtype=dtype), parameters(3, 1, real=real), out)
    case("three_dims", whole(2, 3, 4), parameters(2, 3, 1, integer=torch.int32))
    case("one_row", whole(5), parameters(1))
    case("zero_dims", whole(), (torch.tensor(0.1), torch.tensor(3, dtype=torch.int32)))
    case("columns", whole(3, 3), parameters(3))
    case("longer", whole(3, 2), parameters(1, 3, 1))
    case("empty", whole(0, 3), parameters(0, 1))
    image = Ordered(whole(2, 3, 4, 5), CHANNELS_LAST)
    case("last", image, parameters(2, 3, 4, 1), torch.float32, CHANNELS_LAST)
    case("changed", image, parameters(2, 3, 4, 1))


def make_qparams() -> Cases:
    cases = Cases()
    rows = {
        "common": values(4, 9) * 3,
        "positive": values(3, 5).abs() + 1,
        "negative": -values(3, 5).abs() - 1,
        "zeros": torch.zeros(2, 3),
        "tiny": values(2, 4) * 1e-9,
        "huge": torch.tensor([[3e38, -3e38], [1e30, 1.0]]),
        "nan": torch.tensor([[1.0, float("nan"), 2.0], [1.0, 2.0, -3.0]]),
        "infinite": torch.tensor([[1.0, float("inf")], [-float("inf"), 1.0]]),
        "below": torch.tensor([[1.0, -float("inf")], [-1.0, 1.0]]),
    }
    case = cases.of(
        "quantized_decomposed::choose_qparams.Tensor_out", typed(decomposed.choose_qparams, 4)
    )
    ranges = {torch.uint8: (0, 255), torch.int8: (-128, 127), torch.int16: (-(2**15), 2**15 - 1)}
    for name, x in rows.items():
        for source in (torch.float32, torch.float16, torch.bfloat16):
            case(f"{name}_{NAMES[source]}", x.to(source), *ranges[torch.int8], 2.0**-23, 1)
        for dtype, ends in ranges.items():
            case(f"{name}_to_{NAMES[dtype]}", x, *ends, 1e-5, SCALAR_TYPES[dtype])
    for number, (low, high) in enumerate([(0, 1), (-1, 0), (0, 2**31 - 1), (-(2**31), 2**31 - 1)]):
        case(f"range_{number}", values(9), low, high, 1e-7, 3)
    case("no_least_scale", torch.zeros(3), -128, 127, 0.0, 1)
    case("zero_dims", values(), -128, 127, 1e-7, 27)
    case = cases.of(
        "quantized_decomposed::choose_qparams_per_token_asymmetric.out",
        typed(decomposed.choose_qparams_per_token_asymmetric, 1),
    )
    for source in FLOATS:
        for name, x in rows.items():
            case(f"{name}_{NAMES[source]}", x.to(source), 1)
        case(f"many_{NAMES[source]}", values(40, 6, dtype=source), 1)
    for sizes in ((5,), (), (2, 3, 4), (0, 3), (2, 1)):
        name = f"sizes_{len(sizes)}_{sum(sizes)}"
        case(name, values(*sizes), 1)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    case("last", image, 1, out_order=CHANNELS_LAST)
    case("changed", image, 1)
    return cases


def make_quantized_embedding() -> Cases:
    cases = Cases()
    reals = (torch.float32, torch.float16, torch.bfloat16)
    for name, packed, ends, weights in (
        ("byte", 1, (-128, 127), (torch.int8, torch.uint8)),
        ("4bit", 2, (-8, 7), (torch.uint8,)),
        ("2bit", 4, (-2, 1), (torch.uint8,)),
    ):
        plain = getattr(decomposed, f"embedding_{name}")
        operator = f"quantized_decomposed::embedding_{name}"
        case = cases.of(f"{operator}.out", plain.default)
        to_dtype = cases.of(f"{operator}.dtype_out", typed(requested(plain.dtype, "dtype"), 6))
        rows, columns = 6, 8 // packed
        for weight, real, groups, zeros in itertools.product(weights, reals, (0, 1, 2), (0, 1)):
            table = torch.randint(0, 256, (rows, columns), generator=generator).to(weight)
            sizes = (rows, groups) if groups else (rows,)
            scales = parameters(*sizes, real=real)[0]
            zero = values(*sizes, dtype=real) if zeros else None
            indices = torch.randint(0, rows, (2, 2), generator=generator)
            given = (table, scales, zero, *ends, indices)
            label = f"{NAMES[weight]}_{NAMES[real]}_{groups}_{zeros}"
            case(label, *given)
            for out in reals:
                to_dtype(f"{label}_to_{NAMES[out]}", *given, SCALAR_TYPES[out])
        table = torch.randint(0, 256, (rows, columns), generator=generator).to(torch.uint8)
        for shape in ((), (0,), (3,), (1, 2, 2)):
            indices = torch.randint(0, rows, shape, generator=generator)
            given = (table, parameters(rows)[0], None, *ends, indices)
            case(f"indices_{len(shape)}_{sum(shape)}", *given)
        turned = (Ordered(table, (1, 0)), Ordered(parameters(rows, 2)[0], (1, 0)), None, *ends)
        indices = torch.randint(0, rows, (2, 3), generator=generator)
        case("turned", *turned, Ordered(indices, (1, 0)))
        given = (table, parameters(rows)[0], None, *ends, indices)
        case("order", *given, out_order=(2, 0, 1))
        narrow = (*given[:-1], indices.int())
        wide = lambda *g, plain=plain: plain.default(*g[:-1], g[-1].long())  # noqa: E731
        cases.of(f"{operator}.out", wide)("indices_Int", *narrow)
    return cases


def eighths(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Numbers of which sums of products are exact in every order."""
    return (torch.randint(-16, 17, sizes, generator=generator) / 8).to(dtype)


def exact_scales(*sizes: int, real: torch.dtype = torch.float32) -> torch.Tensor:
    return (torch.randint(1, 9, sizes, generator=generator) / 16).to(real)


def make_mixed() -> Cases:
    cases = Cases()

    def product(x: Any, weight: Any, scales: Any, zeros: Any, dtype: Any) -> torch.Tensor:
        """`weight` row by row, as groups that have one scale and one zero point each."""
        wide = torch.float64 if x.dtype == torch.float64 else torch.float32
        groups = scales.reshape(len(scales), -1).shape[1]
        length = -(-weight.shape[1] // groups)

        def spread(each: Any) -> torch.Tensor:
            flat = each.to(wide).reshape(len(each), groups).repeat_interleave(length, 1)
            return flat[:, : weight.shape[1]]

        real = weight.to(wide) if zeros is None else weight.to(wide) - spread(zeros)
        return (x.to(wide) @ (real * spread(scales)).T).to(dtype or x.dtype)

    def mm(x: Any, weight: Any, scales: Any, zeros: Any) -> torch.Tensor:
        wide = torch.float64 if x.dtype == torch.float64 else torch.float32
        real = weight.to(wide) if zeros is None else weight.to(wide) - zeros.to(wide)[:, None]
        return (x.to(wide) @ (real * scales.to(wide)[:, None])).to(x.dtype)

    case = cases.of("quantized_decomposed::mixed_mm.out", mm)
    for real, zeros in itertools.product(FLOATS, (False, True)):
        x, scales = eighths(3, 9, dtype=real), exact_scales(9, real=real)
        zero = eighths(9, dtype=real) if zeros else None
        case(f"{NAMES[real]}_{int(zeros)}", x, whole(9, 4), scales, zero)
    scales = exact_scales(4)
    turned = (Ordered(eighths(3, 4), (1, 0)), Ordered(whole(4, 5), (1, 0)), scales, None)
    case("turned", *turned, out_order=(1, 0))
    for name, (m, k, n) in {"no_rows": (0, 4, 2), "no_terms": (2, 0, 3), "one": (1, 1, 1)}.items():
        case(name, eighths(m, k), whole(k, n), exact_scales(k), None)
    case = cases.of("quantized_decomposed::mixed_linear.out", typed(product, 4))
    for real, groups, zeros in itertools.product(FLOATS, (0, 1, 2, 4, 20), (False, True)):
        sizes = (4, groups) if groups else (4,)
        scales = exact_scales(*sizes, real=real)
        zero = eighths(*sizes, dtype=real) if zeros else None
        if groups == 20:
            scales, zero = scales[:, :9], None if zero is None else zero[:, :9]
        x, weight = eighths(3, 9, dtype=real), whole(4, 9)
        name = f"{NAMES[real]}_{groups}_{int(zeros)}"
        case(name, x, weight, scales, zero, None)
    for real, out in itertools.permutations(FLOATS, 2):
        given = (eighths(3, 9, dtype=real), whole(4, 9), exact_scales(4, real=real), None)
        case(f"{NAMES[real]}_to_{NAMES[out]}", *given, SCALAR_TYPES[out])
    turned = (Ordered(eighths(3, 4), (1, 0)), Ordered(whole(5, 4), (1, 0)), exact_scales(5), None)
    case("turned", *turned, None, out_order=(1, 0))
    given = (eighths(2, 6), whole(3, 6), Ordered(exact_scales(3, 2), (1, 0)), None)
    case("turned_scales", *given, None)
    for name, (m, k, n) in {"no_rows": (0, 4, 2), "no_terms": (2, 0, 3), "one": (1, 1, 1)}.items():
        case(name, eighths(m, k), whole(n, k), exact_scales(n), None, None)
    return cases
