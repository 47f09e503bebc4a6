"""Drops channels of quantized images that have one value for all inputs, or that nothing reads.

A filter that training has left without weights gives the same number everywhere, and so does one
whose sums never reach the lower bound of its activation. What such a channel adds to the sums of
the layer that reads it is part of that layer's bias, so that its filter and the weights that read
it are dropped. The sums of all other channels are the same, bit by bit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np

from codegen.dtype import DType
from codegen.optimize.arrays import Array, constant_of
from codegen.optimize.edit import Edit
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.quantization import INT8, rescaled
from codegen.optimize.roles import Operators
from codegen.optimize.shifts import SHIFTS
from codegen.optimize.unused import drop_unused

_TOGETHER = 4
"""Kernels take so many channels at a time: as many are kept as give whole groups, if all did."""


class _Kind(Enum):
    DENSE = auto()
    """Each output channel reads all input channels."""
    SPREAD = auto()
    """A depthwise convolution of one input channel, which all output channels read."""
    DEPTHWISE = auto()
    """Each output channel reads one input channel, as in a POOL."""
    POOL = auto()

    @property
    def keeps_channels(self) -> bool:
        """Whether output channel c depends on input channel c alone."""
        return self in (_Kind.DEPTHWISE, _Kind.POOL)


_LAYERS: Mapping[str, tuple[_Kind, int]] = {
    "cortex_m::quantized_conv2d.out": (_Kind.DENSE, 1),
    "cortex_m::quantized_conv2d_nhwc.out": (_Kind.DENSE, 3),
    "cortex_m::quantized_linear.out": (_Kind.DENSE, -1),
    "cortex_m::quantized_depthwise_conv2d.out": (_Kind.DEPTHWISE, 1),
    "cortex_m::quantized_depthwise_conv2d_nhwc.out": (_Kind.DEPTHWISE, 3),
    "cortex_m::quantized_avg_pool2d.out": (_Kind.POOL, 1),
    "cortex_m::quantized_avg_pool2d_nhwc.out": (_Kind.POOL, 3),
    "cortex_m::quantized_max_pool2d.out": (_Kind.POOL, 1),
    "cortex_m::quantized_max_pool2d_nhwc.out": (_Kind.POOL, 3),
}
"""Maps an operator to what it is and to the dimension of channels."""
_LINEAR = -1
_LIMIT = 2**31 - 2**8
"""Below it neither a sum nor the zero point that is added to it leaves int32."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layer:
    """A call whose channels are understood."""

    time: int
    call: Call
    kind: _Kind
    axis: int
    named: Mapping[str, int]
    source: int
    """The buffer of its input."""
    target: int
    """The buffer of its output."""
    weights: Array
    """They are int8: filters, taps, input channels; depthwise: 1, rows, columns, channels."""

    @property
    def channels(self) -> int:
        """How many the output has."""
        return int(self.weights.shape[0 if self.kind is _Kind.DENSE else -1])


@dataclass(frozen=True, slots=True)
class _Range:
    """The least and the greatest value of each channel of a buffer."""

    low: Array
    high: Array


def drop_channels(method: Method, operators: Operators) -> Method:
    """`method` without channels that are constant, or read with weights of zero alone.

    Calls that nothing needs would be readers of them.
    """
    called = (each.operator for each in method.instructions if isinstance(each, Call))
    if method.fixed or not any(name in _LAYERS for name in called):
        return method
    edit = Edit(drop_unused(method, operators), operators)
    while _drop_once(edit):
        edit.changed()
    return edit.finish()


