"""Cases of convolutions, transposed and not."""

from __future__ import annotations

from typing import Any

import torch
from case_text import CHANNELS_LAST, FLOATS, NAMES, Cases, Order, aten, ordered, values


def make_convolution() -> Cases:
    cases = Cases()

    def conv(*arguments: Any) -> torch.Tensor:
        x, w, bias, stride, padding, dilation, transposed, extra, groups = arguments
        return aten.convolution(
            x, w, bias, list(stride), list(padding), list(dilation), transposed, list(extra), groups
        )

    def case(
        name: str,
        x: Any,
        w: Any,
        bias: Any = None,
        stride: Any = (1, 1),
        padding: Any = (0, 0),
        dilation: Any = (1, 1),
        transposed: bool = False,
        extra: Any = (0, 0),
        groups: int = 1,
        order: Order = None,
    ) -> None:
        cases.add(
            "aten::convolution.out",
            name,
            conv,
            x,
            w,
            bias,
            stride,
            padding,
            dilation,
            transposed,
            extra,
            groups,
            out_order=order,
        )

    case("plain", values(1, 2, 5, 5), values(3, 2, 3, 3), values(3))
    case("batches", values(3, 2, 4, 5), values(3, 2, 3, 3))
    case("pointwise", values(2, 5, 3, 6), values(4, 5, 1, 1), values(4))
    case("pointwise_plane_of_9", values(1, 7, 3, 3), values(9, 7, 1, 1))
    case("pointwise_stride_2", values(1, 3, 5, 7), values(2, 3, 1, 1), None, (2, 2))
    case("pointwise_padded", values(1, 3, 3, 3), values(2, 3, 1, 1), values(2), (1, 1), (1, 2))
    case(
        "pointwise_padded_to_its_size", values(1, 3, 5, 5), values(2, 3, 1, 1), None, (2, 2), (2, 2)
    )
    case("depthwise", values(1, 4, 12, 12), values(4, 1, 3, 3), values(4), (1, 1), (1, 1), groups=4)
    case(
        "depthwise_stride_2",
        values(1, 4, 9, 11),
        values(4, 1, 3, 3),
        None,
        (2, 2),
        (1, 1),
        groups=4,
    )
    case(
        "depthwise_multiplier",
        values(1, 3, 6, 6),
        values(6, 1, 3, 3),
        None,
        (1, 1),
        (1, 1),
        groups=3,
    )
    case("groups", values(2, 6, 5, 5), values(4, 3, 3, 3), values(4), (1, 1), (1, 1), groups=2)
    case("dilated", values(1, 2, 9, 9), values(2, 2, 3, 3), None, (1, 1), (2, 2), (2, 2))
    case(
        "dilated_stride",
        values(1, 2, 11, 12),
        values(2, 2, 3, 2),
        values(2),
        (2, 3),
        (3, 1),
        (3, 2),
    )
    case("uneven", values(1, 2, 9, 7), values(3, 2, 3, 5), None, (2, 1), (0, 2))
    case("kernel_column", values(1, 2, 9, 20), values(3, 2, 3, 1), None, (1, 1), (1, 0))
    case("kernel_row", values(1, 2, 5, 20), values(3, 2, 1, 3), None, (1, 1), (0, 1))
    case("padding_beyond_kernel", values(1, 1, 2, 2), values(1, 1, 2, 2), values(1), (1, 1), (4, 4))
    case("kernel_larger_than_input", values(1, 2, 2, 3), values(2, 2, 4, 5), None, (1, 1), (2, 2))
    case(
        "one_number_lists",
        values(1, 2, 7, 7),
        values(2, 2, 3, 3),
        None,
        (2,),
        (1,),
        (1,),
        False,
        (0,),
    )
    case("wide", values(1, 1, 1, 40), values(2, 1, 1, 5), None, (1, 1), (0, 2))
    case("first_layer", values(1, 3, 16, 16), values(4, 3, 3, 3), None, (2, 2), (1, 1))
    case("no_batch", values(0, 2, 5, 5), values(3, 2, 3, 3))
    for dtype in FLOATS:
        case(
            f"dtype_{NAMES[dtype]}",
            values(1, 2, 4, 4, dtype=dtype),
            values(2, 2, 3, 3, dtype=dtype),
            values(2, dtype=dtype),
            (1, 1),
            (1, 1),
        )
    case("line", values(2, 3, 10), values(4, 3, 3), values(4), (2,), (1,), (1,), False, (0,))
    case(
        "line_depthwise", values(1, 3, 20), values(3, 1, 3), None, (1,), (2,), (1,), False, (0,), 3
    )
    case("line_dilated", values(1, 3, 20), values(2, 3, 3), None, (1,), (2,), (2,), False, (0,))
    case(
        "line_pointwise",
        values(2, 3, 11),
        values(2, 3, 1),
        values(2),
        (1,),
        (0,),
        (1,),
        False,
        (0,),
    )
    x, w = values(2, 4, 6, 9), values(3, 4, 3, 3)
    layouts = {
        "in": (CHANNELS_LAST, None, None),
        "weight": (None, CHANNELS_LAST, None),
        "out": (None, None, CHANNELS_LAST),
        "all": (CHANNELS_LAST,) * 3,
    }
    for name, (a, b, c) in layouts.items():
        case(
            f"channels_last_{name}",
            ordered(x, a),
            ordered(w, b),
            values(3),
            (1, 1),
            (1, 1),
            order=c,
        )
        case(
            f"channels_last_pointwise_{name}",
            ordered(x, a),
            ordered(w[:, :, :1, :1], b),
            None,
            order=c,
        )
    case("columns_first", ordered(x, (0, 1, 3, 2)), w[:, :, :1, :1])
    case(
        "channels_last_depthwise",
        ordered(x, CHANNELS_LAST),
        values(4, 1, 3, 3),
        None,
        (2, 1),
        (1, 1),
        groups=4,
        order=CHANNELS_LAST,
    )
    case(
        "transposed",
        values(1, 3, 4, 4),
        values(3, 2, 3, 3),
        values(2),
        (1, 1),
        (0, 0),
        (1, 1),
        True,
    )
    case(
        "transposed_stride",
        values(1, 3, 4, 4),
        values(3, 2, 3, 3),
        values(2),
        (2, 2),
        (1, 1),
        (1, 1),
        True,
        (1, 1),
    )
    case(
        "transposed_groups",
        values(2, 4, 3, 3),
        values(4, 3, 2, 2),
        None,
        (2, 2),
        (0, 0),
        (1, 1),
        True,
        (0, 0),
        2,
    )
    case(
        "transposed_dilated",
        values(1, 2, 4, 5),
        values(2, 2, 3, 3),
        None,
        (2, 3),
        (1, 2),
        (3, 2),
        True,
        (1, 2),
    )
    case(
        "transposed_stride_beyond_kernel",
        values(1, 2, 3, 3),
        values(2, 1, 2, 2),
        values(1),
        (4, 5),
        (0, 0),
        (1, 1),
        True,
        (3, 4),
    )
    case(
        "transposed_common_factor",
        values(1, 2, 4, 4),
        values(2, 2, 4, 4),
        None,
        (4, 6),
        (2, 1),
        (2, 4),
        True,
        (1, 3),
    )
    case("transposed_line", values(1, 3, 4), values(3, 2, 3), None, (2,), (0,), (1,), True, (0,))
    case(
        "transposed_pointwise",
        values(1, 3, 4, 5),
        values(3, 2, 1, 1),
        None,
        (1, 1),
        (0, 0),
        (1, 1),
        True,
    )
    case(
        "transposed_channels_last",
        ordered(values(1, 3, 4, 4), CHANNELS_LAST),
        values(3, 2, 3, 3),
        None,
        (2, 2),
        (1, 1),
        (1, 1),
        True,
        (1, 1),
        order=CHANNELS_LAST,
    )
    case(
        "transposed_dtype_Half",
        values(1, 3, 4, 4, dtype=torch.float16),
        values(3, 2, 3, 3, dtype=torch.float16),
        None,
        (2, 2),
        (1, 1),
        (1, 1),
        True,
        (1, 1),
    )
    return cases
