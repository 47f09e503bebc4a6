"""The runner's command line: values, calls, JSON lines, error lines and exit codes."""

from __future__ import annotations

import json
import math
import re
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA
from tests.runtime.sanitized import ENVIRONMENT, Finished, run

MODELS = DATA / "models"
ADD = MODELS / "add.pte"
BUNDLED = MODELS / "add_mul_bundled.bpte"
EXTERNAL = MODELS / "external_constants.pte"
MUL_DYNAMIC = MODELS / "mul_dynamic.pte"
FULL = Path("/dev/full")
"""Linux: writing to it fails as on a full disk."""

INTERNAL = 0x01
INVALID_ARGUMENT = 0x12
INVALID_TYPE = 0x13
NOT_FOUND = 0x20
ACCESS_FAILED = 0x22
INVALID_PROGRAM = 0x23
INVALID_EXTERNAL_DATA = 0x24

# Source: docs/reference/runner.md.
CALL_KEYS = {"method", "outputs", "memory", "time_ns"}
MEMORY_KEYS = {"method", "planned", "temp"}
TENSOR_KEYS = {"kind", "dtype", "sizes", "dim_order", "file"}
NUMBER_KEYS = {"kind", "value"}
CASE_KEYS = {"method", "case", "passed", "max_abs_diff"}
ERROR_LINE = re.compile(r"error: ([A-Z]\w+) \(0x([0-9a-f]{2})\): (.+)\n")


def expect_error(done: Finished, code: int, name: str, *words: str) -> None:
    """One line on stderr with the name, the number and these words; the number as exit code."""
    match = ERROR_LINE.fullmatch(done.stderr)
    assert match is not None, done.stderr
    assert (match[1], int(match[2], 16), done.exit_code) == (name, code, code)
    for word in words:
        assert word in match[3]


def calls(done: Finished) -> list[dict[str, Any]]:
    """The JSON objects of the calls, each with exactly the documented keys."""
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    for line in lines:
        assert set(line) == CALL_KEYS
        assert set(line["memory"]) == MEMORY_KEYS
        assert line["time_ns"] >= 0
        for output in line["outputs"]:
            keys = {"tensor": TENSOR_KEYS, "none": {"kind"}}.get(output["kind"], NUMBER_KEYS)
            assert set(output) == keys
    return lines


@pytest.fixture
def one(tmp_path: Path) -> str:
    """A file with the number 1.0 as a float."""
    path = tmp_path / "one"
    path.write_bytes(struct.pack("<f", 1.0))
    return str(path)


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """A program that returns its int, double, bool and none, each read by an instruction."""
    values = [build.integer(0), build.double(0), build.boolean(False), build.none()]
    method = build.method(values, inputs=(0, 1, 2, 3), outputs=(0, 1, 2, 3), operators=())
    path = tmp_path / "numbers.pte"
    path.write_bytes(build.program(method))
    return path


def test_call_writes_outputs_and_one_line(runner: Path, one: str, tmp_path: Path) -> None:
    done = run(runner, "--model", ADD, "--output-dir", tmp_path, "--input", one, "--input", one)
    (line,) = calls(done)
    assert line["method"] == "forward"
    (output,) = line["outputs"]
    assert (output["kind"], output["dtype"], output["dim_order"]) == ("tensor", "Float", [0])
    assert output["file"] == f"{tmp_path}/output-0-0.bin"
    assert math.prod(output["sizes"]) == 1
    assert struct.unpack("<f", Path(output["file"]).read_bytes())[0] > 1


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


