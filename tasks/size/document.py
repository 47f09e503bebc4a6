"""size.json: what a built target takes, as typed values. docs/reference/size.md describes it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from codegen.errors import SizeError
from tasks.building.sources import build_dir
from tasks.config import Target
from tasks.files import write_if_changed
from tasks.json_text import fault_in_words, parsed_json

VERSION = 5
READABLE = (2, 3, 4, VERSION)
"""Versions that can be compared. Version 2 also contained the counts of `instructions`. Versions
before 4 had no `device`, versions before 5 no SHA-256 of models."""
FILE = "size.json"
_AGAIN = "Build the target again."


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)


class Bytes(_Part):
    """Bytes of flash and of RAM."""

    flash_bytes: int
    ram_bytes: int


class Toolchain(_Part):
    """A compiler and its version."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Program(_Part):
    """The ELF that was measured, by the name it has next to size.json."""

    name: str
    sha256: str


class ImageBytes(_Part):
    """The bytes of the image that is flashed."""

    loaded_bytes: int
    gap_bytes: int | None = None
    header_bytes: int | None = None


class Region(_Part):
    """A region of the board's memory and its use."""

    name: str
    origin: int | None = None
    capacity_bytes: int
    used_bytes: int
    gap_bytes: int | None = None
    free_bytes: int


class Held(_Part):
    """Something that a region of the device holds."""

    name: str
    bytes: int


class DeviceRegion(_Part):
    """A region of the device, and all that it holds; without a board nothing limits it."""

    name: str
    kind: str
    origin: int | None = None
    capacity_bytes: int | None
    used_bytes: int
    free_bytes: int | None
    holds: tuple[Held, ...]


class Device(_Part):
    """What the device holds when the program runs; `board` is None where no board is named."""

    board: str | None
    regions: tuple[DeviceRegion, ...]

    def used(self, kind: str) -> int:
        """Bytes of all regions of a kind."""
        return sum(region.used_bytes for region in self.regions if region.kind == kind)


class Registry(Bytes):
    """The table of kernels."""

    form: str | None = None
    rows: int | None = None


class Memory(_Part):
    """What methods take at run time."""

    method_bytes: int
    planned_bytes: int
    temp_bytes: int


class Model(_Part):
    """A selected model."""

    name: str
    file_bytes: int | None = None
    program_bytes: int
    weight_bytes: int
    sha256: str | None = None
    """The file that the target names, before passes optimise it."""


class Kernels(_Part):
    """Kernels in the ELF, and those that the selection needs."""

    linked: int
    needed: int


class Section(Bytes):
    """A section of the ELF."""

    name: str
    address: int
    region: str | None


class Entry(Bytes):
    """Bytes of one origin and one purpose."""

    region: str | None = None
    section: str
    archive: str | None = None
    object: str | None
    source: str | None
    symbol: str | None
    inlined_into: str | None = None
    purpose: str
    part: str
    operator: str | None
    dtype: str | None = None


class Counts(_Part):
    """Instructions and stack of one method; None if not counted.

    `execute` and `execute_cycles`, an estimate, are means of the cases.
    """

    model: str
    method: str
    program_load: int | None
    method_load: int | None
    execute: int | None
    execute_cycles: int | None = None
    stack_bytes: int | None = None
    """The most that a run used, from the top of the stack down."""


class Elf(Bytes):
    """What an ELF contains."""

    image: ImageBytes | None = None
    regions: tuple[Region, ...]
    parts: Mapping[str, Bytes]
    sections: tuple[Section, ...] = ()
    entries: tuple[Entry, ...]


class Size(Elf):
    """A size.json. Fields with a default are missing from some that can be read."""

    version: int
    target: str
    toolchain: Toolchain
    program: Program
    plan_sha256: str | None = None
    program_bytes: int | None = None
    weights_bytes: int | None = None
    image_bytes: int | None = None
    device: Device | None = None
    registry: Registry
    memory: Memory
    models: tuple[Model, ...]
    kernels: Kernels
    library: Bytes | None = None
    """The program where it is linked with libkerf.a, as others' linkers do."""
    instructions: tuple[Counts, ...] = ()
    """Not part of the file from version 3 on: a run counts them (see `read.py`)."""

    def to_json(self) -> str:
        """Sorted keys; an entry on a line of its own, so that two files can be compared by eye."""
        lines = []
        for key, value in sorted(self.model_dump(mode="json", exclude={"instructions"}).items()):
            if isinstance(value, list) and value:
                rows = ",\n".join(f"  {json.dumps(row, sort_keys=True)}" for row in value)
                lines.append(f" {json.dumps(key)}: [\n{rows}\n ]")
            else:
                lines.append(f" {json.dumps(key)}: {json.dumps(value, sort_keys=True)}")
        return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_size(content: bytes, shown: str, versions: Collection[int] = READABLE) -> Size:
    """The size.json in `content`, a file called `shown`.

    Raises:
        SizeError: it is not one, or not of one of these versions.

    """
    try:
        document = parsed_json(content)
    except ValueError as error:
        raise SizeError(f"{shown}: not a size.json ({error}). {_AGAIN}") from None
    if not isinstance(document, dict) or "version" not in document:
        raise SizeError(f"{shown}: not a size.json (no version). {_AGAIN}")
    version = document["version"]
    if version not in versions:
        readable = " and ".join(map(str, versions))
        raise SizeError(
            f"{shown}: a size.json of version {version}; this Kerf reads {readable}. "
            f"{_AGAIN if version in range(VERSION) else 'Use a newer Kerf.'}"
        )
    try:
        return Size.model_validate_json(content)
    except ValidationError as error:
        raise SizeError(f"{shown}: not a size.json: {fault_in_words(error)}. {_AGAIN}") from None


def write_size(size: Size, folder: Path) -> Path:
    """Writes size.json into `folder`."""
    path = folder / FILE
    write_if_changed(path, size.to_json())
    return path


def size_path(target: Target) -> Path:
    """Where the target's size.json is, or would be."""
    return target.root / build_dir(target) / FILE
