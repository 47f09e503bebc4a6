"""Which shapes and numbers of a call of a cortex_m operator fit together.

The tensors of drawn programs are row-major: images whose channels are the second dimension have one
channel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call, Recipe
from tests.runtime.campaign.recipes.registry import of


def _of(*names: str) -> Callable[[Recipe], Recipe]:
    return of(*(f"cortex_m::{name}.out" for name in names))


def _layouts(*names: str) -> tuple[str, ...]:
    return tuple(name + layout for name in names for layout in ("", "_nhwc"))


def _image(call: Call, batch: int, channels: int, rows: int, columns: int) -> Sequence[int]:
    last = "_nhwc" in call.schema.name
    return (batch, rows, columns, channels) if last else (batch, channels, rows, columns)


@_of("quantize_per_tensor")
def quantize(call: Call) -> Arguments:
    dtype, shape = call.random.choice((DType.Char, DType.Short)), call.shape()
    return {
        "input": call.tensor(shape, DType.Float),
        "quant_min": call.number(-9),
        "quant_max": call.number(99),
        "dtype": call.number(1 if dtype is DType.Char else 2),
        "out": call.out(shape, dtype),
    }


@_of("dequantize_per_tensor")
def dequantize(call: Call) -> Arguments:
    dtype, shape = call.random.choice((DType.Char, DType.Short)), call.shape()
    return {
        "input": call.tensor(shape, dtype),
        "dtype": call.number(1 if dtype is DType.Char else 2),
        "out": call.out(shape, DType.Float),
    }


@_of("minimum", "maximum", "quantized_add", "quantized_mul", "quantized_div")
def binary(call: Call) -> Arguments:
    call.dtype, shape = DType.Char, call.shape()
    parts = [shape, call.part(shape)]
    call.random.shuffle(parts)
    return {
        "self": call.tensor(parts[0]),
        "other": call.tensor(parts[1]),
        "out": call.out(shape),
    }


@_of("quantized_activation")
def activation(call: Call) -> Arguments:
    call.dtype, shape = DType.Char, call.shape()
    return {"input": call.tensor(shape), "lut": call.tensor((256,)), "out": call.out(shape)}


@_of("softmax")
def softmax(call: Call) -> Arguments:
    call.dtype, shape = DType.Char, call.shape()
    return {
        "input": call.tensor(shape),
        "dim": call.number(call.dim(len(shape))),
        "output_zero_point": call.number(-128),
        "input_shift": call.number(20),
        "diff_min": call.number(-100),
        "out": call.out(shape),
    }


@_of("transpose")
def transpose(call: Call) -> Arguments:
    call.dtype, shape = DType.Char, call.shape(1)
    perm = [*range(len(shape))]
    call.random.shuffle(perm)
    return {
        "input": call.tensor(shape),
        "perm": call.ints(perm),
        "out": call.out([shape[i] for i in perm]),
    }


@_of("pad")
def pad(call: Call) -> Arguments:
    call.dtype = DType.Char
    rows, columns, before, after = (call.random.randint(1, 3) for _ in range(4))
    return {
        "input": call.tensor((rows, columns)),
        "pre_pad": call.ints((0, 0, 0, before)),
        "post_pad": call.ints((0, 0, after, 0)),
        "out": call.out((rows + after, columns + before)),
    }


@_of("quantized_linear")
def linear(call: Call) -> Arguments:
    call.dtype = DType.Char
    rows, terms, filters = (call.random.randint(1, 6) for _ in range(3))
    given = call.random.choice(("bias", "kernel_sum", "none"))
    numbers = {given: call.tensor((filters,), DType.Int)} if given != "none" else {}
    return {
        **numbers,
        "input": call.tensor((rows, terms)),
        "weights": call.tensor((filters, terms)),
        "requantize_multipliers": call.ints((1 << 30,)),
        "requantize_shifts": call.ints((-2,)),
        "out": call.out((rows, filters)),
    }


@_of("quantized_batch_matmul")
def batch_matmul(call: Call) -> Arguments:
    call.dtype = DType.Char
    batch, m, k, n = (call.random.randint(1, 4) for _ in range(4))
    return {
        "lhs": call.tensor((batch, m, k)),
        "rhs_transposed": call.tensor((batch, n, k)),
        "scratch": call.tensor((2,), DType.Byte),
        "out": call.out((batch, m, n)),
    }


@_of(*_layouts("quantized_conv2d", "quantized_depthwise_conv2d", "quantized_transpose_conv2d"))
def convolution(call: Call) -> Arguments:
    call.dtype, pick = DType.Char, call.random
    channels, filters = (
        (pick.randint(1, 4) for _ in range(2)) if "nhwc" in call.schema.name else (1, 1)
    )
    batch, size, kernel = pick.randint(1, 2), pick.randint(3, 5), pick.randint(1, 3)
    padding, stride = pick.randint(0, 1), pick.randint(1, 2)
    factor = 1
    if "depthwise" in call.schema.name:
        factor = filters
        filters = channels * factor
        weight: Sequence[int] = (1, kernel, kernel, filters)
    else:
        weight = (filters, kernel, kernel, channels)
    if "transpose" in call.schema.name:
        result = max((size - 1) * stride - 2 * padding + kernel, 0)
    else:
        result = (size + 2 * padding - kernel) // stride + 1
    return {
        "input": call.tensor(_image(call, batch, channels, size, size)),
        "weight": call.tensor(weight),
        "bias": call.tensor((filters,), DType.Int) if pick.random() < 0.5 else call.number(None),
        "stride": call.ints((stride, stride)),
        "padding": call.ints((padding, padding)),
        "output_padding": call.ints((0, 0)),
        "dilation": call.ints((1, 1)),
        "depth_multiplier": call.number(factor),
        "requantize_multipliers": call.tensor((filters,), DType.Int),
        "requantize_shifts": call.tensor((filters,), pick.choice((DType.Char, DType.Int))),
        "scratch": call.tensor((2,), DType.Byte),
        "output_scratch": call.tensor((2,), DType.Byte),
        "out": call.out(_image(call, batch, filters, result, result)),
    }


@_of(*_layouts("quantized_avg_pool2d", "quantized_max_pool2d"))
def pool(call: Call) -> Arguments:
    call.dtype, pick = DType.Char, call.random
    channels = pick.randint(1, 4) if "nhwc" in call.schema.name else 1
    batch, size, kernel = pick.randint(1, 2), pick.randint(3, 5), pick.randint(1, 3)
    padding, stride = pick.randint(0, kernel // 2), pick.randint(1, 2)
    result = (size + 2 * padding - kernel) // stride + 1
    return {
        "input": call.tensor(_image(call, batch, channels, size, size)),
        "kernel_size": call.ints((kernel, kernel)),
        "stride": call.ints((stride, stride)),
        "padding": call.ints((padding, padding)),
        "dilation": call.ints((1, 1)),
        "input_zero_point": call.number(2),
        "output_zero_point": call.number(2),
        "activation_max": call.number(100),
        "scratch": call.tensor((2,), DType.Byte),
        "out": call.out(_image(call, batch, channels, result, result)),
    }
