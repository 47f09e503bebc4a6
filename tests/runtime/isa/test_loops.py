"""The loops of every instruction set, at every length and alignment, against naive ones."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from signal import SIGSEGV

import pytest

from codegen.errors import VerifyError
from codegen.plan import Plan
from tasks.building.compile import compile_products
from tasks.building.ninja_file import Executable, Products
from tasks.run.emulator import Emulation, emulate
from tasks.run.processor import processor_features
from tasks.toolchain.choose import choose
from tasks.toolchain.file import ISA, read_compilers, read_toolchain
from tests.runtime.sanitized import ENVIRONMENT, ROOT, RUNTIME, Compiler, run
from tests.tasks.small_repository import require_zig

RequireTool = Callable[[str], str]
HERE = Path(__file__).parent
INT8 = ("int8_products.cpp", "int8_depthwise.cpp", "int8_rows.cpp", "grouped_rows.cpp")
CHECKS = ("sums.cpp", "planes.cpp", "rows.cpp", *INT8)
REPEATED = {
    "fused": "scalar",
    "soft_float": "scalar",
    "soft_double": "scalar",
    "armv6m": "dsp",
    "vfp": "dsp",
    "rv32": "dsp",
}
"""Sets of a few loops, and those that the same compiler with the same flags checks all loops of."""

FEWEST = 10_000
"""Loops that a run checks, at the least: lengths, places and steps multiply."""

BOARDS = {
    "helium": ("cortex-m55", 0x2000_0000, 0x2008_0000),
    "dsp": ("cortex-m7", 0x6000_0000, 0x6100_0000),
    "vfp": ("cortex-m7", 0x6000_0000, 0x6100_0000),
    "armv6m": ("cortex-m7", 0x6000_0000, 0x6100_0000),  # its own has no such memory
    "rv32": ("cortex-m7", 0x6000_0000, 0x6100_0000),  # in plain C++
}
"""A toolchain for each instruction set, and a memory of its emulated board that is free.

Nothing is before and after it. Source: of QEMU the tightly coupled memories of mps3-an547, and the
PSRAM of mps2-an500, whose first byte is read before it is written.
"""

HOSTS: dict[str, tuple[str, ...]] = {
    "scalar": (),
    "fused": (),
    "soft_float": (),
    "soft_double": (),
    "x86_64_v3": ("-march=x86-64-v3",),
    "x86_64_v4": ("-march=x86-64-v4", "-mavx512vnni"),
}
"""The sets whose loops any machine of ours runs, with the flags that name its processor."""

NATIVE = {"x86_64_v3": "host-x86-64-v3", "x86_64_v4": "host-x86-64-v4"}
"""The toolchains that name what the processor must have: without it a set is not checked, in CI
neither, where the processor is whichever there is."""

WITHOUT = "neon without dot products"

EMULATED: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "neon": ("neon", "aarch64", (), CHECKS),
    # Other files of the set do not depend on what the processor has.
    WITHOUT: ("neon", "aarch64", ("-march=armv8-a",), INT8[:2]),
    # The emulator takes long for vectors, which no check needs.
    "rvv": ("rvv", "rv64gcv", ("-fno-vectorize", "-fno-slp-vectorize"), CHECKS),
}
"""Sets of another processor's Linux, a toolchain whose emulator runs each, flags and checks."""

EMULATED["rvv of 1024 bits"] = EMULATED["rvv"]
LARGER = "neon where code need not be small"
EMULATED[LARGER] = ("neon", "aarch64", (), ("sums.cpp", "planes.cpp", *INT8[:2]))
"""Some loops are others there."""
LONGER = {"rvv of 1024 bits": ("-cpu", "rv64,v=true,vext_spec=v1.0,vlen=1024")}
"""Processors in place of the one that the toolchain's emulator has, of vectors of 128 bits."""


def test_every_instruction_set_is_checked() -> None:
    sets = {path.name for path in (ROOT / "runtime" / "isa").iterdir() if path.is_dir()}
    assert sets == {*BOARDS, *HOSTS, *(isa for isa, *_ in EMULATED.values())}


@pytest.mark.parametrize("isa", ["helium", "neon", "rvv", "x86_64_v3"])
def test_sets_that_sum_float_sum_it_within_bounds_as_well(isa: str) -> None:
    """What passes made of convolutions and clamps would be scalar otherwise."""
    text = (ROOT / ISA / isa / "loops" / "sums.h").read_text(encoding="utf-8")
    assert "inline void Sums<float>::run(" in text
    assert re.search(r"inline void (AnySums|Sums<float, Bounds>)::run\(", text)


