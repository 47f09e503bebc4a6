"""Integer operators in place of quantized float ones: at most one step of the result's scale."""

from __future__ import annotations

import json
import random
import struct
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.optimize.pipeline import optimize
from codegen.pte import read_model
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import operators
from tests.codegen.program_builder import TableSpec
from tests.runtime.sanitized import run

KINDS = ("convolution", "depthwise", "linear", "add", "mean", "clamp", "view")
SEEDS = 4
SHARE = 0.05
"""Of results that may be one step away: those whose exact value is halfway between two."""

_QUANTIZE = ("quantized_decomposed::quantize_per_tensor", "out")
_DEQUANTIZE = ("quantized_decomposed::dequantize_per_tensor", "out")
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

    def add(self, value: TableSpec) -> int:
        self.values.append(value)
        return len(self.values) - 1

    def planned(self, sizes: tuple[int, ...], dtype: DType = DType.Float) -> int:
        spec = build.tensor(sizes, dtype=dtype.number, planned=False)
        spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", self.offset)})
        self.offset += 4 * (1 + _count(sizes)) // 16 * 16 + 16
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

    def form(self, scale: float, zero: int) -> tuple[int, ...]:
        numbers = (build.double(scale), build.integer(zero), build.integer(-128))
        return (*map(self.add, numbers), self.add(build.integer(127)), self.add(build.integer(1)))

    def quantize(self, index: int, sizes: tuple[int, ...], scale: float, zero: int) -> int:
        out = self.planned(sizes, DType.Char)
        self.call(_QUANTIZE, index, *self.form(scale, zero), out, out)
        return out

    def dequantize(self, index: int, sizes: tuple[int, ...], scale: float, zero: int) -> int:
        out = self.planned(sizes)
        self.call(_DEQUANTIZE, index, *self.form(scale, zero), self.add(build.none()), out, out)
        return out

    def weight(self, sizes: tuple[int, ...]) -> int:
        """int8 weights with a scale for each filter, dequantized."""
        data = bytes(self.source.randrange(256) for _ in range(_count(sizes)))
        scales = [self.source.uniform(0.001, 0.02) for _ in range(sizes[0])]
        arguments = (
            self.constant(sizes, DType.Char, data),
            self.constant((sizes[0],), DType.Float, struct.pack(f"<{sizes[0]}f", *scales)),
            self.constant((sizes[0],), DType.Long, bytes(8 * sizes[0])),
            *(self.add(build.integer(n)) for n in (0, -127, 127, 1)),
            self.add(build.none()),
        )
        out = self.planned(sizes)
        self.call(_PER_CHANNEL, *arguments, out, out)
        return out

    def bias(self, count: int) -> int:
        numbers = [self.source.uniform(-1, 1) for _ in range(count)]
        return self.constant((count,), DType.Float, struct.pack(f"<{count}f", *numbers))


def _count(sizes: tuple[int, ...]) -> int:
    count = 1
    for size in sizes:
        count *= size
    return count


