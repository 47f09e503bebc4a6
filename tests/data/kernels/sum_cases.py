"""Cases of sums, products, variances, norms and distances."""

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
    Order,
    Ordered,
    aten,
    values,
)
from extreme_cases import INF, NAN, SCALAR_TYPES, TRANSPOSED, UNSIGNED, limits

TYPES = {number: dtype for dtype, number in SCALAR_TYPES.items()}
DIMS = [None, (), (0,), (1,), (2,), (-1,), (0, 1), (1, 2), (-1, -2), (0, 2), (0, 1, 2), (2, 0)]


def _type(number: int | None) -> torch.dtype | None:
    return None if number is None else TYPES[number]


def make_sums() -> Cases:
    cases = Cases()
    operator = "aten::sum.IntList_out"

    def add_up(x: Any, dim: Any, keep: bool, dtype: Any) -> Any:
        return aten.sum.dim_IntList(x, None if dim is None else list(dim), keep, dtype=_type(dtype))

    for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
        cases.add(operator, f"dims_{index}", add_up, values(3, 4, 5), dim, keep, None)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,), None]):
        cases.add(operator, f"channels_last_{index}", add_up, image, dim, False, None)
        cases.add(
            operator, f"order_kept_{index}", add_up, image, dim, True, 7, out_order=CHANNELS_LAST
        )
    cases.add(
        operator, "out_permuted", add_up, values(3, 4, 5), (1,), False, None, out_order=TRANSPOSED
    )
    cases.add(operator, "long", add_up, values(2, 1000) + 100, (1,), False, None)
    cases.add(operator, "long_strided", add_up, values(500, 3) + 100, (0,), False, None)
    cases.add(operator, "short_runs", add_up, values(300, 2, 3) + 100, (0, 2), False, None)
    rows = torch.tensor([[INF, 1], [NAN, 1], [INF, -INF], [3e38, 3e38]])
    cases.add(operator, "special_numbers", add_up, rows, (1,), False, None)
    cases.add(operator, "special_to_Long", add_up, rows, (1,), False, 4)

    def multiply(x: Any, dim: int, keep: bool, dtype: Any) -> Any:
        return aten.prod.dim_int(x, dim, keep, dtype=_type(dtype))

    def multiply_all(x: Any, dtype: Any) -> Any:
        return aten.prod(x, dtype=_type(dtype))

    along, whole = "aten::prod.int_out", "aten::prod.out"
    for dim, keep in itertools.product((0, 1, 2, -1), (False, True)):
        cases.add(along, f"dim_{dim}_{keep}", multiply, values(3, 4, 5), dim, keep, None)
    for dim in range(4):
        cases.add(along, f"channels_last_{dim}", multiply, image, dim, False, None)
    small = Ordered(values(1, 2, 3, 4), CHANNELS_LAST)
    cases.add(whole, "channels_last", multiply_all, small, None)
    cases.add(along, "special_numbers", multiply, rows, 1, False, None)

    for dtype in (*COMMON, *UNSIGNED):
        x = values(4, 9, dtype=dtype)
        for number in (None, 6, 4, 5, 11, 0):
            if number in (0, 4) and dtype in FLOATS:
                continue
            label = f"{NAMES[dtype]}_to_{'any' if number is None else NAMES[TYPES[number]]}"
            cases.add(operator, label, add_up, x, (0,), False, number)
            cases.add(along, label, multiply, x, 1, False, number)
            cases.add(whole, label, multiply_all, x, number)
    for dtype in SCALAR_TYPES:
        cases.add(
            operator,
            f"own_{NAMES[dtype]}",
            add_up,
            values(3, 40, dtype=dtype),
            (1,),
            True,
            SCALAR_TYPES[dtype],
        )
        cases.add(
            whole, f"own_{NAMES[dtype]}", multiply_all, values(5, dtype=dtype), SCALAR_TYPES[dtype]
        )
    for dtype in (torch.uint8, *SIGNED):
        own = SCALAR_TYPES[dtype]
        for number in (own, 4):
            label = f"limits_{NAMES[dtype]}_{number}"
            cases.add(operator, label, add_up, limits(dtype), (1,), False, number)
            cases.add(along, label, multiply, limits(dtype), 1, False, number)
    cases.add(operator, "zero_dims", add_up, values(), None, False, None)
    cases.add(operator, "zero_dims_dim", add_up, values(), (-1,), True, None)
    cases.add(operator, "nothing", add_up, values(2, 0), (1,), False, None)
    cases.add(operator, "nothing_Int", add_up, values(2, 0, dtype=torch.int32), (1,), False, None)
    cases.add(operator, "empty", add_up, values(0, 3), (1,), False, None)
    cases.add(along, "nothing", multiply, values(2, 0), 1, False, None)
    cases.add(along, "zero_dims", multiply, values(), 0, True, None)
    cases.add(whole, "nothing", multiply_all, values(0), None)
    cases.add(whole, "zero_dims", multiply_all, values(dtype=torch.int8), None)

    def average(x: Any, dtype: Any) -> Any:
        return aten.mean(x, dtype=_type(dtype))

    operator = "aten::mean.dtype_out"
    for dtype in FLOATS:
        cases.add(operator, f"dtype_{NAMES[dtype]}", average, values(4, 9, dtype=dtype), None)
    for dtype in (*COMMON, *UNSIGNED):
        cases.add(operator, f"Float_of_{NAMES[dtype]}", average, values(4, 9, dtype=dtype), 6)
    cases.add(operator, "channels_last", average, image, None)
    cases.add(operator, "zero_dims", average, values(), None)
    cases.add(operator, "nothing", average, values(0), None)
    return cases


