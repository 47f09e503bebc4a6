"""Checks that kernels of cortex_m make of their arguments, made by the build instead.

A compiled program's shapes, numbers and constants are known, so that what the kernel of an operator
returns InvalidArgument for can be found here: then no device checks it. Of operators that are not
in `CHECKS` nothing is known. Each follows the kernel of the same name in runtime/kernels/cortex_m.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from codegen.dtype import DType
from codegen.operator_schema import OperatorSchema
from codegen.opinfo import Argument, Call, ListArg, ScalarArg, TensorArg

Ints = Sequence[int]
_SECOND, _LAST = (0, 2, 3, 1), (0, 1, 2, 3)
"""Batch, rows, columns and channels among the dims of images."""
_LARGEST_EXTENT = 2**29
_SOFTMAX_TERMS = 4095
_TABLE_SIZE = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The arguments of a call by name; `data` has the numbers of constant tensors of Int."""

    arguments: Mapping[str, Argument]
    data: Mapping[str, Ints]

    def tensor(self, name: str) -> TensorArg:
        """A tensor that has elements."""
        found = self.arguments.get(name)
        if not isinstance(found, TensorArg) or prod(found.sizes) < 1:
            raise _UnknownError
        return found

    def number(self, name: str) -> int:
        """An int or a bool."""
        found = self.arguments.get(name)
        if not isinstance(found, ScalarArg) or not isinstance(found.value, int) or found.computed:
            raise _UnknownError
        return int(found.value)

    def numbers(self, name: str) -> tuple[int, ...]:
        """A list of ints."""
        found = self.arguments.get(name)
        if not isinstance(found, ListArg) or found.kind != "int_list":
            raise _UnknownError
        return tuple(_known(item) for item in found.items)

    def is_absent(self, name: str) -> bool:
        """Whether an optional is left out."""
        found = self.arguments.get(name)
        return isinstance(found, ScalarArg) and found.kind == "none"


class _UnknownError(Exception):
    """Something that the checks need is not known."""


def is_checked(call: Call, schema: OperatorSchema, data: Mapping[str, Ints]) -> bool:
    """Whether the kernel of `call` would accept its arguments, which never change."""
    check = CHECKS.get(call.operator)
    if check is None:
        return False
    names = [parameter.name for parameter in schema.parameters]
    arguments = dict(zip(names, call.arguments, strict=False))
    try:
        return check(Checked(arguments=arguments, data=data))
    except _UnknownError:
        return False


def _known(item: object) -> int:
    if not isinstance(item, int):
        raise _UnknownError
    return int(item)


# What several have in common


def _is_int8(*numbers: int) -> bool:
    return all(-128 <= number <= 127 for number in numbers)


def _is_scale(multiplier: int, shift: int) -> bool:
    return 0 <= multiplier < 2**31 and -31 <= shift <= 31


def _is_image(tensor: TensorArg, dims: Ints) -> bool:
    """Whether batches, rows, columns and channels are nested so in memory."""
    if len(tensor.sizes) != len(dims):
        return False
    strides, inner = [0] * len(dims), 1
    for dim in reversed(tensor.dim_order):
        strides[dim] = inner
        inner *= tensor.sizes[dim]
    expected = 1
    for dim in reversed(dims):
        if tensor.sizes[dim] != 1 and strides[dim] != expected:
            return False
        expected *= tensor.sizes[dim]
    return True


def _is_contiguous(tensor: TensorArg) -> bool:
    return _is_image(tensor, range(len(tensor.sizes)))


def _pair(numbers: Ints, least: int) -> tuple[int, int]:
    if len(numbers) not in (1, 2) or not all(least <= n <= _LARGEST_EXTENT for n in numbers):
        raise _UnknownError
    return numbers[0], numbers[-1]


def _outputs(size: int, kernel: int, stride: int, padding: int, dilation: int) -> int:
    padded, extent = size + 2 * padding, (kernel - 1) * dilation + 1
    if padded > _LARGEST_EXTENT or kernel < 1 or extent > padded:
        raise _UnknownError
    return (padded - extent) // stride + 1


