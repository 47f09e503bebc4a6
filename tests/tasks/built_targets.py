"""Small targets, built by every compiler in a copy of the repository."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.build import build
from tasks.config import Target, load_target
from tasks.size.document import Size
from tasks.toolchain.choose import TOOLS as CACHES
from tests.tasks.small_repository import require_zig

ROOT = Path(__file__).parents[2]
SOURCES = ("runtime", "toolchains", "configs")
ZIG_CACHE = f"{CACHES}/zig"

TOOLS = {
    "arm": "arm-none-eabi-gcc",
    "arm-plain": "arm-none-eabi-gcc",
    "riscv": "riscv64-unknown-elf-gcc",
    "host": "gcc",
    "host-plain": "gcc",
    "clang": "clang",
    "aarch64": "aarch64-linux-gnu-gcc",
    "zig-arm": "zig",
    "zig-riscv": "zig",
    "zig-host": "zig",
}
"""The compiler of each target; `-plain` is without LTO."""
TOOLCHAINS = {
    "arm": "cortex-m55",
    "riscv": "rv32imafc",
    "host": "host-gcc",
    "clang": "host-clang",
    "aarch64": "aarch64",
}
OPERATORS = ("aten::add.out", "aten::mm.out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A target that was built, and its size.json."""

    target: Target
    folder: Path
    size: dict[str, Any]

    @property
    def sizes(self) -> Size:
        """The same, as the tasks read it."""
        return Size.model_validate_json(json.dumps(self.size))

    @property
    def program(self) -> Path:
        """The ELF that was measured."""
        return self.folder / str(self.size["program"]["name"])


def copy_sources(folder: Path) -> Path:
    """Copies what a target is built from to `folder`, and returns that."""
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / name)
    return folder


def make_tree(folder: Path) -> Path:
    """A copy of the repository in `folder`, with a target for each of `TOOLS`, not built.

    It has zig's cache of the repository: zig compiles its own runtime library for each processor,
    which takes longer than all of the target.
    """
    copy_sources(folder)
    cache = ROOT / ZIG_CACHE
    cache.mkdir(parents=True, exist_ok=True)
    (folder / ZIG_CACHE).parent.mkdir(parents=True)
    (folder / ZIG_CACHE).symlink_to(cache, target_is_directory=True)
    shutil.rmtree(folder / "configs" / "baselines", ignore_errors=True)
    for name, tool in TOOLS.items():
        board = TOOLCHAINS[name.removeprefix("zig-").removesuffix("-plain")]
        executor = "zig" if tool == "zig" else "local"
        (folder / "configs" / f"{name}.toml").write_text(
            f'description = "{name}"\n[select]\nmodels = ["models/add_mul.pte"]\n'
            f'[toolchain]\nname = "{board}"\nexecutor = "{executor}"\n'
            f"lto = {'false' if name.endswith('-plain') else 'true'}\n",
            encoding="utf-8",
        )
    return folder


def build_in(tree: Path, name: str) -> Built:
    """Builds the target `name` of a tree.

    Raises:
        KerfError: of the build.

    """
    if TOOLS.get(name) == "zig":
        require_zig()
    build(load_target(name, tree))
    return read_built(tree, name)


def read_built(tree: Path, name: str) -> Built:
    """The target `name` of a tree, as it was built there."""
    folder = tree / "build" / name
    return Built(
        target=load_target(name, tree),
        folder=folder,
        size=json.loads((folder / "size.json").read_text(encoding="utf-8")),
    )
