"""Cases of matrix products."""

from __future__ import annotations

import itertools

import torch
from case_text import (
    FLOATS,
    NAMES,
    SIGNED,
    Cases,
    Ordered,
    ordered,
    values,
)


def make_matmul() -> Cases:
    cases = Cases()
    turned = (1, 0)
    for m, k, n in ((1, 1, 1), (2, 3, 4), (1, 7, 9), (5, 16, 17), (3, 4, 8), (4, 2, 3)):
        cases.add("aten::mm.out", f"sizes_{m}_{k}_{n}", torch.mm, values(m, k), values(k, n))
        cases.add(
            "aten::addmm.out",
            f"sizes_{m}_{k}_{n}",
            lambda c, a, b, beta, alpha: torch.addmm(c, a, b, beta=beta, alpha=alpha),
            values(n),
            values(m, k),
            values(k, n),
            1,
            1,
        )
    for dtype in (*FLOATS, torch.uint8, *SIGNED):
        cases.add(
            "aten::mm.out",
            f"dtype_{NAMES[dtype]}",
            torch.mm,
            values(3, 5, dtype=dtype),
            values(5, 9, dtype=dtype),
        )
    for index, (a, b, out) in enumerate(itertools.product((None, turned), repeat=3)):
        cases.add(
            "aten::mm.out",
            f"layouts_{index}",
            torch.mm,
            ordered(values(3, 4), a),
            ordered(values(4, 10), b),
            out_order=out,
        )
    for m, k, n in ((0, 2, 3), (2, 0, 3), (2, 3, 0), (0, 0, 0)):
        cases.add("aten::mm.out", f"empty_{m}_{k}_{n}", torch.mm, values(m, k), values(k, n))
    cases.add(
        "aten::mm.out",
        "empty_turned",
        torch.mm,
        Ordered(values(9, 0), turned),
        Ordered(values(0, 9), turned),
    )
    addmm = lambda c, a, b, beta, alpha: torch.addmm(c, a, b, beta=beta, alpha=alpha)  # noqa: E731
    for name, size in {
        "row": (5,),
        "column": (3, 1),
        "number": (),
        "full": (3, 5),
        "one": (1,),
    }.items():
        cases.add(
            "aten::addmm.out",
            f"summand_{name}",
            addmm,
            values(*size),
            values(3, 2),
            values(2, 5),
            1,
            1,
        )
        cases.add(
            "aten::addmm.out",
            f"factors_{name}",
            addmm,
            values(*size),
            values(3, 2),
            values(2, 5),
            2.5,
            -0.5,
        )
    cases.add(
        "aten::addmm.out",
        "beta_zero_hides_nan",
        addmm,
        torch.full((5,), float("nan")),
        values(3, 2),
        values(2, 5),
        0,
        1,
    )
    cases.add("aten::addmm.out", "int_factors", addmm, values(5), values(3, 2), values(2, 5), 3, 2)
    cases.add("aten::addmm.out", "no_terms", addmm, values(5), values(3, 0), values(0, 5), 1, 1)
    cases.add(
        "aten::addmm.out",
        "turned_out",
        addmm,
        values(5),
        values(3, 2),
        Ordered(values(2, 5), turned),
        1,
        1,
        out_order=turned,
    )
    for dtype in FLOATS:
        cases.add(
            "aten::addmm.out",
            f"dtype_{NAMES[dtype]}",
            addmm,
            values(5, dtype=dtype),
            values(3, 7, dtype=dtype),
            values(7, 5, dtype=dtype),
            1,
            1,
        )
    return cases
