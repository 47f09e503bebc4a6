"""One build of a target at a time: the second waits for the first."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_held: set[Path] = set()


@contextmanager
def locked(folder: Path, say: Callable[[str], None] = print) -> Iterator[None]:
    """Holds the lock of `folder`, which is made if absent; prints which process it waits for.

    A process that holds the lock may take it again. The system releases it when
    the process ends, however it ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder.resolve() / ".lock"
    if path in _held:
        yield
        return
    with path.open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            holder = file.read().strip()
            say(f"waiting for process {holder or '?'}, which is building {folder.name}")
            fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        _held.add(path)
        try:
            yield
        finally:
            _held.discard(path)
            file.truncate(0)
