"""Recipes for pooling, resizing, sampling and padding at edges."""

from __future__ import annotations

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import FLOATS, of


@of(
    "aten::avg_pool2d.out",
    "aten::avg_pool3d.out",
    "aten::max_pool2d_with_indices.out",
    "aten::max_pool3d_with_indices.out",
    "aten::max_pool2d_with_indices_backward.grad_input",
)
def pooling(call: Call) -> Arguments:
    call.dtype, pick = call.random.choice(FLOATS), call.random
    batch, kernel, stride = call.shape(1, 2), pick.randint(1, 3), pick.randint(1, 2)
    dims = 3 if "pool3d" in call.schema.name else 2
    size = [pick.randint(3, 6) for _ in range(dims)]
    padding = pick.randint(0, kernel // 2)
    result = (*batch, *((each + 2 * padding - kernel) // stride + 1 for each in size))
    given = {"out": call.out(result)}
    if "backward" in call.schema.name:
        given = {
            "grad_output": call.tensor(result),
            "indices": call.index(result, size[0] * size[1]),
            "grad_input": call.out((*batch, *size)),
        }
    elif "indices" in call.schema.name:
        given = {**given, "indices": call.out(result, DType.Long)}
    return {
        **given,
        "self": call.tensor((*batch, *size)),
        "kernel_size": call.ints([kernel] * dims),
        "stride": call.ints([stride] * dims),
        "padding": call.ints([padding] * dims),
        "dilation": call.ints([1] * dims),
    }


@of("aten::avg_pool1d.out", "aten::upsample_nearest1d.out")
def lines(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(3, 3)
    size = max(shape[2], 1)
    result = size if "pool" in call.schema.name else call.random.randint(1, 6)
    return {
        "self": call.tensor((*shape[:2], size)),
        "kernel_size": call.ints([1]),
        "stride": call.ints([1]),
        "padding": call.ints([0]),
        "output_size": call.ints([result]),
        "out": call.out((*shape[:2], result)),
    }


@of("aten::_adaptive_avg_pool2d.out")
def adaptive_pooling(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    batch, size, result = call.shape(1, 2), call.sizes(2), call.sizes(2)
    return {
        "self": call.tensor((*batch, *size)),
        "output_size": call.ints(result),
        "out": call.out((*batch, *result)),
    }


@of(
    "aten::upsample_nearest2d.vec_out",
    "aten::upsample_nearest2d.out",
    "aten::upsample_bilinear2d.vec_out",
    "aten::upsample_bilinear2d.out",
    "aten::_upsample_bilinear2d_aa.out",
)
def resizing(call: Call) -> Arguments:
    call.dtype = call.random.choice((DType.Float, DType.Double))
    batch, size = call.shape(2, 2), [max(each, 1) for each in call.sizes(2)]
    result = [max(each, 1) for each in call.sizes(2)]
    factors = "vec" in call.schema.name and call.random.random() < 0.5
    if factors:
        result = [2 * each for each in size]
    image = call.tensor((*batch, *size))
    return {
        "self": image,
        "input": image,
        "output_size": call.number(None) if factors else call.ints(result),
        "scale_factors": call.doubles((2.0, 2.0)) if factors else call.number(None),
        "align_corners": call.number(call.random.random() < 0.5),
        "out": call.out((*batch, *result)),
    }


@of("aten::grid_sampler_2d.out")
def sampling(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    (batch, channels), size = call.shape(2, 2), [max(each, 1) for each in call.sizes(2)]
    result = call.sizes(2)
    return {
        "input": call.tensor((batch, channels, *size)),
        "grid": call.tensor((batch, *result, 2)),
        "interpolation_mode": call.number(call.random.randrange(3)),
        "padding_mode": call.number(call.random.randrange(3)),
        "align_corners": call.number(call.random.random() < 0.5),
        "out": call.out((batch, channels, *result)),
    }


@of(*(f"aten::{kind}_pad{n}d.out" for kind in ("reflection", "replication") for n in (1, 2, 3)))
def edge_padding(call: Call) -> Arguments:
    call.dtype, dims = call.random.choice(FLOATS), int(call.schema.name[-6])
    shape = [*call.shape(1, 2), *(max(each, 2) for each in call.sizes(dims))]
    pad = [call.random.randint(-1, 1) for _ in range(2 * dims)]
    result = [*shape]
    for i in range(0, len(pad), 2):
        result[-1 - i // 2] += pad[i] + pad[i + 1]
    return {"self": call.tensor(shape), "padding": call.ints(pad), "out": call.out(result)}
