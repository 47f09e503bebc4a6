"""Recipes for operators that join, split, pad and rearrange tensors."""

from __future__ import annotations

import math
import struct

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import of


@of("aten::repeat_interleave.Tensor_out")
def repeat_interleave(call: Call) -> Arguments:
    repeats = call.index((call.random.randint(1, 8),), 4)
    counts = call.draft.tensor(repeats).data
    total = sum(count for (count,) in struct.iter_unpack("<q", counts)) if counts else 9
    out = call.out((total,), DType.Long)
    call.draft.tensor(out).dynamic = True
    return {"repeats": repeats, "out": out}


@of("aten::cat.out", "aten::stack.out")
def joining(call: Call) -> Arguments:
    shape = call.shape(1, 3)
    stacks, dim = "stack" in call.schema.name, call.random.randrange(len(shape))
    count = call.random.randint(1, 3)
    parts = [[*shape] for _ in range(count)]
    if not stacks:
        for part in parts:
            part[dim] = call.size()
    joined = [count] if stacks else [sum(part[dim] for part in parts)]
    return {
        "tensors": call.tensors([call.tensor(part) for part in parts]),
        "dim": call.number(dim),
        "out": call.out((*shape[:dim], *joined, *shape[dim + (not stacks) :])),
    }


@of("aten::split_copy.Tensor_out", "aten::split_with_sizes_copy.out", "aten::unbind_copy.int_out")
def splitting(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim, each = call.random.randrange(len(shape)), call.random.randint(1, 2)
    parts = [min(each, shape[dim] - at) for at in range(0, shape[dim], each)]
    unbind = "unbind" in call.schema.name
    results = [[]] * shape[dim] if unbind else [[part] for part in parts]
    return {
        "self": call.tensor(shape),
        "split_size": call.number(each),
        "split_sizes": call.ints(parts),
        "dim": call.number(dim),
        "out": call.tensors(
            [call.out((*shape[:dim], *part, *shape[dim + 1 :])) for part in results]
        ),
    }


@of("aten::constant_pad_nd.out")
def constant_pad_nd(call: Call) -> Arguments:
    shape = call.shape(1, 3)
    pad = [call.random.randint(0, 2) for _ in range(2 * call.random.randint(1, len(shape)))]
    result = [*shape]
    for i in range(0, len(pad), 2):
        result[-1 - i // 2] += pad[i] + pad[i + 1]
    return {"self": call.tensor(shape), "pad": call.ints(pad), "out": call.out(result)}


@of("aten::expand_copy.out", "aten::repeat.out")
def repeating(call: Call) -> Arguments:
    shape = call.shape(1, 3)
    times = [call.random.randint(1, 2) for _ in shape]
    if "repeat" in call.schema.name:
        result = [size * time for size, time in zip(shape, times, strict=True)]
        given = {"self": call.tensor(shape), "repeats": call.ints(times)}
    else:
        result = [*shape]
        given = {"self": call.tensor(call.part(shape)), "size": call.ints(shape)}
    return {**given, "out": call.out(result)}


@of("aten::flip.out", "aten::roll.out", "aten::tril.out", "aten::triu.out")
def moving(call: Call) -> Arguments:
    shape = call.shape(2)
    dims = call.random.sample(range(len(shape)), call.random.randint(1, len(shape)))
    shifts = [call.random.randint(-3, 3) for _ in dims]
    if "roll" in call.schema.name and call.random.random() < 0.3:
        dims, shifts = [], shifts[:1]  # as one row
    return {
        "self": call.tensor(shape),
        "dims": call.ints(dims),
        "shifts": call.ints(shifts),
        "diagonal": call.number(call.random.randint(-2, 2)),
        "out": call.out(shape),
    }


@of("aten::permute_copy.out", "aten::transpose_copy.int_out", "aten::t_copy.out")
def permuting(call: Call) -> Arguments:
    shape = call.sizes(2) if "t_copy" in call.schema.name else call.shape(2)
    order = call.random.sample(range(len(shape)), len(shape))
    if "permute" not in call.schema.name:
        order = [*range(len(shape))]
        order[0], order[-1] = order[-1], order[0]
    return {
        "self": call.tensor(shape),
        "dims": call.ints(order),
        "dim0": call.number(0),
        "dim1": call.number(-1),
        "out": call.out([shape[dim] for dim in order]),
    }


@of("aten::pixel_shuffle.out", "aten::pixel_unshuffle.out")
def pixels(call: Call) -> Arguments:
    batch, (c, h, w), factor = call.shape(0, 1), call.sizes(3), call.random.randint(1, 2)
    many, large = (*batch, c * factor**2, h, w), (*batch, c, h * factor, w * factor)
    shuffle = "unshuffle" not in call.schema.name
    return {
        "self": call.tensor(many if shuffle else large),
        "upscale_factor": call.number(factor),
        "downscale_factor": call.number(factor),
        "out": call.out(large if shuffle else many),
    }


@of("aten::select_copy.int_out", "aten::select_scatter.out")
def selecting(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1)]
    dim = call.random.randrange(len(shape))
    row = (*shape[:dim], *shape[dim + 1 :])
    return {
        "self": call.tensor(shape),
        "src": call.tensor(row),
        "dim": call.number(dim),
        "index": call.number(call.random.randrange(-shape[dim], shape[dim])),
        "out": call.out(shape if "scatter" in call.schema.name else row),
    }


@of("aten::slice_copy.Tensor_out", "aten::slice_scatter.out", "aten::narrow_copy.out")
def slicing(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1)]
    dim = call.random.randrange(len(shape))
    start = call.random.randrange(shape[dim])
    length = call.random.randint(0, shape[dim] - start)
    part = (*shape[:dim], length, *shape[dim + 1 :])
    return {
        "self": call.tensor(shape),
        "src": call.tensor(part),
        "dim": call.number(dim),
        "start": call.number(start),
        "end": call.number(start + length),
        "length": call.number(length),
        "step": call.number(1),
        "out": call.out(shape if "scatter" in call.schema.name else part),
    }


