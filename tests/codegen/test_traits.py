from __future__ import annotations

import pytest

from codegen.dtype import DType
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, Dynamism, ScalarArg, TensorArg
from codegen.pte import read_model
from codegen.traits import TRAITS, computes_doubles, needed_traits
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    CAT,
    COMPUTED,
    DIV_NUMBERS,
    ITEM,
    MUL_NUMBERS,
    RELU,
    call,
    ints,
    number,
    tensor,
    tensors,
)

F, L = DType.Float, DType.Long
MEAN = (
    "aten::mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
    "Tensor(a!) out) -> Tensor(a!)"
)
ADDMM = (
    "aten::addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, "
    "Tensor(a!) out) -> Tensor(a!)"
)
CONVOLUTION = (
    "aten::convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "
    "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "
    "SymInt groups, *, Tensor(a!) out) -> Tensor(a!)"
)
OUT = tensor(F)
NHWC = (0, 2, 3, 1)


def needs(trait: str, schema: str, *arguments: Argument, doubles: bool = False) -> bool:
    parsed = parse_schema(schema)
    return trait in needed_traits(
        call(parsed.name, *arguments), parsed, tuple(sorted(TRAITS)), doubles=doubles
    )


def add(a: Argument, b: Argument, alpha: Argument, out: Argument = OUT) -> tuple[Argument, ...]:
    return (a, b, alpha, out, out)


@pytest.mark.parametrize(
    ("alpha", "needed"),
    [
        (number(1), False),
        (number(1.0), False),
        (number(2), True),
        (number(0.5), True),
        (COMPUTED, True),
    ],
)
def test_alpha_is_needed_unless_it_is_known_to_be_one(alpha: Argument, needed: bool) -> None:
    assert needs("alpha", ADD, *add(OUT, OUT, alpha)) is needed


def test_either_factor_of_addmm_counts() -> None:
    for beta, alpha in ((number(2), number(1)), (number(1), number(2))):
        assert needs("alpha", ADDMM, OUT, OUT, OUT, beta, alpha, OUT, OUT)
    assert not needs("alpha", ADDMM, OUT, OUT, OUT, number(1), number(1), OUT, OUT)


@pytest.mark.parametrize(
    ("a", "b", "needed"),
    [
        (tensor(F, 2, 3), tensor(F, 2, 3), False),
        (tensor(F, 2, 3), tensor(F, 1, 3), True),
        (tensor(F, 2, 3), tensor(F, 3), True),
        (tensor(F, 2, 3, dynamism=Dynamism.DYNAMIC_BOUND), tensor(F, 2, 3), True),
        (tensor(F, 2, 3, dynamism=Dynamism.DYNAMIC_UNBOUND), tensor(F, 2, 3), True),
    ],
)
def test_broadcast_is_needed_where_shapes_may_differ(
    a: Argument, b: Argument, needed: bool
) -> None:
    assert needs("broadcast", ADD, *add(a, b, number(1))) is needed


def test_an_output_of_another_shape_needs_broadcast() -> None:
    assert needs("broadcast", ADD, *add(OUT, OUT, number(1), tensor(F, 4, 2, 3)))


def test_permuted_is_needed_for_any_tensor_that_is_not_row_major() -> None:
    channels_last = tensor(F, 1, 2, 3, 4, dim_order=NHWC)
    row_major = tensor(F, 1, 2, 3, 4)
    assert not needs("permuted", RELU, row_major, row_major, row_major)
    assert needs("permuted", RELU, channels_last, row_major, row_major)
    assert needs("permuted", RELU, row_major, channels_last, channels_last)


def test_mixed_is_needed_where_any_two_tensors_differ_in_dtype() -> None:
    assert not needs("mixed", ADD, *add(tensor(F), tensor(F), number(1)))
    assert needs("mixed", ADD, *add(tensor(F), tensor(L), number(1)))
    assert needs("mixed", ADD, *add(tensor(L), tensor(L), number(1)))  # the output is a Float


def test_tensors_in_lists_count_as_well() -> None:
    assert needs("mixed", CAT, tensors(F, F, L), number(0), OUT, OUT)
    assert not needs("mixed", CAT, tensors(F, F), number(0), OUT, OUT)


@pytest.mark.parametrize(
    ("dim", "needed"),
    [
        (ints(-1), False),
        (ints(3), False),
        (ints(-1, -2), False),
        (ints(2, 3), False),
        (ints(1, 2, 3), False),
        (ints(0, 1, 2, 3), False),
        (ints(), False),  # all of them
        (ABSENT, False),
        (ints(1), True),
        (ints(0, 3), True),
        (ints(-2), True),
        (ints(None), True),
        (COMPUTED, True),
    ],
)
def test_outer_reduction_is_needed_unless_the_last_dimensions_are_reduced(
    dim: Argument, needed: bool
) -> None:
    four = tensor(F, 1, 2, 3, 4)
    assert needs("outer_reduction", MEAN, four, dim, number(True), ABSENT, four, four) is needed


