"""What the toolchain image keeps: the libraries that each compiler of a toolchain links."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tasks.image.settings import read_settings
from tasks.toolchain.file import read_compilers, read_toolchain

ROOT = Path(__file__).parents[3]
TOOLCHAINS = {
    path.parent.name: read_toolchain(path.parent.name, ROOT)
    for path in sorted((ROOT / "toolchains").glob("*/toolchain.toml"))
}
BUILT = {
    name: file.local for name, file in TOOLCHAINS.items() if file.image and file.local is not None
}


def keeps(path: str) -> bool:
    """Whether the image has the file `path` of a package. Source: dpkg(1), --path-exclude."""
    kept = True
    for rule in read_settings(ROOT).paths:
        if fnmatchcase(path, rule[2:]):
            kept = rule[0] == "+"
    return kept


@pytest.mark.parametrize("name", BUILT)
def test_the_image_keeps_the_libraries_of_every_toolchain_that_it_builds(
    name: str, require_tool: Callable[[str], str]
) -> None:
    compiler = read_compilers(ROOT)[BUILT[name].compiler]
    require_tool(compiler.command[0])
    driver = (*compiler.command, *compiler.compile, *BUILT[name].machine)
    for library in ("libc.a", "libgcc.a"):
        command = (*driver, f"-print-file-name={library}")
        found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        path = str(Path(found).resolve())
        assert path != library
        assert keeps(path), f"{path}: toolchains/image.toml leaves it out"
