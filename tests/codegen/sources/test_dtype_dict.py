from __future__ import annotations

import pytest

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.selection import OperatorNeed, Origin
from codegen.sources.dtype_dict import read_dtypes
from codegen.sources.yaml_document import parse_yaml


def read(text: str) -> dict[str, OperatorNeed]:
    selection = read_dtypes(parse_yaml(text, "dtypes.yaml"), source="dtypes.yaml")
    return {need.name: need for need in selection.operators}


def dtypes(need: OperatorNeed) -> list[DType]:
    return [dtype for dtype, _ in need.dtypes]


def test_names_and_numbers_of_dtypes() -> None:
    need = read("aten::add.out: [Float, 3, Int, 11]\n")["aten::add.out"]
    assert dtypes(need) == [DType.Int, DType.Float, DType.Bool]
    assert need.dtypes[0][1] == need.origins == (Origin(source="dtypes.yaml"),)
    assert not need.any_dtype
    assert not need.calls_complete


def test_one_dtype_needs_no_list() -> None:
    assert dtypes(read("mm.out: Float\n")["aten::mm.out"]) == [DType.Float]


@pytest.mark.parametrize("value", ["", "null", "[]", "all", "default", "[all]", "[Float, all]"])
def test_nothing_and_all_mean_any_dtype(value: str) -> None:
    assert read(f"aten::add.out: {value}\n")["aten::add.out"].any_dtype


def test_json_is_the_same() -> None:
    # The form of --ops_dict of ExecuTorch's gen_oplist.py.
    needs = read('{"aten::add.out": ["Float", "v1/3;0,1|3;0,1"], "aten::mm.out": []}')
    assert dtypes(needs["aten::add.out"]) == [DType.Float]
    assert [str(key) for key, _ in needs["aten::add.out"].keys] == ["v1/3;0,1|3;0,1"]
    assert needs["aten::mm.out"].any_dtype


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "aten::add.out: [float]\n",
            "dtypes.yaml:1: aten::add.out[0]: no dtype is called 'float'",
        ),
        ("aten::add.out: [float]\n", "Nearest: Float."),
        ("aten::add.out: [Uint64]\n", "Nearest: UInt64."),
        ("a.out: Float\nb.out: [30]\n", "dtypes.yaml:2: b.out[0]: no dtype has number 30"),
        ("aten::add.out: {Float: 1}\n", "expected a dtype (Float or 6), a list of them, or all"),
        (
            "aten::add.out: true\n",
            "expected a dtype (Float or 6), a list of them, or all, not t",
        ),
        ("aten::add.out: [[Float]]\n", "aten::add.out[0]: expected a dtype"),
        ("aten::add.out: ['v1/6;0,']\n", "is not a kernel key"),
        ("'add out': Float\n", "dtypes.yaml:1: add out: 'add out' is not an operator name"),
        ("a.out: Int\na.out: Float\n", "dtypes.yaml:2: a.out is listed twice (first in line 1)"),
        ("[a.out]: Int\n", "expected a mapping from operators to dtypes, but a key is a list"),
    ],
)
def test_other_shapes_are_refused(text: str, fault: str) -> None:
    with pytest.raises(SelectionError) as caught:
        read(text)
    assert fault in caught.value.faults[0]


def test_all_faults_are_reported() -> None:
    with pytest.raises(SelectionError) as caught:
        read("a.out: [Floaty, Int, 99]\nb out: Int\n")
    assert len(caught.value.faults) == 3
