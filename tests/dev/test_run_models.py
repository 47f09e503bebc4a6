"""One table of models and toolchains: what passes, what must fail, what could not be verified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import NotVerified
from dev.run_models import Row, Verdict, main, run_models, table
from tests.tasks.small_repository import ROOT

RequireTool = Callable[[str], str]
MODELS = ROOT / "tests" / "data" / "models"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The repository with a build folder of its own."""
    for name in ("runtime", "toolchains", "configs", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "tasks").symlink_to(ROOT / "tasks")
    (tmp_path / "codegen").symlink_to(ROOT / "codegen")
    return tmp_path


@pytest.mark.slow
def test_models_pass_fail_and_are_missing(root: Path, require_tool: RequireTool) -> None:
    require_tool("gcc")
    names = ("add", "neg_missing_op_shift_scalar", "custom_op_mul3")
    models = [MODELS / f"{name}.pte" for name in names]
    add, negative, custom = run_models(root, models, ["host-gcc"])
    assert (add.verdict, add.passed, add.cases) == (Verdict.PASSED, 2, 2)
    assert negative.verdict is Verdict.REFUSED
    assert (custom.verdict, custom.text) == (Verdict.MISSING, "my_ops::mul3.out")
    again = run_models(root, models[:1], ["host-gcc"])
    assert again == (add,)
    library = ROOT / "examples" / "custom-op" / "my_ops"
    (own,) = run_models(root, models[2:], ["host-gcc"], libraries=[library])
    assert (own.verdict, own.passed) == (Verdict.PASSED, own.cases)


@pytest.mark.slow
def test_a_missing_operator_is_not_a_success(root: Path, require_tool: RequireTool) -> None:
    require_tool("gcc")
    with pytest.raises(NotVerified, match=r"my_ops::mul3\.out"):
        main(["--model", "custom_op_mul3", "--root", str(root)])


def test_the_table_leaves_out_what_did_not_run() -> None:
    ran = Row(
        model="add",
        toolchain="host-gcc",
        verdict=Verdict.PASSED,
        passed=2,
        cases=2,
        difference=0.0,
        method_bytes=2,
        planned_bytes=1048,
        temp_bytes=0,
    )
    missing = Row(model="odd", toolchain="host-gcc", verdict=Verdict.MISSING)
    head, first, second = table([ran, missing])
    assert head.split()[:3] == ["model", "toolchain", "cases"]
    assert first.split() == ["add", "host-gcc", "2/2", "0", "2", "1,048", "0", "passed"]
    assert second.split() == ["odd", "host-gcc", "no", "kernel"]
