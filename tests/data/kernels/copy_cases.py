"""Cases of operators that move elements, or change their dtype."""

from __future__ import annotations

import itertools

import torch
from case_text import (
    CHANNELS_LAST,
    FLOATS,
    NAMES,
    SIGNED,
    Case,
    Cases,
    Ordered,
    aten,
    ordered,
    values,
)


def make_copies() -> Cases:
    cases = Cases()
    image = values(2, 3, 2, 4)
    orders = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": (3, 2, 1, 0)}
    for operator, rest in (
        ("aten::clone.out", lambda _: (None,)),
        ("dim_order_ops::_clone_dim_order.out", lambda order: (False, order or range(4))),
        ("aten::_to_copy.out", lambda _: (False, None)),
        ("dim_order_ops::_to_dim_order_copy.out", lambda order: (False, order or range(4))),
    ):
        case = cases.of(operator, lambda x, *_: x.clone())
        for (name, order), (to_name, to) in itertools.product(orders.items(), repeat=2):
            case(f"{name}_to_{to_name}", ordered(image, order), *rest(to), out_order=to)
        for dtype in NAMES:
            tail = (None,) if "clone.out" in operator else (False, None)
            case(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), *tail)
        case("empty", values(2, 0), *tail)
        case("zero_dims", values(), *tail)

    def to(dtype: torch.dtype) -> Case:
        return cases.of("dim_order_ops::_to_dim_order_copy.out", lambda x, *_: x.to(dtype))

    for a, b in itertools.permutations(NAMES, 2):
        numbers = values(5, dtype=a).abs() if a in (*FLOATS, *SIGNED) else values(5, dtype=a)
        if a in FLOATS:
            numbers = numbers * 3
        to(b)(f"{NAMES[a]}_to_{NAMES[b]}", numbers, False, None)
    for b in (*SIGNED, *FLOATS, torch.bool):
        numbers = torch.tensor([-2.75, -0.5, 0.0, 0.5, 100.9])
        to(b)(f"negative_to_{NAMES[b]}", numbers, False, None)
    for b in (torch.float16, torch.bfloat16):
        edge = [65504, 65519.996, 65520, 1e38, 6e-8, 2.9e-8, 3e-8, 6.1e-5, 1.00048828125]
        edge += [1.0004884, 1.00390625, 3.4e38, float("nan"), float("inf"), -float("inf"), -0.0]
        to(b)(f"rounding_to_{NAMES[b]}", torch.tensor(edge), False, None)
        bits = torch.arange(-(2**15), 2**15, 97).to(torch.int16).view(b)
        to(torch.float32)(f"every_kind_of_{NAMES[b]}", bits, False, None)
        to(torch.bool)(f"bool_of_{NAMES[b]}", bits[:40], False, None)
    mixed = Ordered(values(2, 3, 2, 4, dtype=torch.int32), CHANNELS_LAST)
    to(torch.float16)("dtype_and_order", mixed, False, range(4))
    case = cases.of("aten::permute_copy.out", aten.permute_copy)
    for index, dims in enumerate(itertools.permutations(range(3))):
        case(f"rank_3_{index}", values(2, 3, 4), dims)
    case.each_dtype(NAMES, (3, 2), (1, 0))
    case("negative", values(2, 3, 4), (-1, 0, -2))
    case("zero_dims", values(), ())
    case("empty", values(2, 0, 3), (2, 1, 0))
    case("ones", values(1, 3, 1, 2), (3, 2, 1, 0))
    case("rank_16", values(*(2, 1, 1, 3) * 4), tuple(reversed(range(16))))
    case("channels_last_in", ordered(image, CHANNELS_LAST), (1, 0, 3, 2))
    case("channels_last_out", image, (0, 2, 3, 1), out_order=(0, 3, 1, 2))
    case = cases.of("aten::view_copy.out", torch.reshape)
    sizes = {"flat": (12,), "inferred": (2, -1), "ones": (1, 3, 1, 4, 1), "same": (3, 4)}
    for name, size in sizes.items():
        case(name, values(3, 4), size)
    case("to_zero_dims", values(1, 1), ())
    case("empty", values(2, 0, 3), (0, 5))
    case("empty_inferred", values(0, 3), (-1, 3))
    case("dtype_Half", values(2, 3, dtype=torch.float16), (3, 2))
    case("channels_last_kept", ordered(image, CHANNELS_LAST), image.shape, out_order=CHANNELS_LAST)
    return cases
