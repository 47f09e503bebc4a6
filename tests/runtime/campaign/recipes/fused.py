"""Which shapes and numbers of a call of Kerf's own integer operators fit together.

The tensors of drawn programs are row-major: images whose channels are the last dimension in memory
have one channel.
"""

from __future__ import annotations

import math
import struct
from dataclasses import replace

from codegen.dtype import DType
from codegen.strips import CONVOLVES, Kind, Layer, schedule, workspace_bytes
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import of

_SCALE = (1 << 30, -2)


def _range(call: Call, prefix: str = "activation") -> Arguments:
    return {f"{prefix}_min": call.number(-128), f"{prefix}_max": call.number(127)}


@of("kerf::int4_conv2d.out", "kerf::int4_depthwise_conv2d.out")
def four_bits(call: Call) -> Arguments:
    call.dtype, pick = DType.Char, call.random
    batch, size, kernel = pick.randint(1, 2), pick.randint(3, 5), pick.randint(1, 3)
    padding, stride = pick.randint(0, 1), pick.randint(1, 2)
    result = (size + 2 * padding - kernel) // stride + 1
    taps = kernel * kernel
    weight = (taps, 1) if "depthwise" in call.schema.name else (1, (taps + 1) // 2)
    return {
        "input": call.tensor((batch, 1, size, size)),
        "weight": call.tensor(weight, DType.Byte, below=256),
        "kernel": call.ints((kernel, kernel, 1)),
        "bias": call.tensor((1,), DType.Int) if pick.random() < 0.5 else call.number(None),
        "stride": call.ints((stride, stride)),
        "padding": call.ints((padding, padding)),
        "dilation": call.ints((1, 1)),
        "depth_multiplier": call.number(1),
        "requantize_multipliers": call.tensor((1,), DType.Int),
        "requantize_shifts": call.tensor((1,), pick.choice((DType.Char, DType.Int))),
        "out": call.out((batch, 1, result, result)),
        **_range(call),
    }


@of("kerf::int16_conv2d.out")
def int16_convolution(call: Call) -> Arguments:
    call.dtype, pick = DType.Short, call.random
    batch, rows, columns = (pick.randint(1, 3) for _ in "123")
    size, padding, stride, dilation = 5, pick.randint(0, 1), pick.randint(1, 2), pick.randint(1, 2)
    sizes = [
        (size + 2 * padding - (kernel - 1) * dilation - 1) // stride + 1
        for kernel in (rows, columns)
    ]
    return {
        "input": call.tensor((batch, 1, size, size)),
        "weight": call.tensor(pick.choice(((1, rows, columns, 1), (rows, columns, 1))), DType.Char),
        "bias": call.tensor((1,), DType.Int) if pick.random() < 0.5 else call.number(None),
        **{
            name: call.ints((each, each))
            for name, each in (("stride", stride), ("padding", padding), ("dilation", dilation))
        },
        "multipliers": call.tensor((1,), DType.Int),
        "shift": call.number(pick.randint(17, 62)),
        "out": call.out((batch, 1, *sizes)),
        **_range(call),
    }


@of("kerf::int16_max_pool2d.out")
def int16_maximum(call: Call) -> Arguments:
    call.dtype, pick = DType.Short, call.random
    batch, kernel, stride, size = *(pick.randint(1, 3) for _ in "123"), 5
    result = (size - kernel) // stride + 1
    return {
        "input": call.tensor((batch, 1, size, size)),
        **{
            name: call.ints((each,))
            for name, each in (("kernel_size", kernel), ("stride", stride), ("padding", 0))
        },
        "ceil_mode": call.number(False),
        "out": call.out((batch, 1, result, result)),
        **_range(call),
    }


@of("kerf::int16_add.out", "kerf::int16_mul.out", "kerf::int16_rescale.out")
def int16_elements(call: Call) -> Arguments:
    call.dtype, shape = DType.Short, call.shape()
    names = ("multiplier", "self_multiplier", "other_multiplier")
    return {
        "self": call.tensor(shape),
        "other": call.tensor(call.part(shape)),
        **{name: call.number(call.random.randint(-(2**31) + 1, 2**31 - 1)) for name in names},
        "shift": call.number(call.random.randint(1, 62)),
        "out": call.out(shape),
        **_range(call),
    }


@of("kerf::int16_lookup.out")
def int16_lookup(call: Call) -> Arguments:
    call.dtype, shape = DType.Short, call.shape()
    entries = 2 ** call.random.randint(2, 5) + 1
    return {
        "self": call.tensor(shape),
        "table": call.tensor((entries,), DType.Int, below=2**20),
        "out": call.out(shape),
        **_range(call),
    }


def _integers(call: Call, filters: int, rows: int = 1) -> tuple[DType, Arguments]:
    """The dtype of the input, and what scales it and the weights."""
    count = call.random.choice((1, rows))
    given = {
        "weight_scales": call.tensor((filters,), DType.Float),
        "min": call.number(call.random.choice((None, 0.0))),
        "max": call.number(call.random.choice((None, 6.0))),
        "bias": call.tensor((filters,), DType.Float)
        if call.random.random() < 0.5
        else call.number(None),
    }
    if call.random.random() < 0.5:
        return DType.Float, {**given, **dict.fromkeys(("scale", "zero_point"), call.number(None))}
    real = call.random.choice((DType.Float, DType.Double))
    integer = call.random.choice((DType.Int, DType.Long))
    scale = call.tensor((count,), real, below=9)
    return DType.Char, {
        **given,
        "scale": scale,
        "zero_point": call.tensor((count,), integer, below=9),
    }


def _image(
    call: Call,
    filters: int,
    groups: int,
    dtypes: tuple[DType, DType],
    rank: int = 4,
    *,
    row: bool = False,
) -> Arguments:
    """A convolution of a Float result; `dtypes` are those of the input and the weight.

    `row`: the input has a dimension less than the weight, that of one row.
    """
    pick = call.random
    batch, depth, size, kernel = (pick.randint(*ends) for ends in ((1, 3), (1, 3), (3, 5), (1, 3)))
    padding, stride = pick.randint(0, 1), pick.randint(1, 2)
    result = (size + 2 * padding - kernel) // stride + 1
    axes = rank - 2
    one, none = ([1], [0]) if row else ([], [])
    return {
        "input": call.tensor((batch, groups * depth, *[size] * axes), dtypes[0]),
        "weight": call.tensor((filters, depth, *one, *[kernel] * axes), dtypes[1]),
        "stride": call.ints([*one, *[stride] * axes]),
        "padding": call.ints([*none, *[padding] * axes]),
        "dilation": call.ints([*one, *[1] * axes]),
        "groups": call.number(groups),
        "out": call.out((batch, filters, *[result] * axes), DType.Float),
    }


@of("kerf::integer_convolution.out")
def integer_convolution(call: Call) -> Arguments:
    groups = call.random.choice((1, 1, 2))
    filters = groups * call.random.randint(1, 6)
    dtype, scales = _integers(call, filters)
    row = call.random.random() < 0.3
    image = _image(call, filters, groups, (dtype, DType.Char), 3 if row else 4, row=row)
    return {**scales, **image}


def _bounded(call: Call, filters: int) -> Arguments:
    """A bias, which may be absent, and bounds."""
    absent = call.random.random() < 0.5
    return {
        "bias": call.number(None) if absent else call.tensor((filters,), DType.Float),
        "min": call.number(call.random.choice((-math.inf, 0.0))),
        "max": call.number(call.random.choice((math.inf, 6.0))),
    }


@of("kerf::half_convolution.out")
def half_convolution(call: Call) -> Arguments:
    groups, rank = call.random.choice((1, 1, 2, 5)), call.random.choice((3, 4, 4))
    filters = groups * call.random.randint(1, 3)
    image = _image(call, filters, groups, (DType.Float, DType.Half), rank)
    return {**_bounded(call, filters), **image}


@of("kerf::half_linear.out")
def half_linear(call: Call) -> Arguments:
    rows, terms, filters = (call.random.randint(1, 6) for _ in "123")
    return {
        **_bounded(call, filters),
        "input": call.tensor((rows, terms), DType.Float),
        "weight": call.tensor((filters, terms), DType.Half),
        "out": call.out((rows, filters), DType.Float),
    }


@of("kerf::integer_linear.out")
def integer_linear(call: Call) -> Arguments:
    rows, terms, filters = (call.random.randint(1, 6) for _ in "123")
    dtype, scales = _integers(call, filters, rows)
    packed = call.random.random() < 0.5
    columns, held = ((terms + 1) // 2, DType.Byte) if packed else (terms, DType.Char)
    return {
        **scales,
        "input": call.tensor((rows, terms), dtype),
        "weight": call.tensor((filters, columns), held),
        "out": call.out((rows, filters), DType.Float),
    }


@of("kerf::quantized_layer_norm.out")
def layer_norm(call: Call) -> Arguments:
    call.dtype, shape = DType.Char, call.shape(1)
    columns = max(shape[-1], 1)
    shape = (*shape[:-1], columns)
    absent = call.random.random() < 0.3
    return {
        "input": call.tensor(shape),
        "columns": call.number(columns),
        "out": call.out(shape),
        **_range(call, "output"),
        **{
            name: call.number(None) if absent else call.tensor((columns,), DType.Float)
            for name in ("weight", "bias")
        },
    }


@of("kerf::quantized_mean.out")
def mean(call: Call) -> Arguments:
    call.dtype = call.random.choice((DType.Char, DType.Short))
    outer, taps, inner = (call.random.randint(1, 4) for _ in "123")
    return {
        "input": call.tensor((outer, taps, inner)),
        "values": call.tensor((256 if call.dtype is DType.Char else 1,), DType.Float),
        "inner": call.number(inner),
        "out": call.out((outer, inner)),
        **_range(call, "output"),
    }


@of("kerf::quantized_softmax.out")
def softmax(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice((DType.Char, DType.Short)), call.shape()
    return {
        "input": call.tensor(shape),
        "exponents": call.tensor((512 if call.dtype is DType.Short else 256,), DType.Float),
        "dim": call.number(call.dim(len(shape))),
        "out": call.out(shape),
        **_range(call, "output"),
    }


@of("kerf::strips.out")
def strips(call: Call) -> Arguments:
    call.dtype, pick = DType.Char, call.random
    rows, columns, channels = (pick.randint(1, 5) for _ in "123")
    layers = [Layer(kind=Kind.INPUT, rows=rows, columns=columns, channels=channels)]
    for number in range(pick.randint(1, 4)):
        layers.append(_layer(call, layers[-1], number))
    step = pick.randint(1, layers[-1].rows)
    times = schedule(layers, step)
    capacities = times.capacities
    kept = zip(layers, capacities, strict=True)
    layers = [replace(layer, capacity=most) for layer, most in kept]
    numbers = [number for layer in layers for number in layer.numbers()]
    for layer in layers:
        if layer.kind in CONVOLVES:
            for each in (pick.randint(-99, 99), *_SCALE):
                numbers += [each] * layer.channels
    held = call.tensor((len(numbers),), DType.Int, below=9)
    call.draft.tensor(held).data = struct.pack(f"<{len(numbers)}i", *numbers)
    convolved = [each for each in layers if each.kind is Kind.CONVOLUTION]
    windows = [each.terms for each in layers if each.kind is Kind.DEPTHWISE]
    last = layers[-1]
    return {
        "input": call.tensor((rows, columns, channels)),
        "weights": call.tensor((sum(each.weights for each in layers),)),
        "numbers": held,
        "kinds": call.number(sum({1 << each.kind for each in layers[1:]})),
        "layers": call.number(len(layers)),
        "step": call.number(step),
        "filters": call.number(sum(each.channels for each in convolved)),
        "terms": call.number(max((each.terms for each in convolved), default=0)),
        "taps": call.number(max(windows, default=0)),
        "ahead": call.number(times.ahead),
        "out": call.out((last.rows, last.columns, last.channels)),
        "workspace": call.out((workspace_bytes(layers, capacities),)),
    }


def _layer(call: Call, source: Layer, number: int) -> Layer:
    """A layer that reads `source`, which is layer `number`; one of two operands reads it twice."""
    kind = call.random.choice([*Kind][1:])
    kernel, padding = call.random.choice(((1, 0), (3, 1)))
    channels = call.random.randint(1, 4) if kind is Kind.CONVOLUTION else source.channels
    others = {
        Kind.CONVOLUTION: (source.channels, 3, 0, -128, 127),
        Kind.DEPTHWISE: (1, 3, 0, -128, 127),
        Kind.AVERAGE: (0, *_SCALE),
        Kind.MAXIMUM: (-128, 127),
        Kind.ADD: (1, 2, *_SCALE * 3, 0, -128, 127),
        Kind.MUL: (1, 2, *_SCALE, 0, -128, 127),
    }
    return replace(
        source,
        kind=kind,
        channels=channels,
        sources=(number, number),
        kernel=(kernel, kernel),
        padding=(padding, padding),
        others=others.get(kind, ()),
    )
