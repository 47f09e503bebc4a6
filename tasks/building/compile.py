"""Compiles, archives and links a target with ninja, showing its progress."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from codegen.errors import BuildError
from tasks.building.ninja_file import (
    LINK_SCRIPT,
    ROOMY,
    STAMP,
    Products,
    link_script,
    linked_archive,
    ninja_text,
)
from tasks.executors.runner import Job
from tasks.files import write_if_changed
from tasks.lock import locked
from tasks.toolchain.choose import Toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """What a build left behind; `steps` counts the commands that it ran, 0 if all was current."""

    archive: Path
    """The archive of machine code, which any linker of the platform takes."""
    linked: Path
    """What programs are linked with: the same, or with LTO intermediate code."""
    executables: tuple[Path, ...]
    steps: int


def compile_products(
    toolchain: Toolchain,
    products: Products,
    root: Path,
    *,
    jobs: int | None = None,
    say: Callable[[str], None] = print,
) -> Compiled:
    """Brings the products up to date in `root / products.build_dir`, and passes each step to `say`.

    Raises:
        BuildError: ninja or a compiler is missing, or a command fails: with the command and all
            that it printed.
        OSError: a file of the build cannot be written.

    """
    toolchain = with_cache(toolchain)
    folder = root / products.build_dir
    with locked(folder, say):
        _write_inputs(toolchain, products, root)
        job = _job(toolchain, products, root, jobs)
        steps = _run_ninja(job, toolchain, say)
    return Compiled(
        archive=folder / products.archive,
        linked=root / linked_archive(toolchain, products),
        executables=tuple(folder / each.output for each in products.executables),
        steps=steps,
    )


def _write_inputs(toolchain: Toolchain, products: Products, root: Path) -> None:
    """Everything in the build folder that steps depend on and no step makes."""
    folder = root / products.build_dir
    write_if_changed(folder / "build.ninja", ninja_text(toolchain, products))
    image = f" in {toolchain.runner.image}" if toolchain.runner.image else ""
    stamp = f"{toolchain.name}: {toolchain.compiler} {toolchain.version}{image}\n"
    write_if_changed(folder / STAMP, stamp)
    if toolchain.linker_script is not None:
        body = (root / toolchain.linker_script).read_text(encoding="utf-8")
        write_if_changed(folder / LINK_SCRIPT, link_script(toolchain, body))
        if toolchain.lto:
            (folder / ROOMY).parent.mkdir(exist_ok=True)
            write_if_changed(folder / ROOMY, link_script(toolchain, body, times=2))


def _job(toolchain: Toolchain, products: Products, root: Path, jobs: int | None) -> Job:
    """ninja, in the repository.

    Raises:
        BuildError: it is missing; says how to install it.

    """
    ninja = toolchain.runner.find("ninja")
    if ninja is None:
        raise BuildError("ninja is not installed. Install it with `python3 -m pip install ninja`.")
    file = f"{products.build_dir}/build.ninja"
    return Job(
        command=(ninja.path, "-f", file, "-j", str(jobs or os.cpu_count() or 1)),
        folder=root,
        environment={**toolchain.environment, "NINJA_STATUS": "[%f/%t] "},
        reads=tuple(Path(os.path.normpath(root / each)) for each in products.reads),
        writes=(root / products.build_dir,),
    )


def with_cache(toolchain: Toolchain) -> Toolchain:
    """The toolchain, with ccache before its compiler unless that is missing or CCACHE_DISABLE set.

    ccache's own variables say where the cache is, local or shared (CCACHE_DIR,
    CCACHE_REMOTE_STORAGE). A shared one may have been filled by another machine, so that a compiler
    is known by its content.
    """
    usable = toolchain.executor == "local" and "CCACHE_DISABLE" not in os.environ
    if not usable or shutil.which("ccache") is None:
        return toolchain
    return replace(
        toolchain,
        compile=("ccache", *toolchain.compile),
        environment={
            "CCACHE_COMPILERCHECK": os.environ.get("CCACHE_COMPILERCHECK", "content"),
            **toolchain.environment,
        },
    )


def _run_ninja(job: Job, toolchain: Toolchain, say: Callable[[str], None]) -> int:
    """The number of steps that were run, each passed to `say`."""
    progress = _Progress(say=say)
    try:
        result = toolchain.runner.run(job, progress.line)
    except subprocess.TimeoutExpired as error:
        raise BuildError(f"compiling did not end within {error.timeout:g} s.") from error
    if result.returncode != 0:
        raise BuildError(progress.faults() or f"ninja ended with exit code {result.returncode}.")
    return progress.steps


_STEP = re.compile(r"\[(\d+)/(\d+)\] ")
_FAILED = re.compile(r"FAILED: (?:\[code=\d+\] )?(.*)")


@dataclass(slots=True, kw_only=True)
class _Progress:
    """Ninja's output, line by line: steps are passed on, the output of each failure is kept."""

    say: Callable[[str], None]
    steps: int = 0
    failures: list[list[str]] = field(default_factory=list)
    failing: bool = False

    def line(self, line: str) -> None:
        if _STEP.match(line):
            self.steps += 1
            self.failing = False
            self.say(line)
        elif failed := _FAILED.match(line):
            self.failing = True
            self.failures.append([f"{failed[1].strip()} cannot be built:"])
        elif line.startswith("ninja: build stopped"):
            self.failing = False
        elif line.startswith(("ninja: error:", "ninja: fatal:")):
            self.failures.append([line])
        elif self.failing:
            self.failures[-1].append(line)
        elif line and not line.startswith("ninja: "):
            self.say(line)

    def faults(self) -> list[str]:
        return [_joined(failure) for failure in self.failures]


def _joined(failure: list[str]) -> str:
    text = "\n".join(failure)
    if "No space left on device" in text:
        return f"{text}\nThe disk is full."
    return f"{text}\n{HEADERS}" if _MISSING_HEADER.search(text) else text


# GCC: fatal error: math.h: No such file or directory; Clang: fatal error: 'math.h' file not found
_MISSING_HEADER = re.compile(
    r"fatal error: '?c?(math|string|stdlib|stdio|assert|limits|float|complex|fenv)(\.h)?['\b:]"
)
HEADERS = (
    "Kernels compile without the headers of a C library, which not every toolchain has: take "
    '"loops/maths.h" for functions like kerf::maths::exp, "core/libc.h" for kerf::libc::copy and '
    "the rest; docs/how-to/add-a-kernel-library.md lists them."
)
"""What to do where a header of the C library is missing."""
