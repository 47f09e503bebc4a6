from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given

from codegen.selection import Selection
from codegen.selection_yaml import selected_operators_yaml
from codegen.sources.detect import read_file, read_source, read_sources
from codegen.sources.selected_operators import read_selected_operators
from codegen.sources.yaml_document import parse_yaml
from tests.codegen.model_files import OPLISTS, REFERENCE, programs
from tests.codegen.selection_strategies import selections


@pytest.mark.parametrize("name", sorted(programs()))
def test_model_gives_the_bytes_that_executorch_writes(name: str, tmp_path: Path) -> None:
    model = tmp_path / f"{name}.pte"
    shutil.copy(programs()[name], model)
    assert selected_operators_yaml(read_file(model)) == (OPLISTS / f"{name}.yaml").read_text()


@pytest.mark.parametrize("reference", ["add_mul", "union3"])
def test_union_of_lists_is_what_executorch_merges(reference: str, tmp_path: Path) -> None:
    sources = []
    for name in (REFERENCE / reference / "list.txt").read_text().split():
        source = tmp_path / name
        shutil.copy(OPLISTS / name.replace(".et_oplist.yaml", ".yaml"), source)
        sources.append(str(source))
    ours = yaml.safe_load(selected_operators_yaml(read_sources(sources)))
    theirs = yaml.safe_load((REFERENCE / reference / "selected_operators.yaml").read_text())
    for operator in theirs["operators"].values():
        operator["debug_info"].sort()  # ExecuTorch writes a set, in the order of its hashes
    assert ours == theirs
    assert list(ours) == list(theirs)


@pytest.mark.parametrize(("reference", "models"), [
    ("union3", ["mv2_035_96", "lstm", "transformer"]),
    ("add_mul", ["add_mul"]),
    ("mv2", ["mv2_035_96"]),
])  # fmt: skip
def test_union_of_models_has_the_operators_and_keys_of_the_reference(
    reference: str, models: list[str]
) -> None:
    theirs = yaml.safe_load((REFERENCE / reference / "selected_operators.yaml").read_text())
    union = read_sources([str(programs()[name]) for name in models])
    keys = {need.name: {str(key) for key, _ in need.keys} for need in union.operators}
    assert keys == {op: set(texts) for op, texts in theirs["et_kernel_metadata"].items()}
    assert set(keys) == set(theirs["operators"])


def test_models_of_the_reference_that_are_here_are_within_it() -> None:
    """The model ops_cast of `dtypes` is not in the repository; the other two are part of it."""
    theirs = yaml.safe_load((REFERENCE / "dtypes" / "selected_operators.yaml").read_text())
    ours = read_sources([str(programs()[name]) for name in ("ops_add_dtypes", "ops_compare")])
    keys = {need.name: {str(key) for key, _ in need.keys} for need in ours.operators}
    cast = {"dim_order_ops::_to_dim_order_copy.out"}
    assert set(theirs["operators"]) - set(keys) == cast
    assert all(keys[op] == set(theirs["et_kernel_metadata"][op]) for op in keys)


def test_list_is_written_with_default_and_its_name(tmp_path: Path) -> None:
    path = tmp_path / "ops.txt"
    path.write_text("aten::add.out\n")
    content = yaml.safe_load(selected_operators_yaml(read_file(path)))
    assert content["et_kernel_metadata"] == {"aten::add.out": ["default"]}
    assert content["operators"]["aten::add.out"] == {
        "debug_info": ["ops.txt"],
        "include_all_overloads": False,
        "is_root_operator": True,
        "is_used_for_training": True,
    }


def test_dtypes_are_written_as_keys_without_dim_order(tmp_path: Path) -> None:
    # As create_kernel_key of ExecuTorch's gen_oplist.py.
    path = tmp_path / "dtypes.json"
    path.write_text('{"aten::add.out": ["Float", "Int"]}')
    content = yaml.safe_load(selected_operators_yaml(read_file(path)))
    assert content["et_kernel_metadata"] == {"aten::add.out": ["v1/3;", "v1/6;"]}


def test_all_is_written_as_include_all_operators() -> None:
    content = yaml.safe_load(selected_operators_yaml(read_source("all")))
    assert content["include_all_operators"] is True
    assert content["operators"] == {}


def held(selection: Selection) -> dict[str, Any]:
    """What the form can hold of a selection."""
    texts = {
        need.name: {str(key) for key, _ in need.keys}
        | {f"v1/{dtype.number};" for dtype, _ in need.dtypes}
        for need in selection.operators
        if need.keys or need.dtypes or need.any_dtype or need.all_overloads
    }
    return {
        "keys": texts,
        "any": {need.name for need in selection.operators if need.any_dtype},
        "everything": bool(selection.everything),
    }


@pytest.mark.parametrize("name", sorted(programs()))
def test_nothing_of_a_model_that_the_form_holds_is_lost(name: str) -> None:
    assert_read_back(read_file(programs()[name]))


@given(selections)
def test_nothing_that_the_form_holds_is_lost(selection: Selection) -> None:
    assert_read_back(selection)


def assert_read_back(selection: Selection) -> None:
    text = selected_operators_yaml(selection)
    again = read_selected_operators(parse_yaml(text, "s.yaml"), source="s.yaml")
    before, after = held(selection), held(again)
    assert after["keys"].keys() >= before["keys"].keys()
    for name, texts in before["keys"].items():
        assert after["keys"][name] == texts
    assert after["any"] >= before["any"]
    assert after["everything"] == before["everything"]
    sources = {
        need.name: {origin.source for origin in need.origins} for need in selection.operators
    }
    for need in again.operators:
        if need.name in sources:
            assert {origin.recorded for origin in need.origins} >= sources[need.name]
