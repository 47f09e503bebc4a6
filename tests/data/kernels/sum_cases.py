"""Cases of sums, products, variances, norms and distances."""

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
    Cases,
    Order,
    Ordered,
    aten,
    values,
)
from extreme_cases import INF, NAN, TRANSPOSED, UNSIGNED, limits, typed

DIMS = [None, (), (0,), (1,), (2,), (-1,), (0, 1), (1, 2), (-1, -2), (0, 2), (0, 1, 2), (2, 0)]


def make_sums() -> Cases:
    cases = Cases()
    case = cases.of("aten::sum.IntList_out", typed(aten.sum.dim_IntList))
    for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
        case(f"dims_{index}", values(3, 4, 5), dim, keep, None)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,), None]):
        case(f"channels_last_{index}", image, dim, False, None)
        case(f"order_kept_{index}", image, dim, True, 7, out_order=CHANNELS_LAST)
    case("out_permuted", values(3, 4, 5), (1,), False, None, out_order=TRANSPOSED)
    case("long", values(2, 1000) + 100, (1,), False, None)
    case("long_strided", values(500, 3) + 100, (0,), False, None)
    case("short_runs", values(300, 2, 3) + 100, (0, 2), False, None)
    rows = torch.tensor([[INF, 1], [NAN, 1], [INF, -INF], [3e38, 3e38]])
    case("special_numbers", rows, (1,), False, None)
    case("special_to_Long", rows, (1,), False, 4)

    along = cases.of("aten::prod.int_out", typed(aten.prod.dim_int))
    whole = cases.of("aten::prod.out", typed(aten.prod))
    for dim, keep in itertools.product((0, 1, 2, -1), (False, True)):
        along(f"dim_{dim}_{keep}", values(3, 4, 5), dim, keep, None)
    for dim in range(4):
        along(f"channels_last_{dim}", image, dim, False, None)
    small = Ordered(values(1, 2, 3, 4), CHANNELS_LAST)
    whole("channels_last", small, None)
    along("special_numbers", rows, 1, False, None)

    for dtype in (*COMMON, *UNSIGNED):
        x = values(4, 9, dtype=dtype)
        for number in (None, 6, 4, 5, 11, 0):
            if number in (0, 4) and dtype in FLOATS:
                continue
            label = f"{NAMES[dtype]}_to_{'any' if number is None else NAMES[TYPES[number]]}"
            case(label, x, (0,), False, number)
            along(label, x, 1, False, number)
            whole(label, x, number)
    for dtype in (each for each in NAMES if each not in UNSIGNED):
        case(f"own_{NAMES[dtype]}", values(3, 40, dtype=dtype), (1,), True, SCALAR_TYPES[dtype])
        whole(f"own_{NAMES[dtype]}", values(5, dtype=dtype), SCALAR_TYPES[dtype])
    for dtype in (torch.uint8, *SIGNED):
        own = SCALAR_TYPES[dtype]
        for number in (own, 4):
            label = f"limits_{NAMES[dtype]}_{number}"
            case(label, limits(dtype), (1,), False, number)
            along(label, limits(dtype), 1, False, number)
    case("zero_dims", values(), None, False, None)
    case("zero_dims_dim", values(), (-1,), True, None)
    case("nothing", values(2, 0), (1,), False, None)
    case("nothing_Int", values(2, 0, dtype=torch.int32), (1,), False, None)
    case("empty", values(0, 3), (1,), False, None)
    along("nothing", values(2, 0), 1, False, None)
    along("zero_dims", values(), 0, True, None)
    whole("nothing", values(0), None)
    whole("zero_dims", values(dtype=torch.int8), None)

    case = cases.of("aten::mean.dtype_out", typed(aten.mean))
    case.each_dtype(FLOATS, (4, 9), None)
    for dtype in (*COMMON, *UNSIGNED):
        case(f"Float_of_{NAMES[dtype]}", values(4, 9, dtype=dtype), 6)
    case("channels_last", image, None)
    case("zero_dims", values(), None)
    case("nothing", values(0), None)
    return cases