@pytest.mark.parametrize("dim", [ABSENT, ints(1), ints(-1), ints(2, 3)])
def test_outer_reduction_is_needed_where_tensors_are_not_row_major(dim: Argument) -> None:
    """The kernel without the trait walks along memory; it refuses any other layout."""
    row_major, channels_last = tensor(F, 1, 2, 3, 4), tensor(F, 1, 2, 3, 4, dim_order=NHWC)
    for self, out in ((channels_last, row_major), (row_major, channels_last)):
        assert needs("outer_reduction", MEAN, self, dim, number(True), ABSENT, out, out)


def test_a_tensor_without_dimensions_has_no_outer_ones() -> None:
    scalar = TensorArg(dtype=F, dim_order=(), sizes=(), dynamism=Dynamism.STATIC, constant=False)
    assert not needs("outer_reduction", MEAN, scalar, ints(0), number(True), ABSENT, scalar)


WEIGHT, ONES, NO = tensor(F, 8, 4, 3, 3), ints(1, 1), number(False)


def convolution(
    *,
    weight: Argument = WEIGHT,
    bias: Argument = ABSENT,
    dilation: Argument = ONES,
    transposed: Argument = NO,
) -> tuple[Argument, ...]:
    rest = (ints(0, 0), number(1), OUT, OUT)
    return (OUT, weight, bias, ints(1, 1), ints(0, 0), dilation, transposed, *rest)


@pytest.mark.parametrize(
    ("trait", "arguments"),
    [
        ("bias", convolution(bias=tensor(F, 8))),
        ("dilated", convolution(dilation=ints(1, 2))),
        ("dilated", convolution(dilation=ints(1, None))),
        ("transposed", convolution(transposed=number(True))),
        ("transposed", convolution(transposed=COMPUTED)),
        ("one_dimensional", convolution(weight=tensor(F, 8, 4, 3))),
    ],
)
def test_convolutions_need_what_they_use(trait: str, arguments: tuple[Argument, ...]) -> None:
    assert needs(trait, CONVOLUTION, *arguments)
    assert not needs(trait, CONVOLUTION, *convolution())


DOUBLE = ScalarArg(kind="double", value=None, computed=True)


def test_real_is_needed_for_doubles_among_operands_and_result() -> None:
    assert not needs("real", MUL_NUMBERS, COMPUTED, number(2), COMPUTED)
    assert needs("real", MUL_NUMBERS, COMPUTED, number(0.5), COMPUTED)
    assert needs("real", MUL_NUMBERS, COMPUTED, number(2), DOUBLE)


def test_real_is_needed_for_computed_numbers_once_some_call_computes_doubles() -> None:
    """A program says int of every result that is a Scalar: it may be anything."""
    assert needs("real", MUL_NUMBERS, COMPUTED, number(2), COMPUTED, doubles=True)


@pytest.mark.parametrize(
    ("schema", "arguments", "offered", "expected"),
    [
        (MUL_NUMBERS, (COMPUTED, number(2), COMPUTED), ("real",), False),
        (MUL_NUMBERS, (COMPUTED, number(0.5), COMPUTED), ("real",), True),
        (DIV_NUMBERS, (COMPUTED, number(2), COMPUTED), (), True),
        (ITEM, (tensor(L), COMPUTED), (), False),
        (ITEM, (tensor(F), COMPUTED), (), True),
        ("aten::sym_size.int(Tensor self, int dim) -> SymInt", (OUT, number(0), COMPUTED), (), 0),
        (ADD, (OUT, OUT, number(0.5), OUT, OUT), ("alpha",), False),
    ],
)
def test_doubles_come_from_doubles_floating_elements_and_quotients(
    schema: str, arguments: tuple[Argument, ...], offered: tuple[str, ...], expected: bool
) -> None:
    parsed = parse_schema(schema)
    assert computes_doubles(call(parsed.name, *arguments), parsed, offered) == bool(expected)


def test_only_traits_that_the_kernel_offers_are_needed() -> None:
    parsed = parse_schema(ADD)
    mixed = call(parsed.name, *add(tensor(L), tensor(F, 3), number(2)))
    assert needed_traits(mixed, parsed, ("alpha", "mixed"), doubles=False) == {"alpha", "mixed"}
    assert needed_traits(mixed, parsed, (), doubles=False) == frozenset()


def test_mv2_needs_no_trait_of_its_sums_and_means() -> None:
    """mv2 was exported row-major, in eval mode, without symbolic shapes."""
    add_out, mean = parse_schema(ADD), parse_schema(MEAN)
    reduction = ("mixed", "outer_reduction")
    calls = [
        each for method in read_model(programs()["mv2_035_96"]).methods for each in method.calls
    ]
    for schema, offered in (
        (add_out, ("alpha", "broadcast", "mixed", "permuted")),
        (mean, reduction),
    ):
        found = [each for each in calls if each.operator == schema.name]
        assert found
        for each in found:
            assert needed_traits(each, schema, offered, doubles=False) == frozenset()
