"""What counts as PyTorch's result: each element separately, with the signs of zeros."""

from __future__ import annotations

import math
import struct

import pytest

from codegen.closeness import EXACT, RULES, Closeness
from codegen.dtype import DType
from tests.runtime.kernels.closeness import fault, magnitude_case, rule_of
from tests.runtime.kernels.portable_calls import Case, Outcome, Output

SUMS, TWO_ULPS = RULES["sums"], RULES["lengths"]
ULP = 2.0**-23
"""One unit in the last place of a Float from 1 to 2."""


def output(*numbers: float, dtype: str = "Float") -> Output:
    code = DType(dtype).struct_code
    return Output(
        sizes=str(len(numbers)), content=struct.pack(f"<{len(numbers)}{code}", *numbers).hex()
    )


def check(
    rule: Closeness,
    got: Output,
    expected: Output,
    *,
    magnitude: Output | None = None,
    dtype: str = "Float",
) -> str | None:
    """What is wrong with a call whose output must be `expected`."""
    line = f"out {dtype} {expected.sizes} 0 {expected.content}"
    bound = None if magnitude is None else Outcome(error="Ok", outputs=(magnitude,))
    case = Case(name="x", operator="x", lines=(line,))
    return fault(case, rule, Outcome(error="Ok", outputs=(got,)), bound)


def test_a_copy_is_equal_bit_by_bit() -> None:
    assert check(EXACT, output(1.0, 0.0), output(1.0, 0.0)) is None
    assert check(EXACT, output(1.0 + ULP), output(1.0)) == (
        "output 0: element 0 is 1.0000001192092896, expected 1.0 within 0"
    )
    assert check(EXACT, output(5, 6, dtype="Int"), output(5, 7, dtype="Int"), dtype="Int")


def test_an_operator_without_a_rule_is_exact() -> None:
    assert rule_of(Case(name="x", operator="my::own.out", lines=())) is EXACT
    assert rule_of(Case(name="x", operator="aten::mm.out", lines=())) is SUMS


def test_an_element_is_near_by_its_own_size_not_by_the_largest() -> None:
    assert check(TWO_ULPS, output(1e6, 1.0 + 2 * ULP), output(1e6, 1.0)) is None
    assert check(TWO_ULPS, output(1e6, 1.0 + 3 * ULP), output(1e6, 1.0)) is not None
    step = 2.0**-149  # of the smallest numbers
    assert check(TWO_ULPS, output(2 * step), output(0.0)) is None
    assert check(TWO_ULPS, output(3 * step), output(0.0)) is not None


@pytest.mark.parametrize("rule", [EXACT, TWO_ULPS])
def test_the_sign_of_a_zero_counts(rule: Closeness) -> None:
    assert check(rule, output(-0.0), output(-0.0)) is None
    assert check(rule, output(0.0), output(-0.0)) is not None
    assert check(rule, output(-0.0), output(0.0)) is not None


def test_a_sum_of_both_signs_is_near_by_its_magnitude() -> None:
    expected, magnitude = output(0.0, 1e-3, 1.0), output(1.0, 2.0, 1.0)
    off = 2.0**-21
    assert check(SUMS, output(off, 1e-3 + 2 * off, 1 + off), expected, magnitude=magnitude) is None
    assert check(SUMS, output(off, 1e-3, 1.0), expected) is not None
    for wrong in ((2 * off, 1e-3, 1.0), (0.0, 1e-3 + 3 * off, 1.0), (0.0, 1e-3, 1 + 2 * off)):
        assert check(SUMS, output(*wrong), expected, magnitude=magnitude) is not None


def test_the_sign_of_a_sum_that_is_zero_depends_on_the_order() -> None:
    assert check(SUMS, output(0.0), output(-0.0), magnitude=output(0.0)) is None


def test_a_magnitude_that_is_not_finite_allows_nothing() -> None:
    assert check(SUMS, output(2.0), output(1.0), magnitude=output(math.inf)) is not None
    assert check(SUMS, output(2.0), output(1.0), magnitude=output(math.nan)) is not None


@pytest.mark.parametrize("rule", [EXACT, SUMS])
def test_what_is_no_number_and_infinities_are_equal_or_wrong(rule: Closeness) -> None:
    other_nan = Output(sizes="1", content="0100c07f")
    big = output(3e38)
    assert check(rule, other_nan, output(math.nan), magnitude=big) is None
    assert check(rule, output(math.inf), output(math.inf), magnitude=big) is None
    for got, expected in ((1.0, math.nan), (math.nan, 1.0), (-math.inf, math.inf), (1.0, math.inf)):
        assert check(rule, output(got), output(expected), magnitude=big) is not None
    assert check(rule, output(math.inf), output(3.4e38), magnitude=big) is not None


def test_an_error_other_sizes_and_missing_outputs_are_faults() -> None:
    case = Case(name="x", operator="x", lines=("out Float 2 0 0000000000000000",))
    assert fault(case, EXACT, Outcome(error="NotSupported", outputs=()), None) == "NotSupported"
    assert fault(case, EXACT, Outcome(error="Ok", outputs=()), None) == "0 outputs, expected 1"
    flat = Output(sizes="2,1", content="0" * 16)
    assert fault(case, EXACT, Outcome(error="Ok", outputs=(flat,)), None) == (
        "output 0: sizes 2,1, expected 2"
    )


def test_the_magnitude_is_that_of_the_numbers_without_signs() -> None:
    numbers = "tensor Float 2 0 " + struct.pack("<2f", -1.5, 2.0).hex()
    lines = (numbers, "tensor Long 1 0 ffffffffffffffff", "int -2", "double -0.5", "ints -1")
    case = magnitude_case(Case(name="x", operator="x", lines=lines), SUMS)
    assert case is not None
    assert case.lines == (
        "tensor Float 2 0 " + struct.pack("<2f", 1.5, 2.0).hex(),
        "tensor Long 1 0 ffffffffffffffff",
        "int 2",
        "double 0.5",
        "ints -1",
    )
    assert magnitude_case(case, EXACT) is None


def test_what_is_subtracted_is_negative_in_the_magnitude() -> None:
    line = "tensor Float 1 0 " + struct.pack("<f", 3.0).hex()
    operator = "aten::_native_batch_norm_legit_no_training.out"
    case = Case(name="x", operator=operator, lines=(line,) * 5)
    magnitude = magnitude_case(case, rule_of(case))
    assert magnitude is not None
    negative = "tensor Float 1 0 " + struct.pack("<f", -3.0).hex()
    assert magnitude.lines == (line, line, line, negative, line)


def test_a_multiple_may_be_rounded_before_it_is_added() -> None:
    rule = RULES["multiples"]
    assert rule.allowed("Float", 1.0, 0.0) == 0.0
    assert rule.allowed("Float", 1.0, 4.0) == 4 * 2.0**-24 + ULP
    assert not rule.near(0.0, -0.0, 1.0)


def test_a_remainder_is_open_where_its_quotient_is_too_large() -> None:
    rule = RULES["remainders"]
    assert rule.undecided("Float", 1e39)
    assert not rule.undecided("Float", 1e37)
    assert not EXACT.undecided("Float", math.inf)
