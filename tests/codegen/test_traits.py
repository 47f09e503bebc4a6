from __future__ import annotations

import pytest

from codegen.dtype import DType
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, Dynamism, TensorArg
from codegen.pte import read_model
from codegen.traits import computes_doubles, traits_of
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    CAT,
    COMPUTED,
    DIV_NUMBERS,
    ITEM,
    MEAN,
    MUL_NUMBERS,
    QUANTIZED_ADD,
    RELU,
    call,
    ints,
    number,
    tensor,
    tensors,
)

F, L = DType.Float, DType.Long
OUT = tensor(F)
NHWC = (0, 2, 3, 1)


def needs(trait: str, schema: str, *arguments: Argument) -> bool:
    parsed = parse_schema(schema)
    return trait in traits_of(call(parsed.name, *arguments), parsed)


def add(a: Argument, b: Argument, alpha: Argument, out: Argument = OUT) -> tuple[Argument, ...]:
    return (a, b, alpha, out, out)


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


def test_mixed_layouts_are_needed_where_tensors_differ_in_dim_order() -> None:
    """Facts record whether each tensor is permuted; the trait, whether two differ."""
    channels_last = tensor(F, 1, 2, 3, 4, dim_order=NHWC)
    row_major = tensor(F, 1, 2, 3, 4)
    assert not needs("mixed_layouts", RELU, row_major, row_major, row_major)
    assert not needs("mixed_layouts", RELU, channels_last, channels_last, channels_last)
    assert needs("mixed_layouts", RELU, channels_last, row_major, row_major)
    assert needs("mixed_layouts", RELU, row_major, channels_last, channels_last)


def test_tensors_of_other_ranks_that_are_all_row_major_have_one_layout() -> None:
    assert not needs("mixed_layouts", ADD, *add(tensor(F, 2, 3), tensor(F, 3), number(1)))
    outer = tensor(F, 2, 3, dim_order=(1, 0))
    assert needs("mixed_layouts", ADD, *add(outer, tensor(F, 3), number(1), outer))


def test_mixed_dtypes_are_needed_where_any_two_tensors_differ_in_dtype() -> None:
    assert not needs("mixed_dtypes", ADD, *add(tensor(F), tensor(F), number(1)))
    assert needs("mixed_dtypes", ADD, *add(tensor(F), tensor(L), number(1)))
    assert needs(
        "mixed_dtypes", ADD, *add(tensor(L), tensor(L), number(1))
    )  # the output is a Float


def test_tensors_in_lists_count_as_well() -> None:
    assert needs("mixed_dtypes", CAT, tensors(F, F, L), number(0), OUT, OUT)
    assert not needs("mixed_dtypes", CAT, tensors(F, F), number(0), OUT, OUT)


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


@pytest.mark.parametrize(
    ("self_multiplier", "other_multiplier", "needed"),
    [
        (number(1), number(2), False),
        (number(-1), number(2), True),
        (number(1), number(-2), True),
        (number(1), COMPUTED, True),
    ],
)
def test_a_negative_multiplier_of_a_term_is_needed_where_it_may_be_one(
    self_multiplier: Argument, other_multiplier: Argument, *, needed: bool
) -> None:
    char = tensor(DType.Char, 2)
    term, other = (number(0), self_multiplier, number(0)), (number(0), other_multiplier, number(0))
    output = (number(0), number(-1), number(0), number(-128), number(127))
    arguments = (char, *term, char, *other, *output, char)
    assert needs("negative_multiplier", QUANTIZED_ADD, *arguments) is needed


def test_a_tensor_without_dimensions_has_no_outer_ones() -> None:
    scalar = TensorArg(dtype=F, dim_order=(), sizes=(), dynamism=Dynamism.STATIC, constant=False)
    assert not needs("outer_reduction", MEAN, scalar, ints(0), number(True), ABSENT, scalar)


@pytest.mark.parametrize(
    ("schema", "arguments", "expected"),
    [
        (MUL_NUMBERS, (COMPUTED, number(2), COMPUTED), False),
        (MUL_NUMBERS, (COMPUTED, number(0.5), COMPUTED), True),
        (DIV_NUMBERS, (COMPUTED, number(2), COMPUTED), True),
        (ITEM, (tensor(L), COMPUTED), False),
        (ITEM, (tensor(F), COMPUTED), True),
        ("aten::sym_size.int(Tensor self, int dim) -> SymInt", (OUT, number(0), COMPUTED), False),
        (ADD, (OUT, OUT, number(0.5), OUT, OUT), False),
        (MUL_NUMBERS, (), False),
    ],
)
def test_doubles_come_from_doubles_floating_elements_and_quotients(
    schema: str, arguments: tuple[Argument, ...], expected: bool
) -> None:
    parsed = parse_schema(schema)
    assert computes_doubles(call(parsed.name, *arguments), parsed) is expected


def test_a_call_has_all_of_its_traits() -> None:
    parsed = parse_schema(ADD)
    mixed = call(parsed.name, *add(tensor(L), tensor(F, 3), number(2)))
    assert traits_of(mixed, parsed) == {"broadcast", "mixed_dtypes"}
    assert traits_of(call(parsed.name), parsed) == frozenset()


def test_mv2_needs_no_trait_of_its_sums_and_means() -> None:
    """mv2 was exported row-major, in eval mode, without symbolic shapes."""
    calls = [
        each for method in read_model(programs()["mv2_035_96"]).methods for each in method.calls
    ]
    reducing = {"broadcast"}  # the output of a mean has another shape
    for schema, expected in ((parse_schema(ADD), set()), (parse_schema(MEAN), reducing)):
        found = [each for each in calls if each.operator == schema.name]
        assert found
        for each in found:
            assert traits_of(each, schema) == expected
