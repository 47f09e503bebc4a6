"""Kernels that draw random numbers: distributions, determinism, layouts and faults.

The seed is fixed, so that no test ever fails by chance.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from codegen.dtype import DType
from tests.runtime.kernels.faults import MISSING, TYPE, Calls, check, faults
from tests.runtime.kernels.portable_calls import Case, Outcome, outcomes, output, zeros

FLOATS = ("Float", "Double", "Half", "BFloat16")
BITS = {"Half": 11, "BFloat16": 8, "Float": 24, "Double": 53}
COUNT = 40000


def run(kernels: Path, operator: str, *lines: str) -> Outcome:
    return outcomes(kernels, [Case(name="random", operator=operator, lines=lines)])[0]


def row(dtype: str, count: int) -> str:
    return f"out {dtype} {count} 0 -"


def drawn(kernels: Path, operator: str, dtype: str, count: int = COUNT) -> list[float]:
    found = run(kernels, operator, f"ints {count}", row(dtype, count))
    assert found.error == "Ok"
    return found.outputs[0].numbers(dtype)


def mean(numbers: list[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def normal_share(low: float, high: float) -> float:
    """How much of a normal distribution is between two bounds."""
    return 0.5 * (math.erf(high / math.sqrt(2)) - math.erf(low / math.sqrt(2)))


@pytest.mark.parametrize("dtype", FLOATS)
def test_rand_is_even_in_0_to_1(dtype: str, kernels: Path) -> None:
    numbers = drawn(kernels, "aten::rand.out", dtype)
    step = 2.0 ** -BITS[dtype]
    assert all(0 <= x < 1 and x / step == int(x / step) for x in numbers)
    sigma = 1 / math.sqrt(12 * COUNT)
    assert abs(mean(numbers) - (0.5 - step / 2)) < 4 * sigma
    assert abs(mean([(x - 0.5) ** 2 for x in numbers]) - 1 / 12) < 0.002
    bins = [0] * 16
    for x in numbers:
        bins[int(16 * x)] += 1
    assert all(abs(each - COUNT / 16) < 5 * math.sqrt(COUNT / 16) for each in bins)


@pytest.mark.parametrize("dtype", ["Float", "Double"])
def test_rand_uses_the_whole_significand(dtype: str, kernels: Path) -> None:
    numbers = drawn(kernels, "aten::rand.out", dtype, 200)
    odd = sum(int(x * 2.0 ** BITS[dtype]) % 2 for x in numbers)
    assert 60 < odd < 140
    assert len(set(numbers)) > 195


@pytest.mark.parametrize("dtype", FLOATS)
def test_randn_is_normal(dtype: str, kernels: Path) -> None:
    numbers = drawn(kernels, "aten::randn.out", dtype)
    assert abs(mean(numbers)) < 4 / math.sqrt(COUNT)
    assert abs(mean([x**2 for x in numbers]) - 1) < 4 * math.sqrt(2 / COUNT)
    assert abs(mean([x**4 for x in numbers]) - 3) < 4 * math.sqrt(96 / COUNT)
    bounds = [-math.inf, -3, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 3, math.inf]
    for low, high in pairwise(bounds):
        share = normal_share(low, high)
        # Rounding to 16 bits moves numbers across a bound.
        slack = COUNT * (0.002 if dtype in ("Half", "BFloat16") else 0)
        count = sum(low <= x < high for x in numbers)
        assert abs(count - share * COUNT) < 5 * math.sqrt(share * COUNT) + slack


def test_numbers_are_alike_in_all_dtypes(kernels: Path) -> None:
    """Rounded draws are equal: what is computed does not depend on the processor either."""
    for operator in ("aten::rand.out", "aten::randn.out"):
        float_, half = (drawn(kernels, operator, dtype, 50) for dtype in ("Float", "Half"))
        assert all(
            abs(a - b) <= 2.0**-9 * max(abs(a), 0.5) for a, b in zip(float_, half, strict=True)
        )


def test_first_numbers_of_seed_0_never_change(kernels: Path) -> None:
    """Every target draws these: they are part of what a program gives."""
    wanted = pcg32(0, 0)
    numbers = drawn(kernels, "aten::rand.out", "Float", 6)
    assert numbers == [(next(wanted) >> 8) / 2**24 for _ in range(6)]
    wanted = pcg32(0, 0)
    doubles = drawn(kernels, "aten::rand.out", "Double", 3)
    assert doubles == [next(wanted) / 2**32 + (next(wanted) >> 11) / 2**53 for _ in range(3)]


def pcg32(seed: int, sequence: int) -> Iterator[int]:
    """The numbers of the generator. Source: pcg_basic.c of https://github.com/imneme/pcg-c-basic."""
    mask, step = 2**64 - 1, 2 * sequence + 1
    state = ((seed + step) * 6364136223846793005 + step) & mask
    while True:
        mixed, turn = ((state >> 18 ^ state) >> 27) & 0xFFFFFFFF, state >> 59
        yield (mixed >> turn | mixed << (32 - turn)) & 0xFFFFFFFF
        state = (state * 6364136223846793005 + step) & mask


