"""A target as one source: what it says, that compilers take it, what it takes and computes."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tasks.building.expand import expand
from tasks.building.planning import plan_target
from tasks.building.sources import build_dir, products
from tasks.config import load_target
from tasks.install.single_file import Data, file_stem, single_file
from tasks.run.cases import read_cases
from tasks.toolchain.choose import toolchain_for
from tests.tasks.release_repository import LOCAL, clone, task
from tests.tasks.small_repository import require_zig

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "configs" / "models"
EXAMPLE = ROOT / "examples" / "single-file"
M4 = ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard")
M55 = ("-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=hard")
M0 = ("-mcpu=cortex-m0plus", "-mthumb")
RV32 = ("-march=rv32imafc", "-mabi=ilp32f")
PICOLIBC = "--specs=picolibc.specs"
ARM, RISCV = "arm-none-eabi-gcc", "riscv64-unknown-elf-gcc"
TARGETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "dscnn-int8-m4": (ARM, M4),
    "mv2-int8-m4-compiled": (ARM, M4),
    "mv2-arm": (ARM, M55),
    "dscnn-int8-m0plus": (ARM, M0),
    "add-mul-riscv": (RISCV, RV32),
    "add-mul-host": ("gcc", ()),
}
COMPARED = ("dscnn-int8-m4", "mv2-arm")
"""The library of these is installed as well."""
FLAGS = ("-Os", "-std=c++17", "-fno-exceptions", "-fno-rtti", "-ffp-contract=off")
SECTIONS = ("-ffunction-sections", "-fdata-sections")
WARNINGS = ("-Wall", "-Wextra", "-Werror")
GCC = "--param=comdat-sharing-probability=0"
BOARD = (
    *(PICOLIBC, "--oslib=semihost", "--crt0=hosted", "-Wl,--gc-sections"),
    "-Wl,--defsym=__flash=0,--defsym=__flash_size=0x400000",
    "-Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x400000",
)


@pytest.fixture(scope="module")
def installed(
    repository: Path, require_tool: RequireTool, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with a folder for each target, with its single file, and with some libraries."""
    for tool in (ARM, RISCV, "gcc"):
        require_tool(tool)
    folder = tmp_path_factory.mktemp("single")
    own = clone(repository, folder / "kerf")
    for target in TARGETS:
        prefix = f"--prefix={folder / target}"
        done = task(own, "tasks.install", target, "--form=single-file", prefix, LOCAL)
        assert done.returncode == 0, done.stderr
    for target in COMPARED:
        done = task(own, "tasks.install", target, f"--prefix={folder / 'library'}", LOCAL)
        assert done.returncode == 0, done.stderr
    for data in ("incbin", "binary"):
        target = "mv2-int8-m4-compiled"
        words = (target, "--form=single-file", f"--data={data}", f"--prefix={folder / data}")
        done = task(own, "tasks.install", *words, LOCAL)
        assert done.returncode == 0, done.stderr
    return folder


