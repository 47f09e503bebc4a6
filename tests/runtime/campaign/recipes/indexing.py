"""Recipes for operators that take indices or masks as tensors."""

from __future__ import annotations

import math

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.draft import TextDraft
from tests.runtime.campaign.recipes.registry import of

REDUCTIONS = ("sum", "prod", "mean", "amax", "amin")


@of("aten::masked_fill.Scalar_out", "aten::masked_fill.Tensor_out", "aten::masked_scatter.out")
def masked(call: Call) -> Arguments:
    shape = call.shape()
    return {
        "self": call.tensor(shape),
        "mask": call.mask(call.part(shape)),
        "value": call.number(1) if "Scalar" in call.schema.name else call.tensor(()),
        "source": call.tensor(shape),
        "out": call.out(shape),
    }


@of("aten::masked_select.out")
def masked_select(call: Call) -> Arguments:
    shape = call.shape()
    out = call.out((math.prod(shape),))
    call.draft.tensor(out).dynamic = True
    return {"self": call.tensor(shape), "mask": call.mask(call.part(shape)), "out": out}


@of("aten::nonzero.out")
def nonzero(call: Call) -> Arguments:
    shape = call.shape(1)
    out = call.out((math.prod(shape), len(shape)), DType.Long)
    call.draft.tensor(out).dynamic = True
    return {"self": call.tensor(shape), "out": out}


@of("aten::embedding.out")
def embedding(call: Call) -> Arguments:
    rows, columns, shape = max(call.size(), 1), call.size(), call.shape(0, 2)
    return {
        "weight": call.tensor((rows, columns)),
        "indices": call.index(shape, rows),
        "out": call.out((*shape, columns)),
    }


@of(
    "aten::gather.out",
    "aten::scatter.src_out",
    "aten::scatter.value_out",
    "aten::scatter_add.out",
    "aten::scatter_reduce.two_out",
)
def gathering(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim = call.random.randrange(len(shape))
    picked = [call.random.randint(1, size) for size in shape]
    return {
        "self": call.tensor(shape),
        "dim": call.number(dim),
        "index": call.index(picked, shape[dim]),
        "src": call.tensor(picked),
        "value": call.number(1),
        "reduce": call.draft.add(TextDraft(text=call.random.choice(REDUCTIONS))),
        "out": call.out(picked if "gather" in call.schema.name else shape),
    }


@of("aten::index_select.out")
def index_select(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim, count = call.random.randrange(len(shape)), call.size()
    return {
        "self": call.tensor(shape),
        "dim": call.number(dim),
        "index": call.index((count,), shape[dim]),
        "out": call.out((*shape[:dim], count, *shape[dim + 1 :])),
    }


@of("aten::index.Tensor_out", "aten::index_put.out", "aten::index_put_")
def indexing(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    picked, dim = call.shape(0, 2), call.random.randrange(len(shape))
    result = (*shape[:dim], *picked, *shape[dim + 1 :])
    items = [-1] * dim + [call.index(picked, shape[dim])]
    put, in_place = "put" in call.schema.name, call.schema.name.endswith("_")
    return {
        "self": call.out(shape) if in_place else call.tensor(shape),
        "indices": call.optionals(items),
        "values": call.tensor(call.part(result)),
        "accumulate": call.number(call.random.random() < 0.3),
        "out": call.out(shape if put else result),
    }
