"""The runner's command line: values, calls, JSON lines and files of outputs."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.flat_tensor import read_flat_tensor
from codegen.flatbuffer import FlatBuffer
from codegen.program import read_program
from codegen.pte import read_model
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.runtime.runner_output import (
    CASE_KEYS,
    INTERNAL,
    INVALID_ARGUMENT,
    INVALID_EXTERNAL_DATA,
    INVALID_PROGRAM,
    INVALID_STATE,
    NOT_FOUND,
    calls,
    expect_error,
)
from tests.runtime.sanitized import run

MODELS = DATA / "models"
ADD = MODELS / "add.pte"
BUNDLED = MODELS / "add_mul_bundled.bpte"
EXTERNAL = MODELS / "external_constants.pte"
MUL_DYNAMIC = MODELS / "mul_dynamic.pte"


def test_call_writes_outputs_and_one_line(runner: Path, one: str, tmp_path: Path) -> None:
    done = run(runner, "--model", ADD, "--output-dir", tmp_path, "--input", one, "--input", one)
    (line,) = calls(done)
    assert line["method"] == "forward"
    (output,) = line["outputs"]
    assert (output["kind"], output["dtype"], output["dim_order"]) == ("tensor", "Float", [0])
    assert output["file"] == f"{tmp_path}/output-0-0.bin"
    assert math.prod(output["sizes"]) == 1
    assert struct.unpack("<f", Path(output["file"]).read_bytes())[0] > 1


def test_sizes_that_vtables_state_say_nothing(runner: Path, one: str, tmp_path: Path) -> None:
    """Tables of different sizes share a vtable where flatbuffers' Python builder wrote them."""
    data = bytearray(ADD.read_bytes())
    buffer = FlatBuffer(bytes(data), name=ADD.name, start=0, size=len(data))
    read_program(buffer)
    for at in buffer._vtables:
        struct.pack_into("<H", data, at + 2, 4)
    model = tmp_path / "add.pte"
    model.write_bytes(data)
    assert read_model(model).methods == read_model(ADD).methods
    given = ("--input", one, "--input", one, "--output-dir", tmp_path)
    assert len(calls(run(runner, "--model", model, *given))) == 1


def test_outputs_go_to_the_working_directory_by_default(
    runner: Path, one: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (line,) = calls(run(runner, "--model", ADD, "--input", one, "--input", one))
    assert line["outputs"][0]["file"] == "./output-0-0.bin"
    assert (tmp_path / "output-0-0.bin").is_file()


def test_each_call_has_files_of_its_own(runner: Path, one: str, tmp_path: Path) -> None:
    call = ["--call", "forward", "--input", one, "--input", one]
    lines = calls(run(runner, "--model", ADD, "--output-dir", tmp_path, *call, *call, *call))
    assert [line["outputs"][0]["file"] for line in lines] == [
        f"{tmp_path}/output-{call}-0.bin" for call in range(3)
    ]


def test_numbers_are_given_and_returned_as_they_are(runner: Path, numbers: Path) -> None:
    given = [
        (0, 0.0, "false"),
        (2**63 - 1, 0.1, "true"),
        (-(2**63), -1e308, "true"),
        (7, float("inf"), "false"),
        (7, 5e-324, "false"),
        (7, 123456789.0, "false"),
    ]
    arguments = []
    for integer, real, flag in given:
        arguments += ["--call", "forward", "--input", f"int:{integer}", "--input", f"double:{real}"]
        arguments += ["--input", f"bool:{flag}", "--input", "none"]
    for line, (integer, real, flag) in zip(
        calls(run(runner, "--model", numbers, *arguments)), given, strict=True
    ):
        assert line["outputs"] == [
            {"kind": "int", "value": integer},
            {"kind": "double", "value": real},
            {"kind": "bool", "value": flag == "true"},
            {"kind": "none"},
        ]
        assert isinstance(line["outputs"][1]["value"], float)


def test_double_that_is_no_number_reads_as_python_writes_it(runner: Path, numbers: Path) -> None:
    rest = ("--input", "bool:true", "--input", "none")
    done = run(runner, "--model", numbers, "--input", "int:0", "--input", "double:nan", *rest)
    assert math.isnan(calls(done)[0]["outputs"][1]["value"])


def test_dynamic_shape_follows_the_file(runner: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd@name"
    path.write_bytes(struct.pack("<6f", *range(6)))
    both = ("--input", f"{path}@2x3", "--input", f"{path}@2x3")
    done = run(runner, "--model", MUL_DYNAMIC, "--output-dir", tmp_path, *both)
    (line,) = calls(done)
    assert line["outputs"][0]["sizes"] == [2, 3]


def test_methods_are_loaded_before_the_first_call_and_keep_their_state(
    runner: Path, tmp_path: Path
) -> None:
    done = run(runner, "--model", MODELS / "multi_method.pte", "--call", "get_dim", "--call", "no")
    expect_error(done, NOT_FOUND, "NotFound", "no")
    assert done.stdout == ""


def test_methods_without_instructions_return_their_constants(runner: Path) -> None:
    model = MODELS / "multi_method.pte"
    lines = calls(run(runner, "--model", model, "--call", "get_dim", "--call", "is_ready"))
    assert [line["method"] for line in lines] == ["get_dim", "is_ready"]
    assert [line["outputs"][0]["kind"] for line in lines] == ["int", "bool"]


def test_repeated_call_prints_one_line(runner: Path, one: str, tmp_path: Path) -> None:
    inputs = ("--input", one, "--input", one)
    where = ("--output-dir", tmp_path)
    assert len(calls(run(runner, "--model", ADD, *where, "--repeat", "5", *inputs))) == 1


def test_external_data_come_from_their_file(runner: Path, tmp_path: Path) -> None:
    data = EXTERNAL.with_suffix(".ptd")
    zeros = tmp_path / "zeros"
    zeros.write_bytes(bytes(4096))
    done = run(runner, "--model", EXTERNAL, "--input", zeros)
    expect_error(done, NOT_FOUND, "NotFound", "external data", ".ptd")
    done = run(runner, "--model", EXTERNAL, "--data", EXTERNAL, "--input", zeros)
    expect_error(done, INVALID_EXTERNAL_DATA, "InvalidExternalData")
    done = run(runner, "--model", EXTERNAL, "--data", data, "--input", zeros)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "wrong file size")


def test_bundled_cases_are_run_and_compared(runner: Path) -> None:
    done = run(runner, "--model", BUNDLED, "--bundled")
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["case"] for line in lines] == list(range(len(lines)))
    for line in lines:
        assert set(line) == CASE_KEYS
        assert line["passed"] is True
        assert line["max_abs_diff"] >= 0


