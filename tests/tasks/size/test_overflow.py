"""A program that does not fit its board fails as too large, and what is large is named."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import SizeError
from tasks.config import load_target
from tasks.rebaseline import rebaseline
from tests.tasks.built_targets import Built, build_in

pytestmark = pytest.mark.slow


def shrink(tree: Path, toolchain: str, region: str, bytes_: int) -> None:
    """Makes a region of the toolchain's board smaller."""
    path = tree / "toolchains" / toolchain / "toolchain.toml"
    text, count = re.subn(
        rf"({region} = {{ origin = \w+, bytes = )\w+", rf"\g<1>{bytes_}", path.read_text()
    )
    assert count == 1
    path.write_text(text)


@pytest.mark.parametrize("name", ["arm", "zig-arm"])
def test_flash_that_is_too_small_names_operators_and_symbols(
    name: str, built_target: Callable[[str], Built], tmp_path: Path
) -> None:
    built = built_target(name)
    tree = tmp_path / "tree"
    shutil.copytree(built.target.root, tree, symlinks=True)
    rebaseline(load_target(name, tree), "as it is")
    shrink(tree, "cortex-m55", "FLASH", 4096)
    with pytest.raises(SizeError) as caught:
        build_in(tree, name)
    assert caught.value.exit_code == 7
    used = built.size["regions"][0]["used_bytes"]
    (fault,) = caught.value.faults
    assert fault.startswith(
        f"{name}: FLASH has 4,096 B and {used:,} B are used, {used - 4096:,} B too many. "
        "Largest: operators aten::mm.out "
    )


def test_ram_that_is_too_small_is_reported(
    built_target: Callable[[str], Built], tmp_path: Path
) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(built_target("arm").target.root, tree, symlinks=True)
    target = tree / "configs" / "arm.toml"
    text = target.read_text(encoding="utf-8")
    target.write_text(f'{text}[registry]\nform = "dynamic"\ncapacity = 100\n', encoding="utf-8")
    shrink(tree, "cortex-m55", "RAM", 1024)
    with pytest.raises(SizeError) as caught:
        build_in(tree, "arm")
    (fault,) = caught.value.faults
    assert fault.startswith("arm: RAM has 1,024 B and 1,2")
    assert "symbols kerf::registered 1,200 B" in fault