@of("aten::squeeze_copy.dim_out", "aten::squeeze_copy.dims_out", "aten::unsqueeze_copy.out")
def squeezing(call: Call) -> Arguments:
    shape = call.shape(0, 3)
    dim = call.random.randint(0, len(shape))
    long = (*shape[:dim], 1, *shape[dim:])
    squeeze = "unsqueeze" not in call.schema.name
    return {
        "self": call.tensor(long if squeeze else shape),
        "dim": call.ints([dim]) if "dims_out" in call.schema.name else call.number(dim),
        "out": call.out(shape if squeeze else long),
    }


@of("aten::view_copy.out", "aten::as_strided_copy.out", "executorch_prim::et_view.default")
def viewing(call: Call) -> Arguments:
    shape = call.shape()
    result = call.random.choice(((math.prod(shape),), shape, (*shape, 1)))
    strides = [math.prod(result[dim + 1 :]) for dim in range(len(result))]
    shares = call.schema.name.startswith("executorch_prim")
    return {
        "self": call.tensor(shape),
        "size": call.ints(result),
        "stride": call.ints(strides),
        "out": call.view(result) if shares else call.out(result),
    }


@of("aten::unfold_copy.out")
def unfold(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim = call.random.randrange(len(shape))
    size, step = call.random.randint(1, shape[dim]), call.random.randint(1, 2)
    count = (shape[dim] - size) // step + 1
    return {
        "self": call.tensor(shape),
        "dimension": call.number(dim),
        "size": call.number(size),
        "step": call.number(step),
        "out": call.out((*shape[:dim], count, *shape[dim + 1 :], size)),
    }


@of("aten::diagonal_copy.out")
def diagonal(call: Call) -> Arguments:
    shape = call.shape(2)
    return {
        "self": call.tensor(shape),
        "offset": call.number(0),
        "dim1": call.number(0),
        "dim2": call.number(1),
        "out": call.out((*shape[2:], min(shape[:2]))),
    }
