"""`nox -s cases`, and the function that a user copies: what they write is what is read."""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
from math import prod
from pathlib import Path

import numpy as np
import pytest

from codegen.dtype import DType
from codegen.errors import VerifyError
from codegen.opinfo import TensorArg
from codegen.pte import read_model
from tasks.cases import main
from tasks.run.cases import read_cases
from tests.tasks.run.npy_files import write_npy
from tests.tasks.small_repository import ROOT

MODELS = ROOT / "tests" / "data" / "models"
ONE, TWO, THREE = (struct.pack("<f", value) for value in (1.0, 2.0, 3.0))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where models without cases are, and arrays of one Float each."""
    monkeypatch.chdir(tmp_path)
    for name in ("add", "multi_method", "mul_dynamic"):
        shutil.copy(MODELS / f"{name}.pte", tmp_path)
    for name, data in (("one", ONE), ("two", TWO), ("three", THREE)):
        write_npy(tmp_path / f"{name}.npy", "<f4", (1,), data)
    return tmp_path


def cases(*arguments: str) -> None:
    assert main(arguments) == 0


def test_cases_are_read_as_they_were_given(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases(
        *("add.pte", "--inputs", "one.npy", "two.npy", "--expected", "three.npy"),
        *("--inputs", "one.npy", "one.npy", "--expected", "two.npy"),
    )
    assert capsys.readouterr().out == "add.cases.json: 2 case(s) of forward\n"
    found = read_cases(folder / "add.pte").methods[0]
    assert [[value.data for value in case.inputs] for case in found.cases] == [
        [ONE, TWO],
        [ONE, ONE],
    ]
    assert [[value.data for value in case.outputs] for case in found.cases] == [[THREE], [TWO]]
    assert found.cases[0].inputs[0].dtype is DType.Float


def test_without_expected_outputs_a_case_only_has_to_run(folder: Path) -> None:
    cases("add.pte", "--inputs", "one.npy", "two.npy")
    assert not read_cases(folder / "add.pte").methods[0].cases[0].expects


def test_cases_of_another_method_stay(folder: Path) -> None:
    tensors = {
        method.name: method
        for method in read_cases(MODELS / "multi_method.pte").methods
        if all(
            value.dtype is DType.Float
            for case in method.cases
            for value in (*case.inputs, *case.outputs)
        )
    }
    assert len(tensors) > 1
    for method in tensors.values():
        case, files = method.cases[0], []
        for index, value in enumerate((*case.inputs, *case.outputs)):
            files.append(f"{method.name}{index}.npy")
            write_npy(folder / files[-1], "<f4", value.sizes, value.data)
        given, expected = files[: len(case.inputs)], files[len(case.inputs) :]
        arguments = ["--inputs", *given, "--expected", *expected]
        cases("multi_method.pte", "--method", method.name, *arguments)
    found = read_cases(folder / "multi_method.pte").methods
    assert {method.name for method in found} == set(tensors)
    for method in found:
        assert method.cases[0].outputs == tensors[method.name].cases[0].outputs


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "forward has 2 input(s), but --inputs has 0 file(s)"),
        (["--inputs", "one.npy"], "forward has 2 input(s), but --inputs has 1 file(s)"),
        (["--inputs", "one.npy", "no.npy"], "no.npy: No such file"),
        (["--inputs", "one.npy", "long.npy"], "is Float, the file has Long: convert"),
        (["--inputs", "one.npy", "date.npy"], "date.npy: its dtype is '<M8[s]', which no program"),
        (["--inputs", "one.npy", "pair.npy"], "has the shape [1], the file [2]: reshape it"),
        (["--method", "foward"], "has no method foward. Did you mean forward? It has: forward"),
        (
            ["--inputs", "one.npy", "two.npy", "--expected", "one.npy", "--expected", "one.npy"],
            "--inputs occurs 1 time(s), --expected 2",
        ),
    ],
)
def test_what_does_not_fit_the_model_is_reported(
    folder: Path, arguments: list[str], message: str
) -> None:
    write_npy(folder / "long.npy", "<i8", (1,), bytes(8))
    write_npy(folder / "pair.npy", "<f4", (2,), bytes(8))
    write_npy(folder / "date.npy", "<M8[s]", (1,), bytes(8))
    with pytest.raises(VerifyError) as error:
        main(["add.pte", *arguments])
    assert message in str(error.value)
    assert not (folder / "add.cases.json").exists()


def test_elements_are_stored_little_endian_whatever_their_order(folder: Path) -> None:
    numbers = range(1, 7)
    array = np.array(numbers, ">f4").reshape(2, 3)
    np.save(folder / "a.npy", np.asfortranarray(array))
    cases("mul_dynamic.pte", "--inputs", "a.npy", "a.npy")
    (case,) = read_cases(folder / "mul_dynamic.pte").methods[0].cases
    assert case.inputs[0].data == struct.pack("<6f", *numbers)


@pytest.mark.parametrize(
    ("index", "descr", "number"),
    [
        (1, "<f8", struct.pack("<d", 2.7)),
        (1, "<f4", struct.pack("<f", float("nan"))),
        (1, "|b1", b"\1"),
        (2, "|b1", b"\1"),
        (3, "<i8", struct.pack("<q", 2)),
    ],
)
def test_a_number_is_not_made_of_another_kind(
    index: int, descr: str, number: bytes, folder: Path
) -> None:
    files = scalar_inputs(folder)
    write_npy(folder / files[index], descr, (), number)
    with pytest.raises(VerifyError, match=rf"input {index} of forward is one .*: save"):
        main(["scalar_inputs.pte", "--inputs", *files])


def test_numbers_are_read_as_they_were_given(folder: Path) -> None:
    files = scalar_inputs(folder)
    cases("scalar_inputs.pte", "--inputs", *files)
    found = read_cases(folder / "scalar_inputs.pte").methods[0].cases[0].inputs
    assert [value.scalar for value in found[1:]] == [3, 1.5, True]


def scalar_inputs(folder: Path) -> list[str]:
    """The files of one call of a method that takes a tensor, an int, a double and a bool."""
    model = shutil.copy(MODELS / "scalar_inputs.pte", folder)
    tensor = read_model(Path(model)).methods[0].inputs[0]
    assert isinstance(tensor, TensorArg)
    numbers = [("<i8", "<q", 3), ("<f8", "<d", 1.5), ("|b1", "?", True)]  # as exported
    arrays = [("<f4", tensor.sizes, bytes(4 * prod(tensor.sizes)))]
    arrays += [(descr, (), struct.pack(form, value)) for descr, form, value in numbers]
    for index, array in enumerate(arrays):
        write_npy(folder / f"{index}.npy", *array)
    return [f"{index}.npy" for index in range(len(arrays))]


def test_a_dynamic_shape_may_be_smaller_than_its_bound(folder: Path) -> None:
    case = read_cases(MODELS / "mul_dynamic.pte").methods[0].cases[0]
    files = []
    for index, value in enumerate((*case.inputs, *case.outputs)):
        files.append(f"{index}.npy")
        write_npy(folder / files[-1], "<f4", value.sizes, value.data)
    count = len(case.inputs)
    cases("mul_dynamic.pte", "--inputs", *files[:count], "--expected", *files[count:])
    written = read_cases(folder / "mul_dynamic.pte").methods[0].cases[0]
    assert (written.inputs, written.outputs) == (case.inputs, case.outputs)


TORCH = """\
import sys
sys.path.insert(0, {folder!r})
import torch
from kerf_cases import write_cases
x = torch.arange(24, dtype=torch.float32).reshape(1, 2, 3, 4)
path = write_cases({model!r}, lambda a, b: (a + b,), [(torch.ones(1), torch.ones(1) * 2)])
print(path)
def all_of(a):
    a += 1
    return {{"t": a.to(memory_format=torch.channels_last), "i": [3, True, 2.5, None]}}
