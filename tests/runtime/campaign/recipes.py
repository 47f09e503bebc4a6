"""Which shapes and numbers of a call fit together, where they are not all alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from codegen.dtype import PART_OF, DType
from tests.runtime.campaign.calls import Arguments, Call, Recipe
from tests.runtime.campaign.cortex_m_recipes import CORTEX_M_RECIPES
from tests.runtime.campaign.draft import TextDraft
from tests.runtime.campaign.quantized_recipes import QUANTIZED

RECIPES: dict[str, Recipe] = {**QUANTIZED, **CORTEX_M_RECIPES}
FLOATS = (DType.Float, DType.Float, DType.Float, DType.Double, DType.Half)
FLOATING = """
    acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 logit reciprocal
    rsqrt sigmoid sin sinh sqrt tan tanh
    """.split()  # noqa: SIM905 - a list of strings reads worse
"""Operators on one tensor whose results are floating numbers, whatever that of the tensor is."""


INTEGERS = (DType.Byte, DType.Char, DType.Short, DType.Int, DType.Long)
_FORMS = ("Scalar", "Tensor")


def _of(*operators: str) -> Callable[[Recipe], Recipe]:
    def keep(recipe: Recipe) -> Recipe:
        RECIPES.update(dict.fromkeys(operators, recipe))
        return recipe

    return keep


def alike(call: Call) -> Arguments:
    """All tensors of one shape."""
    return {}


@_of("aten::_softmax.out", "aten::_log_softmax.out")
def softmax(call: Call) -> Arguments:
    call.dtype, shape = DType.Float, call.shape()
    return {
        "self": call.tensor(shape),
        "dim": call.number(call.dim(len(shape))),
        "out": call.out(shape),
    }


@_of("aten::add.out", "aten::mul.out")
def binary(call: Call) -> Arguments:
    shape = call.shape()
    parts = [shape, call.part(shape)]
    call.random.shuffle(parts)
    return {
        "self": call.tensor(parts[0]),
        "other": call.tensor(parts[1]),
        "alpha": call.number(call.random.choice((1, 1, 2))),
        "out": call.out(shape),
    }


@_of(*(f"aten::{name}.out" for name in FLOATING))
def floating(call: Call) -> Arguments:
    shape = call.shape()
    result = call.dtype if call.dtype in (*FLOATS, DType.BFloat16) else DType.Float
    return {"self": call.tensor(shape), "out": call.out(shape, result)}


@_of("aten::elu.out", "aten::gelu.out", "aten::leaky_relu.out")
def of_floats(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    return alike(call)


@_of("aten::glu.out")
def glu(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1, 3)
    dim = call.random.randrange(len(shape))
    whole = (*shape[:dim], 2 * shape[dim], *shape[dim + 1 :])
    return {"self": call.tensor(whole), "dim": call.number(dim), "out": call.out(shape)}


@_of("aten::isinf.out", "aten::isnan.out", "aten::logical_not.out")
def predicate(call: Call) -> Arguments:
    shape = call.shape()
    return {"self": call.tensor(shape), "out": call.out(shape, DType.Bool)}


@_of("aten::bitwise_not.out")
def bitwise(call: Call) -> Arguments:
    call.dtype = call.random.choice((DType.Bool, DType.Byte, DType.Int, DType.Long))
    return alike(call)


@_of(
    *(
        f"aten::{name}.{form}_out"
        for name in ("eq", "ge", "gt", "le", "lt", "ne")
        for form in _FORMS
    ),
    *(f"aten::logical_{name}.out" for name in ("and", "or", "xor")),
    "aten::allclose.out",
)
def truth(call: Call) -> Arguments:
    shape = call.shape()
    given = {"self": call.tensor(shape), "out": call.out(shape, DType.Bool)}
    if "allclose" in call.schema.name:
        return {**given, "other": call.tensor(shape), "out": call.out((1,), DType.Bool)}
    return (
        given if "Scalar" in call.schema.name else {**given, "other": call.tensor(call.part(shape))}
    )


@_of(
    *(f"aten::bitwise_{name}.{form}_out" for name in ("and", "or", "xor") for form in _FORMS),
    *(f"aten::bitwise_{side}_shift.Tensor_out" for side in ("left", "right")),
    *(f"aten::bitwise_{side}_shift.Tensor_Scalar_out" for side in ("left", "right")),
)
def bits(call: Call) -> Arguments:
    call.dtype = call.random.choice(INTEGERS)
    return operands(call)


@_of(
    *("aten::div.out", "aten::div.Scalar_out", "aten::div.out_mode", "aten::div.Scalar_mode_out"),
    *(f"aten::{name}.{form}_out" for name in ("fmod", "remainder") for form in _FORMS),
    *("aten::atan2.out", "aten::floor_divide.out", "aten::pow.Tensor_Tensor_out"),
)
def quotient(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    given = operands(call)
    if call.schema.name.endswith("mode") and call.random.random() < 0.7:
        mode = TextDraft(text=call.random.choice(("floor", "trunc")))
        given["rounding_mode"] = call.draft.add(mode)
    return given


@_of(
    *("aten::sub.out", "aten::sub.Scalar_out", "aten::rsub.Scalar_out"),
    *("aten::maximum.out", "aten::minimum.out", "aten::where.self_out"),
    *("aten::clamp.out", "aten::clamp.Tensor_out"),
    *("aten::pow.Scalar_out", "aten::pow.Tensor_Scalar_out"),
)
def number_operands(call: Call) -> Arguments:
    call.dtype = call.random.choice((*FLOATS, *INTEGERS))
    return operands(call)


def operands(call: Call) -> Arguments:
    """Two that broadcast to the output, or the first and a number; bounds of one of them."""
    shape = call.shape()
    tensor = call.tensor(shape)
    part = call.tensor(call.part(shape))
    given = {"self": tensor, "other": part, "exponent": part, "condition": call.mask(shape)}
    match call.schema.name:
        case "aten::pow.Scalar_out":
            given = {"exponent": tensor}
        case "aten::clamp.out":
            given["min"], given["max"] = call.number(0), call.number(1)
        case "aten::clamp.Tensor_out":
            given["min"] = part
        case name if "Scalar" in name:
            given = {"self": tensor}
    return {**given, "out": call.out(shape)}


@_of("aten::copy.out", "aten::copy_", "aten::fill.Tensor_out")
def copy(call: Call) -> Arguments:
    shape = call.shape()
    in_place = call.schema.name.endswith("_")
    return {
        "self": call.out(shape) if in_place else call.tensor(shape),
        "src": call.tensor(call.part(shape)),
        "value": call.tensor(()),
        "out": call.out(shape),
    }


@_of("aten::masked_fill.Scalar_out", "aten::masked_fill.Tensor_out", "aten::masked_scatter.out")
def masked(call: Call) -> Arguments:
    shape = call.shape()
    return {
        "self": call.tensor(shape),
        "mask": call.mask(call.part(shape)),
        "value": call.number(1) if "Scalar" in call.schema.name else call.tensor(()),
        "source": call.tensor(shape),
        "out": call.out(shape),
    }


@_of("aten::masked_select.out")
def masked_select(call: Call) -> Arguments:
    shape = call.shape()
    out = call.out((math.prod(shape),))
    call.draft.tensor(out).dynamic = True
    return {"self": call.tensor(shape), "mask": call.mask(call.part(shape)), "out": out}


@_of("aten::nonzero.out")
def nonzero(call: Call) -> Arguments:
    shape = call.shape(1)
    out = call.out((math.prod(shape), len(shape)), DType.Long)
    call.draft.tensor(out).dynamic = True
    return {"self": call.tensor(shape), "out": out}


@_of("aten::_native_batch_norm_legit_no_training.out")
def batch_norm(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(2)
    channels = shape[1:2]
    given = {"input": call.tensor(shape), "out0": call.out(shape)}
    for name in ("weight", "bias", "running_mean", "running_var"):
        given[name] = call.tensor(channels)
    return {**given, "out1": call.out((0,)), "out2": call.out((0,))}


@_of("aten::mm.out", "aten::addmm.out")
def matmul(call: Call) -> Arguments:
    m, k, n = call.sizes(3)
    if "addmm" not in call.schema.name:
        given = {"self": call.tensor((m, k))}
    else:
        given = {"self": call.tensor(call.part((m, n))), "mat1": call.tensor((m, k))}
    return {**given, "mat2": call.tensor((k, n)), "out": call.out((m, n))}


@_of("aten::bmm.out", "aten::baddbmm.out", "aten::mv.out", "aten::addmv.out", "aten::dot.out")
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


@_of("aten::linear.out")
def linear(call: Call) -> Arguments:
    call.dtype = call.random.choice((*FLOATS, DType.Long))
    shape, outputs = call.shape(1, 3), call.size()
    return {
        "input": call.tensor(shape),
        "weight": call.tensor((outputs, shape[-1])),
        "bias": call.tensor((outputs,)) if call.random.random() < 0.5 else call.number(None),
        "out": call.out((*shape[:-1], outputs)),
    }


@_of("aten::convolution.out", "aten::convolution_backward.out")
def convolution(call: Call) -> Arguments:
    call.dtype, pick = call.random.choice(FLOATS), call.random
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


@_of(
    "aten::avg_pool2d.out",
    "aten::max_pool2d_with_indices.out",
    "aten::max_pool2d_with_indices_backward.grad_input",
)
def pooling(call: Call) -> Arguments:
    call.dtype, pick = call.random.choice(FLOATS), call.random
    batch, kernel, stride = call.shape(1, 2), pick.randint(1, 3), pick.randint(1, 2)
    size = [pick.randint(3, 6) for _ in range(2)]
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
        "kernel_size": call.ints([kernel] * 2),
        "stride": call.ints([stride] * 2),
        "padding": call.ints([padding] * 2),
        "dilation": call.ints([1, 1]),
    }


@_of("aten::avg_pool1d.out", "aten::upsample_nearest1d.out")
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


@_of("aten::_adaptive_avg_pool2d.out")
def adaptive_pooling(call: Call) -> Arguments:
    call.dtype = call.random.choice(FLOATS)
    batch, size, result = call.shape(1, 2), call.sizes(2), call.sizes(2)
    return {
        "self": call.tensor((*batch, *size)),
        "output_size": call.ints(result),
        "out": call.out((*batch, *result)),
    }


@_of(
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


@_of("aten::grid_sampler_2d.out")
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


@_of(*(f"aten::{kind}_pad{n}d.out" for kind in ("reflection", "replication") for n in (1, 2, 3)))
def edge_padding(call: Call) -> Arguments:
    call.dtype, dims = call.random.choice(FLOATS), int(call.schema.name[-6])
    shape = [*call.shape(1, 2), *(max(each, 2) for each in call.sizes(dims))]
    pad = [call.random.randint(-1, 1) for _ in range(2 * dims)]
    result = [*shape]
    for i in range(0, len(pad), 2):
        result[-1 - i // 2] += pad[i] + pad[i + 1]
    return {"self": call.tensor(shape), "padding": call.ints(pad), "out": call.out(result)}


@_of("aten::repeat_interleave.Tensor_out")
def repeat_interleave(call: Call) -> Arguments:
    out = call.out((9,), DType.Long)
    call.draft.tensor(out).dynamic = True
    return {"repeats": call.index((3,), 4), "out": out}


@_of(
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


@_of(
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


@_of(
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


@_of("aten::cumsum.out", "aten::cumprod.out")
def cumulative(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice((*FLOATS, DType.Long)), call.shape()
    dim = call.number(call.dim(len(shape)))
    return {"self": call.tensor(shape), "dim": dim, "out": call.out(shape)}


@_of("aten::topk.values", "aten::sort.values", "aten::sort.values_stable")
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


@_of("aten::native_layer_norm.out")
def layer_norm(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1)
    lead = call.random.randrange(len(shape))
    statistics = (*shape[:lead], *[1] * (len(shape) - lead))
    given = {"input": call.tensor(shape), "out0": call.out(shape)}
    given["normalized_shape"] = call.ints(shape[lead:])
    for name in ("weight", "bias"):
        given[name] = call.tensor(shape[lead:]) if call.random.random() < 0.7 else call.number(None)
    return {**given, "out1": call.out(statistics), "out2": call.out(statistics)}


@_of("aten::native_group_norm.out")
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


@_of("aten::_native_batch_norm_legit.out", "aten::_native_batch_norm_legit.no_stats_out")
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


@_of("aten::_cdist_forward.out", "aten::_pdist_forward.out")
def distances(call: Call) -> Arguments:
    call.dtype, batch = call.random.choice((DType.Float, DType.Double)), call.shape(0, 2)
    p, r, m = call.sizes(3)
    norm = call.number(call.random.choice((0.0, 1.0, 2.0, 3.0)))
    if "pdist" in call.schema.name:
        out = call.out((p * (p - 1) // 2,))
        return {"self": call.tensor((p, m)), "p": norm, "out": out}
    rows = call.tensor((*batch, p, m)), call.tensor((*call.part(batch), r, m))
    return {"x1": rows[0], "x2": rows[1], "p": norm, "out": call.out((*batch, p, r))}


@_of("aten::arange.out", "aten::arange.start_out")
def arange(call: Call) -> Arguments:
    call.dtype, count = call.random.choice((DType.Float, DType.Long)), call.size()
    return {
        "start": call.number(1),
        "end": call.number(count + (1 if "start" in call.schema.name else 0)),
        "step": call.number(1),
        "out": call.out((count,)),
    }


@_of(
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


@_of("aten::rand.out", "aten::randn.out")
def random_numbers(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape()
    return {"size": call.ints(shape), "out": call.out(shape)}


@_of("aten::native_dropout.out")
def native_dropout(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape()
    return {
        "input": call.tensor(shape),
        "p": call.number(call.random.choice((0.0, 0.25, 1.0))),
        "train": call.number(call.random.choice((True, False, None))),
        "out0": call.out(shape),
        "out1": call.out(shape, DType.Bool),
    }


@_of("aten::view_as_real_copy.out")
def view_as_real_copy(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice([*PART_OF]), call.shape()
    return {"self": call.tensor(shape), "out": call.out((*shape, 2), PART_OF[call.dtype])}


@_of("aten::cat.out", "aten::stack.out")
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


@_of("aten::split_copy.Tensor_out", "aten::split_with_sizes_copy.out", "aten::unbind_copy.int_out")
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


@_of("aten::embedding.out")
def embedding(call: Call) -> Arguments:
    rows, columns, shape = max(call.size(), 1), call.size(), call.shape(0, 2)
    return {
        "weight": call.tensor((rows, columns)),
        "indices": call.index(shape, rows),
        "out": call.out((*shape, columns)),
    }


@_of(
    "aten::gather.out",
    "aten::scatter.src_out",
    "aten::scatter.value_out",
    "aten::scatter_add.out",
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
        "out": call.out(picked if "gather" in call.schema.name else shape),
    }


@_of("aten::index_select.out")
def index_select(call: Call) -> Arguments:
    shape = [max(size, 1) for size in call.shape(1, 3)]
    dim, count = call.random.randrange(len(shape)), call.size()
    return {
        "self": call.tensor(shape),
        "dim": call.number(dim),
        "index": call.index((count,), shape[dim]),
        "out": call.out((*shape[:dim], count, *shape[dim + 1 :])),
    }


@_of("aten::index.Tensor_out", "aten::index_put.out", "aten::index_put_")
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


@_of("aten::constant_pad_nd.out")
def constant_pad_nd(call: Call) -> Arguments:
    shape = call.shape(1, 3)
    pad = [call.random.randint(0, 2) for _ in range(2 * call.random.randint(1, len(shape)))]
    result = [*shape]
    for i in range(0, len(pad), 2):
        result[-1 - i // 2] += pad[i] + pad[i + 1]
    return {"self": call.tensor(shape), "pad": call.ints(pad), "out": call.out(result)}


@_of("aten::expand_copy.out", "aten::repeat.out")
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


@_of("aten::flip.out", "aten::roll.out", "aten::tril.out", "aten::triu.out")
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


@_of("aten::permute_copy.out", "aten::transpose_copy.int_out", "aten::t_copy.out")
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


@_of("aten::pixel_shuffle.out", "aten::pixel_unshuffle.out")
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


@_of("aten::select_copy.int_out", "aten::select_scatter.out")
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


@_of("aten::slice_copy.Tensor_out", "aten::slice_scatter.out", "aten::narrow_copy.out")
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


@_of("aten::squeeze_copy.dim_out", "aten::squeeze_copy.dims_out", "aten::unsqueeze_copy.out")
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


@_of("aten::view_copy.out", "aten::as_strided_copy.out", "executorch_prim::et_view.default")
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


@_of("aten::unfold_copy.out")
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


@_of("aten::diagonal_copy.out")
def diagonal(call: Call) -> Arguments:
    shape = call.shape(2)
    return {
        "self": call.tensor(shape),
        "offset": call.number(0),
        "dim1": call.number(0),
        "dim2": call.number(1),
        "out": call.out((*shape[2:], min(shape[:2]))),
    }


@_of("aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out")
def to_copy(call: Call) -> Arguments:
    shape = call.shape()
    given = {"self": call.tensor(shape)}
    if call.random.random() < 0.5:
        call.dtype = call.random.choice(FLOATS)
    return {**given, "out": call.out(shape)}


@_of("executorch_prim::et_copy_index.tensor")
def copy_index(call: Call) -> Arguments:
    shape, rows = call.shape(0, 2), max(call.size(), 1)
    return {
        "copy_to": call.out((rows, *shape)),
        "copy_from": call.tensor(shape),
        "index": call.number(call.random.randrange(rows)),
    }


@_of("aten::_local_scalar_dense")
def item(call: Call) -> Arguments:
    return {"self": call.tensor(())}


@_of("aten::sym_size.int", "aten::sym_stride.int")
def sym_size(call: Call) -> Arguments:
    shape = call.shape(1)
    return {"self": call.tensor(shape), "dim": call.number(call.dim(len(shape)))}
