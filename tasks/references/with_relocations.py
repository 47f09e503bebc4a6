"""A built program, linked again with its relocations kept: the same bytes at the same addresses."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import BuildError
from tasks.attribution.image import Image, read_image
from tasks.building.ninja_file import Products
from tasks.building.planning import Planned
from tasks.building.relink import relink
from tasks.building.sources import build_dir, products, size_executable
from tasks.files import sha256
from tasks.kept import keep, kept
from tasks.lock import locked
from tasks.toolchain.choose import Toolchain, toolchain_for

FOLDER = "why"
"""In the build folder."""


def relinked_program(planned: Planned, executor: str | None) -> tuple[Path, Path]:
    """The program of a target that is built, and the same with relocations.

    Raises:
        BuildError: see relink_with_relocations().

    """
    target = planned.target
    toolchain = toolchain_for(target, executor)
    name = size_executable(toolchain)
    wanted = products(target, planned.plan, toolchain)
    relinked = relink_with_relocations(toolchain, wanted, name, target.root)
    return target.root / build_dir(target) / name, relinked


def relink_with_relocations(
    toolchain: Toolchain, products: Products, output: str, root: Path
) -> Path:
    """The program `output` of `products`, which are built, with relocations; linked if need be.

    Raises:
        BuildError: the linker keeps no relocations here, or fails.

    """
    if not toolchain.relocations:
        advice = (
            "Build with an installed compiler: --executor local."
            if toolchain.file.local is not None
            else "No other compiler builds it: choose a target of the same models with another "
            "toolchain."
        )
        raise BuildError(
            f"{toolchain.compiler} keeps no relocations for {toolchain.name}, which say what "
            f"refers to what. {advice}"
        )
    build = root / products.build_dir
    relinked, program = build / FOLDER / output, build / output
    with locked(build):
        if not program.is_file():
            raise BuildError(
                f"{products.build_dir}/{output} does not exist. Build the target first."
            )
        key, file = sha256(program), build / FOLDER / ".program.json"
        if not relinked.is_file() or kept(file, key, str) is None:
            flags = toolchain.relocations
            relink(toolchain, products, output, FOLDER, root, flags=flags)
            keep(file, key, output)
    return relinked


def check_same(image: Image, relinked: Path) -> None:
    """Nothing, where `relinked` has the sections of `image`, at the same addresses.

    Raises:
        BuildError: it does not: the linker changes more when it keeps relocations.
        SizeError: it cannot be read.

    """
    other, _ = read_image(relinked)
    before, after = (
        {(section.name, section.address, section.data) for section in each.sections}
        for each in (image, other)
    )
    if differ := {name for name, *_ in before ^ after}:
        raise BuildError(
            f"{relinked}: the linker gives other bytes when it keeps relocations "
            f"({', '.join(sorted(differ))}): what refers to what is not known."
        )
