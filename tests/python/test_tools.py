"""Tools as functions: typed results, progress, errors with the causes of the tasks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import kerf
from codegen.errors import KerfError
from kerf import __main__ as command
from kerf import tools
from tests.codegen.model_files import CONFIG_MODELS
from tests.conftest import ROOT

pytestmark = pytest.mark.slow
ADD_MUL = CONFIG_MODELS / "add_mul.pte"


@pytest.fixture(autouse=True)
def same_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks run in the environment of the tests, which has what they need."""
    monkeypatch.setattr(tools, "python", lambda: sys.executable)


def test_a_selection_has_its_operators() -> None:
    found = kerf.select(ADD_MUL, "aten::relu.out")
    names = [each.name for each in found.operators]
    assert names == ["aten::add.out", "aten::mm.out", "aten::relu.out"]
    assert found.models == ("add_mul.pte",)
    assert found.operators[0].calls >= 1


def test_a_model_is_built_for_a_board_with_progress() -> None:
    lines: list[str] = []
    built = kerf.build(ADD_MUL, board="stm32h743", progress=lines.append)
    assert built.folder.is_relative_to(ROOT / "build")
    assert (built.folder / "libkerf.a").is_file()
    sizes = built.sizes
    assert sizes.flash_bytes == sizes.document["flash_bytes"] > 500
    assert sizes.ram_bytes == 0
    planned = sizes.document["memory"]["planned_bytes"]
    assert sizes.device_ram_bytes >= planned > 0
    assert sizes.device_flash_bytes >= sizes.flash_bytes
    assert any("toolchain" in line for line in lines)
    assert kerf.sizes(ADD_MUL, board="stm32h743") == sizes


def test_sizes_of_a_model_that_does_not_fit_say_why() -> None:
    model = CONFIG_MODELS / "ad.pte"
    found = kerf.sizes(model, board="gd32vf103")
    assert found.flash_bytes > model.stat().st_size / 2
    assert any("FLASH of gd32vf103" in fault for fault in found.faults)
    assert kerf.sizes(ADD_MUL, board="gd32vf103").faults == ()
    with pytest.raises(kerf.ToolError, match="FLASH of gd32vf103"):
        kerf.build(model, board="gd32vf103")


def test_every_exit_code_of_the_tasks_has_its_cause() -> None:
    for error in KerfError.__subclasses__():
        assert tools.ToolError("", error.exit_code).cause == error.__name__


@pytest.mark.parametrize(
    ("act", "code", "cause", "words"),
    [
        (lambda: kerf.build("no-such-target"), 2, "ConfigError", "no-such-target"),
        (lambda: kerf.build(ADD_MUL), 2, "ConfigError", "a board or a toolchain"),
        (lambda: kerf.build(ADD_MUL, board="none"), 2, "ConfigError", "stm32h743"),
        (lambda: kerf.select("nowhere.pte"), 3, "SelectionError", "nowhere.pte"),
        (lambda: kerf.compile(Path(__file__)), 3, "SelectionError", "test_tools.py"),
    ],
)
def test_a_tool_that_refuses_says_why(act: object, code: int, cause: str, words: str) -> None:
    with pytest.raises(kerf.ToolError, match=words) as caught:
        act()  # type: ignore[operator]
    assert (caught.value.exit_code, caught.value.cause) == (code, cause)


def test_the_command_has_the_exit_code_of_the_task(capfd: pytest.CaptureFixture[str]) -> None:
    assert command.main(["select", str(ADD_MUL)]) == 0
    assert "aten::add.out" in capfd.readouterr().out
    assert command.main(["select", "nowhere.pte"]) == 3
    assert command.main(["--help"]) == 0
    out = capfd.readouterr().out
    assert all(verb in out for verb in command.VERBS)
    assert command.main(["nonsense"]) == 2


def test_every_verb_of_the_command_is_a_task() -> None:
    for verb in command.VERBS:
        done = subprocess.run(
            [sys.executable, "-m", f"tasks.{verb}", "--help"], cwd=ROOT, capture_output=True
        )
        assert done.returncode == 0, verb
        takes_root = b"--root" in done.stdout
        assert takes_root == (verb not in command._WITHOUT_ROOT) or verb == "optimize"