def test_dynamic_shape_stands_behind_the_file(runner: Path, tmp_path: Path) -> None:
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
    expect_error(done, 0x02, "InvalidState", "no data")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "--model is missing"),
        (["--model"], "a value is missing after"),
        (["--model", "a", "--model", "b"], "given twice"),
        (["--modle", "a"], "--modle"),
        (["stray"], "stray"),
        (["--model", "m", "--repeat", "0"], "1 to 1000000"),
        (["--model", "m", "--repeat", "1000001"], "1 to 1000000"),
        (["--model", "m", "--repeat", "-1"], "1 to 1000000"),
        (["--model", "m", "--repeat", "2x"], "1 to 1000000"),
        (["--model", "m", "--repeat", ""], "1 to 1000000"),
        (["--model", "m", "--call", "f", *["--input", "none"] * 1025], "1024 inputs"),
        (["--model", "m", *["--call", "f"] * 257], "256 calls"),
        (["--model", "m", *["--data", "d"] * 65], "64 data files"),
        (["--model", "m", "--bundled", "--call", "f"], "--bundled"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_command_line_is_an_invalid_argument(
    arguments: list[str], words: str, runner: Path
) -> None:
    expect_error(run(runner, *arguments), INVALID_ARGUMENT, "InvalidArgument", words)


@pytest.mark.parametrize(
    "value",
    [
        "int:",
        "int:x",
        "int:1.5",
        "int:9223372036854775808",
        "double:",
        "double:x",
        "bool:1",
        "bool:",
    ],
)
def test_number_that_is_none_is_an_invalid_argument(
    value: str, runner: Path, numbers: Path
) -> None:
    done = run(runner, "--model", numbers, *(["--input", value] * 4))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", value)


@pytest.mark.parametrize(
    "shape", ["", "2", "2x", "x2", "2xx3", "2x-3", "2x3x4", "2x99999999999", "1x6 ", "0x1F"]
)
def test_shape_that_is_none_or_does_not_fit_is_an_invalid_argument(
    shape: str, runner: Path, tmp_path: Path
) -> None:
    path = tmp_path / "in"
    path.write_bytes(bytes(24))
    done = run(runner, "--model", MUL_DYNAMIC, *(["--input", f"{path}@{shape}"] * 2))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument")


def test_shape_beyond_the_bound_is_an_invalid_argument(runner: Path, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(bytes(4 * 1000 * 1000))
    done = run(runner, "--model", MUL_DYNAMIC, *(["--input", f"{path}@1000x1000"] * 2))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "upper bound")


def test_file_of_another_size_tells_both_sizes(runner: Path, one: str, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(bytes(5))
    done = run(runner, "--model", ADD, "--input", one, "--input", path)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "has 5 bytes", "needs 4")


def test_number_for_a_tensor_and_file_for_a_number_are_told(
    runner: Path, one: str, numbers: Path
) -> None:
    done = run(runner, "--model", ADD, "--input", "int:1", "--input", one)
    expect_error(done, INVALID_TYPE, "InvalidType")
    done = run(runner, "--model", numbers, *(["--input", one] * 4))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "not a file")
    done = run(runner, "--model", numbers, *(["--input", "bool:true"] * 4))
    expect_error(done, INVALID_TYPE, "InvalidType", "another kind")


def test_number_that_was_fixed_at_export_takes_no_other(runner: Path, one: str) -> None:
    model = MODELS / "scalar_inputs.pte"
    inputs = ("--input", one, "--input", "int:12345", "--input", "double:0", "--input", "bool:true")
    done = run(runner, "--model", model, *inputs)
    assert done.exit_code == INVALID_ARGUMENT, done.stderr


@pytest.mark.parametrize("option", ["--model", "--data", "--input", "--output-dir"])
def test_file_that_cannot_be_accessed_is_named(
    option: str, runner: Path, one: str, tmp_path: Path
) -> None:
    missing = tmp_path / "missing" / "file"
    arguments = {"--model": ADD, "--output-dir": tmp_path} | {option: missing}
    words = [str(word) for pair in arguments.items() for word in pair]
    rest = () if option == "--input" else ("--input", one)
    done = run(runner, *words, "--input", one, *rest)
    expect_error(done, ACCESS_FAILED, "AccessFailed", "missing", "No such file")


def test_folder_is_no_file(runner: Path, tmp_path: Path) -> None:
    expect_error(run(runner, "--model", tmp_path), ACCESS_FAILED, "AccessFailed", "not a file")


def test_empty_file_is_no_program(runner: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.pte"
    empty.touch()
    expect_error(run(runner, "--model", empty), INVALID_PROGRAM, "InvalidProgram", "too short")


def test_full_disk_is_told(runner: Path, one: str, tmp_path: Path) -> None:
    inputs = ("--input", one, "--input", one)
    with FULL.open("wb") as full:
        done = subprocess.run(
            [runner, "--model", ADD, "--output-dir", tmp_path, *inputs],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=ENVIRONMENT,
        )
    finished = Finished(exit_code=done.returncode, stdout="", stderr=done.stderr)
    expect_error(finished, ACCESS_FAILED, "AccessFailed")
    (tmp_path / "output-0-0.bin").unlink()
    (tmp_path / "output-0-0.bin").symlink_to(FULL)
    done_writing = run(runner, "--model", ADD, "--output-dir", tmp_path, *inputs)
    expect_error(done_writing, ACCESS_FAILED, "AccessFailed", "output-0-0.bin")


def test_help_prints_the_usage(runner: Path) -> None:
    done = run(runner, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    for option in ("--model", "--data", "--output-dir", "--repeat", "--call", "--input"):
        assert option in done.stdout


def test_long_paths_are_told_or_work(runner: Path, one: str, tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(12):
        folder = folder / ("x" * 200)
    folder.mkdir(parents=True)
    copy = Path(shutil.copy(one, folder / "one"))
    inputs = ("--input", copy, "--input", copy)
    assert len(calls(run(runner, "--model", ADD, "--output-dir", folder, *inputs))) == 1
    done = run(runner, "--model", ADD, "--output-dir", "y" * 5000, *inputs)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "too long")
