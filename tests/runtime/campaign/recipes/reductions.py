"""Recipes for reductions, cumulative operators, sorting and normalisation."""

from __future__ import annotations

import math
from collections.abc import Sequence

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import FLOATS, of


@of("aten::_native_batch_norm_legit_no_training.out")
def batch_norm(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(2)
    channels = shape[1:2]
    given = {"input": call.tensor(shape), "out0": call.out(shape)}
    for name in ("weight", "bias", "running_mean", "running_var"):
        given[name] = call.tensor(channels)
    return {**given, "out1": call.out((0,)), "out2": call.out((0,))}


@of(
    "aten::mean.out",
    "aten::sum.IntList_out",
    "aten::amax.out",
    "aten::amin.out",
    "aten::any.dims_out",
    "aten::all.dims_out",
    "aten::var.out",
    "aten::var.correction_out",
    "aten::std.out",
    "aten::std.correction_out",
    "aten::var_mean.correction_out",
)
def reduction(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1)
    count, keep = call.random.randint(1, len(shape)), call.random.random() < 0.5
    dims = call.random.sample(range(len(shape)), count)
    result = _without(shape, dims, keep=keep)
    dtype = DType.Bool if "::a" in call.schema.name and "dims" in call.schema.name else None
    given = {
        "self": call.tensor(shape),
        "dim": call.ints(dims),
        "keepdim": call.number(keep),
    }
    names = ("out0", "out1") if "var_mean" in call.schema.name else ("out",)
    return {**given, **{name: call.out(result, dtype) for name in names}}


@of(
    "aten::any.out",
    "aten::all.out",
    "aten::argmax.out",
    "aten::argmin.out",
    "aten::max.dim_max",
    "aten::min.dim_min",
    "aten::prod.int_out",
)
def reduction_along(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1)
    dim, keep = call.random.randrange(len(shape)), call.random.random() < 0.5
    result = _without(shape, [dim], keep=keep)
    name = call.schema.name
    dtype = DType.Long if "arg" in name else None if "prod" in name else DType.Bool
    given = {
        "self": call.tensor(shape),
        "dim": call.number(dim - len(shape) * call.random.randint(0, 1)),
        "keepdim": call.number(keep),
    }
    if "dim_m" not in name:
        return {**given, "out": call.out(result, dtype)}
    values, indices = call.out(result), call.out(result, DType.Long)
    return {**given, "max": values, "min": values, "max_values": indices, "min_indices": indices}


@of(
    "aten::any.all_out",
    "aten::all.all_out",
    "aten::max.unary_out",
    "aten::min.unary_out",
    "aten::mean.dtype_out",
    "aten::prod.out",
)
def reduction_of_all(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    dtype = DType.Bool if "all_out" in call.schema.name else None
    return {"self": call.tensor(call.shape()), "out": call.out((), dtype)}


def _without(shape: Sequence[int], dims: Sequence[int], *, keep: bool) -> list[int]:
    """`shape` without `dims`, or with size 1 for them."""
    left = {dim: size for dim, size in enumerate(shape) if dim not in dims}
    return [left.get(dim, 1) for dim in range(len(shape)) if keep or dim in left]


@of("aten::cumsum.out", "aten::cumprod.out")
def cumulative(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice((*FLOATS, DType.Long)), call.shape()
    dim = call.number(call.dim(len(shape)))
    return {"self": call.tensor(shape), "dim": dim, "out": call.out(shape)}


@of("aten::topk.values", "aten::sort.values", "aten::sort.values_stable")
def sorting(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice((*FLOATS, DType.Long)), call.shape(1)
    dim = call.random.randrange(len(shape))
    count = call.random.randint(0, shape[dim]) if "topk" in call.schema.name else shape[dim]
    result = (*shape[:dim], count, *shape[dim + 1 :])
    return {
        "self": call.tensor(shape),
        "k": call.number(count),
        "dim": call.number(dim),
        "largest": call.number(call.random.random() < 0.5),
        "descending": call.number(call.random.random() < 0.5),
        "values": call.out(result),
        "indices": call.out(result, DType.Long),
    }


@of("aten::native_layer_norm.out")
def layer_norm(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1)
    lead = call.random.randrange(len(shape))
    statistics = (*shape[:lead], *[1] * (len(shape) - lead))
    given = {"input": call.tensor(shape), "out0": call.out(shape)}
    given["normalized_shape"] = call.ints(shape[lead:])
    for name in ("weight", "bias"):
        given[name] = call.tensor(shape[lead:]) if call.random.random() < 0.7 else call.number(None)
    return {**given, "out1": call.out(statistics), "out2": call.out(statistics)}


@of("aten::native_group_norm.out")
def group_norm(call: Call) -> Arguments:
    call.dtype, groups = call.random.choice(FLOATS), call.random.randint(1, 3)
    shape = (call.size(), groups * call.random.randint(1, 3), *call.shape(0, 2))
    given = {"input": call.tensor(shape), "out0": call.out(shape)}
    for name in ("weight", "bias"):
        given[name] = call.tensor(shape[1:2]) if call.random.random() < 0.7 else call.number(None)
    return {
        **given,
        "N": call.number(shape[0]),
        "C": call.number(shape[1]),
        "HxW": call.number(math.prod(shape[2:])),
        "group": call.number(groups),
        "out1": call.out((shape[0], groups)),
        "out2": call.out((shape[0], groups)),
    }


@of("aten::_native_batch_norm_legit.out", "aten::_native_batch_norm_legit.no_stats_out")
def batch_norm_legit(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(2)
    channels = shape[1:2]
    training = "no_stats" in call.schema.name or call.random.random() < 0.7
    given = {"input": call.tensor(shape), "out": call.out(shape)}
    for name in ("weight", "bias"):
        given[name] = call.tensor(channels)
    if "no_stats" not in call.schema.name:
        given |= {"running_mean": call.out(channels), "running_var": call.out(channels)}
    return {
        **given,
        "training": call.number(training),
        "save_mean": call.out(channels if training else (0,)),
        "save_invstd": call.out(channels if training else (0,)),
    }
