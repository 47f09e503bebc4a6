from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.facts import ArgumentFacts, facts_of, joined, no_facts, widened
from codegen.operator_schema import Parameter, parse_schema
from codegen.opinfo import Argument, Dynamism, ListArg, ScalarArg, TensorArg
from tests.codegen.resolving import (
    ABSENT,
    ADD,
    COMPUTED,
    CONVOLUTION,
    COPY,
    INDEX,
    ints,
    number,
    tensor,
    tensors,
)
from tests.codegen.selection_strategies import REPEATABLE, scalars
from tests.codegen.selection_strategies import tensors as any_tensor

F, L, H = DType.Float, DType.Long, DType.Half
NHWC = (0, 2, 3, 1)


def parameter(schema: str, name: str) -> Parameter:
    return next(each for each in parse_schema(schema).parameters if each.name == name)


SELF, ALPHA, OUT = (parameter(ADD, name) for name in ("self", "alpha", "out"))
BIAS, STRIDE = parameter(CONVOLUTION, "bias"), parameter(CONVOLUTION, "stride")
INDICES = parameter(INDEX, "indices")


def facts(parameter: Parameter, *arguments: Argument, doubles: bool = False) -> ArgumentFacts:
    return joined([facts_of(parameter, each, doubles=doubles) for each in arguments])


# Tensors


def test_a_tensor_has_the_dtypes_and_ranks_of_all_calls() -> None:
    found = facts(SELF, tensor(L, 2, 3), tensor(F, 4), tensor(F, 2, 3))
    assert (found.dtypes, found.ranks, found.permuted, found.absent) == ((L, F), (1, 2), False, 0)


def test_one_tensor_in_another_order_is_enough_to_be_permuted() -> None:
    row_major, channels_last = tensor(F, 1, 2, 3, 4), tensor(F, 1, 2, 3, 4, dim_order=NHWC)
    assert not facts(SELF, row_major, row_major).permuted
    assert facts(SELF, row_major, channels_last).permuted


def test_an_optional_tensor_may_be_absent_in_all_or_some_calls() -> None:
    never = facts(BIAS, tensor(F))
    always = facts(BIAS, ABSENT)
    some = facts(BIAS, ABSENT, tensor(F))
    assert [each.absent for each in (never, always, some)] == [False, True, True]
    assert [each.dtypes for each in (never, always, some)] == [(F,), (), (F,)]


def test_a_list_is_its_items() -> None:
    found = facts(INDICES, tensors(L), tensors(None, DType.Bool))
    assert (found.dtypes, found.absent) == ((L, DType.Bool), True)
    assert not facts(INDICES, tensors(L)).absent


def test_a_tensor_that_is_changed_in_place_is_read_and_written() -> None:
    self, src = parse_schema(COPY).parameters[:2]
    assert [(each.read, each.written) for each in map(no_facts, (self, src, OUT))] == [
        (True, True),
        (True, False),
        (False, True),
    ]


# Numbers


@pytest.mark.parametrize(
    ("values", "known"),
    [
        ([number(1), number(1)], 1),
        ([number(0.5)], 0.5),
        ([number(True)], True),
        ([number(1), number(2)], None),
        ([number(1), COMPUTED], None),
        ([number(1), number(1.0)], None),  # kernels compute with doubles where one is a double
        ([number(1), number(True)], None),
        ([number(2), ABSENT], 2),
        ([ABSENT], None),
        ([number(0.0), number(-0.0)], None),
    ],
)
def test_a_value_is_known_where_all_calls_that_pass_one_agree(
    values: list[ScalarArg], known: int | float | bool | None
) -> None:
    found = facts(ALPHA, *values).value
    assert (found, type(found)) == (known, type(known))
    assert facts(ALPHA, *values[::-1]).value == known


def test_a_value_that_is_not_a_number_is_unknown() -> None:
    found = facts(ALPHA, number(float("nan")), number(float("nan")))
    assert found.value is not None
    assert found.value != found.value
    text = ScalarArg(kind="string", value="mean", computed=False)
    assert facts(ALPHA, text).value is None
    assert facts(ALPHA, text).kinds == ()


