from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from codegen.pte import read_model
from tests.codegen.model_files import CONFIG_MODELS, DATA, ROOT, programs

pytestmark = pytest.mark.slow


def optimize(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tasks.optimize", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_explain_has_a_row_for_each_pass(tmp_path: Path) -> None:
    done = optimize(
        CONFIG_MODELS / "lstm.pte", tmp_path / "out.pte", "--passes", "plan,unused", "--explain"
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split()[0] for line in done.stdout.splitlines()]
    assert rows[:4] == ["after", "given", "unused", "plan"]
    assert sum(read_model(tmp_path / "out.pte").methods[0].planned_bytes) < 20_992


def test_explain_names_what_stays_float_and_why(tmp_path: Path) -> None:
    """Constants that `fold` has not computed are not quantized: means of functions need them."""
    decoder = DATA / "quantized" / "decoder.pte"
    done = optimize(decoder, tmp_path / "out.pte", "--explain", "--passes", "integers")
    lines = [line for line in done.stdout.splitlines() if "aten" in line and "stays float" in line]
    assert lines == [
        f"forward: aten::{name} stays float: {why}"
        for name, why in (
            ("add.out [1, 8, 4, 3]", "`other` is not quantized"),
            ("clamp.out [1, 8, 4, 3]", "`self` is not quantized"),
            ("clamp.out [1, 8, 4, 3]", "`self` is not quantized"),
            ("mul.out [1, 8, 4, 3]", "`other` is not quantized"),
            ("div.out [1, 8, 4, 3]", "`self` is not quantized"),
            ("mean.out [1, 8, 1, 1]", "`self` is not quantized"),
        )
    ]
    for model in (decoder, decoder.with_name("lines.pte")):
        done = optimize(model, tmp_path / "out.pte", "--explain")
        assert done.returncode == 0 and "stays float" not in done.stdout


def test_methods_that_are_left_alone_are_named(tmp_path: Path) -> None:
    done = optimize(programs()["custom_op_mul3"], tmp_path / "out.pte", "--explain")
    reason = "no library describes my_ops::mul3.out"
    assert f"forward: instructions and memory are kept: {reason}" in done.stdout
    assert "no plan goes below" not in done.stdout  # nothing was planned


def test_an_output_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "no"
    done = optimize(programs()["add"], missing / "out.pte")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"error: {missing / 'out.pte'}: there is no folder {missing}. Make it first.\n"
    )


def test_output_is_a_function_of_the_input(tmp_path: Path) -> None:
    for name in ("a.pte", "b.pte"):
        assert optimize(programs()["kv_cache"], tmp_path / name).returncode == 0
    assert (tmp_path / "a.pte").read_bytes() == (tmp_path / "b.pte").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        (("--passes", "shrink"), 2, "shrink: no such pass. There are "),
        (("--library", "nowhere"), 3, "nowhere"),
    ],
)
def test_mistakes_give_a_line(
    arguments: tuple[str, ...], code: int, what: str, tmp_path: Path
) -> None:
    done = optimize(programs()["add"], tmp_path / "out.pte", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("error: ") and what in done.stderr
    assert not (tmp_path / "out.pte").exists()


@pytest.mark.parametrize("content", [None, b"", b"no program at all"])
def test_what_is_no_program_is_refused(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "in.pte"
    if content is not None:
        path.write_bytes(content)
    done = optimize(path, tmp_path / "out.pte")
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1 and str(path) in done.stderr


def test_a_library_of_the_user_describes_its_operators(tmp_path: Path) -> None:
    library = ROOT / "examples" / "custom-op" / "my_ops"
    model = programs()["custom_op_mul3"]
    alone = optimize(model, tmp_path / "a.pte", "--explain")
    known = optimize(model, tmp_path / "b.pte", "--explain", "--library", library)
    assert "no library describes my_ops::mul3.out" in alone.stdout
    assert known.returncode == 0 and "are kept" not in known.stdout
