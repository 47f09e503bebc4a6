"""Kernels on PyTorch's calls with arguments changed at random: never a crash."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from codegen.dtype import SUPPORTED_DTYPES, DType
from tests.runtime.kernels.portable_calls import (
    Case,
    outcomes,
    read_cases,
)
from tests.runtime.sanitized import kernels_by_name

DATA = Path(__file__).parents[2] / "data" / "kernels"
EXTREME = (
    *(-(2**63), -(2**32), -(2**31) - 1, -(2**31), -17, -3, -2, -1, 0, 1, 2, 3, 4, 7, 15, 16, 17),
    *(2**15, 2**29 - 1, 2**29, 2**29 + 1, 2**30, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1),
)
REAL = ("nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "-0.0", "9.3e18", "2147483648.0", "0.5")


@pytest.mark.parametrize("seed", range(4))
def test_random_calls_end_in_ok_or_an_error(seed: int, kernels: Path) -> None:
    """PyTorch's calls with arguments changed at random: every tensor sound, their relations not."""
    randomness = random.Random(seed)
    base = [case for path in sorted(DATA.glob("*.txt")) for case in read_cases(path)]
    short = [case for case in base if len(case.text) < 3000]
    cases = [_damaged(randomness.choice(short), randomness) for _ in range(6000)]
    seen = {outcome.error for outcome in outcomes(kernels, cases)}
    expected = {"Ok", "InvalidArgument", "InvalidType", "OperatorMissing"}
    assert expected <= seen <= {*expected, "NotSupported"}


def _damaged(case: Case, randomness: random.Random) -> Case:
    lines = list(case.lines)
    for _ in range(randomness.choice((1, 1, 2, 4))):
        index = randomness.randrange(len(lines))
        if index == 0 and any(line.startswith("overlap 0") for line in lines):
            continue
        lines[index] = _changed(lines, index, case.operator, randomness)
    return Case(name=case.name, operator=case.operator, lines=tuple(lines))


def _changed(lines: Sequence[str], index: int, operator: str, randomness: random.Random) -> str:
    kind, *words = lines[index].split(" ")
    if kind == "int":
        return f"int {randomness.choice(EXTREME)}"
    if kind == "double":
        return f"double {randomness.choice(REAL)}"
    if kind == "bool":
        return f"bool {randomness.randrange(2)}"
    if kind == "ints":
        numbers = [] if words[0] == "-" else words[0].split(",")
        for place in range(len(numbers)):
            if randomness.random() < 0.5:
                numbers[place] = str(randomness.choice(EXTREME))
        length = randomness.choice((len(numbers), len(numbers), 0, 1, 2, 3, 16, 17))
        while len(numbers) < length:
            numbers.append(str(randomness.choice(EXTREME)))
        return "ints " + (",".join(numbers[:length]) or "-")
    if kind in ("tensor", "out", "dynamic"):
        return _changed_tensor(lines, index, operator, randomness)
    return lines[index]


def _changed_tensor(
    lines: Sequence[str], index: int, operator: str, randomness: random.Random
) -> str:
    kind, dtype, sizes_text, order_text, *_ = lines[index].split(" ")
    sizes = [] if sizes_text == "-" else [int(size) for size in sizes_text.split(",")]
    order = [] if order_text == "-" else [int(dim) for dim in order_text.split(",")]
    action = randomness.randrange(6)
    if action == 0 and sizes:
        sizes[randomness.randrange(len(sizes))] = randomness.choice((0, 1, 2, 3, 5, 8))
    elif action == 1:
        randomness.shuffle(order)
    elif action == 2:
        dtype = randomness.choice(SUPPORTED_DTYPES)
    elif action == 3:
        rank = randomness.choice((0, 1, 2, 3, 4, 5, 16))
        sizes = [randomness.choice((1, 1, 2, 3)) if rank < 6 else 1 for _ in range(rank)]
        order = randomness.sample(range(rank), rank)
    elif action == 4 and sizes:
        place = randomness.randrange(len(sizes))  # no elements, but one size as large as can be
        sizes = [0] * len(sizes)
        sizes[place] = 2**31 - 1 if len(sizes) > 1 else 0
    elif kind == "out":
        first, kernel = lines[0].split(" "), kernels_by_name()[operator]
        if (
            action == 5
            and first[0] == "tensor"
            and first[1:4] == [dtype, sizes_text, order_text]
            and kernel.schema.parameters[0].name in kernel.in_place
        ):
            return f"overlap 0 0 {first[1]} {sizes_text} {order_text} -"
        kind = "dynamic"
    # Zero counts as one: no program has a tensor whose strides do not fit.
    if math.prod(sizes) > 4096 or math.prod(max(size, 1) for size in sizes) >= 2**31:
        return lines[index]
    if kind != "tensor":
        shape = ",".join(map(str, sizes)) or "-"
        return f"{kind} {dtype} {shape} {','.join(map(str, order)) or '-'} -"
    content = randomness.randbytes(math.prod(sizes) * DType(dtype).itemsize).hex() or "-"
    dims = ",".join(map(str, order)) or "-"
    return f"tensor {dtype} {','.join(map(str, sizes)) or '-'} {dims} {content}"
