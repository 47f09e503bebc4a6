"""Calls of operators with PyTorch's results, as the text that the test files hold.

A case is a line `case NAME OPERATOR`, a line for each argument in schema order, and `end`:

    tensor DTYPE SIZES DIM_ORDER HEX     elements in storage order, little-endian; `-` where empty
    out DTYPE SIZES DIM_ORDER HEX        an output and what it must hold
    both DTYPE SIZES DIM_ORDER HEX HEX   a tensor that is read and written, and what it must hold
    none | int N | double X | bool 0/1 | string TEXT
    ints N,N,.. | doubles X,X,.. | bools 0,1,..
    list N                               a list of tensors: the N lines that follow, each as above
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from codegen.dtype import DType
from tasks.run.kerf_cases import DTYPES

_EVERY = {getattr(torch, name): dtype for name, dtype in DTYPES.items()}
NAMES = {dtype: name for dtype, name in _EVERY.items() if not dtype.is_complex}
COMPLEX = {dtype: name for dtype, name in _EVERY.items() if dtype.is_complex}
"""Apart from `NAMES`: most operators have no complex numbers, those that do have cases of their
own."""
SCALAR_TYPES = {dtype: DType(name).number for dtype, name in NAMES.items()}
"""What a program passes as a dtype."""
TYPES = {number: dtype for dtype, number in SCALAR_TYPES.items()}
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


class Written:
    """A tensor that the operator writes in place."""

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor


def values(*sizes: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Random elements of which sums stay exact enough in every dtype."""
    if dtype == torch.bool:
        return torch.randint(0, 2, sizes, generator=generator).bool()
    if dtype in (*FLOATS, *COMPLEX):
        made = dtype if dtype in COMPLEX else torch.float32
        return torch.randn(sizes, generator=generator, dtype=made).to(dtype)
    low = -9 if dtype in SIGNED else 0
    return torch.randint(low, 10, sizes, generator=generator).to(dtype)


def whole_complex(*sizes: int, dtype: torch.dtype) -> torch.Tensor:
    """Complex elements of small whole parts: sums and products of them are exact."""
    return torch.complex(*(values(*sizes, dtype=torch.int8).double() for _ in "ri")).to(dtype)


def added_product(function: Any, c: Any, a: Any, b: Any, beta: Any, alpha: Any) -> Any:
    """`function` is addmm or one that is like it."""
    return function(c, a, b, beta=beta, alpha=alpha)


def added(a: Any, b: Any, alpha: Any) -> torch.Tensor:
    return torch.add(a, b, alpha=alpha)


def ordered(tensor: torch.Tensor, order: Order) -> torch.Tensor | Ordered:
    return tensor if order is None else Ordered(tensor, order)


class Cases:
    """The cases of one file."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def of(self, operator: str, function: Callable[..., Any], *rest: Any) -> Case:
        """What adds cases of `operator`, whose results are those of `function`."""
        return Case(self, operator, function, rest)

    def write(self, name: str) -> None:
        path = Path(__file__).parent / f"{name}.txt"
        path.write_text("\n".join(self.lines) + "\n", encoding="ascii")


@dataclass(frozen=True, slots=True)
class Case:
    """Adds a case of one operator for each call: the arguments, then `rest`, and the results of
    `function`.
    """

    cases: Cases
    operator: str
    function: Callable[..., Any]
    rest: tuple[Any, ...]
    prefix: str = ""

    def __call__(self, name: str, *first: Any, out_order: Order = None) -> None:
        """`out_order` is that of the output."""
        arguments = (*first, *self.rest)
        plain = [_plain(item) for item in arguments]
        result = self.function(*plain)
        outputs = tuple(result) if isinstance(result, tuple | list) else (result,)
        lines = [f"case {self.prefix}{name} {self.operator}"]
        for item, after in zip(arguments, plain, strict=True):
            more = f" {_tensor(after).split(' ')[-1]}" if isinstance(item, Written) else ""
            lines.append(_argument(item) + more)
        if isinstance(result, list):
            lines.append(f"list {len(result)}")
        for index, output in enumerate(outputs):
            order = out_order if index == 0 else None
            lines.append("out " + _tensor(ordered(output, order)))
        self.cases.lines += [*lines, "end"]

    def each_dtype(self, dtypes: Iterable[torch.dtype], sizes: Sequence[int], *rest: Any) -> None:
        """Random elements of each of `dtypes` that PyTorch has the operator for."""
        for dtype in dtypes:
            self.if_possible(f"dtype_{NAMES[dtype]}", values(*sizes, dtype=dtype), *rest)

    def if_possible(self, name: str, *arguments: Any) -> None:
        """Nothing where PyTorch refuses the dtypes, or has no kernel for them."""
        with suppress(RuntimeError, TypeError):
            self(name, *arguments)


def _plain(item: Any) -> Any:
    if isinstance(item, list):
        return [_plain(each) for each in item]
    if isinstance(item, Written):
        return item.tensor.clone()
    return item.tensor if isinstance(item, Ordered) else item


def _argument(item: Any) -> str:
    if isinstance(item, list):
        return "\n".join((f"list {len(item)}", *map(_argument, item)))
    if isinstance(item, torch.Tensor | Ordered):
        return "tensor " + _tensor(item)
    if isinstance(item, Written):
        return "both " + _tensor(item.tensor)
    if item is None:
        return "none"
    if isinstance(item, bool):
        return f"bool {int(item)}"
    if isinstance(item, int):
        return f"int {item}"
    if isinstance(item, float):
        return f"double {item!r}"
    if isinstance(item, str):
        return f"string {item}"
    if item and isinstance(item[0], float):
        return "doubles " + ",".join(map(repr, item))
    if item and isinstance(item[0], bool):
        return "bools " + ",".join(str(int(each)) for each in item)
    return "ints " + (",".join(str(number) for number in item) or "-")


def _tensor(item: torch.Tensor | Ordered) -> str:
    tensor = item.tensor if isinstance(item, Ordered) else item
    order = item.order if isinstance(item, Ordered) else tuple(range(tensor.dim()))
    stored = tensor.permute(order).clone(memory_format=torch.contiguous_format)
    content = bytes(stored.reshape(-1).view(torch.uint8).tolist()) if stored.numel() else b""
    sizes = ",".join(map(str, tensor.shape)) or "-"
    dtype = _EVERY[tensor.dtype]
    return f"{dtype} {sizes} {','.join(map(str, order)) or '-'} {content.hex() or '-'}"
