"""Links a built program again, into another folder, with other flags or another layout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codegen.errors import BuildError
from tasks.building.ninja_file import (
    LINK_SCRIPT,
    Executable,
    Products,
    linked_archive,
    objects_of,
)
from tasks.executors.runner import Job
from tasks.toolchain.choose import Toolchain, fill


def relink(
    toolchain: Toolchain,
    products: Products,
    output: str,
    folder: str,
    root: Path,
    *,
    flags: Sequence[str] = (),
    script: str | None = None,
) -> Path:
    """The program `output` of `products`, whose objects exist, linked into `folder`.

    `folder` is in the build folder. `flags` are added to the toolchain's; `script`, relative to
    the repository, replaces the build's. The map is next to the program.

    Raises:
        BuildError: the linker fails: with the command and all that it printed.

    """
    build = products.build_dir
    (executable,) = (each for each in products.executables if each.output == output)
    linked = f"{build}/{folder}/{output}"
    (root / linked).parent.mkdir(exist_ok=True)
    # A compiler that links with LTO names local symbols after {unit}: it is the program's own.
    places = {
        "unit": f"{build}/{output}",
        "map": f"{linked}.map",
        "script": script or f"{build}/{LINK_SCRIPT}",
    }
    command = (
        *fill(toolchain.link, places),
        *flags,
        *_inputs(toolchain, products, executable),
        *toolchain.libraries,
        *("-o", linked),
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
        (root / linked).unlink(missing_ok=True)
        raise BuildError(f"{linked} cannot be linked:\n{' '.join(command)}\n{result.stderr}")
    return root / linked


def _inputs(toolchain: Toolchain, products: Products, executable: Executable) -> tuple[str, ...]:
    build = products.build_dir
    support = () if toolchain.support is None else (f"{build}/obj/support.o",)
    objects = objects_of(build, executable.sources).values()
    return (*objects, linked_archive(toolchain, products), *support)
