"""Nodes on images: convolutions, poolings and resizing."""

from __future__ import annotations

import math
from collections.abc import Mapping

from codegen.dtype import DType
from codegen.optimize.arrays import Array
from codegen.xnnpack.graph import Node, PerToken
from codegen.xnnpack.lowering import At, Held, Lowering, Order, row_major
from codegen.xnnpack.moves import padded
from codegen.xnnpack.products import finish, mixed_product
from codegen.xnnpack.weights import Arrange, bias, weights

NHWC: Order = (0, 2, 3, 1)
"""The dims of an image of XNNPACK among those of an image of the program."""

_ALIGN_CORNERS = 8
Pair = tuple[int, int]


def convolution(lowering: Lowering, node: Node) -> None:
    """A convolution with constant filters, by channel or transposed too."""
    source = lowering.value(node.inputs["input1_id"])
    if isinstance(source.quantization, PerToken) and is_product(node):
        _product(lowering, node)
        return
    n = node.numbers
    image = _image(lowering, node, "input1_id")
    batch, channels, height, width = lowering.tensor(image).sizes
    groups, filters = n["groups"], n["groups"] * n["group_output_channels"]
    kernel, stride = _pair(n, "kernel"), _pair(n, "subsampling")
    dilation, adjustment = _pair(n, "dilation"), _pair(n, "adjustment")
    lowering.check(min(groups, filters, *kernel, *stride, *dilation) > 0, "a size of 0")
    filtered = groups * n["group_input_channels"]
    lowering.check(filtered == channels, f"{channels} channels, and filters of {filtered}")
    transposed = node.kind == "ConvTranspose2d"
    top, right, bottom, left = _sides(n)
    sides = ((top, bottom), (left, right))
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    if transposed:
        rows = [
            (size - 1) * s - sum(side) + span + more
            for size, s, side, span, more in zip(
                (height, width), stride, sides, spans, adjustment, strict=True
            )
        ]
    else:
        lowering.check(adjustment == (0, 0), "an adjustment of what is not transposed")
        rows = _outputs((height, width), sides, spans, stride)
    lowering.check(min(rows) > 0, "an image without rows or columns")
    dtype = lowering.tensor(image).dtype
    filter_id = node.inputs["filter_id"]
    shape = (
        (1, *kernel, filters)
        if node.kind == "DepthwiseConv2d"
        else (filters, *kernel, n["group_input_channels"])
    )
    found = lowering.value(filter_id).dims
    lowering.check(found == shape, f"filters of dims {found} that must be {shape}")
    arrange, given, axis = _arrangement(node.kind, groups)
    weight = weights(lowering, filter_id, arrange, dtype, given_axis=given, axis=axis)
    if transposed and (top, left) != (bottom, right):
        raise lowering.unknown("is transposed with different paddings on opposite sides")
    padding = (top, left)
    if (top, left) != (bottom, right):
        image = padded(lowering, image, {2: (top, bottom), 3: (left, right)}, 0.0)
        padding = (0, 0)
    index = lowering.call(
        "aten::convolution.out",
        At(image),
        At(weight),
        bias(lowering, node.inputs.get("bias_id"), dtype, filters),
        stride,
        padding,
        dilation,
        transposed,
        adjustment if transposed else (0, 0),
        groups,
        like=image,
        sizes=(batch, filters, *rows),
    )
    lowering.put(node.outputs["output_id"], index, NHWC)


def is_product(node: Node) -> bool:
    """Whether it is a convolution of single pixels, each of them times the same matrix."""
    n = node.numbers
    ones = ("kernel_height", "kernel_width", "subsampling_height", "subsampling_width", "groups")
    return (
        node.kind == "Conv2d"
        and all(n[each] == 1 for each in (*ones, "dilation_height", "dilation_width"))
        and not any(_sides(n))
    )


