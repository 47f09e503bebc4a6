"""Files: written whole or not at all, and only where they change; known by content; named."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath


def write_if_changed(path: Path, content: str | bytes) -> bool:
    """Makes `path` hold `content`; False if it already does, so that nothing is rebuilt.

    A reader never sees half of it: it is written under another name and renamed. A link stays
    one, and a pipe or a device is written to.

    Raises:
        OSError: the folder or the disk refuses; the old content stays. It names the file.

    """
    try:
        return _write_if_changed(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:  # a full disk names no file, another fault the temporary one
        error.filename = str(path)
        raise


def _write_if_changed(path: Path, data: bytes) -> bool:
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return True
    if path.is_symlink():
        path = path.resolve()
    if path.is_file() and path.stat().st_size == len(data) and _holds(path, data):
        return False
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return True


def _holds(path: Path, data: bytes) -> bool:
    """Whether the bytes of a file, read piece by piece, are `data`."""
    size = 1 << 20
    with path.open("rb") as file:
        return all(file.read(size) == data[at : at + size] for at in range(0, len(data), size))


def write_files(folder: Path, contents: Mapping[str, str | bytes]) -> tuple[str, ...]:
    """Makes files below `folder` hold `contents`, by name; the names of those that changed.

    Raises:
        OSError: see write_if_changed().

    """
    changed = []
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if write_if_changed(folder / name, content):
            changed.append(name)
    return tuple(changed)


def sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal, read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def relative(path: str | os.PathLike[str], root: str | os.PathLike[str]) -> str:
    """`path` relative to the repository `root`, with `/`; it may begin with `..`."""
    return PurePosixPath(os.path.relpath(path, root)).as_posix()
