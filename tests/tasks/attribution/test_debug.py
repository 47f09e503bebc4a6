"""Debug information of a real program, damaged: reported, never a crash or a wrong sum."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import pytest
from elftools.elf.elffile import ELFFile

from codegen.errors import SizeError
from tasks.attribution.attribute import attribute
from tasks.building.planning import plan_target
from tests.tasks.built_targets import Built

pytestmark = pytest.mark.slow

SECTIONS = (".debug_info", ".debug_abbrev", ".debug_rnglists", ".debug_line", ".symtab")
FLIPS = 5


@pytest.mark.parametrize("section", SECTIONS)
def test_a_flipped_byte_is_reported_or_harmless(
    section: str, built_target: Callable[[str], Built], tmp_path: Path
) -> None:
    built = built_target("riscv")
    plan = plan_target(built.target).plan
    data = bytearray(built.program.read_bytes())
    with built.program.open("rb") as stream:
        header = ELFFile(stream).get_section_by_name(section).header
    copyfile(f"{built.program}.map", tmp_path / "damaged.elf.map")
    numbers = random.Random(section)
    for _ in range(FLIPS):
        at = header["sh_offset"] + numbers.randrange(header["sh_size"])
        data[at] ^= 0xFF
        damaged = tmp_path / "damaged.elf"
        damaged.write_bytes(data)
        data[at] ^= 0xFF
        try:
            account = attribute(
                damaged,
                plan,
                root=built.target.root,
                build_dir="build/riscv",
            )
        except SizeError as error:
            assert error.exit_code == 7
        else:
            image = account.image
            assert sum(entry.flash_bytes for entry in account.entries) == image.flash_bytes
            assert sum(entry.ram_bytes for entry in account.entries) == image.ram_bytes
