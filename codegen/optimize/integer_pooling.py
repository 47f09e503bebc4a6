"""Means, averages and maxima over parts of quantized tensors as integer operators."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.batch_norm import BATCH_NORM
from codegen.optimize.dequantized import CLAMPS, Source, is_row_major, producer_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Instruction, Tensor, writing
from codegen.optimize.integer_products import (
    PRODUCTS,
    Options,
    convolve,
    factors_of,
    int16_factors_of,
)
from codegen.optimize.integer_rewriter import CHANNELS_LAST, LOOKUP, Rewriter, Target
from codegen.optimize.integer_tables import FUNCTIONS, Tabled, tabled
from codegen.optimize.quantization import RANGES, fixed_point, line_table, looked_up, numbers_of
from codegen.quantized_ports import DEQUANTIZE, QUANTIZE

AVERAGE = "cortex_m::quantized_avg_pool2d.out"
MAXIMUM = "cortex_m::quantized_max_pool2d.out"
MEAN = "kerf::quantized_mean.out"
INT16_MAXIMUM = "kerf::int16_max_pool2d.out"
_MOST_ONES = 4096
"""Weights of a convolution that averages with a filter for each channel."""
_MOST_RATIO = 2
"""Steps of a result in one of its source from which two roundings may be more than one step off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What an output of pooling sees, each of rows and columns."""

    kernel: tuple[int, int]
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)

    def outputs(self, sizes: tuple[int, ...]) -> tuple[int, ...]:
        """How many outputs there are for images of `sizes`, those that see all of a kernel."""
        given = zip(sizes, self.kernel, self.stride, self.padding, strict=True)
        return tuple((size + 2 * pad - kernel) // step + 1 for size, kernel, step, pad in given)


def maximum_of_window(rewriter: Rewriter, call: Call, target: Target) -> None:
    """The maxima of an image, whose places are not read; a table gives another scale."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, window = rewriter.source(named["self"], target.time), _window(rewriter, call)
    if source is None or window is None:
        return
    tensor, dilation = edit.known_tensor(source.value), edit.numbers(named["dilation"])
    if len(tensor.sizes) != 4 or dilation is None or set(dilation) - {1}:
        return
    whole = _sees_whole(rewriter, call, window, tensor, edit.known_tensor(target.value))
    image = rewriter.channels_last(source.value, target.time)
    result, copy = rewriter.image_result(target)
    table = list[Call]()
    low, high = target.least, target.most
    if not source.form.same_as(target.form):
        low, high = RANGES[source.form.dtype]
        result, table = rewriter.tabled(source.form, result, target)
    number, wide = edit.add_number, source.form.dtype is DType.Short
    zeros = [] if wide else [number(source.form.zero_point)] * 2
    arguments = (
        image,
        *map(edit.add_ints, (window.kernel, window.stride, window.padding)),
        *([] if wide else [edit.add_ints((1, 1))]),
        number(not whole),
        *zeros,
        *(number(low), number(high)),
    )
    if not table:
        rewriter.note_bounds(target, len(arguments) - 2)
    pooled = writing(INT16_MAXIMUM if wide else MAXIMUM, result, *arguments)
    rewriter.emit(target.time, pooled, *table, *copy)


def _sees_whole(
    rewriter: Rewriter, call: Call, window: Window, tensor: Tensor, own: Tensor
) -> bool:
    """Whether no output of pooling `call` sees a part of a window alone, however large `own` is."""
    if tensor.static and own.static:
        return window.outputs(tensor.sizes[2:]) == own.sizes[2:]
    return rewriter.edit.number(rewriter.edit.named(call)["ceil_mode"]) == 0


