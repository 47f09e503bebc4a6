"""What is proven of the scales and biases of a compiled program's calls."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from pathlib import Path

import pytest

from codegen.compiled.compile import compile_programs
from codegen.compiled.tables import Weights
from codegen.dtype import DType
from codegen.pte import read_program_file
from codegen.sources.detect import read_file
from tests.codegen import program_builder
from tests.codegen.optimize.quantized_draft import Draft, program_of
from tests.runtime.sanitized import libraries, plan_for

CHANNELS = 4


def windows(draft: Draft, shifts: Sequence[int], bias: Sequence[int]) -> tuple[int, int]:
    """Depthwise windows of 3x3: their input and their output."""
    given, out = (draft.planned((1, size, size, CHANNELS), DType.Char) for size in (5, 3))
    weight = draft.constant((1, 3, 3, CHANNELS), DType.Char, bytes(range(9 * CHANNELS)))
    start, scales, right = (
        draft.constant((CHANNELS,), DType.Int, struct.pack(f"<{CHANNELS}i", *numbers))
        for numbers in (bias, [1 << 30] * CHANNELS, shifts)
    )
    numbers = [draft.add(program_builder.integer(each)) for each in (1, 5, 0, -128, 127)]
    scratch = draft.constant((1,), DType.Char, b"\0")
    lists = (draft.ints(1, 1), draft.ints(0, 0), draft.ints(1, 1))
    draft.call(
        ("cortex_m::quantized_depthwise_conv2d_nhwc", "out"),
        *(given, weight, start, *lists, *numbers[:3], scales, right, *numbers[3:], scratch),
        *(out, out),
    )
    return given, out


@pytest.mark.parametrize(
    ("shifts", "bias", "expected"),
    [
        ((-9, -3, -5, -9), (2**22, -(2**22), 0, 1), True),
        ((-9, -3, -10, -9), (0, 0, 0, 0), False),
        ((-9, -2, -5, -9), (0, 0, 0, 0), False),
        ((-9, -3, -5, -9), (2**22 + 1, 0, 0, 0), False),
    ],
)
def test_scales_of_all_calls_are_usual_or_nothing_is_proven(
    shifts: Sequence[int], bias: Sequence[int], expected: bool, tmp_path: Path
) -> None:
    draft = Draft(source=random.Random(1))
    calls = [windows(draft, (-7,) * CHANNELS, (5,) * CHANNELS), windows(draft, shifts, bias)]
    path = tmp_path / "windows.pte"
    path.write_bytes(program_of(draft, *(tuple(each) for each in zip(*calls, strict=True))))
    files = {path.name: read_program_file(path)}
    found = compile_programs(files, plan_for(read_file(path)), libraries(), Weights.LINKED)
    assert ["scaled" in kernel.proofs for kernel in found.kernels] == [expected]