def checks_of(isa: str, gcc: str, same: str | None = None) -> tuple[str, ...]:
    """The checks of `isa` that are compiled from other files than those of the set `same`."""
    return tuple(
        check
        for check in CHECKS
        if same is None or included(check, isa, gcc) != included(check, same, gcc)
    )


def included(check: str, isa: str, gcc: str) -> list[str]:
    """The files that `check` is compiled from for `isa`."""
    folders = ("runtime", f"{ISA}/{isa}", f"{ISA}/scalar", ".")
    source = (HERE / check).relative_to(ROOT).as_posix()
    command = [gcc, "-std=c++17", "-MM", "-MG", *(f"-I{folder}" for folder in folders), source]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.replace("\\\n", " ").partition(":")[2].split()


def missing_features(isa: str) -> list[str]:
    """What the processor of a set of `NATIVE` must have and ours has not."""
    needed = read_toolchain(NATIVE[isa], ROOT).processor
    return sorted(set(needed) - (processor_features() or set()))


@pytest.fixture(scope="module", params=HOSTS)
def host(request: pytest.FixtureRequest, compiler: Compiler, everything_plan: Plan) -> Path:
    if request.param in NATIVE and (missing := missing_features(request.param)):
        pytest.skip(f"this machine has no {', '.join(missing)}")
    checks = checks_of(request.param, compiler.command, REPEATED.get(request.param))
    sources = [HERE / name for name in (*checks, "host.cpp")]
    own = (*HOSTS[request.param], f"-I{ROOT / ISA / request.param}")
    with_set = replace(compiler, flags=(*compiler.flags, *own))
    return with_set.program("loops", sources, everything_plan)


def test_loops_of_the_host_stay_within_their_operands(host: Path) -> None:
    done = run(host)
    assert done.exit_code == 0, done.stdout
    assert int(done.stdout) >= FEWEST


@pytest.mark.parametrize("side", ["before", "behind"])
def test_a_host_faults_outside_of_the_guarded_memory(host: Path, side: str) -> None:
    done = subprocess.run([host, side], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode != 0
    assert "SEGV" in done.stderr


class Board:
    """The checks on the board of an instruction set."""

    def __init__(
        self,
        isa: str,
        executor: str,
        folder: Path,
        checks: tuple[str, ...],
        optimize: str = "size",
    ) -> None:
        name, begin, end = BOARDS[isa]
        toolchain = choose(name, executor, ROOT, optimize=optimize)
        defines = (
            *(f"-DKERF_GUARDED_BEGIN={begin:#x}", f"-DKERF_GUARDED_END={end:#x}"),
            # Another compiler's loops, or larger ones: two blocks of 16 and what may be left.
            *(("-DKERF_LONGEST=35",) if (executor, optimize) != ("local", "size") else ()),
            "-g0",
        )
        own = [HERE / source for source in (*checks, "board.cpp")]
        products = Products(
            build_dir=f"build/tests/isa-{isa}-{executor}-{optimize}",
            sources=("runtime/core/error.cpp",),
            include_dirs=("runtime", f"runtime/isa/{isa}", "runtime/isa/scalar", "."),
            executables=(
                Executable(
                    output="loops.elf",
                    sources=(
                        *(path.relative_to(ROOT).as_posix() for path in own),
                        *toolchain.port_sources,
                    ),
                ),
            ),
            reads=("runtime", "tests/runtime/isa"),
        )
        with_defines = replace(toolchain, compile=(*toolchain.compile, *defines))
        built = compile_products(with_defines, products, ROOT, jobs=2, say=lambda _: None)
        (self.program,) = built.executables
        assert toolchain.emulator is not None
        self.emulator = toolchain.emulator
        self.model = folder / "mode"

    def run(self, mode: int) -> Emulation:
        self.model.write_bytes(bytes([mode]))
        calls = b"KCAL" + (1).to_bytes(4, "little") + bytes(8)
        return emulate(self.emulator, self.program, self.model, calls, root=ROOT, timeout_s=300)


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest, require_tool: RequireTool, tmp_path: Path) -> Board:
    require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    checks = checks_of(request.param, "arm-none-eabi-g++", REPEATED.get(request.param))
    return Board(request.param, "local", tmp_path, checks)


