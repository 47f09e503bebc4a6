"""Cases of operators that move elements, or change their dtype."""

from __future__ import annotations

import itertools

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, SIGNED, Cases, Ordered, ordered, values


def make_copies() -> Cases:
    cases = Cases()
    clone = lambda x, *_: x.clone()  # noqa: E731
    image = values(2, 3, 2, 4)
    orders = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": (3, 2, 1, 0)}
    for operator, rest in (
        ("aten::clone.out", lambda _: (None,)),
        ("dim_order_ops::_clone_dim_order.out", lambda order: (False, order or range(4))),
        ("aten::_to_copy.out", lambda _: (False, None)),
        ("dim_order_ops::_to_dim_order_copy.out", lambda order: (False, order or range(4))),
    ):
        for (name, order), (to_name, to) in itertools.product(orders.items(), repeat=2):
            cases.add(
                operator,
                f"{name}_to_{to_name}",
                clone,
                ordered(image, order),
                *rest(to),
                out_order=to,
            )
        for dtype in NAMES:
            tail = (None,) if "clone.out" in operator else (False, None)
            cases.add(operator, f"dtype_{NAMES[dtype]}", clone, values(2, 3, dtype=dtype), *tail)
        cases.add(operator, "empty", clone, values(2, 0), *tail)
        cases.add(operator, "zero_dims", clone, values(), *tail)
    operator = "dim_order_ops::_to_dim_order_copy.out"
    for a, b in itertools.permutations(NAMES, 2):
        numbers = values(5, dtype=a).abs() if a in (*FLOATS, *SIGNED) else values(5, dtype=a)
        if a in FLOATS:
            numbers = numbers * 3
        cases.add(
            operator,
            f"{NAMES[a]}_to_{NAMES[b]}",
            lambda x, *_, to=b: x.to(to),
            numbers,
            False,
            None,
        )
    for b in (*SIGNED, *FLOATS, torch.bool):
        numbers = torch.tensor([-2.75, -0.5, 0.0, 0.5, 100.9])
        cases.add(
            operator, f"negative_to_{NAMES[b]}", lambda x, *_, to=b: x.to(to), numbers, False, None
        )
    for b in (torch.float16, torch.bfloat16):
        edge = [
            65504,
            65519.996,
            65520,
            1e38,
            6e-8,
            2.9e-8,
            3e-8,
            6.1e-5,
            1.00048828125,
            1.0004884,
            1.00390625,
            3.4e38,
        ]
        edge += [float("nan"), float("inf"), -float("inf"), -0.0]
        cases.add(
            operator,
            f"rounding_to_{NAMES[b]}",
            lambda x, *_, to=b: x.to(to),
            torch.tensor(edge),
            False,
            None,
        )
        bits = torch.arange(-(2**15), 2**15, 97).to(torch.int16).view(b)
        cases.add(operator, f"every_kind_of_{NAMES[b]}", lambda x, *_: x.float(), bits, False, None)
        cases.add(operator, f"bool_of_{NAMES[b]}", lambda x, *_: x.bool(), bits[:40], False, None)
    mixed = Ordered(values(2, 3, 2, 4, dtype=torch.int32), CHANNELS_LAST)
    cases.add(
        operator, "dtype_and_order", lambda x, *_: x.to(torch.float16), mixed, False, range(4)
    )
    permute = lambda x, dims: x.permute(tuple(dims)).contiguous()  # noqa: E731
    operator = "aten::permute_copy.out"
    for index, dims in enumerate(itertools.permutations(range(3))):
        cases.add(operator, f"rank_3_{index}", permute, values(2, 3, 4), dims)
    for dtype in NAMES:
        cases.add(operator, f"dtype_{NAMES[dtype]}", permute, values(3, 2, dtype=dtype), (1, 0))
    cases.add(operator, "negative", permute, values(2, 3, 4), (-1, 0, -2))
    cases.add(operator, "zero_dims", permute, values(), ())
    cases.add(operator, "empty", permute, values(2, 0, 3), (2, 1, 0))
    cases.add(operator, "ones", permute, values(1, 3, 1, 2), (3, 2, 1, 0))
    cases.add(operator, "rank_16", permute, values(*(2, 1, 1, 3) * 4), tuple(reversed(range(16))))
    cases.add(operator, "channels_last_in", permute, ordered(image, CHANNELS_LAST), (1, 0, 3, 2))
    cases.add(operator, "channels_last_out", permute, image, (0, 2, 3, 1), out_order=(0, 3, 1, 2))
    view = lambda x, size: x.reshape(tuple(size)).clone()  # noqa: E731
    operator = "aten::view_copy.out"
    for name, size in {
        "flat": (12,),
        "inferred": (2, -1),
        "ones": (1, 3, 1, 4, 1),
        "same": (3, 4),
    }.items():
        cases.add(operator, name, view, values(3, 4), size)
    cases.add(operator, "to_zero_dims", view, values(1, 1), ())
    cases.add(operator, "empty", view, values(2, 0, 3), (0, 5))
    cases.add(operator, "empty_inferred", view, values(0, 3), (-1, 3))
    cases.add(operator, "dtype_Half", view, values(2, 3, dtype=torch.float16), (3, 2))
    cases.add(
        operator,
        "channels_last_kept",
        view,
        ordered(image, CHANNELS_LAST),
        image.shape,
        out_order=CHANNELS_LAST,
    )
    return cases
