"""Maps as linkers write them: excerpts of real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.errors import SizeError
from tasks.attribution.link_map import read_map

# binutils 2.40. `clamp` was merged into other texts as a whole: its size is still the old one.
GNU = """\
Discarded input sections

 .text          0x00000000       0x24 discarded.o

Linker script and memory map

LOAD obj/main.o

.text           0x00000010       0x80
 *(.text .text.*)
 .text._ZN4kerf5Arena8allocateEjj
                0x00000010       0x34 /tmp/ccNmPvfX.ltrans0.ltrans.o
 *fill*         0x00000044        0x2
 .text.memcpy   0x00000046       0x1a /usr/lib/picolibc/libc.a(memcpy.c.o)
                0x00000046                memcpy

.rodata         0x00000100       0x40
 .rodata.add.str1.1
                0x00000100       0x2b build/x/libkerf.a(add.o)
                                 0x31 (size before relaxing)
 .rodata.clamp.str1.1
                0x0000012b       0x2f build/x/libkerf.a(hardtanh.o)
 *fill*         0x0000012b        0x1
 .rodata.cst4   0x0000012c        0x4 build/x/libkerf.a(hardtanh.o)
 .rodata.empty  0x00000130        0x0 obj/main.o

.debug_info     0x00000000      0x100
 .debug_info    0x00000000      0x100 obj/main.o
"""
# LLVM 21, as zig brings it.
LLD = """\
     VMA      LMA     Size Align Out     In      Symbol
      10       10       46     4 .text
      10       10       2c     4         build/x/runner.elf.lto.o:(.text.kerf_reset)
      11       11       2c     1                 kerf_reset
      3c       3c       1a     2         /zig/libc.a(memcmp.o):(.text.memcmp)
      80       80       2b     1 .rodata
      80       80       2b     1         <internal>:(.rodata.str1.1)
      ab       ab        0     1 . = ALIGN ( 4 )
"""


def chunks(folder: Path, text: str) -> list[tuple[str, int, int, str, str, str | None]]:
    path = folder / "x.map"
    path.write_text(text, encoding="utf-8")
    return [(c.section, c.address, c.bytes, c.name, c.object, c.archive) for c in read_map(path)]


def test_gnu_ld(tmp_path: Path) -> None:
    found = [each for each in chunks(tmp_path, GNU) if each[0] != ".debug_info"]
    assert found == [
        (
            *(".text", 0x10, 0x34, ".text._ZN4kerf5Arena8allocateEjj"),
            *("/tmp/ccNmPvfX.ltrans0.ltrans.o", None),
        ),
        (".text", 0x46, 0x1A, ".text.memcpy", "memcpy.c.o", "/usr/lib/picolibc/libc.a"),
        (".rodata", 0x100, 0x2B, ".rodata.add.str1.1", "add.o", "build/x/libkerf.a"),
        (".rodata", 0x12B, 1, ".rodata.clamp.str1.1", "hardtanh.o", "build/x/libkerf.a"),
        (".rodata", 0x12C, 4, ".rodata.cst4", "hardtanh.o", "build/x/libkerf.a"),
    ]


def test_lld(tmp_path: Path) -> None:
    assert chunks(tmp_path, LLD) == [
        (".text", 0x10, 0x2C, ".text.kerf_reset", "build/x/runner.elf.lto.o", None),
        (".text", 0x3C, 0x1A, ".text.memcmp", "memcmp.o", "/zig/libc.a"),
        (".rodata", 0x80, 0x2B, ".rodata.str1.1", "<internal>", None),
    ]


@pytest.mark.parametrize("text", ["", "nothing\n", "Archive member included\n"])
def test_what_is_no_map_is_reported(tmp_path: Path, text: str) -> None:
    with pytest.raises(SizeError, match=r"x\.map: not a linker's map"):
        chunks(tmp_path, text)
