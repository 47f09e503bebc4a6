"""Recipes for matrix products, convolutions and distances."""

from __future__ import annotations

from codegen.dtype import DType
from tests.runtime.campaign.calls import Arguments, Call
from tests.runtime.campaign.recipes.registry import FLOATS, of


@of("aten::mm.out", "aten::addmm.out", "kerf::addmm_clamp.out")
def matmul(call: Call) -> Arguments:
    m, k, n = call.sizes(3)
    call.dtype = DType.Float if _is_clamped(call) else call.dtype
    if "addmm" not in call.schema.name:
        given = {"self": call.tensor((m, k))}
    else:
        given = {"self": call.tensor(call.part((m, n))), "mat1": call.tensor((m, k))}
    return {**given, "mat2": call.tensor((k, n)), "out": call.out((m, n))}


@of("aten::bmm.out", "aten::baddbmm.out", "aten::mv.out", "aten::addmv.out", "aten::dot.out")
def products(call: Call) -> Arguments:
    call.dtype, (b, m, k, n) = call.random.choice((*FLOATS, DType.Long, DType.Char)), call.sizes(4)
    first: tuple[int, ...] = (b, m, k)
    second: tuple[int, ...] = (b, k, n)
    result: tuple[int, ...] = (b, m, n)
    if call.schema.name.endswith("mv.out"):
        first, second, result = (m, k), (k,), (m,)
    elif "dot" in call.schema.name:
        first, second, result = (k,), (k,), ()
    left, right = call.tensor(first), call.tensor(second)
    adds = len(call.schema.parameters) > 3
    return {
        "self": call.tensor(call.part(result)) if adds else left,
        **dict.fromkeys(("batch1", "mat"), left),
        **dict.fromkeys(("mat2", "batch2", "vec", "tensor"), right),
        "out": call.out(result),
    }


@of("aten::linear.out", "kerf::linear_clamp.out")
def linear(call: Call) -> Arguments:
    call.dtype = DType.Float if _is_clamped(call) else call.random.choice((*FLOATS, DType.Long))
    shape, outputs = call.shape(1, 3), call.size()
    return {
        "input": call.tensor(shape),
        "weight": call.tensor((outputs, shape[-1])),
        "bias": call.tensor((outputs,)) if call.random.random() < 0.5 else call.number(None),
        "out": call.out((*shape[:-1], outputs)),
    }


@of("aten::convolution.out", "aten::convolution_backward.out", "kerf::convolution_clamp.out")
def convolution(call: Call) -> Arguments:
    pick = call.random
    call.dtype = DType.Float if _is_clamped(call) else pick.choice(FLOATS)
    rank = pick.choice((1, 2, 2, 2))
    groups, batch, per_in, per_out = pick.choice((1, 1, 2)), *(pick.randint(1, 3) for _ in "123")
    kernel = [pick.randint(1, 3) for _ in range(rank)]
    size = [pick.randint(3, 6) for _ in range(rank)]
    stride = [pick.randint(1, 2) for _ in range(rank)]
    padding = [pick.randint(0, 1) for _ in range(rank)]
    dilation = [pick.choice((1, 1, 2)) for _ in range(rank)]
    reach = [dilation[i] * (kernel[i] - 1) + 1 for i in range(rank)]
    transposed = pick.random() < 0.3
    channels, filters = groups * per_in, groups * per_out
    if transposed:
        result = [(size[i] - 1) * stride[i] - 2 * padding[i] + reach[i] for i in range(rank)]
    else:
        result = [(size[i] + 2 * padding[i] - reach[i]) // stride[i] + 1 for i in range(rank)]
    weight = (channels, per_out, *kernel) if transposed else (filters, per_in, *kernel)
    image, plane = (batch, channels, *size), (batch, filters, *(max(each, 0) for each in result))
    given = {"out": call.out(plane)}
    if "backward" in call.schema.name:
        given = {
            "grad_output": call.tensor(plane),
            "bias_sizes": call.ints([filters]),
            "output_mask": call.bools(pick.random() < 0.8 for _ in "123"),
            "out0": call.out(image),
            "out1": call.out(weight),
            "out2": call.out([filters]),
        }
    return {
        **given,
        "input": call.tensor(image),
        "weight": call.tensor(weight),
        "bias": call.tensor((filters,)) if pick.random() < 0.5 else call.number(None),
        "stride": call.ints(stride),
        "padding": call.ints(padding),
        "dilation": call.ints(dilation),
        "transposed": call.number(transposed),
        "output_padding": call.ints([0] * rank),
        "groups": call.number(groups),
    }


def _is_clamped(call: Call) -> bool:
    """Whether it is an operator of Kerf's own, which takes Float alone."""
    return call.schema.name.startswith("kerf::")


@of("aten::_cdist_forward.out", "aten::_pdist_forward.out")
def distances(call: Call) -> Arguments:
    call.dtype, batch = call.random.choice((DType.Float, DType.Double)), call.shape(0, 2)
    p, r, m = call.sizes(3)
    norm = call.number(call.random.choice((0.0, 1.0, 2.0, 3.0)))
    if "pdist" in call.schema.name:
        out = call.out((p * (p - 1) // 2,))
        return {"self": call.tensor((p, m)), "p": norm, "out": out}
    rows = call.tensor((*batch, p, m)), call.tensor((*call.part(batch), r, m))
    return {"x1": rows[0], "x2": rows[1], "p": norm, "out": call.out((*batch, p, r))}
