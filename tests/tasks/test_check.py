"""The whole check of programs on this machine: what passes, what does not, and with which words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.tasks.built_targets import build_in, make_tree

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _tools(require_tool: Callable[[str], str]) -> None:
    require_tool("gcc")


def check(*models: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tasks.check", "--executor", "local", *map(str, models)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_models_and_the_program_of_a_bundle_pass() -> None:
    models = [*sorted(CONFIG_MODELS.glob("*.pte")), DATA / "models" / "add_mul_bundled.bpte"]
    done = check(*models)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{path}: checked" for path in models]


def test_every_faulty_program_is_reported_with_what_is_wrong(tmp_path: Path) -> None:
    cut = tmp_path / "cut.pte"
    cut.write_bytes((CONFIG_MODELS / "mv2.pte").read_bytes()[:-4096])
    wrong = tmp_path / "wrong.pte"
    data = bytearray((CONFIG_MODELS / "add_mul.pte").read_bytes())
    data[0:4] = (len(data) - 8).to_bytes(4, "little")
    wrong.write_bytes(data)
    done = check(CONFIG_MODELS / "add_mul.pte", cut, wrong)
    assert done.returncode == 9
    first, second = done.stderr.splitlines()
    assert first == f"error: {cut}: InvalidProgram: a segment is beyond the end of the file."
    assert second.startswith(f"error: {wrong}: InvalidProgram: ")


def refused(path: Path, method: build.TableSpec, call: str) -> None:
    """The only fault of a program with `method` is that of a call."""
    path.write_bytes(build.program(method))
    done = check(path)
    assert done.returncode == 9
    assert done.stderr == f"error: {path}: {path.name}, forward, instruction {call}\n"


def test_a_call_with_an_argument_of_another_kind_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "kinds.pte"
    values = [build.tensor((2,)), build.integer(1), build.tensor((2,))]
    method = build.method(
        values,
        [build.kernel_call(0, 1, 2, 2)],
        inputs=(0,),
        outputs=(2,),
        operators=(("aten::mul", "out"),),
    )
    refused(path, method, "0: aten::mul.out: other is of kind int, not Tensor.")


def test_a_call_that_does_not_meet_what_its_operator_requires_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "unmet.pte"
    char = DType.Char.number
    values = [
        build.tensor((2, 3), dtype=char),
        build.int_list(2, 3),
        build.integer(1),
        build.integer(0),
        build.tensor((2, 3), dtype=char),
    ]
    method = build.method(
        values,
        [build.kernel_call(0, 1, 4, 4)],
        inputs=(0,),
        outputs=(4,),
        operators=(("cortex_m::transpose", "out"),),
        apart=True,
    )
    refused(path, method, "0: cortex_m::transpose.out: it requires permuted(out, input, perm).")


def test_an_output_over_an_argument_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "over.pte"
    values = [build.tensor((2,)), build.int_list(2), build.integer(0)]
    flip, relu = ("aten::flip", "out"), ("aten::relu", "out")
    method = build.method(
        values,
        [build.kernel_call(0, 0, 0, operator=1), build.kernel_call(0, 1, 0, 0)],
        inputs=(0,),
        outputs=(0,),
        operators=(flip, relu),
    )
    refused(path, method, "1: aten::flip.out: out is self.")


def test_a_file_that_is_not_there_is_no_source(tmp_path: Path) -> None:
    done = check(tmp_path / "absent.pte")
    assert done.returncode == 3
    assert "absent.pte" in done.stderr


@pytest.mark.slow
def test_a_binary_that_believes_its_programs_is_compared_with_them(
    require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    """The binary is made for floats; the other program has the same calls of ints."""
    require_tool("arm-none-eabi-gcc")
    tree = make_tree(tmp_path / "kerf")
    config = tree / "configs" / "arm.toml"
    config.write_text(f'{config.read_text("utf-8")}\n[program]\ncheck = "never"\n', "utf-8")
    build_in(tree, "arm")
    done = check("--root", str(tree), "arm", CONFIG_MODELS / "add_mul.pte")
    assert (done.returncode, done.stderr) == (0, "")
    other = tmp_path / "ints.pte"
    numbers = [build.tensor((2, 2), dtype=DType.Int.number) for _ in range(2)]
    method = build.method(
        [*numbers, build.integer(1)],
        [build.kernel_call(0, 0, 2, 1, 1)],
        inputs=(0,),
        outputs=(1,),
        operators=(("aten::add", "out"),),
    )
    other.write_bytes(build.program(method))
    assert check(other).returncode == 0
    done = check("--root", str(tree), "arm", other)
    assert done.returncode == 9
    assert "has no dtype for it: aten::add.out: " in done.stderr
    assert "of Int, needed by ints.pte, forward, instruction 0" in done.stderr
