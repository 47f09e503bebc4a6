"""A Debian mirror of exactly the given packages, in a folder: apt needs no network then."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from codegen.errors import ContainerError
from tasks.executors.runner import LOCAL, Job
from tasks.files import sha256
from tasks.image.apt import Source
from tasks.image.packages import place

COMPONENT = "main"


def make_mirror(files: Iterable[Path], folder: Path, suite: str, architecture: str) -> Source:
    """Makes the mirror in `folder` and gives its source.

    Source: Debian's repository format, sections "Release" and "Packages".

    Raises:
        ContainerError: a file is no Debian package.

    """
    pool = folder / "pool"
    pool.mkdir(parents=True)
    stanzas = []
    for file in sorted(files):
        place(file, pool / file.name)
        stanzas.append(_stanza(file))
    index = Path(COMPONENT) / f"binary-{architecture}" / "Packages"
    top = folder / "dists" / suite
    (top / index).parent.mkdir(parents=True)
    text = "\n".join(stanzas).encode()
    (top / index).write_bytes(text)
    (top / "Release").write_text(_release(suite, architecture, text, index))
    return Source(
        uri=f"copy://{folder}",
        suite=suite,
        components=(COMPONENT,),
        architecture=architecture,
        trusted=True,
    )


def _release(suite: str, architecture: str, packages: bytes, index: Path) -> str:
    digest = hashlib.sha256(packages).hexdigest()
    fields = {
        "Origin": "Debian",  # mmdebstrap requests it
        "Label": "Debian",
        "Suite": suite,
        "Codename": suite,
        "Architectures": architecture,
        "Components": COMPONENT,
        "Date": "Wed, 01 Jan 2020 00:00:00 UTC",
    }
    lines = [f"{key}: {value}" for key, value in fields.items()]
    return "\n".join([*lines, "SHA256:", f" {digest} {len(packages)} {index.as_posix()}", ""])


def _stanza(file: Path) -> str:
    command = ("dpkg-deb", "--field", str(file))
    result = LOCAL.run(Job(command=command, folder=Path()))
    if result.returncode != 0:
        raise ContainerError(f"{file}: is no Debian package: {result.stderr.strip()}")
    more = (
        f"Filename: pool/{file.name}",
        f"Size: {file.stat().st_size}",
        f"SHA256: {sha256(file)}",
    )
    return "\n".join([result.stdout.strip(), *more, ""])
