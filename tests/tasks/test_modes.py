"""[toolchain] optimize does what its names say: the faster mode takes fewer instructions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tasks import build
from tasks.run import __main__ as run
from tests.tasks.config_root import ROOT

MODES = ("speed", "balanced", "size")
"""In the order of what they promise: no mode takes more instructions than the next."""

TARGETS = {
    "cortex-m7": ("arm-none-eabi-gcc", "qemu-system-arm"),
    "rv32imafc": ("riscv64-unknown-elf-gcc", "qemu-system-riscv32"),
}


def instructions(toolchain: str, mode: str, folder: Path) -> int:
    """Counts the instructions of one execution of the DS-CNN."""
    name = f"modes-{toolchain}-{mode}"
    config = folder / f"{name}.toml"
    model = ROOT / "configs" / "models" / "dscnn.pte"
    config.write_text(
        f'description = "A DS-CNN"\noptimize.passes = []\n[select]\nmodels = ["{model}"]\n'
        f'[toolchain]\nname = "{toolchain}"\noptimize = "{mode}"\n',
        encoding="utf-8",
    )
    for verb in (build, run):
        assert verb.main([str(config), "--executor", "local"]) == 0
    result = json.loads((ROOT / "build" / name / "run.json").read_text(encoding="utf-8"))
    (method,) = result["methods"]
    return int(method["instructions"]["execute"][0])


@pytest.mark.slow
@pytest.mark.parametrize("toolchain", TARGETS)
def test_a_mode_for_speed_takes_no_more_instructions(
    toolchain: str, require_tool: Callable[[str], str], tmp_path: Path
) -> None:
    for tool in TARGETS[toolchain]:
        require_tool(tool)
    counts = [instructions(toolchain, mode, tmp_path) for mode in MODES]
    assert counts == sorted(counts), dict(zip(MODES, counts, strict=True))
