"""Shifts of scales that `optimize` stores in bytes, and those that it leaves as they are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from codegen.dtype import DType
from codegen.optimize.arrays import array_of
from codegen.optimize.graph import Call, Method
from codegen.optimize.roles import Operators
from codegen.optimize.shifts import SHIFTS, narrow_shifts
from tests.codegen.optimize.drawn_channels import Network
from tests.codegen.optimize.graphs import method_of, operators
from tests.codegen.optimize.quantized_draft import program_of

OPERATOR = "cortex_m::quantized_conv2d_nhwc.out"


def method(shifts: tuple[int, int] = (-31, 31)) -> Method:
    made = Network(random.Random(1), nhwc=True, shifts=shifts)
    given = made.image((3, 5, 5), 0)
    image = made.convolve(given, [[1, 2, 3]] * 9, [0] * 9)
    return method_of(program_of(made.draft, (given.index,), (image.index,)))


def shifts_of(found: Method) -> tuple[DType, list[int]]:
    (call,) = (each for each in found.instructions if isinstance(each, Call))
    names = [parameter.name for parameter in operators()[OPERATOR].schema.parameters]
    tensor = found.tensor(call.arguments[names.index(SHIFTS)])
    array = array_of(tensor)
    assert array is not None
    return tensor.dtype, array.reshape(-1).tolist()


def test_shifts_become_bytes_and_stay_the_same_numbers() -> None:
    given = method()
    dtype, numbers = shifts_of(given)
    assert dtype is DType.Int
    assert len(numbers) == 9
    narrowed = narrow_shifts(given, operators())
    assert shifts_of(narrowed) == (DType.Char, numbers)
    assert narrow_shifts(narrowed, operators()) == narrowed


@pytest.mark.parametrize("shift", [-32, 32, 256, -(2**31)])
def test_numbers_that_are_no_shifts_stay(shift: int) -> None:
    given = method((shift, shift))
    assert narrow_shifts(given, operators()) == given


@pytest.mark.parametrize("dtypes", [(DType.Int,), tuple(DType)])
def test_a_kernel_whose_record_does_not_name_both_gets_what_was_exported(
    dtypes: tuple[DType, ...],
) -> None:
    kernel = operators()[OPERATOR]
    takes = tuple(
        replace(each, dtypes=dtypes) if each.name == SHIFTS else each for each in kernel.takes
    )
    other: Operators = {**operators(), OPERATOR: replace(kernel, takes=takes)}
    assert narrow_shifts(method(), other) == method()
