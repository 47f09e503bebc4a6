"""Writes the programs of `tasks/bench/kernels/`: one call each, as CMSIS-NN's figures are of.

    python -m tests.tasks.bench.make_kernels

Expected results are those of CMSIS-NN's rules in whole numbers of any size.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from tests.codegen import program_builder as build

FOLDER = Path(__file__).parents[3] / "tasks" / "bench" / "kernels"
CHAR = 1
ONE = 1 << 31
EXP_FACTORS = (1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242)


def halves_away(number: int, bits: int) -> int:
    """`number` / 2^bits, rounded to the nearest, halves away from zero."""
    rounded = (abs(number) + (1 << bits >> 1)) >> bits
    return rounded if number >= 0 else -rounded


def rescaled(number: int, multiplier: int, shift: int) -> int:
    """As arm_nn_requantize(), for shifts that are not positive."""
    return halves_away((number * multiplier + (1 << 30)) >> 31, -shift)


def added(a: Sequence[int], b: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """As arm_elementwise_add_s8(), of the numbers that quantized_add() takes."""
    zero_a, multiplier_a, shift_a, zero_b, multiplier_b, shift_b = numbers[:6]
    zero, multiplier, shift, low, high = numbers[6:]
    sums = (
        rescaled((x - zero_a) << 20, multiplier_a, shift_a)
        + rescaled((y - zero_b) << 20, multiplier_b, shift_b)
        for x, y in zip(a, b, strict=True)
    )
    return [max(low, min(high, rescaled(each, multiplier, shift) + zero)) for each in sums]


def product(a: int, b: int) -> int:
    """Multiplies two fractions of 2^31."""
    return halves_away(a * b, 31)


def exp(x: int) -> int:
    """The exponential of x / 2^26, as of arm_nn_exp_on_negative_values()."""
    if x == 0:
        return ONE - 1
    part = x % (1 << 24) - (1 << 24)
    y = part * 32 + (1 << 28)
    y2 = product(y, y)
    cubes = halves_away(product(y2, y2), 2) + product(y2, y)
    series = y + halves_away(product(cubes, 715827883) + y2, 1)
    result = 1895147668 + product(1895147668, series)
    for bit, factor in enumerate(EXP_FACTORS, start=24):
        if (part - x) >> bit & 1:
            result = product(result, factor)
    return result


def softmax(x: Sequence[int], multiplier: int, shift: int, diff_min: int) -> list[int]:
    """As arm_softmax_s8()."""
    most = max(x)
    exps = [
        exp(product((each - most) << shift, multiplier)) if each - most >= diff_min else 0
        for each in x
    ]
    total = sum(halves_away(each, 12) for each in exps)
    bits = total.bit_length()
    half = (total << (32 - bits)) >> 1
    y = 1515870810 + product(half, -1010580540)
    for _ in range(3):
        y += 4 * product(y, (1 << 29) - product(half, y))
    scale = min(2 * y, ONE - 1)
    return [min(127, halves_away(product(scale, each), bits + 3) - 128) for each in exps]


def write(
    folder: Path,
    name: str,
    operator: str,
    operands: Sequence[Sequence[int]],
    arguments: Callable[[int], list[int]],
    numbers: Sequence[int],
    results: Sequence[int],
) -> None:
    """Writes into `folder` a program that calls `operator` on operands of one length, and its case.

    `arguments` names the values of the call, given that of the result: operands come first in the
    program, then numbers.
    """
    length = len(results)
    pitch = (length + 15) // 16 * 16
    tensors = [build.tensor((1, length), dtype=CHAR) for _ in range(len(operands) + 1)]
    for index, tensor in enumerate(tensors):
        offset = ("u32", index * pitch)
        tensor[1][1][6] = ("table", {0: ("u32", 1), 1: offset, 2: ("u32", 0)})
    integers = [build.integer(number) for number in numbers]
    values = [*tensors[:-1], *integers, tensors[-1]]
    out = len(values) - 1
    method = build.method(
        values,
        [build.kernel_call(*arguments(out))],
        inputs=tuple(range(len(operands))),
        outputs=(out,),
        operators=((operator, "out"),),
    )
    method[8] = ("i64s", (0, pitch * len(tensors)))
    program = build.program(method)
    (folder / f"{name}.pte").write_bytes(program)
    (folder / "io").mkdir(parents=True, exist_ok=True)
    data = [bytes(each % 256 for each in tensor) for tensor in (*operands, results)]
    (folder / "io" / f"{name}.bin").write_bytes(b"".join(data))
    entries = [
        {
            "kind": "tensor",
            "dtype": "Char",
            "scalar_type": CHAR,
            "shape": [1, length],
            "dim_order": [0, 1],
            "nbytes": length,
            "file": f"io/{name}.bin",
            "offset": index * length,
            "sha256": sha256(each).hexdigest(),
        }
        for index, each in enumerate(data)
    ]
    document = {
        "name": name,
        "pte": {
            "file": f"{name}.pte",
            "size": len(program),
            "sha256": sha256(program).hexdigest(),
        },
        "ptd": [],
        "notes": "made by tests/tasks/bench/make_kernels.py",
        "methods": [
            {
                "name": "forward",
                "stateful": False,
                "cases": [{"inputs": entries[:-1], "outputs": entries[-1:]}],
            }
        ],
    }
    text = json.dumps(document, indent=1) + "\n"
    (folder / f"{name}.cases.json").write_text(text, encoding="utf-8")


def make(folder: Path) -> None:
    """Writes all into `folder`."""
    numbers = random.Random(4096)
    a, b = ([numbers.randint(-128, 127) for _ in range(4096)] for _ in range(2))
    of_sum = (-3, 1 << 30, 0, 5, 1717986918, -1, -7, 1431655765, -18, -128, 127)
    write(
        folder,
        "add_4096_int8",
        "cortex_m::quantized_add",
        (a, b),
        lambda out: [0, 2, 3, 4, 1, *range(5, 13), out],
        of_sum,
        added(a, b, of_sum),
    )
    x = [numbers.randint(-60, 60) for _ in range(64)]
    scale = (1717986918, 23, -248)
    write(
        folder,
        "softmax_64_int8",
        "cortex_m::softmax",
        (x,),
        lambda out: [0, *range(1, 7), out],
        (-1, 0, -128, *scale),
        softmax(x, *scale),
    )


if __name__ == "__main__":
    make(FOLDER)