# Operators


def _convolution(call: Checked, dims: Ints, *, depthwise: bool) -> bool:
    image, weight, out = call.tensor("input"), call.tensor("weight"), call.tensor("out")
    if not (_is_image(image, dims) and _is_image(weight, _LAST) and _is_image(out, dims)):
        return False
    lists = zip(
        (image.sizes[dims[1]], image.sizes[dims[2]]),
        weight.sizes[1:3],
        _pair(call.numbers("stride"), 1),
        _pair(call.numbers("padding"), 0),
        _pair(call.numbers("dilation"), 1),
        strict=True,
    )
    rows, columns = (_outputs(*each) for each in lists)
    channels, filters = image.sizes[dims[3]], weight.sizes[3 if depthwise else 0]
    sizes = dict(zip(dims, (image.sizes[dims[0]], rows, columns, filters), strict=True))
    if any(out.sizes[dim] != size for dim, size in sizes.items()):
        return False
    if depthwise:
        multiplier = call.number("depth_multiplier")
        if weight.sizes[0] != 1 or multiplier < 1 or multiplier * channels != filters:
            return False
    else:
        groups, rest = divmod(channels, weight.sizes[3])
        if groups < 1 or rest or filters % groups:
            return False
    bounds = [call.number(each) for each in ("output_offset", "activation_min", "activation_max")]
    if not _is_int8(-call.number("input_offset"), *bounds):
        return False
    return _has_scales(call, filters) and _has_bias(call, filters)


def _has_scales(call: Checked, filters: int) -> bool:
    scales = [call.data.get(f"requantize_{each}") for each in ("multipliers", "shifts")]
    known = [each for each in scales if each is not None and len(each) == filters]
    return len(known) == len(scales) and all(map(_is_scale, *known))


def _has_bias(call: Checked, filters: int) -> bool:
    return call.is_absent("bias") or prod(call.tensor("bias").sizes) == filters


def _linear(call: Checked) -> bool:
    rows, weights, out = call.tensor("input"), call.tensor("weights"), call.tensor("out")
    if not rows.sizes or len(weights.sizes) != 2 or rows.sizes[-1] != weights.sizes[1]:
        return False
    if out.sizes != (*rows.sizes[:-1], weights.sizes[0]):
        return False
    if not all(map(_is_contiguous, (rows, weights, out))):
        return False
    multipliers = call.numbers("requantize_multipliers")
    shifts = call.numbers("requantize_shifts")
    if not multipliers or not shifts or not _is_scale(multipliers[0], shifts[0]):
        return False
    offsets = [-call.number(each) for each in ("input_offset", "filter_offset")]
    bounds = [call.number(each) for each in ("output_offset", "activation_min", "activation_max")]
    if not _is_int8(*offsets, *bounds):
        return False
    for name in ("bias", "kernel_sum"):
        if not call.is_absent(name) and prod(call.tensor(name).sizes) != weights.sizes[0]:
            return False
    return True


def _average(call: Checked, dims: Ints) -> bool:
    scale = call.number("multiplier"), call.number("shift")
    return _is_int8(call.number("zero_point")) and _is_scale(*scale) and _pools(call, dims)


def _maximum(call: Checked, dims: Ints) -> bool:
    zeros = {call.number(f"{each}_zero_point") for each in ("input", "output")}
    bounds = call.number("activation_min"), call.number("activation_max")
    if len(zeros) != 1 or _pair(call.numbers("dilation"), 1) != (1, 1):
        return False
    return _is_int8(*bounds) and _pools(call, dims)


