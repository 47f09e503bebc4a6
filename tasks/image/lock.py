"""The lock of the toolchain image: every package by version and sum, and the image they make."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from codegen.errors import ConfigError, ContainerError
from tasks.config.model import Table
from tasks.config.table_file import read_table

FILE = "toolchains/image.lock"
VERSION = 1
UPDATE = "`nox -s image -- --update-lock`"

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9.+:~_-]*$")]

_HEAD = f"""\
# The toolchain image. Made by {UPDATE} from image.toml; not by hand.
"""


class Package(Table):
    """A Debian package; `filename` is its path in a mirror."""

    name: Word
    version: Word
    architecture: Word
    filename: Annotated[str, Field(pattern=r"^pool/[A-Za-z0-9./+~_%-]+\.deb$")]
    size: Annotated[int, Field(gt=0)]
    sha256: Sha256

    @property
    def file(self) -> str:
        """The name of its file, without the folders of a mirror."""
        return self.filename.rpartition("/")[2]


class Lock(Table):
    """All that decides the image: its ID is known before it is made."""

    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    suite: Word
    architecture: Word
    epoch: Annotated[int, Field(ge=0)]
    settings_sha256: Sha256  # of image.toml when the lock was made
    layer_sha256: Sha256  # of the image's one layer, a tar
    layer_bytes: Annotated[int, Field(gt=0)]
    image: Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
    packages: Annotated[tuple[Package, ...], Field(min_length=1)]

    @property
    def tag(self) -> str:
        """The name of the image in an engine: one for each lock."""
        return f"kerf-toolchain:{self.image.removeprefix('sha256:')[:12]}"


class _Sealed(Lock):
    """The lock as a file: with a sum of its own, so that damage is detected."""

    sha256: Sha256


def read_lock(root: Path) -> Lock:
    """The lock of `toolchains/image.lock`.

    Raises:
        ContainerError: it is missing, cut off, or not what was written.

    """
    if not (root / FILE).is_file():
        raise ContainerError(f"{FILE}: is missing. Restore it, or remake it with {UPDATE}.")
    try:
        sealed = read_table(_Sealed, root, FILE)
    except ConfigError as error:
        faults = [*error.faults[:5], f"{FILE}: is damaged. Restore it, or remake it: {UPDATE}."]
        raise ContainerError(faults) from error
    lock = Lock.model_validate(
        sealed.model_dump(by_alias=True, exclude={"sha256"}, mode="json"), strict=False
    )
    if lock.digest() != sealed.sha256:
        raise ContainerError(
            f"{FILE}: was changed by hand or is damaged: its values give sha256 {lock.digest()}, "
            f"it records {sealed.sha256}. Restore it, or remake it with {UPDATE}."
        )
    return lock


def lock_text(lock: Lock) -> str:
    """The text of image.lock: a line for each package, sorted by name."""
    values = lock.model_dump(by_alias=True, mode="json", exclude={"packages"})
    lines = [f"{key} = {_value(value)}" for key, value in values.items()]
    lines += [f"sha256 = {_value(lock.digest())} # of all the rest", "", "packages = ["]
    for package in lock.packages:
        fields = package.model_dump(by_alias=True, mode="json").items()
        lines.append(f"    {{ {', '.join(f'{key} = {_value(value)}' for key, value in fields)} }},")
    return _HEAD + "\n".join([*lines, "]"]) + "\n"


def _value(value: Any) -> str:
    return json.dumps(value)  # strings and numbers of a lock are the same in TOML


def changes(old: Lock | None, new: Lock) -> Iterator[str]:
    """What an update did to the packages, a line for each: `+` new, `-` gone, `~` changed."""
    before = {package.name: package for package in old.packages} if old else {}
    after = {package.name: package for package in new.packages}
    for name in sorted(before.keys() | after.keys()):
        was, is_ = before.get(name), after.get(name)
        if was is None and is_ is not None:
            yield f"+ {name} {is_.version}"
        elif is_ is None and was is not None:
            yield f"- {name} {was.version}"
        elif was is not None and is_ is not None and was != is_:
            same = was.version == is_.version
            yield f"~ {name} {was.version}" + (", rebuilt" if same else f" -> {is_.version}")
