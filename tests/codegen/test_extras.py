"""Extras: each cut of selection turned off by itself, and what it adds to the plan."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.extras import ALL_EXTRAS, NO_EXTRAS, Extras
from codegen.features import FEATURES
from codegen.library import Library
from codegen.plan import Plan, RegistryForm
from codegen.pte import read_model
from codegen.resolve import resolve
from codegen.selection import Selection
from codegen.sources.pte import selection_of_model
from codegen.takes import Takes
from codegen.traits import OVERLAP, TRAITS
from codegen.unresolved import Unresolvable
from tests.codegen.model_files import programs
from tests.codegen.resolving import ADD, RELU, call, called, kernel, library, number, tensor
from tests.codegen.selection_strategies import REPEATABLE
from tests.runtime.sanitized import libraries

FLOAT = tensor(DType.Float)
MODELS = list(programs().values())


def planned(selection: Selection, extras: Extras, *given: Library) -> Plan:
    return resolve(
        selection,
        given or libraries(),
        target="t",
        form=RegistryForm.TABLE,
        capacity=None,
        extras=extras,
    )


ONE_CALL = called(call("aten::add.out", FLOAT, FLOAT, number(1), FLOAT))
KERNEL = library(kernel(ADD, (DType.Int, DType.Float)))


def test_all_dtypes_are_those_of_the_kernel_and_keep_every_other_fact() -> None:
    (plain,) = planned(ONE_CALL, NO_EXTRAS, KERNEL).kernels
    (wide,) = planned(ONE_CALL, Extras(all_dtypes=True), KERNEL).kernels
    assert plain.inputs == (DType.Float,)
    assert wide.inputs == wide.outputs == (DType.Int, DType.Float)
    assert wide.arguments[2] == plain.arguments[2]
    assert wide.arguments[2].value == 1
    assert wide.traits == plain.traits


def test_all_forms_keep_the_dtypes_and_know_nothing_else() -> None:
    (wide,) = planned(ONE_CALL, Extras(all_forms=True), KERNEL).kernels
    assert wide.inputs == (DType.Float,)
    assert wide.arguments[0].ranks is None
    assert wide.arguments[2].value is None
    assert wide.traits == tuple(sorted({*TRAITS} - {OVERLAP}))


def test_a_trait_by_itself_is_added_to_every_kernel() -> None:
    (row,) = planned(ONE_CALL, Extras(traits=("broadcast",)), KERNEL).kernels
    assert row.traits == ("broadcast",)
    assert row.arguments[2].value == 1


def test_features_are_added_to_those_of_the_models() -> None:
    plan = planned(ONE_CALL, Extras(features=("dynamic_shapes",)), KERNEL)
    assert plan.features == ("dynamic_shapes",)
    assert set(planned(ONE_CALL, Extras(features=FEATURES), KERNEL).features) == set(FEATURES)


def test_a_kernel_that_no_call_needs_comes_with_all_dtypes() -> None:
    two = library(
        kernel(RELU, (DType.Float,), function="a::relu"),
        kernel(RELU, (DType.Int, DType.Float), function="b::relu"),
    )
    one = called(call("aten::relu.out", FLOAT, FLOAT))
    rows = planned(one, Extras(all_dtypes=True), two).kernels
    assert [row.function for row in rows] == ["a::relu", "b::relu"]
    assert rows[0].arguments[0].ranks == (2,)
    assert rows[1].arguments[0].ranks is None  # nothing is known of calls that it may run


def test_a_kernel_that_would_hide_another_keeps_the_dtypes_of_its_calls() -> None:
    special = (Takes(name="self", ranks=(2,)),)
    two = library(
        kernel(RELU, (DType.Int, DType.Float), function="a::relu", special=special),
        kernel(RELU, (DType.Int,), function="b::relu", special=(Takes(name="self", ranks=(1,)),)),
    )
    line = tensor(DType.Int, 3)
    both = called(call("aten::relu.out", FLOAT, FLOAT), call("aten::relu.out", line, line))
    rows = planned(both, Extras(all_dtypes=True), two).kernels
    assert [(row.function, row.inputs) for row in rows] == [
        ("a::relu", (DType.Float,)),
        ("b::relu", (DType.Int,)),
    ]


extras = st.builds(
    Extras,
    all_dtypes=st.booleans(),
    all_forms=st.booleans(),
    traits=st.lists(st.sampled_from(sorted(TRAITS)), unique=True).map(tuple),
    features=st.lists(st.sampled_from(FEATURES), unique=True).map(tuple),
)


@cache
def plain_plan(path: Path) -> tuple[Selection, Plan] | None:
    """The selection of a model and its plan; None where there is none, as of one for a delegate."""
    selection = selection_of_model(read_model(path))
    try:
        return selection, planned(selection, NO_EXTRAS)
    except Unresolvable:
        return None


@given(path=st.sampled_from(MODELS), wanted=extras)
@settings(REPEATABLE, max_examples=25)
def test_extras_never_take_anything_away(path: Path, wanted: Extras) -> None:
    if (found := plain_plan(path)) is not None:
        assert_within(found[1], planned(found[0], wanted))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_with_every_extra_a_plan_still_has_all_that_it_needs(path: Path) -> None:
    if (found := plain_plan(path)) is not None:
        assert_within(found[1], planned(found[0], ALL_EXTRAS))


def assert_within(small: Plan, large: Plan) -> None:
    """Everything that `small` runs is in `large`."""
    assert set(small.features) <= set(large.features)
    assert set(small.conversions) <= set(large.conversions)
    assert small.methods == large.methods or len(small.methods) == len(large.methods)
    for row in small.kernels:
        same = [other for other in large.kernels if other.operator == row.operator]
        assert set(row.traits) <= {trait for other in same for trait in other.traits}
        dtypes = {dtype for other in same for dtype in (*other.inputs, *other.outputs)}
        assert {*row.inputs, *row.outputs} <= dtypes