@pytest.mark.slow
def test_loops_of_a_set_stay_within_their_operands(board: Board) -> None:
    done = board.run(0)
    assert done.status == 0, done.stream
    assert int.from_bytes(done.stream, "little") >= FEWEST


@pytest.mark.slow
@pytest.mark.parametrize("mode", [1, 2], ids=["before", "behind"])
def test_a_board_faults_outside_of_the_guarded_memory(board: Board, mode: int) -> None:
    with pytest.raises(VerifyError, match="the processor took a fault"):
        board.run(mode)


class Emulated:
    """The checks as a program of another processor's Linux."""

    def __init__(self, case: str, executor: str) -> None:
        isa, name, flags, checks = EMULATED[case]
        optimize = "speed" if case in (LARGER, WITHOUT) else "size"
        toolchain = choose(name, executor, ROOT, optimize=optimize)
        sources = [*(HERE / each for each in checks), HERE / "host.cpp"]
        if executor == "zig":  # without its C library, which it would compile first
            toolchain = replace(toolchain, link=(*toolchain.link, "-nostdlib"), libraries=())
            sources += [HERE / "bare_linux.cpp", *RUNTIME.glob("platform/freestanding/*.cpp")]
        products = Products(
            build_dir=f"build/tests/isa-{isa}{''.join(flags)}-{executor}-{optimize}",
            sources=("runtime/core/error.cpp",),
            include_dirs=("runtime", f"runtime/isa/{isa}", "runtime/isa/scalar", "."),
            executables=(
                Executable(
                    output="loops",
                    sources=tuple(path.relative_to(ROOT).as_posix() for path in sources),
                ),
            ),
            reads=("runtime", "tests/runtime/isa"),
        )
        with_flags = replace(toolchain, compile=(*toolchain.compile, *flags, "-g0"))
        built = compile_products(with_flags, products, ROOT, jobs=2, say=lambda _: None)
        assert toolchain.emulator is not None
        emulator = (*toolchain.emulator.command, *LONGER.get(case, ()))
        self.command = (*emulator, str(ROOT / built.executables[0]))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*self.command, *arguments], capture_output=True, text=True)


@pytest.fixture(params=EMULATED)
def emulated(request: pytest.FixtureRequest, require_tool: RequireTool) -> Emulated:
    file = read_toolchain(EMULATED[request.param][1], ROOT)
    assert file.emulator is not None
    require_tool(file.emulator.command[0])
    if file.local is None:
        require_zig()
        return Emulated(request.param, "zig")
    require_tool(read_compilers(ROOT)[file.local.compiler].command[0])
    return Emulated(request.param, "local")


@pytest.mark.slow
def test_loops_of_another_processor_stay_within_their_operands(emulated: Emulated) -> None:
    done = emulated.run()
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) >= FEWEST
    for side in ("before", "behind"):
        assert emulated.run(side).returncode == -SIGSEGV


@pytest.mark.slow
@pytest.mark.parametrize("isa", ["helium", "dsp", "vfp"])  # intrinsics, assembly; others are C++
def test_loops_by_zig_stay_within_their_operands(
    isa: str, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_zig()
    require_tool("qemu-system-arm")
    own = checks_of(isa, require_tool("g++"), "scalar")
    done = Board(isa, "zig", tmp_path, own).run(0)
    assert done.status == 0, done.stream
    assert int.from_bytes(done.stream, "little") >= FEWEST


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["local", "zig"])
@pytest.mark.parametrize(
    ("isa", "checks"),
    [
        ("helium", ("sums.cpp", "planes.cpp", *INT8)),
        ("dsp", (*INT8, "windows.cpp")),
        ("armv6m", INT8),
    ],
)
def test_larger_loops_stay_within_their_operands(
    isa: str, checks: tuple[str, ...], executor: str, require_tool: RequireTool, tmp_path: Path
) -> None:
    """Some sets have other loops where code need not be small."""
    if executor == "zig":
        require_zig()
    else:
        require_tool("arm-none-eabi-gcc")
    require_tool("qemu-system-arm")
    done = Board(isa, executor, tmp_path, checks, optimize="speed").run(0)
    assert done.status == 0, done.stream
    assert int.from_bytes(done.stream, "little") >= FEWEST