def drawn(kind: str, source: random.Random) -> tuple[bytes, int]:
    """A program that quantizes, computes and quantizes; and how many numbers it takes."""
    draft = Draft(source=source)
    number, flag, none = (lambda n: draft.add(build.integer(n))), build.boolean, build.none
    channels = source.choice((2, 3, 8))
    sizes = (1, channels, 6, 5) if kind not in ("linear", "view") else (3, 7)
    scale, zero = source.uniform(0.01, 0.05), source.randint(-100, 100)
    wanted, shift = source.uniform(0.02, 0.3), source.randint(-100, 100)
    given = draft.planned(sizes)
    first = draft.quantize(given, sizes, scale, zero)
    x = draft.dequantize(first, sizes, scale, zero)
    out_sizes = sizes
    if kind in ("convolution", "depthwise"):
        filters = channels * source.choice((1, 2)) if kind == "depthwise" else 5
        depth = 1 if kind == "depthwise" else channels
        weight = draft.weight((filters, depth, 3, 3))
        out_sizes = (1, filters, 3, 3)
        y = draft.planned(out_sizes)
        lists = (draft.ints(2, 2), draft.ints(1, 1), draft.ints(1, 1))
        rest = (draft.add(flag(False)), draft.ints(0, 0), number(channels // depth))
        bias = draft.bias(filters) if source.random() < 0.7 else draft.add(none())
        draft.call(("aten::convolution", "out"), x, weight, bias, *lists, *rest, y, y)
    elif kind == "linear":
        weight = draft.weight((4, 7))
        turned, out_sizes = draft.planned((7, 4)), (3, 4)
        draft.call(("aten::permute_copy", "out"), weight, draft.ints(1, 0), turned, turned)
        y = draft.planned(out_sizes)
        one = number(1)
        draft.call(("aten::addmm", "out"), draft.bias(4), x, turned, one, one, y, y)
    elif kind == "add":
        again = draft.dequantize(
            draft.quantize(x, sizes, scale * 1.7, zero // 2), sizes, scale * 1.7, zero // 2
        )
        y = draft.planned(sizes)
        draft.call(("aten::add", "out"), x, again, number(1), y, y)
    elif kind == "mean":
        out_sizes, wanted, shift = (1, channels, 1, 1), scale, zero
        y = draft.planned(out_sizes)
        keep = draft.add(flag(True))
        draft.call(("aten::mean", "out"), x, draft.ints(-1, -2), keep, draft.add(none()), y, y)
    elif kind == "view":
        out_sizes, wanted, shift = (7, 3), scale, zero
        y = draft.planned(out_sizes)
        draft.call(("aten::view_copy", "out"), x, draft.ints(7, 3), y, y)
    else:
        y = x
    if kind == "clamp" or (kind not in ("mean", "view") and source.random() < 0.5):
        clamped = draft.planned(out_sizes)
        draft.call(("aten::relu", "out"), y, clamped, clamped)
        y = clamped
    result = draft.quantize(y, out_sizes, wanted, shift)
    method = build.method(
        draft.values,
        draft.steps,
        inputs=(given,),
        outputs=(result,),
        operators=tuple(draft.operators),
    )
    program = build.program(
        {**method, 8: ("i64s", (0, draft.offset + 64))}, slot_2=("tables", draft.data)
    )
    return program, _count(sizes)


def result(runner: Path, program: bytes, numbers: list[float], folder: Path) -> bytes:
    folder.mkdir()
    (folder / "program.pte").write_bytes(program)
    (folder / "input").write_bytes(struct.pack(f"<{len(numbers)}f", *numbers))
    arguments = ("--model", folder / "program.pte", "--output-dir", folder)
    done = run(runner, *arguments, "--input", folder / "input")
    assert done.exit_code == 0, done.stderr
    (output,) = json.loads(done.stdout)["outputs"]
    return Path(output["file"]).read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_at_most_one_step_away(kind: str, runner: Path, tmp_path: Path) -> None:
    steps = count = 0
    for seed in range(SEEDS):
        source = random.Random(f"{kind}{seed}")
        given, taken = drawn(kind, source)
        done = optimize(given, name=kind, operators=operators())
        path = tmp_path / f"{seed}.pte"
        path.write_bytes(done.data)
        called = {call.operator for call in read_model(path).methods[0].calls}
        left = {name.partition("::")[0] for name in called} - {"cortex_m", "quantized_decomposed"}
        assert left <= {"dim_order_ops"} or (kind == "view" and left <= {"aten"}), called
        assert not any("dequantize" in name for name in called) or kind in ("view", "mean"), called
        numbers = [source.gauss(0, 2) for _ in range(taken)]
        float_ = result(runner, given, numbers, tmp_path / f"{seed}-float")
        integer = result(runner, done.data, numbers, tmp_path / f"{seed}-integer")
        pairs = zip(memoryview(float_).cast("b"), memoryview(integer).cast("b"), strict=True)
        differences = [abs(a - b) for a, b in pairs]
        assert max(differences) <= 1
        steps += sum(differences)
        count += len(differences)
    assert steps <= max(SHARE * count, 1)
