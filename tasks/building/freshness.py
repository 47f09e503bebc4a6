"""Whether a built target is up to date, in milliseconds: inputs by content, outputs by time.

The build keeps the sources that were compiled, under a key of everything else. Where that holds,
no process has to be started that finds nothing to do.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from pathlib import Path

from tasks.building.inputs import Digests, compiled_inputs, tool_inputs
from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.kept import keep, kept
from tasks.size.baseline import baseline_path
from tasks.toolchain.choose import Toolchain

KEPT = ".sources.json"


def remember_build(
    target: Target, toolchain: Toolchain, started_ns: int, executor: str | None = None
) -> None:
    """Keeps what the build that began at `started_ns` (since 1970) was made from.

    Nothing is kept if an input was changed meanwhile: which of its contents was read is unknown.
    """
    folder = target.root / build_dir(target)
    sources = compiled_inputs(target)
    inputs = [*_inputs(target, toolchain), *(target.root / name for name in sources)]
    changed = any(path.stat().st_mtime_ns >= started_ns for path in inputs if path.is_file())
    if changed or not sources:  # without ninja's record, changed sources would go unnoticed
        (folder / KEPT).unlink(missing_ok=True)
        return
    digests = Digests()
    compiled = {name: digests.of(target.root / name) for name in sources}
    keep(folder / KEPT, _key(target, toolchain, executor, digests), compiled)


def is_fresh(
    target: Target, toolchain: Toolchain, digests: Digests, executor: str | None = None
) -> bool:
    """Whether building `target` by `toolchain`, as `executor` chose it, would change nothing."""
    file = target.root / build_dir(target) / KEPT
    if not file.is_file():
        return False
    key = _key(target, toolchain, executor, digests)
    sources = kept(file, key, dict[str, str])
    return sources is not None and all(
        digests.of(target.root / name) == digest for name, digest in sources.items()
    )


def _key(target: Target, toolchain: Toolchain, executor: str | None, digests: Digests) -> str:
    """The key of all but the compiled sources: inputs, outputs, compiler, possible sources."""
    lines = [platform.python_version(), f"{executor}", _toolchain_key(toolchain)]
    lines += [f"{path}\t{digests.of(path)}" for path in _inputs(target, toolchain)]
    lines += [str(path) for path in sorted((target.root / "runtime").rglob("*.cpp"))]
    lines += _outputs(target.root / build_dir(target))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _toolchain_key(toolchain: Toolchain) -> str:
    found = toolchain.runner.find(toolchain.compile[0])
    parts = (toolchain.executor, toolchain.compiler, toolchain.version, toolchain.runner.image)
    return " ".join(str(part) for part in (*parts, found.key if found else None))


def _inputs(target: Target, toolchain: Toolchain) -> list[Path]:
    """What our tools read, and the baseline, which decides whether a build succeeds."""
    return [*tool_inputs(target, toolchain.file), baseline_path(target)]


def _outputs(folder: Path) -> Iterator[str]:
    """Size and time of each output, except objects, which are used by nothing later."""
    made = [path for part in ("*", "selected/**/*", "include/**/*") for path in folder.glob(part)]
    for path in sorted(made):
        if path.is_file() and path.name[0] != "." and path.name != "run.json":
            status = path.stat()
            yield f"{path}\t{status.st_size} {status.st_mtime_ns}"