def run(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def plus(compiler: str) -> str:
    return compiler.replace("gcc", "g++")


@pytest.mark.parametrize("target", TARGETS)
def test_text_has_licence_and_names_of_parts_and_no_marks_of_generators(
    installed: Path, target: str
) -> None:
    stem = file_stem(target)
    for path in (installed / target / f"{stem}.h", installed / target / f"{stem}.cpp"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"// Kerf 0.1.0 for {target}.\n//\n// Compile the .cpp with: ")
        assert "// BSD 3-Clause License\n" in text
        assert not re.search(r"cog|clang-format|nox -s gen|\n\n\n", text)
        assert not re.search(r'^#include "(?!kerf_)', text, re.M)
        parts = re.findall(r"^// (\S+) -{10,}$", text, re.M)
        assert len(parts) == len({*parts}) > 0
        assert str(installed) not in text
    texts = {path.name for path in (installed / target).iterdir()}
    assert texts >= {f"{stem}.h", f"{stem}.cpp"}


def test_kernels_that_were_not_selected_are_left_out(installed: Path) -> None:
    source = next((installed / "add-mul-host").glob("*.cpp")).read_text(encoding="utf-8")
    assert "// kernels/portable/matmul.h ---" in source
    assert "softmax.h" not in source
    assert "convolution.h ---" not in source


@pytest.mark.parametrize("target", TARGETS)
def test_gcc_takes_the_files_without_a_warning(
    installed: Path, tmp_path: Path, target: str
) -> None:
    compiler, machine = TARGETS[target]
    source = installed / target / file_stem(target)
    libc = () if compiler == "gcc" else (PICOLIBC,)
    words = (*libc, *machine, *WARNINGS, "-c")
    for more in ((), ("-std=c++20", "-fsyntax-only")):
        run(plus(compiler), *FLAGS, *words, *more, f"{source}.cpp", "-o", "x.o", folder=tmp_path)
    for standard in ("c99", "c11"):
        (tmp_path / "x.c").write_text(f'#include "{source.name}.h"\n', encoding="utf-8")
        include = f"-I{source.parent}"
        strict = (f"-std={standard}", "-pedantic", *words, include)
        run(compiler, *strict, "x.c", folder=tmp_path)
        run(compiler, *strict, f"{source}_data.c", folder=tmp_path)
    (tmp_path / "y.cpp").write_text(f'#include "{source.name}.h"\n', encoding="utf-8")
    for standard in ("c++11", "c++17"):  # the functions for C alone, or all
        run(plus(compiler), f"-std={standard}", *words, include, "y.cpp", folder=tmp_path)


CLANG = {
    "dscnn-int8-m4": ("--target=arm-none-eabi", "-ffreestanding", *M4),
    "mv2-int8-m4-compiled": ("--target=arm-none-eabi", "-ffreestanding", *M4),
    "add-mul-host": (),
}


@pytest.mark.parametrize("target", CLANG)
def test_clang_takes_the_source_without_a_warning(
    installed: Path, require_tool: RequireTool, tmp_path: Path, target: str
) -> None:
    source = installed / target / f"{file_stem(target)}.cpp"
    flags = (*FLAGS, "-fomit-frame-pointer", *CLANG[target], *WARNINGS)
    run(require_tool("clang++"), *flags, "-c", source, "-o", "x.o", folder=tmp_path)


@pytest.mark.parametrize(
    "machine",
    [
        (
            "-target",
            "thumb-freestanding-eabihf",
            "-mcpu=cortex_m4+vfp4d16sp",
            "-fomit-frame-pointer",
        ),
        ("-target", "aarch64-macos"),
        ("-target", "x86_64-windows-gnu"),
    ],
    ids=["cortex-m4", "macos", "windows"],
)
def test_zig_takes_the_source_without_a_warning(
    installed: Path, tmp_path: Path, machine: tuple[str, ...]
) -> None:
    require_zig()
    target = "dscnn-int8-m4" if "thumb" in machine[1] else "add-mul-host"
    source = installed / target / f"{file_stem(target)}.cpp"
    zig = (sys.executable, "-m", "ziglang", "c++", *machine)
    run(*zig, *FLAGS, *WARNINGS, "-c", source, "-o", "x.o", folder=tmp_path)


ADD_MUL = """\
#include <stdio.h>

#include "kerf_add_mul_host.h"

static KERF_ALIGNED uint8_t planned[KERF_ARRAY(KERF_PLANNED_BYTES_1)];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES) + KERF_TEMP_BYTES];

int main(void) {
  static kerf_program program;
  static kerf_method method;
  const kerf_block block = {planned, sizeof planned};
  const kerf_memory memory = {{state, KERF_METHOD_BYTES}, {0, 0}, &block, 1, 0, 0};
  const float inputs[][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {0.5f, 0.5f, 0.5f, 0.5f}};
  kerf_value out;
  int error = kerf_program_load(&program, kerf_add_mul_host_add_mul_pte,
                                kerf_add_mul_host_add_mul_pte_bytes);
  if (!error) error = kerf_method_load(&method, &program, "forward", &memory, 0, 0);
  for (int i = 0; i < 3 && !error; ++i)
    error = kerf_method_set_input_bytes(&method, i, inputs[i], sizeof inputs[i]);
  if (!error) error = kerf_method_execute(&method, 0);
  if (!error) error = kerf_method_get_output(&method, 0, &out);
  for (int i = 0; i < 4 && !error; ++i) printf("%g ", ((float*)out.as.tensor.data)[i]);
  return error;
}
"""


@pytest.mark.parametrize("without", [(), ("-U__GNUC__", "-fno-builtin")], ids=["gnu", "standard"])
def test_compiler_without_builtins_of_gnu_gives_the_same(
    installed: Path, require_tool: RequireTool, tmp_path: Path, without: tuple[str, ...]
) -> None:
    """What a compiler that is not GCC's kin needs is under `#ifndef __GNUC__`."""
    clang = require_tool("clang")
    folder = installed / "add-mul-host"
    (tmp_path / "main.c").write_text(ADD_MUL, encoding="utf-8")
    source = folder / "kerf_add_mul_host"
    if without:  # every name of a builtin is that of a standard function
        text = (folder / "kerf_add_mul_host.h").read_text(encoding="utf-8")
        assert "#ifndef __GNUC__\n" in text
    run(f"{clang}++", *FLAGS, *without, "-c", f"{source}.cpp", "-o", "k.o", folder=tmp_path)
    words = ("main.c", "k.o", f"{source}_data.c", f"-I{folder}", "-lm", "-o", "x")
    run(clang, "-Wall", "-Werror", *words, folder=tmp_path)
    assert run("./x", folder=tmp_path).stdout == "19.5 22.5 43.5 50.5 "


# What it takes

USE = """\
#include HEADER
#ifdef KERF_C_INTERFACE
int use(kerf_value* out, const void* data, const kerf_memory* memory) {
  static kerf_program program;
  static kerf_method method;
  int error = kerf_program_load(&program, data, 4);
  if (!error) error = kerf_method_load(&method, &program, "forward", memory, 0, 0);
  if (!error) error = kerf_method_set_input_bytes(&method, 0, data, 4);
  if (!error) error = kerf_method_execute(&method, 1000);
  if (!error) error = kerf_method_get_output(&method, 0, out);
  return error;
}
void _start(void) {
  for (;;) use((void*)8, (void*)16, (void*)32);
}
#else
void _start(void) {
  for (;;) mv2_cortex_m_forward((void*)16, (void*)32, (void*)64);
}
#endif
"""


@pytest.mark.parametrize("target", COMPARED)
def test_flash_is_at_most_a_hundredth_above_the_librarys(
    installed: Path, tmp_path: Path, target: str
) -> None:
    compiler, machine = TARGETS[target]
    stem = file_stem(target)
    (tmp_path / "use.c").write_text(USE, encoding="utf-8")
    library = installed / "library"
    link = (compiler, PICOLIBC, *machine, "-Os", "-nostartfiles", "-Wl,--gc-sections", "use.c")
    paths = (f"-I{library}/include/kerf/{target}", f"-L{library}/lib/kerf/{target}")
    header = "-DHEADER=<kerf/kerf_c.h>"
    run(*link, header, *paths, f"-lkerf-{target}", "-lm", "-o", "library.elf", folder=tmp_path)
    folder = installed / target
    flags = (*FLAGS, *SECTIONS, "-fno-math-errno", "-fno-threadsafe-statics", GCC)
    source = folder / f"{stem}.cpp"
    run(plus(compiler), PICOLIBC, *machine, *flags, "-c", source, "-o", "k.o", folder=tmp_path)
    header = f'-DHEADER="{stem}.h"'
    run(*link, header, f"-I{folder}", "k.o", "-lm", "-o", "source.elf", folder=tmp_path)
    rows = run("arm-none-eabi-size", "library.elf", "source.elf", folder=tmp_path).stdout
    by_library, by_source = (int(row.split()[0]) for row in rows.splitlines()[1:])
    assert by_library > 9000
    assert by_source <= by_library * 1.01


def test_covers_reads_firmware_that_was_made_of_the_file(
    repository: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool(ARM)
    own = clone(repository, tmp_path / "kerf")
    config = own / "configs" / "add-mul-arm.toml"
    text = config.read_text(encoding="utf-8").replace("[select]\n", "[select]\ndescribe = true\n")
    config.with_name("described.toml").write_text(text, encoding="utf-8")
    done = task(
        own, "tasks.install", "described", "--form=single-file", f"--prefix={tmp_path}", LOCAL
    )
    assert done.returncode == 0, done.stderr
    (tmp_path / "use.c").write_text(USE, encoding="utf-8")
    flags = (*FLAGS, *SECTIONS, PICOLIBC, *M55)
    header = '-DHEADER="kerf_described.h"'
    run(plus(ARM), *flags, "-c", "kerf_described.cpp", folder=tmp_path)
    words = ("-nostartfiles", "-Wl,--gc-sections", header, "use.c", "kerf_described.o", "-lm")
    run(ARM, PICOLIBC, *M55, "-Os", *words, "-o", "firmware.elf", folder=tmp_path)
    run("arm-none-eabi-objcopy", "-O", "binary", "firmware.elf", "firmware.bin", folder=tmp_path)
    for image in ("firmware.elf", "firmware.bin"):
        for model, code in (("add_mul.pte", 0), ("dscnn.pte", 4)):
            done = task(own, "tasks.covers", str(tmp_path / image), str(MODELS / model))
            assert done.returncode == code, done.stdout + done.stderr


# Firmware

UNIT = """\
#include "kerf_dscnn_int8_m4.h"
static KERF_ALIGNED uint8_t planned[KERF_PLANNED_BYTES_1];
static KERF_ALIGNED uint8_t state[KERF_ARRAY(KERF_METHOD_BYTES)];
static KERF_ALIGNED uint8_t temp[KERF_ARRAY(KERF_TEMP_BYTES)];
int interpreted(const void* input, size_t size, float* output) {
  static kerf_program program;
  static kerf_method method;
  static const kerf_block block = {planned, sizeof planned};
  const kerf_memory memory = {
      {state, sizeof state}, {temp, sizeof temp}, &block, 1, 0, 0};
  kerf_value out;
  int error = kerf_program_load(&program, kerf_dscnn_int8_m4_dscnn_cortex_m_pte,
                                kerf_dscnn_int8_m4_dscnn_cortex_m_pte_bytes);
  if (!error) error = kerf_method_load(&method, &program, "forward", &memory, 0, 0);
  if (!error) error = kerf_method_set_input_bytes(&method, 0, input, size);
  if (!error) error = kerf_method_execute(&method, UINT32_MAX);
  if (!error) error = kerf_method_get_output(&method, 0, &out);
  for (int i = 0; i < 12 && !error; ++i) output[i] = ((const float*)out.as.tensor.data)[i];
  return error;
}
"""
BOTH = """\
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kerf_mv2_int8_m4_compiled.h"
#include "inputs.h"
int interpreted(const void* input, size_t size, float* output);
static _Alignas(16) unsigned char arena[mv2_cortex_m_forward_arena_bytes];
static void show(int error, const float* outputs, int count) {
  printf("%d", error);
  for (int i = 0; i < count; ++i) {
    unsigned bits;
    memcpy(&bits, outputs + i, sizeof bits);
    printf(" %08x", bits);
  }
  printf("\\n");
}
int main(void) {
  float words[12], classes[2];
  int error = interpreted(dscnn_cortex_m, sizeof dscnn_cortex_m, words);
  show(error, words, 12);
  error = mv2_cortex_m_forward(arena, (const float*)mv2_cortex_m, classes);
  show(error, classes, 2);
  return 0;
}
"""


def test_two_models_single_files_in_one_firmware_give_the_expected_bits(
    installed: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    qemu = require_tool("qemu-system-arm")
    for target in ("dscnn-int8-m4", "mv2-int8-m4-compiled"):
        shutil.copytree(installed / target, tmp_path, dirs_exist_ok=True)
    inputs, expected = [], []
    for name in ("dscnn_cortex_m", "mv2_cortex_m"):
        case = read_cases(MODELS / f"{name}.pte").methods[0].cases[0]
        assert case.outputs is not None
        words = struct.iter_unpack("<I", case.inputs[0].data)
        numbers = ",".join(str(word) for (word,) in words)
        inputs.append(f"static const unsigned {name}[] = {{{numbers}}};\n")
        (output,) = case.outputs
        found = " ".join(f"{word:08x}" for (word,) in struct.iter_unpack("<I", output.data))
        expected.append(f"0 {found}")
    (tmp_path / "inputs.h").write_text("".join(inputs), encoding="utf-8")
    (tmp_path / "unit.c").write_text(UNIT, encoding="utf-8")
    (tmp_path / "main.c").write_text(BOTH, encoding="utf-8")
    sources = sorted(path.name for path in tmp_path.iterdir() if path.suffix in (".c", ".cpp"))
    command = (ARM, "-Os", "-fno-exceptions", *M4, *SECTIONS, *BOARD, *sources, "-o", "x.elf")
    run(*command, folder=tmp_path)
    board = ("-M", "mps2-an386", "-nographic", "-semihosting-config", "enable=on")
    printed = run(qemu, *board, "-kernel", "x.elf", folder=tmp_path).stderr  # by semihosting
    assert printed.splitlines() == expected


def test_example_builds_and_runs(
    installed: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("qemu-system-arm")
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True)
    shutil.copytree(installed / "dscnn-int8-m4", tmp_path, dirs_exist_ok=True)
    printed = run(require_tool("make"), "run", folder=tmp_path).stderr  # by semihosting
    assert printed.endswith("word 7, 61 %\n")


def test_data_are_the_same_bytes_in_each_form(installed: Path, tmp_path: Path) -> None:
    symbol = "kerf_weights_mv2_int8_m4_compiled"
    array, incbin = installed / "mv2-int8-m4-compiled", installed / "incbin"
    content = {}
    for folder in (array, incbin):
        source = next(folder.glob("*_data.c"))
        words = (ARM, *M4, "-Os", *SECTIONS, "-c", source, f"-I{folder}", "-Wa,-I", f"-Wa,{folder}")
        run(*words, "-o", "x.o", folder=tmp_path)
        assert symbol in run("arm-none-eabi-nm", "x.o", folder=tmp_path).stdout
        align = run("arm-none-eabi-readelf", "-SW", "x.o", folder=tmp_path).stdout
        rows = [
            row.split()
            for row in align.splitlines()
            if " .rodata" in row and row.split()[-1] != "4"
        ]
        assert [row[-1] for row in rows] == ["16"]
        name = rows[0][rows[0].index("PROGBITS") - 1]
        run("arm-none-eabi-objcopy", "-O", "binary", "-j", name, "x.o", "x.bin", folder=tmp_path)
        content[folder.name] = (tmp_path / "x.bin").read_bytes()
    binary = (installed / "binary" / f"{symbol}.bin").read_bytes()
    assert content == {"mv2-int8-m4-compiled": binary, "incbin": binary}
    assert not [*(installed / "binary").glob("*.c")]


def test_every_kernel_can_be_in_one_source(
    repository: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    """No two files of the runtime give different things one name."""
    gxx = require_tool("g++")
    target = load_target("reference", clone(repository, tmp_path / "kerf"))
    toolchain = toolchain_for(target, "local")
    planned = plan_target(target, toolchain=toolchain.file)
    expand(planned.plan, target.root, target.root / build_dir(target) / "selected")
    built = products(target, planned.plan, toolchain)
    for name, content in single_file(planned, built, toolchain, Data.ARRAY).items():
        (tmp_path / name).write_bytes(content)
    text = (tmp_path / "kerf_reference.cpp").read_text(encoding="utf-8")
    assert len(re.findall(r"^Error call_\w+\(Call& call\) ", text, re.M)) >= len(
        planned.plan.kernels
    )
    run(gxx, *FLAGS, *WARNINGS, "-fsyntax-only", "kerf_reference.cpp", folder=tmp_path)


def test_two_headers_in_one_source_are_refused_in_words(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(
        "".join(
            f'#include "{installed / target / file_stem(target)}.h"\n'
            for target in ("add-mul-host", "dscnn-int8-m4")
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        ["gcc", "-c", "x.c"],
        cwd=tmp_path,
        env={**os.environ, "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "includes the header of one of Kerf's targets" in done.stderr
