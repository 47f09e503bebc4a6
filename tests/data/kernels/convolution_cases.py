"""Cases of convolutions, transposed and not."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, Cases, Order, aten, ordered, values


def make_convolution() -> Cases:
    cases = Cases()
    conv = cases.of("aten::convolution.out", aten.convolution)

    def case(
        name: str,
        x: Any,
        w: Any,
        *,
        bias: bool = False,
        order: Order = None,
        dtype: torch.dtype = torch.float32,
        groups: int = 1,
        **given: Any,
    ) -> None:
        """Sizes of image and weights, or these; a number is that of each dimension of a plane.

        The arguments after the bias are as a plain convolution has them, unless they are given.
        """
        x, w = (values(*each, dtype=dtype) if type(each) is tuple else each for each in (x, w))
        sizes = getattr(w, "tensor", w).shape
        filters = sizes[1 if given.get("transposed") else 0]
        rest = {"stride": 1, "padding": 0, "dilation": 1, "transposed": False, "extra": 0} | given
        for each in ("stride", "padding", "dilation", "extra"):
            if type(rest[each]) is int:
                rest[each] = (rest[each],) * (len(sizes) - 2)
        bias_ = values(filters, dtype=dtype) if bias else None
        conv(name, x, w, bias_, *rest.values(), groups, out_order=order)

    case("plain", (1, 2, 5, 5), (3, 2, 3, 3), bias=True)
    case("batches", (3, 2, 4, 5), (3, 2, 3, 3))
    case("pointwise", (2, 5, 3, 6), (4, 5, 1, 1), bias=True)
    case("pointwise_plane_of_9", (1, 7, 3, 3), (9, 7, 1, 1))
    case("pointwise_stride_2", (1, 3, 5, 7), (2, 3, 1, 1), stride=2)
    case("pointwise_padded", (1, 3, 3, 3), (2, 3, 1, 1), bias=True, padding=(1, 2))
    case("pointwise_padded_to_its_size", (1, 3, 5, 5), (2, 3, 1, 1), stride=2, padding=2)
    case("depthwise", (1, 4, 12, 12), (4, 1, 3, 3), bias=True, padding=1, groups=4)
    case("depthwise_stride_2", (1, 4, 9, 11), (4, 1, 3, 3), stride=2, padding=1, groups=4)
    case("depthwise_multiplier", (1, 3, 6, 6), (6, 1, 3, 3), padding=1, groups=3)
    case("groups", (2, 6, 5, 5), (4, 3, 3, 3), bias=True, padding=1, groups=2)
    case("dilated", (1, 2, 9, 9), (2, 2, 3, 3), padding=2, dilation=2)
    case(
        "dilated_stride",
        (1, 2, 11, 12),
        (2, 2, 3, 2),
        bias=True,
        stride=(2, 3),
        padding=(3, 1),
        dilation=(3, 2),
    )
    case("uneven", (1, 2, 9, 7), (3, 2, 3, 5), stride=(2, 1), padding=(0, 2))
    case("kernel_column", (1, 2, 9, 20), (3, 2, 3, 1), padding=(1, 0))
    case("kernel_row", (1, 2, 5, 20), (3, 2, 1, 3), padding=(0, 1))
    case("padding_beyond_kernel", (1, 1, 2, 2), (1, 1, 2, 2), bias=True, padding=4)
    case("kernel_larger_than_input", (1, 2, 2, 3), (2, 2, 4, 5), padding=2)
    case(
        "one_number_lists",
        (1, 2, 7, 7),
        (2, 2, 3, 3),
        stride=(2,),
        padding=(1,),
        dilation=(1,),
        extra=(0,),
    )
    case("wide", (1, 1, 1, 40), (2, 1, 1, 5), padding=(0, 2))
    case("first_layer", (1, 3, 16, 16), (4, 3, 3, 3), stride=2, padding=1)
    case("no_batch", (0, 2, 5, 5), (3, 2, 3, 3))
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", (1, 2, 4, 4), (2, 2, 3, 3), bias=True, padding=1, dtype=dtype)
    case("line", (2, 3, 10), (4, 3, 3), bias=True, stride=2, padding=1)
    case("line_depthwise", (1, 3, 20), (3, 1, 3), padding=2, groups=3)
    case("line_dilated", (1, 3, 20), (2, 3, 3), padding=2, dilation=2)
    case("line_pointwise", (2, 3, 11), (2, 3, 1), bias=True)
    x, w = values(2, 4, 6, 9), values(3, 4, 3, 3)
    layouts = {
        "in": (CHANNELS_LAST, None, None),
        "weight": (None, CHANNELS_LAST, None),
        "out": (None, None, CHANNELS_LAST),
        "all": (CHANNELS_LAST,) * 3,
    }
    for name, (a, b, c) in layouts.items():
        case(f"channels_last_{name}", ordered(x, a), ordered(w, b), bias=True, padding=1, order=c)
        case(f"channels_last_pointwise_{name}", ordered(x, a), ordered(w[:, :, :1, :1], b), order=c)
    case("columns_first", ordered(x, (0, 1, 3, 2)), w[:, :, :1, :1])
    case(
        "channels_last_depthwise",
        ordered(x, CHANNELS_LAST),
        (4, 1, 3, 3),
        stride=(2, 1),
        padding=1,
        groups=4,
        order=CHANNELS_LAST,
    )
    back = partial(case, transposed=True)
    back("transposed", (1, 3, 4, 4), (3, 2, 3, 3), bias=True)
    back("transposed_stride", (1, 3, 4, 4), (3, 2, 3, 3), bias=True, stride=2, padding=1, extra=1)
    back("transposed_groups", (2, 4, 3, 3), (4, 3, 2, 2), stride=2, groups=2)
    back(
        "transposed_dilated",
        (1, 2, 4, 5),
        (2, 2, 3, 3),
        stride=(2, 3),
        padding=(1, 2),
        dilation=(3, 2),
        extra=(1, 2),
    )
    back(
        "transposed_stride_beyond_kernel",
        (1, 2, 3, 3),
        (2, 1, 2, 2),
        bias=True,
        stride=(4, 5),
        extra=(3, 4),
    )
    back(
        "transposed_common_factor",
        (1, 2, 4, 4),
        (2, 2, 4, 4),
        stride=(4, 6),
        padding=(2, 1),
        dilation=(2, 4),
        extra=(1, 3),
    )
    back("transposed_line", (1, 3, 4), (3, 2, 3), stride=2)
    back("transposed_pointwise", (1, 3, 4, 5), (3, 2, 1, 1))
    back(
        "transposed_channels_last",
        ordered(values(1, 3, 4, 4), CHANNELS_LAST),
        (3, 2, 3, 3),
        stride=2,
        padding=1,
        extra=1,
        order=CHANNELS_LAST,
    )
    back(
        "transposed_dtype_Half",
        (1, 3, 4, 4),
        (3, 2, 3, 3),
        dtype=torch.float16,
        stride=2,
        padding=1,
        extra=1,
    )
    return cases
