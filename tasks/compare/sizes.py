"""Sizes that were measured once: a size.json, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from codegen.errors import SizeError
from tasks.sizing.counted import counted
from tasks.sizing.document import FILE, READABLE, VERSION
from tasks.sizing.program import check_program, damage_of
from tasks.sizing.shape import misshapen

ELF_MAGIC = b"\x7fELF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What one build takes; `label` names the build as its user did."""

    label: str
    document: Mapping[str, Any]

    @property
    def target(self) -> str:
        """The name of the target."""
        return str(self.document["target"])

    @property
    def toolchain(self) -> str:
        """Compiler and version."""
        toolchain = self.document["toolchain"]
        return f"{toolchain['name']} {toolchain['version']}"

    @property
    def flash_bytes(self) -> int:
        """Flash in all."""
        return int(self.document["flash_bytes"])

    @property
    def ram_bytes(self) -> int:
        """RAM in all."""
        return int(self.document["ram_bytes"])


def read_sizes(path: Path, label: str) -> Sizes:
    """The sizes in a size.json, or in a folder that holds one: a build's, or a release bundle.

    Raises:
        SizeError: there are none, they are of another version, or of another ELF than lies beside.

    """
    file = path / FILE if path.is_dir() else path
    try:
        content = file.read_bytes()
    except OSError as error:
        raise SizeError(f"{file}: {(error.strerror or str(error)).lower()}. {_BUILD}") from None
    if content.startswith(ELF_MAGIC):
        damage = damage_of(file)
        what = "an ELF" if damage is None else f"an ELF that {damage}"
        raise SizeError(f"{file}: {what}; no sizes. Name its build folder or its size.json.")
    sizes = Sizes(label=label, document=checked(content, str(file)))
    if not path.is_dir():
        return sizes
    program = sizes.document["program"]
    elf = path / program["name"]
    if elf.is_file():
        check_program(elf, program["sha256"], sizes.target)
    ran = counted(path, program["sha256"]) or sizes.document.get("instructions", [])
    return replace(sizes, document={**sizes.document, "instructions": ran})


_BUILD = "Build the target first: nox -s build-<target>."


def checked(content: bytes, shown: str) -> dict[str, Any]:
    """The document in `content`, a file called `shown`.

    Raises:
        SizeError: it is none, or of another version.

    """
    try:
        document = json.loads(content)
    except ValueError as error:
        raise SizeError(f"{shown}: not a size.json ({error}).") from None
    if not isinstance(document, dict) or "version" not in document:
        raise SizeError(f"{shown}: not a size.json (no version).")
    version = document["version"]
    if version not in READABLE:
        readable = " and ".join(map(str, READABLE))
        raise SizeError(
            f"{shown}: a size.json of version {version}, this Kerf compares versions {readable}. "
            f"{'Build the target again.' if version in range(VERSION) else 'Use a newer Kerf.'}"
        )
    if (fault := misshapen(document)) is not None:
        raise SizeError(f"{shown}: not a size.json: {fault}.")
    return document
