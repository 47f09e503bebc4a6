"""A twin of a program: the same bytes at the same addresses, with its relocations kept."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import BuildError
from tasks.building.link_beside import link_beside
from tasks.building.ninja_file import Products
from tasks.lock import locked
from tasks.toolchain.choose import Toolchain

FOLDER = "why"
"""In the build folder."""


def link_twin(toolchain: Toolchain, products: Products, output: str, root: Path) -> Path:
    """The twin of the program `output` of `products`, which are built; linked anew if it is older.

    Raises:
        BuildError: the linker keeps no relocations here, or fails.

    """
    if not toolchain.relocations:
        raise BuildError(
            f"{toolchain.compiler} keeps no relocations for {toolchain.name}, so that nobody "
            "knows what refers to what. Build with an installed compiler: --executor local."
        )
    build = root / products.build_dir
    twin, program = build / FOLDER / output, build / output
    with locked(build):
        if not program.is_file():
            raise BuildError(f"{products.build_dir}/{output} is not there. Build the target first.")
        if twin.is_file() and twin.stat().st_mtime_ns > program.stat().st_mtime_ns:
            return twin
        flags = toolchain.relocations
        return link_beside(toolchain, products, output, FOLDER, root, flags=flags)
