"""What a call must meet: what is known to hold, what is known not to, and what is not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from codegen.dtype import DType
from codegen.errors import ResolutionError
from codegen.expression import ExpressionError
from codegen.opinfo import Argument, Dynamism, ListArg, ScalarArg
from codegen.requires import Requires
from tests.codegen.resolving import COMPUTED, call, called, ints, number, tensor
from tests.runtime.sanitized import libraries, plan_for

X = tensor(DType.Char, 2, 3, 4)
ARGUMENTS: Mapping[str, Argument] = {
    "x": X,
    "last": tensor(DType.Char, 2, 3, 4, dim_order=(0, 2, 1)),
    "row": tensor(DType.Char, 1, 4),
    "empty": tensor(DType.Char, 0, 4),
    "bound": tensor(DType.Char, 2, 3, 4, dynamism=Dynamism.DYNAMIC_BOUND),
    "short": tensor(DType.Short, 1),
    "unsigned": tensor(DType.Byte, 1),
    "half": tensor(DType.Half, 1),
    "multipliers": tensor(DType.Int, 2),
    "shifts": tensor(DType.Int, 2),
    "wide": tensor(DType.UInt32, 1),
    "complex": tensor(DType.ComplexFloat, 2),
    "single_half": replace(tensor(DType.Half), sizes=(), dim_order=()),
    "single_complex": replace(tensor(DType.ComplexFloat), sizes=(), dim_order=()),
    "tensors": ListArg(kind="optional_tensor_list", items=(tensor(DType.Short, 1), None, X)),
    "absent": ScalarArg(kind="none", value=None, computed=False),
    "n": number(5),
    "real": number(0.0),
    "computed": COMPUTED,
    "list": ints(1, 2),
    "single": ints(3),
    "unknown": ints(1, None),
    "order": ints(-1, 0, 1),
}
DATA: Mapping[str, Sequence[int]] = {"multipliers": (1, 2**31 - 1), "shifts": (-31, 31)}


def verdict(text: str, data: Mapping[str, Sequence[int]] = DATA) -> bool | None:
    requires = Requires.parse([text], [], frozenset(ARGUMENTS))
    if requires.unmet(ARGUMENTS, data):
        return False
    return True if requires.are_met(ARGUMENTS, data) else None


def test_of_what_must_all_hold_only_what_does_not_is_named() -> None:
    text = "value(n) == 5 and row_major(last) and value(computed) == 5 and (not value(n))"
    requires = Requires.parse([text, "value(n) == 6"], [], frozenset(ARGUMENTS))
    found = requires.unmet(ARGUMENTS, DATA)
    assert found == ("row_major(last) and not value(n)", "value(n) == 6")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("value(n) == 5", True),
        ("value(n) == 6", False),
        ("value(computed) == 5", None),
        ("value(n) == 6 and value(computed) == 5", False),
        ("value(computed) == 5 and value(n) == 6", None),
        ("zero(real) and not zero(n)", True),
        ("fits(x, 127, -128)", True),
        ("fits(x, 127, 128)", False),
        ("fits(short, 32767, -32768) and not fits(short, 32768)", True),
        ("fits(unsigned, 255) and not fits(unsigned, -1)", True),
        ("fits(half, 40000)", None),
        ("size(x, 1) == 3", True),
        ("size(bound, 1) == 4", None),
        ("size(empty, 1) == 5", None),
        ("dtype(bound) == dtype(x) and rank(bound) == 3", True),
        ("row_major(x) and not row_major(last)", True),
        ("nested(last, 0, 2, 1)", True),
        ("nested(last, 0, 1, 2)", False),
        ("expanded(x, row, x)", True),
        ("expanded(row, x)", False),
        ("same_shape(x, last) and same_sizes(row, row, 1)", True),
        ("permuted(x, x, order)", False),
        ("axes(list, 2, 1) and axes(single, 2, 3) and axes(single, 3, 0)", True),
        ("axes(list, 3, 1)", False),
        ("axes(list, 2, 2)", False),
        ("axes(unknown, 2, 1)", None),
        ("scale(1, -31) and not scale(-1, 0) and not scale(1, 32)", True),
        ("scales(multipliers, shifts)", True),
        ("within(shifts, -31, 31)", True),
        ("within(x, -31, 31)", None),
        ("same_dtype(x, last, tensors, absent)", False),
        ("same_dtype(x, last, absent)", True),
        ("dtype(short) == promoted(x, tensors) and dtype(x) == promoted(x, n)", True),
        ("dtype(half) == promoted(x, single_half)", True),
        ("dtype(complex) == promoted(half, single_complex, absent)", False),
        ("promoted(wide, x) == -1 and floating(promoted(wide, x)) == -1", True),
        ("promoted(wide, half) == dtype(half)", True),
        ("promoted(x, computed) == dtype(x)", True),
        ("floating(dtype(x)) == real(dtype(complex)) and real(dtype(half)) == dtype(half)", True),
        ("casts(x, tensors, half) and casts(half, complex) and not casts(x, complex, half)", True),
        ("outputs(5, 3, 2, 1, 1, 0) == 3 and outputs(2, 3, 1, 0, 1, 0) == 0", True),
    ],
)
def test_a_condition_holds_or_not_or_is_not_known(text: str, expected: bool | None) -> None:
    assert verdict(text) is expected


def test_numbers_of_tensors_are_known_where_they_are_constant() -> None:
    assert verdict("scales(multipliers, shifts)", {"multipliers": (1, 2)}) is None
    assert verdict("scales(multipliers, shifts)", {**DATA, "shifts": (0, 32)}) is False
    assert verdict("within(shifts, 0, 31)", {"shifts": (0, 31)}) is True
    assert verdict("within(shifts, 0, 31)", {"shifts": (0, 32)}) is False
    assert verdict("within(shifts, 0, 31)", {"shifts": (-1, 0)}) is False


@pytest.mark.parametrize("text", ["size(y, 0)", "value(n) ==", "same_shape(x, y)", "open('f')"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        Requires.parse([text], [], frozenset(ARGUMENTS))


def test_every_cortex_m_and_quantized_operator_says_what_it_requires() -> None:
    kernels = [
        kernel
        for library in libraries()
        if library.name in ("cortex_m", "quantized")
        for kernel in library.kernels
    ]
    assert len(kernels) > 40
    assert [kernel.operator for kernel in kernels if kernel.requires is None] == []


@pytest.mark.parametrize("zero_point", [-128, -127])
def test_a_call_that_the_kernel_would_refuse_does_not_build(zero_point: int) -> None:
    numbers = (-1, 0, zero_point, 2**30, 22, -(2**30))
    arguments = (X, *map(number, numbers), X)
    need = called(call("cortex_m::softmax.out", *arguments))
    if zero_point == -128:
        assert [kernel.operator for kernel in plan_for(need).kernels] == ["cortex_m::softmax.out"]
        return
    with pytest.raises(ResolutionError) as raised:
        plan_for(need)
    (text,) = raised.value.faults
    assert "no kernel for cortex_m::softmax.out (Char), needed by " in text
    assert "but it requires value(output_zero_point) == -128. Change the model" in text


@pytest.mark.parametrize(
    ("operator", "dtypes", "requires"),
    [
        ("aten::mm.out", (DType.Float, DType.Double, DType.Float), "same_dtype(self, mat2, out)"),
        ("aten::atan2.out", (DType.Half, DType.Float, DType.Half), "floating(promoted("),
        ("aten::lt.Tensor_out", (DType.UInt16, DType.Int, DType.Bool), ">= 0"),
    ],
)
def test_a_mix_of_dtypes_that_the_kernel_would_refuse_does_not_build(
    operator: str, dtypes: tuple[DType, ...], requires: str
) -> None:
    tensors = [tensor(dtype, 2, 2) for dtype in dtypes]
    with pytest.raises(ResolutionError) as raised:
        plan_for(called(call(operator, *tensors, tensors[-1])))
    (text,) = raised.value.faults
    assert "but it requires " in text
    assert requires in text


@pytest.mark.parametrize("mask", [(1, 0, 1), (0, 1, 1), (0, 0, 1), (1, 0, 0), (1, 1, 1)])
def test_an_output_that_a_mask_leaves_out_has_any_dtype(mask: tuple[int, ...]) -> None:
    """Exported programs have a scalar of Byte there."""
    image, weight = (tensor(DType.Float, *sizes) for sizes in ((2, 3, 6, 5), (4, 3, 3, 3)))
    grad, bias = tensor(DType.Float, 2, 4, 6, 5), tensor(DType.Float, 4)
    pair, truth = ints(1, 1), ListArg(kind="bool_list", items=tuple(map(bool, mask)))
    plain = (ints(4), pair, pair, pair, number(0), ints(0, 0), number(1), truth)
    left_out = replace(tensor(DType.Byte), sizes=(), dim_order=())
    outputs = [
        out if kept else left_out for kept, out in zip(mask, (image, weight, bias), strict=True)
    ]
    made = call("aten::convolution_backward.out", grad, image, weight, *plain, *outputs)
    plan_for(called(made))
    if not all(mask):  # what is written has the dtype of the rest
        wrong = [left_out, left_out, left_out]
        refused = call("aten::convolution_backward.out", grad, image, weight, *plain, *wrong)
        with pytest.raises(ResolutionError, match="but it requires value"):
            plan_for(called(refused))
