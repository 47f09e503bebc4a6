"""Cases of batches of matrix products, of linear layers and of products with vectors."""

from __future__ import annotations

import itertools
from typing import Any

import torch
from case_text import FLOATS, NAMES, SIGNED, Cases, Ordered, aten, ordered, values

DTYPES = (*FLOATS, torch.uint8, *SIGNED)


def make_products() -> Cases:
    cases = Cases()
    _batches(cases)
    _linear(cases)
    _vectors(cases)
    return cases


def _batches(cases: Cases) -> None:
    bmm = "aten::bmm.out"
    for b, m, k, n in ((1, 1, 1, 1), (2, 2, 3, 4), (3, 1, 7, 9), (2, 4, 5, 17)):
        cases.add(bmm, f"sizes_{b}_{m}_{k}_{n}", torch.bmm, values(b, m, k), values(b, k, n))
    for dtype in DTYPES:
        a, b = values(2, 3, 5, dtype=dtype), values(2, 5, 4, dtype=dtype)
        cases.add(bmm, f"dtype_{NAMES[dtype]}", torch.bmm, a, b)
        start = values(2, 3, 4, dtype=dtype)
        cases.add("aten::baddbmm.out", f"dtype_{NAMES[dtype]}", _baddbmm, start, a, b, 1, 1)
    orders = (None, (0, 2, 1), (1, 2, 0), (2, 0, 1))
    for index, (a, b, out) in enumerate(itertools.product(orders, repeat=3)):
        if index % 3 == 1:
            x, y = ordered(values(2, 3, 4), a), ordered(values(2, 4, 5), b)
            cases.add(bmm, f"orders_{index}", torch.bmm, x, y, out_order=out)
    for b, m, k, n in ((0, 2, 3, 4), (2, 0, 3, 4), (2, 3, 0, 4), (2, 3, 4, 0)):
        x, y = values(b, m, k), values(b, k, n)
        cases.add(bmm, f"empty_{b}_{m}_{k}_{n}", torch.bmm, x, y)
        name = f"empty_{b}_{m}_{k}_{n}"
        cases.add("aten::baddbmm.out", name, _baddbmm, values(n), x, y, 1, 1)
    turned = Ordered(values(2, 3, 0), (2, 0, 1))
    cases.add(bmm, "empty_turned", torch.bmm, turned, Ordered(values(2, 0, 4), (1, 2, 0)))
    for size in ((), (4,), (3, 1), (2, 1, 1), (2, 3, 4), (1, 3, 4)):
        name = "_".join(map(str, size)) or "number"
        x, y = values(2, 3, 5), values(2, 5, 4)
        cases.add("aten::baddbmm.out", f"start_{name}", _baddbmm, values(*size), x, y, 1, 1)
        cases.add("aten::baddbmm.out", f"factors_{name}", _baddbmm, values(*size), x, y, 0.5, -2)
    nan = torch.full((4,), float("nan"))
    x, y = values(2, 3, 5), values(2, 5, 4)
    cases.add("aten::baddbmm.out", "beta_zero_hides_nan", _baddbmm, nan, x, y, 0, 1)


def _baddbmm(c: Any, a: Any, b: Any, beta: Any, alpha: Any) -> Any:
    return torch.baddbmm(c, a, b, beta=beta, alpha=alpha)


def _linear(cases: Cases) -> None:
    operator = "aten::linear.out"
    for lead in ((), (1,), (5,), (2, 3), (2, 1, 3), (0,), (2, 0)):
        name = "_".join(map(str, lead)) or "vector"
        x, w = values(*lead, 7), values(4, 7)
        cases.add(operator, f"rows_{name}", aten.linear, x, w, None)
        cases.add(operator, f"biased_rows_{name}", aten.linear, x, w, values(4))
    for dtype in DTYPES:
        x, w = values(3, 5, dtype=dtype), values(9, 5, dtype=dtype)
        cases.add(operator, f"dtype_{NAMES[dtype]}", aten.linear, x, w, values(9, dtype=dtype))
    cases.add(operator, "no_terms", aten.linear, values(2, 0), values(3, 0), values(3))
    cases.add(operator, "no_outputs", aten.linear, values(2, 3), values(0, 3), values(0))
    cases.add(operator, "one_output", aten.linear, values(2, 3, 4), values(4), None)
    cases.add(operator, "bias_of_one", aten.linear, values(3, 4), values(5, 4), values(1))
    orders = (None, (2, 0, 1), (1, 0, 2))
    for index, (order, out) in enumerate(itertools.product(orders, repeat=2)):
        x, w = ordered(values(2, 3, 4), order), ordered(values(5, 4), (1, 0) if index % 2 else None)
        cases.add(operator, f"orders_{index}", aten.linear, x, w, values(5), out_order=out)


def _vectors(cases: Cases) -> None:
    addmv = lambda c, a, b, beta, alpha: torch.addmv(c, a, b, beta=beta, alpha=alpha)  # noqa: E731
    for dtype in DTYPES:
        name = f"dtype_{NAMES[dtype]}"
        a, b, c = values(3, 5, dtype=dtype), values(5, dtype=dtype), values(3, dtype=dtype)
        cases.add("aten::mv.out", name, torch.mv, a, b)
        cases.add("aten::addmv.out", name, addmv, c, a, b, 1, 1)
        cases.add("aten::dot.out", name, torch.dot, b, values(5, dtype=dtype))
    cases.add("aten::mv.out", "turned", torch.mv, Ordered(values(9, 4), (1, 0)), values(4))
    cases.add("aten::mv.out", "no_terms", torch.mv, values(3, 0), values(0))
    cases.add("aten::mv.out", "no_rows", torch.mv, values(0, 3), values(3))
    for size in ((), (1,), (3,)):
        name = f"start_of_{len(size)}_{sum(size)}"
        a, b = values(3, 4), values(4)
        cases.add("aten::addmv.out", name, addmv, values(*size), a, b, 2, 0.5)
    nan = torch.full((3,), float("nan"))
    cases.add("aten::addmv.out", "beta_zero_hides_nan", addmv, nan, values(3, 4), values(4), 0, 1)
    cases.add("aten::dot.out", "no_terms", torch.dot, values(0), values(0))
