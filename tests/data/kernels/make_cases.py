"""Writes `<operator family>.txt`: calls of operators with the results that PyTorch (eager) gives.

Run with torch 2.13.0 (CPU): `python make_cases.py`. A case is a line `case NAME OPERATOR`, a line
for each argument in schema order, and `end`:

    tensor DTYPE SIZES DIM_ORDER HEX     elements in storage order, little-endian; `-` where empty
    out DTYPE SIZES DIM_ORDER HEX        an output and what it must hold
    none | int N | double X | bool 0/1 | ints N,N,..

Nothing but this file makes the expected values; the operators under test have no part in it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch

NAMES = {
    torch.uint8: "Byte",
    torch.int8: "Char",
    torch.int16: "Short",
    torch.int32: "Int",
    torch.int64: "Long",
    torch.float16: "Half",
    torch.float32: "Float",
    torch.float64: "Double",
    torch.bool: "Bool",
    torch.bfloat16: "BFloat16",
    torch.uint16: "UInt16",
    torch.uint32: "UInt32",
    torch.uint64: "UInt64",
}
FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
SIGNED = (torch.int8, torch.int16, torch.int32, torch.int64)
COMMON = (torch.bool, torch.uint8, *SIGNED, *FLOATS)
aten: Any = torch.ops.aten
generator = torch.Generator()
Order = Sequence[int] | None
CHANNELS_LAST = (0, 2, 3, 1)


class Ordered:
    """A tensor that lies in memory by a dim order of its own."""

    def __init__(self, tensor: torch.Tensor, order: Sequence[int]) -> None:
        self.tensor = tensor
        self.order = tuple(order)


def values(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Random elements of which sums stay exact enough in every dtype."""
    if dtype == torch.bool:
        return torch.randint(0, 2, sizes, generator=generator).bool()
    if dtype in FLOATS:
        return torch.randn(sizes, generator=generator).to(dtype)
    low = -9 if dtype in SIGNED else 0
    return torch.randint(low, 10, sizes, generator=generator).to(dtype)


def ordered(tensor: torch.Tensor, order: Order) -> torch.Tensor | Ordered:
    return tensor if order is None else Ordered(tensor, order)


