"""The image's one layer: a root file system as a tar whose bytes depend on its content alone."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO

from codegen.errors import ContainerError
from tasks.files import sha256
from tasks.image.index import Key, fields_of

STATUS = "var/lib/dpkg/status"

# What depends on the making and not on the packages: caches, logs, and files of the machine it was
# made on. The folders themselves stay.
_EMPTIED = ("/dev", "/run", "/tmp", "/var/cache", "/var/log", "/var/tmp", "/var/lib/apt/lists")
_LEFT_OUT = (
    "/etc/apt/apt.conf.d/99mmdebstrap",
    "/etc/apt/sources.list",
    "/etc/apt/sources.list.d/*",
    "/etc/dpkg/dpkg.cfg.d/99mmdebstrap",
    "/etc/*-",  # passwd- and others: copies before the last change
    "/etc/.pwd.lock",
    "/etc/hostname",
    "/etc/machine-id",
    "/etc/resolv.conf",
    "/var/lib/apt/extended_states",
    "/var/lib/dpkg/*-old",
    "/var/lib/dpkg/lock*",
    "/var/lib/systemd/*",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A layer that was written: its sum, its size and the packages that it lists."""

    sha256: str
    bytes: int
    packages: tuple[Key, ...]


def write_layer(content: IO[bytes], path: Path, epoch: int) -> Layer:
    """Writes the tar `content` as a layer to `path`; every time in it is `epoch`.

    Raises:
        ContainerError: `content` is cut off or no tar.
        OSError: the disk is full.

    """
    status = b""
    try:
        with (
            tarfile.open(fileobj=content, mode="r|") as source,
            tarfile.open(path, mode="w", format=tarfile.GNU_FORMAT) as layer,
        ):
            for member in _kept(source):
                data = source.extractfile(member) if member.isreg() else None
                plain = _plain(member, epoch)
                if plain.name == STATUS and data is not None:
                    status = data.read()
                    data = BytesIO(status)
                layer.addfile(plain, data)
    except tarfile.TarError as error:
        raise ContainerError(f"mmdebstrap: its tar is cut off ({error}).") from error
    while content.read(1 << 16):  # the padding: its writer is to end well
        pass
    return Layer(
        sha256=sha256(path), bytes=path.stat().st_size, packages=tuple(sorted(_installed(status)))
    )


def _kept(source: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in source:
        path = PurePosixPath("/", member.name)  # drops the leading "./"
        inside = any(folder in map(str, path.parents) for folder in _EMPTIED)
        left_out = any(map(path.match, _LEFT_OUT))
        if path.name and not inside and not left_out and not member.isdev():
            yield member


def _plain(member: tarfile.TarInfo, epoch: int) -> tarfile.TarInfo:
    """The member without what depends on the writer: names of users, times, attributes."""
    plain = tarfile.TarInfo(str(PurePosixPath(member.name)))
    plain.type, plain.mode, plain.size = member.type, member.mode & 0o7777, member.size
    plain.uid, plain.gid, plain.mtime = member.uid, member.gid, epoch
    plain.linkname = member.linkname
    if member.islnk():
        plain.linkname = str(PurePosixPath(member.linkname))
    return plain


def _installed(status: bytes) -> Iterator[Key]:
    """Name and version of each package that dpkg lists as installed."""
    for stanza in status.decode("utf-8", "replace").split("\n\n"):
        fields = fields_of(stanza)
        if fields.get("Status") == "install ok installed":
            yield fields["Package"], fields["Version"]
