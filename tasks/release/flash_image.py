"""What is written into flash, as .bin and Intel .hex: the sections of an ELF that are loaded."""

from __future__ import annotations

import io
from pathlib import Path

from intelhex import IntelHex

from tasks.attribution.image import read_image
from tasks.attribution.purpose import WEIGHTS


def flash_images(elf: Path) -> dict[str, str | bytes]:
    """The content of `<elf's name>.bin` and `.hex`, by name.

    The .bin begins at the lowest load address and has zeros in the gaps, as objcopy's does; the
    .hex has the addresses, and the entry point as its start. Linked weights, which are far from the
    code, are in the .hex and in `<elf's name>.weights.bin`.

    Raises:
        SizeError: `elf` cannot be read.

    """
    code, all_, files = IntelHex(), IntelHex(), {}
    image, _ = read_image(elf)
    for section in image.sections:
        address = image.load_address(section)
        if address is None:
            continue
        all_.puts(address, section.data)
        if section.name == WEIGHTS:
            files[f"{elf.stem}.weights.bin"] = section.data
        else:
            code.puts(address, section.data)
    all_.start_addr = {"EIP": image.entry | (image.machine == "EM_ARM")}  # bit 0 means Thumb
    code.padding = 0
    text = io.StringIO()
    all_.write_hex_file(text, eolstyle="native")
    return {**files, f"{elf.stem}.bin": code.tobinstr(), f"{elf.stem}.hex": text.getvalue()}
