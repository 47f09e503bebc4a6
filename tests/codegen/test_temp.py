"""The temp memory that one call takes follows from its arguments; expected values are counted."""

from __future__ import annotations

from dataclasses import astuple

from hypothesis import given
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.operator_schema import parse_schema
from codegen.opinfo import Argument, ListArg
from codegen.pte import read_model
from codegen.temp import TempNeeds, largest, temp_bytes, temp_needs
from tests.codegen.model_files import programs
from tests.codegen.resolving import (
    ABSENT,
    CAT,
    COMPUTED,
    CONVOLUTION,
    INDEX,
    POOL,
    SPLIT,
    call,
    ints,
    number,
    tensor,
    tensors,
)
from tests.codegen.selection_strategies import REPEATABLE

F, L = DType.Float, DType.Long
OUT = tensor(F)


def needs(schema: str, *arguments: Argument, scratch: int = 0) -> TempNeeds:
    parsed = parse_schema(schema)
    return temp_needs(call(parsed.name, *arguments), parsed, scratch)


def test_each_part_starts_at_a_multiple_of_8_bytes() -> None:
    some = TempNeeds(int_items=2, bool_items=1, tensors=2, optional_tensors=1, scratch_bytes=9)
    assert temp_bytes(some, tensor=20, optional_tensor=24) == 3 * 8 + 2 * 24 + 24 + 16


def test_lists_of_one_call_add_up() -> None:
    two = ints(1, 1)
    arguments = (OUT, OUT, ABSENT, two, two, two, number(False), ints(0), number(1), OUT, OUT)
    assert needs(CONVOLUTION, *arguments) == TempNeeds(int_items=7)


def test_an_item_that_is_computed_takes_as_much_as_any_other() -> None:
    schema = "my_ops::f(int[] sizes) -> int"
    assert needs(schema, ints(None, 3), COMPUTED) == TempNeeds(int_items=2)


def test_absent_items_of_a_list_take_their_place() -> None:
    assert needs(INDEX, OUT, tensors(None, L, None), OUT, OUT) == TempNeeds(optional_tensors=3)


def test_the_result_that_a_call_repeats_is_not_read_again() -> None:
    both = tensors(F, F)
    assert needs(CAT, tensors(F, L, F), number(0), OUT, OUT) == TempNeeds(tensors=3)
    assert needs(SPLIT, OUT, ints(1, 1), number(0), both, both) == TempNeeds(int_items=2, tensors=2)


def test_lists_of_doubles_and_strings_are_used_where_they_are() -> None:
    doubles = ListArg(kind="double_list", items=(0.5, 1.5))
    booleans = ListArg(kind="bool_list", items=(True,))
    schema = "my_ops::f(float[] a, bool[] b) -> int"
    assert needs(schema, doubles, booleans, COMPUTED) == TempNeeds(bool_items=1)


def test_scratch_is_part_of_it() -> None:
    assert needs(CAT, tensors(F), number(0), OUT, OUT, scratch=12) == TempNeeds(
        tensors=1, scratch_bytes=12
    )


NEEDS = st.builds(
    TempNeeds,
    int_items=st.integers(0, 3),
    bool_items=st.integers(0, 1),
    tensors=st.integers(0, 3),
    scratch_bytes=st.sampled_from([0, 8, 64]),
)


@REPEATABLE
@given(st.lists(NEEDS, max_size=8))
def test_every_call_fits_into_one_of_the_largest_and_none_of_them_into_another(
    calls: list[TempNeeds],
) -> None:
    def fits(small: TempNeeds, large: TempNeeds) -> bool:
        return all(a <= b for a, b in zip(astuple(small), astuple(large), strict=True))

    found = largest(calls)
    assert set(found) <= set(calls)
    for each in calls:
        assert each == TempNeeds() or any(fits(each, one) for one in found)
    for one in found:
        assert not any(fits(one, other) for other in found if other != one)
    assert largest(calls[::-1]) == found


def test_the_lists_of_a_real_model_are_counted() -> None:
    """Its pooling has four lists of two ints, its convolutions have four of one."""
    (method,) = read_model(programs()["conv1d_net"]).methods
    schemas = {parse_schema(text).name: parse_schema(text) for text in (POOL, CONVOLUTION)}
    found = [
        temp_needs(each, schemas[each.operator], 0)
        for each in method.calls
        if each.operator in schemas
    ]
    assert [needs.int_items for needs in found] == [4, 4, 8, 4]
    assert largest(found) == (TempNeeds(int_items=8),)