write_cases({model!r}, all_of, [(x,)], method="all of", integer_steps=1)
"""


def test_the_function_to_copy_writes_what_pytorch_gives(folder: Path) -> None:
    pytest.importorskip("torch")
    shutil.copy(ROOT / "tasks" / "run" / "kerf_cases.py", folder)
    script = TORCH.format(folder=str(folder), model=str(folder / "add.pte"))
    subprocess.run([sys.executable, "-c", script], check=True, cwd=folder)
    every, forward = read_cases(folder / "add.pte").methods
    assert [value.data for value in (*forward.cases[0].inputs, *forward.cases[0].outputs)] == [
        ONE,
        TWO,
        THREE,
    ]
    assert every.name == "all of"
    assert every.cases[0].integer_steps == 1
    x = struct.unpack("<24f", every.cases[0].inputs[0].data)
    assert x == tuple(range(24))  # as it was before the module changed it
    tensor, *numbers = every.cases[0].outputs
    rows = struct.unpack("<24f", tensor.data)
    assert rows[:4] == (1.0, 13.0, 2.0, 14.0)  # channels last, as it was in memory
    assert [value.scalar for value in numbers] == [3, True, 2.5, None]


def test_cases_are_never_replaced_unasked(folder: Path) -> None:
    first = ("add.pte", "--inputs", "one.npy", "two.npy", "--expected", "three.npy")
    second = ("add.pte", "--inputs", "one.npy", "one.npy", "--expected", "two.npy")
    cases(*first)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(VerifyError, match=r"has 1 case\(s\) of forward already\. --add keeps"):
        main(second)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    cases(*second, "--add", "--integer-steps", "1")
    found = read_cases(folder / "add.pte").methods[0].cases
    assert [case.outputs[0].data for case in found] == [THREE, TWO]
    assert [case.integer_steps for case in found] == [0, 1]
    cases(*second, "--force")
    (only,) = read_cases(folder / "add.pte").methods[0].cases
    assert only.outputs[0].data == TWO


def test_cases_are_added_to_those_whose_data_are_elsewhere(folder: Path) -> None:
    for path in (MODELS / "add.cases.json", MODELS / "io" / "add.bin"):
        (folder / path.relative_to(MODELS)).parent.mkdir(exist_ok=True)
        shutil.copy(path, folder / path.relative_to(MODELS))
    before = read_cases(folder / "add.pte").methods[0].cases
    cases("add.pte", "--inputs", "one.npy", "two.npy", "--expected", "three.npy", "--add")
    found = read_cases(folder / "add.pte").methods[0].cases
    assert found[:-1] == before
    assert found[-1].outputs[0].data == THREE


def test_cases_of_another_version_of_the_model_are_replaced(folder: Path) -> None:
    cases("add.pte", "--inputs", "one.npy", "two.npy")
    (folder / "add.pte").write_bytes((folder / "add.pte").read_bytes() + bytes(16))
    cases("add.pte", "--inputs", "one.npy", "one.npy")
    assert len(read_cases(folder / "add.pte").methods[0].cases) == 1


def test_a_case_file_whose_methods_have_no_name_is_written_anew(folder: Path) -> None:
    cases("add.pte", "--inputs", "one.npy", "two.npy")
    path = folder / "add.cases.json"
    path.write_text(path.read_text().replace('"name": "forward"', '"nam": "forward"'))
    cases("add.pte", "--inputs", "one.npy", "one.npy")
    (method,) = read_cases(folder / "add.pte").methods
    assert [value.data for value in method.cases[0].inputs] == [ONE, ONE]