def make_variance() -> Cases:
    cases = Cases()

    def plain(dim: Any) -> Any:
        return None if dim is None else list(dim)

    for name in ("var", "std"):
        packet = getattr(aten, name)
        corrected = lambda x, dim, correction, keep, f=packet.correction: f(  # noqa: E731
            x, plain(dim), correction=correction, keepdim=keep
        )
        unbiased = lambda x, dim, flag, keep, f=packet.dim: f(x, plain(dim), flag, keep)  # noqa: E731
        operator = f"aten::{name}.correction_out"
        for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
            cases.add(operator, f"dims_{index}", corrected, values(3, 4, 5), dim, None, keep)
        for dtype in FLOATS:
            x = values(4, 9, dtype=dtype)
            cases.add(operator, f"dtype_{NAMES[dtype]}", corrected, x, (1,), 1, False)
            for flag in (True, False):
                label = f"dtype_{NAMES[dtype]}_{flag}"
                cases.add(f"aten::{name}.out", label, unbiased, x, (0,), flag, True)
        for index, correction in enumerate((0, 1, 2, 2.5, -1, 3, 4, 5, 5.5)):
            label = f"correction_{index}"
            cases.add(operator, label, corrected, values(2, 4), (1,), correction, False)
        for correction in (0, 1, 3):
            label = f"constant_{correction}"
            cases.add(operator, label, corrected, torch.full((2, 3), 0.1), (1,), correction, False)
        cases.add(operator, "offset", corrected, values(3, 200) + 1e4, (1,), None, False)
        cases.add(
            operator, "large_offset", corrected, values(3, 200) * 100 + 1e6, (1,), None, False
        )
        image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
        for index, dim in enumerate([(2, 3), (1,), (0, 2), None]):
            cases.add(operator, f"channels_last_{index}", corrected, image, dim, 0, False)
            cases.add(
                operator,
                f"order_kept_{index}",
                corrected,
                image,
                dim,
                0,
                True,
                out_order=CHANNELS_LAST,
            )
        rows = torch.tensor([[INF, 1.0, 2], [NAN, 1, 2], [1, 2, INF]])
        cases.add(operator, "special_numbers", corrected, rows, (1,), None, False)
        cases.add(operator, "zero_dims", corrected, values(), None, 1, False)
        cases.add(operator, "zero_dims_population", corrected, values(), (0,), 0, True)
        cases.add(operator, "nothing", corrected, values(2, 0), (1,), None, False)
        cases.add(operator, "empty", corrected, values(0, 3), (1,), None, False)
        cases.add(f"aten::{name}.out", "all", unbiased, values(3, 4), None, True, False)

    def both(x: Any, dim: Any, correction: Any, keep: bool) -> Any:
        return aten.var_mean.correction(x, plain(dim), correction=correction, keepdim=keep)

    operator = "aten::var_mean.correction_out"
    for index, (dim, keep) in enumerate(itertools.product(DIMS, (False, True))):
        cases.add(operator, f"dims_{index}", both, values(3, 4, 5) + 50, dim, None, keep)
    for dtype in FLOATS:
        x = values(4, 9, dtype=dtype)
        cases.add(operator, f"dtype_{NAMES[dtype]}", both, x, (1,), 0, False)
    cases.add(operator, "nothing", both, values(2, 0), (1,), None, False)
    cases.add(operator, "zero_dims", both, values(), None, None, False)
    cases.add(
        operator, "out_permuted", both, values(3, 4, 5), (1,), None, False, out_order=TRANSPOSED
    )
    return cases


