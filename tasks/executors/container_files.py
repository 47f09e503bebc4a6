"""How a container gets at the files of a job: mounted, or copied where the engine is elsewhere."""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Protocol

from tasks.executors.runner import Job
from tasks.files import write_if_changed

if TYPE_CHECKING:
    from docker.models.containers import Container
    from docker.types import Mount

READABLE = 0o444


class Files(Protocol):
    """The files of a job in a container."""

    def mounts(self, job: Job) -> list[Mount]:
        """What to mount when the container is made."""

    @contextmanager
    def given(self, container: Container, job: Job) -> Iterator[None]:
        """Within it the container has the files; after it we have what it wrote."""


class Mounted:
    """The engine is on this machine: our files are mounted, sources read-only.

    `lend_to` is the user and group that own the folders to write meanwhile, if it is not us.
    """

    def __init__(self, lend_to: tuple[int, int] | None) -> None:
        self._lend_to = lend_to

    def mounts(self, job: Job) -> list[Mount]:
        """See `Files.mounts`."""
        from docker.types import Mount

        return [
            *(Mount(str(path), str(path), type="bind", read_only=True) for path in sources(job)),
            *(Mount(str(path), str(path), type="bind") for path in job.writes),
        ]

    @contextmanager
    def given(self, container: Container, job: Job) -> Iterator[None]:
        """See `Files.given`."""
        if self._lend_to is None:
            yield
            return
        try:
            _own(job.writes, *self._lend_to)
            yield
        finally:
            _own(job.writes, os.getuid(), os.getgid())


def _own(folders: tuple[Path, ...], uid: int, gid: int) -> None:
    for folder in folders:
        os.chown(folder, uid, gid)
        for place, names, files in os.walk(folder):
            for name in (*names, *files):
                os.chown(Path(place, name), uid, gid, follow_symlinks=False)


class Copied:
    """The engine may be on another machine: files are copied there, and what is new back.

    They are in volumes, removed with the container. `owner` is the container's user and group.
    """

    def __init__(self, owner: tuple[int, int]) -> None:
        self._owner = owner

    def mounts(self, job: Job) -> list[Mount]:
        """See `Files.mounts`."""
        from docker.types import Mount

        folders = {path if path.is_dir() else path.parent for path in sources(job)}
        return [
            Mount(str(folder), None, type="volume") for folder in sorted(folders | {*job.writes})
        ]

    @contextmanager
    def given(self, container: Container, job: Job) -> Iterator[None]:
        """See `Files.given`."""
        for path in sources(job):
            folder = path if path.is_dir() else path.parent
            self._send(container, path, folder, (0, 0))
        for path in job.writes:
            self._send(container, path, path, self._owner)
        self._own(container, job.writes)
        yield
        for path in job.writes:
            _fetch(container, path)

    def _send(self, container: Container, path: Path, folder: Path, owner: tuple[int, int]) -> None:
        def plain(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
            if PurePosixPath(member.name).name in _MEMORIES:
                return None
            member.uid, member.gid = owner
            member.mode |= 0o555 if member.isdir() or member.mode & 0o100 else READABLE
            return member

        with tempfile.TemporaryFile() as file:
            with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as archive:
                archive.add(path, os.path.relpath(path, folder), filter=plain)
            file.seek(0)
            container.put_archive(str(folder), file)

    def _own(self, container: Container, folders: tuple[Path, ...]) -> None:
        """Gives the volumes' own folders to the user: an engine makes them root's."""
        container.client.containers.run(
            container.image.id,
            ["chown", ":".join(map(str, self._owner)), *map(str, folders)],
            volumes_from=[container.id],
            labels=container.labels,
            user="0:0",
            cap_drop=["ALL"],
            cap_add=["CHOWN"],
            network_mode="none",
            read_only=True,
            remove=True,
        )


# Files of ninja and of our lock: they speak of this machine's files and times, not of the copies.
_MEMORIES = (".ninja_log", ".ninja_deps", ".lock")


def _fetch(container: Container, folder: Path) -> None:
    """Copies back every file that is new or differs, each whole or not at all."""
    stream, _ = container.get_archive(str(folder))
    with tempfile.TemporaryFile() as file:
        for piece in stream:
            file.write(piece)
        file.seek(0)
        _unpack(file, folder)


def _unpack(file: IO[bytes], folder: Path) -> None:
    with tarfile.open(fileobj=file, mode="r") as archive:
        for member in archive:
            inside = PurePosixPath(*PurePosixPath(member.name).parts[1:])  # without its own name
            if ".." in inside.parts or inside.name in _MEMORIES:
                continue
            path = folder / inside
            if member.isdir():
                path.mkdir(parents=True, exist_ok=True)
            elif member.isreg():
                data = archive.extractfile(member)
                assert data is not None
                write_if_changed(path, data.read())
                path.chmod(member.mode & 0o777)


def sources(job: Job) -> list[Path]:
    """What the job reads, without what is in another of its folders."""
    outer = {*job.reads, *job.writes}
    return sorted(path for path in set(job.reads) - {*job.writes} if not outer & set(path.parents))
