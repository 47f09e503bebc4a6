"""Cases of operators that make tensors of numbers."""

from __future__ import annotations

from typing import Any

import torch
from case_text import COMMON, FLOATS, NAMES, SIGNED, Cases, values


def make_creation() -> Cases:
    cases = Cases()
    for dtype in NAMES:
        name = NAMES[dtype]

        def add(operator: str, label: str, result: torch.Tensor, *arguments: Any) -> None:
            cases.of(f"aten::{operator}", lambda *_: result)(label, *arguments)

        numbers = (0, 1, 7, True, *((2.5, -1.0) if dtype in FLOATS else ()))
        numbers += (-3,) if dtype in (*FLOATS, *SIGNED) else ()
        for number in numbers:
            whole = torch.full((2, 3), number, dtype=dtype)
            label = f"{name}_{number}"
            add("full.out", label, whole, (2, 3), number)
            add("scalar_tensor.out", label, torch.scalar_tensor(number, dtype=dtype), number)
            like = values(2, 3, dtype=dtype)
            add("full_like.out", label, whole, like, number, None)
            add("fill.Scalar_out", label, whole, like, number)
        for given in (torch.tensor(1, dtype=torch.int32), torch.tensor(3.0), torch.tensor(True)):
            whole = given.to(dtype).expand(2, 3).contiguous()
            label = f"{name}_of_{NAMES[given.dtype]}"
            add("fill.Tensor_out", label, whole, values(2, 3, dtype=dtype), given)
        add("zeros.out", name, torch.zeros(2, 3, dtype=dtype), (2, 3))
        add("ones.out", name, torch.ones(2, 3, dtype=dtype), (2, 3))
        if dtype not in COMMON or dtype == torch.bool:
            continue
        for start, end, step in ((0, 5, 1), (1, 10, 4), (2, 2, 1), (9, 0, -3), (3, 9, 100)):
            row = torch.arange(start, end, step, dtype=dtype)
            add("arange.start_out", f"{name}_{start}_{end}_{step}", row, start, end, step)
        add("arange.out", name, torch.arange(6, dtype=dtype), 6)
        for start, end, step in ((0.0, 1.0, 0.25), (0.5, 3.5, 1), (5, 1.5, -0.5), (2.5, 2.5, 1.0)):
            try:
                row = torch.arange(start, end, step, dtype=dtype)
            except (RuntimeError, ValueError):
                continue  # a step that truncates to 0
            add("arange.start_out", f"{name}_{start}_{end}_{step}", row, start, end, step)
        add("arange.out", f"{name}_2.5", torch.arange(2.5, dtype=dtype), 2.5)
    for operator in ("zeros", "ones"):
        for shape in ((), (0, 2), (3,)):
            result = getattr(torch, operator)(shape)
            label = "x".join(map(str, shape)) or "scalar"
            cases.of(f"aten::{operator}.out", lambda _, result=result: result)(label, shape)
    large = torch.arange(2**40, 2**40 + 9, 4)
    bounds = (2**40, 2**40 + 9, 4)
    cases.of("aten::arange.start_out", lambda *_: large)("large", *bounds)
    return cases
