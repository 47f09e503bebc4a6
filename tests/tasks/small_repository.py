"""A repository with the real toolchains and ports, and a program of a few lines to build."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tasks.building.compile import Compiled, compile_products
from tasks.building.ninja_file import Executable, Products
from tasks.toolchain.choose import Toolchain
from tasks.toolchain.zig_package import ensure_zig

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "tests" / "data" / "models"
LOWERED = ROOT / "tests" / "data" / "lowered"
BARE_METAL = (
    ("cortex-m0plus", "arm-none-eabi-gcc"),
    ("cortex-m4", "arm-none-eabi-gcc"),
    ("cortex-m7", "arm-none-eabi-gcc"),
    ("cortex-m55", "arm-none-eabi-gcc"),
    ("rv32imac", "riscv64-unknown-elf-gcc"),
    ("rv32imafc", "riscv64-unknown-elf-gcc"),
    ("cortex-m33", "arm-none-eabi-gcc"),
    ("cortex-m33-nofp", "arm-none-eabi-gcc"),
    ("cortex-m85", "arm-none-eabi-gcc"),
    ("rv32imc", "riscv64-unknown-elf-gcc"),
)
"""Toolchains of boards, and their compilers."""

ECHO = """\
// Emits a header and what it was given: the application's side of the protocol, without a runtime.
#include "platform/port.h"

extern "C" int main() {
  const auto model = kerf::platform::model();
  const uint32_t header[] = {0x5345524B, 0, static_cast<uint32_t>(model.size()), 7};
  kerf::platform::emit(header, sizeof header);
  kerf::platform::emit(model.data(), model.size());
  return 3;
}
"""


def make_sources(root: Path) -> Path:
    """What targets are built from, in `root`, without targets; the folder for their models."""
    for part in ("toolchains", "runtime"):
        shutil.copytree(ROOT / part, root / part)
    models = root / "configs" / "models"
    models.mkdir(parents=True)
    shutil.copy(ROOT / "configs" / "defaults.toml", root / "configs")
    return models


def copy_model(name: str, folder: Path, models: Path = MODELS) -> Path:
    """A copy of a model of `models` with its cases."""
    for path in models.glob(f"{name}.*"):
        shutil.copy(path, folder)
    (folder / "io").mkdir(exist_ok=True)
    shutil.copy(models / "io" / f"{name}.bin", folder / "io")
    return folder / f"{name}.pte"


def make_repository(folder: Path, program: str = ECHO) -> Path:
    """A repository in `folder` with `program` as app/main.cpp."""
    for part in ("toolchains", "runtime/platform", "runtime/core", "runtime/isa"):
        shutil.copytree(ROOT / part, folder / part)
    (folder / "app").mkdir()
    (folder / "app" / "main.cpp").write_text(program, encoding="utf-8")
    return folder


def small_products(
    toolchain: Toolchain, name: str = "small", sources: Sequence[str] = ()
) -> Products:
    """The program with the toolchain's port, and an archive of `sources`."""
    return Products(
        build_dir=f"build/{name}",
        sources=tuple(sources) or ("runtime/core/error.cpp",),
        include_dirs=("runtime",),
        executables=(
            Executable(output="app.elf", sources=("app/main.cpp", *toolchain.port_sources)),
        ),
    )


def build_small(toolchain: Toolchain, root: Path, name: str = "small") -> Compiled:
    """The program, built."""
    return compile_products(
        toolchain, small_products(toolchain, name), root, jobs=2, say=lambda _: None
    )


def require_zig() -> None:
    """Skips the test where zig is not installed, on a user's machine; CI installs it."""
    if os.environ.get("CI"):
        assert ensure_zig(ROOT), "in CI nothing may be skipped, and zig is not installed"
    pytest.importorskip("ziglang")
