"""The runner's generator of random numbers: one for all methods, determined by --seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegen import program_builder as build
from tests.runtime.runner_output import INVALID_ARGUMENT, calls, expect_error
from tests.runtime.sanitized import run


@pytest.fixture
def drawing(tmp_path: Path) -> Path:
    """A program of two methods that each return four random numbers."""
    methods = []
    for name, operator in (("forward", "aten::rand"), ("other", "aten::randn")):
        values = [build.integer(4), build.int_list(0), build.tensor((4,))]
        step = build.kernel_call(1, 2, 2)
        methods.append(
            build.method(values, [step], outputs=(2,), operators=((operator, "out"),), name=name)
        )
    path = tmp_path / "drawing.pte"
    path.write_bytes(build.finish({0: ("u32", 0), 1: ("tables", methods)}))
    return path


def drawn(runner: Path, program: Path, *options: str) -> list[bytes]:
    """The outputs of the calls."""
    done = run(runner, "--model", program, "--output-dir", program.parent, *options)
    return [Path(call["outputs"][0]["file"]).read_bytes() for call in calls(done)]


def test_same_seed_gives_same_numbers(runner: Path, drawing: Path) -> None:
    first = drawn(runner, drawing)
    assert drawn(runner, drawing, "--seed", "0") == first  # the default
    assert drawn(runner, drawing, "--seed", "1") != first
    largest = str(2**64 - 1)
    assert drawn(runner, drawing, "--seed", largest) == drawn(runner, drawing, "--seed", largest)


def test_calls_and_methods_go_on_in_one_sequence(runner: Path, drawing: Path) -> None:
    first, second = drawn(runner, drawing, "--call", "forward", "--call", "forward")
    assert first != second
    assert drawn(runner, drawing)[0] == first
    after = drawn(runner, drawing, "--call", "forward", "--call", "other")[1]
    assert after != drawn(runner, drawing, "--call", "other")[0]


@pytest.mark.parametrize("value", ["", "-1", "x", "1.5", "0x10", str(2**64)])
def test_seed_that_is_none_is_an_invalid_argument(value: str, runner: Path) -> None:
    done = run(runner, "--model", "m", "--seed", value)
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "--seed")