def make_variance() -> Cases:
    cases = Cases()

    def corrected(packet: Any) -> Callable[..., Any]:
        return lambda x, dim, correction, keep: packet.correction(
            x, dim, correction=correction, keepdim=keep
        )

    for name in ("var", "std"):
        packet = getattr(aten, name)
        case = cases.of(f"aten::{name}.correction_out", corrected(packet))
        unbiased = cases.of(f"aten::{name}.out", packet.dim)
        for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
            case(f"dims_{index}", values(3, 4, 5), dim, None, keep)
        for dtype in FLOATS:
            x = values(4, 9, dtype=dtype)
            case(f"dtype_{NAMES[dtype]}", x, (1,), 1, False)
            for flag in (True, False):
                label = f"dtype_{NAMES[dtype]}_{flag}"
                unbiased(label, x, (0,), flag, True)
        for index, correction in enumerate((0, 1, 2, 2.5, -1, 3, 4, 5, 5.5)):
            label = f"correction_{index}"
            case(label, values(2, 4), (1,), correction, False)
        for correction in (0, 1, 3):
            label = f"constant_{correction}"
            case(label, torch.full((2, 3), 0.1), (1,), correction, False)
        case("offset", values(3, 200) + 1e4, (1,), None, False)
        case("large_offset", values(3, 200) * 100 + 1e6, (1,), None, False)
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        for index, dim in enumerate([(2, 3), (1,), (0, 2), None]):
            case(f"channels_last_{index}", image, dim, 0, False)
            case(f"order_kept_{index}", image, dim, 0, True, out_order=CHANNELS_LAST)
        rows = torch.tensor([[INF, 1.0, 2], [NAN, 1, 2], [1, 2, INF]])
        case("special_numbers", rows, (1,), None, False)
        case("zero_dims", values(), None, 1, False)
        case("zero_dims_population", values(), (0,), 0, True)
        case("nothing", values(2, 0), (1,), None, False)
        case("empty", values(0, 3), (1,), None, False)
        unbiased("all", values(3, 4), None, True, False)

    case = cases.of("aten::var_mean.correction_out", corrected(aten.var_mean))
    for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
        case(f"dims_{index}", values(3, 4, 5) + 50, dim, None, keep)
    case.each_dtype(FLOATS, (4, 9), (1,), 0, False)
    case("nothing", values(2, 0), (1,), None, False)
    case("zero_dims", values(), None, None, False)
    case("out_permuted", values(3, 4, 5), (1,), None, False, out_order=TRANSPOSED)
    return cases