class Cases:
    """The cases of one file."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count: dict[str, int] = {}

    def add(
        self,
        operator: str,
        name: str,
        function: Callable[..., Any],
        *arguments: Any,
        out_order: Order = None,
    ) -> None:
        """Calls `function` and keeps arguments and results; `out_order` is that of the output."""
        plain = [item.tensor if isinstance(item, Ordered) else item for item in arguments]
        result = function(*plain)
        outputs = result if isinstance(result, tuple) else (result,)
        self.lines.append(f"case {name} {operator}")
        self.lines += [_argument(item) for item in arguments]
        for index, output in enumerate(outputs):
            order = out_order if index == 0 else None
            self.lines.append("out " + _tensor(ordered(output, order)))
        self.lines.append("end")

    def write(self, name: str) -> None:
        path = Path(__file__).parent / f"{name}.txt"
        path.write_text("\n".join(self.lines) + "\n", encoding="ascii")


def _argument(item: Any) -> str:
    if isinstance(item, torch.Tensor | Ordered):
        return "tensor " + _tensor(item)
    if item is None:
        return "none"
    if isinstance(item, bool):
        return f"bool {int(item)}"
    if isinstance(item, int):
        return f"int {item}"
    if isinstance(item, float):
        return f"double {item!r}"
    return "ints " + (",".join(str(number) for number in item) or "-")


def _tensor(item: torch.Tensor | Ordered) -> str:
    tensor = item.tensor if isinstance(item, Ordered) else item
    order = item.order if isinstance(item, Ordered) else tuple(range(tensor.dim()))
    stored = tensor.permute(order).contiguous() if tensor.dim() else tensor
    content = bytes(stored.reshape(-1).view(torch.uint8).tolist()) if stored.numel() else b""
    sizes = ",".join(map(str, tensor.shape)) or "-"
    return f"{NAMES[tensor.dtype]} {sizes} {','.join(map(str, order)) or '-'} {content.hex() or '-'}"


def binary(cases: Cases, operator: str, function: Callable[..., Any], *rest: Any) -> None:
    """Shapes, layouts and dtypes of an operator on two tensors."""

    def case(name: str, a: Any, b: Any, order: Order = None) -> None:
        cases.add(operator, name, function, a, b, *rest, out_order=order)

    shapes = {
        "same": ((2, 3), (2, 3)),
        "row": ((2, 3), (3,)),
        "column": ((2, 3), (2, 1)),
        "outer": ((4, 1), (1, 5)),
        "longer_other": ((3,), (2, 2, 3)),
        "middle": ((2, 1, 3), (2, 4, 1)),
        "zero_dims": ((), ()),
        "number_left": ((), (2, 2)),
        "number_right": ((2, 2), ()),
        "empty": ((0, 3), (3,)),
        "empty_against_one": ((2, 0), (2, 1)),
        "sixteen_dims": ((1,) * 14 + (2, 3), (2,) + (1,) * 14 + (3,)),
        "long_run": ((70,), (70,)),
    }
    for name, (a, b) in shapes.items():
        case(name, values(*a), values(*b))
    image = values(2, 3, 2, 2)
    case("channels_last", Ordered(image, CHANNELS_LAST), Ordered(image + 1, CHANNELS_LAST), CHANNELS_LAST)
    case("layouts_differ", Ordered(image, CHANNELS_LAST), image + 1)
    case("layout_of_out_differs", image, image + 1, CHANNELS_LAST)
    case("layout_and_broadcast", Ordered(image, CHANNELS_LAST), values(3, 1, 1), CHANNELS_LAST)
    for dtype in (*COMMON, torch.uint16, torch.uint32, torch.uint64):
        if dtype in (torch.uint16, torch.uint32, torch.uint64) and operator != "aten::mul.out":
            continue  # PyTorch's CPU has no add for them
        case(f"dtype_{NAMES[dtype]}", values(2, 3, dtype=dtype), values(2, 3, dtype=dtype))
    for a, b in itertools.permutations(COMMON, 2):
        case(f"mixed_{NAMES[a]}_{NAMES[b]}", values(2, 2, dtype=a), values(2, dtype=b))
    for a, b in itertools.product(COMMON, repeat=2):
        if a != b:
            case(f"number_{NAMES[a]}_{NAMES[b]}", values(3, dtype=a), values(dtype=b))
    case("mixed_long_run", values(2, 75, dtype=torch.int32), values(2, 1))
    for dtype in (torch.uint8, *SIGNED):
        low, high = torch.iinfo(dtype).min, torch.iinfo(dtype).max
        edge = torch.tensor([low, high, high], dtype=dtype)
        case(f"wraps_{NAMES[dtype]}", edge, torch.tensor([high, 1, high], dtype=dtype))
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 1e-45, 3e38])
    case("special_numbers", special, special.flip(0))


def make_add() -> Cases:
    cases = Cases()
    operator = "aten::add.out"
    binary(cases, operator, lambda a, b, alpha: torch.add(a, b, alpha=alpha), 1)
    scaled = lambda a, b, alpha: torch.add(a, b, alpha=alpha)  # noqa: E731
    for dtype in COMMON:
        alpha: Any = 0.5 if dtype in FLOATS else True if dtype == torch.bool else -3
        cases.add(operator, f"alpha_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), values(3, dtype=dtype), alpha)
    cases.add(operator, "alpha_int_for_float", scaled, values(2), values(2), 2)
    cases.add(operator, "alpha_large_int", scaled, values(2), values(2), -(2**40) - 12345)
    cases.add(operator, "alpha_zero_of_infinity", scaled, values(2), torch.tensor([1.0, float("inf")]), 0.0)
    operator = "aten::add.Scalar_out"
    for dtype in COMMON:
        cases.add(operator, f"int_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 5, 1)
        cases.add(operator, f"float_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 1.5, 1)
        if dtype != torch.bool:
            cases.add(operator, f"alpha_{NAMES[dtype]}", scaled, values(2, 3, dtype=dtype), 2, 3)
    cases.add(operator, "bool_bool", scaled, values(3, dtype=torch.bool), True, True)
    cases.add(operator, "bool_number", scaled, values(3, dtype=torch.int32), True, 1)
    cases.add(operator, "empty", scaled, values(0, 2), 2, 1)
    cases.add(operator, "zero_dims", scaled, values(), 2.5, 2.0)
    cases.add(operator, "channels_last", scaled, Ordered(values(1, 2, 3, 2), CHANNELS_LAST), 2.5, 1)
    return cases


def make_mul() -> Cases:
    cases = Cases()
    binary(cases, "aten::mul.out", torch.mul)
    return cases


def make_clamp() -> Cases:
    cases = Cases()
    special = torch.tensor([float("nan"), float("inf"), -float("inf"), -0.0, 0.5, 7.0, -2.0])
    layouts = {"same": CHANNELS_LAST, "differs": None}
    for operator, function, rest in (
        ("aten::relu.out", torch.relu, ()),
        ("aten::hardtanh.out", torch.nn.functional.hardtanh, (-1.5, 4.0)),
    ):
        for dtype in (*FLOATS, *SIGNED):
            numbers = rest if dtype in FLOATS else tuple(int(item) for item in rest)
            cases.add(operator, f"dtype_{NAMES[dtype]}", function, values(3, 5, dtype=dtype), *numbers)
        for dtype in FLOATS:
            cases.add(operator, f"special_{NAMES[dtype]}", function, special.to(dtype), *rest)
        for name, order in layouts.items():
            image = Ordered(values(2, 3, 2, 2), CHANNELS_LAST)
            cases.add(operator, f"layout_{name}", function, image, *rest, out_order=order)
        cases.add(operator, "zero_dims", function, torch.tensor(-3.0), *rest)
        cases.add(operator, "empty", function, values(0, 3), *rest)
    cases.add("aten::relu.out", "dtype_Byte", torch.relu, values(4, dtype=torch.uint8))
    cases.add("aten::hardtanh.out", "six", torch.nn.functional.hardtanh, values(40) * 5, 0.0, 6.0)
    cases.add("aten::hardtanh.out", "int_limits", torch.nn.functional.hardtanh, values(9), -1, 1)
    return cases


def make_copies() -> Cases:
    cases = Cases()
    clone = lambda x, *_: x.clone()  # noqa: E731
    image = values(2, 3, 2, 4)
    orders = {"row_major": None, "channels_last": CHANNELS_LAST, "reversed": (3, 2, 1, 0)}
    for operator, rest in (
        ("aten::clone.out", lambda _: (None,)),
        ("dim_order_ops::_clone_dim_order.out", lambda order: (False, order or range(4))),
        ("aten::_to_copy.out", lambda _: (False, None)),
        ("dim_order_ops::_to_dim_order_copy.out", lambda order: (False, order or range(4))),
    ):
        for (name, order), (to_name, to) in itertools.product(orders.items(), repeat=2):
            cases.add(operator, f"{name}_to_{to_name}", clone, ordered(image, order), *rest(to), out_order=to)
        for dtype in NAMES:
            tail = (None,) if "clone.out" in operator else (False, None)
            cases.add(operator, f"dtype_{NAMES[dtype]}", clone, values(2, 3, dtype=dtype), *tail)
        cases.add(operator, "empty", clone, values(2, 0), *tail)
        cases.add(operator, "zero_dims", clone, values(), *tail)
    operator = "dim_order_ops::_to_dim_order_copy.out"
    for a, b in itertools.permutations(NAMES, 2):
        numbers = values(5, dtype=a).abs() if a in (*FLOATS, *SIGNED) else values(5, dtype=a)
        if a in FLOATS:
            numbers = numbers * 3
        cases.add(operator, f"{NAMES[a]}_to_{NAMES[b]}", lambda x, *_, to=b: x.to(to), numbers, False, None)
    for b in (*SIGNED, *FLOATS, torch.bool):
        numbers = torch.tensor([-2.75, -0.5, 0.0, 0.5, 100.9])
        cases.add(operator, f"negative_to_{NAMES[b]}", lambda x, *_, to=b: x.to(to), numbers, False, None)
    for b in (torch.float16, torch.bfloat16):
        edge = [65504, 65519.996, 65520, 1e38, 6e-8, 2.9e-8, 3e-8, 6.1e-5, 1.00048828125, 1.0004884, 1.00390625, 3.4e38]
        edge += [float("nan"), float("inf"), -float("inf"), -0.0]
        cases.add(operator, f"rounding_to_{NAMES[b]}", lambda x, *_, to=b: x.to(to), torch.tensor(edge), False, None)
        bits = torch.arange(-(2**15), 2**15, 97).to(torch.int16).view(b)
        cases.add(operator, f"every_kind_of_{NAMES[b]}", lambda x, *_: x.float(), bits, False, None)
        cases.add(operator, f"bool_of_{NAMES[b]}", lambda x, *_: x.bool(), bits[:40], False, None)
    mixed = Ordered(values(2, 3, 2, 4, dtype=torch.int32), CHANNELS_LAST)
    cases.add(operator, "dtype_and_order", lambda x, *_: x.to(torch.float16), mixed, False, range(4))
    permute = lambda x, dims: x.permute(tuple(dims)).contiguous()  # noqa: E731
    operator = "aten::permute_copy.out"
    for index, dims in enumerate(itertools.permutations(range(3))):
        cases.add(operator, f"rank_3_{index}", permute, values(2, 3, 4), dims)
    for dtype in NAMES:
        cases.add(operator, f"dtype_{NAMES[dtype]}", permute, values(3, 2, dtype=dtype), (1, 0))
    cases.add(operator, "negative", permute, values(2, 3, 4), (-1, 0, -2))
    cases.add(operator, "zero_dims", permute, values(), ())
    cases.add(operator, "empty", permute, values(2, 0, 3), (2, 1, 0))
    cases.add(operator, "ones", permute, values(1, 3, 1, 2), (3, 2, 1, 0))
    cases.add(operator, "rank_16", permute, values(*(2, 1, 1, 3) * 4), tuple(reversed(range(16))))
    cases.add(operator, "channels_last_in", permute, ordered(image, CHANNELS_LAST), (1, 0, 3, 2))
    cases.add(operator, "channels_last_out", permute, image, (0, 2, 3, 1), out_order=(0, 3, 1, 2))
    view = lambda x, size: x.reshape(tuple(size)).clone()  # noqa: E731
    operator = "aten::view_copy.out"
    for name, size in {"flat": (12,), "inferred": (2, -1), "ones": (1, 3, 1, 4, 1), "same": (3, 4)}.items():
        cases.add(operator, name, view, values(3, 4), size)
    cases.add(operator, "to_zero_dims", view, values(1, 1), ())
    cases.add(operator, "empty", view, values(2, 0, 3), (0, 5))
    cases.add(operator, "empty_inferred", view, values(0, 3), (-1, 3))
    cases.add(operator, "dtype_Half", view, values(2, 3, dtype=torch.float16), (3, 2))
    cases.add(operator, "channels_last_kept", view, ordered(image, CHANNELS_LAST), image.shape, out_order=CHANNELS_LAST)
    return cases


def make_mean() -> Cases:
    cases = Cases()
    operator = "aten::mean.out"

    def mean(x: Any, dim: Any, keepdim: bool, dtype: Any) -> torch.Tensor:
        to = None if dtype is None else {6: torch.float32, 7: torch.float64, 5: torch.float16}[dtype]
        if x.numel() and dim is not None:
            return aten.mean.dim(x, list(dim), keepdim, dtype=to)
        return aten.mean.dim(x, None if dim is None else list(dim), keepdim, dtype=to)

    def case(name: str, x: Any, dim: Any, keepdim: bool = False, dtype: Any = None, order: Order = None) -> None:
        cases.add(operator, name, mean, x, dim, keepdim, dtype, out_order=order)

    dims = [None, (), (0,), (1,), (2,), (-1,), (0, 1), (1, 2), (-1, -2), (0, 2), (0, 1, 2), (2, 0)]
    for index, (dim, keepdim) in enumerate(itertools.product(dims, (False, True))):
        case(f"dims_{index}", values(3, 4, 5), dim, keepdim)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(4, 9, dtype=dtype), (1,))
    for dtype in (torch.int32, torch.int64, torch.uint8, torch.bool, torch.float16):
        case(f"asked_Float_of_{NAMES[dtype]}", values(4, 9, dtype=dtype), (0,), False, 6)
    case("asked_Double_of_Float", values(4, 9), (0,), False, 7)
    case("asked_Half_of_Float", values(4, 9), None, False, 5)
    image = values(2, 3, 4, 5)
    for index, dim in enumerate([(2, 3), (1,), (0, 2), (3,)]):
        case(f"channels_last_{index}", Ordered(image, CHANNELS_LAST), dim, True, None, CHANNELS_LAST)
        case(f"channels_last_to_row_major_{index}", Ordered(image, CHANNELS_LAST), dim)
    case("zero_dims", values(), None)
    case("zero_dims_dim", values(), (0,))
    case("zero_dims_last", values(), (-1,), True)
    case("nothing_to_sum", values(2, 0), (1,))
    case("empty_result", values(0, 3), (1,))
    case("nothing_at_all", values(0), None)
    case("long", values(2, 1000) + 100, (1,))
    case("long_strided", values(1000, 3) + 100, (0,))
    case("special_numbers", torch.tensor([[float("inf"), 1], [float("nan"), 1], [3e38, 3e38]]), (1,))
    return cases


def make_matmul() -> Cases:
    cases = Cases()
    turned = (1, 0)
    for m, k, n in ((1, 1, 1), (2, 3, 4), (1, 7, 9), (5, 16, 17), (3, 4, 8), (4, 2, 3)):
        cases.add("aten::mm.out", f"sizes_{m}_{k}_{n}", torch.mm, values(m, k), values(k, n))
        cases.add(
            "aten::addmm.out", f"sizes_{m}_{k}_{n}", lambda c, a, b, beta, alpha: torch.addmm(c, a, b, beta=beta, alpha=alpha),
            values(n), values(m, k), values(k, n), 1, 1,
        )  # fmt: skip
    for dtype in (*FLOATS, torch.uint8, *SIGNED):
        cases.add("aten::mm.out", f"dtype_{NAMES[dtype]}", torch.mm, values(3, 5, dtype=dtype), values(5, 9, dtype=dtype))
    for index, (a, b, out) in enumerate(itertools.product((None, turned), repeat=3)):
        cases.add("aten::mm.out", f"layouts_{index}", torch.mm, ordered(values(3, 4), a), ordered(values(4, 10), b), out_order=out)
    for m, k, n in ((0, 2, 3), (2, 0, 3), (2, 3, 0), (0, 0, 0)):
        cases.add("aten::mm.out", f"empty_{m}_{k}_{n}", torch.mm, values(m, k), values(k, n))
    cases.add("aten::mm.out", "empty_turned", torch.mm, Ordered(values(9, 0), turned), Ordered(values(0, 9), turned))
    addmm = lambda c, a, b, beta, alpha: torch.addmm(c, a, b, beta=beta, alpha=alpha)  # noqa: E731
    for name, size in {"row": (5,), "column": (3, 1), "number": (), "full": (3, 5), "one": (1,)}.items():
        cases.add("aten::addmm.out", f"summand_{name}", addmm, values(*size), values(3, 2), values(2, 5), 1, 1)
        cases.add("aten::addmm.out", f"factors_{name}", addmm, values(*size), values(3, 2), values(2, 5), 2.5, -0.5)
    cases.add("aten::addmm.out", "beta_zero_hides_nan", addmm, torch.full((5,), float("nan")), values(3, 2), values(2, 5), 0, 1)
    cases.add("aten::addmm.out", "int_factors", addmm, values(5), values(3, 2), values(2, 5), 3, 2)
    cases.add("aten::addmm.out", "no_terms", addmm, values(5), values(3, 0), values(0, 5), 1, 1)
    cases.add("aten::addmm.out", "turned_out", addmm, values(5), values(3, 2), Ordered(values(2, 5), turned), 1, 1, out_order=turned)
    for dtype in FLOATS:
        cases.add("aten::addmm.out", f"dtype_{NAMES[dtype]}", addmm, values(5, dtype=dtype), values(3, 7, dtype=dtype), values(7, 5, dtype=dtype), 1, 1)
    return cases


def make_convolution() -> Cases:
    cases = Cases()

    def conv(*arguments: Any) -> torch.Tensor:
        x, w, bias, stride, padding, dilation, transposed, extra, groups = arguments
        return aten.convolution(x, w, bias, list(stride), list(padding), list(dilation), transposed, list(extra), groups)

    def case(
        name: str, x: Any, w: Any, bias: Any = None, stride: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1),
        transposed: bool = False, extra: Any = (0, 0), groups: int = 1, order: Order = None,
    ) -> None:  # fmt: skip
        cases.add("aten::convolution.out", name, conv, x, w, bias, stride, padding, dilation, transposed, extra, groups, out_order=order)

    case("plain", values(1, 2, 5, 5), values(3, 2, 3, 3), values(3))
    case("batches", values(3, 2, 4, 5), values(3, 2, 3, 3))
    case("pointwise", values(2, 5, 3, 6), values(4, 5, 1, 1), values(4))
    case("pointwise_plane_of_9", values(1, 7, 3, 3), values(9, 7, 1, 1))
    case("pointwise_stride_2", values(1, 3, 5, 7), values(2, 3, 1, 1), None, (2, 2))
    case("pointwise_padded", values(1, 3, 3, 3), values(2, 3, 1, 1), values(2), (1, 1), (1, 2))
    case("pointwise_padded_to_its_size", values(1, 3, 5, 5), values(2, 3, 1, 1), None, (2, 2), (2, 2))
    case("depthwise", values(1, 4, 12, 12), values(4, 1, 3, 3), values(4), (1, 1), (1, 1), groups=4)
    case("depthwise_stride_2", values(1, 4, 9, 11), values(4, 1, 3, 3), None, (2, 2), (1, 1), groups=4)
    case("depthwise_multiplier", values(1, 3, 6, 6), values(6, 1, 3, 3), None, (1, 1), (1, 1), groups=3)
    case("groups", values(2, 6, 5, 5), values(4, 3, 3, 3), values(4), (1, 1), (1, 1), groups=2)
    case("dilated", values(1, 2, 9, 9), values(2, 2, 3, 3), None, (1, 1), (2, 2), (2, 2))
    case("dilated_stride", values(1, 2, 11, 12), values(2, 2, 3, 2), values(2), (2, 3), (3, 1), (3, 2))
    case("uneven", values(1, 2, 9, 7), values(3, 2, 3, 5), None, (2, 1), (0, 2))
    case("kernel_column", values(1, 2, 9, 20), values(3, 2, 3, 1), None, (1, 1), (1, 0))
    case("kernel_row", values(1, 2, 5, 20), values(3, 2, 1, 3), None, (1, 1), (0, 1))
    case("padding_beyond_kernel", values(1, 1, 2, 2), values(1, 1, 2, 2), values(1), (1, 1), (4, 4))
    case("kernel_larger_than_input", values(1, 2, 2, 3), values(2, 2, 4, 5), None, (1, 1), (2, 2))
    case("one_number_lists", values(1, 2, 7, 7), values(2, 2, 3, 3), None, (2,), (1,), (1,), False, (0,))
    case("wide", values(1, 1, 1, 40), values(2, 1, 1, 5), None, (1, 1), (0, 2))
    case("first_layer", values(1, 3, 16, 16), values(4, 3, 3, 3), None, (2, 2), (1, 1))
    case("no_batch", values(0, 2, 5, 5), values(3, 2, 3, 3))
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 4, 4, dtype=dtype), values(2, 2, 3, 3, dtype=dtype), values(2, dtype=dtype), (1, 1), (1, 1))
    case("line", values(2, 3, 10), values(4, 3, 3), values(4), (2,), (1,), (1,), False, (0,))
    case("line_depthwise", values(1, 3, 20), values(3, 1, 3), None, (1,), (2,), (1,), False, (0,), 3)
    case("line_dilated", values(1, 3, 20), values(2, 3, 3), None, (1,), (2,), (2,), False, (0,))
    case("line_pointwise", values(2, 3, 11), values(2, 3, 1), values(2), (1,), (0,), (1,), False, (0,))
    x, w = values(2, 4, 6, 9), values(3, 4, 3, 3)
    layouts = {"in": (CHANNELS_LAST, None, None), "weight": (None, CHANNELS_LAST, None), "out": (None, None, CHANNELS_LAST), "all": (CHANNELS_LAST,) * 3}
    for name, (a, b, c) in layouts.items():
        case(f"channels_last_{name}", ordered(x, a), ordered(w, b), values(3), (1, 1), (1, 1), order=c)
        case(f"channels_last_pointwise_{name}", ordered(x, a), ordered(w[:, :, :1, :1], b), None, order=c)
    case("columns_first", ordered(x, (0, 1, 3, 2)), w[:, :, :1, :1])
    case("channels_last_depthwise", ordered(x, CHANNELS_LAST), values(4, 1, 3, 3), None, (2, 1), (1, 1), groups=4, order=CHANNELS_LAST)
    case("transposed", values(1, 3, 4, 4), values(3, 2, 3, 3), values(2), (1, 1), (0, 0), (1, 1), True)
    case("transposed_stride", values(1, 3, 4, 4), values(3, 2, 3, 3), values(2), (2, 2), (1, 1), (1, 1), True, (1, 1))
    case("transposed_groups", values(2, 4, 3, 3), values(4, 3, 2, 2), None, (2, 2), (0, 0), (1, 1), True, (0, 0), 2)
    case("transposed_dilated", values(1, 2, 4, 5), values(2, 2, 3, 3), None, (2, 3), (1, 2), (3, 2), True, (1, 2))
    case("transposed_stride_beyond_kernel", values(1, 2, 3, 3), values(2, 1, 2, 2), values(1), (4, 5), (0, 0), (1, 1), True, (3, 4))
    case("transposed_common_factor", values(1, 2, 4, 4), values(2, 2, 4, 4), None, (4, 6), (2, 1), (2, 4), True, (1, 3))
    case("transposed_line", values(1, 3, 4), values(3, 2, 3), None, (2,), (0,), (1,), True, (0,))
    case("transposed_pointwise", values(1, 3, 4, 5), values(3, 2, 1, 1), None, (1, 1), (0, 0), (1, 1), True)
    case("transposed_channels_last", ordered(values(1, 3, 4, 4), CHANNELS_LAST), values(3, 2, 3, 3), None, (2, 2), (1, 1), (1, 1), True, (1, 1), order=CHANNELS_LAST)
    case("transposed_dtype_Half", values(1, 3, 4, 4, dtype=torch.float16), values(3, 2, 3, 3, dtype=torch.float16), None, (2, 2), (1, 1), (1, 1), True, (1, 1))
    return cases


def make_batch_norm() -> Cases:
    cases = Cases()

    def norm(x: Any, weight: Any, bias: Any, mean: Any, variance: Any, momentum: float, epsilon: float) -> Any:
        return aten._native_batch_norm_legit_no_training(x, weight, bias, mean, variance, momentum, epsilon)

    def case(name: str, x: Any, channels: int, weight: bool = True, bias: bool = True, order: Order = None) -> None:
        dtype = (x.tensor if isinstance(x, Ordered) else x).dtype
        cases.add(
            "aten::_native_batch_norm_legit_no_training.out", name, norm, x,
            values(channels, dtype=dtype) if weight else None, values(channels, dtype=dtype) if bias else None,
            values(channels, dtype=dtype), values(channels, dtype=dtype).abs() + 0.1, 0.1, 1e-5, out_order=order,
        )  # fmt: skip

    for name, sizes in {"plane": (2, 3, 4, 5), "line": (2, 3, 4), "vector": (4, 3), "volume": (1, 2, 2, 3, 2), "empty": (0, 3, 2, 2)}.items():
        case(name, values(*sizes), sizes[1])
    for weight, bias in ((True, False), (False, True), (False, False)):
        case(f"weight_{weight}_bias_{bias}", values(1, 3, 2, 2), 3, weight, bias)
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 3, 2, 2, dtype=dtype), 3)
    case("channels_last", Ordered(values(2, 3, 4, 5), CHANNELS_LAST), 3, order=CHANNELS_LAST)
    return cases


def make_softmax() -> Cases:
    cases = Cases()
    softmax = lambda x, dim, _: torch.softmax(x, dim)  # noqa: E731
    operator = "aten::_softmax.out"
    for dim in (0, 1, 2, -1, -3):
        cases.add(operator, f"dim_{dim}", softmax, values(2, 3, 4), dim, False)
    for dtype in FLOATS:
        cases.add(operator, f"dtype_{NAMES[dtype]}", softmax, values(2, 9, dtype=dtype) * 3, -1, False)
    nan, inf = float("nan"), float("inf")
    rows = [[1000.0, 999.0, -1000.0], [-1e30, -1e30, -1e30], [-inf, 0, 1], [nan, 0, 1], [0, nan, 1], [0, 1, nan], [inf, 0, 1], [3e38, -3e38, 0]]
    cases.add(operator, "special_numbers", softmax, torch.tensor(rows), 1, False)
    cases.add(operator, "all_minus_infinity", softmax, torch.full((1, 3), -inf), 1, False)
    cases.add(operator, "zero_dims", softmax, values(), 0, False)
    cases.add(operator, "empty", softmax, values(0, 3), 1, False)
    cases.add(operator, "empty_dim", softmax, values(3, 0), 1, False)
    cases.add(operator, "channels_last", softmax, Ordered(values(1, 3, 2, 2), CHANNELS_LAST), 1, False, out_order=CHANNELS_LAST)
    return cases


def make_avg_pool2d() -> Cases:
    cases = Cases()

    def pool(x: Any, kernel: Any, stride: Any, padding: Any, ceil: bool, include: bool, divisor: Any) -> torch.Tensor:
        return torch.nn.functional.avg_pool2d(x, list(kernel), list(stride) or None, list(padding), ceil, include, divisor)

    def case(
        name: str, x: Any, kernel: Any, stride: Any = (), padding: Any = (0, 0), ceil: bool = False, include: bool = True,
        divisor: Any = None, order: Order = None,
    ) -> None:  # fmt: skip
        cases.add("aten::avg_pool2d.out", name, pool, x, kernel, stride, padding, ceil, include, divisor, out_order=order)

    case("plain", values(1, 2, 6, 6), (2, 2))
    case("global", values(1, 3, 5, 4), (5, 4))
    case("uneven", values(2, 2, 7, 8), (3, 2), (2, 1))
    case("one_number_lists", values(1, 2, 7, 7), (3,), (2,), (1,))
    for index, (ceil, include) in enumerate(itertools.product((False, True), repeat=2)):
        case(f"padded_{index}", values(1, 2, 7, 6), (3, 3), (2, 2), (1, 1), ceil, include)
        case(f"ceil_beyond_padding_{index}", values(1, 1, 5, 5), (2, 2), (4, 3), (1, 1), ceil, include)
        case(f"last_window_dropped_{index}", values(1, 1, 6, 7), (2, 3), (3, 5), (1, 1), ceil, include)
        case(f"divisor_{index}", values(1, 2, 7, 6), (3, 3), (2, 2), (1, 1), ceil, include, 5)
    case("no_batch", values(3, 6, 6), (2, 3))
    case("empty_batch", values(0, 2, 4, 4), (2, 2))
    for dtype in FLOATS:
        case(f"dtype_{NAMES[dtype]}", values(1, 2, 5, 5, dtype=dtype), (3, 3), (1, 1), (1, 1))
    case("channels_last", Ordered(values(1, 3, 5, 6), CHANNELS_LAST), (2, 3), (1, 2), (1, 1), order=CHANNELS_LAST)
    case("channels_last_to_row_major", Ordered(values(1, 3, 5, 6), CHANNELS_LAST), (2, 2))
    return cases


def main() -> None:
    for name, make in {
        "add": make_add,
        "avg_pool2d": make_avg_pool2d,
        "batch_norm": make_batch_norm,
        "clamp": make_clamp,
        "convolution": make_convolution,
        "copies": make_copies,
        "matmul": make_matmul,
        "mean": make_mean,
        "mul": make_mul,
        "softmax": make_softmax,
    }.items():
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main()
