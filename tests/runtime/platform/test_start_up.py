"""What a program finds when main() begins, on each board: its memory, its processor, its stack."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from tasks.toolchain.choose import choose
from tests.tasks.run.test_emulator import Board
from tests.tasks.small_repository import BARE_METAL, build_small, make_repository, require_zig

RequireTool = Callable[[str], str]

# One word for each thing that start-up must have done.
PROGRAM = """\
#include "core/span.h"
#include "platform/port.h"

namespace {

volatile uint32_t initialized[3] = {11, 22, 33};
volatile uint8_t odd = 44;  // .data does not end on a word
alignas(16) volatile uint32_t cleared[5];  // .bss does not begin where .data ends
volatile float factor = 1.5f;

struct Constructed {
  Constructed() : value(initialized[1] * 2) {}
  uint32_t value;
} constructed;

bool aligned(const void* data, uintptr_t to) { return reinterpret_cast<uintptr_t>(data) % to == 0; }

}  // namespace

extern "C" int main() {
  alignas(8) volatile uint64_t local = 0;
  uint32_t zeros = 0;
  for (const volatile uint32_t& word : cleared) zeros += word == 0;
  const auto arena = kerf::platform::arena();
  arena.data()[0] = 77;
  arena.data()[arena.size() - 1] = 78;
  const uint32_t found[] = {
      initialized[0] + initialized[1] + initialized[2],
      odd,
      zeros,
      constructed.value,
      static_cast<uint32_t>(factor * 4.0f),
      aligned(const_cast<uint64_t*>(&local), 8),
      aligned(arena.data(), 128) && aligned(kerf::platform::model().data(), 128) &&
          aligned(kerf::platform::calls().data(), 128),
      static_cast<uint32_t>(arena.data()[0]) + arena.data()[arena.size() - 1],
  };
  kerf::platform::emit(found, sizeof found);
  kerf::platform::emit("in order", 8);
  return 0;
}
"""
EXPECTED = struct.pack("<8I", 66, 44, 5, 44, 6, 1, 1, 155) + b"in order"


@pytest.mark.parametrize(("name", "tool"), BARE_METAL, ids=[name for name, _ in BARE_METAL])
def test_main_finds_memory_processor_and_stack_ready(
    name: str, tool: str, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool(tool)
    require_tool("qemu-system-arm" if name.startswith("cortex") else "qemu-system-riscv32")
    result = Board(name, "local", tmp_path, PROGRAM).run()
    assert (result.status, result.stream) == (0, EXPECTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in BARE_METAL])
def test_main_finds_the_same_when_zig_built_it(
    name: str, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_zig()
    require_tool("qemu-system-arm" if name.startswith("cortex") else "qemu-system-riscv32")
    result = Board(name, "zig", tmp_path, PROGRAM).run()
    assert (result.status, result.stream) == (0, EXPECTED)


# Bytes of flash that a program pays for starting, talking and ending, whatever it does; with the
# C library's memcpy and memset, and GCC's routines that save registers on RISC-V.
MOST = {"arm-none-eabi-gcc": 380, "riscv64-unknown-elf-gcc": 540, "rv32imc": 660}
"""The most for each compiler; Debian has no C library for RV32IMC, and RV32IM's is larger."""


@pytest.mark.parametrize(("name", "tool"), BARE_METAL, ids=[name for name, _ in BARE_METAL])
def test_the_port_is_small_and_takes_no_memory(
    name: str, tool: str, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool(tool)
    program = (
        '#include "platform/port.h"\n'
        'extern "C" int main() {\n'
        "  const auto model = kerf::platform::model();\n"
        "  kerf::platform::emit(model.data(), model.size());\n"
        "  return static_cast<int>(kerf::platform::calls().size());\n"
        "}\n"
    )
    root = make_repository(tmp_path / "repository", program)
    (elf,) = build_small(choose(name, "local", root), root).executables
    sizes = section_sizes(elf)
    flash = sum(sizes.get(key, 0) for key in (".vectors", ".text", ".rodata", ".init_array"))
    assert flash <= MOST.get(name, MOST[tool])
    assert sizes.get(".data", 0) + sizes.get(".bss", 0) == 0


def section_sizes(elf: Path) -> dict[str, int]:
    with elf.open("rb") as file:
        return {section.name: section["sh_size"] for section in ELFFile(file).iter_sections()}
