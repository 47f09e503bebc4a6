from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from codegen.errors import SelectionError
from codegen.selection import Origin, Selection
from codegen.sources.detect import read_file
from codegen.sources.selected_operators import read_selected_operators
from codegen.sources.yaml_document import parse_yaml
from tests.codegen.model_files import OPLISTS, REFERENCE


def read(text: str) -> Selection:
    return read_selected_operators(parse_yaml(text, "s.yaml"), source="s.yaml")


@pytest.mark.parametrize(
    "path",
    [*sorted(OPLISTS.glob("*.yaml")), *sorted(REFERENCE.glob("*/selected_operators.yaml"))],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_files_of_executorch_are_read_as_they_mean(path: Path) -> None:
    content = yaml.safe_load(path.read_text())
    selection = read_file(path)
    assert [need.name for need in selection.operators] == sorted(content["operators"])
    for need in selection.operators:
        texts = {str(key) for key, _ in need.keys}
        # One tensor without dim order is how ExecuTorch writes a dtype: _local_scalar_dense.
        texts |= {f"v1/{dtype.number};" for dtype, _ in need.dtypes}
        assert texts == set(content["et_kernel_metadata"][need.name])
        assert not need.any_dtype
        recorded = {origin.recorded for origin in need.origins}
        assert recorded == set(content["operators"][need.name]["debug_info"])


def test_operator_without_kernel_keys_has_any_dtype() -> None:
    (need,) = read("operators:\n  aten::add.out: {include_all_overloads: false}\n").operators
    assert need.any_dtype
    assert need.origins == (Origin(source="s.yaml"),)


def test_default_means_any_dtype_in_addition_to_the_keys() -> None:
    (need,) = read("et_kernel_metadata:\n  add.out: [default, 'v1/6;0|6;0']\n").operators
    assert need.name == "aten::add.out"
    assert need.any_dtype
    assert [str(key) for key, _ in need.keys] == ["v1/6;0|6;0"]


def test_all_overloads_are_requested_by_the_name_without_overload() -> None:
    text = """\
operators:
  aten::add.out: {include_all_overloads: true, debug_info: [m.pte]}
  aten::mul: {include_all_overloads: true}
et_kernel_metadata:
  aten::add.out: ["v1/6;0|6;0"]
"""
    needs = {need.name: need for need in read(text).operators}
    assert set(needs) == {"aten::add", "aten::add.out", "aten::mul"}
    assert needs["aten::add"].all_overloads
    assert needs["aten::add"].any_dtype
    assert needs["aten::add"].origins == (Origin(source="s.yaml", recorded="m.pte"),)
    assert needs["aten::mul"].all_overloads
    assert not needs["aten::add.out"].all_overloads
    assert not needs["aten::add.out"].any_dtype


def test_include_all_operators_requests_everything() -> None:
    assert read("include_all_operators: true\n").everything == (Origin(source="s.yaml"),)
    assert read("include_all_operators: false\n") == Selection()


def test_lists_without_record_come_from_the_file() -> None:
    # gen_oplist.py writes Python's None where it was given a list of operators.
    (need,) = read("operators:\n  aten::add.out: {debug_info: ['None']}\n").operators
    assert need.origins == (Origin(source="s.yaml"),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("operators: {}\noperatos: {}\n", "s.yaml:2: operatos: unknown key. Nearest: operators."),
        ("operators: [a.out]\n", "s.yaml:1: operators: expected a mapping of operators, not a li"),
        ("operators:\n  a.out: 1\n", "s.yaml:2: operators.a.out: expected a mapping with include"),
        ("operators:\n  a.out: {include_all: true}\n", "Nearest: include_all_overloads."),
        ("operators:\n  a.out: {include_all_overloads: 3}\n", "expected true or false, not a num"),
        ("include_all_operators: maybe\n", "s.yaml:1: include_all_operators: expected true or fal"),
        ("et_kernel_metadata:\n  a.out: v1\n", "expected a list of kernel keys, not a string"),
        ("et_kernel_metadata:\n  a.out: ['v1/6']\n", "'v1/6' is not a kernel key"),
        ("et_kernel_metadata:\n  'a b': []\n", "s.yaml:2: et_kernel_metadata.a b: 'a b' is not a"),
        ("operators:\n  a.out: {}\n  a.out: {}\n", "s.yaml:3: operators: a.out is listed twice"),
    ],
)
def test_other_shapes_are_refused(text: str, fault: str) -> None:
    with pytest.raises(SelectionError) as caught:
        read(text)
    assert fault in caught.value.faults[0]