def _drop_once(edit: Edit) -> bool:
    """Drops what can be now, which may leave more that nothing reads; whether there was any."""
    layers = tuple(_layers(edit))
    counts = {each.target: each.channels for each in layers}
    ranges = _ranges(edit, layers)
    kept: dict[int, Array] = {}
    for group in _groups(layers):
        if not all(_is_understood(edit, each, counts.get(each), layers) for each in group):
            continue
        dropped = np.ones(counts[min(group)], dtype=bool)
        readers = [each for each in layers if each.source in group and each.target not in group]
        for reader in readers:
            dropped &= _absorbs(edit, reader, ranges[reader.source])
        chosen = _kept(dropped)
        if readers and not chosen.all():
            kept |= dict.fromkeys(group, chosen)
    for layer in layers:
        if layer.source in kept or layer.target in kept:
            _rewrite(edit, layer, kept, ranges)
    for buffer, chosen in kept.items():
        _shrink(edit, buffer, chosen, layers)
    return bool(kept)


def _layers(edit: Edit) -> Iterator[_Layer]:
    for time, call in edit.calls(*_LAYERS):
        kind, axis = _LAYERS[call.operator]
        named = edit.named(call)
        source, target = (_buffer(edit, named[name]) for name in ("input", "out"))
        if source is None or target is None or source == target or not edit.is_sound(call):
            continue
        sizes = edit.known_tensor(named["input"]).sizes
        weights = _weights(edit, named, kind, axis) if len(sizes) > max(axis, 0) else None
        if weights is None:
            continue
        into = sizes[axis]
        if kind is _Kind.DEPTHWISE and into == 1 and weights.shape[-1] > 1:
            kind = _Kind.SPREAD
        per_filter = weights.shape[-1] if kind is not _Kind.SPREAD else 1
        if into != per_filter:  # groups, or several results of each channel
            continue
        if axis == _LINEAR and edit.number(named["filter_offset"]) != 0:
            continue
        yield _Layer(
            time=time,
            call=call,
            kind=kind,
            axis=axis,
            named=named,
            source=source,
            target=target,
            weights=weights,
        )


def _buffer(edit: Edit, index: int) -> int | None:
    """The buffer that a tensor of int8 of known shape fills; None for others and empty ones."""
    tensor = edit.tensor(index)
    if tensor is None or tensor.place is None or tensor.dtype is not DType.Char:
        return None
    whole = tensor.nbytes == edit.buffers[tensor.place.buffer].nbytes and not tensor.place.offset
    known = tensor.static and tensor.nbytes and tensor.data is None
    return tensor.place.buffer if whole and known else None


def _weights(edit: Edit, named: Mapping[str, int], kind: _Kind, axis: int) -> Array | None:
    """Returns the weights of a layer; for a pool, which has none, a zero for each channel."""
    if kind is _Kind.POOL:
        return np.zeros((1, edit.known_tensor(named["input"]).sizes[axis]), dtype=np.int8)
    found = edit.array(named["weights" if axis == _LINEAR else "weight"])
    if found is None or any(_numbers(edit, named[name]) is None for name in _per_filter(axis)):
        return None
    starts = [name for name in ("bias", "kernel_sum") if name in named]
    absent = (edit.is_none(named[name]) for name in starts)
    known = (_numbers(edit, named[name]) is not None for name in starts)
    return found if all(a or b for a, b in zip(absent, known, strict=True)) else None


def _per_filter(axis: int) -> tuple[str, ...]:
    return () if axis == _LINEAR else ("requantize_multipliers", SHIFTS)


def _numbers(edit: Edit, index: int) -> Array | None:
    """The elements of a constant."""
    found = edit.array(index)
    return None if found is None else found.reshape(-1).astype(np.int64)


def _groups(layers: Sequence[_Layer]) -> Iterator[set[int]]:
    """Buffers whose channels are dropped together, because layers keep them apart."""
    group_of: dict[int, set[int]] = {}
    for layer in layers:
        together = group_of.setdefault(layer.target, {layer.target})
        if layer.kind.keeps_channels:
            together |= group_of.get(layer.source, {layer.source})
            group_of |= dict.fromkeys(together, together)
    seen: set[int] = set()
    for buffer, group in group_of.items():
        if buffer not in seen:
            seen |= group
            yield group


