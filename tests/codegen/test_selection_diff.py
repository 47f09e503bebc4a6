"""What one of two selections needs and the other does not."""

from __future__ import annotations

from hypothesis import given

from codegen.dtype import DType
from codegen.pte import read_model
from codegen.selection import Selection, everything, union
from codegen.selection_diff import differences
from codegen.sources.pte import selection_of_model
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.codegen.resolving import keyed, listed
from tests.codegen.selection_strategies import selections


def signs(before: Selection, after: Selection) -> list[tuple[str, str, str]]:
    return [(each.sign, each.operator, each.text) for each in differences(before, after)]


def test_operators_keys_dtypes_and_features_are_compared() -> None:
    before = union([keyed("a::b", "v1/6;0,1", "v1/3;0"), listed("a::c", DType.Int)])
    after = union([keyed("a::b", "v1/6;0,1"), listed("a::c", DType.Int, DType.Float)])
    assert signs(before, after) == [("-", "a::b", "v1/3;0"), ("+", "a::c", "Float")]
    assert signs(listed("a::b"), keyed("a::b", "v1")) == [
        ("-", "a::b", "any dtype"),
        ("+", "a::b", "v1"),
    ]
    assert signs(before, union([before, everything()])) == [("+", "every operator", "")]


def test_features_of_the_models_are_compared() -> None:
    plain = selection_of_model(read_model(CONFIG_MODELS / "add_mul.pte"))
    other = selection_of_model(read_model(DATA / "models" / "mul_dynamic.pte"))
    assert ("+", "program format", "dynamic_shapes") in signs(plain, other)


@given(one=selections, other=selections)
def test_a_difference_is_the_same_from_both_sides(one: Selection, other: Selection) -> None:
    turned = {"+": "-", "-": "+"}
    there = {(turned[sign], name, text) for sign, name, text in signs(other, one)}
    assert set(signs(one, other)) == there
    assert signs(one, one) == []


@given(one=selections, other=selections)
def test_a_union_only_adds(one: Selection, other: Selection) -> None:
    removed = [each for each in signs(one, union([one, other])) if each[0] == "-"]
    assert removed == []
