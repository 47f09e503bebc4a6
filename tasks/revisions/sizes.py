"""Sizes that were measured once: a size.json, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from codegen.errors import SizeError
from tasks.size.difference import Footprint, footprint_of
from tasks.size.document import FILE, Size, parse_size
from tasks.size.program import check_program, damage_of
from tasks.size.read import counted

ELF_MAGIC = b"\x7fELF"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """What one build takes; `label` names the build as its user did."""

    label: str
    size: Size

    @property
    def footprint(self) -> Footprint:
        """The sizes in the form that is compared."""
        return footprint_of(self.size, self.label)


def read_sizes(path: Path, label: str) -> Sizes:
    """The sizes in a size.json, or in a folder that has one: a build's, or a release bundle.

    Raises:
        SizeError: there are none, they are of another version, or not of the ELF next to them.

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
    size = parse_size(content, str(file))
    if path.is_dir():
        elf = path / size.program.name
        if elf.is_file():
            check_program(elf, size.program.sha256, size.target)
        if ran := counted(path, size.program.sha256):
            size = size.model_copy(update={"instructions": ran})
    return Sizes(label=label, size=size)


_BUILD = "Build the target first: nox -s build-<target>."
