"""What is written into flash, as .bin and Intel .hex: the sections of an ELF that are loaded."""

from __future__ import annotations

import io
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section
from elftools.elf.segments import Segment
from intelhex import IntelHex

WEIGHTS = ".kerf_weights"
"""The section of linked weights."""


def write_flash_images(elf: Path, folder: Path) -> tuple[Path, Path]:
    """Writes `<elf's name>.bin` and `.hex` into `folder`; their paths.

    The .bin begins at the lowest load address and has zeros in the gaps, as objcopy's does; the
    .hex has the addresses, and the entry point as its start. Linked weights, which are far from the
    code, are in the .hex and in `<elf's name>.weights.bin`.

    Raises:
        OSError: `elf` cannot be read, or a file not be written.

    """
    code = read_flash_image(elf, weights=False)
    code.padding = 0
    binary, text = folder / f"{elf.stem}.bin", folder / f"{elf.stem}.hex"
    binary.write_bytes(code.tobinstr())
    if weights := _weights(elf):
        (folder / f"{elf.stem}.weights.bin").write_bytes(weights)
    image = read_flash_image(elf)
    buffer = io.StringIO()
    image.write_hex_file(buffer, eolstyle="native")
    text.write_text(buffer.getvalue(), encoding="ascii", newline="\n")
    return binary, text


def _weights(elf: Path) -> bytes:
    """The linked weights; empty where there are none."""
    with elf.open("rb") as stream:
        section = ELFFile(stream).get_section_by_name(WEIGHTS)
        return b"" if section is None else bytes(section.data())


def read_flash_image(elf: Path, *, weights: bool = True) -> IntelHex:
    """The bytes of every loaded section of `elf` at its load address (the one in flash).

    Without linked weights unless `weights`.
    """
    image = IntelHex()
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        segments = [each for each in file.iter_segments() if each["p_type"] == "PT_LOAD"]
        for section in file.iter_sections():
            if section.name == WEIGHTS and not weights:
                continue
            address = _load_address(section, segments)
            if address is not None:
                image.puts(address, section.data())
        image.start_addr = {"EIP": file["e_entry"]}
    return image


def _load_address(section: Section, segments: list[Segment]) -> int | None:
    """Where the section is in flash, None if it is not.

    Source: ELF specification, p_paddr; a section's offset in its segment is that of the file.
    """
    loaded = section["sh_flags"] & SH_FLAGS.SHF_ALLOC and section["sh_type"] != "SHT_NOBITS"
    if not loaded or section["sh_size"] == 0:
        return None
    for segment in segments:
        if segment.section_in_segment(section):
            return int(segment["p_paddr"] + section["sh_offset"] - segment["p_offset"])
    return None
