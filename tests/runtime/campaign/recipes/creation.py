"""Recipes for creation, random numbers and conversions, and for shapes and elements as numbers."""

from __future__ import annotations

from codegen.dtype import PART_OF, DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import FLOATS, of


@of("aten::arange.out", "aten::arange.start_out")
def arange(call: Call) -> Arguments:
    call.dtype, count = call.random.choice((DType.Float, DType.Long)), call.size()
    return {
        "start": call.number(1),
        "end": call.number(count + (1 if "start" in call.schema.name else 0)),
        "step": call.number(1),
        "out": call.out((count,)),
    }


@of(
    "aten::full.out",
    "aten::ones.out",
    "aten::zeros.out",
    "aten::empty.out",
    "aten::scalar_tensor.out",
    "dim_order_ops::_empty_dim_order.out",
)
def creation(call: Call) -> Arguments:
    shape = () if "scalar_tensor" in call.schema.name else call.shape()
    return {"size": call.ints(shape), "out": call.out(shape)}


@of("aten::rand.out", "aten::randn.out")
def random_numbers(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape()
    return {"size": call.ints(shape), "out": call.out(shape)}


@of("aten::randn_like.out")
def random_like(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape()
    return {"self": call.tensor(shape), "out": call.out(shape)}


@of("aten::_fft_r2c.out", "aten::_fft_c2r.out", "aten::_fft_c2c.out")
def transform(call: Call) -> Arguments:
    complex_, name = call.random.choice([*PART_OF]), call.schema.name
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim = call.random.randrange(len(shape))
    half = [*shape]
    half[dim] = shape[dim] // 2 + 1
    call.dtype = PART_OF[complex_] if "r2c" in name else complex_
    given, result = (half, shape) if "c2r" in name else (shape, half)
    return {
        "self": call.tensor(given),
        "dim": call.ints([dim]),
        "normalization": call.number(call.random.randrange(3)),
        "onesided": call.number(True),
        "forward": call.number(call.random.random() < 0.5),
        "last_dim_size": call.number(shape[dim]),
        "out": call.out(given)
        if "c2c" in name
        else call.out(result, PART_OF[complex_] if "c2r" in name else complex_),
    }


@of("aten::native_dropout.out")
def native_dropout(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape()
    return {
        "input": call.tensor(shape),
        "p": call.number(call.random.choice((0.0, 0.25, 1.0))),
        "train": call.number(call.random.choice((True, False, None))),
        "out0": call.out(shape),
        "out1": call.out(shape, DType.Bool),
    }


@of("aten::view_as_real_copy.out")
def view_as_real_copy(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice([*PART_OF]), call.shape()
    return {"self": call.tensor(shape), "out": call.out((*shape, 2), PART_OF[call.dtype])}


@of("aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out")
def to_copy(call: Call) -> Arguments:
    shape = call.shape()
    given = {"self": call.tensor(shape)}
    if call.random.random() < 0.5:
        call.dtype = call.random.choice(FLOATS)
    return {**given, "out": call.out(shape)}


@of("executorch_prim::et_copy_index.tensor")
def copy_index(call: Call) -> Arguments:
    shape, rows = call.shape(0, 2), max(call.size(), 1)
    return {
        "copy_to": call.out((rows, *shape)),
        "copy_from": call.tensor(shape),
        "index": call.number(call.random.randrange(rows)),
    }


@of("aten::_local_scalar_dense")
def item(call: Call) -> Arguments:
    return {"self": call.tensor(())}


@of("aten::sym_size.int", "aten::sym_stride.int")
def sym_size(call: Call) -> Arguments:
    shape = call.shape(1)
    return {"self": call.tensor(shape), "dim": call.number(call.dim(len(shape)))}
