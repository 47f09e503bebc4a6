"""Cases of complex tensors: operators that compute with them, and all that move elements."""

from __future__ import annotations

import itertools
from contextlib import suppress
from functools import partial

import torch
from case_text import (
    CHANNELS_LAST,
    COMPLEX,
    NAMES,
    Case,
    Cases,
    Ordered,
    added,
    added_product,
    aten,
    generator,
    ordered,
    values,
    whole_complex,
)
from movement_cases import ORDERS, REVERSED

LARGE_UNSIGNED = (torch.uint16, torch.uint32, torch.uint64)
SPECIAL = (0.0, -0.0, 1.5, float("inf"), -float("inf"), float("nan"))


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


def _sums(cases: Cases, dtype: torch.dtype, name: str) -> None:
    case = cases.of("aten::add.out", added)
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    for alpha in (1, -2, 0.5):
        case(f"{name}_alpha_{alpha}", whole(2, 3), whole(3), alpha)
    case(f"{name}_random", *(values(2, 9, dtype=dtype) for _ in "ab"), 1)
    case(f"{name}_zero_dims", whole(), whole(), 1)
    case(f"{name}_empty", whole(2, 0), whole(2, 1), 1)
    case(f"{name}_special", special(dtype), special(dtype).flip(0), 1)
    case(f"{name}_special_alpha", special(dtype), special(dtype), 2)
    case = cases.of("aten::add.Scalar_out", added)
    for number, alpha in ((3, 1), (-0.5, 2), (True, 1), (2, 0.25)):
        case(f"{name}_{number}_{alpha}", whole(2, 3), number, alpha)


def _products(cases: Cases, dtype: torch.dtype, name: str) -> None:
    case = cases.of("aten::mul.out", torch.mul)
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    case(f"{name}_same", whole(2, 9), whole(2, 9))
    case(f"{name}_broadcast", whole(2, 3), whole(3))
    case(f"{name}_zero_dims", whole(), whole())
    case(f"{name}_empty", whole(2, 0), whole(2, 1))
    b = torch.cat([special(dtype).roll(by) for by in (0, 1, 5, 7, 13, 29)])
    a = special(dtype).repeat(6)
    case(f"{name}_special", a, b)
    image = Ordered(whole(2, 3, 2, 2), CHANNELS_LAST)
    case(f"{name}_layouts", image, whole(2, 3, 2, 2), out_order=REVERSED)


def _matrices(cases: Cases, dtype: torch.dtype, name: str) -> None:
    case = cases.of("aten::mm.out", torch.mm)
    whole = lambda *sizes: whole_complex(*sizes, dtype=dtype)  # noqa: E731
    for m, k, n in ((2, 3, 4), (1, 1, 1), (5, 9, 17), (3, 0, 2), (0, 2, 2)):
        case(f"{name}_{m}x{k}x{n}", whole(m, k), whole(k, n))
    a, b = Ordered(whole(3, 4), (1, 0)), Ordered(whole(4, 2), (1, 0))
    case(f"{name}_permuted", a, b, out_order=(1, 0))
    case = cases.of("aten::addmm.out", partial(added_product, torch.addmm))
    for beta, alpha in ((1, 1), (2, 1), (0, 3), (0.5, -2)):
        label = f"{name}_{beta}_{alpha}"
        case(label, whole(3), whole(2, 4), whole(4, 3), beta, alpha)


def _parts(cases: Cases, dtype: torch.dtype, name: str) -> None:
    conjugate = cases.of("aten::_conj_physical.out", torch.conj_physical)
    real_parts = cases.of("aten::view_as_real_copy.out", aten.view_as_real_copy.default)
    for case in (conjugate, real_parts):
        for sizes in ((2, 3), (), (2, 0), (4, 1, 3)):
            label = "x".join(map(str, sizes)) or "scalar"
            case(f"{name}_{label}", values(*sizes, dtype=dtype))
        case(f"{name}_special", special(dtype))
        for order_name, order in ORDERS.items():
            image = ordered(values(2, 3, 2, 4, dtype=dtype), order)
            case(f"{name}_{order_name}", image)
    image = Ordered(values(2, 3, 2, dtype=dtype), (2, 0, 1))
    for order in ((3, 2, 1, 0), (1, 3, 0, 2)):
        label = f"{name}_to_{''.join(map(str, order))}"
        real_parts(label, image, out_order=order)
    conjugate(f"{name}_to_order", values(2, 3, 2, 2, dtype=dtype), out_order=CHANNELS_LAST)
    if dtype == torch.complex64:
        for real, label in NAMES.items():
            conjugate.if_possible(f"{label}_kept", values(2, 3, dtype=real))


