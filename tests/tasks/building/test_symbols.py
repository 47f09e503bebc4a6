"""Names that keep several targets apart in one program."""

from __future__ import annotations

from itertools import combinations

import pytest

from tasks.building.symbols import target_symbols


def test_namespace_functions_and_weights_have_the_name_of_the_target() -> None:
    assert target_symbols("mv2-arm") == (
        "kerf=kerf_mv2_arm",
        "KERF_C_TARGET=_mv2_arm",
        "kerf_weights=kerf_weights_mv2_arm",
    )


@pytest.mark.parametrize("name", ["a-b", "2a.b", "é-b"])
def test_names_are_identifiers(name: str) -> None:
    assert all(each.replace("=", "").isidentifier() for each in target_symbols(name))
    assert all(each.isascii() for each in target_symbols(name))


def test_targets_with_different_names_have_no_symbol_in_common() -> None:
    for one, other in combinations(("a-b", "a_b", "a.b", "ab", "A-b"), 2):
        assert not {*target_symbols(one)} & {*target_symbols(other)}