def _is_understood(edit: Edit, buffer: int, count: int | None, layers: Sequence[_Layer]) -> bool:
    """Whether `buffer` is written by one layer and read as the input of layers alone.

    All of its tensors hold whole pixels of `count` adjacent channels.
    """
    usage = edit.usage
    writers = [each for each in layers if each.target == buffer]
    readers = [each for each in layers if each.source == buffer]
    if count is None or len(writers) != 1 or not usage.is_own(writers[0].named["out"]):
        return False
    if usage.storage_reads[buffer] != [each.time for each in readers]:
        return False
    axes = {each.axis for each in (*writers, *readers)} - {_LINEAR}
    return len(axes) <= 1 and all(
        _axis(edit.known_tensor(index), count, axes) is not None and _buffer(edit, index) == buffer
        for index in usage.members[buffer]
    )


def _axis(tensor: Tensor, count: int, axes: set[int]) -> int | None:
    """The dimension of `tensor` that holds its channels, those of whole pixels in a row."""
    if axes and len(tensor.sizes) == 4:
        (axis,) = axes
        return axis if tensor.sizes[axis] == count else None
    row_major = tensor.dim_order == tuple(range(len(tensor.sizes)))
    last = len(tensor.sizes) - 1
    return last if row_major and tensor.sizes and tensor.sizes[last] % count == 0 else None


def _ranges(edit: Edit, layers: Sequence[_Layer]) -> Mapping[int, _Range]:
    """What the channels of each buffer can be; those of one that is no layer's are any int8."""
    written: dict[int, int] = defaultdict(int)
    for layer in layers:
        written[layer.target] += 1
    found: dict[int, _Range] = {}
    for layer in layers:
        into = layer.weights.shape[-1] if layer.kind is not _Kind.SPREAD else 1
        own = edit.usage.is_own(layer.named["out"])
        before = found.get(layer.source)
        if before is None or len(before.low) == 0 or into % len(before.low):
            before = _any_of(into)
        repeated = into // len(before.low)
        taken = _Range(low=np.tile(before.low, repeated), high=np.tile(before.high, repeated))
        after = _any_of(layer.channels)
        if own and written[layer.target] == 1:
            ranged = _pooled if layer.kind is _Kind.POOL else _range_of
            after = ranged(edit, layer, taken)
        found[layer.target] = after
    return found


def _any_of(count: int) -> _Range:
    return _Range(low=np.full(count, INT8[0]), high=np.full(count, INT8[1]))


def _pooled(edit: Edit, layer: _Layer, taken: _Range) -> _Range:
    """The maximum or mean of numbers that are all the same is that number."""
    low, high = INT8
    if "activation_min" in layer.named:
        bounds = [edit.number(layer.named[f"activation_{end}"]) for end in ("min", "max")]
        if None in bounds:
            return _any_of(layer.channels)
        low, high = (int(bound or 0) for bound in bounds)
    same = taken.low == taken.high
    return _Range(
        low=np.clip(np.where(same, taken.low, INT8[0]), low, high),
        high=np.clip(np.where(same, taken.high, INT8[1]), low, high),
    )


