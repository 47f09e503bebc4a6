"""Whether a built target is up to date, in milliseconds: inputs by content, outputs by time.

The build leaves a stamp. A target whose stamp holds needs no process that finds nothing to do.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.config.model import absolute
from tasks.executors.runner import LOCAL
from tasks.files import sha256, write_if_changed
from tasks.toolchain.choose import Toolchain, toolchain_for

STAMP = "stamp.json"
_UNSTAMPED = (STAMP, "run.json")
"""Files of a build folder that are no outputs of the build; nor are those that begin with a dot."""


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


def write_stamp(
    target: Target, toolchain: Toolchain, started_ns: int, executor: str | None = None
) -> bool:
    """Remembers what the build that began at `started_ns` (since 1970) was made from.

    False, and nothing is remembered, where an input was changed meanwhile: nobody knows which of
    its contents was read.
    """
    folder = target.root / build_dir(target)
    sources = _compiled(folder)
    inputs = _inputs(target, sources)
    changed = any(path.stat().st_mtime_ns >= started_ns for path in inputs if path.is_file())
    if changed or not sources:  # without ninja's record, changed sources would go unnoticed
        (folder / STAMP).unlink(missing_ok=True)
        return False
    stamp = {
        "toolchain": _toolchain_key(toolchain),
        "executor": executor,
        "sources": sorted(sources),
        "inputs": _digest(target, inputs, Digests()),
        "outputs": _outputs(folder),
    }
    write_if_changed(folder / STAMP, json.dumps(stamp, indent=1, sort_keys=True) + "\n")
    return True


def is_fresh(target: Target, digests: Digests, executor: str | None = None) -> bool:
    """Whether building `target` with that `executor` would change nothing.

    Raises:
        BuildError: its toolchain is missing.

    """
    folder = target.root / build_dir(target)
    stamp = _read(folder / STAMP)
    if stamp is None or stamp.get("executor") != executor:
        return False
    if stamp.get("outputs") != _outputs(folder):
        return False
    inputs = _inputs(target, stamp.get("sources", ()))
    if stamp.get("inputs") != _digest(target, inputs, digests):
        return False
    return bool(stamp.get("toolchain") == _toolchain_key(toolchain_for(target, executor)))


def _read(path: Path) -> dict[str, Any] | None:
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return stamp if isinstance(stamp, dict) else None


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
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout
    found = {line.strip() for line in said.splitlines() if line.startswith(" ")}
    own = f"{folder.relative_to(root)}/"
    return [name for name in found if not name.startswith(("/", own))]


def _inputs(target: Target, sources: Iterable[str]) -> list[Path]:
    root, select = target.root, target.select
    found = {target.path, root / "configs" / "defaults.toml"}
    found |= {root / name for name in ("requirements.txt", "requirements-zig.txt")}
    found.add(root / "configs" / "baselines" / f"{target.name}.json")
    for written in (*select.models, *select.op_lists, *select.yaml, *select.dtype_files):
        found.add(absolute(target.path.parent, written))
    found.update(root / name for name in sources)
    for package in ("codegen", "tasks"):
        found.update((root / package).rglob("*.py"))
    found.update(path for path in (root / "toolchains").iterdir() if path.is_file())
    found.update(_files(target.toolchain_path))
    found.update(_files(root / "runtime" / "selected"))
    for suffix in ("*.h", "*.yaml"):  # headers are installed, even those that nobody includes
        found.update((root / "runtime").rglob(suffix))
    for library in target.library_paths:
        if not library.is_relative_to(root / "runtime"):
            found.update(_files(library))
    return sorted(found)


def _files(folder: Path) -> Iterator[Path]:
    return (
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )


def _digest(target: Target, inputs: Iterable[Path], digests: Digests) -> str:
    """One digest of all inputs, and of the names in runtime/: new sources are found by name."""
    digest = hashlib.sha256(f"{platform.python_version()}\n".encode())
    for path in inputs:
        digest.update(f"{path}\t{digests.of(path)}\n".encode())
    for path in sorted((target.root / "runtime").rglob("*.cpp")):
        digest.update(f"{path}\n".encode())
    return digest.hexdigest()


def _outputs(folder: Path) -> dict[str, list[int]]:
    """Size and time of each output, but of objects, which nobody uses."""
    places = (folder, folder / "selected", folder / "include")
    found = {}
    for place in places:
        paths = place.rglob("*") if place != folder else place.glob("*")
        for path in paths:
            if path.is_file() and path.name[0] != "." and path.name not in _UNSTAMPED:
                status = path.stat()
                found[path.relative_to(folder).as_posix()] = [status.st_size, status.st_mtime_ns]
    return found
