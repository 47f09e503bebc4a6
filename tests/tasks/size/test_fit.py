"""Where a target does not fit its board, what would make it fit is tried and named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import SizeError
from tasks.build import build
from tasks.config import load_target
from tests.tasks.size.test_overflow import shrink
from tests.tasks.small_repository import ROOT, make_sources

pytestmark = pytest.mark.slow
MODEL = ROOT / "configs" / "models" / "chain_500.pte"
RESNET = ROOT / "configs" / "models" / "ic.pte"
MOBILENET = ROOT / "configs" / "models" / "mv2_cortex_m.pte"
BOARD = """\
[board.memory]
F = {{ kind = "flash", bytes = {flash} }}
R = {{ kind = "ram", bytes = {ram} }}
"""


@pytest.fixture
def tree(require_tool: Callable[[str], str], tmp_path: Path) -> Path:
    """A repository without targets."""
    require_tool("arm-none-eabi-gcc")
    make_sources(tmp_path)
    return tmp_path


def faults_of(
    tree: Path, more: str, *, flash: int, ram: int, executor: str = "local", model: Path = MODEL
) -> tuple[str, ...]:
    """The faults of a local build, whatever `executor` the target names."""
    text = f'description = "x"\n[select]\nmodels = ["{model}"]\n{more}'
    text += f'[toolchain]\nname = "cortex-m4"\nexecutor = "{executor}"\n'
    text += BOARD.format(flash=flash, ram=ram)
    (tree / "configs" / "x.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SizeError) as raised:
        build(load_target("x", tree), executor="local")
    return raised.value.faults


def test_the_changes_that_make_it_fit_are_named_with_what_is_used_then(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of 500 calls takes 75 KB; optimised 14 KB; compiled less than 8 KB in all."""
    as_exported = "[optimize]\npasses = []\n"
    faults = faults_of(tree, as_exported, flash=30_000, ram=20_000)
    assert faults[0].startswith("x: F of x has 30,000 B and needs ")
    assert faults[-1].startswith(
        "x: with all passes (no [optimize] passes) it fits, which was tried"
    )
    shown = capsys.readouterr().err
    assert "x: does not fit; trying all passes" in shown
    assert "compiled" not in shown

    faults = faults_of(tree, as_exported, flash=10_000, ram=20_000)
    both = 'all passes (no [optimize] passes) and [runtime] form = "compiled"'
    assert faults[-1].startswith(f"x: with {both} it fits, which was tried: F ")
    used = int(faults[-1].partition(": F ")[2].partition(" B")[0].replace(",", ""))
    assert used < 10_000
    assert (tree / "build" / "trials" / "x-form" / "runner.elf").is_file()

    faults = faults_of(tree, "", flash=1000, ram=20_000)
    assert faults[-1].startswith('x: with [runtime] form = "compiled" it does not fit either')


def test_strips_are_tried_where_planned_memory_is_too_large(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """ResNet-8 plans 33,792 B of whole tensors and 23,552 B in strips."""
    compiled = '[runtime]\nform = "compiled"\n'
    faults = faults_of(tree, compiled, flash=200_000, ram=33_000, model=RESNET)
    strips = 'x: with [optimize] strips = "least-memory"'
    assert faults[-1].startswith(f"{strips} it fits, which was tried: F ")
    # MobileNetV2's image takes 110,592 B as Float alone.
    faults = faults_of(tree, compiled, flash=500_000, ram=60_000, model=MOBILENET)
    assert faults[-1].startswith(f'{strips} and [optimize] ports = "quantized" (')
    assert " it fits, which was tried: F " in faults[-1]
    capsys.readouterr()
    faults_of(tree, compiled, flash=20_000, ram=60_000, model=RESNET)
    assert "strips" not in capsys.readouterr().err


def test_changes_are_tried_with_the_compiler_of_the_build(tree: Path) -> None:
    as_exported = "[optimize]\npasses = []\n"
    faults = faults_of(tree, as_exported, flash=30_000, ram=20_000, executor="zig")
    assert "it fits, which was tried" in faults[-1]
    stamps = [tree / "build" / name / "toolchain.txt" for name in ("x", "trials/x-passes")]
    built, tried = (stamp.read_text(encoding="utf-8") for stamp in stamps)
    assert tried == built


def test_linked_weights_that_leave_the_emulators_memory_are_those_of_the_board(tree: Path) -> None:
    """The linker refuses them before anything can be measured."""
    shrink(tree, "cortex-m4", "MODEL", 16)
    compiled = '[runtime]\nform = "compiled"\n'
    faults = faults_of(tree, compiled, flash=2000, ram=20_000)
    assert faults[0].startswith("x: F of x has 2,000 B and needs ")
    assert "weights 100" in faults[0]
    assert not any("MODEL" in fault for fault in faults)
    faults = faults_of(tree, compiled, flash=20_000, ram=20_000)
    assert faults == ("x: MODEL of the toolchain cortex-m4 overflows by 84 B.",)
