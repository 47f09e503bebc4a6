"""Cases of repeated indices and of copies between memories."""

from __future__ import annotations

import torch
from case_text import COMMON, NAMES, Cases, Ordered, aten, values


def make_repeating() -> Cases:
    cases = Cases()

    def repeated(repeats: torch.Tensor, size: int | None) -> torch.Tensor:
        return aten.repeat_interleave.Tensor(repeats, output_size=size)

    case = cases.of("aten::repeat_interleave.Tensor_out", repeated)
    for dtype in (torch.int32, torch.int64):
        for counts in ((1, 2, 3), (0, 4, 0, 1), (5,), (0,), ()):
            name = f"{NAMES[dtype]}_{'_'.join(map(str, counts)) or 'empty'}"
            repeats = torch.tensor(counts, dtype=dtype)
            case(name, repeats, None)
            case(f"{name}_size", repeats, sum(counts))
    case("empty_of_another_size", torch.tensor([], dtype=torch.int64), 3)
    for name in ("h2d", "d2h"):
        case = cases.of(f"et_copy::_{name}_copy.out", torch.clone)
        case.each_dtype(COMMON, (2, 3))
        x = Ordered(values(2, 3, 4), (2, 0, 1))
        case("turned", x, out_order=(1, 0, 2))
        case("empty", values(2, 0))
    return cases
