"""Pieces of small programs, compared with binutils' output; damaged files."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks.attribution.attribute import Account, attribute
from tasks.attribution.purpose import Part, Purpose
from tests.golden.plans import plans

pytestmark = pytest.mark.slow

Require = Callable[[str], str]
PLAN: Plan = plans()["add_mul"]

# Twelve bytes of code under three names that overlap, one of them reaching beyond its section;
# data with and without contents, a text that no symbol has, a function without a size. Without the
# one instruction the assembler would write no debug information.
ASSEMBLY = """\
  .section .text.a, "ax", %progbits
  .globl _start, alias, inner, beyond
  .type _start, %function
  .type alias, %function
  .type inner, %function
  .type beyond, %function
_start:
alias:
  .long 1
inner:
  .long 2
beyond:
  .long 3
  .size _start, 12
  .size alias, 8
  .size inner, 4
  .size beyond, 400
  .section .text.b, "ax", %progbits
  .globl unsized
  .type unsized, %function
unsized:
  .long 1, 2, 3, 4
  .section .text.c, "ax", %progbits
  nop
  .section .rodata.a, "a", %progbits
  .globl table
  .type table, %object
table:
  .long 1, 2, 3
  .size table, 12
  .section .rodata.str1.1, "aMS", %progbits, 1
  .asciz "no symbol has this"
  .section .data, "aw", %progbits
  .globl initialised
  .type initialised, %object
initialised:
  .long 1, 2
  .size initialised, 8
  .section .bss, "aw", %nobits
  .globl cleared
  .type cleared, %object
cleared:
  .zero 100
  .size cleared, 100
  .globl a_constant
  .set a_constant, 4711
