"""Convolutions and pooling of small images by vectors: the same sums as one at a time.

Numbers are whole and small, so that sums are exact in any order.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.pte import read_model
from codegen.selection import union
from codegen.sources.pte import selection_of_model
from tasks.toolchain.file import ISA
from tests.codegen import program_builder as build
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.runtime.isa.test_loops import HOSTS, NATIVE, missing_features
from tests.runtime.sanitized import ROOT, UNSANITIZED, Compiler, plan_for
from tests.runtime.test_integers import results

THREADS = 3
INTEGERS = "kerf::integer_convolution"
MAXIMA = "cortex_m::quantized_max_pool2d_nhwc"
QUANTIZED = (INTEGERS, MAXIMA)


@dataclass(frozen=True)
class Window:
    """A convolution, or without filters a pooling, of an image of one size.

    Of MAXIMA the channels are last in memory, behind the rows and columns.
    """

    image: tuple[int, ...]
    kernel: tuple[int, int]
    filters: int = 0
    groups: int = 1
    stride: tuple[int, int] = (1, 1)
    padding: tuple[int, int] = (0, 0)
    dilation: tuple[int, int] = (1, 1)
    operator: str = "aten::convolution"

    @property
    def out(self) -> tuple[int, ...]:
        channels = self.filters or self.image[1]
        last = self.operator == MAXIMA
        image = self.image[1:3] if last else self.image[2:]
        axes = zip(image, self.kernel, self.stride, self.padding, self.dilation, strict=True)
        spatial = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in axes]
        return (
            (self.image[0], *spatial, self.image[3])
            if last
            else (self.image[0], channels, *spatial)
        )


WINDOWS = (
    Window((1, 8, 8, 8), (3, 3), filters=8, padding=(1, 1)),
    Window((2, 21, 4, 4), (3, 3), filters=16, padding=(1, 1)),  # channels in two parts
    Window((1, 1, 49, 10), (10, 4), filters=13, stride=(2, 2), padding=(5, 1)),  # rows in three
    Window((1, 8, 8, 9), (1, 1), filters=6, stride=(2, 2)),
    Window((1, 12, 7, 5), (3, 2), filters=15, groups=3, padding=(2, 1), dilation=(2, 1)),
    Window((1, 3, 20, 70), (5, 5), filters=8, padding=(2, 2)),  # one row of outputs at a time
    Window((1, 2, 9, 9), (3, 3), filters=4, stride=(3, 1)),
    Window((1, 9, 6, 6), (3, 3), filters=9, groups=9, padding=(1, 1)),
    Window((1, 9, 24, 5), (3, 3), filters=9, groups=9, padding=(1, 1)),
    Window((1, 5, 1, 2), (3, 3), filters=5, groups=5, padding=(1, 1)),
    Window((1, 5, 7, 9), (3, 3), filters=20, padding=(1, 1), operator=INTEGERS),
    Window((2, 6, 12, 5), (3, 4), filters=8, groups=2, stride=(2, 1), operator=INTEGERS),
    Window((1, 3, 32, 32), (16, 16), filters=33, stride=(16, 16), operator=INTEGERS),
    Window((1, 40, 6, 6), (1, 1), filters=5, operator=INTEGERS),
    Window((1, 2, 9, 8), (2, 3), filters=4, padding=(1, 2), dilation=(2, 2), operator=INTEGERS),
    Window((1, 9, 6, 6), (3, 3), filters=9, groups=9, padding=(1, 1), operator=INTEGERS),
    Window((2, 9, 8, 70), (3, 3), stride=(2, 2), padding=(1, 1), operator=MAXIMA),
    Window((1, 4, 5, 33), (2, 3), padding=(1, 0), operator=MAXIMA),
    Window((1, 3, 16, 16), (3, 3), stride=(2, 2), padding=(1, 1), operator="aten::max_pool2d"),
    Window((2, 2, 5, 37), (2, 5), stride=(1, 1), padding=(1, 2), operator="aten::max_pool2d"),
    Window((1, 2, 9, 9), (3, 3), stride=(3, 3), operator="aten::max_pool2d"),
    Window((1, 19, 6, 5), (6, 5), operator="aten::avg_pool2d"),
    Window((2, 9, 7, 7), (3, 2), stride=(2, 2), padding=(1, 1), operator="aten::avg_pool2d"),
)


def numbers(source: random.Random, count: int) -> bytes:
    return struct.pack(f"<{count}f", *(float(source.randint(-8, 8)) for _ in range(count)))


def inputs(source: random.Random, window: Window) -> bytes:
    count = prod(window.image)
    return source.randbytes(count) if window.operator in QUANTIZED else numbers(source, count)


def program(window: Window) -> bytes:
    draft = Draft(source=random.Random(repr(window)))
    dtype = DType.Char if window.operator in QUANTIZED else DType.Float
    made = DType.Char if window.operator == MAXIMA else DType.Float
    given, result = draft.planned(window.image, dtype), draft.planned(window.out, made)
    lists = [draft.ints(*each) for each in (window.stride, window.padding, window.dilation)]
    outputs: tuple[int, ...] = (result,)
    if window.filters:
        sizes = (window.filters, window.image[1] // window.groups, *window.kernel)
        groups = draft.add(build.integer(window.groups))

        def floats(*sizes: int) -> int:
            return draft.constant(sizes, DType.Float, numbers(draft.source, prod(sizes)))

        if window.operator == INTEGERS:
            one = draft.constant((1,), DType.Float, struct.pack("<f", 0.5))
            zero = draft.constant((1,), DType.Int, struct.pack("<i", -7))
            weight = draft.constant(sizes, DType.Char, draft.source.randbytes(prod(sizes)))
            scales, bias = floats(window.filters), floats(window.filters)
            bounds = draft.add(build.double(-5e5)), draft.add(build.none())
            form = (one, zero, weight, scales, bias)
            name = (window.operator, "out")
            draft.call(name, given, *form, *lists, groups, *bounds, result, result)
            return program_of(draft, (given,), outputs)
        weight, bias = floats(*sizes), floats(window.filters)
        rest = (draft.add(build.boolean(False)), draft.ints(0, 0))
        name = (window.operator, "out")
        draft.call(name, given, weight, bias, *lists, *rest, groups, result, result)
        return program_of(draft, (given,), outputs)
    kernel, ceil = draft.ints(*window.kernel), draft.add(build.boolean(False))
    if window.operator == MAXIMA:
        form = [draft.add(build.integer(each)) for each in (3, 3, -100, 90)]
        name = (window.operator, "out")
        draft.call(name, given, kernel, *lists, ceil, *form, result, result)
    elif window.operator == "aten::max_pool2d":
        places = draft.planned(window.out, DType.Long)
        draft.offset += 4 * prod(window.out)  # a draft has room for elements of four bytes
        outputs = (result, places)
        both = draft.add(build.tensor_list(*outputs))
        name = (f"{window.operator}_with_indices", "out")
        draft.call(name, given, kernel, *lists, ceil, *outputs, both)
    else:
        counted, divisor = draft.add(build.boolean(True)), draft.add(build.none())
        name = (window.operator, "out")
        draft.call(name, given, kernel, *lists[:2], ceil, counted, divisor, result, result)
    return program_of(draft, (given,), outputs)


@pytest.fixture(scope="module")
def runner_of(gcc: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The runner for all these programs with the loops of an instruction set."""
    folder = tmp_path_factory.mktemp("programs")
    for number, window in enumerate(WINDOWS):
        (folder / f"{number}.pte").write_bytes(program(window))
    models = [read_model(path) for path in sorted(folder.glob("*.pte"))]
    plan = plan_for(union(selection_of_model(model) for model in models), threads=THREADS)

    def runner(isa: str) -> Path:
        own = (*HOSTS[isa], *(f"-I{ROOT / ISA / each}" for each in (isa, "x86_64_v3")))
        flags = (*UNSANITIZED, "-Wno-error", "-O1", *(own if HOSTS[isa] else ()))
        fast = replace(gcc, flags=flags)
        return fast.program("runner", fast.runtime(plan, "runner"), plan)

    return runner


@pytest.mark.parametrize("isa", sorted(NATIVE))
def test_sums_and_maxima_are_those_of_plain_loops(
    isa: str, runner_of: Callable[[str], Path], tmp_path: Path
) -> None:
    if missing := missing_features(isa):
        pytest.skip(f"this machine has no {', '.join(missing)}")
    runners = [runner_of(each) for each in ("scalar", isa)]
    for number, window in enumerate(WINDOWS):
        given = inputs(random.Random(number), window)
        expected, found = (
            results(runner, program(window), [given], tmp_path / f"{number}-{runner.parent.name}")
            for runner in runners
        )
        assert found == expected, window
