from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codegen.dtype import DType
from codegen.selection import KernelKey, OperatorNeed, Origin, Selection, union
from tests.codegen.selection_strategies import keys, selections


@given(selections, selections)
def test_union_is_commutative(a: Selection, b: Selection) -> None:
    assert union([a, b]) == union([b, a])


@given(selections, selections, selections)
def test_union_is_associative(a: Selection, b: Selection, c: Selection) -> None:
    assert union([union([a, b]), c]) == union([a, union([b, c])]) == union([a, b, c])


@given(selections)
def test_union_is_idempotent(a: Selection) -> None:
    assert union([a, a]) == a
    assert union([a, Selection()]) == a


@given(st.lists(selections, max_size=4), st.randoms())
def test_order_of_sources_does_not_matter(sources: list[Selection], chance: object) -> None:
    shuffled = list(sources)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert union(shuffled) == union(sources)


@given(selections, selections)
def test_union_loses_nothing(a: Selection, b: Selection) -> None:
    both = union([a, b])
    assert set(a.everything) <= set(both.everything)
    assert set(map(repr, a.models)) <= set(map(repr, both.models))
    needs = {need.name: need for need in both.operators}
    for need in a.operators:
        whole = needs[need.name]
        assert elements(need) <= elements(whole)
        assert whole.any_dtype >= need.any_dtype
        assert whole.all_overloads >= need.all_overloads
        assert whole.calls_complete <= need.calls_complete


def elements(need: OperatorNeed) -> set[tuple[str, str]]:
    """Each element with each of its origins."""
    pairs = [*need.keys, *need.dtypes, *need.calls]
    return {(repr(each), str(origin)) for each, origins in pairs for origin in origins} | {
        (need.name, str(origin)) for origin in need.origins
    }


@given(selections, selections)
def test_union_invents_nothing(a: Selection, b: Selection) -> None:
    there = {pair for each in (a, b) for need in each.operators for pair in elements(need)}
    assert {pair for need in union([a, b]).operators for pair in elements(need)} == there


@given(selections, selections)
def test_union_is_sorted_and_has_each_element_once(a: Selection, b: Selection) -> None:
    both = union([a, b])
    names = [need.name for need in both.operators]
    assert names == sorted(set(names))
    for need in both.operators:
        texts = [str(key) for key, _ in need.keys]
        assert texts == sorted(set(texts))


def test_calls_are_complete_only_if_every_source_knows_them() -> None:
    origin = (Origin(source="s"),)
    known = OperatorNeed(name="aten::add.out", origins=origin, calls_complete=True)
    named = OperatorNeed(name="aten::add.out", origins=origin, any_dtype=True)
    (need,) = union([Selection(operators=(known,)), Selection(operators=(named,))]).operators
    assert need.any_dtype
    assert not need.calls_complete


@given(keys)
def test_kernel_key_is_read_back_from_its_text(key: KernelKey) -> None:
    assert KernelKey.parse(str(key)) == key


# Source: tests/data/oplists, and the comments of ExecuTorch's gen_oplist.py.
@pytest.mark.parametrize(
    ("text", "tensors"),
    [
        ("v1", []),
        ("v1/6;", [(DType.Float, ())]),
        ("v1/4;|6;|6;", [(DType.Long, ()), (DType.Float, ()), (DType.Float, ())]),
        ("v1/11;0|15;0,2,3,1", [(DType.Bool, (0,)), (DType.BFloat16, (0, 2, 3, 1))]),
    ],
)
def test_text_of_a_kernel_key(text: str, tensors: list[tuple[DType, tuple[int, ...]]]) -> None:
    key = KernelKey.parse(text)
    assert [(tensor.dtype, tensor.dim_order) for tensor in key.tensors] == tensors
    assert str(key) == text


@pytest.mark.parametrize(
    "text",
    ["", "v2/6;0", "v1/", "v1/6", "v1/6;0|", "v1/99;0", "v1/6;0,0", "v1/6;1", "v1/6;0, 1", "6;0"],
)
def test_what_is_no_kernel_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"kernel key|dtype|dim order"):
        KernelKey.parse(text)


def test_text_of_an_origin() -> None:
    origin = Origin(source="mv2.pte", method="forward", instruction=152)
    assert str(origin) == "mv2.pte, forward, instruction 152"
    assert str(Origin(source="all")) == "all"
    assert str(Origin(source="s.yaml", recorded="mv2.pte")) == "s.yaml, recorded from mv2.pte"
