"""What a program may make loading cost, in instructions counted by Valgrind."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.sources.detect import read_file
from tests.codegen import program_builder as build
from tests.runtime.runner_output import expect_error
from tests.runtime.sanitized import UNSANITIZED, Compiler, plan_for, run

ADD = ("executorch_prim::add", "Scalar")
NOT_SUPPORTED = 0x10


def numbers(count: int, inputs: tuple[int, ...]) -> bytes:
    """A program of `count` numbers and as many sums, of one more number."""
    values = [build.integer(1) for _ in range(count + 1)]
    steps = [build.kernel_call(count, count, count) for _ in range(count)]
    return build.program(build.method(values, steps, inputs=inputs, operators=(ADD,)))


@pytest.fixture(scope="module")
def plain_runner(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runner without sanitizers that has what the programs below need."""
    model = tmp_path_factory.mktemp("model") / "small.pte"
    model.write_bytes(numbers(2, (0, 1)))
    plan = plan_for(read_file(model))
    plain = Compiler(command=compiler.command, flags=UNSANITIZED)
    return plain.program("plain-runner", plain.runtime(plan, "runner"), plan)


@pytest.mark.slow
def test_instructions_of_a_load_are_proportional_to_the_program(
    plain_runner: Path, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    valgrind = require_tool("valgrind")

    def instructions(count: int) -> int:
        model = tmp_path / f"{count}.pte"
        model.write_bytes(numbers(count, tuple(range(count))))
        quiet = ["--callgrind-out-file=/dev/null"]
        done = subprocess.run(
            [valgrind, "--tool=callgrind", *quiet, plain_runner, "--model", model],
            capture_output=True,
            text=True,
            check=False,
        )
        # It is loaded before its inputs are looked at.
        assert "wrong number of inputs" in done.stderr, done.stderr
        (counted,) = re.findall(r"Collected : (\d+)", done.stderr)
        return int(counted)

    few, some, many = map(instructions, (500, 1000, 2000))
    assert many - some < 3 * (some - few)


@pytest.mark.slow
def test_many_inputs_in_no_order_are_refused(plain_runner: Path, tmp_path: Path) -> None:
    def loaded(*inputs: int) -> tuple[int, str]:
        model = tmp_path / "m.pte"
        model.write_bytes(numbers(1025, inputs))
        done = run(plain_runner, "--model", model)
        return done.exit_code, done.stderr

    assert "wrong number of inputs" in loaded(*range(1025))[1]
    assert "wrong number of inputs" in loaded(*range(1023, -1, -1))[1]
    code, why = loaded(*range(1024, -1, -1))
    assert code == NOT_SUPPORTED
    assert "too many inputs that are not in order" in why


@pytest.mark.slow
@pytest.mark.parametrize("inputs", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_an_input_that_an_instruction_names_changes_in_any_order(
    inputs: tuple[int, ...], plain_runner: Path, tmp_path: Path
) -> None:
    """Value 2 is named, the others were fixed at 1."""
    model = tmp_path / "m.pte"
    model.write_bytes(numbers(2, inputs))
    for position, value in enumerate(inputs):
        given = ["int:1", "int:1", "int:1"]
        given[position] = "int:7"
        options = [each for one in given for each in ("--input", one)]
        done = run(plain_runner, "--model", model, "--output-dir", tmp_path, *options)
        if value == 2:
            assert done.exit_code == 0, done.stderr
        else:
            expect_error(done, 0x12, "InvalidArgument", "fixed to another value")