def make_norms() -> Cases:
    cases = Cases()

    def parameters(dtype: torch.dtype, *sizes: int) -> tuple[Any, Any]:
        return values(*sizes, dtype=dtype), values(*sizes, dtype=dtype)

    layer = "aten::native_layer_norm.out"
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
            cases.add(
                layer, label, aten.native_layer_norm, values(*sizes), normalized, *given, 1e-5
            )
    for dtype in FLOATS:
        weight, bias = parameters(dtype, 9)
        x, label = values(3, 9, dtype=dtype), NAMES[dtype]
        cases.add(layer, f"dtype_{label}", aten.native_layer_norm, x, (9,), weight, bias, 1e-5)
        cases.add(layer, f"plain_{label}", aten.native_layer_norm, x, (9,), None, None, 1e-3)
    for dtype in (torch.float16, torch.bfloat16):
        weight, bias = parameters(torch.float32, 9)
        x, label = values(3, 9, dtype=dtype), f"Float_for_{NAMES[dtype]}"
        cases.add(layer, label, aten.native_layer_norm, x, (9,), weight, bias, 1e-5)
        cases.add(layer, label + "_bias", aten.native_layer_norm, x, (9,), None, bias, 1e-5)
    weight, bias = parameters(torch.float32, 4, 5)
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    for name, order in (("differ", None), ("kept", CHANNELS_LAST)):
        cases.add(
            layer,
            f"layouts_{name}",
            aten.native_layer_norm,
            image,
            (4, 5),
            weight,
            bias,
            1e-5,
            out_order=order,
        )
    turned = Ordered(weight, TRANSPOSED)
    cases.add(
        layer,
        "weight_permuted",
        aten.native_layer_norm,
        values(2, 4, 5),
        (4, 5),
        turned,
        bias,
        1e-5,
    )
    cases.add(layer, "long", aten.native_layer_norm, values(2, 500) + 10, (500,), None, None, 1e-5)
    cases.add(
        layer, "constant", aten.native_layer_norm, torch.full((2, 3), 0.1), (3,), None, None, 1e-5
    )
    cases.add(layer, "empty", aten.native_layer_norm, values(0, 3), (3,), None, None, 1e-5)
    cases.add(layer, "nothing", aten.native_layer_norm, values(2, 0), (0,), None, None, 1e-5)
    cases.add(
        layer,
        "not_a_number",
        aten.native_layer_norm,
        torch.tensor([[NAN, 1, 2], [0, 1, 2]]),
        (3,),
        None,
        None,
        1e-5,
    )

    group = "aten::native_group_norm.out"

    def by_group(
        name: str, x: Any, groups: int, weight: Any, bias: Any, order: Order = None
    ) -> None:
        n, c, *rest = (x.tensor if isinstance(x, Ordered) else x).shape
        pixels = torch.Size(rest).numel()
        cases.add(
            group,
            name,
            aten.native_group_norm,
            x,
            weight,
            bias,
            n,
            c,
            pixels,
            groups,
            1e-5,
            out_order=order,
        )

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

    alone = "aten::_native_batch_norm_legit.no_stats_out"
    for sizes in ((2, 3, 4, 5), (4, 3), (2, 3, 7)):
        for flag in (True, False):
            weight, bias = parameters(torch.float32, 3) if flag else (None, None)
            label = f"rank_{len(sizes)}_{flag}"
            cases.add(
                alone,
                label,
                aten._native_batch_norm_legit.no_stats,
                values(*sizes),
                weight,
                bias,
                True,
                0.1,
                1e-5,
            )
    image = Ordered(values(2, 3, 4, 5), CHANNELS_LAST)
    weight, bias = parameters(torch.float32, 3)
    for name, order in (("differ", None), ("kept", CHANNELS_LAST)):
        cases.add(
            alone,
            f"layouts_{name}",
            aten._native_batch_norm_legit.no_stats,
            image,
            weight,
            bias,
            True,
            0.1,
            1e-5,
            out_order=order,
        )
    running = "aten::_native_batch_norm_legit.out"

    def legit(*arguments: Any) -> Any:
        copies = [item.clone() if isinstance(item, torch.Tensor) else item for item in arguments]
        return aten._native_batch_norm_legit(*copies)

    for dtype, training in itertools.product(FLOATS, (True, False)):
        weight, bias = parameters(dtype, 3)
        x, label = values(2, 3, 5, dtype=dtype), f"{NAMES[dtype]}_{training}"
        mean, variance = values(3, dtype=dtype), values(3, dtype=dtype).abs() + 0.5
        cases.add(running, label, legit, x, weight, bias, mean, variance, training, 0.1, 1e-5)
        if training:
            cases.add(
                alone,
                label,
                aten._native_batch_norm_legit.no_stats,
                x,
                weight,
                bias,
                True,
                0.1,
                1e-5,
            )
    for dtype in (torch.float16, torch.bfloat16):
        weight, bias = parameters(torch.float32, 3)
        mean, variance = values(3), values(3).abs() + 0.5
        x, label = values(2, 3, 5, dtype=dtype), f"Float_for_{NAMES[dtype]}"
        cases.add(running, label, legit, x, weight, bias, mean, variance, True, 0.1, 1e-5)
    return cases


