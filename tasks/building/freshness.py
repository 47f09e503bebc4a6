"""Whether a built target is up to date, in milliseconds: inputs by content, outputs by time.

The build keeps the sources that were compiled, under a key of everything else. Where that holds,
no process has to be started that finds nothing to do.
"""

from __future__ import annotations

import hashlib
import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.config.model import absolute
from tasks.executors.runner import LOCAL
from tasks.files import sha256
from tasks.kept import keep, kept
from tasks.sizing.baseline import baseline_path
from tasks.toolchain.choose import Toolchain, toolchain_for

KEPT = ".sources.json"


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


def remember_build(
    target: Target, toolchain: Toolchain, started_ns: int, executor: str | None = None
) -> None:
    """Keeps what the build that began at `started_ns` (since 1970) was made from.

    Nothing is kept if an input was changed meanwhile: which of its contents was read is unknown.
    """
    folder = target.root / build_dir(target)
    sources = _compiled(folder)
    inputs = [*_inputs(target), *(target.root / name for name in sources)]
    changed = any(path.stat().st_mtime_ns >= started_ns for path in inputs if path.is_file())
    if changed or not sources:  # without ninja's record, changed sources would go unnoticed
        (folder / KEPT).unlink(missing_ok=True)
        return
    digests = Digests()
    compiled = {name: digests.of(target.root / name) for name in sources}
    keep(folder / KEPT, _key(target, toolchain, executor, digests), compiled)


def is_fresh(target: Target, digests: Digests, executor: str | None = None) -> bool:
    """Whether building `target` with that `executor` would change nothing.

    Raises:
        BuildError: its toolchain is missing.

    """
    file = target.root / build_dir(target) / KEPT
    if not file.is_file():
        return False
    key = _key(target, toolchain_for(target, executor), executor, digests)
    sources = kept(file, key, dict[str, str])
    return sources is not None and all(
        digests.of(target.root / name) == digest for name, digest in sources.items()
    )


def _key(target: Target, toolchain: Toolchain, executor: str | None, digests: Digests) -> str:
    """Of all but the compiled sources: inputs, outputs, compiler, names of possible sources."""
    lines = [platform.python_version(), f"{executor}", _toolchain_key(toolchain)]
    lines += [f"{path}\t{digests.of(path)}" for path in _inputs(target)]
    lines += [str(path) for path in sorted((target.root / "runtime").rglob("*.cpp"))]
    lines += _outputs(target.root / build_dir(target))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _toolchain_key(toolchain: Toolchain) -> str:
    found = toolchain.runner.find(toolchain.compile[0])
    parts = (toolchain.executor, toolchain.compiler, toolchain.version, toolchain.runner.image)
    return " ".join(str(part) for part in (*parts, found.key if found else None))


def _compiled(folder: Path) -> list[str]:
    """What the compiler read of the repository, relative to it: ninja knows from its last build."""
    root = folder.parents[1]
    ninja = LOCAL.find("ninja")
    if ninja is None:
        return []
    file = (folder / "build.ninja").relative_to(root)
    command = [ninja.path, "-f", str(file), "-t", "deps"]
    printed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout
    found = {line.strip() for line in printed.splitlines() if line.startswith(" ")}
    own = f"{folder.relative_to(root)}/"
    return [name for name in found if not name.startswith(("/", own))]


def _inputs(target: Target) -> list[Path]:
    root, select = target.root, target.select
    found = {target.path, root / "configs" / "defaults.toml"}
    found |= {root / name for name in ("requirements.txt", "requirements-zig.txt")}
    found.add(baseline_path(target))
    for written in (*select.models, *select.op_lists, *select.yaml, *select.dtype_files):
        found.add(absolute(target.path.parent, written))
    for package in ("codegen", "tasks"):
        found.update((root / package).rglob("*.py"))
    found.update(path for path in (root / "toolchains").iterdir() if path.is_file())
    found.update((root / "toolchains" / "boards").glob("*.toml"))
    found.update(_files(target.toolchain_path))
    found.update(_files(root / "runtime" / "selected"))
    found.update((root / "runtime").rglob("*.yaml"))
    # Headers are installed, even those that are never included; not those of kernel families.
    families = set((root / "runtime" / "kernels").glob("*/*.h"))
    found.update(set((root / "runtime").rglob("*.h")) - families)
    for library in target.library_paths:
        if not library.is_relative_to(root / "runtime"):
            found.update(_files(library))
    return sorted(found)


def _files(folder: Path) -> Iterator[Path]:
    return (
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )


def _outputs(folder: Path) -> Iterator[str]:
    """Size and time of each output, except objects, which are used by nothing later."""
    made = [*folder.glob("*"), *_files(folder / "selected"), *_files(folder / "include")]
    for path in sorted(made):
        if path.is_file() and path.name[0] != "." and path.name != "run.json":
            status = path.stat()
            yield f"{path}\t{status.st_size} {status.st_mtime_ns}"