def _product(lowering: Lowering, node: Node) -> None:
    """A convolution of single pixels whose channels were quantized by themselves."""
    source, number = node.inputs["input1_id"], node.inputs["filter_id"]
    lowering.check(lowering.rank(source) == len(NHWC), "an operand that is no batch of images")
    index = lowering.arranged(source, row_major(len(NHWC)))
    dtype, outputs = lowering.tensor(index).dtype, node.numbers["group_output_channels"]
    found, wanted = lowering.dims(number), (outputs, 1, 1, lowering.dims(source)[-1])
    lowering.check(found == wanted, f"filters of dims {found} that must be {wanted}")
    quantized = lowering.value(number)
    if quantized.data is None or quantized.quantization is None or dtype is not DType.Float:
        raise lowering.unknown("multiplies pixels that were quantized by weights that are not")
    start = bias(lowering, node.inputs.get("bias_id"), dtype, outputs)
    product = mixed_product(lowering, index, number, start, outputs, transposed=False)
    finish(lowering, node.outputs["output_id"], product, index)


def _arrangement(kind: str, groups: int) -> tuple[Arrange, int, int | None]:
    """How filters become those of the operator, and the dims of channels before and after."""
    if kind == "DepthwiseConv2d":  # [1, h, w, filters] to [filters, 1, h, w]
        return (lambda array: array.transpose(3, 0, 1, 2)), 3, 0
    if kind == "Conv2d":  # [filters, h, w, channels] to [filters, channels, h, w]
        return (lambda array: array.transpose(0, 3, 1, 2)), 0, 0

    def transposed(array: Array) -> Array:
        """Makes [channels, filters of a group, h, w] of [filters, h, w, channels of a group]."""
        filters, height, width, channels = array.shape
        split = array.transpose(0, 3, 1, 2).reshape(
            groups, filters // groups, channels, height, width
        )
        return split.transpose(0, 2, 1, 3, 4).reshape(
            groups * channels, filters // groups, height, width
        )

    return transposed, 0, 1 if groups == 1 else None


def max_pool(lowering: Lowering, node: Node) -> None:
    """The largest elements of windows."""
    n = node.numbers
    image = _image(lowering, node, "input_id")
    batch, channels, height, width = lowering.tensor(image).sizes
    kernel, stride, dilation = _pair(n, "pooling"), _pair(n, "stride"), _pair(n, "dilation")
    lowering.check(min(*kernel, *stride, *dilation) > 0, "a size of 0")
    top, right, bottom, left = _sides(n)
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    rows = _outputs((height, width), ((top, bottom), (left, right)), spans, stride)
    lowering.check(min(rows) > 0, "an image without rows or columns")
    padding, ceil = (top, left), False
    if (top, left) != (bottom, right):
        ceil = rows == _ceiled((height, width), padding, spans, stride)
        if not ceil:
            sides = {2: (top, bottom), 3: (left, right)}
            image, padding = padded(lowering, image, sides, -math.inf), (0, 0)
    lowering.check(all(2 * p <= k for p, k in zip(padding, kernel, strict=True)), "a padding")
    values = lowering.new([image], like=image, sizes=(batch, channels, *rows))
    places = lowering.new([image], dtype=DType.Long, sizes=(batch, channels, *rows))
    lowering.call_pair(
        "aten::max_pool2d_with_indices.out",
        At(image),
        kernel,
        stride,
        padding,
        dilation,
        ceil,
        outputs=(values, places),
    )
    lowering.put(node.outputs["output_id"], values, NHWC)


def average_pool(lowering: Lowering, node: Node) -> None:
    """The averages of windows, of elements inside the image."""
    n = node.numbers
    image = _image(lowering, node, "input_id")
    batch, channels, height, width = lowering.tensor(image).sizes
    kernel, stride = _pair(n, "pooling"), _pair(n, "stride")
    lowering.check(min(*kernel, *stride) > 0, "a size of 0")
    top, right, bottom, left = _sides(n)
    if (top, left) != (bottom, right):
        raise lowering.unknown("averages with different paddings on opposite sides")
    rows = _outputs((height, width), ((top, top), (left, left)), kernel, stride)
    lowering.check(min(rows) > 0, "an image without rows or columns")
    lowering.check(2 * top <= kernel[0] and 2 * left <= kernel[1], "a padding")
    index = lowering.call(
        "aten::avg_pool2d.out",
        At(image),
        kernel,
        stride,
        (top, left),
        False,
        False,
        None,
        like=image,
        sizes=(batch, channels, *rows),
    )
    lowering.put(node.outputs["output_id"], index, NHWC)


