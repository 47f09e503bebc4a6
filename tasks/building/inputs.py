"""The files that the build of a target reads, by content: what decides whether it differs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.config.board import FOLDER as BOARDS
from tasks.executors.runner import LOCAL, Job
from tasks.files import relative, sha256
from tasks.targets import DEFAULTS, PIN, found_names, home, of_project, target_path
from tasks.toolchain.file import ToolchainFile


class Digests:
    """The SHA-256 of files, each read once: targets share most of their inputs."""

    def __init__(self) -> None:
        self._known: dict[Path, str] = {}

    def of(self, path: Path) -> str:
        """The digest of a file in hexadecimal; of one that cannot be read, "absent"."""
        if path not in self._known:
            try:
                self._known[path] = sha256(path)
            except OSError:
                self._known[path] = "absent"
        return self._known[path]


def input_digests(target: Target, toolchain: ToolchainFile, digests: Digests) -> dict[str, str]:
    """The SHA-256 of all inputs of a target that was built, as `manifest.json` has them.

    By POSIX path relative to the repository of the target, which for a project is the one around
    Kerf's checkout; without those outside, which no commit has.
    """
    root = target.root
    compiled = (root / name for name in compiled_inputs(target))
    paths = {*tool_inputs(target, toolchain), *compiled}
    normal = sorted({Path(os.path.normpath(path)) for path in paths})
    inside = [path for path in normal if path.is_relative_to(home(root))]
    return {relative(path, home(root)): digests.of(path) for path in inside if path.is_file()}


def tool_inputs(target: Target, toolchain: ToolchainFile) -> list[Path]:
    """What our tools read or run to build `target`: all but what the compiler reads."""
    root = target.root
    found = {target_path(root, DEFAULTS), *own_files(target, toolchain)}
    found |= {root / name for name in ("requirements.txt", "requirements-zig.txt")}
    found |= {home(root) / PIN} if home(root) != root else set()
    for package in ("codegen", "tasks"):
        found.update((root / package).rglob("*.py"))
    found.update(path for path in (root / "toolchains").iterdir() if path.is_file())
    found.update(found_names(root, BOARDS, "*.toml").values())
    found.update(_files(target.toolchain_path))
    found.update(_files(root / "runtime" / "selected"))
    found.update((root / "runtime").rglob("*.yaml"))
    # Headers are installed, even those that are never included; not those of kernel families.
    families = set((root / "runtime" / "kernels").glob("*/*.h"))
    found.update(set((root / "runtime").rglob("*.h")) - families)
    return sorted(found)


def own_files(target: Target, toolchain: ToolchainFile) -> Iterable[Path]:
    """The target's TOML, models, lists, and the files of libraries that are not Kerf's."""
    yield target.path
    yield from target.data_paths
    for paths in target.selecting_paths.values():
        yield from paths
    for library in target.library_paths:
        if not library.is_relative_to(target.root / "runtime"):
            yield from _files(library)
    if target.driver_path is not None:
        yield from _files(target.driver_path)
    yield from _own_machine(target, toolchain)


def _own_machine(target: Target, toolchain: ToolchainFile) -> Iterable[Path]:
    """The project's own toolchain, with its port and link script, and board."""
    root = target.root
    folders = [target.toolchain_path, *(root / folder for folder in toolchain.port)]
    files = [path for folder in folders for path in _files(folder)]
    if toolchain.linker_script is not None:
        files.append(root / toolchain.linker_script)
    if target.board.name is not None:
        files.append(of_project(root, f"{BOARDS}/{target.board.name}.toml"))
    paths = (Path(os.path.normpath(path)) for path in files)
    yield from (path for path in paths if not path.is_relative_to(root))


def compiled_inputs(target: Target) -> list[str]:
    """What the compiler read that no build wrote, relative to the root: ninja has it in its log."""
    root, folder = target.root, target.root / build_dir(target)
    ninja = LOCAL.find("ninja")
    file = folder / "build.ninja"
    if ninja is None or not file.is_file():
        return []
    objects = re.findall(r"^build (\S+): compile ", file.read_text(encoding="utf-8"), re.M)
    command = (ninja.path, "-f", str(file.relative_to(root)), "-t", "deps", *objects)
    printed = LOCAL.run(Job(command=command, folder=root)).stdout
    found = {line.strip() for line in printed.splitlines() if line.startswith(" ")}
    own = f"{folder.relative_to(root)}/"
    return sorted(name for name in found if not name.startswith(("/", own)))


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and "__pycache__" not in path.parts:
            yield path
