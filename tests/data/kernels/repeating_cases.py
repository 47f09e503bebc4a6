"""Cases of repeated indices and of copies between memories."""

from __future__ import annotations

import torch
from case_text import COMMON, NAMES, Cases, Ordered, aten, values


def make_repeating() -> Cases:
    cases = Cases()
    operator = "aten::repeat_interleave.Tensor_out"

    def repeated(repeats: torch.Tensor, size: int | None) -> torch.Tensor:
        return aten.repeat_interleave.Tensor(repeats, output_size=size)

    for dtype in (torch.int32, torch.int64):
        for counts in ((1, 2, 3), (0, 4, 0, 1), (5,), (0,), ()):
            name = f"{NAMES[dtype]}_{'_'.join(map(str, counts)) or 'empty'}"
            repeats = torch.tensor(counts, dtype=dtype)
            cases.add(operator, name, repeated, repeats, None)
            cases.add(operator, f"{name}_size", repeated, repeats, sum(counts))
    cases.add(operator, "empty_of_another_size", repeated, torch.tensor([], dtype=torch.int64), 3)
    for name in ("h2d", "d2h"):
        for dtype in COMMON:
            x = values(2, 3, dtype=dtype)
            cases.add(f"et_copy::_{name}_copy.out", f"dtype_{NAMES[dtype]}", torch.clone, x)
        x = Ordered(values(2, 3, 4), (2, 0, 1))
        cases.add(f"et_copy::_{name}_copy.out", "turned", torch.clone, x, out_order=(1, 0, 2))
        cases.add(f"et_copy::_{name}_copy.out", "empty", torch.clone, values(2, 0))
    return cases
