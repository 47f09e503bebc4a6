"""What the runner reports for wrong command lines, values and files: line and exit code."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.codegen.model_files import DATA
from tests.runtime.runner_output import (
    ACCESS_FAILED,
    INVALID_ARGUMENT,
    INVALID_PROGRAM,
    INVALID_TYPE,
    NOT_FOUND,
    calls,
    expect_error,
)
from tests.runtime.sanitized import ENVIRONMENT, Finished, run

MODELS = DATA / "models"
ADD = MODELS / "add.pte"
MUL_DYNAMIC = MODELS / "mul_dynamic.pte"
FULL = Path("/dev/full")
"""Linux: writing to it fails as on a full disk."""


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
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "takes at most")


def test_file_of_another_size_tells_both_sizes(runner: Path, one: str, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(bytes(5))
    done = run(runner, "--model", ADD, "--input", one, "--input", path)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "has 5 bytes", "needs 4")


def test_number_for_a_tensor_and_file_for_a_number_are_reported(
    runner: Path, one: str, numbers: Path
) -> None:
    done = run(runner, "--model", ADD, "--input", "int:1", "--input", one)
    expect_error(done, INVALID_TYPE, "InvalidType")
    done = run(runner, "--model", numbers, *(["--input", one] * 4))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "not a file")
    done = run(runner, "--model", numbers, *(["--input", "bool:true"] * 4))
    expect_error(done, INVALID_TYPE, "InvalidType", "wrong kind")


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


def test_full_disk_is_reported(runner: Path, one: str, tmp_path: Path) -> None:
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


def test_long_paths_are_reported_or_work(runner: Path, one: str, tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(12):
        folder = folder / ("x" * 200)
    folder.mkdir(parents=True)
    copy = Path(shutil.copy(one, folder / "one"))
    inputs = ("--input", copy, "--input", copy)
    assert len(calls(run(runner, "--model", ADD, "--output-dir", folder, *inputs))) == 1
    done = run(runner, "--model", ADD, "--output-dir", "y" * 5000, *inputs)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "too long")


def test_a_lowered_program_is_refused_with_what_turns_it_back(runner: Path) -> None:
    done = run(runner, "--model", DATA / "lowered" / "xnn_add_mul.pte")
    assert done.exit_code == NOT_FOUND
    first, second = done.stderr.splitlines()
    assert first == "error: NotFound (0x20): no delegate in this binary: XnnpackBackend"
    assert "lowered to XNNPACK. `nox -s optimize -- IN.pte OUT.pte` turns it back" in second


@pytest.mark.parametrize(
    ("model", "values", "words"),
    [
        ("mul_dynamic", ("@20x3", "@20x3"), "input 0 has the shape [20, 3], forward takes at most"),
        ("mul_dynamic", ("@2x3", "@17x3"), "input 1 has the shape [17, 3], forward takes at most"),
        ("mul_dynamic", ("@2x3", "@6"), "input 1 has the shape [6], forward takes at most [16, 3]"),
        ("linear", ("@4x3",), "input 0 has the shape [4, 3], forward takes [3, 3]"),
        ("linear", ("@9",), "input 0 has the shape [9], forward takes [3, 3]"),
    ],
)
def test_a_wrong_shape_names_the_input_and_both_shapes(
    model: str, values: tuple[str, ...], words: str, runner: Path, tmp_path: Path
) -> None:
    options = []
    for index, shape in enumerate(values):
        path = tmp_path / f"{index}.bin"
        path.write_bytes(bytes(4 * math.prod(map(int, shape[1:].split("x")))))
        options += ["--input", f"{path}{shape}"]
    done = run(runner, "--model", str(MODELS / f"{model}.pte"), *options)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", words)
    assert "output" not in done.stderr
