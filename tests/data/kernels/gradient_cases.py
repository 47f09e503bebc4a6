"""Cases of the gradients of convolutions, and of convolutions of integers."""

from __future__ import annotations

from typing import Any

import torch
from case_text import (
    CHANNELS_LAST,
    FLOATS,
    NAMES,
    SIGNED,
    Cases,
    Order,
    aten,
    generator,
    ordered,
    values,
)


def make_integer_convolution() -> Cases:
    cases = Cases()
    case = cases.of("aten::convolution.out", aten.convolution)
    plain = ((1, 1), (0, 0), (1, 1), False, (0, 0), 1)
    for dtype in (torch.uint8, *SIGNED):
        x, w = values(1, 2, 5, 6, dtype=dtype), values(3, 2, 3, 2, dtype=dtype)
        case(f"dtype_{NAMES[dtype]}", x, w, values(3, dtype=dtype), *plain)
        x, w = values(1, 4, 5, 6, dtype=dtype), values(4, 2, 3, 3, dtype=dtype)
        grouped = ((2, 1), (1, 1), (1, 1), False, (0, 0), 2)
        case(f"groups_{NAMES[dtype]}", x, w, None, *grouped)
        x, w = values(2, 2, 9, dtype=dtype), values(3, 2, 3, dtype=dtype)
        line = ((2,), (1,), (1,), False, (0,), 1)
        case(f"line_{NAMES[dtype]}", x, w, values(3, dtype=dtype), *line)
    long = torch.int64
    x, w = values(1, 2, 7, 7, dtype=long), values(2, 2, 2, 3, dtype=long)
    case("dilated", x, w, None, (1, 1), (2, 1), (2, 2), False, (0, 0), 1)
    x, w = values(1, 2, 4, 4, dtype=long), values(2, 3, 3, 3, dtype=long)
    case("transposed", x, w, values(3, dtype=long), (2, 2), (1, 1), (1, 1), True, (1, 1), 1)
    x = torch.full((1, 1, 2, 2), 2**62, dtype=long)
    case("wraps", x, torch.full((1, 1, 2, 2), 3, dtype=long), None, *plain)

    def converted(x: Any, w: Any, bias: Any, *rest: Any) -> Any:
        """As ExecuTorch's kernel, which converts the bias to the dtype of the other operands."""
        return aten.convolution(x, w, bias.to(x.dtype), *rest)

    case = cases.of("aten::convolution.out", converted)
    for dtype, other in ((torch.int8, torch.int32), (torch.float32, torch.int64)):
        x, w = (
            values(*sizes, dtype=torch.int8).to(dtype) for sizes in ((1, 2, 5, 6), (40, 2, 3, 2))
        )
        bias = torch.randint(-3000, 3000, (40,), generator=generator, dtype=other)
        name = f"bias_{NAMES[other]}_to_{NAMES[dtype]}"
        case(name, x, w, bias, *plain)
    return cases


def make_convolution_backward() -> Cases:
    cases = Cases()

    back = cases.of("aten::convolution_backward.out", aten.convolution_backward)

    def case(
        name: str,
        x: torch.Tensor,
        w: torch.Tensor,
        stride: Any = (1, 1),
        padding: Any = (0, 0),
        dilation: Any = (1, 1),
        transposed: bool = False,
        extra: Any = (0, 0),
        groups: int = 1,
        order: Order = None,
    ) -> None:
        lists = (stride, padding, dilation)
        shape = aten.convolution(x, w, None, *lists, transposed, extra, groups).shape
        g = ordered(values(*shape, dtype=x.dtype), order)
        channels = (shape[1],)
        rest = (*lists, transposed, extra, groups, (True, True, True))
        x, w = ordered(x, order), ordered(w, order)  # type: ignore[assignment]
        back(name, g, x, w, channels, *rest, out_order=order)

    case("plain", values(1, 2, 5, 5), values(3, 2, 3, 3))
    case("batches", values(3, 2, 4, 5), values(3, 2, 3, 2))
    case("pointwise", values(2, 5, 3, 4), values(4, 5, 1, 1))
    case("stride", values(1, 2, 7, 8), values(2, 2, 3, 3), (2, 3), (1, 1))
    case("stride_beyond_kernel", values(1, 2, 8, 9), values(2, 2, 2, 2), (3, 4))
    case("dilated", values(1, 2, 9, 9), values(2, 2, 3, 2), (1, 2), (2, 1), (2, 3))
    case("padding_beyond_kernel", values(1, 1, 2, 2), values(1, 1, 2, 2), (1, 1), (4, 4))
    case("groups", values(2, 6, 5, 5), values(4, 3, 3, 3), (1, 1), (1, 1), groups=2)
    case("depthwise", values(1, 4, 6, 6), values(8, 1, 3, 3), (1, 1), (1, 1), groups=4)
    line = ((2,), (1,), (1,), False, (0,))
    case("line", values(2, 3, 10), values(4, 3, 3), *line)
    case("line_groups", values(2, 4, 9), values(4, 2, 3), *line, 2)
    for dtype in FLOATS:
        x, w = values(1, 2, 4, 4, dtype=dtype), values(2, 2, 3, 3, dtype=dtype)
        case(f"dtype_{NAMES[dtype]}", x, w, (1, 1), (1, 1))
    x, w = values(2, 3, 5, 6), values(4, 3, 3, 3)
    case("channels_last", x, w, (2, 1), (1, 1), order=CHANNELS_LAST)
    case("transposed", values(1, 3, 4, 4), values(3, 2, 3, 3), (2, 2), (1, 1), (1, 1), True, (1, 1))
    x, w = values(2, 4, 3, 3), values(4, 3, 2, 2)
    case("transposed_groups", x, w, (2, 2), (0, 0), (1, 1), True, (0, 0), 2)
    x, w = values(1, 2, 4, 5), values(2, 2, 3, 3)
    case("transposed_dilated", x, w, (2, 3), (1, 2), (3, 2), True, (1, 2))
    x, w = values(1, 2, 4, 5), values(2, 3, 1, 1)
    case("transposed_pointwise_extra", x, w, (1, 1), (0, 0), (3, 3), True, (2, 2))
    x, w = values(1, 2, 4), values(2, 3, 3)
    case("transposed_line", x, w, (2,), (0,), (1,), True, (1,))
    case("no_batch", values(0, 2, 5, 5), values(3, 2, 3, 3))
    return cases
