"""Chains that PT2E leaves between a dequantize and a quantize, with drawn shapes and scales."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.codegen.program_builder import TableSpec

Sizes = tuple[int, ...]
Form = tuple[float, int]


@dataclass(slots=True)
class Chain:
    """A program with one input, quantized in `form`, while its calls are drawn."""

    draft: Draft
    source: random.Random
    form: Form
    inputs: list[tuple[int, Sizes]]

    def taken(self, sizes: Sizes, form: Form | None = None) -> int:
        """A new input, quantized and dequantized."""
        scale, zero = form or self.form
        given = self.draft.planned(sizes)
        self.inputs.append((given, sizes))
        quantized = self.draft.quantize(given, sizes, scale, zero)
        return self.draft.dequantize(quantized, sizes, scale, zero)

    def called(self, name: tuple[str, str], sizes: Sizes, *arguments: int) -> int:
        """The result of a call that has no other outputs."""
        result = self.draft.planned(sizes)
        self.draft.call(name, *arguments, result, result)
        return result

    def number(self, number: int) -> int:
        return self.draft.add(build.integer(number))

    def flag(self, number: bool) -> int:
        return self.draft.add(build.boolean(number))

    def perhaps_clamped(self, index: int, sizes: Sizes) -> int:
        """A relu of `index` in half of the cases."""
        if self.source.random() < 0.5:
            return index
        return self.called(("aten::relu", "out"), sizes, index)

    def any_form(self) -> Form:
        return self.source.uniform(0.02, 0.2), self.source.randint(-100, 100)

    def coarser(self, form: Form) -> Form:
        """A form in which one step of `form` is one step at most."""
        return form[0] * self.source.uniform(1, 3), self.source.randint(-100, 100)

    def same_or_any(self) -> Form:
        return self.form if self.source.random() < 0.5 else self.any_form()


Drawn = tuple[int, Sizes, Form]
"""A float tensor, its sizes, and how it is quantized."""


def chain_softmax(chain: Chain) -> Drawn:
    sizes = chain.source.choice(((3, 9), (2, 3, 40), (1, 4, 5, 6)))
    dim = chain.source.randrange(-len(sizes), len(sizes))
    x = chain.taken(sizes)
    y = chain.called(("aten::_softmax", "out"), sizes, x, chain.number(dim), chain.flag(False))
    scale = chain.source.choice((1 / 256, 1 / 255, 0.8 / 256, 0.01, 0.4 / 256))
    return y, sizes, (scale, chain.source.choice((-128, -128, -90)))


def chain_cat(chain: Chain) -> Drawn:
    parts = [(2, chain.source.randrange(1, 5), 3) for _ in range(chain.source.choice((2, 3)))]
    tensors = [chain.taken(each, chain.same_or_any()) for each in parts]
    sizes = (2, sum(each[1] for each in parts), 3)
    items = chain.draft.add(build.tensor_list(*tensors))
    y = chain.called(("aten::cat", "out"), sizes, items, chain.number(-2))
    return chain.perhaps_clamped(y, sizes), sizes, chain.same_or_any()


def chain_cat_of_images(chain: Chain) -> Drawn:
    """Concatenates results of convolutions, whose images have their channels last."""
    x, draft = chain.taken((1, 3, 6, 5)), chain.draft
    parts = []
    for filters in (2, 4):
        y = draft.planned((1, filters, 3, 3))
        draft.convolution(x, draft.weight((filters, 3, 3, 3)), y)
        form = chain.any_form()
        quantized = draft.quantize(y, (1, filters, 3, 3), *form)
        parts.append(draft.dequantize(quantized, (1, filters, 3, 3), *form))
    sizes = (1, 6, 3, 3)
    items = draft.add(build.tensor_list(*parts))
    y = chain.called(("aten::cat", "out"), sizes, items, chain.number(1))
    return y, sizes, chain.any_form()


def chain_max_pool(chain: Chain) -> Drawn:
    draft, channels = chain.draft, chain.source.choice((1, 3, 8))
    x = chain.taken((2, channels, 7, 6))
    sizes = (2, channels, 4, 3)
    lists = (draft.ints(3, 2), draft.ints(2), draft.ints(1, 0), draft.ints(1, 1))
    y, places = draft.planned(sizes), draft.planned(sizes, DType.Long)
    both = draft.add(build.tensor_list(y, places))
    name = ("aten::max_pool2d_with_indices", "out")
    ceil = chain.flag(chain.source.random() < 0.5)
    draft.call(name, x, *lists, ceil, y, places, both)
    return chain.perhaps_clamped(y, sizes), sizes, chain.same_or_any()


def chain_avg_pool(chain: Chain) -> Drawn:
    draft, channels = chain.draft, chain.source.choice((1, 3, 8))
    x = chain.taken((2, channels, 7, 6))
    sizes, padding, ceil = (2, channels, 3, 3), 0, False
    form = chain.form
    with_padding = chain.source.random() < 0.5
    match chain.source.choice(("plain", "padded", "ceil")):
        case "plain":
            form = chain.same_or_any()
        case "padded":
            sizes, padding = (2, channels, 4, 4), 1
            form = chain.same_or_any() if with_padding else chain.form
        case "ceil":
            sizes, ceil = (2, channels, 4, 3), True
    kernel, stride = draft.ints(2, 2), draft.ints(2, 2) if chain.source.random() < 0.5 else None
    arguments = (
        kernel,
        draft.ints() if stride is None else stride,
        draft.ints(padding, padding),
        chain.flag(ceil),
        chain.flag(with_padding),
        draft.add(build.none()),
    )
    y = chain.called(("aten::avg_pool2d", "out"), sizes, x, *arguments)
    return (y if form == chain.form else chain.perhaps_clamped(y, sizes)), sizes, form


def chain_mean_over_dims(chain: Chain) -> Drawn:
    draft = chain.draft
    sizes, dims = chain.source.choice(
        (((2, 5, 3), (1,)), ((2, 5, 3), (-1, -2)), ((2, 3, 4, 5), (2, 3)), ((4, 6), (0,)))
    )
    x, keep = chain.taken(sizes), chain.source.random() < 0.5
    over = {dim % len(sizes) for dim in dims}
    left = tuple(
        1 if at in over else size for at, size in enumerate(sizes) if keep or at not in over
    )
    arguments = (draft.ints(*dims), chain.flag(keep), draft.add(build.none()))
    y = chain.called(("aten::mean", "out"), left, x, *arguments)
    return y, left, chain.same_or_any()


def chain_moved_linear(chain: Chain) -> Drawn:
    """A product of rank 3 as it is decomposed: views before and after the product of matrices."""
    draft = chain.draft
    x = chain.taken((2, 3, 7))
    flat = chain.called(("aten::view_copy", "out"), (6, 7), x, draft.ints(6, 7))
    weight = draft.weight((4, 7))
    turned = chain.called(("aten::permute_copy", "out"), (7, 4), weight, draft.ints(1, 0))
    one = chain.number(1)
    y = chain.called(("aten::addmm", "out"), (6, 4), draft.bias(4), flat, turned, one, one)
    y = chain.perhaps_clamped(y, (6, 4))
    y = chain.called(("aten::view_copy", "out"), (2, 3, 4), y, draft.ints(2, 3, 4))
    y = chain.called(("aten::permute_copy", "out"), (3, 4, 2), y, draft.ints(1, 2, 0))
    return chain.perhaps_clamped(y, (3, 4, 2)), (3, 4, 2), chain.any_form()


def chain_moves(chain: Chain) -> Drawn:
    """Moves alone, to the same numbers or other ones."""
    draft = chain.draft
    x = chain.taken((2, 3, 4))
    y = chain.called(("aten::permute_copy", "out"), (4, 2, 3), x, draft.ints(2, 0, 1))
    options = (chain.number(0), chain.number(1), chain.number(3), chain.number(1))
    y = chain.called(("aten::slice_copy", "Tensor_out"), (2, 2, 3), y, *options)
    y = chain.perhaps_clamped(y, (2, 2, 3))
    return y, (2, 2, 3), chain.same_or_any()


def chain_clamped_mul(chain: Chain) -> Drawn:
    """A product with a row for each image, clamped."""
    sizes = (2, 3, 5)
    one, other = chain.taken(sizes), chain.taken((3, 1), chain.any_form())
    y = chain.called(("aten::mul", "out"), sizes, one, other)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_add_constant(chain: Chain) -> Drawn:
    draft, sizes = chain.draft, (2, 3, 5)
    form = chain.any_form()
    numbers = draft.constant((5,), DType.Char, chain.source.randbytes(5))
    other = draft.dequantize(numbers, (5,), *form)
    x = chain.taken(sizes)
    y = chain.called(("aten::add", "out"), sizes, other, x, chain.number(1))
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


_ACTIVATIONS: Mapping[str, tuple[TableSpec, ...]] = {
    **dict.fromkeys(("sigmoid", "tanh", "abs", "exp", "expm1", "erf", "neg"), ()),
    "gelu": (build.text("none"),),
    "gelu as tanh": (build.text("tanh"),),
    "leaky_relu": (build.double(0.1),),
    "elu": (build.double(1.5), build.double(1.1), build.double(0.9)),
}


def _activation(name: str) -> Callable[[Chain], Drawn]:
    """One operator whose results follow from one number each."""

    def drawn(chain: Chain) -> Drawn:
        sizes, arguments = (2, 3, 5), [chain.draft.add(each) for each in _ACTIVATIONS[name]]
        x, operator = chain.taken(sizes), (f"aten::{name.partition(' ')[0]}", "out")
        y = chain.called(operator, sizes, x, *arguments)
        return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()

    return drawn


def _float(chain: Chain, number: float) -> int:
    return chain.draft.constant((), DType.Float, struct.pack("<f", number))


def chain_hardswish(chain: Chain) -> Drawn:
    """X * clamp(x + 3, 0, 6) / 6 as it is decomposed, and moves before and after it."""
    draft, sizes = chain.draft, (2, 3, 5)
    x = chain.called(
        ("aten::permute_copy", "out"), sizes, chain.taken((5, 2, 3)), draft.ints(1, 2, 0)
    )
    y = chain.called(("aten::add", "out"), sizes, x, _float(chain, 3), chain.number(1))
    y = chain.called(("aten::clamp", "out"), sizes, y, chain.number(0), chain.number(6))
    y = chain.called(("aten::mul", "out"), sizes, x, y)
    y = chain.called(("aten::div", "out"), sizes, y, _float(chain, 6))
    y = chain.called(("aten::view_copy", "out"), (30,), y, draft.ints(30))
    return y, (30,), chain.any_form()


def chain_softplus(chain: Chain) -> Drawn:
    """log(1 + exp(2 x)) / 2 where x is no more than a threshold; a quantized constant is added."""
    draft, sizes = chain.draft, (4, 6)
    x = chain.taken(sizes)
    two = draft.dequantize(draft.constant((1,), DType.Char, bytes([20])), (1,), 0.1, 0)
    y = chain.called(("aten::mul", "out"), sizes, x, two)
    y = chain.called(("aten::exp", "out"), sizes, y)
    y = chain.called(("aten::log1p", "out"), sizes, y)
    y = chain.called(("aten::div", "Scalar_out"), sizes, y, chain.number(2))
    above = draft.planned(sizes, DType.Bool)
    draft.call(("aten::gt", "Scalar_out"), x, draft.add(build.double(0.5)), above, above)
    y = chain.called(("aten::where", "self_out"), sizes, above, x, y)
    return y, sizes, chain.any_form()


def chain_difference(chain: Chain) -> Drawn:
    """A difference or sum with a number that multiplies its second operand."""
    sizes, name = (2, 3, 5), chain.source.choice(("sub", "add"))
    one, other = chain.taken(sizes), chain.taken((3, 1), chain.any_form())
    alpha = chain.draft.add(build.double(chain.source.choice((1, 2.5, -0.5))))
    y = chain.called((f"aten::{name}", "out"), sizes, one, other, alpha)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_extreme(chain: Chain) -> Drawn:
    """The larger or smaller ones of two tensors."""
    sizes, name = (2, 3, 5), chain.source.choice(("maximum", "minimum"))
    one, other = chain.taken(sizes), chain.taken(sizes, chain.same_or_any())
    y = chain.called((f"aten::{name}", "out"), sizes, one, other)
    return chain.perhaps_clamped(y, sizes), sizes, chain.same_or_any()


def _image(chain: Chain) -> Drawn:
    """The result of a convolution: it has its channels last."""
    draft, sizes = chain.draft, (1, 4, 3, 3)
    y = draft.planned(sizes)
    draft.convolution(chain.taken((1, 3, 6, 5)), draft.weight((4, 3, 3, 3)), y)
    form = chain.any_form()
    quantized = draft.quantize(y, sizes, *form)
    return draft.dequantize(quantized, sizes, *form), sizes, form


def _interleaved(chain: Chain, x: int, sizes: Sizes) -> int:
    """Image `x` with the channels of its halves in turn, as channel_shuffle is decomposed."""
    draft, (n, channels, *pixels) = chain.draft, sizes
    parts, turned = (n, 2, channels // 2, *pixels), (n, channels // 2, 2, *pixels)
    x = chain.called(("aten::view_copy", "out"), parts, x, draft.ints(*parts))
    x = chain.called(("aten::permute_copy", "out"), turned, x, draft.ints(0, 2, 1, 3, 4))
    x = chain.called(("aten::clone", "out"), turned, x, draft.add(build.none()))
    return chain.called(("aten::view_copy", "out"), sizes, x, draft.ints(*sizes))


def chain_shuffled(chain: Chain) -> Drawn:
    """Half of the channels of an image, interleaved; or all as rows of pixels."""
    draft = chain.draft
    x, sizes, form = _image(chain)
    x = _interleaved(chain, x, sizes)
    form = chain.source.choice((form, chain.coarser(form)))
    if chain.source.random() < 0.3:
        x = chain.called(("aten::view_copy", "out"), (1, 4, 9), x, draft.ints(1, 4, 9))
        x = chain.called(("aten::permute_copy", "out"), (1, 9, 4), x, draft.ints(0, 2, 1))
        return x, (1, 9, 4), form
    options = (chain.number(1), chain.number(2), chain.number(4), chain.number(1))
    x = chain.called(("aten::slice_copy", "Tensor_out"), (1, 2, 3, 3), x, *options)
    return x, (1, 2, 3, 3), form


def chain_padding(chain: Chain) -> Drawn:
    """Zeros around an image in its own scale, or a number before it is quantized."""
    draft, sizes = chain.draft, (1, 4, 4, 6)
    x, _, form = _image(chain)
    zeros = chain.source.random() < 0.5
    value = draft.add(build.double(0 if zeros else 0.7))
    y = chain.called(("aten::constant_pad_nd", "out"), sizes, x, draft.ints(1, 2, 1, 0), value)
    y = chain.perhaps_clamped(y, sizes)
    return y, sizes, chain.coarser(form) if zeros else form


def chain_enlarged(chain: Chain) -> Drawn:
    """An image with each number repeated, of which rows are left out."""
    draft, sizes = chain.draft, (1, 4, 6, 9)
    x, _, form = _image(chain)
    options = (draft.add(build.none()), draft.add(build.double_list(2.0, 3.0)))
    y = chain.called(("aten::upsample_nearest2d", "vec_out"), sizes, x, *options)
    return y, sizes, chain.source.choice((form, chain.coarser(form)))


def chain_line(chain: Chain) -> Drawn:
    """A convolution of one dimension."""
    draft, channels = chain.draft, 4
    groups, filters = chain.source.choice(((1, 5), (4, 8), (2, 6)))
    stride, padding, dilation = (chain.source.randint(low, 2) for low in (1, 0, 1))
    length = (9 + 2 * padding - 2 * dilation - 1) // stride + 1
    sizes = (2, filters, length)
    arguments = (
        chain.taken((2, channels, 9)),
        draft.weight((filters, channels // groups, 3)),
        draft.bias(filters),
        *(draft.ints(each) for each in (stride, padding, dilation)),
        chain.flag(False),
        draft.ints(0),
        chain.number(groups),
    )
    y = chain.called(("aten::convolution", "out"), sizes, *arguments)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_transposed(chain: Chain) -> Drawn:
    """A transposed convolution of one or two dimensions."""
    draft, dims = chain.draft, chain.source.choice((1, 2))
    stride, more = chain.source.choice(((1, 0), (2, 1), (3, 0)))
    size = 4 * stride + 3 - 2 + more
    sizes = (1, 5, *(size,) * dims)
    arguments = (
        chain.taken((1, 3, *(5,) * dims)),
        draft.weight((3, 5, *(3,) * dims), axis=1),
        draft.bias(5),
        *(draft.ints(*(each,) * dims) for each in (stride, 1, 1)),
        chain.flag(True),
        draft.ints(*(more,) * dims),
        chain.number(1),
    )
    y = chain.called(("aten::convolution", "out"), sizes, *arguments)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_adaptive_average(chain: Chain) -> Drawn:
    """Averages of equal parts of an image."""
    sizes = chain.source.choice(((2, 3, 1, 1), (2, 3, 2, 3), (2, 3, 4, 1)))
    x = chain.taken((2, 3, 4, 6))
    options = chain.draft.ints(*sizes[2:])
    y = chain.called(("aten::_adaptive_avg_pool2d", "out"), sizes, x, options)
    return y, sizes, chain.same_or_any()


def chain_many_averages(chain: Chain) -> Drawn:
    """Averages of many channels, and over parts whose number of inputs differs."""
    draft, channels = chain.draft, 130
    x, (scale, zero) = chain.taken((1, channels, 8, 5)), chain.form
    wide = chain.source.random() < 0.5
    sizes = (1, channels, 2, 1) if wide else (1, channels, 3, 2)
    arguments = (
        *((draft.ints(7, 5), draft.ints(1, 3)) if wide else (draft.ints(4), draft.ints(3, 2))),
        draft.ints(0, 0),
        chain.flag(not wide),
        chain.flag(False),
        draft.add(build.none()),
    )
    y = chain.called(("aten::avg_pool2d", "out"), sizes, x, *arguments)
    return y, sizes, (scale * chain.source.uniform(0.6, 2), zero)


def chain_product_of_rows(chain: Chain) -> Drawn:
    """A product of rank 3 that was not decomposed."""
    draft, sizes = chain.draft, (2, 3, 4)
    weight = draft.weight((4, 7))
    arguments = (chain.taken((2, 3, 7)), weight, draft.bias(4))
    y = chain.called(("aten::linear", "out"), sizes, *arguments)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_batched_product(chain: Chain) -> Drawn:
    """Products of matrices, as attention has them: the second one is transposed.

    The first one is perhaps expanded to as many as it has, a number that the program computes.
    """
    draft, sizes = chain.draft, (2, 3, 5)
    other = chain.taken((2, 5, 7), (0.02, chain.source.randint(-128, 127)))
    turned = chain.called(("aten::permute_copy", "out"), (2, 7, 5), other, draft.ints(0, 2, 1))
    x = chain.taken((2, 3, 7))
    if chain.source.random() < 0.5:
        count = chain.number(0)
        draft.call(("aten::sym_size", "int"), chain.inputs[-1][0], chain.number(0), count)
        shape = draft.add(build.int_list(count, chain.number(3), chain.number(7)))
        expand = ("aten::expand_copy", "out")
        x = chain.called(expand, (2, 3, 7), x, shape, chain.flag(False))
    y = chain.called(("aten::bmm", "out"), sizes, x, turned)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_layer_norm(chain: Chain) -> Drawn:
    """Normalizes rows of one or two dimensions, with weights and without."""
    draft, dims = chain.draft, chain.source.choice((1, 2))
    sizes = (3, 4, 5)
    shape = sizes[-dims:]
    count = prod(shape)
    x, parts = chain.taken(sizes), [draft.add(build.none()), draft.add(build.none())]
    if chain.source.random() < 0.7:
        numbers = [[chain.source.gauss(0, 1) for _ in range(count)] for _ in parts]
        data = (struct.pack(f"<{count}f", *each) for each in numbers)
        parts = [draft.constant(shape, DType.Float, each) for each in data]
    row = (*sizes[:-dims], *(1,) * dims)
    results = draft.planned(sizes), draft.planned(row), draft.planned(row)
    arguments = (x, draft.ints(*shape), *parts, draft.add(build.double(1e-5)), *results)
    draft.call(
        ("aten::native_layer_norm", "out"), *arguments, draft.add(build.tensor_list(*results))
    )
    y = chain.perhaps_clamped(results[0], sizes)
    return y, sizes, chain.any_form()


def chain_batch_norm(chain: Chain) -> Drawn:
    """Normalizes channels by constants, of which a factor may be negative or nearly 0."""
    draft, pick = chain.draft, chain.source
    sizes = pick.choice(((3, 4), (2, 5, 6), (1, 6, 4, 3), (1, 1, 4, 3)))
    count = sizes[1]
    x = chain.taken(sizes)
    numbers = (
        [pick.choice((0, 1e-6, pick.gauss(0, 1))) for _ in range(count)],
        *([pick.gauss(0, 1) for _ in range(count)] for _ in "bm"),
        [pick.uniform(0.2, 2) for _ in range(count)],
    )
    parts = (
        draft.constant((count,), DType.Float, struct.pack(f"<{count}f", *each)) for each in numbers
    )
    results = draft.planned(sizes), draft.planned((0,)), draft.planned((0,))
    options = (draft.add(build.double(0.1)), draft.add(build.double(1e-5)))
    every = draft.add(build.tensor_list(*results))
    name = ("aten::_native_batch_norm_legit_no_training", "out")
    draft.call(name, x, *parts, *options, *results, every)
    return chain.perhaps_clamped(results[0], sizes), sizes, chain.any_form()


def chain_moved_input(chain: Chain) -> Drawn:
    """Moves of Float that are quantized after them alone."""
    draft = chain.draft
    x = draft.planned((1, 4, 5, 3))
    chain.inputs.append((x, (1, 4, 5, 3)))
    zero = draft.add(build.double(0))
    sizes = (1, 4, 6, 5)
    y = chain.called(("aten::constant_pad_nd", "out"), sizes, x, draft.ints(2, 0, 1, 0), zero)
    y = chain.called(("aten::permute_copy", "out"), (1, 6, 5, 4), y, draft.ints(0, 2, 3, 1))
    y = chain.called(("aten::view_copy", "out"), (30, 4), y, draft.ints(30, 4))
    return y, (30, 4), chain.any_form()


def chain_mean_of_a_function(chain: Chain) -> Drawn:
    """Means of x * sigmoid(x), of an image with channels last or of adjacent dims."""
    draft, keep = chain.draft, chain.source.random() < 0.5
    if chain.source.random() < 0.5:
        x, sizes, _ = _image(chain)
        dims: Sizes = (-1, -2)
    else:
        sizes, dims = chain.source.choice(
            (((2, 5, 3), (1,)), ((2, 3, 4, 5), (2, 3)), ((4, 6), (0,)))
        )
        x = chain.taken(sizes)
    y = chain.called(("aten::sigmoid", "out"), sizes, x)
    y = chain.called(("aten::mul", "out"), sizes, x, y)
    over = {dim % len(sizes) for dim in dims}
    left = tuple(1 if at in over else n for at, n in enumerate(sizes) if keep or at not in over)
    arguments = (draft.ints(*dims), chain.flag(keep), draft.add(build.none()))
    y = chain.called(("aten::mean", "out"), left, y, *arguments)
    return chain.perhaps_clamped(y, left), left, chain.any_form()


def chain_four_bits(chain: Chain) -> Drawn:
    """A convolution whose weights all fit four bits: of all channels, of groups, of each alone."""
    draft, pick = chain.draft, chain.source
    channels, filters, groups = pick.choice(((3, 9, 1), (8, 6, 2), (8, 8, 8), (4, 12, 4)))
    rows, columns = pick.choice(((1, 1), (3, 3), (2, 3), (5, 1)))
    stride, padding = pick.choice((1, 2)), pick.randint(0, 1)
    sizes = (1, filters, *((7 + 2 * padding - each) // stride + 1 for each in (rows, columns)))
    most = pick.choice((1, 8))
    arguments = (
        chain.taken((1, channels, 7, 7)),
        draft.weight((filters, channels // groups, rows, columns), most=most),
        draft.bias(filters),
        *(draft.ints(each, each) for each in (stride, padding, 1)),
        chain.flag(False),
        draft.ints(0, 0),
        chain.number(groups),
    )
    y = chain.called(("aten::convolution", "out"), sizes, *arguments)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def chain_product_of_four_bits(chain: Chain) -> Drawn:
    """A product whose weights all fit four bits."""
    draft, terms = chain.draft, chain.source.choice((13, 32, 51))
    weight = draft.weight((9, terms), most=8)
    y = chain.called(
        ("aten::linear", "out"), (2, 3, 9), chain.taken((2, 3, terms)), weight, draft.bias(9)
    )
    return chain.perhaps_clamped(y, (2, 3, 9)), (2, 3, 9), chain.any_form()


CHAINS: Mapping[str, Callable[[Chain], Drawn]] = {
    **{name: _activation(name) for name in _ACTIVATIONS},
    **{
        name.removeprefix("chain_").replace("_", " "): drawn
        for name, drawn in globals().items()
        if name.startswith("chain_")
    },
}
"""Functions `chain_<name>`, and activations."""


def _dynamic(chain: Chain, x: int, sizes: Sizes) -> int:
    """Float tensor `x` quantized by a scale that is computed, of all of it or of each row."""
    draft = chain.draft
    dtype = chain.number(DType.Char.number)
    rows, named = prod(sizes[:-1]), "quantized_decomposed::{}".format
    whole = len(sizes) != 2 or chain.source.random() < 0.5
    each = () if whole else (rows, 1)
    scales, zeros = (draft.planned(each or (1,), kind) for kind in (DType.Double, DType.Long))
    both = draft.add(build.tensor_list(scales, zeros))
    bounds = (chain.number(-128), chain.number(127))
    quantized = draft.planned(sizes, DType.Char)
    if whole:
        least = draft.add(build.double(1e-6))
        draft.call(
            (named("choose_qparams"), "Tensor_out"), x, *bounds, least, dtype, scales, zeros, both
        )
        form = (scales, zeros, *bounds, dtype)
        draft.call((named("quantize_per_tensor"), "Tensor_out"), x, *form, quantized, quantized)
        name, last = (named("dequantize_per_tensor"), "Tensor_out"), draft.add(build.none())
    else:
        name = (named("choose_qparams_per_token_asymmetric"), "out")
        draft.call(name, x, dtype, scales, zeros, both)
        form = (scales, zeros, *bounds, dtype)
        draft.call((named("quantize_per_token"), "out"), x, *form, quantized, quantized)
        name, last = (named("dequantize_per_token"), "out"), chain.number(DType.Float.number)
    return chain.called(name, sizes, quantized, *form, last)


def _rows_by_integers(chain: Chain, x: int, sizes: Sizes, most: int) -> tuple[int, Sizes]:
    draft = chain.draft
    filters = chain.source.choice((1, 5, 16))
    weight = draft.weight((filters, sizes[-1]), most=most)
    made = (*sizes[:-1], filters)
    if chain.source.random() < 0.5:
        bias = draft.add(build.none())
        return chain.called(("aten::linear", "out"), made, x, weight, bias), made
    turned = (sizes[-1], filters)
    weight = chain.called(("aten::permute_copy", "out"), turned, weight, draft.ints(1, 0))
    ones = (chain.number(1), chain.number(1))
    y = chain.called(("aten::addmm", "out"), made, draft.bias(filters), x, weight, *ones)
    return y, made


def _image_by_integers(chain: Chain, x: int, sizes: Sizes, most: int) -> tuple[int, Sizes]:
    draft, dims, channels = chain.draft, len(sizes) - 2, sizes[1]
    groups = chain.source.choice((1, 2, channels))
    filters = groups * chain.source.choice((1, 2))
    stride, padding, dilation = (chain.source.randint(low, 2) for low in (1, 0, 1))
    made = (each + 2 * padding - 2 * dilation - 1 for each in sizes[2:])
    result = (sizes[0], filters, *(each // stride + 1 for each in made))
    weight = draft.weight((filters, channels // groups, *(3,) * dims), most=most)
    arguments = (
        *(x, weight, draft.bias(filters)),
        *(draft.ints(*(each,) * dims) for each in (stride, padding, dilation)),
        *(chain.flag(False), draft.ints(*(0,) * dims), chain.number(groups)),
    )
    return chain.called(("aten::convolution", "out"), result, *arguments), result


FLOATS = ("rows", "rows of four bits", "images", "lines")
"""Calls of float results with integer weights, whose input is float or quantized by itself."""


def drawn_floats(
    name: str, source: random.Random, *, dynamic: bool, bounded: bool = False
) -> tuple[bytes, Sizes]:
    """A call of `FLOATS` and the shape of its input.

    `dynamic`: that is quantized; `bounded`: shapes are bounds.
    """
    draft = Draft(source=source, dynamic=bounded)
    chain = Chain(draft=draft, source=source, form=(1, 0), inputs=[])
    sizes = {"images": (2, 4, 7, 6), "lines": (1, 4, 9)}.get(name, (3, source.choice((7, 40))))
    x = given = chain.draft.planned(sizes)
    if dynamic:
        x = _dynamic(chain, x, sizes)
    by_integers = _rows_by_integers if "rows" in name else _image_by_integers
    y, made = by_integers(chain, x, sizes, 8 if "four" in name else 128)
    y = chain.perhaps_clamped(y, made)
    return program_of(chain.draft, (given,), (y,)), sizes


def drawn_chain(
    name: str, source: random.Random, *, dynamic: bool = False
) -> tuple[bytes, list[Sizes]]:
    """A program that quantizes, computes and quantizes; and the shapes of its inputs.

    `dynamic`: they are bounds.
    """
    form = source.uniform(0.01, 0.05), source.randint(-100, 100)
    draft = Draft(source=source, dynamic=dynamic)
    chain = Chain(draft=draft, source=source, form=form, inputs=[])
    y, sizes, wanted = CHAINS[name](chain)
    result = chain.draft.quantize(y, sizes, *wanted)
    given = tuple(index for index, _ in chain.inputs)
    return program_of(chain.draft, given, (result,)), [sizes for _, sizes in chain.inputs]


def drawn_graph(source: random.Random, layers: int) -> tuple[bytes, int]:
    """A network of `layers` on images, each result quantized; how many numbers its input has.

    A layer may quantize what it computes in between.
    """
    form = source.uniform(0.01, 0.05), source.randint(-100, 100)
    chain = Chain(draft=Draft(source=source), source=source, form=form, inputs=[])
    draft, sizes = chain.draft, (1, 4, 6, 5)
    images = [(chain.taken(sizes), sizes)]
    result = 0
    for _ in range(layers):
        y, sizes = source.choice(_LAYERS)(chain, images)
        form = source.choice((0.004, source.uniform(0.05, 0.2))), source.randint(-100, 100)
        result = draft.quantize(y, sizes, *form)
        images.append((draft.dequantize(result, sizes, *form), sizes))
    (given, taken), *_ = chain.inputs
    return program_of(draft, (given,), (result,)), prod(taken)


Image = tuple[int, Sizes]


def _of_activation(chain: Chain, images: list[Image]) -> Image:
    x, sizes = images[-1]
    name = chain.source.choice([each for each in _ACTIVATIONS if each != "exp"])
    arguments = [chain.draft.add(each) for each in _ACTIVATIONS[name]]
    return chain.called((f"aten::{name.partition(' ')[0]}", "out"), sizes, x, *arguments), sizes


def _of_pair(chain: Chain, images: list[Image]) -> Image:
    """Combines the last image with any that is as large."""
    x, sizes = images[-1]
    other = chain.source.choice([index for index, others in images if others == sizes])
    name = chain.source.choice(("add", "sub", "mul", "maximum", "minimum"))
    alpha = [chain.number(1)] if name in ("add", "sub") else []
    return chain.called((f"aten::{name}", "out"), sizes, x, other, *alpha), sizes


def _of_weights(chain: Chain, images: list[Image]) -> Image:
    """A convolution or a transposed one, which halves or doubles rows and columns."""
    x, sizes = images[-1]
    transposed = sizes[2] < 6
    lists = [chain.draft.ints(each, each) for each in (2, 1, 1, int(transposed))]
    most = chain.source.choice((8, 128))
    weight = chain.draft.weight((4, 4, 3, 3), axis=int(transposed), most=most)
    rows = [2 * each if transposed else (each - 1) // 2 + 1 for each in sizes[2:]]
    arguments = (x, weight, chain.draft.bias(4), *lists[:3], chain.flag(transposed), lists[3])
    made = (1, 4, *rows)
    return chain.called(("aten::convolution", "out"), made, *arguments, chain.number(1)), made


def _of_moves(chain: Chain, images: list[Image]) -> Image:
    """Zeros around an image, or a part of it."""
    (x, sizes), draft = images[-1], chain.draft
    if sizes[2] < 6:
        made = (1, 4, sizes[2] + 1, sizes[3] + 1)
        zero = draft.add(build.double(0))
        padded = (x, draft.ints(0, 1, 1, 0), zero)
        return chain.called(("aten::constant_pad_nd", "out"), made, *padded), made
    made = (1, 4, sizes[2] - 1, sizes[3])
    options = [chain.number(each) for each in (2, 1, sizes[2], 1)]
    return chain.called(("aten::slice_copy", "Tensor_out"), made, x, *options), made


def _of_rows(chain: Chain, images: list[Image]) -> Image:
    """Probabilities along a dimension, or norms of the rows of an image."""
    (x, sizes), draft = images[-1], chain.draft
    if chain.source.random() < 0.5:
        dim = chain.number(chain.source.randrange(-4, 4))
        return chain.called(("aten::_softmax", "out"), sizes, x, dim, chain.flag(False)), sizes
    none, row = draft.add(build.none()), (*sizes[:3], 1)
    results = draft.planned(sizes), draft.planned(row), draft.planned(row)
    arguments = (x, draft.ints(sizes[3]), none, none, draft.add(build.double(1e-3)), *results)
    every = draft.add(build.tensor_list(*results))
    draft.call(("aten::native_layer_norm", "out"), *arguments, every)
    return results[0], sizes


def _of_parts(chain: Chain, images: list[Image]) -> Image:
    """The last image with any that is as large below it, of which half the rows are the maxima."""
    (x, sizes), draft = images[-1], chain.draft
    other = chain.source.choice([index for index, others in images if others == sizes])
    both = (*sizes[:2], 2 * sizes[2], sizes[3])
    items = draft.add(build.tensor_list(x, other))
    y = chain.called(("aten::cat", "out"), both, items, chain.number(2))
    quantized = draft.quantize(y, both, *chain.form)
    y = draft.dequantize(quantized, both, *chain.form)
    result, places = draft.planned(sizes), draft.planned(sizes, DType.Long)
    lists = (draft.ints(2, 1), draft.ints(2, 1), draft.ints(0, 0), draft.ints(1, 1))
    name = ("aten::max_pool2d_with_indices", "out")
    rest = (chain.flag(False), result, places, draft.add(build.tensor_list(result, places)))
    draft.call(name, y, *lists, *rest)
    return result, sizes


def _of_halves(chain: Chain, images: list[Image]) -> Image:
    """The channels of the last image's halves in turn."""
    x, sizes = images[-1]
    return _interleaved(chain, x, sizes), sizes


_LAYERS = (_of_activation, _of_pair, _of_weights, _of_moves, _of_rows, _of_parts, _of_halves)