def _range_of(edit: Edit, layer: _Layer, taken: _Range) -> _Range:
    """What the sums of a layer can become, if its inputs are within `taken`."""
    form = _form_of(edit, layer)
    if form is None:
        return _any_of(layer.channels)
    least, most = taken.low + form.offset, taken.high + form.offset
    if form.padded:  # what is outside of the image adds nothing
        least, most = np.minimum(least, 0), np.maximum(most, 0)
    weights = layer.weights.astype(np.int64)
    up, down = np.maximum(weights, 0), np.minimum(weights, 0)
    axes = tuple(range(1, weights.ndim)) if layer.kind is _Kind.DENSE else (0, 1, 2)
    low = (up * least + down * most).sum(axis=axes) + form.start
    high = (up * most + down * least).sum(axis=axes) + form.start
    limit = _LIMIT >> np.maximum(form.shifts, 0)
    fits = (-limit < low) & (high < limit)  # no sum wraps
    ends = (
        np.clip(
            rescaled(np.where(fits, end, 0), form.multipliers, form.shifts) + form.zero, *form.ends
        )
        for end in (low, high)
    )
    return _Range(*(np.where(fits, end, bound) for end, bound in zip(ends, form.ends, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """The numbers of a convolution or product."""

    offset: int
    """What is added to each input; 0 where `start` has it."""
    start: Array
    """What the sum of each output channel begins with."""
    multipliers: Array
    shifts: Array
    zero: int
    """The zero point of outputs."""
    ends: tuple[int, int]
    """The bounds of outputs."""
    padded: bool


def _form_of(edit: Edit, layer: _Layer) -> _Form | None:
    """The numbers of a layer with weights; None where one is not known."""
    named, linear = layer.named, layer.axis == _LINEAR
    names = ("input_offset", "output_offset", "activation_min", "activation_max")
    numbers = [edit.number(named[name]) for name in names]
    multipliers, shifts = (
        _scales(edit, named[name], linear=linear) for name in ("requantize_multipliers", SHIFTS)
    )
    padding = () if linear else edit.numbers(named["padding"])
    start = _start_of(layer, edit)
    known = (
        np.zeros(layer.channels, dtype=np.int64) if start is None else _numbers(edit, named[start])
    )
    if None in numbers or padding is None or multipliers is None or shifts is None:
        return None
    if known is None or {len(known), len(multipliers), len(shifts)} - {layer.channels, 1}:
        return None
    offset, zero, low, high = (int(number or 0) for number in numbers)
    return _Form(
        offset=0 if start == "kernel_sum" else offset,
        start=known,
        multipliers=multipliers,
        shifts=shifts,
        zero=zero,
        ends=(low, high),
        padded=any(padding),
    )


def _scales(edit: Edit, index: int, *, linear: bool) -> Array | None:
    """The multipliers or shifts of all channels; a product has one in a list."""
    if linear:
        listed = edit.numbers(index)
        return np.array(listed[:1], dtype=np.int64) if listed else None
    return _numbers(edit, index)


def _start_of(layer: _Layer, edit: Edit) -> str | None:
    """The argument that sums begin with; None where they begin with 0."""
    for name in ("kernel_sum", "bias"):
        if name in layer.named and not edit.is_none(layer.named[name]):
            return name
    return None


def _absorbs(edit: Edit, reader: _Layer, known: _Range) -> Array:
    """Returns for each channel of its input whether the layer can do without."""
    count, form = len(known.low), _form_of(edit, reader)
    if reader.kind is not _Kind.DENSE or form is None:
        return np.zeros(count, dtype=bool)
    unread = ~reader.weights.reshape(-1, count).any(axis=0)
    constant = known.low == known.high
    absorbed: Array = unread | (constant & ((known.low + form.offset == 0) | (not form.padded)))
    return absorbed


def _kept(dropped: Array) -> Array:
    """The channels that stay: one at least, and whole groups where all channels were."""
    kept, unit = ~dropped, _TOGETHER if len(dropped) % _TOGETHER == 0 else 1
    wanted = max(unit, -(-int(kept.sum()) // unit) * unit)
    kept[np.flatnonzero(dropped)[: wanted - int(kept.sum())]] = True
    return kept


def _rewrite(
    edit: Edit, layer: _Layer, kept: Mapping[int, Array], ranges: Mapping[int, _Range]
) -> None:
    """Replaces the constants of a layer by those of the channels that are kept."""
    rows = kept.get(layer.target)
    changed: dict[str, int] = {}
    if layer.kind is not _Kind.POOL:
        weights, added = layer.weights, np.zeros(layer.channels, dtype=np.int64)
        if layer.kind is _Kind.DENSE and layer.source in kept:
            weights, added = _without(edit, layer, kept[layer.source], ranges[layer.source])
        rows = np.ones(layer.channels, dtype=bool) if rows is None else rows
        weights = weights[rows] if layer.kind is _Kind.DENSE else weights[..., rows]
        changed = _starts(edit, layer, rows, added)
        name = "weights" if layer.axis == _LINEAR else "weight"
        order = edit.known_tensor(layer.named[name]).dim_order
        changed[name] = edit.add(constant_of(weights, DType.Char, order))
        for name in _per_filter(layer.axis):
            changed[name] = _chosen(edit, layer.named[name], rows)
        if layer.kind is _Kind.SPREAD:
            changed["depth_multiplier"] = edit.add_number(int(rows.sum()))
    arguments = [changed.get(name, index) for name, index in layer.named.items()]
    arguments += layer.call.arguments[len(arguments) :]
    result_of = None if layer.target in kept else layer.call.result_of
    call = replace(layer.call, arguments=tuple(arguments), result_of=result_of)
    edit.put(layer.time, call)


def _without(edit: Edit, layer: _Layer, kept: Array, known: _Range) -> tuple[Array, Array]:
    """The weights of the input channels that are kept, and what the others add to each sum."""
    form = _form_of(edit, layer)
    assert form is not None  # else it would not have been absorbed
    columns = np.tile(kept, layer.weights.shape[-1] // len(kept))
    values = np.tile(known.low + form.offset, layer.weights.shape[-1] // len(kept))
    dropped = layer.weights[..., ~columns].astype(np.int64) * values[~columns]
    return layer.weights[..., columns], dropped.reshape(layer.channels, -1).sum(axis=1)


def _starts(edit: Edit, layer: _Layer, rows: Array, added: Array) -> dict[str, int]:
    """What the sums of the kept channels begin with, `added` included."""
    used, changed = _start_of(layer, edit), {}
    for name in ("bias", "kernel_sum"):
        if name in layer.named and not edit.is_none(layer.named[name]):
            more = added if name == used else np.zeros_like(added)
            changed[name] = _chosen(edit, layer.named[name], rows, more)
    if used is None and added[rows].any():
        start = (added[rows] & 0xFFFFFFFF).astype(np.uint32).view(np.int32)
        changed["bias"] = edit.add(constant_of(start, DType.Int))
    return changed


def _chosen(edit: Edit, index: int, rows: Array, added: Array | None = None) -> int:
    """A constant with the elements of the kept channels; `added` to those of Int modulo 2^32."""
    array = edit.array(index)
    assert array is not None
    if array.size != len(rows):  # a bias next to a kernel_sum, which nothing reads
        return index
    found = array.reshape(-1)
    if added is not None:
        found = ((found.astype(np.int64) + added) & 0xFFFFFFFF).astype(np.uint32).view(np.int32)
    sizes = (*array.shape[:-1], -1) if array.shape[-1] == array.size else (-1,)
    dtype = edit.known_tensor(index).dtype
    return edit.add(constant_of(found[rows].reshape(sizes), dtype))


def _shrink(edit: Edit, buffer: int, kept: Array, layers: Sequence[_Layer]) -> None:
    """Makes the tensors in `buffer` those of the channels that are kept."""
    count, left = len(kept), int(kept.sum())
    axes = {each.axis for each in layers if buffer in (each.source, each.target)} - {_LINEAR}
    for index in edit.usage.members[buffer]:
        tensor = edit.known_tensor(index)
        axis = _axis(tensor, count, axes)
        assert axis is not None  # else the buffer would not have been understood
        sizes = list(tensor.sizes)
        sizes[axis] = sizes[axis] // count * left
        edit.values[index] = replace(tensor, sizes=tuple(sizes))
    nbytes = edit.buffers[buffer].nbytes // count * left
    edit.buffers[buffer] = replace(edit.buffers[buffer], nbytes=nbytes)