def average(rewriter: Rewriter, call: Call, target: Target) -> None:
    """The averages of an image."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, window = rewriter.source(named["self"], target.time), _window(rewriter, call)
    with_padding, divisor = (
        edit.number(named[n]) for n in ("count_include_pad", "divisor_override")
    )
    if source is None or window is None or with_padding is None:
        return
    tensor = edit.known_tensor(source.value)
    if len(tensor.sizes) != 4:
        return
    whole = _sees_whole(rewriter, call, window, tensor, edit.known_tensor(target.value))
    if edit.is_none(named["divisor_override"]):
        seen = not with_padding or not any(window.padding)
        known = with_padding or not any(window.padding)
        divisor = prod(window.kernel) if known and whole else None
    elif divisor is None or divisor <= 0 or not whole:
        return
    else:
        seen = False
    _average(rewriter, source, target, window, seen=seen, divisor=divisor, ceil=not whole)


def adaptive_average(rewriter: Rewriter, call: Call, target: Target) -> None:
    """The averages of an image whose parts are all of one size."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source, own = rewriter.source(named["self"], target.time), edit.known_tensor(target.value)
    varies = not (edit.known_tensor(named["self"]).static and own.static)
    if (source is None or varies) and own.sizes[-2:] == (1, 1):
        _mean_of_table(rewriter, named["self"], (-2, -1), target)
    if source is None or varies:
        return
    tensor = edit.known_tensor(source.value)
    if len(tensor.sizes) != 4 or len(own.sizes) != 4 or not own.nbytes:
        return
    (rows, columns), (down, across) = tensor.sizes[2:], own.sizes[2:]
    if rows % down or columns % across or not tensor.nbytes:
        return
    kernel = rows // down, columns // across
    window = Window(kernel=kernel, stride=kernel)
    _average(rewriter, source, target, window, seen=True, divisor=prod(kernel), ceil=False)


def mean(rewriter: Rewriter, call: Call, target: Target) -> None:
    """A mean over dims that are next to each other in memory."""
    edit, named = rewriter.edit, rewriter.edit.named(call)
    source = rewriter.source(named["self"], target.time)
    dims, own = edit.numbers(named["dim"]), edit.known_tensor(target.value)
    varies = not (edit.known_tensor(named["self"]).static and own.static)
    if (source is None or varies) and dims:
        _mean_of_table(rewriter, named["self"], dims, target)
    if source is None or varies or not dims:
        return
    tensor = edit.known_tensor(source.value)
    if not tensor.nbytes or not tensor.sizes:  # of one number the dims are 0 and -1
        return
    over = sorted({dim % len(tensor.sizes) for dim in dims})
    found = _as_image(rewriter, source, tensor, over)
    if found is None:
        return
    source, window = found
    shape = (*edit.known_tensor(source.value).sizes[:2], 1, 1)
    if own.sizes != shape:
        if not is_row_major(own):
            return
        result = edit.add(replace(own, sizes=shape, dim_order=CHANNELS_LAST))
        target = replace(target, value=result)
    divisor = prod(window.kernel)
    _average(rewriter, source, target, window, seen=True, divisor=divisor, ceil=False)


def _mean_of_table(rewriter: Rewriter, index: int, dims: tuple[int, ...], target: Target) -> None:
    """A mean over `dims` of Float tensor `index`, whose numbers follow from quantized ones."""
    edit, own = rewriter.edit, rewriter.edit.known_tensor(target.value)
    found = tabled(rewriter, index, target.time)
    if found is None or MEAN not in edit.operators:
        return
    known = rewriter.copy_of(found.source.value, target.time)
    value = found.source.value if known is None else known
    tensor = edit.known_tensor(value)
    order, sizes, rank = tensor.dim_order, tensor.sizes, len(tensor.sizes)
    over = {dim % rank for dim in dims}
    places = sorted(order.index(dim) for dim in over)
    kept = [dim for dim in order if dim not in over and sizes[dim] != 1]
    if places != list(range(places[0], places[-1] + 1)) or kept != sorted(kept):
        return
    if not (is_row_major(own) or prod(own.sizes[2:]) == 1) or not tensor.nbytes:
        return
    if not own.static and (0 in over or order[0] != 0):
        return
    if not own.static and not all(_is_fixed(edit, index, dim) for dim in kept if dim):
        if not (is_row_major(tensor) and is_row_major(own) and places[-1] == rank - 1):
            return
        value, target = _as_rows(rewriter, value, places[0], target)
    meant = _meant(rewriter, found, value, target)
    if meant is None:
        return
    calls, value, values = meant
    number = edit.add_number
    arguments = (
        *(value, edit.add(constant_of(values, DType.Float))),
        number(prod(sizes[dim] for dim in order[places[-1] + 1 :])),
        *(number(target.form.scale), number(target.form.zero_point)),
        *(number(target.least), number(target.most)),
    )
    rewriter.emit(target.time, *calls, writing(MEAN, target.value, *arguments))