def follow(data: bytes, at: int) -> int:
    """Where the flatbuffer reference at `at` points to."""
    return at + int.from_bytes(data[at : at + 4], "little")


def field(data: bytes, table: int, slot: int) -> int:
    """What a field that is a reference points to."""
    entry = table - int.from_bytes(data[table : table + 4], "little", signed=True) + 4 + 2 * slot
    return follow(data, table + int.from_bytes(data[entry : entry + 2], "little"))


def expected_output(data: bytes) -> int:
    """Where the first expected output of a bundle has its elements.

    Source of the slots: devtools/bundled_program/schema/bundled_program_schema.fbs of ExecuTorch.
    """
    suite = follow(data, field(data, follow(data, 0), 1) + 4)
    case = follow(data, field(data, suite, 1) + 4)
    value = follow(data, field(data, case, 1) + 4)
    return field(data, field(data, value, 1), 2) + 4


def test_bundled_case_that_differs_fails_after_all_have_run(runner: Path, tmp_path: Path) -> None:
    data = bytearray(BUNDLED.read_bytes())
    data[expected_output(bytes(data)) + 3] ^= 0x80  # the sign of the first element
    changed = tmp_path / "changed.bpte"
    changed.write_bytes(data)
    done = run(runner, "--model", changed, "--bundled")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["passed"] for line in lines] == [False] + [True] * (len(lines) - 1)
    expect_error(done, INTERNAL, "Internal", f"1 of {len(lines)}")


def test_bundled_inputs_are_written_and_need_no_alignment(runner: Path, tmp_path: Path) -> None:
    """The program adds 1 to its input, which has no memory of its own, in place."""
    add = build.method(
        [build.tensor((2,), dtype=DType.Double.number, planned=False), build.integer(1)],
        [build.kernel_call(0, 1, 1, 0, 0)],
        inputs=(0,),
        outputs=(0,),
        operators=(("aten::add", "Scalar_out"),),
    )

    def doubles(first: float) -> build.TableSpec:
        data = struct.pack("<2d", first, -first)
        shape: build.TableSpec = {0: ("i8", 7), 1: ("i32s", (2,)), 3: ("u8s", (0,))}
        return {0: ("u8", 1), 1: ("table", {**shape, 2: ("u8s", tuple(data))})}

    def case(first: float) -> build.TableSpec:
        wanted = struct.pack("<2d", first + 1, 1 - first)
        outputs = doubles(first)
        outputs[1][1][2] = ("u8s", tuple(wanted))
        return {0: ("tables", [doubles(first)]), 1: ("tables", [outputs])}

    cases = [case(number) for number in range(2, 6)]
    suite: build.TableSpec = {0: ("text", "forward"), 1: ("tables", cases)}
    root: build.TableSpec = {1: ("tables", [suite]), 2: ("bytes", build.program(add))}
    bundle = tmp_path / "in_place.bpte"
    data = build.finish(root, b"BP08")
    bundle.write_bytes(data)
    inputs = [data.index(struct.pack("<2d", number, -number)) for number in range(2, 6)]
    assert any(place % 8 for place in inputs)
    done = run(runner, "--model", bundle, "--bundled")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [json.loads(line)["passed"] for line in done.stdout.splitlines()] == [True] * 4


