"""When an output is the expected one."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

import pytest

from codegen.dtype import DType
from tasks.run.case import Kind, Value
from tasks.run.output_difference import Comparison, compare

INFINITY, NAN = math.inf, math.nan


def tensor(dtype: DType, *elements: float, sizes: tuple[int, ...] | None = None) -> Value:
    data = struct.pack(f"<{len(elements)}{dtype.struct_code}", *elements)
    return Value(
        kind=Kind.TENSOR, dtype=dtype, sizes=(len(elements),) if sizes is None else sizes, data=data
    )


def bfloat16(*elements: float) -> Value:
    data = b"".join(struct.pack("<f", element)[2:] for element in elements)
    return Value(kind=Kind.TENSOR, dtype=DType.BFloat16, sizes=(len(elements),), data=data)


def boolean(*elements: int) -> Value:
    return Value(kind=Kind.TENSOR, dtype=DType.Bool, sizes=(len(elements),), data=bytes(elements))


def floats(wanted: Sequence[float], found: Sequence[float]) -> Comparison:
    return compare(
        tensor(DType.Float, *wanted), tensor(DType.Float, *found), tolerance=1e-2, integer_steps=0
    )


def test_a_float_may_differ_relative_to_the_largest_expected_one() -> None:
    good = floats([0.0, -100.0], [0.5, -100.0])
    assert (good.difference, good.allowed, good.fault) == (0.5, 1.0, None)
    bad = floats([0.0, -100.0], [1.5, -100.5])
    assert bad.fault == "element 0: expected 0, got 1.5 (difference 1.5, allowed 1)"


def test_where_all_is_zero_all_must_be_zero() -> None:
    assert floats([0.0, 0.0], [0.0, -0.0]).fault is None
    assert floats([0.0, 0.0], [0.0, 1e-30]).fault is not None


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        (NAN, NAN, True),
        (INFINITY, INFINITY, True),
        (-INFINITY, -INFINITY, True),
        (INFINITY, -INFINITY, False),
        (INFINITY, 3e38, False),
        (1.0, INFINITY, False),
        (1.0, NAN, False),
        (NAN, 1.0, False),
    ],
)
def test_nan_equals_nan_and_an_infinity_itself(wanted: float, found: float, same: bool) -> None:
    assert (floats([wanted, 1.0], [found, 1.0]).fault is None) == same


def test_an_infinity_does_not_widen_the_tolerance() -> None:
    assert floats([INFINITY, 1.0], [INFINITY, 1.5]).fault is not None


def test_nan_is_reported_at_its_element() -> None:
    found = floats([1.0, 2.0, 3.0], [1.5, NAN, 3.5])
    assert found.fault is not None
    assert found.fault.startswith("element 1: expected 2, got nan")


@pytest.mark.parametrize(
    ("make", "step"),
    [(lambda *x: tensor(DType.Half, *x), 2.0**-10), (bfloat16, 2.0**-7)],
    ids=["Half", "BFloat16"],
)
def test_a_short_float_is_not_held_to_more_than_it_can_hold(make: object, step: float) -> None:
    assert callable(make)
    for steps, same in ((1, True), (2, False)):
        found = compare(make(1.0), make(1.0 + steps * step), tolerance=1e-4, integer_steps=0)
        assert (found.fault is None) == same


def test_a_double_is_held_to_the_tolerance() -> None:
    wanted = tensor(DType.Double, 1.0)
    assert (
        compare(wanted, tensor(DType.Double, 1.0001), tolerance=1e-3, integer_steps=0).fault is None
    )
    assert (
        compare(wanted, tensor(DType.Double, 1.01), tolerance=1e-3, integer_steps=0).fault
        is not None
    )


@pytest.mark.parametrize("dtype", [DType.ComplexFloat, DType.ComplexDouble])
def test_each_part_of_a_complex_element_is_held_to_the_tolerance(dtype: DType) -> None:
    code = {DType.ComplexFloat: "f", DType.ComplexDouble: "d"}[dtype]

    def elements(*parts: float) -> Value:
        data = struct.pack(f"<{len(parts)}{code}", *parts)
        return Value(kind=Kind.TENSOR, dtype=dtype, sizes=(len(parts) // 2,), data=data)

    wanted = elements(1.0, -100.0, NAN, INFINITY)
    close, far = elements(1.005, -100.0, NAN, INFINITY), elements(1.0, -101.0, NAN, INFINITY)
    assert compare(wanted, close, tolerance=1e-4, integer_steps=0).fault is None
    assert compare(wanted, far, tolerance=1e-4, integer_steps=0).fault is not None


def test_integers_are_equal_or_within_the_steps_that_are_granted() -> None:
    wanted, found = tensor(DType.Char, 5, -128), tensor(DType.Char, 6, -128)
    assert compare(wanted, found, tolerance=1.0, integer_steps=0).fault == (
        "element 0: expected 5, got 6 (difference 1, allowed 0)"
    )
    assert compare(wanted, found, tolerance=0.0, integer_steps=1).fault is None


def test_large_integers_are_compared_exactly() -> None:
    wanted, found = tensor(DType.Long, 2**62), tensor(DType.Long, 2**62 + 1)
    result = compare(wanted, found, tolerance=1.0, integer_steps=0)
    assert result.fault is not None
    assert str(2**62 + 1) in result.fault


def test_booleans_are_equal_whatever_is_granted() -> None:
    found = compare(boolean(1, 0), boolean(1, 1), tolerance=1.0, integer_steps=5)
    assert found.fault is not None


@pytest.mark.parametrize(
    ("wanted", "found", "what"),
    [
        (
            tensor(DType.Float, 1.0),
            Value(kind=Kind.INT, scalar=1),
            "kind: expected tensor, got int",
        ),
        (tensor(DType.Float, 1.0), bfloat16(1.0), "dtype: expected Float, got BFloat16"),
        (
            tensor(DType.Float, 1.0, 2.0),
            tensor(DType.Float, 1.0, 2.0, sizes=(1, 2)),
            "sizes: expected [2], got [1, 2]",
        ),
    ],
    ids=["kind", "dtype", "sizes"],
)
def test_another_kind_dtype_or_shape_is_a_fault(wanted: Value, found: Value, what: str) -> None:
    assert compare(wanted, found, tolerance=1.0, integer_steps=0).fault == what


@pytest.mark.parametrize(
    ("kind", "wanted", "found", "same"),
    [
        (Kind.INT, 3, 3, True),
        (Kind.INT, 3, 4, False),
        (Kind.BOOL, True, False, False),
        (Kind.DOUBLE, 2.5, 2.5000001, True),
        (Kind.DOUBLE, 2.5, 2.6, False),
        (Kind.NONE, None, None, True),
    ],
)
def test_scalars_are_compared_by_their_kind(
    kind: Kind, wanted: float | None, found: float | None, same: bool
) -> None:
    result = compare(
        Value(kind=kind, scalar=wanted),
        Value(kind=kind, scalar=found),
        tolerance=1e-4,
        integer_steps=1,
    )
    assert (result.fault is None) == same


def test_a_tensor_without_elements_is_equal() -> None:
    empty = tensor(DType.Float, sizes=(0,))
    assert compare(empty, empty, tolerance=0.0, integer_steps=0).fault is None


def test_a_float_of_quantized_numbers_may_be_steps_away() -> None:
    wanted, found = tensor(DType.Float, 1.0, 2.0), tensor(DType.Float, 1.5, 2.0)

    def judged(steps: int) -> Comparison:
        return compare(wanted, found, tolerance=1e-4, integer_steps=steps, step=0.25)

    assert judged(2).fault is None
    assert judged(1).fault == (
        "element 0: expected 1, got 1.5 (difference 0.5 = 2.0 steps, allowed 0.25 = 1.0 steps)"
    )
    assert judged(2).in_steps(0.5) == "0.5 = 2.0 steps"
