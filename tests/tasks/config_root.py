"""A small repository to load targets from: real defaults, stand-ins for what they name."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codegen.errors import ConfigError
from tasks.config import load_target

ROOT = Path(__file__).parents[2]

SMALL = 'description = "small"\n[select]\nall = true\n[toolchain]\nname = "cortex-m4"\n'
"""A target without fault, for tests to append to: it ends in [toolchain]."""


def make_root(folder: Path) -> Path:
    """A repository in `folder` with one model, its libraries and two toolchains."""
    for path in (
        "configs/models/mv2.pte",
        "runtime/kernels/cortex_m/functions.yaml",
        "runtime/kernels/fused/functions.yaml",
        "runtime/kernels/llama/functions.yaml",
        "runtime/kernels/portable/functions.yaml",
        "runtime/kernels/prim/functions.yaml",
        "runtime/kernels/quantized/functions.yaml",
        "toolchains/cortex-m4/toolchain.toml",
        "toolchains/host-gcc/toolchain.toml",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
    shutil.copy(ROOT / "configs" / "defaults.toml", folder / "configs")
    shutil.copytree(
        ROOT / "toolchains" / "boards", folder / "toolchains" / "boards", dirs_exist_ok=True
    )
    return folder


def write(root: Path, text: str, name: str = "x") -> None:
    """Writes the target `name`."""
    (root / "configs" / f"{name}.toml").write_text(text, encoding="utf-8")


def faults(root: Path, text: str) -> tuple[str, ...]:
    """What is wrong with a target of that text, without the file's name before the line."""
    write(root, text)
    with pytest.raises(ConfigError) as caught:
        load_target("x", root)
    return tuple(fault.removeprefix("configs/x.toml:") for fault in caught.value.faults)
