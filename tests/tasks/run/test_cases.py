"""Reading case files, and what is reported for damaged ones."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import re
import struct
from pathlib import Path
from typing import Any

import pytest

from codegen.dtype import DType
from codegen.errors import KerfError, NotVerified, VerifyError
from codegen.opinfo import ScalarArg, TensorArg
from codegen.pte import read_model
from tasks.run.calls_block import calls_block
from tasks.run.case import Kind
from tasks.run.cases import cases_path, read_cases
from tests.data.pack_cases import tensor_bytes, tensors
from tests.tasks.small_repository import MODELS, ROOT, copy_model

EVERY = sorted([*MODELS.glob("*.pte"), *(ROOT / "configs" / "models").glob("*.pte")])


@pytest.fixture
def add(tmp_path: Path) -> Path:
    """A copy of the model `add` with its cases, to spoil."""
    return copy_model("add", tmp_path)


def edit(model: Path, change: Any) -> None:
    path = cases_path(model)
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize("model", EVERY, ids=lambda path: path.stem)
def test_every_case_file_can_be_read(model: Path) -> None:
    cases = read_cases(model)
    assert cases.methods
    for method in cases.methods:
        for case in method.cases:
            for value in (*case.inputs, *case.outputs):
                if value.dtype is not None:
                    count = 1
                    for size in value.sizes:
                        count *= size
                    assert len(value.data) == count * value.dtype.itemsize


def test_outputs_are_laid_out_as_the_model_plans_them() -> None:
    """PyTorch gives [4, 2, 3] as a view of [2, 3, 4]; the program plans it row-major."""
    case = read_cases(MODELS / "ops_shape.pte").methods[0].cases[0]
    document = json.loads(cases_path(MODELS / "ops_shape.pte").read_text())
    stored = tensor_bytes(document["methods"][0]["cases"][0]["outputs"][14], MODELS)
    elements = [stored[at : at + 4] for at in range(0, 96, 4)]
    expected = [elements[(j * 3 + k) * 4 + i] for i in range(4) for j in range(2) for k in range(3)]
    assert case.outputs[14].sizes == (4, 2, 3)
    assert case.outputs[14].data == b"".join(expected)


def test_values_of_every_kind_are_read() -> None:
    cases = read_cases(MODELS / "passthrough_scalars.pte").methods[0].cases[0]
    assert [value.kind for value in cases.outputs] == [
        Kind.TENSOR,
        Kind.INT,
        Kind.INT,
        Kind.DOUBLE,
        Kind.BOOL,
        Kind.NONE,
    ]
    assert [value.scalar for value in cases.outputs[1:]] == [4, 3, 2.5, True, None]


def test_external_data_is_found_next_to_the_model() -> None:
    assert [path.name for path in read_cases(MODELS / "external_constants.pte").data] == [
        "external_constants.ptd"
    ]


def test_a_tensor_is_the_slice_of_its_file_from_offset_on(add: Path) -> None:
    file = (add.parent / "io" / "add.bin").read_bytes()
    case = read_cases(add).methods[0].cases[1]
    assert [value.dtype for value in (*case.inputs, *case.outputs)] == [DType.Float] * 3
    entry = json.loads(cases_path(add).read_text())["methods"][0]["cases"][1]["outputs"][0]
    assert entry["offset"] > 0
    assert case.outputs[0].data == file[entry["offset"] :][:4]


def test_a_tensor_without_offset_is_its_whole_file(add: Path) -> None:
    before = read_cases(add)
    edit(add, lambda content: _give_each_tensor_a_file(content, add.parent))
    assert not (add.parent / "io" / "add.bin").exists()
    assert read_cases(add) == before


def _give_each_tensor_a_file(content: Any, folder: Path) -> None:
    for index, tensor in enumerate(tensors(content)):
        name = f"{index}.bin"
        (folder / name).write_bytes(tensor_bytes(tensor, folder))
        del tensor["offset"], tensor["nbytes"]
        tensor["file"] = name
    (folder / "io" / "add.bin").unlink()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"offset": -4}, r"case 0, input 0: offset is -4, not a number from 0"),
        ({"offset": 1.0}, r"case 0, input 0: offset is 1\.0, not a whole number"),
        ({"offset": True}, r"case 0, input 0: offset is true, not a whole number"),
        ({"offset": None}, r"case 0, input 0: offset is null, not a whole number"),
        ({"nbytes": "4"}, r'case 0, input 0: nbytes is "4", not a whole number'),
        ({"offset": 17}, r"take bytes 17 to 21 of .*io/add\.bin, which has 20"),
        ({"nbytes": 10**9}, r"take bytes 0 to 1000000000 of .*io/add\.bin, which has 20"),
        ({"offset": 1}, r"io/add\.bin at byte 1 is not the data it was"),
        ({"nbytes": 3}, r"io/add\.bin at byte 0 is not the data it was"),
        ({"kind": "tenser"}, r'input 0: kind is "tenser", none of none, int, bool, double, tensor'),
        ({"dtype": "float32"}, r'input 0: dtype is "float32", none of Byte, Char'),
        ({"shape": [2]}, r"input 0: shape is \[2\] of Float, but its data are 4 bytes"),
        ({"shape": [-1]}, r"input 0: shape\[0\] is -1, not a number from 0"),
        ({"shape": [1] * 17}, r"input 0: shape has 17 dimensions, more than 16"),
        ({"kind": "int"}, r"input 0: value is missing, which an entry of kind int has"),
        ({"kind": "bool", "value": 1}, r"input 0: value is 1, not of kind bool"),
    ],
    ids=lambda value: (
        "-".join(f"{k}_{v}" for k, v in value.items()) if isinstance(value, dict) else ""
    ),
)
def test_an_input_that_is_wrong_is_reported(
    change: dict[str, object], message: str, add: Path
) -> None:
    edit(add, lambda content: first_input(content).update(change))
    with pytest.raises(VerifyError, match=message):
        read_cases(add)


def test_a_slice_without_its_size_is_reported_with_case_and_key(add: Path) -> None:
    edit(add, lambda content: first_input(content).pop("nbytes"))
    place = r"add\.cases\.json: method forward, case 0, input 0: the key nbytes is missing\."
    with pytest.raises(VerifyError, match=place):
        read_cases(add)


def test_no_damage_of_a_case_file_shows_a_python_exception(add: Path) -> None:
    """Every key removed and every value replaced: read, or refused in words with the file."""
    original = json.loads(cases_path(add).read_text())
    refused = 0
    for place in _places(original):
        for change in (REMOVED, *REPLACEMENTS):
            content = _changed(original, place, change)
            cases_path(add).write_text(json.dumps(content))
            try:
                cases = read_cases(add)
            except KerfError as error:
                refused += 1
                assert str(cases_path(add).name) in str(error), (place, change)
                assert not re.search(r"\w(Error|Exception)\b", str(error)), (place, change)
            else:  # what can be read can be run
                for method in cases.methods:
                    calls_block(method.name, [case.inputs for case in method.cases], 1)
    assert refused > 1000


REMOVED = object()
REPLACEMENTS: tuple[Any, ...] = (
    None,
    -1,
    0,
    3,
    2**70,
    1.5,
    True,
    "",
    "x\0",
    "\ud800",
    [],
    [[]],
    {},
    [{}],
    "/dev/null",
)


def _places(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, each in inner:
        found.append((*place, key))
        if isinstance(each, (dict, list)):
            found += _places(each, (*place, key))
    return found


def _changed(original: Any, place: tuple[Any, ...], change: Any) -> Any:
    content = copy.deepcopy(original)
    holder = content
    for key in place[:-1]:
        holder = holder[key]
    if change is REMOVED:
        del holder[place[-1]]
    else:
        holder[place[-1]] = change
    return content


def test_a_case_without_outputs_expects_none(add: Path) -> None:
    edit(add, lambda content: content["methods"][0]["cases"][0].pop("outputs"))
    first, second = read_cases(add).methods[0].cases
    assert not first.expects
    assert first.outputs == ()
    assert second.expects


def first_input(content: Any) -> Any:
    return content["methods"][0]["cases"][0]["inputs"][0]


def test_a_model_without_cases_is_not_verified(add: Path) -> None:
    cases_path(add).unlink()
    with pytest.raises(NotVerified, match=r"there is no add\.cases\.json next to it"):
        read_cases(add)


def test_cases_of_another_model_verify_nothing(add: Path) -> None:
    add.write_bytes(add.read_bytes() + b"\0")
    with pytest.raises(NotVerified, match="was made for another file of that name"):
        read_cases(add)


def test_a_changed_tensor_is_reported(add: Path) -> None:
    path = add.parent / "io" / "add.bin"
    path.write_bytes(bytes(len(path.read_bytes())))
    with pytest.raises(VerifyError, match=r"io/add\.bin at byte \d+ is not the data it was"):
        read_cases(add)


def test_a_missing_tensor_is_reported(add: Path) -> None:
    (add.parent / "io" / "add.bin").unlink()
    with pytest.raises(VerifyError, match=r"io/add\.bin: No such file"):
        read_cases(add)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "add.cases.json:1:1: is no case file: not JSON"),
        ("\x00", "add.cases.json:1:1: is no case file: not JSON"),
        ("[" * 100_000, "is no case file: too deep"),
        ("9" * 5_000, "is no case file: too deep, or a number too long"),
        ("[]", r"is no case file: \[\] is not an object"),
        ("{}", "the key pte is missing"),
        ('{"pte": 1}', "pte is 1, not an object"),
    ],
    ids=range(7),
)
def test_what_is_no_case_file_is_reported(add: Path, text: str, message: str) -> None:
    cases_path(add).write_text(text)
    with pytest.raises(VerifyError, match=message):
        read_cases(add)


def test_a_method_that_the_program_does_not_have_is_refused(add: Path) -> None:
    edit(add, lambda content: content["methods"][0].update(name="forwards"))
    with pytest.raises(VerifyError) as raised:
        read_cases(add)
    (fault,) = raised.value.faults
    assert "add.cases.json: the program has no method forwards. Did you mean forward?" in fault


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dtype": "Int"}, r"method forward, case 0, input 0 is Int, in the program Float\."),
        ({"shape": [], "dim_order": []}, r"input 0 has the shape \[\], in the program \[1\]\."),
        ({"shape": [1, 1], "dim_order": [0, 1]}, r"shape \[1, 1\], in the program \[1\]\."),
        ({"kind": "int", "value": 1}, r"input 0 is int, in the program Float\."),
        ({"kind": "none"}, r"input 0 is none, in the program Float\."),
    ],
)
def test_a_value_that_the_program_does_not_take_is_refused(
    change: dict[str, object], message: str, add: Path
) -> None:
    """The bytes of an Int are as many as those of a Float: nothing else would notice."""
    edit(add, lambda content: first_input(content).update(change))
    with pytest.raises(VerifyError, match=message):
        read_cases(add)
    edit(add, lambda content: _swap_first(content))
    with pytest.raises(VerifyError, match=message.replace("input 0", "output 0")):
        read_cases(add)


def _swap_first(content: Any) -> None:
    """The wrong input becomes the output."""
    case = content["methods"][0]["cases"][0]
    case["inputs"][0], case["outputs"][0] = case["outputs"][0], case["inputs"][0]


@pytest.mark.parametrize("what", ["inputs", "outputs"])
def test_another_number_of_values_is_refused(what: str, add: Path) -> None:
    edit(add, lambda content: content["methods"][0]["cases"][1][what].pop())
    count = {"inputs": (1, 2), "outputs": (0, 1)}[what]
    message = rf"case 1: has {count[0]} {what[:-1]}\(s\), the program {count[1]}\."
    with pytest.raises(VerifyError, match=message):
        read_cases(add)


def test_a_dynamic_shape_may_be_smaller_and_not_larger(tmp_path: Path) -> None:
    model = copy_model("mul_dynamic", tmp_path)
    plan = read_model(model).methods[0].inputs[0]
    assert isinstance(plan, TensorArg)
    given = read_cases(model).methods[0].cases[0].inputs[0]
    assert given.sizes != plan.sizes
    shape = [plan.sizes[0] + 1, *plan.sizes[1:]]
    data = bytes(4 * math.prod(shape))
    (tmp_path / "large.bin").write_bytes(data)
    large = {"file": "large.bin", "shape": shape, "sha256": hashlib.sha256(data).hexdigest()}
    edit(model, lambda content: first_input(content).pop("offset"))
    edit(model, lambda content: first_input(content).update(large))
    with pytest.raises(VerifyError, match=re.escape(f"in the program at most {list(plan.sizes)}")):
        read_cases(model)


def test_a_number_that_was_fixed_at_export_must_be_that_number(tmp_path: Path) -> None:
    model = copy_model("scalar_inputs", tmp_path)
    wanted = read_model(model).methods[0].inputs
    place = next(
        at for at, each in enumerate(wanted) if isinstance(each, ScalarArg) and not each.computed
    )

    def change(content: Any) -> None:
        content["methods"][0]["cases"][0]["inputs"][place]["value"] += 1

    edit(model, change)
    with pytest.raises(VerifyError, match=rf"input {place} is .*, and was fixed to "):
        read_cases(model)


@pytest.mark.parametrize("methods", [[], [{"name": "forward", "cases": []}]])
def test_a_file_without_a_case_verifies_nothing(methods: list[Any], add: Path) -> None:
    edit(add, lambda content: content.update(methods=methods))
    with pytest.raises(NotVerified, match=r"not verified: add\.cases\.json has no case\."):
        read_cases(add)


def test_integers_must_be_equal_unless_the_file_says_otherwise(add: Path) -> None:
    assert read_cases(add).methods[0].cases[0].integer_steps == 0
    edit(add, lambda content: content.update(integer_steps=1))
    assert read_cases(add).methods[0].cases[0].integer_steps == 1
    edit(add, lambda content: content["methods"][0]["cases"][1].update(integer_steps=2))
    assert [case.integer_steps for case in read_cases(add).methods[0].cases] == [1, 2]


def test_an_input_is_laid_out_as_the_model_plans_it(tmp_path: Path) -> None:
    """PyTorch may give a transposed tensor, which a program does not take."""
    model = copy_model("linear", tmp_path)
    before = read_cases(model).methods[0].cases[0].inputs[0]
    rows = struct.unpack("<9f", before.data)
    transposed = struct.pack("<9f", *(rows[3 * (i % 3) + i // 3] for i in range(9)))
    assert transposed != before.data
    (tmp_path / "transposed.bin").write_bytes(transposed)
    stored = {
        "dim_order": [1, 0],
        "file": "transposed.bin",
        "offset": 0,
        "sha256": hashlib.sha256(transposed).hexdigest(),
    }
    edit(model, lambda content: first_input(content).update(stored))
    assert read_cases(model).methods[0].cases[0].inputs[0] == before
