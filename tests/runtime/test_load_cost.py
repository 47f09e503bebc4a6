"""What a program may make loading cost, in instructions counted by Valgrind."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.selection import union
from codegen.sources.detect import read_file
from tests.codegen import program_builder as build
from tests.runtime.runner_output import expect_error
from tests.runtime.sanitized import Compiler, plan_for, run

CAT = ("aten::cat", "out")
SPLIT = ("aten::split_with_sizes_copy", "out")
ADD = ("executorch_prim::add", "Scalar")
NOT_SUPPORTED = 0x10


def numbers(count: int, inputs: tuple[int, ...]) -> bytes:
    """A program of `count` numbers and as many sums, of one more number."""
    values = [build.integer(1) for _ in range(count + 1)]
    steps = [build.kernel_call(count, count, count) for _ in range(count)]
    return build.program(build.method(values, steps, inputs=inputs, operators=(ADD,)))


@pytest.fixture(scope="module")
def plain_runner(gcc: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runner without sanitizers that has what the programs below need."""
    model = tmp_path_factory.mktemp("model") / "small.pte"
    model.write_bytes(numbers(2, (0, 1)))
    plan = plan_for(read_file(model))
    return gcc.program("plain-runner", gcc.runtime(plan, "runner"), plan)


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


def lists(length: int, calls: int, operator: tuple[str, str]) -> bytes:
    """A program of `calls` calls that take, or write, one list of `length` tensors."""
    tensors = [planned(8 * index) for index in range(length + 1)]
    listed, number = length + 1, length + 2
    values = [*tensors, build.tensor_list(*range(1, length + 1)), build.integer(0)]
    values.append(build.int_list(*[number] * length))
    taken = (listed, number, 0, 0) if operator is CAT else (0, number + 1, number, listed)
    steps = [build.kernel_call(*taken) for _ in range(calls)]
    method = build.method(values, steps, operators=(operator,))
    method[8] = ("i64s", [0, 8 * length + 8])
    return build.program(method)


def planned(offset: int) -> build.TableSpec:
    spec = build.tensor((1,), planned=False)
    spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", offset)})
    return spec


@pytest.fixture(scope="module")
def lists_runner(gcc: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runner without sanitizers that concatenates and splits tensors."""
    folder = tmp_path_factory.mktemp("lists")
    models = []
    for operator in (CAT, SPLIT):
        models.append(folder / f"{operator[0][6:]}.pte")
        models[-1].write_bytes(lists(2, 1, operator))
    plan = plan_for(union(map(read_file, models)))
    return gcc.program("lists-runner", gcc.runtime(plan, "runner"), plan)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("length", "calls", "operator"),
    [(4097, 1, SPLIT), (1025, 17, CAT), (100_000, 1, CAT)],
)
def test_lists_of_more_tensors_than_can_be_compared_are_refused(
    length: int, calls: int, operator: tuple[str, str], lists_runner: Path, tmp_path: Path
) -> None:
    model = tmp_path / "m.pte"
    model.write_bytes(lists(length, calls, operator))
    done = run(lists_runner, "--model", model)
    expect_error(done, NOT_SUPPORTED, "NotSupported", "the lists of calls have too many tensors")
    with pytest.raises(SelectionError, match="the lists of its calls have too many tensors"):
        read_file(model)


@pytest.mark.slow
@pytest.mark.parametrize(("length", "calls", "operator"), [(4096, 1, SPLIT), (1024, 16, CAT)])
def test_lists_of_as_many_tensors_as_can_be_compared_are_loaded(
    length: int,
    calls: int,
    operator: tuple[str, str],
    lists_runner: Path,
    tmp_path: Path,
) -> None:
    model = tmp_path / "m.pte"
    model.write_bytes(lists(length, calls, operator))
    assert read_file(model)
    # It is loaded: only the kernel may refuse the sizes.
    done = run(lists_runner, "--model", model, "--output-dir", tmp_path)
    assert "an output's static shape is not the shape of the result" in done.stderr


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