def _as_rows(rewriter: Rewriter, value: int, first: int, target: Target) -> tuple[int, Target]:
    """Tensor `value` and `target`, a mean over its dims from `first` on, with those before as one.

    The sizes of all of them may vary.
    """
    edit, number = rewriter.edit, rewriter.edit.add_number
    tensor, own = edit.known_tensor(value), edit.known_tensor(target.value)
    rows = prod(tensor.sizes[:first])
    kept = [rewriter.size(value, dim) for dim in range(1, first)]
    seen = [rewriter.size(value, dim) for dim in range(first, len(tensor.sizes))]
    view = rewriter.view(value, (rows, *tensor.sizes[first:]), rewriter.shape(number(-1), *seen))
    made = (number(-1), *kept, *(number(1) for _ in own.sizes[first:]))
    return view, rewriter.seen_as(target, (rows,), made)


def _meant(
    rewriter: Rewriter, found: Tabled, value: int, target: Target
) -> tuple[list[Call], int, Array] | None:
    """The calls before the mean of `found`, whose source is `value`, what they make, and `values`.

    int8 has a table; int16 the numbers in a scale of their own, of which `values` is one step.
    None where those are so far from `found` that the mean may be a step off.
    """
    if target.form.dtype is DType.Char:
        return [], value, found.values
    edit, form = rewriter.edit, found.source.form
    least, most = RANGES[DType.Short]
    unit = form.scale
    if np.array_equal(found.values, numbers_of(form)):
        return [], value, np.full(1, unit, dtype=np.float32)
    unit = float(np.abs(found.values).max()) / most
    lines = line_table(found.values, unit, (least, most)) if 0 < unit < np.inf else None
    if lines is None:
        return None
    steps = found.values.astype(np.float64) / unit
    if np.abs(looked_up(lines, (least, most)) - steps).max() * unit >= target.form.scale:
        return None
    result = rewriter.new_like(edit.known_tensor(value), DType.Short)
    table = edit.add(constant_of(lines, DType.Int))
    bounds = map(edit.add_number, (least, most))
    call = writing(LOOKUP, result, value, table, *bounds)
    return [call], result, np.full(1, unit, dtype=np.float32)


def _as_image(
    rewriter: Rewriter, source: Source, tensor: Tensor, over: list[int]
) -> tuple[Source, Window] | None:
    """`source` as images, and the window of all of an image: its pixels are those of dims `over`.

    Other dims than the last two of an image become the rows of images of one column.
    """
    if len(tensor.sizes) == 4 and over == [2, 3]:
        return source, Window(kernel=(tensor.sizes[2], tensor.sizes[3]))
    adjacent = over == list(range(over[0], over[-1] + 1))
    if not adjacent or not is_row_major(tensor):
        return None
    rows = prod(tensor.sizes[dim] for dim in over)
    sizes = (prod(tensor.sizes[: over[0]]), prod(tensor.sizes[over[-1] + 1 :]), rows, 1)
    image = rewriter.edit.add(replace(tensor, sizes=sizes, dim_order=CHANNELS_LAST))
    return replace(source, value=image), Window(kernel=(rows, 1))


def _average(
    rewriter: Rewriter,
    source: Source,
    target: Target,
    window: Window,
    *,
    seen: bool,
    divisor: int | float | None,
    ceil: bool,
) -> None:
    """Averages of image `source`: of what each output sees if `seen`, else sums over `divisor`.

    A convolution of ones computes those that have a `divisor`; None where that depends on where
    the output is. Such an average of another scale is rounded twice.
    """
    edit, scale = rewriter.edit, fixed_point(source.form.scale)
    range_, wide = RANGES[target.form.dtype], target.form.dtype is DType.Short
    alike = source.form.same_as(target.form) and (target.least, target.most) == range_
    by_ones = divisor is not None and (wide or not (seen and alike))
    if not _is_fixed(edit, source.value, 1):
        by_ones = False
    if by_ones and _average_by_ones(rewriter, source, target, window, divisor):
        return
    if wide or scale is None or not seen or source.form.scale > _MOST_RATIO * target.form.scale:
        return
    image = rewriter.channels_last(source.value, target.time)
    result, copy = rewriter.image_result(target)
    averages, table = rewriter.tabled(source.form, result, target)
    number = edit.add_number
    arguments = (
        image,
        *(edit.add_ints(each) for each in (window.kernel, window.stride, window.padding)),
        number(ceil),
        number(source.form.zero_point),
        *map(number, scale),
        rewriter.scratch(target.value),
    )
    rewriter.emit(target.time, writing(AVERAGE, averages, *arguments), *table, *copy)


