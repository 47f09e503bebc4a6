"""Random int8 networks as the Cortex-M exporter writes them; some channels are constant."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from math import prod

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.optimize.quantized_draft import Draft, program_of

CHANNELS_LAST = (0, 2, 3, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A tensor of a network: its value, sizes as (channels, rows, columns), and zero point."""

    index: int
    sizes: tuple[int, int, int]
    zero: int


@dataclass(slots=True)
class Network:
    """A network while it is drawn; `nhwc`: images have their channels in the last dimension."""

    source: random.Random
    nhwc: bool
    shifts: tuple[int, int] = (-9, -5)
    draft: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.draft = Draft(source=self.source)

    def image(self, sizes: tuple[int, int, int], zero: int) -> Image:
        channels, rows, columns = sizes
        spec = build.tensor(
            (1, rows, columns, channels) if self.nhwc else (1, channels, rows, columns),
            dtype=DType.Char.number,
            dim_order=None if self.nhwc else CHANNELS_LAST,
            planned=False,
        )
        return Image(index=self._placed(spec, prod(sizes)), sizes=sizes, zero=zero)

    def row(self, count: int, zero: int) -> Image:
        spec = build.tensor((1, count), dtype=DType.Char.number, planned=False)
        return Image(index=self._placed(spec, count), sizes=(count, 1, 1), zero=zero)

    def _placed(self, spec: build.TableSpec, nbytes: int) -> int:
        spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", self.draft.offset)})
        self.draft.offset += -(-nbytes // 16) * 16
        return self.draft.add(spec)

    def number(self, value: int) -> int:
        return self.draft.add(build.integer(value))

    def none(self) -> int:
        return self.draft.add(build.none())

    def ints_of(self, numbers: list[int]) -> int:
        data = struct.pack(f"<{len(numbers)}i", *numbers)
        return self.draft.constant((len(numbers),), DType.Int, data)

    def scratch(self) -> int:
        spec = build.tensor((4,), dtype=DType.Byte.number, planned=False)
        return self._placed(spec, 4)

    def filters(self, count: int, terms: int, depth: int) -> list[list[int]]:
        """Rows of weights, some of zeros, some of whose columns, of `depth` channels, are zeros."""
        draw = self.source.random
        unread = {c for c in range(depth) if draw() < 0.2}
        rows = []
        for _ in range(count):
            dead = draw() < 0.4
            rows.append(
                [
                    0 if dead or k % depth in unread else self.source.randint(-128, 127)
                    for k in range(terms)
                ]
            )
        return rows

    def starts(self, count: int) -> list[int]:
        """Biases, some so far from zero that no input changes the result."""
        spreads = (0, 300, 20_000, 2**30)
        return [
            self.source.randint(-spread, spread)
            for spread in (self.source.choice(spreads) for _ in range(count))
        ]

    def scales(self, count: int) -> tuple[list[int], list[int]]:
        return (
            [self.source.randint(2**30, 2**31 - 1) for _ in range(count)],
            [self.source.randint(*self.shifts) for _ in range(count)],
        )

    def bounds(self) -> tuple[int, int, int]:
        """A zero point, and the bounds of an activation."""
        zero = self.source.randint(-128, 100)
        return zero, self.source.choice((-128, zero)), self.source.choice((127, 127, 110))

    def name(self, operator: str) -> tuple[str, str]:
        return (f"cortex_m::quantized_{operator}{'_nhwc' * self.nhwc}", "out")

    def offset_of(self, given: Image) -> int:
        """Minus the zero point, as a rule."""
        return -given.zero if self.source.random() < 0.8 else self.source.randint(-127, 128)

    def convolution(self, given: Image, *, depthwise: bool = False) -> Image:
        source, (depth, rows, columns) = self.source, given.sizes
        kernel = (source.randint(1, min(3, rows)), source.randint(1, min(3, columns)))
        padding = (source.choice((0, kernel[0] // 2)), source.choice((0, kernel[1] // 2)))
        multiplier = source.choice((3, 4, 8)) if depth == 1 else 1
        filters = depth * multiplier if depthwise else source.choice((1, 4, 5, 8))
        terms, per_tap = kernel[0] * kernel[1], 1 if depthwise else depth
        return self.convolve(
            given,
            self.filters(filters, terms * per_tap, per_tap),
            self.starts(filters) if source.random() < 0.8 else None,
            kernel=kernel,
            padding=padding,
            stride=source.randint(1, 2),
            offset=self.offset_of(given),
            bounds=self.bounds(),
            depthwise=depthwise,
        )

    def convolve(
        self,
        given: Image,
        weights: list[list[int]],
        bias: list[int] | None,
        *,
        kernel: tuple[int, int] = (1, 1),
        padding: tuple[int, int] = (0, 0),
        stride: int = 1,
        offset: int | None = None,
        bounds: tuple[int, int, int] = (0, -128, 127),
        depthwise: bool = False,
    ) -> Image:
        """A convolution by `weights`, a row of each filter; `bounds` begin with the zero point."""
        (depth, rows, columns), filters = given.sizes, len(weights)
        sizes = [
            (size + 2 * pad - k) // stride + 1
            for size, pad, k in zip((rows, columns), padding, kernel, strict=True)
        ]
        zero, low, high = bounds
        out = self.image((filters, sizes[0], sizes[1]), zero)
        flat = [w for row in weights for w in row]
        shape = (filters, *kernel, depth)
        if depthwise:
            flat = [row[tap] for tap in range(kernel[0] * kernel[1]) for row in weights]
            shape = (1, *kernel, filters)
        weight = self.draft.constant(shape, DType.Char, struct.pack(f"<{len(flat)}b", *flat))
        multipliers, shifts = self.scales(filters)
        arguments = [
            given.index,
            weight,
            self.none() if bias is None else self.ints_of(bias),
            *(self.draft.ints(*each) for each in ((stride, stride), padding, (1, 1))),
            *([self.number(filters // depth)] if depthwise else []),
            *(self.number(-given.zero if offset is None else offset), self.number(zero)),
            *(self.ints_of(multipliers), self.ints_of(shifts)),
            *(self.number(low), self.number(high), self.scratch()),
        ]
        operator = self.name("depthwise_conv2d" if depthwise else "conv2d")
        self.draft.call(operator, *arguments, out.index, out.index)
        return out

    def pool(self, given: Image) -> Image:
        channels, rows, columns = given.sizes
        kernel = tuple(self.source.randint(1, size) for size in (rows, columns))
        sizes = (channels, rows // kernel[0], columns // kernel[1])
        out = self.image(sizes, given.zero)
        lists = [self.draft.ints(*each) for each in (kernel, kernel, (0, 0))]
        flag = self.draft.add(build.boolean(False))
        if self.source.random() < 0.5:
            scale = (self.number(given.zero), self.number(2**30), self.number(0))
            rest = (*lists, flag, *scale, self.scratch())
            operator = self.name("avg_pool2d")
        else:
            zeros = (self.number(given.zero), self.number(given.zero))
            ends = (self.number(-128), self.number(self.source.choice((127, 100))))
            rest = (*lists, self.draft.ints(1, 1), flag, *zeros, *ends)
            operator = self.name("max_pool2d")
        self.draft.call(operator, given.index, *rest, out.index, out.index)
        return out

    def add(self, one: Image, other: Image) -> Image:
        zero, low, high = self.bounds()
        out = self.image(one.sizes, zero)
        numbers = [
            *(other.index, *map(self.number, (other.zero, 2**30, 0))),
            *map(self.number, (zero, 2**30, -19, low, high)),
        ]
        first = (one.index, *map(self.number, (one.zero, 2**30, 0)))
        self.draft.call(("cortex_m::quantized_add", "out"), *first, *numbers, out.index, out.index)
        return out

    def flattened(self, given: Image) -> Image:
        """The pixels in a row, as they are in memory."""
        out = self.row(prod(given.sizes), given.zero)
        sizes = self.draft.ints(1, prod(given.sizes))
        self.draft.call(("aten::view_copy", "out"), given.index, sizes, out.index, out.index)
        return out

    def linear(self, given: Image, depth: int) -> Image:
        """A product of a row of pixels of `depth` channels."""
        terms = given.sizes[0]
        filters = self.source.choice((1, 3, 4, 8))
        zero, low, high = self.bounds()
        out = self.row(filters, zero)
        rows = self.filters(filters, terms, depth)
        flat = [w for row in rows for w in row]
        weights = self.draft.constant(
            (filters, terms), DType.Char, struct.pack(f"<{len(flat)}b", *flat)
        )
        bias, offset = self.starts(filters), self.offset_of(given)
        sums = [b + offset * sum(row) for b, row in zip(bias, rows, strict=True)]
        ahead = self.source.random() < 0.5
        with_bias = self.source.random() < 0.7
        arguments = [
            *(given.index, weights, self.ints_of(bias) if with_bias else self.none()),
            self.ints_of(sums) if ahead else self.none(),
            *map(self.number, (offset, 0, zero)),
            *(self.draft.ints(2**30 + 7), self.draft.ints(-6)),
            *map(self.number, (high, low)),
        ]
        self.draft.call(("cortex_m::quantized_linear", "out"), *arguments, out.index, out.index)
        return out


def drawn_network(source: random.Random, layers: int) -> tuple[bytes, int]:
    """A network of `layers` layers, and how many bytes its input has."""
    network = Network(source, nhwc=source.random() < 0.5)
    given = network.image((source.choice((1, 3, 4)), source.randint(1, 6), source.randint(1, 5)), 3)
    image, earlier = given, [given]
    for _ in range(layers):
        match source.choice(("convolution", "convolution", "depthwise", "pool", "add")):
            case "convolution":
                image = network.convolution(image)
            case "depthwise":
                image = network.convolution(image, depthwise=True)
            case "pool":
                image = network.pool(image)
            case "add":
                alike = [each for each in earlier if each.sizes == image.sizes]
                image = network.add(image, source.choice(alike))
        earlier.append(image)
    outputs = [image.index]
    if network.nhwc or image.sizes[1:] == (1, 1):
        depth = image.sizes[0]
        row = network.linear(network.flattened(image), depth)
        row = network.linear(row, row.sizes[0])
        outputs = [row.index, *([image.index] if source.random() < 0.2 else [])]
    return program_of(network.draft, (given.index,), tuple(outputs)), prod(given.sizes)
