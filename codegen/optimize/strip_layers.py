"""Calls of quantized operators as layers of a chain that runs a few rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from codegen.dtype import DType
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Tensor
from codegen.optimize.shifts import SHIFTS, are_shifts
from codegen.strips import Kind, Layer, numbers_of

_SECOND, _LAST = (0, 2, 3, 1), (0, 1, 2, 3)
"""The dims of batches, rows, columns and channels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StripCall:
    """A call as a layer, whose sources and capacity depend on the chain."""

    layer: Layer
    operands: tuple[int, ...]
    """The values that it reads as images."""
    image: tuple[int, int, int]
    """Rows, columns and channels of each of these."""
    result: int
    weights: bytes = b""
    numbers: tuple[int, ...] = ()
    """A convolution has the biases, multipliers and shifts of its channels, four shifts in one."""


def strip_call(edit: Edit, call: Call) -> StripCall | None:
    """`call` as a layer; None where it is none that a chain may have."""
    reader = _READERS.get(call.operator)
    if reader is None or call.operator not in edit.operators:
        return None
    return reader(edit, edit.named(call), _LAST if call.operator.endswith(_NHWC) else _SECOND)


_Dims = tuple[int, ...]
_Named = Mapping[str, int]
_NHWC = "_nhwc.out"


def image_of(edit: Edit, index: int, dims: _Dims) -> tuple[int, int, int] | None:
    """Rows, columns and channels of an int8 image of one batch, which are nested so."""
    value = edit.tensor(index)
    if value is None or value.constant or not value.static or len(value.sizes) != 4:
        return None
    order = tuple(dim for dim in dims if value.sizes[dim] != 1)
    if value.dtype is not DType.Char or value.memory_order != order:
        return None
    if value.sizes[dims[0]] != 1 or value.nbytes == 0:
        return None
    return value.sizes[dims[1]], value.sizes[dims[2]], value.sizes[dims[3]]


def _pairs(edit: Edit, named: _Named, *names: str) -> list[tuple[int, int]] | None:
    """Rows and columns of each of these arguments, where they are known."""
    lists = [edit.numbers(named[name]) for name in names]
    known = [(each[0], each[-1]) for each in lists if each and len(each) <= 2]
    return known if len(known) == len(lists) else None


def _whole(edit: Edit, named: _Named, *names: str) -> tuple[int, ...] | None:
    """The known integers of these arguments."""
    numbers = [edit.number(named[name]) for name in names]
    return None if any(not isinstance(n, int) for n in numbers) else tuple(map(int, numbers))  # type: ignore[arg-type]


def _constant(edit: Edit, index: int, dtype: DType) -> Tensor | None:
    value = edit.tensor(index)
    if value is None or value.data is None or not value.constant or value.dtype is not dtype:
        return None
    return value


def _convolution(edit: Edit, named: _Named, dims: _Dims) -> StripCall | None:
    depthwise = "depth_multiplier" in named
    given, made = image_of(edit, named["input"], dims), image_of(edit, named["out"], dims)
    weight = _constant(edit, named["weight"], DType.Char)
    window = _pairs(edit, named, "stride", "padding", "dilation")
    names = ("input_offset", "output_offset", "activation_min", "activation_max")
    numbers = _whole(edit, named, *names)
    if given is None or made is None or weight is None or numbers is None or window is None:
        return None
    if len(weight.sizes) != 4 or not weight.static or not weight.nested_in_order:
        return None
    filters = made[2]
    scales = _scales(edit, named, filters)
    if scales is None or weight.data is None:
        return None
    stride, padding, dilation = window
    kernel = weight.sizes[1], weight.sizes[2]
    kind, depth, data = Kind.CONVOLUTION, weight.sizes[3], weight.data
    if depthwise:
        depth = 1
        if prod(kernel) * filters != weight.nbytes:
            return None
        if edit.number(named["depth_multiplier"]) == 1:
            kind = Kind.DEPTHWISE
        else:  # each filter on its own, as run_multiplied() in cortex_m/convolution.h has them
            data = np.frombuffer(data, np.int8).reshape(-1, filters).T.tobytes()
    layer = Layer(
        kind=kind,
        rows=made[0],
        columns=made[1],
        channels=filters,
        kernel=kernel,
        stride=stride,
        padding=padding,
        dilation=dilation,
        others=(depth, *numbers),
    )
    return StripCall(
        layer=layer,
        operands=(named["input"],),
        image=given,
        result=named["out"],
        weights=data,
        numbers=scales,
    )


