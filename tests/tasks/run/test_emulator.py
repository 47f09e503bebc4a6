"""Running programs in QEMU: inputs, results, exit status, instruction counts, and what can fail."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from codegen.errors import BuildError, NotVerified, VerifyError
from tasks.executors.runner import LOCAL, Job, LocalRunner, Say
from tasks.run.emulator import Emulation, emulate, read_symbols
from tasks.run.instruction_count import plugins
from tasks.toolchain.choose import choose
from tasks.toolchain.file import EmulatorFile, read_toolchain
from tests.tasks.small_repository import (
    BARE_METAL,
    ECHO,
    ROOT,
    build_small,
    make_repository,
    require_zig,
)

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]
BOARDS = pytest.mark.parametrize(("name", "tool"), BARE_METAL, ids=[name for name, _ in BARE_METAL])
ONE_OF_EACH = pytest.mark.parametrize(
    ("name", "tool"), [BARE_METAL[0], BARE_METAL[4]], ids=["arm", "riscv"]
)

# Each execute is 1 + 200 * 2 + 1 instructions, written down in assembly.
LOOPS = {
    "arm": "movs r0, #200\n1: subs r0, #1\n bne 1b\n b kerf_phase_done",
    "riscv": "li t0, 200\n1: addi t0, t0, -1\n bnez t0, 1b\n j kerf_phase_done",
}
RETURNS = {"arm": "bx lr", "riscv": "ret"}
EXECUTE_INSTRUCTIONS = 402
COUNTED = """
#include "platform/port.h"
__asm__(R"(
  .text
  {thumb}
  .balign 4
  .global kerf_phase_execute
  {function}
kerf_phase_execute:
  {loop}
  .global kerf_phase_done
  {function}
kerf_phase_done:
  {back}
)");
extern "C" void kerf_phase_execute();
extern "C" int main() {
  kerf_phase_execute();
  kerf_phase_execute();
  kerf::platform::emit("done", 4);
  return 0;
}
"""


def counted_program(name: str) -> str:
    family = "arm" if name.startswith("cortex") else "riscv"
    text = COUNTED.replace("{loop}", LOOPS[family]).replace("{back}", RETURNS[family])
    thumb = ".thumb\n .syntax unified" if family == "arm" else ""
    return text.replace("{thumb}", thumb).replace(
        "{function}", ".thumb_func" if family == "arm" else ""
    )


class Board:
    """A toolchain's emulator, and a program built for it."""

    def __init__(self, name: str, executor: str, folder: Path, program: str) -> None:
        self.root = make_repository(folder / "repository", program)
        toolchain = choose(name, executor, self.root)
        (self.program,) = build_small(toolchain, self.root).executables
        self.model = folder / "model.pte"
        self.model.write_bytes(bytes(range(256)))
        assert toolchain.emulator is not None
        self.emulator = toolchain.emulator

    def run(self, timeout_s: float = 60) -> Emulation:
        calls = b"KCAL" + self.model.stat().st_size.to_bytes(4, "little") + bytes(8)
        return emulate(
            self.emulator, self.program, self.model, calls, root=self.root, timeout_s=timeout_s
        )


def test_the_plugin_needs_nothing_but_the_emulator_and_the_c_library(
    require_tool: RequireTool,
) -> None:
    """An emulator without the compiler's library loads it as well, as in the toolchain image."""
    require_tool("cc")
    with next(iter(plugins(ROOT, LOCAL))).path.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".dynsym")
        assert isinstance(table, SymbolTableSection)
        needed = {each.name for each in table.iter_symbols() if each["st_shndx"] == "SHN_UNDEF"}
    assert {name for name in needed if not name.startswith("qemu_plugin_")} <= {"", "malloc"}


@pytest.fixture
def qemu(require_tool: RequireTool) -> Callable[[str], None]:
    """Requires the emulator of a toolchain."""

    def require(name: str) -> None:
        emulator = read_toolchain(name, ROOT).emulator
        assert emulator is not None
        require_tool(emulator.command[0])

    return require


