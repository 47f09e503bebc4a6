"""Chains of layers that run a few rows at a time: what `numbers` of kerf::strips.out holds.

The chain's input comes first, then each layer in the order in which they run. A layer computes the
rows that the next ones need and keeps those that they will need again, so that nothing is computed
twice. Source: StripLayer and Chain::run() in runtime/kernels/fused/strips.h.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from math import prod

LAYER_NUMBERS = 20
"""The numbers of a layer. Source: kStripNumbers in runtime/kernels/fused/strips.h."""
LARGEST_EXTENT = 2**29
MOST_RUNS = 2**18
"""How often layers may run at most, all together: a chain of more is refused by the tools."""
_MOST = 2**31 - 1
_MOST_INT8 = 127
_TABLE = 256


class Kind(IntEnum):
    """What a layer computes. Source: StripKind in runtime/kernels/fused/strips.h."""

    INPUT = 0
    CONVOLUTION = 1
    DEPTHWISE = 2
    AVERAGE = 3
    MAXIMUM = 4
    ADD = 5
    MUL = 6
    LOOKUP = 7


CONVOLVES = (Kind.CONVOLUTION, Kind.DEPTHWISE)
POOLS = (Kind.AVERAGE, Kind.MAXIMUM)
PAIRS = (Kind.ADD, Kind.MUL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer; its result has `rows` rows of `columns` pixels of `channels` channels."""

    kind: Kind
    rows: int
    columns: int
    channels: int
    sources: tuple[int, ...] = ()
    """The layers whose results it reads, by their numbers; the chain's input is 0. Those of one
    operand may have a second one, which is not read."""
    kernel: tuple[int, int] = (1, 1)
    """Rows, columns."""
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    dilation: tuple[int, int] = (1, 1)
    others: tuple[int, ...] = ()
    """The remaining numbers of its kind, in the order of the StripLayer."""
    capacity: int = 0
    """Rows that are kept at a time."""

    @property
    def pitch(self) -> int:
        """Bytes of a row."""
        return self.columns * self.channels

    @property
    def reads(self) -> tuple[int, ...]:
        """The sources that it reads."""
        return self.sources[: 2 if self.kind in PAIRS else 1]

    @property
    def has_window(self) -> bool:
        """Whether it reads its source through a window."""
        return self.kind in CONVOLVES or self.kind in POOLS

    @property
    def terms(self) -> int:
        """Weights of a filter."""
        return prod(self.kernel) * self.others[0] if self.kind in CONVOLVES else 0

    @property
    def weights(self) -> int:
        """Bytes of its weights."""
        return _TABLE if self.kind is Kind.LOOKUP else self.terms * self.channels

    def first_seen(self, row: int) -> int:
        """The rows of a source that `row` sees are from this one on."""
        if not self.has_window:
            return row
        return max(0, row * self.stride[0] - self.padding[0])

    def end_seen(self, row: int, rows: int) -> int:
        """Rows before `row` see rows of a source of `rows` rows before this one."""
        if self.has_window:
            reach = (self.kernel[0] - 1) * self.dilation[0] + 1
            row = (row - 1) * self.stride[0] - self.padding[0] + reach
        return min(row, rows)

    def numbers(self) -> list[int]:
        """The layer as a StripLayer."""
        sources = (*self.sources, *self.sources, 0, 0)[:2]
        window = [*self.kernel, *self.stride, *self.padding, *self.dilation]
        found = [self.kind, *sources, self.rows, self.columns, self.channels, self.capacity]
        found += [*(window if self.has_window else ()), *self.others]
        return found + [0] * (LAYER_NUMBERS - len(found))


