"""The files of the locked packages: fetched or taken from a folder, each checked by its sum."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from codegen.errors import ContainerError
from tasks.files import sha256
from tasks.image.apt import Apt
from tasks.image.lock import FILE, UPDATE, Package
from tasks.table import few

SHOWN = 8
"""Packages that a message names before it only counts."""

MISSING = "missing"


def fetch(packages: Sequence[Package], store: Path, apt: Apt, say: Callable[[str], None]) -> None:
    """Fetches every package into the folder `store`, except those that are complete there.

    Raises:
        ContainerError: a package vanished from the suite, or is another one now.

    """
    store.mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if _wrong(package, store) is not None]
    if not missing:
        return
    size = sum(package.size for package in missing)
    say(f"fetching {len(missing)} packages ({size / 1e6:,.0f} MB) from {apt.source.uri}")
    _check_offered(missing, apt)
    fetched = {sha256(path): path for path in apt.download(missing, say).iterdir()}
    for package in missing:
        path = fetched.get(package.sha256)
        if path is None:
            raise ContainerError(
                f"{package.file}: what {apt.source.uri} sends does not have the sha256 in {FILE}. "
                "Try another mirror (--mirror URL)."
            )
        place(path, store / package.file)


def _check_offered(packages: Sequence[Package], apt: Apt) -> None:
    apt.update()
    offered = apt.offered({package.name for package in packages})
    newest = dict(sorted(offered))
    gone, other = [], []
    for package in packages:
        now = offered.get((package.name, package.version))
        if now is None:
            instead = newest.get(package.name)
            gone.append(f"{package.name} {package.version} ({instead or 'none'} now)")
        elif now.sha256 != package.sha256:
            other.append(
                f"{package.name} {package.version}: {apt.source.uri} has it with sha256 "
                f"{now.sha256}, {FILE} says {package.sha256}. One of them is wrong: compare with "
                "another mirror (--mirror URL), or build from saved packages (--offline DIR)."
            )
    faults = list(other)
    if gone:
        faults.append(
            f"{FILE}: {apt.source.uri} ({apt.source.suite}) no longer has {few(gone, SHOWN)}. "
            "Build from packages that you saved (--offline DIR), from a snapshot of that time "
            f"(--mirror URL), or take the current ones with {UPDATE}."
        )
    if faults:
        raise ContainerError(faults)


def check_folder(packages: Iterable[Package], folder: Path) -> None:
    """Nothing, if every package is in `folder` and is the one of the lock.

    Raises:
        ContainerError: packages are missing there, or are not those of the lock.

    """
    if not folder.is_dir():
        raise ContainerError(f"{folder}: no such folder. Fill one with --save DIR first.")
    wrong = [(package, _wrong(package, folder)) for package in packages]
    missing = [package.file for package, what in wrong if what == MISSING]
    faults = [
        f"{folder / package.file}: {what}" for package, what in wrong if what and what != MISSING
    ]
    if missing:
        faults.append(f"{folder}: lacks {few(missing, SHOWN)}. Fill it with --save {folder}.")
    if faults:
        raise ContainerError(faults)


def save(packages: Iterable[Package], store: Path, folder: Path) -> None:
    """Puts every package of `store` into `folder`, for builds without a network."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in packages:
        if _wrong(package, folder) is not None:
            place(store / package.file, folder / package.file)


def _wrong(package: Package, folder: Path) -> str | None:
    """Why the file of `package` in `folder` is not the one of the lock; None where it is."""
    path = folder / package.file
    if not path.is_file():
        return MISSING
    size = path.stat().st_size
    if size != package.size:
        return f"has {size:,} bytes, {FILE} says {package.size:,}. Fetch it again."
    found = sha256(path)
    if found != package.sha256:
        return f"has sha256 {found}, {FILE} says {package.sha256}. Fetch it again."
    return None


def place(source: Path, destination: Path) -> None:
    """Copies a file, readable by all, so that its name never refers to half of it."""
    part = destination.with_name(f".{destination.name}.{os.getpid()}")
    try:
        with suppress(OSError):  # another disk, or one without links
            if source.stat().st_mode & 0o004:  # mmdebstrap may run as another user
                os.link(source, part)
        if not part.exists():
            shutil.copyfile(source, part)
            part.chmod(0o644)
        part.replace(destination)
    finally:
        part.unlink(missing_ok=True)