def make_distances() -> Cases:
    cases = Cases()
    between, within = "aten::_cdist_forward.out", "aten::_pdist_forward.out"
    for p in (0.0, 0.5, 1.0, 2.0, 3.0, INF):
        for dtype in (torch.float32, torch.float64):
            label = f"{NAMES[dtype]}_{p}"
            a, b = values(2, 4, 7, dtype=dtype), values(2, 3, 7, dtype=dtype)
            b[0, 0] = a[0, 0]
            cases.add(between, label, aten._cdist_forward, a, b, p, None)
            cases.add(within, label, aten._pdist_forward, values(5, 7, dtype=dtype), p)
        cases.add(between, f"nothing_{p}", aten._cdist_forward, values(2, 0), values(3, 0), p, None)
        cases.add(within, f"nothing_{p}", aten._pdist_forward, values(3, 0), p)
    # With mode 1 PyTorch computes p = 2 from products, which is less accurate.
    for mode, p in ((0, 2.0), (1, 1.0), (2, 2.0)):
        label = f"mode_{mode}"
        cases.add(between, label, aten._cdist_forward, values(4, 3), values(5, 3), p, mode)
    cases.add(
        between, "broadcast", aten._cdist_forward, values(2, 1, 3, 2), values(4, 5, 2), 2.0, None
    )
    cases.add(between, "empty", aten._cdist_forward, values(0, 2), values(3, 2), 2.0, None)
    permuted = Ordered(values(2, 4, 3), (2, 0, 1))
    cases.add(
        between,
        "layouts",
        aten._cdist_forward,
        permuted,
        values(2, 5, 3),
        1.0,
        None,
        out_order=(0, 2, 1),
    )
    cases.add(within, "layout", aten._pdist_forward, Ordered(values(4, 3), TRANSPOSED), 2.0)
    cases.add(within, "one", aten._pdist_forward, values(1, 3), 2.0)
    cases.add(within, "none", aten._pdist_forward, values(0, 3), 2.0)
    rows = torch.tensor([[NAN, 1.0], [2, 3], [INF, 0]])
    for p in (1.0, 2.0, INF, 0.0):
        cases.add(within, f"special_{p}", aten._pdist_forward, rows, p)
    return cases


def make_log_softmax() -> Cases:
    cases = Cases()
    operator = "aten::_log_softmax.out"
    # Not near 0, where nothing is left of the digits of the logarithm.
    for dim in (0, 1, 2, -1, -3):
        cases.add(operator, f"dim_{dim}", aten._log_softmax, values(3, 4, 5), dim, False)
    for dtype in FLOATS:
        x = values(3, 9, dtype=dtype) * 0.5
        cases.add(operator, f"dtype_{NAMES[dtype]}", aten._log_softmax, x, -1, False)
        cases.add(operator, f"outer_{NAMES[dtype]}", aten._log_softmax, x, 0, False)
    rows = [[-1e30, -1e30, -1e30], [-INF, 0, 1], [NAN, 0, 1], [0, 1, NAN], [INF, 0, 1]]
    cases.add(operator, "special_numbers", aten._log_softmax, torch.tensor(rows), 1, False)
    cases.add(operator, "all_minus_infinity", aten._log_softmax, torch.full((1, 3), -INF), 1, False)
    cases.add(operator, "zero_dims", aten._log_softmax, values(), 0, False)
    cases.add(operator, "empty", aten._log_softmax, values(0, 3), 1, False)
    cases.add(operator, "empty_dim", aten._log_softmax, values(3, 0), 1, False)
    image = Ordered(values(1, 3, 2, 2), CHANNELS_LAST)
    cases.add(operator, "layouts_differ", aten._log_softmax, image, 1, False)
    cases.add(operator, "order_kept", aten._log_softmax, image, 1, False, out_order=CHANNELS_LAST)
    return cases
