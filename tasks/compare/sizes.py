"""Sizes that were measured once: a size.json, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from codegen.errors import SizeError
from tasks.files import sha256
from tasks.sizing.counted import counted
from tasks.sizing.document import FILE, VERSION

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
        what = "a stripped ELF: its symbols are gone" if _stripped(file) else "an ELF"
        raise SizeError(f"{file}: {what}, and no sizes. Name its build folder or its size.json.")
    sizes = Sizes(label=label, document=checked(content, str(file)))
    if not path.is_dir():
        return sizes
    _check_program(path, sizes)
    ran = counted(path, str(sizes.document["program"].get("sha256")))
    return replace(sizes, document={**sizes.document, "instructions": ran})


_BUILD = "Build the target first: nox -s build-<target>."
_KEYS = {
    "target": str,
    "toolchain": dict,
    "program": dict,
    "flash_bytes": int,
    "ram_bytes": int,
    "regions": list,
    "registry": dict,
    "memory": dict,
    "models": list,
    "kernels": dict,
    "parts": dict,
    "entries": list,
}


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
    if version != VERSION:
        raise SizeError(
            f"{shown}: a size.json of version {version}, this Kerf compares version {VERSION}. "
            f"{'Build the target again.' if version in range(VERSION) else 'Use a newer Kerf.'}"
        )
    wrong = [key for key, kind in _KEYS.items() if not isinstance(document.get(key), kind)]
    if wrong:
        raise SizeError(f"{shown}: not a size.json: {', '.join(wrong)} missing or of another type.")
    return document


def _check_program(folder: Path, sizes: Sizes) -> None:
    """Finds an ELF that was stripped, or built without being measured."""
    program = sizes.document["program"]
    elf = folder / str(program.get("name"))
    if not elf.is_file() or sha256(elf) == program.get("sha256"):
        return
    what = (
        "was stripped: its symbols are gone"
        if _stripped(elf)
        else "is not the one that size.json measured"
    )
    raise SizeError(f"{elf}: {what}. Build {sizes.target} again: nox -s build-{sizes.target}.")


def _stripped(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return ELFFile(file).get_section_by_name(".symtab") is None
    except (OSError, ELFError):
        return False