def _pools(call: Checked, dims: Ints) -> bool:
    image, out = call.tensor("input"), call.tensor("out")
    if call.number("ceil_mode") or not (_is_image(image, dims) and _is_image(out, dims)):
        return False
    kernel, stride = _pair(call.numbers("kernel_size"), 1), _pair(call.numbers("stride"), 1)
    padding = _pair(call.numbers("padding"), 0)
    if any(each > extent // 2 for each, extent in zip(padding, kernel, strict=True)):
        return False
    given = (image.sizes[dims[1]], image.sizes[dims[2]])
    lists = zip(given, kernel, stride, padding, (1, 1), strict=True)
    rows, columns = (_outputs(*each) for each in lists)
    wanted = (image.sizes[dims[0]], rows, columns, image.sizes[dims[3]])
    return all(out.sizes[dim] == size for dim, size in zip(dims, wanted, strict=True))


def _softmax(call: Checked) -> bool:
    given, out, dim = call.tensor("input"), call.tensor("out"), call.number("dim")
    rank = len(out.sizes)
    if given.sizes != out.sizes or given.dim_order != out.dim_order or not -rank <= dim < rank:
        return False
    multiplier, shift = call.number("input_multiplier"), call.number("input_shift")
    if not _is_scale(multiplier, shift) or shift < 0:
        return False
    return call.number("output_zero_point") == -128 and out.sizes[dim] <= _SOFTMAX_TERMS


def _quantized(call: Checked, *, given: str) -> bool:
    """A quantize or a dequantize of int8, `given` being the quantized tensor."""
    one, other = call.tensor("input"), call.tensor("out")
    if call.tensor(given).dtype is not DType.Char or call.number("dtype") != DType.Char.number:
        return False
    numbers = [call.number(each) for each in ("zero_point", "quant_min", "quant_max")]
    return _is_int8(*numbers) and _is_alike(one, other)


def _table(call: Checked) -> bool:
    table = prod(call.tensor("lut").sizes) == _TABLE_SIZE
    return table and _is_alike(call.tensor("input"), call.tensor("out"))


def _is_alike(one: TensorArg, other: TensorArg) -> bool:
    return (one.sizes, one.dim_order) == (other.sizes, other.dim_order)


def _sum(call: Checked) -> bool:
    scales = [
        (call.number(f"{each}_multiplier"), call.number(f"{each}_shift"))
        for each in ("self", "other", "output")
    ]
    zeros = [call.number(f"{each}_zero_point") for each in ("self", "other", "output")]
    bounds = call.number("activation_min"), call.number("activation_max")
    return all(_is_scale(*each) for each in scales) and _is_int8(*zeros, *bounds)


def _product(call: Checked) -> bool:
    zeros = [call.number(f"{each}_zero_point") for each in ("self", "other")]
    scale = call.number("output_multiplier"), call.number("output_shift")
    known = all(-(2**14) <= zero < 2**14 for zero in zeros)
    return known and _is_scale(*scale) and _is_int8(call.number("output_zero_point"))


def _of_layouts(
    name: str, check: Callable[[Checked, Ints], bool]
) -> Mapping[str, Callable[[Checked], bool]]:
    return {
        f"cortex_m::{name}.out": lambda call: check(call, _SECOND),
        f"cortex_m::{name}_nhwc.out": lambda call: check(call, _LAST),
    }


CHECKS: Mapping[str, Callable[[Checked], bool]] = {
    **_of_layouts("quantized_avg_pool2d", _average),
    **_of_layouts("quantized_conv2d", lambda c, dims: _convolution(c, dims, depthwise=False)),
    **_of_layouts(
        "quantized_depthwise_conv2d", lambda c, dims: _convolution(c, dims, depthwise=True)
    ),
    **_of_layouts("quantized_max_pool2d", _maximum),
    "cortex_m::dequantize_per_tensor.out": lambda call: _quantized(call, given="input"),
    "cortex_m::quantize_per_tensor.out": lambda call: _quantized(call, given="out"),
    "cortex_m::quantized_activation.out": _table,
    "cortex_m::quantized_add.out": _sum,
    "cortex_m::quantized_linear.out": _linear,
    "cortex_m::quantized_mul.out": _product,
    "cortex_m::softmax.out": _softmax,
}
"""By operator, whether its kernel accepts a call on static shapes."""
