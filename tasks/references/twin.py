"""A twin of a program: the same bytes at the same addresses, with its relocations kept."""

from __future__ import annotations

from pathlib import Path

from codegen.errors import BuildError
from tasks.lock import locked
from tasks.ninja_file import LINK_SCRIPT, Executable, Products, objects_of
from tasks.runner import Job
from tasks.toolchain import Toolchain, fill

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
        twin.parent.mkdir(exist_ok=True)
        (executable,) = (each for each in products.executables if each.output == output)
        _link(toolchain, products, executable, root)
    return twin


def _link(toolchain: Toolchain, products: Products, executable: Executable, root: Path) -> None:
    build = products.build_dir
    twin = f"{build}/{FOLDER}/{executable.output}"
    # A compiler that links with LTO names local symbols after {unit}: it is the program's own.
    places = {
        "unit": f"{build}/{executable.output}",
        "map": f"{twin}.map",
        "script": f"{build}/{LINK_SCRIPT}",
    }
    inputs = [*objects_of(build, executable.sources).values(), f"{build}/{products.archive}"]
    if toolchain.support is not None:
        inputs.append(f"{build}/obj/support.o")
    command = (
        *fill(toolchain.link, places),
        *toolchain.relocations,
        *inputs,
        *toolchain.libraries,
        *("-o", twin),
    )
    result = toolchain.runner.run(
        Job(
            command=command,
            folder=root,
            environment=toolchain.environment,
            reads=(root,),
            writes=(root / build,),
        )
    )
    if result.returncode != 0:
        (root / twin).unlink(missing_ok=True)
        raise BuildError(f"{twin} cannot be linked:\n{' '.join(command)}\n{result.stderr}")