@pytest.mark.parametrize(
    ("items", "known"),
    [
        ([ints(1, 1), ints(1)], 1),
        ([ints(1, 2)], None),
        ([ints(None)], None),
        ([ints(1, None)], None),
        ([ints(), ints(3, 3)], 3),
        ([ints()], None),
    ],
)
def test_a_list_of_numbers_has_the_value_of_all_its_items(
    items: list[ListArg], known: int | None
) -> None:
    assert facts(STRIDE, *items).value == known


def test_a_computed_int_may_be_a_double_only_where_a_program_computes_doubles() -> None:
    assert facts(ALPHA, COMPUTED).kinds == ("int",)
    assert facts(ALPHA, COMPUTED, doubles=True).kinds == ("int", "double")
    assert facts(ALPHA, number(1), doubles=True).kinds == ("int",)
    assert facts(ALPHA, number(True), number(0.5)).kinds == ("bool", "double")


# More calls never narrow the facts

STATIC = st.builds(
    TensorArg,
    dtype=st.sampled_from([F, L, H]),
    dim_order=st.sampled_from([(0, 1), (1, 0)]),
    sizes=st.tuples(st.integers(0, 3), st.integers(0, 3)),
    dynamism=st.sampled_from(Dynamism),
    constant=st.booleans(),
)
NUMBERS = st.one_of(
    scalars, st.lists(st.integers(0, 2) | st.none(), max_size=2).map(lambda i: ints(*i))
)
CALLS: st.SearchStrategy[tuple[Parameter, list[Argument]]] = st.one_of(
    st.tuples(st.just(BIAS), st.lists(st.one_of(any_tensor, STATIC, st.just(ABSENT)), min_size=1)),
    st.tuples(st.just(ALPHA), st.lists(scalars, min_size=1)),
    st.tuples(st.just(STRIDE), st.lists(NUMBERS, min_size=1)),
)


def covers(wide: ArgumentFacts, narrow: ArgumentFacts) -> bool:
    """Whether a kernel made for `wide` runs every call that `narrow` is of."""
    assert wide.ranks is not None and narrow.ranks is not None
    return (
        set(narrow.dtypes) <= set(wide.dtypes)
        and set(narrow.ranks) <= set(wide.ranks)
        and narrow.permuted <= wide.permuted
        and narrow.absent <= wide.absent
        and set(narrow.kinds) <= set(wide.kinds)
        and (wide.value is None or narrow.empty or repr(wide.value) == repr(narrow.value))
        and wide.empty <= narrow.empty
    )


@REPEATABLE
@given(CALLS, st.integers(0, 5), st.booleans())
def test_joined_facts_cover_those_of_each_call_whatever_is_joined_first(
    calls: tuple[Parameter, list[Argument]], cut: int, doubles: bool
) -> None:
    parameter, arguments = calls
    parts = [facts_of(parameter, each, doubles=doubles) for each in arguments]
    whole = joined(parts)
    for part in parts:
        assert covers(whole, part)
    assert joined(parts[::-1]) == whole or whole.value != whole.value
    if 0 < cut < len(parts):
        assert repr(joined([joined(parts[:cut]), joined(parts[cut:])])) == repr(whole)


@REPEATABLE
@given(CALLS)
def test_what_is_widened_covers_any_call_of_its_dtypes(
    calls: tuple[Parameter, list[Argument]],
) -> None:
    parameter, arguments = calls
    part = facts(parameter, *arguments)
    wide = widened(part, None)
    assert wide.dtypes == part.dtypes
    assert wide.value is None
    if parameter.tensor:
        assert wide.ranks is None
        assert wide.permuted
    else:
        assert wide.kinds == ("int", "bool", "double")


def test_only_an_optional_argument_can_be_absent_when_widened() -> None:
    assert widened(no_facts(BIAS), (1,)).absent
    assert widened(no_facts(BIAS), (1,)).ranks == (1,)
    assert not widened(no_facts(SELF), None).absent
    assert widened(no_facts(INDICES), None).absent  # Tensor?[]