@BOARDS
def test_a_program_gets_its_model_and_gives_results_and_status(
    name: str, tool: str, require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool(tool)
    qemu(name)
    result = Board(name, "local", tmp_path, ECHO).run()
    assert result.status == 3
    assert result.stream[:4] == b"KRES"
    assert result.stream[8:12] == (256).to_bytes(4, "little")
    assert result.stream[16:] == bytes(range(256))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cortex-m4", "rv32imac"])
def test_a_program_by_zig_gives_the_same(
    name: str, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_zig()
    qemu(name)
    result = Board(name, "zig", tmp_path, ECHO).run()
    assert (result.status, result.stream[16:]) == (3, bytes(range(256)))


@BOARDS
def test_instructions_of_each_phase_are_counted_exactly(
    name: str, tool: str, require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool(tool)
    qemu(name)
    board = Board(name, "local", tmp_path, counted_program(name))
    first, second = board.run(), board.run()
    assert first.uncounted is None
    executes = [phase.instructions for phase in first.phases if phase.name == "execute"]
    assert executes == [EXECUTE_INSTRUCTIONS] * 2
    assert [phase.name for phase in first.phases] == ["execute", "done"] * 2
    assert first.phases == second.phases


@ONE_OF_EACH
def test_the_stack_is_measured_to_its_lowest_byte(
    name: str, tool: str, require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool(tool)
    qemu(name)
    used = []
    for room in (1024, 4096):
        program = counted_program(name).replace(
            "main() {", f"main() {{ volatile char room[{room}]; static_cast<void>(room[0] = 1);"
        )
        used.append(Board(name, "local", tmp_path / str(room), program).run().stack_bytes)
    few, many = used
    assert few is not None and many is not None
    assert 1024 < few < 1024 + 512
    assert 3072 <= many - few <= 3072 + 16  # a large frame is entered in two steps on RISC-V


def test_a_program_without_phases_runs_uncounted(
    require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    qemu("cortex-m4")
    result = Board("cortex-m4", "local", tmp_path, ECHO).run()
    assert (result.phases, result.stack_bytes) == ((), None)
    assert result.uncounted is not None


@pytest.mark.parametrize(
    ("name", "tool", "cause"),
    [
        ("cortex-m0plus", "arm-none-eabi-gcc", r"."),
        ("cortex-m4", "arm-none-eabi-gcc", r"CFSR\.\w+"),
        ("cortex-m55", "arm-none-eabi-gcc", r"CFSR\.\w+"),
        ("rv32imac", "riscv64-unknown-elf-gcc", r"0*5.*fault_load"),
    ],
)
def test_a_bad_address_is_reported_as_a_fault_of_the_processor(
    name: str,
    tool: str,
    cause: str,
    require_tool: RequireTool,
    qemu: Callable[[str], None],
    tmp_path: Path,
) -> None:
    require_tool(tool)
    qemu(name)
    program = 'extern "C" int main() { return *reinterpret_cast<volatile int*>(0xFFFFFFF0); }\n'
    with pytest.raises(VerifyError) as raised:
        Board(name, "local", tmp_path, program).run()
    where = r"at PC 0x[0-9a-f]{8}, in main\+0x[0-9a-f]+"
    wanted = rf"qemu-system-\w+: the processor took a fault {where} \(.*{cause}.*\)\."
    assert re.fullmatch(wanted, str(raised.value)), str(raised.value)


def test_a_program_that_hangs_is_ended_in_time(
    require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    qemu("cortex-m4")
    program = 'extern "C" int main() { for (;;) { __asm__ volatile(""); } }\n'
    with pytest.raises(VerifyError, match=r"did not end within 1 s.*timeout-s"):
        Board("cortex-m4", "local", tmp_path, program).run(timeout_s=1)


def test_a_program_that_writes_nothing_is_an_error(
    require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    qemu("cortex-m4")
    with pytest.raises(VerifyError, match="gave no results: exit code 5"):
        Board("cortex-m4", "local", tmp_path, 'extern "C" int main() { return 5; }\n').run()


def test_a_model_larger_than_its_memory_is_reported_with_both_sizes(
    require_tool: RequireTool, qemu: Callable[[str], None], tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    qemu("cortex-m4")
    board = Board("cortex-m4", "local", tmp_path, ECHO)
    with board.model.open("r+b") as file:
        file.truncate(2**23 + 1)
    with pytest.raises(VerifyError, match=r"model \(8,388,609 bytes\) does not fit .* 8,388,608"):
        board.run()


def test_a_missing_emulator_is_not_verified_and_names_its_package(tmp_path: Path) -> None:
    emulator = EmulatorFile(command=("qemu-absent",), install="apt-get install qemu-system-arm")
    with pytest.raises(
        NotVerified, match=r"qemu-absent is not installed.*qemu-system-arm"
    ) as raised:
        emulate(emulator, tmp_path / "x.elf", tmp_path / "m", b"", root=ROOT, timeout_s=1)
    assert raised.value.exit_code == 10


def test_what_is_no_program_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x.elf").write_bytes(b"not an ELF")
    for path in (tmp_path / "x.elf", tmp_path / "absent.elf"):
        with pytest.raises(BuildError, match="is no program that we built"):
            read_symbols(path)


def test_two_runs_may_compile_the_plugin_at_once(require_tool: RequireTool, tmp_path: Path) -> None:
    require_tool("cc")
    root = make_repository(tmp_path / "repository", ECHO)
    both = Barrier(2)

    class Slow(LocalRunner):
        """Ends when both compilers have written their output."""

        def run(self, job: Job, say: Say | None = None) -> subprocess.CompletedProcess[str]:
            done = super().run(job, say)
            both.wait(60)
            return done

    def compiled(_: int) -> Path:
        return next(iter(plugins(root, Slow()))).path

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(compiled, range(2))
    assert first == second
    assert first.is_file()
