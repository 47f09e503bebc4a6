"""What is written into flash, as .bin and Intel .hex: the sections of an ELF that are loaded."""

from __future__ import annotations

import io
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Section
from elftools.elf.segments import Segment
from intelhex import IntelHex

from tasks.attribution.purpose import WEIGHTS


def flash_images(elf: Path) -> dict[str, str | bytes]:
    """The content of `<elf's name>.bin` and `.hex`, by name.

    The .bin begins at the lowest load address and has zeros in the gaps, as objcopy's does; the
    .hex has the addresses, and the entry point as its start. Linked weights, which are far from the
    code, are in the .hex and in `<elf's name>.weights.bin`.

    Raises:
        OSError: `elf` cannot be read.

    """
    code, all_, files = IntelHex(), IntelHex(), {}
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        segments = [each for each in file.iter_segments() if each["p_type"] == "PT_LOAD"]
        for section in file.iter_sections():
            address = _load_address(section, segments)
            if address is None:
                continue
            data = section.data()
            all_.puts(address, data)
            if section.name == WEIGHTS:
                files[f"{elf.stem}.weights.bin"] = data
            else:
                code.puts(address, data)
        all_.start_addr = {"EIP": file["e_entry"]}
    code.padding = 0
    text = io.StringIO()
    all_.write_hex_file(text, eolstyle="native")
    return {**files, f"{elf.stem}.bin": code.tobinstr(), f"{elf.stem}.hex": text.getvalue()}


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