def mean(lowering: Lowering, node: Node) -> None:
    """The averages of whole images."""
    image = _image(lowering, node, "input_id")
    sizes = (*lowering.tensor(image).sizes[:2], 1, 1)
    options = ((2, 3), True, None)
    index = lowering.call("aten::mean.out", At(image), *options, like=image, sizes=sizes)
    lowering.put(node.outputs["output_id"], index, NHWC)


def arg_max(lowering: Lowering, node: Node) -> None:
    """The largest elements of rows or columns, and where they are."""
    image = _image(lowering, node, "input_id")
    sizes = list(lowering.tensor(image).sizes)
    kernel = _pair(node.numbers, "pooling")
    if kernel not in ((sizes[2], 1), (1, sizes[3])) or any(_sides(node.numbers)):
        raise lowering.unknown("looks for the largest elements of windows")
    dim = 2 if kernel == (sizes[2], 1) else 3
    sizes[dim] = 1
    values = lowering.new([image], like=image, sizes=sizes)
    places = lowering.new([image], dtype=DType.Long, sizes=sizes)
    lowering.call_pair("aten::max.dim_max", At(image), dim, True, outputs=(values, places))
    lowering.put(node.outputs["output_value_id"], values, NHWC)
    # The exporter declares them as floats.
    lowering.hold(node.outputs["output_index_id"], Held(places, NHWC))


def resize(lowering: Lowering, node: Node) -> None:
    """Images of another size, interpolated between four pixels."""
    image = _image(lowering, node, "input_id")
    rows = node.numbers["new_height"], node.numbers["new_width"]
    lowering.check(min(rows) > 0, "an image without rows or columns")
    aligned = node.numbers["flags"] == _ALIGN_CORNERS
    index = lowering.call(
        "aten::upsample_bilinear2d.vec_out",
        At(image),
        rows,
        aligned,
        None,
        like=image,
        sizes=(*lowering.tensor(image).sizes[:2], *rows),
    )
    lowering.put(node.outputs["output_id"], index, NHWC)


def _image(lowering: Lowering, node: Node, field: str) -> int:
    """The operand as [batch, channels, rows, columns]."""
    number = node.inputs[field]
    lowering.check(lowering.rank(number) == len(NHWC), "an operand that is no batch of images")
    return lowering.arranged(number, NHWC)


def _pair(numbers: Mapping[str, int], name: str) -> Pair:
    return numbers[f"{name}_height"], numbers[f"{name}_width"]


def _sides(numbers: Mapping[str, int]) -> tuple[int, int, int, int]:
    """The paddings at the top, right, bottom and left."""
    top, right, bottom, left = (
        numbers[f"padding_{side}"] for side in ("top", "right", "bottom", "left")
    )
    return top, right, bottom, left


def _outputs(
    sizes: Pair, sides: tuple[Pair, Pair], spans: list[int] | Pair, stride: Pair
) -> list[int]:
    """Rows and columns of windows of `spans` that are inside padded images."""
    return [
        (size + sum(side) - span) // step + 1 if size + sum(side) >= span else 0
        for size, side, span, step in zip(sizes, sides, spans, stride, strict=True)
    ]


def _ceiled(sizes: Pair, padding: Pair, spans: list[int], stride: Pair) -> list[int]:
    """As `_outputs()`, where the last window may extend beyond the image, but not begin there."""
    found = []
    for size, pad, span, step in zip(sizes, padding, spans, stride, strict=True):
        count = -((span - size - 2 * pad) // step) + 1
        found.append(count - 1 if (count - 1) * step >= size + pad else count)
    return found
