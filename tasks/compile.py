"""Compiles, archives and links a target with ninja, showing its progress."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from codegen.errors import BuildError
from tasks.files import write_if_changed
from tasks.lock import locked
from tasks.ninja_file import LINK_SCRIPT, STAMP, Products, link_script, ninja_text
from tasks.toolchain import Toolchain

# A compiler also obeys these, which would make its output depend on who builds.
UNWANTED = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """What a build left behind; `steps` counts the commands that it ran, 0 if all was current."""

    archive: Path
    executables: tuple[Path, ...]
    maps: tuple[Path, ...]
    steps: int


def compile_products(
    toolchain: Toolchain,
    products: Products,
    root: Path,
    *,
    jobs: int | None = None,
    say: Callable[[str], None] = print,
) -> Compiled:
    """Brings the products up to date in `root / products.build_dir`, and says each step.

    Raises:
        BuildError: ninja or a compiler is missing, or a command fails: with the command and all
            that it printed.
        OSError: a file of the build cannot be written.

    """
    ninja = find_ninja()
    toolchain = with_cache(toolchain)
    folder = root / products.build_dir
    with locked(folder, say):
        write_if_changed(folder / "build.ninja", ninja_text(toolchain, products))
        write_if_changed(
            folder / STAMP, f"{toolchain.name}: {toolchain.compiler} {toolchain.version}\n"
        )
        if toolchain.linker_script is not None:
            body = (root / toolchain.linker_script).read_text(encoding="utf-8")
            write_if_changed(folder / LINK_SCRIPT, link_script(toolchain, body))
        file = f"{products.build_dir}/build.ninja"
        command = (ninja, "-f", file, "-j", str(jobs or os.cpu_count() or 1))
        steps = _run_ninja(command, root, toolchain, say)
    return Compiled(
        archive=folder / products.archive,
        executables=tuple(folder / each.output for each in products.executables),
        maps=tuple(folder / each.map for each in products.executables),
        steps=steps,
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


def find_ninja() -> str:
    """The ninja of this Python, else the one on the PATH.

    Raises:
        BuildError: there is none; says how to install it.

    """
    scripts = sysconfig.get_path("scripts")
    found = shutil.which("ninja", path=scripts) or shutil.which("ninja")
    if found is None:
        raise BuildError("ninja is not installed. Install it with `python3 -m pip install ninja`.")
    return found


def _run_ninja(
    command: tuple[str, ...], root: Path, toolchain: Toolchain, say: Callable[[str], None]
) -> int:
    with subprocess.Popen(
        command,
        cwd=root,
        env=_environment(toolchain.environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        steps, failures = _follow(process.stdout, say)
    if process.returncode != 0:
        raise BuildError(failures or [f"ninja ended with exit code {process.returncode}."])
    return steps


def _environment(wanted: Mapping[str, str]) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    return {**kept, **wanted, "NINJA_STATUS": "[%f/%t] "}


_STEP = re.compile(r"\[(\d+)/(\d+)\] ")
_FAILED = re.compile(r"FAILED: (?:\[code=\d+\] )?(.*)")


def _follow(lines: Iterable[str], say: Callable[[str], None]) -> tuple[int, list[str]]:
    """Says ninja's progress as it comes; the number of steps, and what each failure printed."""
    steps = 0
    failures: list[list[str]] = []
    failing = False
    for line in map(str.rstrip, lines):
        if _STEP.match(line):
            steps += 1
            failing = False
            say(line)
        elif failed := _FAILED.match(line):
            failing = True
            failures.append([f"{failed[1].strip()} cannot be built:"])
        elif line.startswith("ninja: build stopped"):
            failing = False
        elif line.startswith(("ninja: error:", "ninja: fatal:")):
            failures.append([line])
        elif failing:
            failures[-1].append(line)
        elif line and not line.startswith("ninja: "):
            say(line)
    return steps, [_told(failure) for failure in failures]


def _told(failure: list[str]) -> str:
    text = "\n".join(failure)
    return f"{text}\nThe disk is full." if "No space left on device" in text else text