def _conversions(cases: Cases, dtype: torch.dtype, name: str) -> None:
    def to(dtype: torch.dtype, operator: str = "aten::_to_copy.out") -> Case:
        return cases.of(operator, lambda x, *_: x.to(dtype), False, None)

    for operator in ("aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out"):
        for other, label in (NAMES | COMPLEX).items():
            to_other = to(other, operator)
            x = whole_complex(5, 7, dtype=dtype)
            if other in LARGE_UNSIGNED or other == torch.uint8:
                x = torch.complex(x.real.abs(), x.imag)
            to_other(f"{name}_to_{label}", x)
            to(dtype, operator)(f"{label}_to_{name}", values(5, 7, dtype=other))
            order = Ordered(whole_complex(2, 3, 2, 2, dtype=dtype).abs().to(dtype), REVERSED)
            to_other(f"{name}_order_to_{label}", order)
    to(torch.bool)(f"{name}_special_flags", special(dtype))
    for other in (torch.float16, torch.float64, torch.complex64, torch.complex128):
        to(other)(f"{name}_special_to_{(NAMES | COMPLEX)[other]}", special(dtype))
    copy = cases.of("aten::copy.out", lambda a, b, _: b.expand(a.shape).to(a.dtype))
    for other in (torch.int32, torch.float32, torch.complex64, torch.complex128):
        a, b = values(2, 3, dtype=dtype), values(3, dtype=other)
        label = f"{name}_of_{(NAMES | COMPLEX)[other]}"
        copy(label, a, b, False)


def _created(cases: Cases, dtype: torch.dtype, name: str) -> None:
    def made(operator: str, result: torch.Tensor) -> Case:
        return cases.of(f"aten::{operator}", lambda *_: result)

    for number in (0, 7, True, 2.5, -1):
        label = f"{name}_{number}"
        whole = torch.full((2, 3), number, dtype=dtype)
        like = values(2, 3, dtype=dtype)
        made("full.out", whole)(label, (2, 3), number)
        made("scalar_tensor.out", whole[0, 0])(label, number)
        made("full_like.out", whole)(label, like, number, None)
        made("fill.Scalar_out", whole)(label, like, number)
    made("zeros.out", torch.zeros(2, 3, dtype=dtype))(name, (2, 3))
    made("ones.out", torch.ones(2, 3, dtype=dtype))(name, (2, 3))
    fill = cases.of("aten::fill.Tensor_out", torch.fill)
    for given in (torch.tensor(1, dtype=torch.int32), torch.tensor(3.0), values(dtype=dtype)):
        label = f"{name}_of_{(NAMES | COMPLEX)[given.dtype]}"
        fill(label, values(2, 3, dtype=dtype), given)


def _copied(cases: Cases, dtype: torch.dtype, name: str) -> None:
    x = values(3, 4, dtype=dtype)
    for operator, *rest in (
        ("aten::alias_copy.out",),
        ("aten::clone.out", None),
        ("aten::detach_copy.out",),
        ("aten::lift_fresh_copy.out",),
        ("dim_order_ops::_clone_dim_order.out", False, (0, 1)),
    ):
        cases.of(str(operator), lambda x, *_: x.clone())(name, x, *rest)
    for operator, function, arguments in (
        ("permute_copy.out", torch.permute, [(1, 0)]),
        ("t_copy.out", torch.t, []),
        ("transpose_copy.int_out", torch.transpose, [0, 1]),
        ("view_copy.out", torch.reshape, [(2, 6)]),
        ("unsqueeze_copy.out", torch.unsqueeze, [1]),
        ("expand_copy.out", lambda x, size, _: x.expand(size), [(2, 3, 4), False]),
        ("slice_copy.Tensor_out", aten.slice_copy.Tensor, [1, 0, 4, 2]),
        ("narrow_copy.out", aten.narrow_copy.default, [1, 1, 2]),
        ("select_copy.int_out", aten.select_copy.int, [1, -1]),
        ("flip.out", torch.flip, [(0, 1)]),
        ("roll.out", torch.roll, [(1, 2), (0, 1)]),
        ("repeat.out", aten.repeat, [(2, 1, 2)]),
        ("as_strided_copy.out", torch.as_strided, [(2, 2), (5, 3), 1]),
        ("diagonal_copy.out", torch.diagonal, [1, 0, 1]),
        ("unfold_copy.out", aten.unfold_copy, [1, 2, 1]),
        ("tril.out", torch.tril, [1]),
        ("triu.out", torch.triu, [0]),
    ):
        cases.of(f"aten::{operator}", function)(name, x, *arguments)
    thin = values(3, 1, 4, dtype=dtype)
    cases.of("aten::squeeze_copy.dim_out", torch.squeeze)(name, thin, 1)
    cases.of("aten::squeeze_copy.dims_out", torch.squeeze)(name, thin, (1,))
    pixels = values(1, 4, 2, 2, dtype=dtype)
    cases.of("aten::pixel_shuffle.out", torch.pixel_shuffle)(name, pixels, 2)
    cases.of("aten::pixel_unshuffle.out", torch.pixel_unshuffle)(name, pixels, 2)
    pad = cases.of("aten::constant_pad_nd.out", torch.constant_pad_nd)
    for number in (0, 2.5, True):
        pad(f"{name}_{number}", x, (1, 2, 0, 1), number)


