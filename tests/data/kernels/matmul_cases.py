"""Cases of matrix products."""

from __future__ import annotations

import itertools
from functools import partial

import torch
from case_text import FLOATS, NAMES, SIGNED, Cases, Ordered, added_product, ordered, values


def make_matmul() -> Cases:
    cases = Cases()
    mm = cases.of("aten::mm.out", torch.mm)
    addmm = cases.of("aten::addmm.out", partial(added_product, torch.addmm))
    turned = (1, 0)
    for m, k, n in ((1, 1, 1), (2, 3, 4), (1, 7, 9), (5, 16, 17), (3, 4, 8), (4, 2, 3)):
        mm(f"sizes_{m}_{k}_{n}", values(m, k), values(k, n))
        addmm(f"sizes_{m}_{k}_{n}", values(n), values(m, k), values(k, n), 1, 1)
    for dtype in (*FLOATS, torch.uint8, *SIGNED):
        mm(f"dtype_{NAMES[dtype]}", values(3, 5, dtype=dtype), values(5, 9, dtype=dtype))
    for index, (a, b, out) in enumerate(itertools.product((None, turned), repeat=3)):
        mm(f"layouts_{index}", ordered(values(3, 4), a), ordered(values(4, 10), b), out_order=out)
    for m, k, n in ((0, 2, 3), (2, 0, 3), (2, 3, 0), (0, 0, 0)):
        mm(f"empty_{m}_{k}_{n}", values(m, k), values(k, n))
    mm("empty_turned", Ordered(values(9, 0), turned), Ordered(values(0, 9), turned))
    summands = {"row": (5,), "column": (3, 1), "number": (), "full": (3, 5), "one": (1,)}
    for name, size in summands.items():
        addmm(f"summand_{name}", values(*size), values(3, 2), values(2, 5), 1, 1)
        addmm(f"factors_{name}", values(*size), values(3, 2), values(2, 5), 2.5, -0.5)
    addmm("beta_zero_hides_nan", torch.full((5,), float("nan")), values(3, 2), values(2, 5), 0, 1)
    addmm("int_factors", values(5), values(3, 2), values(2, 5), 3, 2)
    addmm("no_terms", values(5), values(3, 0), values(0, 5), 1, 1)
    c, a, b = values(5), values(3, 2), Ordered(values(2, 5), turned)
    addmm("turned_out", c, a, b, 1, 1, out_order=turned)
    for dtype in FLOATS:
        c, a, b = (values(*sizes, dtype=dtype) for sizes in ((5,), (3, 7), (7, 5)))
        addmm(f"dtype_{NAMES[dtype]}", c, a, b, 1, 1)
    return cases