def _scales(edit: Edit, named: _Named, filters: int) -> tuple[int, ...] | None:
    """Biases, multipliers and shifts."""
    found: list[int] = []
    for name in ("bias", "requantize_multipliers", SHIFTS):
        if name == "bias" and edit.is_none(named[name]):
            found += [0] * filters
            continue
        array = edit.array(named[name])
        if array is None or array.size != filters:
            return None
        numbers = array.reshape(-1).tolist()
        if name != SHIFTS:
            found += numbers
        elif are_shifts(array):
            found += numbers_of(numbers)
        else:
            return None
    return tuple(found)


def _pooling(edit: Edit, named: _Named, dims: _Dims) -> StripCall | None:
    given, made = image_of(edit, named["input"], dims), image_of(edit, named["out"], dims)
    window = _pairs(edit, named, "kernel_size", "stride", "padding")
    averages = "multiplier" in named
    names = ("zero_point", "multiplier", "shift")
    numbers = _whole(edit, named, *(names if averages else ("activation_min", "activation_max")))
    if given is None or made is None or numbers is None or window is None:
        return None
    if not averages and _pairs(edit, named, "dilation") != [(1, 1)]:
        return None
    kernel, stride, padding = window
    layer = Layer(
        kind=Kind.AVERAGE if averages else Kind.MAXIMUM,
        rows=made[0],
        columns=made[1],
        channels=made[2],
        kernel=kernel,
        stride=stride,
        padding=padding,
        others=numbers,
    )
    return StripCall(layer=layer, operands=(named["input"],), image=given, result=named["out"])


def _elements(kind: Kind, operands: tuple[str, ...], *names: str) -> _Reader:
    """Reads operators by element, of operands of one shape and dim order."""

    def read(edit: Edit, named: _Named, _: _Dims) -> StripCall | None:
        numbers = _whole(edit, named, *names)
        values = [edit.tensor(named[name]) for name in (*operands, "out")]
        if numbers is None or len({(v.sizes, v.dim_order) for v in values if v}) != 1:
            return None
        table = _constant(edit, named["lut"], DType.Char) if kind is Kind.LOOKUP else None
        if kind is Kind.LOOKUP and (table is None or table.nbytes != 256):
            return None
        for dims in (_SECOND, _LAST):
            images = [image_of(edit, named[name], dims) for name in (*operands, "out")]
            if images[-1] is not None and len(set(images)) == 1:
                rows, columns, channels = images[-1]
                return StripCall(
                    layer=Layer(
                        kind=kind, rows=rows, columns=columns, channels=channels, others=numbers
                    ),
                    operands=tuple(named[name] for name in operands),
                    image=images[-1],
                    result=named["out"],
                    weights=table.data or b"" if table is not None else b"",
                )
        return None

    return read


_Reader = Callable[[Edit, _Named, _Dims], StripCall | None]
_TWO = ("self", "other")
_READERS: Mapping[str, _Reader] = {
    **{
        f"cortex_m::quantized_{name}{form}.out": reader
        for name, reader in (
            ("conv2d", _convolution),
            ("depthwise_conv2d", _convolution),
            ("avg_pool2d", _pooling),
            ("max_pool2d", _pooling),
        )
        for form in ("", "_nhwc")
    },
    "cortex_m::quantized_add.out": _elements(
        Kind.ADD,
        _TWO,
        "self_zero_point",
        "other_zero_point",
        "self_multiplier",
        "self_shift",
        "other_multiplier",
        "other_shift",
        "output_multiplier",
        "output_shift",
        "output_zero_point",
        "activation_min",
        "activation_max",
    ),
    "cortex_m::quantized_mul.out": _elements(
        Kind.MUL,
        _TWO,
        "self_zero_point",
        "other_zero_point",
        "output_multiplier",
        "output_shift",
        "output_zero_point",
    ),
    "cortex_m::quantized_activation.out": _elements(Kind.LOOKUP, ("input",)),
}