def test_bundled_output_without_elements_may_have_no_memory(runner: Path, tmp_path: Path) -> None:
    empty = build.tensor((0,), dtype=DType.Char.number, planned=False)
    freed = build.method([empty], [build.free_call(0)], outputs=(0,), operators=())
    shape: build.TableSpec = {0: ("i8", 1), 1: ("i32s", (0,)), 2: ("u8s", ()), 3: ("u8s", (0,))}
    case: build.TableSpec = {1: ("tables", [{0: ("u8", 1), 1: ("table", shape)}])}
    suite: build.TableSpec = {0: ("text", "forward"), 1: ("tables", [case])}
    bundle = tmp_path / "empty.bpte"
    root: build.TableSpec = {1: ("tables", [suite]), 2: ("bytes", build.program(freed))}
    bundle.write_bytes(build.finish(root, b"BP08"))
    done = run(runner, "--model", bundle, "--bundled")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [json.loads(line)["passed"] for line in done.stdout.splitlines()] == [True]


def test_program_inside_a_bundle_is_called_like_any(runner: Path, tmp_path: Path) -> None:
    done = run(runner, "--model", BUNDLED)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "wrong number of inputs", "given 0")


def test_input_of_the_caller_may_be_written_by_the_program(
    runner: Path, one: str, tmp_path: Path
) -> None:
    """A program that adds to an input in the caller's memory, as mutated inputs do."""
    values = [build.tensor((1,), planned=False), build.integer(1)]
    method = build.method(values, [build.kernel_call(0, 0, 1, 0, 0)], inputs=(0,), outputs=(0,))
    model = tmp_path / "in_place.pte"
    model.write_bytes(build.program(method))
    (line,) = calls(run(runner, "--model", model, "--output-dir", tmp_path, "--input", one))
    assert struct.unpack("<f", Path(line["outputs"][0]["file"]).read_bytes()) == (2.0,)
    assert Path(one).read_bytes() == struct.pack("<f", 1.0)


def test_output_without_memory_of_its_own_is_given_some(
    runner: Path, one: str, tmp_path: Path
) -> None:
    values = [build.tensor((1,)), build.integer(1), build.tensor((1,), planned=False)]
    method = build.method(values, [build.kernel_call(0, 0, 1, 2, 2)], inputs=(0,), outputs=(2,))
    model = tmp_path / "no_output_memory.pte"
    model.write_bytes(build.program(method))
    (line,) = calls(run(runner, "--model", model, "--output-dir", tmp_path, "--input", one))
    assert struct.unpack("<f", Path(line["outputs"][0]["file"]).read_bytes()) == (2.0,)


def test_output_that_was_freed_is_an_error(runner: Path, one: str, tmp_path: Path) -> None:
    values = [build.tensor((1,)), build.integer(1), build.tensor((1,), planned=False)]
    instructions = [build.kernel_call(0, 0, 1, 2, 2), build.free_call(2)]
    model = tmp_path / "freed.pte"
    model.write_bytes(build.program(build.method(values, instructions, inputs=(0,), outputs=(2,))))
    done = run(runner, "--model", model, "--output-dir", tmp_path, "--input", one)
    expect_error(done, INVALID_STATE, "InvalidState", "no data")


def test_help_prints_the_usage(runner: Path) -> None:
    done = run(runner, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    for option in ("--model", "--data", "--output-dir", "--repeat", "--call", "--input"):
        assert option in done.stdout


def test_a_newer_version_of_the_schema_is_refused(runner: Path, tmp_path: Path) -> None:
    method = build.method([], operators=())
    program = tmp_path / "new.pte"
    program.write_bytes(build.finish({0: ("u32", 1), 1: ("tables", [method])}))
    done = run(runner, "--model", program)
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", "newer version of the schema")
    with pytest.raises(SelectionError, match="schema version 1, which is newer than 0"):
        read_model(program)
    data = bytearray(EXTERNAL.with_suffix(".ptd").read_bytes())
    table = follow(bytes(data), 0)
    vtable = table - int.from_bytes(data[table : table + 4], "little", signed=True)
    place = int.from_bytes(data[vtable + 4 : vtable + 6], "little")
    # A version of 0, the default, is not written: the slot of another number is its place then.
    data[vtable + 4 : vtable + 6] = (place or 4).to_bytes(2, "little")
    if place:
        data[table + place] = 1
    newer = tmp_path / "new.ptd"
    newer.write_bytes(data)
    done = run(runner, "--model", EXTERNAL, "--data", newer)
    expect_error(done, INVALID_EXTERNAL_DATA, "InvalidExternalData", "newer version")
    with pytest.raises(SelectionError, match="which is newer than 0"):
        read_flat_tensor(newer)
