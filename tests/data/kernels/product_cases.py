"""Cases of batches of matrix products, of linear layers and of products with vectors."""

from __future__ import annotations

import itertools
from functools import partial

import torch
from case_text import FLOATS, NAMES, SIGNED, Cases, Ordered, added_product, aten, ordered, values

DTYPES = (*FLOATS, torch.uint8, *SIGNED)


def make_products() -> Cases:
    cases = Cases()
    _batches(cases)
    _linear(cases)
    _vectors(cases)
    return cases


def _batches(cases: Cases) -> None:
    bmm = cases.of("aten::bmm.out", torch.bmm)
    baddbmm = cases.of("aten::baddbmm.out", partial(added_product, torch.baddbmm))
    for b, m, k, n in ((1, 1, 1, 1), (2, 2, 3, 4), (3, 1, 7, 9), (2, 4, 5, 17)):
        bmm(f"sizes_{b}_{m}_{k}_{n}", values(b, m, k), values(b, k, n))
    for dtype in DTYPES:
        a, b = values(2, 3, 5, dtype=dtype), values(2, 5, 4, dtype=dtype)
        bmm(f"dtype_{NAMES[dtype]}", a, b)
        start = values(2, 3, 4, dtype=dtype)
        baddbmm(f"dtype_{NAMES[dtype]}", start, a, b, 1, 1)
    orders = (None, (0, 2, 1), (1, 2, 0), (2, 0, 1))
    for index, (a, b, out) in enumerate(itertools.product(orders, repeat=3)):
        if index % 3 == 1:
            x, y = ordered(values(2, 3, 4), a), ordered(values(2, 4, 5), b)
            bmm(f"orders_{index}", x, y, out_order=out)
    for b, m, k, n in ((0, 2, 3, 4), (2, 0, 3, 4), (2, 3, 0, 4), (2, 3, 4, 0)):
        x, y = values(b, m, k), values(b, k, n)
        bmm(f"empty_{b}_{m}_{k}_{n}", x, y)
        baddbmm(f"empty_{b}_{m}_{k}_{n}", values(n), x, y, 1, 1)
    turned = Ordered(values(2, 3, 0), (2, 0, 1))
    bmm("empty_turned", turned, Ordered(values(2, 0, 4), (1, 2, 0)))
    for size in ((), (4,), (3, 1), (2, 1, 1), (2, 3, 4), (1, 3, 4)):
        name = "_".join(map(str, size)) or "number"
        x, y = values(2, 3, 5), values(2, 5, 4)
        baddbmm(f"start_{name}", values(*size), x, y, 1, 1)
        baddbmm(f"factors_{name}", values(*size), x, y, 0.5, -2)
    nan = torch.full((4,), float("nan"))
    x, y = values(2, 3, 5), values(2, 5, 4)
    baddbmm("beta_zero_hides_nan", nan, x, y, 0, 1)


def _linear(cases: Cases) -> None:
    linear = cases.of("aten::linear.out", aten.linear)
    for lead in ((), (1,), (5,), (2, 3), (2, 1, 3), (0,), (2, 0)):
        name = "_".join(map(str, lead)) or "vector"
        x, w = values(*lead, 7), values(4, 7)
        linear(f"rows_{name}", x, w, None)
        linear(f"biased_rows_{name}", x, w, values(4))
    for dtype in DTYPES:
        x, w = values(3, 5, dtype=dtype), values(9, 5, dtype=dtype)
        linear(f"dtype_{NAMES[dtype]}", x, w, values(9, dtype=dtype))
    linear("no_terms", values(2, 0), values(3, 0), values(3))
    linear("no_outputs", values(2, 3), values(0, 3), values(0))
    linear("one_output", values(2, 3, 4), values(4), None)
    linear("bias_of_one", values(3, 4), values(5, 4), values(1))
    orders = (None, (2, 0, 1), (1, 0, 2))
    for index, (order, out) in enumerate(itertools.product(orders, repeat=2)):
        x, w = ordered(values(2, 3, 4), order), ordered(values(5, 4), (1, 0) if index % 2 else None)
        linear(f"orders_{index}", x, w, values(5), out_order=out)


def _vectors(cases: Cases) -> None:
    mv, dot = cases.of("aten::mv.out", torch.mv), cases.of("aten::dot.out", torch.dot)
    addmv = cases.of("aten::addmv.out", partial(added_product, torch.addmv))
    for dtype in DTYPES:
        name = f"dtype_{NAMES[dtype]}"
        a, b, c = values(3, 5, dtype=dtype), values(5, dtype=dtype), values(3, dtype=dtype)
        mv(name, a, b)
        addmv(name, c, a, b, 1, 1)
        dot(name, b, values(5, dtype=dtype))
    mv("turned", Ordered(values(9, 4), (1, 0)), values(4))
    mv("no_terms", values(3, 0), values(0))
    mv("no_rows", values(0, 3), values(3))
    for size in ((), (1,), (3,)):
        name = f"start_of_{len(size)}_{sum(size)}"
        a, b = values(3, 4), values(4)
        addmv(name, values(*size), a, b, 2, 0.5)
    nan = torch.full((3,), float("nan"))
    addmv("beta_zero_hides_nan", nan, values(3, 4), values(4), 0, 1)
    dot("no_terms", values(0), values(0))
