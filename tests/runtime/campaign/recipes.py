"""Which shapes and numbers of a call fit together, where they are not all alike."""

from __future__ import annotations

import math
from collections.abc import Callable

from codegen.dtype import PART_OF, DType
from tests.runtime.campaign.calls import Arguments, Call, Recipe
from tests.runtime.campaign.quantized_recipes import QUANTIZED

RECIPES: dict[str, Recipe] = {**QUANTIZED}
FLOATS = (DType.Float, DType.Float, DType.Float, DType.Double, DType.Half)
FLOATING = """
    acos acosh asin asinh atan atanh cos cosh erf exp expm1 log log10 log1p log2 logit reciprocal
    rsqrt sigmoid sin sinh sqrt tan tanh
    """.split()  # noqa: SIM905 - a list of strings reads worse
"""Operators on one tensor whose results are floating numbers, whatever that of the tensor is."""


def _of(*operators: str) -> Callable[[Recipe], Recipe]:
    def keep(recipe: Recipe) -> Recipe:
        RECIPES.update(dict.fromkeys(operators, recipe))
        return recipe

    return keep


def alike(call: Call) -> Arguments:
    """All tensors of one shape."""
    return {}


@_of("aten::_softmax.out")
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


@_of("aten::convolution.out")
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
    return {
        "input": call.tensor((batch, channels, *size)),
        "weight": call.tensor(weight),
        "bias": call.tensor((filters,)) if pick.random() < 0.5 else call.number(None),
        "stride": call.ints(stride),
        "padding": call.ints(padding),
        "dilation": call.ints(dilation),
        "transposed": call.number(transposed),
        "output_padding": call.ints([0] * rank),
        "groups": call.number(groups),
        "out": call.out((batch, filters, *(max(each, 0) for each in result))),
    }


@_of("aten::avg_pool2d.out")
def avg_pool2d(call: Call) -> Arguments:
    call.dtype, pick = call.random.choice(FLOATS), call.random
    batch, kernel, stride = call.shape(1, 2), pick.randint(1, 3), pick.randint(1, 2)
    size = [pick.randint(3, 6) for _ in range(2)]
    padding = pick.randint(0, kernel // 2)
    return {
        "self": call.tensor((*batch, *size)),
        "kernel_size": call.ints([kernel] * 2),
        "stride": call.ints([stride] * 2),
        "padding": call.ints([padding] * 2),
        "out": call.out((*batch, *((each + 2 * padding - kernel) // stride + 1 for each in size))),
    }


@_of("aten::mean.out")
def mean(call: Call) -> Arguments:
    call.dtype, shape = call.random.choice(FLOATS), call.shape(1)
    count, keep = call.random.randint(1, len(shape)), call.random.random() < 0.5
    dims = call.random.sample(range(len(shape)), count)
    left = {dim: size for dim, size in enumerate(shape) if dim not in dims}
    result = [left.get(dim, 1) for dim in range(len(shape)) if keep or dim in left]
    return {
        "self": call.tensor(shape),
        "dim": call.ints(dims),
        "keepdim": call.number(keep),
        "out": call.out(result),
    }


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