def layer_of(numbers: Sequence[int]) -> Layer:
    """The layer that `numbers`, a StripLayer, are.

    Raises:
        ValueError: it is none.

    """
    kind = Kind(numbers[0])
    layer = Layer(
        kind=kind,
        sources=() if kind is Kind.INPUT else (numbers[1], numbers[2]),
        rows=numbers[3],
        columns=numbers[4],
        channels=numbers[5],
        capacity=numbers[6],
        others=tuple(numbers[7:]),
    )
    if not layer.has_window:
        return layer
    kernel, stride, padding, dilation = ((numbers[at], numbers[at + 1]) for at in range(7, 15, 2))
    return replace(
        layer,
        kernel=kernel,
        stride=stride,
        padding=padding,
        dilation=dilation,
        others=tuple(numbers[15:]),
    )


def layers_of(numbers: Sequence[int], count: int) -> list[Layer]:
    """The `count` layers that `numbers`, StripLayers, are, the chain's input first.

    Raises:
        ValueError: one is none.

    """
    starts = range(LAYER_NUMBERS, count * LAYER_NUMBERS, LAYER_NUMBERS)
    first = (Kind.INPUT, *numbers[1:LAYER_NUMBERS])  # whatever it says
    return [layer_of(first), *(layer_of(numbers[at : at + LAYER_NUMBERS]) for at in starts)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """What a chain needs where it computes some rows of its last layer at a time."""

    capacities: tuple[int, ...]
    """Rows that each layer keeps at most."""
    strips: tuple[int, ...]
    """How often each layer runs."""
    moved: tuple[int, ...]
    """Rows of each layer that are moved to the start of its memory, all together."""
    ahead: int
    """The bytes by which the result must begin before the chain's input where they overlap."""


def schedule(layers: Sequence[Layer], step: int) -> Schedule:
    """The schedule of `layers`, the chain's input first, in steps of `step` rows.

    The first and the last layer have all their rows.
    """
    count = len(layers)
    done = [layers[0].rows, *[0] * (count - 1)]
    first = [0] * count
    capacities = [1] * count
    strips, moved = [0] * count, [0] * count
    ahead = 1
    while done[-1] < layers[-1].rows:
        need, keep = list(done), list(done)
        need[-1] = min(layers[-1].rows, done[-1] + step)
        rest = layers[0].rows
        for number in range(count - 1, 0, -1):
            layer = layers[number]
            for source in layer.reads:
                keep[source] = min(keep[source], layer.first_seen(done[number]))
                if need[number] > done[number]:
                    end = layer.end_seen(need[number], layers[source].rows)
                    need[source] = max(need[source], end)
            if 0 in layer.reads:
                rest = min(
                    rest, _first_read(layer, done[number], need[number], number == count - 1)
                )
        if rest < layers[0].rows:
            ahead = max(ahead, need[-1] * layers[-1].pitch - rest * layers[0].pitch)
        for number in range(1, count - 1):
            if need[number] == done[number]:
                continue
            if keep[number] != first[number]:
                moved[number] += done[number] - keep[number]
                first[number] = keep[number]
            capacities[number] = max(capacities[number], need[number] - first[number])
            strips[number] += 1
            done[number] = need[number]
        strips[-1] += 1
        done[-1] = need[-1]
    capacities[0], capacities[-1] = layers[0].rows, layers[-1].rows
    return Schedule(
        capacities=tuple(capacities), strips=tuple(strips), moved=tuple(moved), ahead=ahead
    )


def _first_read(layer: Layer, done: int, need: int, last: bool) -> int:
    """The first row of the chain's input that `layer` reads from when the last layer runs.

    That is the last layer itself, or it has computed the rows before `need`.
    """
    if last:
        return layer.first_seen(done)
    return layer.first_seen(need) if need < layer.rows else _MOST


def runs_of(layers: Sequence[Layer], step: int) -> int:
    """How often `layers` run at most in steps of `step` rows, the chain's input counted as well."""
    return len(layers) * -(-layers[-1].rows // step)


def workspace_bytes(layers: Sequence[Layer], capacities: Sequence[int]) -> int:
    """Bytes in which all layers but the first and the last keep their rows."""
    pairs = zip(layers[1:-1], capacities[1:-1], strict=True)
    return sum(layer.pitch * capacity for layer, capacity in pairs)


def are_possible(
    shapes: Sequence[Sequence[int]],
    numbers: Sequence[int],
    arguments: Sequence[int],
) -> bool:
    """Whether the kernel takes a chain.

    `shapes` are those of input, weights, numbers, out and workspace, `numbers` is what the third of
    them holds, `arguments` are kinds, layers, step, filters, terms, taps and ahead.
    Refuses a chain of more than MOST_RUNS, which the kernel would run.
    Source: strips_out() in runtime/kernels/fused/strips.h.
    """
    given, weights, its, out, workspace = (prod(shape) for shape in shapes)
    kinds, count, step, filters, terms, taps, ahead = arguments
    if its != len(numbers) or count < 2 or step < 1 or its < count * LAYER_NUMBERS:
        return False
    if kinds & ~sum(1 << kind for kind in Kind if kind is not Kind.INPUT):
        return False
    if not (0 <= filters <= its and 0 <= terms <= weights and 0 <= taps <= weights):
        return False
    try:
        layers = layers_of(numbers, count)
    except ValueError:
        return False
    last = count - 1
    if not all(
        _has_rows(layer, whole=number in (0, last)) and is_valid(layers, number, kinds)
        for number, layer in enumerate(layers)
    ):
        return False
    if [layers[at].pitch * layers[at].rows for at in (0, last)] != [given, out]:
        return False
    scales = numbers[count * LAYER_NUMBERS :]
    return (
        runs_of(layers, step) <= MOST_RUNS
        and workspace_bytes(layers, [each.capacity for each in layers]) <= workspace
        and sum(each.weights for each in layers) <= weights
        and sum(each.channels for each in layers if each.kind is Kind.CONVOLUTION) <= filters
        and max(each.terms for each in layers if each.kind is not Kind.DEPTHWISE) <= terms
        and max((each.terms for each in layers if each.kind is Kind.DEPTHWISE), default=0) <= taps
        and _are_scales(layers, scales)
        and _keep_enough(layers, step, ahead)
    )


def _has_rows(layer: Layer, *, whole: bool) -> bool:
    """Whether sizes are possible, and the rows that are kept."""
    sizes = (layer.rows, layer.columns, layer.channels)
    if min(sizes) < 1 or prod(sizes) > _MOST:
        return False
    return layer.capacity == layer.rows if whole else 1 <= layer.capacity <= layer.rows


def is_valid(layers: Sequence[Layer], number: int, kinds: int) -> bool:
    """Whether a kernel of these `kinds` takes what layer `number` says of itself."""
    layer = layers[number]
    if number == 0:
        return True
    if not kinds >> layer.kind & 1 or layer.kind is Kind.INPUT:
        return False
    if not all(0 <= source < number for source in layer.sources):
        return False
    source = layers[layer.sources[0]]
    match layer.kind, layer.others:
        case Kind.CONVOLUTION | Kind.DEPTHWISE, (depth, offset, *results):
            groups = source.channels // depth if depth >= 1 else 0
            return (
                _fits(layer, source, ceils=False)
                and groups >= 1
                and groups * depth == source.channels
                and layer.channels % groups == 0
                and (layer.kind is Kind.CONVOLUTION or (depth, groups) == (1, layer.channels))
                and 1 <= layer.weights <= _MOST
                and _are_int8(-offset, *results)
            )
        case Kind.MAXIMUM, (low, high, *_):
            return _pools(layer, source) and _are_int8(low, high)
        case Kind.AVERAGE, (zero, multiplier, shift, *_):
            return _pools(layer, source) and _are_int8(zero) and is_scale(multiplier, shift)
        case Kind.ADD, (a, b, *scales) if _alike(layers, layer):
            return _are_int8(a, b, *scales[6:9]) and all(
                is_scale(scales[at], scales[at + 1]) for at in (0, 2, 4)
            )
        case Kind.MUL, (a, b, multiplier, shift, offset, *_) if _alike(layers, layer):
            return (
                all(-(2**14) <= zero < 2**14 for zero in (a, b))
                and is_scale(multiplier, shift)
                and _are_int8(offset)
            )
        case Kind.LOOKUP, _:
            return _alike(layers, layer)
    return False


def _alike(layers: Sequence[Layer], layer: Layer) -> bool:
    own = layer.rows, layer.columns, layer.channels
    sources = (layers[source] for source in layer.sources)
    return all((each.rows, each.columns, each.channels) == own for each in sources)


def _pools(layer: Layer, source: Layer) -> bool:
    small = all(p <= k // 2 for p, k in zip(layer.padding, layer.kernel, strict=True))
    return (
        small
        and layer.dilation == (1, 1)
        and layer.channels == source.channels
        and _fits(layer, source, ceils=True)
    )


def _fits(layer: Layer, source: Layer, *, ceils: bool) -> bool:
    """Whether the layer has as many rows and columns as its window has places."""
    axes = zip(layer.kernel, layer.stride, layer.padding, layer.dilation, strict=True)
    sizes = (source.rows, layer.rows), (source.columns, layer.columns)
    for (kernel, stride, padding, dilation), (size, out) in zip(axes, sizes, strict=True):
        if not all(1 <= each <= LARGEST_EXTENT for each in (kernel, stride, padding + 1, dilation)):
            return False
        padded, extent = size + 2 * padding, (kernel - 1) * dilation + 1
        if padded > LARGEST_EXTENT or extent > padded:
            return False
        places = (padded - extent) // stride + 1
        if out == places:
            continue
        more = -(-(padded - extent) // stride) + 1
        if (more - 1) * stride >= size + padding:
            more -= 1
        if not ceils or out != more or padded + stride - 1 > LARGEST_EXTENT:
            return False
    return True


def _are_int8(*numbers: int) -> bool:
    return all(-128 <= number <= 127 for number in numbers)


def is_scale(multiplier: int, shift: int) -> bool:
    """Source: possible_scale() in runtime/kernels/support/scale.h."""
    return 0 <= multiplier <= _MOST and -31 <= shift <= 31


def _are_scales(layers: Sequence[Layer], numbers: Sequence[int]) -> bool:
    """Whether `numbers`, those behind the layers, have biases, multipliers and shifts of all."""
    counts = [each.channels for each in layers if each.kind in CONVOLVES]
    if sum(2 * count + _words(count) for count in counts) > len(numbers):
        return False
    return all(is_scale(*pair) for pair in _scales(counts, numbers))


def _scales(counts: Sequence[int], numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    for count in counts:
        multipliers, shifts = numbers[count : 2 * count], numbers[2 * count :][: _words(count)]
        stored = b"".join(word.to_bytes(4, "little", signed=True) for word in shifts)
        for multiplier, byte in zip(multipliers, stored, strict=False):
            yield multiplier, byte - 256 if byte > _MOST_INT8 else byte
        numbers = numbers[2 * count + len(shifts) :]


def _words(count: int) -> int:
    """The numbers that hold `count` shifts."""
    return -(-count // 4)


def numbers_of(shifts: Sequence[int]) -> tuple[int, ...]:
    """`shifts`, one byte each, as numbers; what is left of the last one is zeros."""
    stored = b"".join(shift.to_bytes(1, "little", signed=True) for shift in shifts)
    stored += bytes(-len(stored) % 4)
    words = (stored[at : at + 4] for at in range(0, len(stored), 4))
    return tuple(int.from_bytes(word, "little", signed=True) for word in words)


def _keep_enough(layers: Sequence[Layer], step: int, ahead: int) -> bool:
    """Whether no layer needs more rows than it keeps, nor the result more room before the input."""
    needed = schedule(layers, step)
    return ahead >= needed.ahead and all(
        need <= layer.capacity for need, layer in zip(needed.capacities, layers, strict=True)
    )