def make_norms() -> Cases:
    cases = Cases()

    def parameters(dtype: torch.dtype, *sizes: int) -> tuple[Any, Any]:
        return values(*sizes, dtype=dtype), values(*sizes, dtype=dtype)

    layer = cases.of("aten::native_layer_norm.out", aten.native_layer_norm)
    for index, (sizes, normalized) in enumerate(
        (
            ((4, 6), (6,)),
            ((2, 3, 4), (4,)),
            ((2, 3, 4), (3, 4)),
            ((2, 3, 4), (2, 3, 4)),
            ((7,), (7,)),
        )
    ):
        weight, bias = parameters(torch.float32, *normalized)
        for given in ((weight, bias), (weight, None), (None, bias), (None, None)):
            label = f"shape_{index}_{given[0] is not None}_{given[1] is not None}"
            layer(label, values(*sizes), normalized, *given, 1e-5)
    for dtype in FLOATS:
        weight, bias = parameters(dtype, 9)
        x, label = values(3, 9, dtype=dtype), NAMES[dtype]
        layer(f"dtype_{label}", x, (9,), weight, bias, 1e-5)
        layer(f"plain_{label}", x, (9,), None, None, 1e-3)
    for dtype in (torch.float16, torch.bfloat16):
        weight, bias = parameters(torch.float32, 9)
        x, label = values(3, 9, dtype=dtype), f"Float_for_{NAMES[dtype]}"
        layer(label, x, (9,), weight, bias, 1e-5)
        layer(label + "_bias", x, (9,), None, bias, 1e-5)
    weight, bias = parameters(torch.float32, 4, 5)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    for name, order in (("differ", None), ("kept", CHANNELS_LAST)):
        layer(f"layouts_{name}", image, (4, 5), weight, bias, 1e-5, out_order=order)
    turned = Ordered(weight, TRANSPOSED)
    layer("weight_permuted", values(2, 4, 5), (4, 5), turned, bias, 1e-5)
    layer("long", values(2, 500) + 10, (500,), None, None, 1e-5)
    layer("constant", torch.full((2, 3), 0.1), (3,), None, None, 1e-5)
    layer("empty", values(0, 3), (3,), None, None, 1e-5)
    layer("nothing", values(2, 0), (0,), None, None, 1e-5)
    layer("not_a_number", torch.tensor([[NAN, 1, 2], [0, 1, 2]]), (3,), None, None, 1e-5)

    group = cases.of("aten::native_group_norm.out", aten.native_group_norm)

    def by_group(
        name: str, x: Any, groups: int, weight: Any, bias: Any, order: Order = None
    ) -> None:
        n, c, *rest = (x.tensor if isinstance(x, Ordered) else x).shape
        pixels = torch.Size(rest).numel()
        group(name, x, weight, bias, n, c, pixels, groups, 1e-5, out_order=order)

    for sizes, groups in itertools.product(((2, 6, 4, 5), (3, 6), (1, 6, 7)), (1, 2, 3, 6)):
        if len(sizes) == 2 and groups > 2:
            continue  # of one or two elements nothing but rounding errors is left
        weight, bias = parameters(torch.float32, 6)
        label = f"rank_{len(sizes)}_groups_{groups}"
        by_group(label, values(*sizes), groups, weight, bias)
        by_group(label + "_plain", values(*sizes), groups, None, bias if groups == 2 else None)
    for dtype in FLOATS:
        weight, bias = parameters(dtype, 4)
        by_group(f"dtype_{NAMES[dtype]}", values(2, 4, 5, dtype=dtype), 2, weight, bias)
        by_group(f"plain_{NAMES[dtype]}", values(2, 4, 5, dtype=dtype), 2, None, None)
    for dtype in (torch.float16, torch.bfloat16):
        weight, bias = parameters(torch.float32, 4)
        by_group(f"Float_for_{NAMES[dtype]}", values(2, 4, 5, dtype=dtype), 2, weight, bias)
    weight, bias = parameters(torch.float32, 4)
    image = Ordered(values(2, 4, 3, 5), CHANNELS_LAST)
    by_group("channels_last", image, 2, weight, bias)
    by_group("order_kept", image, 2, weight, bias, CHANNELS_LAST)
    by_group("empty", values(0, 4, 2), 2, None, None)
    by_group("nothing", values(2, 4, 0), 2, None, None)

    alone = cases.of(
        "aten::_native_batch_norm_legit.no_stats_out", aten._native_batch_norm_legit.no_stats
    )
    for sizes in ((2, 3, 4, 5), (4, 3), (2, 3, 7)):
        for flag in (True, False):
            weight, bias = parameters(torch.float32, 3) if flag else (None, None)
            label = f"rank_{len(sizes)}_{flag}"
            alone(label, values(*sizes), weight, bias, True, 0.1, 1e-5)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    weight, bias = parameters(torch.float32, 3)
    for name, order in (("differ", None), ("kept", CHANNELS_LAST)):
        alone(f"layouts_{name}", image, weight, bias, True, 0.1, 1e-5, out_order=order)

    def legit(*arguments: Any) -> Any:
        copies = [item.clone() if isinstance(item, torch.Tensor) else item for item in arguments]
        return aten._native_batch_norm_legit(*copies)

    running = cases.of("aten::_native_batch_norm_legit.out", legit)
    for dtype, training in itertools.product(FLOATS, (True, False)):
        weight, bias = parameters(dtype, 3)
        x, label = values(2, 3, 5, dtype=dtype), f"{NAMES[dtype]}_{training}"
        mean, variance = values(3, dtype=dtype), values(3, dtype=dtype).abs() + 0.5
        running(label, x, weight, bias, mean, variance, training, 0.1, 1e-5)
        if training:
            alone(label, x, weight, bias, True, 0.1, 1e-5)
    for dtype in (torch.float16, torch.bfloat16):
        weight, bias = parameters(torch.float32, 3)
        mean, variance = values(3), values(3).abs() + 0.5
        x, label = values(2, 3, 5, dtype=dtype), f"Float_for_{NAMES[dtype]}"
        running(label, x, weight, bias, mean, variance, True, 0.1, 1e-5)
    return cases