"""
LAYOUT = """\
SECTIONS
{
  . = 0x10000; .text : { *(.text*) } .rodata : { *(.rodata*) }
  . = 0x20000; .data : { *(.data) } .bss : { *(.bss) }
}
"""
COMPILERS = ("gcc", "arm-none-eabi-gcc", "riscv64-unknown-elf-gcc")


def assembled(folder: Path, compiler: str) -> Path:
    source, elf = folder / "small.s", folder / "small.elf"
    source.write_text(ASSEMBLY, encoding="utf-8")
    (folder / "layout.ld").write_text(LAYOUT, encoding="utf-8")
    flags = ["-g", "-nostdlib", "-static", f"-Wl,--build-id=none,-T,{folder / 'layout.ld'}"]
    command = [compiler, *flags, f"-Wl,-Map={elf}.map", str(source), "-o", str(elf)]
    subprocess.run(command, check=True)
    return elf


def account(elf: Path) -> Account:
    return attribute(elf, PLAN, root=elf.parent, build_dir="build")


def by_name(found: Account) -> dict[str | None, tuple[int, int]]:
    sizes: dict[str | None, tuple[int, int]] = {}
    for entry in found.entries:
        flash, ram = sizes.get(entry.place.symbol, (0, 0))
        sizes[entry.place.symbol] = (flash + entry.flash_bytes, ram + entry.ram_bytes)
    return sizes


@pytest.mark.parametrize("compiler", COMPILERS)
def test_bytes_that_symbols_share_count_once(
    compiler: str, tmp_path: Path, require_tool: Require
) -> None:
    names = by_name(account(assembled(tmp_path, require_tool(compiler))))
    assert names["_start"] == (12, 0)
    assert not {"alias", "inner", "beyond"} & names.keys()
    assert names["unsized"] == (16, 0)
    assert names["table"] == (12, 0)
    assert names["initialised"] == (8, 8)
    assert names["cleared"] == (0, 100)
    assert names['"no symbol has this"'] == (19, 0)


def test_a_text_that_no_source_has_is_a_string(tmp_path: Path, require_tool: Require) -> None:
    found = account(assembled(tmp_path, require_tool("gcc")))
    (text,) = (e for e in found.entries if e.place.symbol == '"no symbol has this"')
    assert text.place.purpose is Purpose.STRINGS
    assert text.place.part is Part.OTHER


def test_absolute_symbols_are_constants_without_bytes(
    tmp_path: Path, require_tool: Require
) -> None:
    found = account(assembled(tmp_path, require_tool("gcc")))
    assert found.image.absolute["a_constant"] == 4711
    assert "a_constant" not in by_name(found)


def sections_by_binutils(tool: str, elf: Path) -> dict[str, int]:
    """What `size -A` lists, but for what is not loaded: sections at address 0 of a program."""
    text = subprocess.run([tool, "-A", str(elf)], check=True, capture_output=True, text=True).stdout
    rows = re.findall(r"^(\.\S+)\s+(\d+)\s+(\d+)$", text, re.M)
    return {name: int(size) for name, size, address in rows if int(address) and int(size)}


@pytest.mark.parametrize(
    ("compiler", "tool"),
    [
        ("gcc", "size"),
        ("arm-none-eabi-gcc", "arm-none-eabi-size"),
        ("riscv64-unknown-elf-gcc", "riscv64-unknown-elf-size"),
    ],
)
def test_sections_are_those_of_binutils(
    compiler: str, tool: str, tmp_path: Path, require_tool: Require
) -> None:
    elf = assembled(tmp_path, require_tool(compiler))
    found = account(elf)
    expected = sections_by_binutils(require_tool(tool), elf)
    sums: Counter[str] = Counter()
    for entry in found.entries:
        sums[entry.place.section] += max(entry.flash_bytes, entry.ram_bytes)
    assert dict(sums) == expected
    bss = expected[".bss"]
    assert found.image.flash_bytes == sum(expected.values()) - bss
    assert found.image.ram_bytes == expected[".data"] + bss


# What is no ELF, or not whole


def test_a_program_that_is_not_there_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SizeError, match=r"runner\.elf: No such file.*Build the target first"):
        account(tmp_path / "runner.elf")


def test_a_map_that_is_not_there_is_reported(tmp_path: Path, require_tool: Require) -> None:
    elf = assembled(tmp_path, require_tool("gcc"))
    elf.with_name("small.elf.map").unlink()
    with pytest.raises(SizeError, match=r"small\.elf\.map: No such file.*Build the target again"):
        account(elf)


def test_a_map_that_is_none_is_reported(tmp_path: Path, require_tool: Require) -> None:
    elf = assembled(tmp_path, require_tool("gcc"))
    elf.with_name("small.elf.map").write_text("nothing\n", encoding="utf-8")
    with pytest.raises(SizeError, match="not a linker's map"):
        account(elf)


@pytest.mark.parametrize(
    ("flag", "words"), [("--strip-all", "stripped: it has no symbols"), ("-g", "no debug inf")]
)
def test_a_stripped_program_is_reported(
    flag: str, words: str, tmp_path: Path, require_tool: Require
) -> None:
    elf = assembled(tmp_path, require_tool("gcc"))
    subprocess.run([require_tool("strip"), flag, str(elf)], check=True)
    with pytest.raises(SizeError, match=words) as caught:
        account(elf)
    assert caught.value.exit_code == 7


def test_a_program_that_is_cut_off_anywhere_is_reported(
    tmp_path: Path, require_tool: Require
) -> None:
    elf = assembled(tmp_path, require_tool("gcc"))
    data = elf.read_bytes()
    ends = {*range(0, 80), *range(80, len(data), 211), *range(len(data) - 700, len(data), 13)}
    for end in sorted(ends):
        elf.write_bytes(data[:end])
        with pytest.raises(SizeError, match=r"small\.elf: |damaged debug information"):
            account(elf)


def test_a_damaged_program_is_reported_or_measured_but_no_crash(
    tmp_path: Path, require_tool: Require
) -> None:
    """Bytes of the header, of debug information and of section headers flipped."""
    elf = assembled(tmp_path, require_tool("gcc"))
    data = elf.read_bytes()
    sections = int.from_bytes(data[0x28:0x30], "little")
    reported = 0
    for at in (*range(64), *range(sections // 2, sections, 17), *range(sections, len(data), 3)):
        flipped = bytearray(data)
        flipped[at] ^= 0xFF
        elf.write_bytes(flipped)
        try:
            found = account(elf)
        except SizeError:
            reported += 1
        else:
            assert sum(e.flash_bytes for e in found.entries) == found.image.flash_bytes
            assert sum(e.ram_bytes for e in found.entries) == found.image.ram_bytes
    assert reported
