"""Chains that PT2E leaves between a dequantize and a quantize, with drawn shapes and scales."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.optimize.quantized_draft import Draft, program_of

Sizes = tuple[int, ...]
Form = tuple[float, int]


@dataclass(slots=True)
class Chain:
    """A program with one input, quantized in `form`, while its calls are drawn."""

    draft: Draft
    source: random.Random
    form: Form
    inputs: list[tuple[int, int]]

    def taken(self, sizes: Sizes, form: Form | None = None) -> int:
        """A new input, quantized and dequantized."""
        scale, zero = form or self.form
        given = self.draft.planned(sizes)
        self.inputs.append((given, prod(sizes)))
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

    def same_or_any(self) -> Form:
        return self.form if self.source.random() < 0.5 else self.any_form()


Drawn = tuple[int, Sizes, Form]
"""A float tensor, its sizes, and how it is quantized."""


def _softmax(chain: Chain) -> Drawn:
    sizes = chain.source.choice(((3, 9), (2, 3, 40), (1, 4, 5, 6)))
    dim = chain.source.randrange(-len(sizes), len(sizes))
    x = chain.taken(sizes)
    y = chain.called(("aten::_softmax", "out"), sizes, x, chain.number(dim), chain.flag(False))
    scale = chain.source.choice((1 / 256, 1 / 255, 0.8 / 256, 0.01))
    return y, sizes, (scale, -128)


def _cat(chain: Chain) -> Drawn:
    parts = [(2, chain.source.randrange(1, 5), 3) for _ in range(chain.source.choice((2, 3)))]
    tensors = [chain.taken(each, chain.same_or_any()) for each in parts]
    sizes = (2, sum(each[1] for each in parts), 3)
    items = chain.draft.add(build.tensor_list(*tensors))
    y = chain.called(("aten::cat", "out"), sizes, items, chain.number(-2))
    return chain.perhaps_clamped(y, sizes), sizes, chain.same_or_any()


def _cat_of_images(chain: Chain) -> Drawn:
    """Of convolutions, whose images have their channels last."""
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


def _max_pool(chain: Chain) -> Drawn:
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


def _avg_pool(chain: Chain) -> Drawn:
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


def _mean(chain: Chain) -> Drawn:
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


def _moved_linear(chain: Chain) -> Drawn:
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


def _moves(chain: Chain) -> Drawn:
    """Moves alone, to the same numbers or other ones."""
    draft = chain.draft
    x = chain.taken((2, 3, 4))
    y = chain.called(("aten::permute_copy", "out"), (4, 2, 3), x, draft.ints(2, 0, 1))
    options = (chain.number(0), chain.number(1), chain.number(3), chain.number(1))
    y = chain.called(("aten::slice_copy", "Tensor_out"), (2, 2, 3), y, *options)
    y = chain.perhaps_clamped(y, (2, 2, 3))
    return y, (2, 2, 3), chain.same_or_any()


def _clamped_mul(chain: Chain) -> Drawn:
    """A product with a row for each image, clamped."""
    sizes = (2, 3, 5)
    one, other = chain.taken(sizes), chain.taken((3, 1), chain.any_form())
    y = chain.called(("aten::mul", "out"), sizes, one, other)
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


def _add_constant(chain: Chain) -> Drawn:
    draft, sizes = chain.draft, (2, 3, 5)
    form = chain.any_form()
    numbers = draft.constant((5,), DType.Char, chain.source.randbytes(5))
    other = draft.dequantize(numbers, (5,), *form)
    x = chain.taken(sizes)
    y = chain.called(("aten::add", "out"), sizes, other, x, chain.number(1))
    return chain.perhaps_clamped(y, sizes), sizes, chain.any_form()


CHAINS: Mapping[str, Callable[[Chain], Drawn]] = {
    "softmax": _softmax,
    "cat": _cat,
    "cat of images": _cat_of_images,
    "max pool": _max_pool,
    "avg pool": _avg_pool,
    "mean over dims": _mean,
    "moved linear": _moved_linear,
    "moves": _moves,
    "clamped mul": _clamped_mul,
    "add constant": _add_constant,
}


def drawn_chain(name: str, source: random.Random) -> tuple[bytes, list[int]]:
    """A program that quantizes, computes and quantizes; and how many numbers its inputs have."""
    form = source.uniform(0.01, 0.05), source.randint(-100, 100)
    chain = Chain(draft=Draft(source=source), source=source, form=form, inputs=[])
    y, sizes, wanted = CHAINS[name](chain)
    result = chain.draft.quantize(y, sizes, *wanted)
    given = tuple(index for index, _ in chain.inputs)
    return program_of(chain.draft, given, (result,)), [count for _, count in chain.inputs]