def make_distances() -> Cases:
    cases = Cases()
    between = cases.of("aten::_cdist_forward.out", aten._cdist_forward)
    within = cases.of("aten::_pdist_forward.out", aten._pdist_forward)
    for p in (0.0, 0.5, 1.0, 2.0, 3.0, INF):
        for dtype in (torch.float32, torch.float64):
            label = f"{NAMES[dtype]}_{p}"
            a, b = values(2, 4, 7, dtype=dtype), values(2, 3, 7, dtype=dtype)
            b[0, 0] = a[0, 0]
            between(label, a, b, p, None)
            within(label, values(5, 7, dtype=dtype), p)
        between(f"nothing_{p}", values(2, 0), values(3, 0), p, None)
        within(f"nothing_{p}", values(3, 0), p)
    # With mode 1 PyTorch computes p = 2 from products, which is less accurate.
    for mode, p in ((0, 2.0), (1, 1.0), (2, 2.0)):
        label = f"mode_{mode}"
        between(label, values(4, 3), values(5, 3), p, mode)
    between("broadcast", values(2, 1, 3, 2), values(4, 5, 2), 2.0, None)
    between("empty", values(0, 2), values(3, 2), 2.0, None)
    permuted = Ordered(values(2, 4, 3), (2, 0, 1))
    between("layouts", permuted, values(2, 5, 3), 1.0, None, out_order=(0, 2, 1))
    within("layout", Ordered(values(4, 3), TRANSPOSED), 2.0)
    within("one", values(1, 3), 2.0)
    within("none", values(0, 3), 2.0)
    rows = torch.tensor([[NAN, 1.0], [2, 3], [INF, 0]])
    for p in (1.0, 2.0, INF, 0.0):
        within(f"special_{p}", rows, p)
    return cases


def make_log_softmax() -> Cases:
    cases = Cases()
    case = cases.of("aten::_log_softmax.out", aten._log_softmax)
    # Not near 0, where nothing is left of the digits of the logarithm.
    for dim in (0, 1, 2, -1, -3):
        case(f"dim_{dim}", values(3, 4, 5), dim, False)
    for dtype in FLOATS:
        x = values(3, 9, dtype=dtype) * 0.5
        case(f"dtype_{NAMES[dtype]}", x, -1, False)
        case(f"outer_{NAMES[dtype]}", x, 0, False)
    rows = [[-1e30, -1e30, -1e30], [-INF, 0, 1], [NAN, 0, 1], [0, 1, NAN], [INF, 0, 1]]
    case("special_numbers", torch.tensor(rows), 1, False)
    case("all_minus_infinity", torch.full((1, 3), -INF), 1, False)
    case("zero_dims", values(), 0, False)
    case("empty", values(0, 3), 1, False)
    case("empty_dim", values(3, 0), 1, False)
    image = Ordered(values(1, 3, 2, 2), CHANNELS_LAST)
    case("layouts_differ", image, 1, False)
    case("order_kept", image, 1, False, out_order=CHANNELS_LAST)
    return cases
