"""Small programs of quantized tensors, as PT2E exports them."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field
from math import prod

from codegen.dtype import DType
from codegen.optimize.quantization import RANGES
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec

QUANTIZE = ("quantized_decomposed::quantize_per_tensor", "out")
DEQUANTIZE = ("quantized_decomposed::dequantize_per_tensor", "out")
_PER_CHANNEL = ("quantized_decomposed::dequantize_per_channel", "out")


@dataclass(slots=True)
class Draft:
    """A program of quantized calls while it is drawn."""

    source: random.Random
    values: list[TableSpec] = field(default_factory=list)
    steps: list[TableSpec] = field(default_factory=list)
    operators: list[tuple[str, str]] = field(default_factory=list)
    data: list[TableSpec] = field(default_factory=lambda: [{}])
    offset: int = 0
    quantized: DType = DType.Char
    """The dtype of quantized activations."""
    dynamic: bool = False
    """Shapes of activations are bounds."""

    def add(self, value: TableSpec) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def planned(
        self, sizes: tuple[int, ...], dtype: DType = DType.Float, *, static: bool = False
    ) -> int:
        dynamism = int(self.dynamic and not static)
        spec = build.tensor(sizes, dtype=dtype.number, planned=False, dynamism=dynamism)
        spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", self.offset)})
        self.offset += 4 * (1 + prod(sizes)) // 16 * 16 + 16
        return self.add(spec)

    def constant(self, sizes: tuple[int, ...], dtype: DType, data: bytes) -> int:
        self.data.append({0: ("bytes", data)})
        number = len(self.data) - 1
        return self.add(build.tensor(sizes, dtype=dtype.number, planned=False, data=number))

    def ints(self, *numbers: int) -> int:
        return self.add(build.int_list(*(self.add(build.integer(n)) for n in numbers)))

    def call(self, name: tuple[str, str], *arguments: int) -> None:
        if name not in self.operators:
            self.operators.append(name)
        self.steps.append(build.kernel_call(*arguments, operator=self.operators.index(name)))

    def form(self, scale: float, zero: int, low: int | None, high: int | None) -> tuple[int, ...]:
        least, most = RANGES[self.quantized]
        low, high = least if low is None else low, most if high is None else high
        whole = (self.add(build.integer(each)) for each in (zero, low, high, self.quantized.number))
        return (self.add(build.double(scale)), *whole)

    def quantize(
        self,
        index: int,
        sizes: tuple[int, ...],
        scale: float,
        zero: int,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        out = self.planned(sizes, self.quantized)
        self.call(QUANTIZE, index, *self.form(scale, zero, low, high), out, out)
        return out

    def dequantize(
        self,
        index: int,
        sizes: tuple[int, ...],
        scale: float,
        zero: int,
        low: int | None = None,
        high: int | None = None,
        out: int | None = None,
    ) -> int:
        out = self.planned(sizes) if out is None else out
        none = self.add(build.none())
        self.call(DEQUANTIZE, index, *self.form(scale, zero, low, high), none, out, out)
        return out

    def weight(self, sizes: tuple[int, ...], axis: int = 0, most: int = 128) -> int:
        """int8 weights with a scale for each filter, that of `axis`, dequantized.

        They are from -`most` to `most` - 1.
        """
        numbers = (self.source.randrange(-most, most) for _ in range(prod(sizes)))
        data = struct.pack(f"<{prod(sizes)}b", *numbers)
        count = sizes[axis]
        scales = [self.source.uniform(0.001, 0.02) for _ in range(count)]
        arguments = (
            self.constant(sizes, DType.Char, data),
            self.constant((count,), DType.Float, struct.pack(f"<{count}f", *scales)),
            self.constant((count,), DType.Long, bytes(8 * count)),
            *(self.add(build.integer(n)) for n in (axis, -127, 127, 1)),
            self.add(build.none()),
        )
        out = self.planned(sizes, static=True)
        self.call(_PER_CHANNEL, *arguments, out, out)
        return out

    def convolution(self, index: int, weight: int, result: int) -> None:
        """Writes that of strides 2 and padding 1 to `result`."""
        lists = (self.ints(2, 2), self.ints(1, 1), self.ints(1, 1), self.ints(0, 0))
        flag, one = self.add(build.boolean(False)), self.add(build.integer(1))
        none = self.add(build.none())
        arguments = (index, weight, none, *lists[:3], flag, lists[3], one, result, result)
        self.call(("aten::convolution", "out"), *arguments)

    def bias(self, count: int) -> int:
        numbers = [self.source.uniform(-1, 1) for _ in range(count)]
        return self.constant((count,), DType.Float, struct.pack(f"<{count}f", *numbers))


def program_of(draft: Draft, inputs: tuple[int, ...], outputs: tuple[int, ...]) -> bytes:
    method = build.method(
        draft.values,
        draft.steps,
        inputs=inputs,
        outputs=outputs,
        operators=tuple(draft.operators),
    )
    return build.program(
        {**method, 8: ("i64s", (0, draft.offset + 64))}, slot_2=("tables", draft.data)
    )
