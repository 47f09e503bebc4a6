"""Cases of complex tensors: operators that compute with them, and all that move elements."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import torch
from case_text import (
    CHANNELS_LAST,
    COMPLEX,
    NAMES,
    Cases,
    Ordered,
    aten,
    generator,
    ordered,
    values,
    whole_complex,
)

REVERSED = (3, 2, 1, 0)
ORDERS = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": REVERSED}
LARGE_UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
SPECIAL = (0.0, -0.0, 1.5, float("inf"), -float("inf"), float("nan"))
Function = Callable[..., Any]


def make_complex() -> Cases:
    cases = Cases()
    for dtype, name in COMPLEX.items():
        for add in (_sums, _products, _matrices, _parts, _conversions, _created):
            add(cases, dtype, name)
        for add in (_copied, _picked, _replaced, _joined, _laid_out):
            add(cases, dtype, name)
    _promoted(cases)
    return cases


def special(dtype: torch.dtype) -> torch.Tensor:
    """Every pair of special parts."""
    return torch.tensor([complex(*pair) for pair in itertools.product(SPECIAL, repeat=2)]).to(dtype)


def positions(below: int, *sizes: int) -> torch.Tensor:
    return torch.randint(0, below, sizes, generator=generator)


def add_alpha(a: torch.Tensor, b: Any, alpha: Any) -> torch.Tensor:
    return torch.add(a, b, alpha=alpha)


def _sums(cases: Cases, dtype: torch.dtype, name: str) -> None:
    operator = "aten::add.out"
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    for alpha in (1, -2, 0.5):
        cases.add(operator, f"{name}_alpha_{alpha}", add_alpha, whole(2, 3), whole(3), alpha)
    cases.add(operator, f"{name}_random", add_alpha, *(values(2, 9, dtype=dtype) for _ in "ab"), 1)
    cases.add(operator, f"{name}_zero_dims", add_alpha, whole(), whole(), 1)
    cases.add(operator, f"{name}_empty", add_alpha, whole(2, 0), whole(2, 1), 1)
    cases.add(operator, f"{name}_special", add_alpha, special(dtype), special(dtype).flip(0), 1)
    cases.add(operator, f"{name}_special_alpha", add_alpha, special(dtype), special(dtype), 2)
    for number, alpha in ((3, 1), (-0.5, 2), (True, 1), (2, 0.25)):
        x = whole(2, 3)
        cases.add("aten::add.Scalar_out", f"{name}_{number}_{alpha}", add_alpha, x, number, alpha)


def _products(cases: Cases, dtype: torch.dtype, name: str) -> None:
    operator = "aten::mul.out"
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    cases.add(operator, f"{name}_same", torch.mul, whole(2, 9), whole(2, 9))
    cases.add(operator, f"{name}_broadcast", torch.mul, whole(2, 3), whole(3))
    cases.add(operator, f"{name}_zero_dims", torch.mul, whole(), whole())
    cases.add(operator, f"{name}_empty", torch.mul, whole(2, 0), whole(2, 1))
    b = torch.cat([special(dtype).roll(by) for by in (0, 1, 5, 7, 13, 29)])
    a = special(dtype).repeat(6)
    cases.add(operator, f"{name}_special", torch.mul, a, b)
    image = Ordered(whole(2, 3, 2, 2), CHANNELS_LAST)
    cases.add(operator, f"{name}_layouts", torch.mul, image, whole(2, 3, 2, 2), out_order=REVERSED)


def _matrices(cases: Cases, dtype: torch.dtype, name: str) -> None:
    operator = "aten::mm.out"
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    for m, k, n in ((2, 3, 4), (1, 1, 1), (5, 9, 17), (3, 0, 2), (0, 2, 2)):
        cases.add(operator, f"{name}_{m}x{k}x{n}", torch.mm, whole(m, k), whole(k, n))
    a, b = Ordered(whole(3, 4), (1, 0)), Ordered(whole(4, 2), (1, 0))
    cases.add(operator, f"{name}_permuted", torch.mm, a, b, out_order=(1, 0))
    operator = "aten::addmm.out"
    addmm: Function = lambda c, a, b, beta, alpha: torch.addmm(  # noqa: E731
        c, a, b, beta=beta, alpha=alpha
    )
    for beta, alpha in ((1, 1), (2, 1), (0, 3), (0.5, -2)):
        label = f"{name}_{beta}_{alpha}"
        cases.add(operator, label, addmm, whole(3), whole(2, 4), whole(4, 3), beta, alpha)


def _parts(cases: Cases, dtype: torch.dtype, name: str) -> None:
    conjugate: Function = lambda x: torch.conj_physical(x)  # noqa: E731
    for operator, function in (
        ("aten::_conj_physical.out", conjugate),
        ("aten::view_as_real_copy.out", aten.view_as_real_copy.default),
    ):
        for sizes in ((2, 3), (), (2, 0), (4, 1, 3)):
            label = "x".join(map(str, sizes)) or "scalar"
            cases.add(operator, f"{name}_{label}", function, values(*sizes, dtype=dtype))
        cases.add(operator, f"{name}_special", function, special(dtype))
        for order_name, order in ORDERS.items():
            image = ordered(values(2, 3, 2, 4, dtype=dtype), order)
            cases.add(operator, f"{name}_{order_name}", function, image)
    image = Ordered(values(2, 3, 2, dtype=dtype), (2, 0, 1))
    for order in ((3, 2, 1, 0), (1, 3, 0, 2)):
        label = f"{name}_to_{''.join(map(str, order))}"
        cases.add(operator, label, function, image, out_order=order)
    image = values(2, 3, 2, 2, dtype=dtype)
    cases.add(
        "aten::_conj_physical.out", f"{name}_to_order", conjugate, image, out_order=CHANNELS_LAST
    )
    if dtype == torch.complex64:
        for real, label in NAMES.items():
            x = values(2, 3, dtype=real)
            cases.add_if_implemented("aten::_conj_physical.out", f"{label}_kept", conjugate, x)


def _conversions(cases: Cases, dtype: torch.dtype, name: str) -> None:
    for operator in ("aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out"):
        for other, label in (NAMES | COMPLEX).items():
            to: Function = lambda x, *_, other=other: x.to(other)  # noqa: E731
            x = whole_complex(5, 7, dtype=dtype)
            if other in LARGE_UNSIGNED or other == torch.uint8:
                x = torch.complex(x.real.abs(), x.imag)
            cases.add(operator, f"{name}_to_{label}", to, x, False, None)
            back: Function = lambda x, *_: x.to(dtype)  # noqa: E731
            x = values(5, 7, dtype=other)
            cases.add(operator, f"{label}_to_{name}", back, x, False, None)
            order = Ordered(whole_complex(2, 3, 2, 2, dtype=dtype).abs().to(dtype), REVERSED)
            cases.add(operator, f"{name}_order_to_{label}", to, order, False, None)
    flags = lambda x, *_: x.bool()  # noqa: E731
    cases.add("aten::_to_copy.out", f"{name}_special_flags", flags, special(dtype), False, None)
    for other in (torch.float16, torch.float64, torch.complex64, torch.complex128):
        to = lambda x, *_, other=other: x.to(other)  # noqa: E731
        label = f"{name}_special_to_{(NAMES | COMPLEX)[other]}"
        cases.add("aten::_to_copy.out", label, to, special(dtype), False, None)
    copy: Function = lambda a, b, *_: b.expand(a.shape).to(a.dtype).contiguous()  # noqa: E731
    for other in (torch.int32, torch.float32, torch.complex64, torch.complex128):
        a, b = values(2, 3, dtype=dtype), values(3, dtype=other)
        label = f"{name}_of_{(NAMES | COMPLEX)[other]}"
        cases.add("aten::copy.out", label, copy, a, b, False)


def _created(cases: Cases, dtype: torch.dtype, name: str) -> None:
    for number in (0, 7, True, 2.5, -1):
        label = f"{name}_{number}"
        whole = torch.full((2, 3), number, dtype=dtype)
        made: Function = lambda *_, whole=whole: whole  # noqa: E731
        one: Function = lambda *_, whole=whole: whole[0, 0].clone()  # noqa: E731
        like = values(2, 3, dtype=dtype)
        cases.add("aten::full.out", label, made, (2, 3), number)
        cases.add("aten::scalar_tensor.out", label, one, number)
        cases.add("aten::full_like.out", label, made, like, number, None)
        cases.add("aten::fill.Scalar_out", label, made, like, number)
    cases.add("aten::zeros.out", name, lambda _: torch.zeros(2, 3, dtype=dtype), (2, 3))
    cases.add("aten::ones.out", name, lambda _: torch.ones(2, 3, dtype=dtype), (2, 3))
    fill: Function = lambda x, v: torch.full_like(x, 0) + v.to(dtype)  # noqa: E731
    for given in (torch.tensor(1, dtype=torch.int32), torch.tensor(3.0), values(dtype=dtype)):
        label = f"{name}_of_{(NAMES | COMPLEX)[given.dtype]}"
        cases.add("aten::fill.Tensor_out", label, fill, values(2, 3, dtype=dtype), given)


def _copied(cases: Cases, dtype: torch.dtype, name: str) -> None:
    clone = lambda x, *_: x.clone()  # noqa: E731
    x = values(3, 4, dtype=dtype)
    for operator, rest in (
        ("alias_copy.out", ()),
        ("clone.out", (None,)),
        ("detach_copy.out", ()),
        ("lift_fresh_copy.out", ()),
    ):
        cases.add(f"aten::{operator}", name, clone, x, *rest)
    cases.add("dim_order_ops::_clone_dim_order.out", name, clone, x, False, (0, 1))
    for operator, function, arguments in (
        ("permute_copy.out", lambda x, dims: x.permute(tuple(dims)), [(1, 0)]),
        ("t_copy.out", lambda x: x.t(), []),
        ("transpose_copy.int_out", lambda x, a, b: x.transpose(a, b), [0, 1]),
        ("view_copy.out", lambda x, size: x.reshape(tuple(size)), [(2, 6)]),
        ("unsqueeze_copy.out", lambda x, dim: x.unsqueeze(dim), [1]),
        ("expand_copy.out", lambda x, size, _: x.expand(tuple(size)), [(2, 3, 4), False]),
        ("slice_copy.Tensor_out", aten.slice_copy.Tensor, [1, 0, 4, 2]),
        ("narrow_copy.out", aten.narrow_copy.default, [1, 1, 2]),
        ("select_copy.int_out", aten.select_copy.int, [1, -1]),
        ("flip.out", lambda x, dims: x.flip(tuple(dims)), [(0, 1)]),
        ("roll.out", lambda x, by, dims: x.roll(tuple(by), tuple(dims)), [(1, 2), (0, 1)]),
        ("repeat.out", lambda x, by: x.repeat(tuple(by)), [(2, 1, 2)]),
        ("as_strided_copy.out", lambda x, *a: x.as_strided(*a).clone(), [(2, 2), (5, 3), 1]),
        ("diagonal_copy.out", lambda x, *a: x.diagonal(*a).clone(), [1, 0, 1]),
        ("unfold_copy.out", lambda x, *a: x.unfold(*a).clone(), [1, 2, 1]),
        ("tril.out", torch.tril, [1]),
        ("triu.out", torch.triu, [0]),
    ):
        result: Function = lambda *a, function=function: function(*a).contiguous()  # noqa: E731
        cases.add(f"aten::{operator}", name, result, x, *arguments)
    thin = values(3, 1, 4, dtype=dtype)
    squeeze: Function = lambda x, _: x.reshape(3, 4)  # noqa: E731
    cases.add("aten::squeeze_copy.dim_out", name, squeeze, thin, 1)
    cases.add("aten::squeeze_copy.dims_out", name, squeeze, thin, (1,))
    pixels = values(1, 4, 2, 2, dtype=dtype)
    cases.add("aten::pixel_shuffle.out", name, torch.pixel_shuffle, pixels, 2)
    cases.add("aten::pixel_unshuffle.out", name, torch.pixel_unshuffle, pixels, 2)
    for number in (0, 2.5, True):
        pad: Function = lambda x, by, value: torch.constant_pad_nd(x, tuple(by), value)  # noqa: E731
        cases.add("aten::constant_pad_nd.out", f"{name}_{number}", pad, x, (1, 2, 0, 1), number)


def _picked(cases: Cases, dtype: torch.dtype, name: str) -> None:
    x, rows = values(5, 3, dtype=dtype), positions(5, 4)
    embed: Function = lambda w, i, *_: w[i]  # noqa: E731
    cases.add("aten::embedding.out", name, embed, x, rows, -1, False, False)
    cases.add("aten::index_select.out", name, torch.index_select, x, 0, rows)
    index: Function = lambda x, indices: x[indices[0]]  # noqa: E731
    cases.add("aten::index.Tensor_out", name, index, x, [rows])
    gather: Function = lambda x, dim, i, _: x.gather(dim, i)  # noqa: E731
    cases.add("aten::gather.out", name, gather, x, 0, positions(5, 2, 3), False)
    mask = values(5, 3, dtype=torch.bool)
    cases.add("aten::masked_select.out", name, torch.masked_select, x, mask)


def _replaced(cases: Cases, dtype: torch.dtype, name: str) -> None:
    x, mask, row = values(5, 3, dtype=dtype), values(5, 1, dtype=torch.bool), positions(5, 1, 3)
    source = values(1, 3, dtype=dtype)
    for number in (0, -2.5, True):
        fill: Function = lambda x, mask, v: x.masked_fill(mask, v)  # noqa: E731
        cases.add("aten::masked_fill.Scalar_out", f"{name}_{number}", fill, x, mask, number)
    cases.add("aten::masked_fill.Tensor_out", name, fill, x, mask, values(dtype=dtype))
    cases.add("aten::masked_fill.Tensor_out", f"{name}_of_Float", fill, x, mask, values())
    cases.add(
        "aten::masked_scatter.out", name, torch.masked_scatter, x, mask, values(5, 3, dtype=dtype)
    )
    cases.add("aten::scatter.src_out", name, torch.scatter, x, 0, row, source)
    cases.add("aten::scatter.value_out", name, torch.scatter, x, 0, row, 2.5)
    whole = whole_complex(5, 3, dtype=dtype)
    more, twice = whole_complex(4, 3, dtype=dtype), positions(2, 4, 3)
    cases.add("aten::scatter_add.out", name, torch.scatter_add, whole, 0, twice, more)
    put: Function = lambda x, i, v, a: x.index_put(tuple(i), v, a)  # noqa: E731
    cases.add("aten::index_put.out", name, put, x, [positions(5, 1)], source, False)
    cases.add("aten::index_put.out", f"{name}_sum", put, whole, [positions(2, 4)], more, True)
    cases.add("aten::select_scatter.out", name, torch.select_scatter, x, source[0], 0, 2)
    scatter: Function = lambda x, src, *a: torch.slice_scatter(x, src, *a)  # noqa: E731
    cases.add("aten::slice_scatter.out", name, scatter, x, source, 0, 1, 2, 1)
    cases.add("aten::slice_scatter.out", f"{name}_of_Int", scatter, x, values(1, 3), 0, 1, 2, 1)


def _joined(cases: Cases, dtype: torch.dtype, name: str) -> None:
    cat: Function = lambda tensors, dim: torch.cat(tensors, dim)  # noqa: E731
    stack: Function = lambda tensors, dim: torch.stack(tensors, dim)  # noqa: E731
    pair = [values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)]
    cases.add("aten::cat.out", name, cat, pair, 1)
    cases.add("aten::stack.out", name, stack, pair, 1)
    cases.add("aten::cat.out", f"{name}_with_Int", cat, [pair[0], values(1, 3).int()], 0)
    cases.add("aten::cat.out", f"{name}_with_Half", cat, [values(1, 3).half(), pair[0]], 0)
    x = values(5, 2, dtype=dtype)
    split: Function = lambda x, size, dim: [each.clone() for each in x.split(size, dim)]  # noqa: E731
    sizes: Function = lambda x, by, dim: split(x, list(by), dim)  # noqa: E731
    unbind: Function = lambda x, dim: [each.clone() for each in x.unbind(dim)]  # noqa: E731
    cases.add("aten::split_copy.Tensor_out", name, split, x, 2, 0)
    cases.add("aten::split_with_sizes_copy.out", name, sizes, x, (2, 3), 0)
    cases.add("aten::unbind_copy.int_out", name, unbind, x.contiguous(), 0)


def _laid_out(cases: Cases, dtype: torch.dtype, name: str) -> None:
    clone = lambda x, *_: x.clone()  # noqa: E731
    flip: Function = lambda x, dims: x.flip(tuple(dims))  # noqa: E731
    for (label, order), (to_label, to) in itertools.product(ORDERS.items(), repeat=2):
        image = ordered(values(2, 3, 2, 2, dtype=dtype), order)
        label = f"{name}_{label}_to_{to_label}"
        cases.add("aten::clone.out", label, clone, image, None, out_order=to)
        cases.add("aten::flip.out", label, flip, image, (1, 3), out_order=to)


def _promoted(cases: Cases) -> None:
    """Operands of which one is complex, with and without dimensions."""
    for (a, a_name), (b, b_name) in itertools.product((NAMES | COMPLEX).items(), repeat=2):
        if a == b or not ({a, b} & COMPLEX.keys()):
            continue
        for shape in ((2, 3), ()):
            x = whole_complex(*shape, dtype=a) if a in COMPLEX else _whole(shape, a)
            y = whole_complex(3, dtype=b) if b in COMPLEX else _whole((3,), b)
            for operator, function, rest in (
                ("aten::add.out", add_alpha, (1,)),
                ("aten::mul.out", torch.mul, ()),
            ):
                label = f"{a_name}_{b_name}_{len(shape)}"
                try:
                    result = function(x, y, *rest)
                except RuntimeError:
                    continue  # no promotion of large unsigned integers
                if result.dtype in COMPLEX:  # ComplexHalf is not
                    cases.add(operator, label, function, x, y, *rest)


def _whole(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    return values(*shape, dtype=torch.uint8).to(dtype)