def test_shape_and_dim_order_do_not_change_what_is_drawn(kernels: Path) -> None:
    wanted = drawn(kernels, "aten::rand.out", "Float", 24)
    for order in ("0,1,2", "2,0,1"):
        found = run(kernels, "aten::rand.out", "ints 2,3,4", f"out Float 2,3,4 {order} -")
        assert found.outputs[0].numbers("Float") == wanted  # in the order of memory
    for sizes in ("0", "2,0,3"):
        order = ",".join(str(i) for i in range(len(sizes.split(","))))
        found = run(kernels, "aten::randn.out", f"ints {sizes}", f"out Float {sizes} {order} -")
        assert found.error == "Ok"
    assert run(kernels, "aten::randn.out", "ints -", "out Double - - -").error == "Ok"


@pytest.mark.parametrize("dtype", FLOATS)
def test_randn_like_draws_what_randn_draws(dtype: str, kernels: Path) -> None:
    wanted = drawn(kernels, "aten::randn.out", dtype, 24)
    for other in (dtype, "Char"):
        lines = (zeros(other, 2, 3, 4), "none", f"out {dtype} 2,3,4 2,0,1 -")
        found = run(kernels, "aten::randn_like.out", *lines)
        assert found.outputs[0].numbers(dtype) == wanted


def dropout(
    kernels: Path, x: list[float], p: str, train: str, dtype: str = "Float", order: str = "0"
) -> tuple[list[float], list[float]]:
    code = DType(dtype).struct_code
    data = struct.pack(f"<{len(x)}{code}", *x).hex()
    found = run(
        kernels,
        "aten::native_dropout.out",
        f"tensor {dtype} {len(x)} {order} {data}",
        f"double {p}",
        train,
        row(dtype, len(x)),
        row("Bool", len(x)),
    )
    assert found.error == "Ok"
    return found.outputs[0].numbers(dtype), found.outputs[1].numbers("Bool")


@pytest.mark.parametrize("dtype", ["Float", "Double", "Half"])
@pytest.mark.parametrize("p", [0.25, 0.5, 0.9])
@pytest.mark.parametrize("train", ["bool 1", "none"])
def test_dropout_keeps_its_share_and_scales_it(
    p: float, train: str, dtype: str, kernels: Path
) -> None:
    x = [float(i % 64 + 1) for i in range(COUNT)]
    numbers, mask = dropout(kernels, x, str(p), train, dtype)
    kept = sum(mask)
    assert abs(kept - (1 - p) * COUNT) < 5 * math.sqrt(p * (1 - p) * COUNT)
    code = DType(dtype).struct_code
    computed = "d" if dtype == "Double" else "f"
    (scale,) = struct.unpack(computed, struct.pack(computed, 1 / (1 - p)))
    wanted = [
        struct.unpack(code, struct.pack(code, a * scale))[0] if kept_ else 0.0
        for a, kept_ in zip(x, mask, strict=True)
    ]
    assert numbers == wanted


def test_dropout_multiplies_as_pytorch_does(kernels: Path) -> None:
    """A dropped element is the product with 0, not 0."""
    x = [-1.0, math.inf, math.nan, 1.0] * 50
    numbers, mask = dropout(kernels, x, "0.5", "bool 1")
    for a, kept, got in zip(x, mask, numbers, strict=True):
        wanted = a * (1.0 if kept else 0.0) * 2.0
        assert struct.pack("<f", got) == struct.pack("<f", wanted) or math.isnan(got) == math.isnan(
            wanted
        )
        assert math.copysign(1, got) == math.copysign(1, wanted) or math.isnan(wanted)


@pytest.mark.parametrize(("p", "kept"), [("0", 1.0), ("1", 0.0)])
def test_dropout_of_nothing_and_of_everything(p: str, kept: float, kernels: Path) -> None:
    numbers, mask = dropout(kernels, [3.0] * 500, p, "bool 1")
    assert mask == [kept] * 500
    assert numbers == [3.0 * kept] * 500


def test_dropout_without_training_changes_nothing(kernels: Path) -> None:
    x = [1.5, -2.0, math.inf]
    for p in ("0.5", "7", "nan"):  # PyTorch does not look at it then
        assert dropout(kernels, x, p, "bool 0") == (x, [1.0] * 3)