def _picked(cases: Cases, dtype: torch.dtype, name: str) -> None:
    x, rows = values(5, 3, dtype=dtype), positions(5, 4)
    cases.of("aten::embedding.out", lambda w, i, *_: w[i])(name, x, rows, -1, False, False)
    cases.of("aten::index_select.out", torch.index_select)(name, x, 0, rows)
    cases.of("aten::index.Tensor_out", aten.index)(name, x, [rows])
    gather = cases.of("aten::gather.out", lambda x, dim, i, _: x.gather(dim, i))
    gather(name, x, 0, positions(5, 2, 3), False)
    mask = values(5, 3, dtype=torch.bool)
    cases.of("aten::masked_select.out", torch.masked_select)(name, x, mask)


def _replaced(cases: Cases, dtype: torch.dtype, name: str) -> None:
    x, mask, row = values(5, 3, dtype=dtype), values(5, 1, dtype=torch.bool), positions(5, 1, 3)
    source = values(1, 3, dtype=dtype)
    fill = cases.of("aten::masked_fill.Scalar_out", torch.masked_fill)
    for number in (0, -2.5, True):
        fill(f"{name}_{number}", x, mask, number)
    fill = cases.of("aten::masked_fill.Tensor_out", torch.masked_fill)
    fill(name, x, mask, values(dtype=dtype))
    fill(f"{name}_of_Float", x, mask, values())
    cases.of("aten::masked_scatter.out", torch.masked_scatter)(
        name, x, mask, values(5, 3, dtype=dtype)
    )
    cases.of("aten::scatter.src_out", torch.scatter)(name, x, 0, row, source)
    cases.of("aten::scatter.value_out", torch.scatter)(name, x, 0, row, 2.5)
    whole = whole_complex(5, 3, dtype=dtype)
    more, twice = whole_complex(4, 3, dtype=dtype), positions(2, 4, 3)
    cases.of("aten::scatter_add.out", torch.scatter_add)(name, whole, 0, twice, more)
    put = cases.of("aten::index_put.out", torch.index_put)
    put(name, x, [positions(5, 1)], source, False)
    put(f"{name}_sum", whole, [positions(2, 4)], more, True)
    cases.of("aten::select_scatter.out", torch.select_scatter)(name, x, source[0], 0, 2)
    scatter = cases.of("aten::slice_scatter.out", torch.slice_scatter)
    scatter(name, x, source, 0, 1, 2, 1)
    scatter(f"{name}_of_Int", x, values(1, 3), 0, 1, 2, 1)


def _joined(cases: Cases, dtype: torch.dtype, name: str) -> None:
    cat = cases.of("aten::cat.out", torch.cat)
    pair = [values(2, 3, dtype=dtype), values(2, 3, dtype=dtype)]
    cat(name, pair, 1)
    cases.of("aten::stack.out", torch.stack)(name, pair, 1)
    cat(f"{name}_with_Int", [pair[0], values(1, 3).int()], 0)
    cat(f"{name}_with_Half", [values(1, 3).half(), pair[0]], 0)
    x = values(5, 2, dtype=dtype)
    cases.of("aten::split_copy.Tensor_out", aten.split_copy.Tensor)(name, x, 2, 0)
    cases.of("aten::split_with_sizes_copy.out", aten.split_with_sizes_copy)(name, x, (2, 3), 0)
    cases.of("aten::unbind_copy.int_out", aten.unbind_copy.int)(name, x, 0)


def _laid_out(cases: Cases, dtype: torch.dtype, name: str) -> None:
    clone = cases.of("aten::clone.out", lambda x, _: x.clone(), None)
    flip = cases.of("aten::flip.out", torch.flip, (1, 3))
    for (label, order), (to_label, to) in itertools.product(ORDERS.items(), repeat=2):
        image = ordered(values(2, 3, 2, 2, dtype=dtype), order)
        label = f"{name}_{label}_to_{to_label}"
        clone(label, image, out_order=to)
        flip(label, image, out_order=to)


def _promoted(cases: Cases) -> None:
    """Operands of which one is complex, with and without dimensions."""
    for (a, a_name), (b, b_name) in itertools.product((NAMES | COMPLEX).items(), repeat=2):
        if a == b or not ({a, b} & COMPLEX.keys()):
            continue
        for shape in ((2, 3), ()):
            x = whole_complex(*shape, dtype=a) if a in COMPLEX else _whole(shape, a)
            y = whole_complex(3, dtype=b) if b in COMPLEX else _whole((3,), b)
            # There is no promotion of large unsigned integers, and ComplexHalf is not in NAMES.
            for case in (cases.of("aten::add.out", added, 1), cases.of("aten::mul.out", torch.mul)):
                with suppress(KeyError):
                    case.if_possible(f"{a_name}_{b_name}_{len(shape)}", x, y)


def _whole(shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    return values(*shape, dtype=torch.uint8).to(dtype)