def _average_by_ones(
    rewriter: Rewriter,
    source: Source,
    target: Target,
    window: Window,
    divisor: int | float | None,
) -> bool:
    """Sums over `divisor` as a convolution whose weights are ones; False where there is none.

    Where those of all channels are many, channels become columns of one image: the filter of one
    channel goes over them, its taps as far apart as there are channels.
    """
    edit = rewriter.edit
    tensor, own = edit.known_tensor(source.value), edit.known_tensor(target.value)
    assert divisor is not None
    channels, none = tensor.sizes[1], edit.add_number(None)
    copy, stride, padding, dilation = list[Instruction](), window.stride, window.padding, (1, 1)
    one = np.ones((1, 1, *window.kernel), dtype=np.int8), np.full(1, 1 / divisor)
    factors = int16_factors_of if target.form.dtype is DType.Short else factors_of
    if factors(one, np.zeros(1, dtype=np.int32), source, target) is None:
        return False
    if channels * prod(window.kernel) > _MOST_ONES:
        if (own.sizes[3] != 1 and stride[1] != 1) or not (tensor.static and own.static):
            return False
        image = rewriter.channels_last(source.value, target.time)
        result, copy = rewriter.image_result(target)
        source = replace(source, value=_as_columns(edit, image))
        target = replace(target, value=_as_columns(edit, result))
        stride, padding = (stride[0], 1), (padding[0], padding[1] * channels)
        dilation, channels = (1, channels), 1
    weight = np.repeat(one[0], channels, axis=0), np.repeat(one[1], channels)
    options = Options(stride=stride, padding=padding, dilation=dilation, groups=channels)
    convolve(rewriter, source, weight, none, options, target)
    rewriter.emit(target.time, *copy)
    return True


def _as_columns(edit: Edit, image: int) -> int:
    """An image with channels last as one of a single channel: columns are columns and channels."""
    tensor = edit.known_tensor(image)
    batches, channels, rows, columns = tensor.sizes
    return edit.add(replace(tensor, sizes=(batches, 1, rows, columns * channels)))


def _window(rewriter: Rewriter, call: Call) -> Window | None:
    """The window of a pooling, if it is constant."""
    named = rewriter.edit.named(call)
    found = [rewriter.edit.numbers(named[each]) for each in ("kernel_size", "stride", "padding")]
    lists = [each for each in found if each is not None]
    if len(lists) < len(found) or not lists[0]:
        return None
    kernel = _pair(lists[0])
    stride, padding = _pair(lists[1] or kernel), _pair(lists[2] or (0,))
    # What is none of a window the float kernel reports.
    if min(*kernel, *stride) < 1 or min(padding) < 0 or max(map(len, lists)) > 2:
        return None
    return Window(kernel=kernel, stride=stride, padding=padding)


def _pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    """One number for both, or two."""
    return numbers[0], numbers[-1]


def _is_fixed(edit: Edit, index: int, dim: int) -> bool:
    """Whether dim `dim`, counted from 0, of tensor `index` always has the size of its bound.

    No file says which dims of an input may change. What a constant weight has is known.
    """
    tensor = edit.tensor(index)
    while tensor is not None and not tensor.static and tensor.sizes[dim] != 1:
        call = producer_of(edit, index)
        if call is None:
            return False
        if call.operator in (_CONVOLUTION, BATCH_NORM):
            weight = edit.tensor(edit.named(call)["weight"])
            return dim == 1 and weight is not None and weight.static
        if call.operator in PRODUCTS:
            weight = edit.tensor(edit.named(call)[PRODUCTS[call.operator].weight])
            return dim == len(tensor.sizes) - 1 and weight is not None and weight.static
        if call.operator not in _ELEMENTS and not (call.operator in _POOLS and dim == 1):
            return False
        alike = (
            each
            for each in call.arguments[:2]
            if (given := edit.tensor(each)) is not None
            and len(given.sizes) == len(tensor.sizes)
            and given.sizes[dim] == tensor.sizes[dim]
        )
        index = next(alike, -1)
        tensor = edit.tensor(index) if index >= 0 else None
    return tensor is not None


_CONVOLUTION = "aten::convolution.out"
_ELEMENTS = (*QUANTIZE, *DEQUANTIZE, *CLAMPS, *FUNCTIONS)
_POOLS = (
    "aten::_adaptive_avg_pool2d.out",
    "aten::avg_pool2d.out",
    "aten::max_pool2d_with_indices.out",
)