def test_dropout_goes_by_positions_whatever_the_dim_orders(kernels: Path) -> None:
    data = struct.pack("<6f", *range(1, 7)).hex()  # 2x3, the columns after each other
    found = run(
        kernels,
        "aten::native_dropout.out",
        f"tensor Float 2,3 1,0 {data}",
        "double 0.5",
        "bool 1",
        "out Float 2,3 0,1 -",
        "out Bool 2,3 1,0 -",
    )
    numbers, mask = found.outputs[0].numbers("Float"), found.outputs[1].numbers("Bool")
    in_rows = [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]
    kept = [mask[at] for at in (0, 2, 4, 1, 3, 5)]
    assert numbers == [2 * x * y for x, y in zip(in_rows, kept, strict=True)]


X, OUT, MASK = zeros("Float", 2, 3), output("Float", 2, 3), output("Bool", 2, 3)
CALLS: Calls = {
    "aten::rand.out": {
        "rand_is_right": (["ints 2,3", OUT], "Ok"),
        "rand_shape": ["ints 3,2", OUT],
        "rand_negative": ["ints -2,3", OUT],
        "rand_huge": [f"ints {2**40},3", OUT],
        "rand_too_many_dims": [f"ints {','.join(['1'] * 17)}", OUT],
        "rand_of_ints": (["ints 2", output("Int", 2)], MISSING),
    },
    "aten::randn_like.out": {"randn_like_shape": [X, "none", output("Float", 3, 2)]},
    "aten::randn.out": {"randn_of_complex": (["ints 2", output("ComplexFloat", 2)], MISSING)},
    "aten::native_dropout.out": {
        "dropout_is_right": ([X, "double 0.5", "bool 1", OUT, MASK], "Ok"),
        "dropout_above_1": [X, "double 1.01", "bool 1", OUT, MASK],
        "dropout_below_0": [X, "double -0.01", "none", OUT, MASK],
        "dropout_nan": [X, "double nan", "bool 1", OUT, MASK],
        "dropout_shape": [X, "double 0.5", "bool 1", output("Float", 3, 2), MASK],
        "dropout_mask": [X, "double 0.5", "bool 1", OUT, output("Bool", 3, 2)],
        "dropout_dtype": ([X, "double 0.5", "bool 1", output("Half", 2, 3), MASK], TYPE),
        "dropout_mask_dtype": ([X, "double 0.5", "bool 1", OUT, OUT], MISSING),
        "dropout_of_nothing": (
            [zeros("Float", 0), "double 9", "bool 1", output("Float", 0), output("Bool", 0)],
            "Ok",
        ),
    },
    "aten::view_as_real_copy.out": {
        "parts_of_real": ([zeros("Float", 2), output("Float", 2, 2)], MISSING),
        "parts_of_another_dtype": ([zeros("ComplexFloat", 2), output("Double", 2, 2)], TYPE),
        "parts_shape": [zeros("ComplexFloat", 2), output("Float", 2, 3)],
        "parts_of_rank_16": [zeros("ComplexFloat", *[1] * 16), output("Float", *[1] * 16)],
    },
    "aten::_conj_physical.out": {
        "conjugate_dtype": ([zeros("ComplexFloat", 2), output("ComplexDouble", 2)], TYPE)
    },
    "aten::add.out": {
        "sum_is_not_complex": (
            [zeros("ComplexFloat", 2), zeros("Float", 2), "int 1", output("Float", 2)],
            TYPE,
        ),
        "sum_is_too_narrow": (
            [zeros("ComplexFloat", 2), zeros("Double", 2), "int 1", output("ComplexFloat", 2)],
            TYPE,
        ),
        "sum_of_large_unsigned": (
            [zeros("ComplexFloat", 2), zeros("UInt32", 2), "int 1", output("ComplexFloat", 2)],
            TYPE,
        ),
    },
    "aten::mul.out": {
        "sum_would_be_ComplexHalf": (
            [zeros("ComplexFloat"), zeros("Half", 2), output("ComplexFloat", 2)],
            TYPE,
        )
    },
    "aten::cat.out": {
        "complex_into_real": (
            ["list 2", zeros("ComplexFloat", 1), zeros("Float", 1), "int 0", output("Float", 2)],
            TYPE,
        )
    },
}
FAULTS = faults(CALLS)


@pytest.mark.parametrize("name", FAULTS)
def test_calls_that_are_not_sound_are_refused(name: str, kernels: Path) -> None:
    check(name, FAULTS[name], kernels)
