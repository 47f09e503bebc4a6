"""Sizes of small programs, compared with what binutils says of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.errors import SizeError
from codegen.plan import Plan
from tasks.elf_size import ElfSize, measure
from tasks.part import Part
from tests.golden.plans import plans

Require = Callable[[str], str]
PLAN: Plan = plans()["add_mul"]

# Twelve bytes of code under three names that overlap, one of them reaching beyond its section;
# data with and without contents, a string that no symbol has.
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
  .section .rodata.a, "a", %progbits
  .globl table
  .type table, %object
table:
  .long 1, 2, 3
  .size table, 12
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
PROGRAM = """\
extern "C" int puts(const char*);
namespace kerf {
namespace portable {
int add_out(int x) { return x * 3; }
}
struct Method { __attribute__((noinline)) int load(int x) { return x + 4; } };
namespace selected { extern const int kKernels[4] = {1, 2, 3, 4}; }
}
int counter;
int main(int count, char**) {
  kerf::Method method;
  counter = kerf::portable::add_out(count) + method.load(count) + kerf::selected::kKernels[count];
  return puts("a string");
}
"""


def assembled(folder: Path, compiler: str) -> Path:
    source, elf = folder / "small.s", folder / "small.elf"
    source.write_text(ASSEMBLY, encoding="utf-8")
    (folder / "layout.ld").write_text(LAYOUT, encoding="utf-8")
    flags = ["-nostdlib", "-static", "-Wl,--build-id=none", f"-Wl,-T,{folder / 'layout.ld'}"]
    subprocess.run([compiler, *flags, str(source), "-o", str(elf)], check=True)
    return elf


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, require_tool: Require) -> Path:
    """A whole program for this machine, with a C library."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.cpp").write_text(PROGRAM, encoding="utf-8")
    elf = folder / "program"
    subprocess.run(
        [require_tool("g++"), "-O1", str(folder / "program.cpp"), "-o", str(elf)], check=True
    )
    return elf


def by_name(size: ElfSize) -> dict[str, tuple[int, int]]:
    return {symbol.name: (symbol.flash_bytes, symbol.ram_bytes) for symbol in size.symbols}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_bytes_that_symbols_share_count_once(
    compiler: str, tmp_path: Path, require_tool: Require
) -> None:
    size = measure(assembled(tmp_path, require_tool(compiler)), PLAN)
    names = by_name(size)
    assert names["_start"] == (12, 0)
    assert not {"alias", "inner", "beyond"} & names.keys()
    assert names["table"] == (12, 0)
    assert names["initialised"] == (8, 8)
    assert names["cleared"] == (0, 100)
    flash, ram = size.parts()[Part.OTHER]
    assert flash >= len("no symbol has this") + 1
    assert ram >= 0


def test_absolute_symbols_are_constants_without_bytes(
    tmp_path: Path, require_tool: Require
) -> None:
    size = measure(assembled(tmp_path, require_tool("gcc")), PLAN)
    assert size.constants["a_constant"] == 4711
    assert "a_constant" not in by_name(size)


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
    size = measure(elf, PLAN)
    found = {section.name: max(section.flash_bytes, section.ram_bytes) for section in size.sections}
    expected = sections_by_binutils(require_tool(tool), elf)
    assert found == expected
    bss = expected[".bss"]
    assert size.flash_bytes == sum(expected.values()) - bss
    assert size.ram_bytes == expected[".data"] + bss


def test_a_whole_program_adds_up(program: Path, require_tool: Require) -> None:
    size = measure(program, PLAN)
    expected = sections_by_binutils(require_tool("size"), program)
    assert {section.name for section in size.sections} == expected.keys()
    assert size.flash_bytes == sum(n for name, n in expected.items() if name != ".bss")
    parts = size.parts().values()
    assert sum(flash for flash, _ in parts) == size.flash_bytes
    assert sum(ram for _, ram in parts) == size.ram_bytes
    assert all(flash >= 0 and ram >= 0 for flash, ram in parts)


def test_functions_are_as_large_as_readelf_says(program: Path, require_tool: Require) -> None:
    """Functions of a processor without alignment may start at odd addresses."""
    text = subprocess.run(
        [require_tool("readelf"), "-sW", str(program)], check=True, capture_output=True, text=True
    ).stdout
    rows = re.findall(r"^\s*\d+: \w+\s+(\d+) FUNC\s+GLOBAL\s+DEFAULT\s+\d+ (\S+)$", text, re.M)
    mains = {name: int(bytes_) for bytes_, name in rows}
    names = by_name(measure(program, PLAN))
    assert names["main"] == (mains["main"], 0)
    assert names["kerf::portable::add_out(int)"] == (mains["_ZN4kerf8portable7add_outEi"], 0)


def test_symbols_are_sorted_into_parts(program: Path) -> None:
    parts = {symbol.name: symbol.part for symbol in measure(program, PLAN).symbols}
    assert parts["kerf::portable::add_out(int)"] is Part.KERNELS
    assert parts["kerf::Method::load(int)"] is Part.CORE
    assert parts["kerf::selected::kKernels"] is Part.TABLES
    assert parts["main"] is Part.APPLICATION
    assert parts["_start"] is Part.START_UP


def test_the_largest_symbol_comes_first(program: Path) -> None:
    sizes = [symbol.flash_bytes + symbol.ram_bytes for symbol in measure(program, PLAN).symbols]
    assert sizes == sorted(sizes, reverse=True)


# What is no ELF, or not whole


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SizeError, match=r"runner\.elf: No such file.*Build the target first"):
        measure(tmp_path / "runner.elf", PLAN)


def test_a_stripped_program_is_told(tmp_path: Path, require_tool: Require) -> None:
    elf = assembled(tmp_path, require_tool("gcc"))
    subprocess.run([require_tool("strip"), str(elf)], check=True)
    with pytest.raises(SizeError, match="has no symbols") as caught:
        measure(elf, PLAN)
    assert caught.value.exit_code == 7


def test_a_program_that_is_cut_off_anywhere_is_told(tmp_path: Path, require_tool: Require) -> None:
    data = assembled(tmp_path, require_tool("gcc")).read_bytes()
    cut = tmp_path / "cut.elf"
    ends = {*range(0, 80), *range(80, len(data), 211), *range(len(data) - 700, len(data), 13)}
    for end in sorted(ends):
        cut.write_bytes(data[:end])
        with pytest.raises(SizeError, match=r"cut\.elf: "):
            measure(cut, PLAN)


def test_a_damaged_program_is_told_or_measured_but_no_crash(
    tmp_path: Path, require_tool: Require
) -> None:
    """Each byte of the header and of the section headers, which stand at the end, flipped."""
    data = assembled(tmp_path, require_tool("gcc")).read_bytes()
    sections = int.from_bytes(data[0x28:0x30], "little")
    damaged = tmp_path / "damaged.elf"
    told = 0
    for at in (*range(64), *range(sections, len(data), 3)):
        flipped = bytearray(data)
        flipped[at] ^= 0xFF
        damaged.write_bytes(flipped)
        try:
            size = measure(damaged, PLAN)
        except SizeError:
            told += 1
        else:
            assert all(flash >= 0 for flash, _ in size.parts().values())
    assert told
