"""Whether ninja in a container would find nothing to do: a container starts slower than we look.

The same inputs by content, and outputs nobody touched. `freshness` asks the same of all of a
target's build, before any of it begins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tasks.building.ninja_file import LINK_SCRIPT, STAMP
from tasks.executors.runner import Job
from tasks.files import sha256, write_if_changed

FILE = ".sealed"


def sealed(job: Job, folder: Path, outputs: Sequence[str]) -> bool:
    """Whether `job` already made the outputs in `folder` from what it would read now."""
    try:
        return (folder / FILE).read_text() == _state(job, folder, outputs)
    except OSError:  # never built, or an output is gone
        return False


def seal(job: Job, folder: Path, outputs: Sequence[str]) -> None:
    """Remembers that `job` made the outputs."""
    write_if_changed(folder / FILE, _state(job, folder, outputs))


def _state(job: Job, folder: Path, outputs: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for name in outputs:
        status = (folder / name).stat()
        digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    for path in _inputs(job, folder):
        digest.update(f"{path} {sha256(path)}\n".encode())
    return digest.hexdigest()


def _inputs(job: Job, folder: Path) -> Iterator[Path]:
    made = (folder / "selected", *(folder / name for name in ("build.ninja", STAMP, LINK_SCRIPT)))
    for place in (*job.reads, *made):
        if place.is_file():
            yield place
        else:
            yield from sorted(path for path in place.rglob("*") if path.is_file())
