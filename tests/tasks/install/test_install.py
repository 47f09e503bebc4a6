"""The installed library, used as a user would: CMake, make, other compilers, a moved prefix."""

from __future__ import annotations

import filecmp
import os
import re
import shlex
import shutil
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.pte import read_program_file
from tests.tasks.release_repository import LOCAL, clone, task

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
MODEL = ROOT / "configs" / "models" / "add_mul.pte"
PLAIN = ("-std=c++17", "-Os", "-fno-exceptions", "-fno-rtti", "--specs=picolibc.specs")
PRINTED = "19.5 22.5 43.5 50.5 Ok\n"
"""[[1, 2], [3, 4]] x [[5, 6], [7, 8]] + 0.5, by hand."""


@pytest.fixture(scope="module")
def prefix(
    repository: Path, require_tool: RequireTool, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A prefix with four targets and a model that one ships, whose name has a space; then moved."""
    require_tool("gcc")
    require_tool("arm-none-eabi-gcc")
    folder = tmp_path_factory.mktemp("install")
    own = clone(repository, folder / "kerf")
    installed = folder / "pre fix"
    for target in ("add-mul-host", "dscnn-host", "add-mul-m0plus", "add-mul-arm"):
        done = task(own, "tasks.install", target, f"--prefix={installed}", LOCAL)
        assert done.returncode == 0, done.stderr
    other = f"--prefix={installed / 'for lto'}"
    done = task(own, "tasks.install", "add-mul-arm", other, "--lto", LOCAL)
    assert done.returncode == 0, done.stderr
    moved = folder / "moved to"
    installed.rename(moved)
    shutil.copy(own / "build" / "dscnn-host" / "dscnn.pte", moved)
    shutil.rmtree(own)
    return moved


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_example_with_cmake_builds_and_runs(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    cmake = require_tool("cmake")
    example = Path(shutil.copytree(EXAMPLES / "cmake", tmp_path / "example"))
    configured = run(cmake, "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", folder=example)
    assert configured.returncode == 0, configured.stderr
    built = run(cmake, "--build", "build", folder=example)
    assert built.returncode == 0, built.stdout + built.stderr
    assert run("build/add_mul", MODEL, folder=example).stdout == PRINTED


def stm32(folder: Path) -> Path:
    """The firmware example in `folder`, for the 8 KB of RAM that the emulated STM32 has."""
    example = Path(shutil.copytree(EXAMPLES / "stm32", folder / "firmware"))
    script = example / "STM32G071RBTX_FLASH.ld"
    text = script.read_text(encoding="utf-8")
    assert text.count("LENGTH = 36K") == 1
    script.write_text(text.replace("LENGTH = 36K", "LENGTH = 8K"), encoding="utf-8")
    return example


def answer_of(firmware: Path, folder: Path) -> list[float]:
    """What the firmware has in `answer` after two seconds on an emulated STM32."""
    names = run("arm-none-eabi-nm", firmware, folder=folder).stdout
    (address,) = re.findall(r"^(\w+) B answer$", names, re.M)
    command = ["qemu-system-arm", "-M", "stm32vldiscovery", "-display", "none", "-serial", "none"]
    process = subprocess.Popen(
        [*command, "-monitor", "stdio", "-kernel", str(firmware)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    time.sleep(2)
    printed = process.communicate(f"xp /4wx 0x{address}\nquit\n", timeout=60)[0]
    (words,) = re.findall(rf"^0*{address}: (0x.*?)\s*$", printed, re.M)
    return list(
        struct.unpack("<4f", b"".join(int(w, 16).to_bytes(4, "little") for w in words.split()))
    )


def test_firmware_with_a_vendors_start_up_and_make_runs(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    for tool in ("pkg-config", "make", "qemu-system-arm"):
        require_tool(tool)
    example = stm32(tmp_path)
    path = str(prefix / "lib" / "pkgconfig")
    built = run("make", f"MODEL={MODEL}", folder=example, PKG_CONFIG_PATH=path)
    assert built.returncode == 0, built.stderr
    assert "warning" not in built.stderr
    assert answer_of(example / "firmware.elf", example) == [19.5, 22.5, 43.5, 50.5]


def test_firmware_with_cmake_runs(prefix: Path, require_tool: RequireTool, tmp_path: Path) -> None:
    for tool in ("cmake", "qemu-system-arm"):
        require_tool(tool)
    example = stm32(tmp_path)
    options = ("-DCMAKE_TOOLCHAIN_FILE=arm-none-eabi.cmake", f"-DMODEL={MODEL}")
    configured = run(
        "cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", *options, folder=example
    )
    assert configured.returncode == 0, configured.stderr
    built = run("cmake", "--build", "build", folder=example)
    assert built.returncode == 0, built.stdout + built.stderr
    assert answer_of(example / "build" / "firmware.elf", example) == [19.5, 22.5, 43.5, 50.5]


UNIT = """\
#include <kerf/kerf.h>
using namespace kerf;
static Block<selected::kPlannedBytes[1]> planned;
static Block<selected::kMethodBytes> state;
static Block<selected::kTempBytes> temp;
static Error run(Span<const uint8_t> bytes) {{
  const Result<Program> program = Program::load(bytes);
  KERF_TRY(program.error());
  Arena state_arena(state), temp_arena(temp);
  const Span<uint8_t> blocks[] = {{planned}};
  Result<Method> method =
      Method::load(program.get(), "forward", MemoryManager(&state_arena, blocks, &temp_arena));
  KERF_TRY(method.error());
  return method->execute();
}}
int {name}(const uint8_t* bytes, size_t count) {{ return static_cast<int>(run({{bytes, count}})); }}
"""
BOTH = """\
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int one(const uint8_t*, size_t);
int two(const uint8_t*, size_t);
alignas(16) static uint8_t file[1 << 20];
int main(int, char** names) {
  for (int i = 1; i < 3; ++i) {
    FILE* stream = fopen(names[i], "rb");
    const size_t count = fread(file, 1, sizeof file, stream);
    fclose(stream);
    printf("%d ", (i == 1 ? one : two)(file, count));
  }
}
"""


def test_two_installed_libraries_in_one_program_run_each_its_model(
    prefix: Path, tmp_path: Path
) -> None:
    objects, libraries = [], []
    for name, target in (("one", "add-mul-host"), ("two", "dscnn-host")):
        (tmp_path / f"{name}.cpp").write_text(UNIT.format(name=name), encoding="utf-8")
        include = f"-I{prefix / 'include' / 'kerf' / target}"
        command = ("g++", "-std=c++17", "-Wall", "-Werror", include, "-c", f"{name}.cpp")
        assert (done := run(*command, folder=tmp_path)).returncode == 0, done.stderr
        objects.append(f"{name}.o")
        libraries.append(prefix / "lib" / "kerf" / target / f"libkerf-{target}.a")
    (tmp_path / "main.cpp").write_text(BOTH, encoding="utf-8")
    for order in (libraries, libraries[::-1]):
        done = run("g++", "main.cpp", *objects, *order, "-lm", "-o", "both", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        ran = run("./both", MODEL, prefix / "dscnn.pte", folder=tmp_path)
        assert ran.stdout == "0 0 ", ran.stderr


def test_pkg_config_names_the_library_of_each_target(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    """Both in one command, in either order: the libraries of two targets are called differently."""
    program = require_tool("pkg-config")
    path = {"PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    names = ("add-mul-host", "dscnn-host")
    for name, target in zip(("one", "two"), names, strict=True):
        (tmp_path / f"{name}.cpp").write_text(UNIT.format(name=name), encoding="utf-8")
        flags = run(program, "--cflags", f"kerf-{target}", folder=tmp_path, **path).stdout
        command = ("g++", "-std=c++17", *shlex.split(flags), "-c", f"{name}.cpp")
        assert (done := run(*command, folder=tmp_path)).returncode == 0, done.stderr
    (tmp_path / "main.cpp").write_text(BOTH, encoding="utf-8")
    for order in (names, names[::-1]):
        packages = [f"kerf-{target}" for target in order]
        flags = run(program, "--libs", *packages, folder=tmp_path, **path).stdout
        command = ("g++", "main.cpp", "one.o", "two.o", *shlex.split(flags), "-o", "both")
        assert (done := run(*command, folder=tmp_path)).returncode == 0, done.stderr
        ran = run("./both", MODEL, prefix / "dscnn.pte", folder=tmp_path)
        assert ran.stdout == "0 0 ", ran.stderr


def test_example_with_make_builds_and_runs(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("pkg-config")
    make = require_tool("make")
    example = Path(shutil.copytree(EXAMPLES / "make", tmp_path / "example"))
    path = str(prefix / "lib" / "pkgconfig")
    built = run(make, folder=example, PKG_CONFIG_PATH=path)
    assert built.returncode == 0, built.stdout + built.stderr
    assert run("./add_mul", MODEL, folder=example).stdout == PRINTED


def test_examples_are_one_program_of_a_screen() -> None:
    assert filecmp.cmp(EXAMPLES / "cmake" / "main.cpp", EXAMPLES / "make" / "main.cpp", False)
    lines = (EXAMPLES / "cmake" / "main.cpp").read_text(encoding="utf-8").splitlines()
    (start,) = (at for at, line in enumerate(lines) if line.startswith("Error run("))
    end = lines.index("}", start)
    assert end - start <= 20


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_headers_need_no_flag_and_give_no_warning(
    prefix: Path, require_tool: RequireTool, tmp_path: Path, compiler: str, standard: str
) -> None:
    program = require_tool(compiler)
    include = prefix / "include" / "kerf" / "add-mul-host"
    library = prefix / "lib" / "kerf" / "add-mul-host"
    warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-comma")
    source = EXAMPLES / "cmake" / "main.cpp"
    words = (f"-std={standard}", *warnings, f"-isystem{include}", source, f"-L{library}")
    built = run(program, *words, "-lkerf-add-mul-host", "-lm", "-o", "x", folder=tmp_path)
    assert built.returncode == 0, built.stderr
    assert run("./x", MODEL, folder=tmp_path).stdout == PRINTED


def test_options_of_the_library_are_those_of_its_headers(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    """The host's library explains errors; its headers show that to users."""
    compilers = {
        "add-mul-host": (require_tool("g++"),),
        "add-mul-m0plus": (require_tool("arm-none-eabi-g++"), *PLAIN, "-mcpu=cortex-m0plus"),
    }
    text = "#include <kerf/kerf.h>\nstatic_assert(kerf::kDiagnostics == WANTED);\n"
    (tmp_path / "x.cpp").write_text(text, encoding="utf-8")
    targets = {"add-mul-host": "true", "add-mul-m0plus": "false"}
    for target, wanted in targets.items():
        # Headers of another target, further down the path, are not mixed with the first ones.
        names = sorted(targets, key=lambda name: name != target)
        folders = [prefix / "include" / "kerf" / name for name in names]
        words = ("-std=c++17", f"-DWANTED={wanted}", *(f"-I{folder}" for folder in folders))
        done = run(*compilers[target], *words, "-c", "x.cpp", folder=tmp_path)
        assert done.returncode == 0, done.stderr


def test_include_folder_of_a_target_holds_one_folder(prefix: Path) -> None:
    for target in ("add-mul-host", "add-mul-m0plus"):
        include = prefix / "include" / "kerf" / target
        assert [path.name for path in include.iterdir()] == ["kerf"]


def test_older_standard_is_reported_in_words(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    program = require_tool("g++")
    include = prefix / "include" / "kerf" / "add-mul-host"
    source = EXAMPLES / "cmake" / "main.cpp"
    built = run(program, "-std=c++14", f"-I{include}", "-c", source, folder=tmp_path)
    assert built.returncode != 0
    assert "Kerf's headers need C++17" in built.stderr


def test_target_that_is_not_installed_is_reported_with_what_to_do(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    cmake = require_tool("cmake")
    example = Path(shutil.copytree(EXAMPLES / "cmake", tmp_path / "example"))
    lists = example / "CMakeLists.txt"
    text = lists.read_text(encoding="utf-8").replace("add-mul-host", "mv2-host")
    lists.write_text(text, encoding="utf-8")
    done = run(cmake, "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", folder=example)
    assert done.returncode != 0
    words = re.sub(r"\s+", " ", done.stderr)
    assert "Kerf's target mv2-host is not installed" in words
    assert "nox -s install-mv2-host -- --prefix" in words


@pytest.mark.parametrize(
    ("version", "found"), [("0.1", True), ("0.1.0", True), ("0.2", False), ("1", False)]
)
def test_version_is_compatible_within_a_minor_version(
    prefix: Path, require_tool: RequireTool, tmp_path: Path, version: str, found: bool
) -> None:
    cmake = require_tool("cmake")
    lists = (
        "cmake_minimum_required(VERSION 3.16)\nproject(x LANGUAGES NONE)\n"
        f"find_package(Kerf {version} REQUIRED)\n"
    )
    (tmp_path / "CMakeLists.txt").write_text(lists, encoding="utf-8")
    done = run(cmake, "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", folder=tmp_path)
    assert (done.returncode == 0) is found, done.stderr


def test_nothing_that_is_installed_names_a_folder_of_this_machine(prefix: Path) -> None:
    for path in prefix.rglob("*"):
        if path.is_file():
            assert str(prefix.parent).encode() not in path.read_bytes(), path


# A user's firmware: their own start-up and memory, Kerf's library from the prefix

# With a function of the C library, whose objects say of which float ABI they are.
FIRMWARE = (
    "#include <kerf/kerf.h>\n"
    'extern "C" int use(const uint8_t* data, size_t bytes) {\n'
    "  const bool differ = __builtin_memcmp(data, data + 1, bytes) != 0;\n"
    "  return kerf::Program::load({data, bytes}).ok() && differ;\n}\n"
    'extern "C" void _start() { for (;;) use(nullptr, 0); }\n'
)
ARM = ("-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=hard")
SOFT = ("-mcpu=cortex-m55", "-mthumb")


def flags(prefix: Path, target: str, what: str) -> list[str]:
    """The words that pkg-config prints for `what`."""
    path = str(prefix / "lib" / "pkgconfig")
    done = run("pkg-config", what, f"kerf-{target}", folder=prefix, PKG_CONFIG_PATH=path)
    assert done.returncode == 0, done.stderr
    return [word.replace("\\", "") for word in re.split(r"(?<!\\) ", done.stdout.strip())]


def compiled(
    compiler: str, words: list[str], folder: Path
) -> tuple[subprocess.CompletedProcess[str], Path]:
    (folder / "x.cpp").write_text(FIRMWARE, encoding="utf-8")
    built = run(compiler, *PLAIN[:4], *words, "-c", "x.cpp", "-o", "x.o", folder=folder)
    return built, folder / "x.o"


def linked(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    link = ("-nostartfiles", "x.o", *words, "-o", "x.elf")
    return run("arm-none-eabi-gcc", "--specs=picolibc.specs", *link, folder=folder)


@pytest.mark.parametrize("target", ["add-mul-m0plus", "add-mul-arm"])
@pytest.mark.parametrize("lto", [False, True])
def test_firmware_links_with_the_flags_of_pkg_config(
    prefix: Path, require_tool: RequireTool, tmp_path: Path, target: str, lto: bool
) -> None:
    require_tool("pkg-config")
    own = prefix / "for lto" if lto and target == "add-mul-arm" else prefix
    built, _ = compiled("arm-none-eabi-g++", flags(own, target, "--cflags"), tmp_path)
    assert built.returncode == 0, built.stderr
    done = linked(flags(own, target, "--libs"), tmp_path)
    assert done.returncode == 0, done.stderr
    hard = (
        "Tag_ABI_VFP_args: VFP registers"
        in run("arm-none-eabi-readelf", "-A", "x.elf", folder=tmp_path).stdout
    )
    assert hard is (target == "add-mul-arm")


@pytest.mark.parametrize("compiler", ["arm-none-eabi-g++", "clang++"])
@pytest.mark.parametrize("words", [(), SOFT, ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard")])
def test_flags_of_another_processor_are_refused_when_headers_are_compiled(
    prefix: Path,
    require_tool: RequireTool,
    tmp_path: Path,
    compiler: str,
    words: tuple[str, ...],
) -> None:
    program = require_tool(compiler)
    include = f"-I{prefix / 'include' / 'kerf' / 'add-mul-arm'}"
    triple = ["--target=arm-none-eabi"] if compiler == "clang++" else []
    built, _ = compiled(program, [*triple, *words, include], tmp_path)
    assert built.returncode != 0
    assert "compile and link with -mcpu=cortex-m55 -mthumb -mfloat-abi=hard" in built.stderr


@pytest.mark.parametrize("folder", [".", "for lto"])
def test_soft_float_link_is_refused(
    prefix: Path, require_tool: RequireTool, tmp_path: Path, folder: str
) -> None:
    program = require_tool("arm-none-eabi-g++")
    own = prefix / folder
    include = f"-I{own / 'include' / 'kerf' / 'add-mul-arm'}"
    built, _ = compiled(program, [*ARM, include], tmp_path)
    assert built.returncode == 0, built.stderr
    done = linked(
        [*SOFT, f"-L{own / 'lib' / 'kerf' / 'add-mul-arm'}", "-lkerf-add-mul-arm"], tmp_path
    )
    assert done.returncode != 0
    assert "VFP register arguments" in done.stderr


def test_firmware_compiled_by_another_compiler_links(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    program = require_tool("clang++")
    include = f"-I{prefix / 'include' / 'kerf' / 'add-mul-arm'}"
    built, _ = compiled(program, ["--target=arm-none-eabi", *ARM, include], tmp_path)
    assert built.returncode == 0, built.stderr
    library = f"-L{prefix / 'lib' / 'kerf' / 'add-mul-arm'}"
    done = linked([*ARM, library, "-lkerf-add-mul-arm"], tmp_path)
    assert done.returncode == 0, done.stderr


def test_library_holds_intermediate_code_only_where_requested(
    prefix: Path, require_tool: RequireTool
) -> None:
    require_tool("arm-none-eabi-gcc")
    for own, wanted in ((prefix, False), (prefix / "for lto", True)):
        library = own / "lib" / "kerf" / "add-mul-arm" / "libkerf-add-mul-arm.a"
        sections = run("arm-none-eabi-readelf", "-SW", library, folder=prefix).stdout
        assert (".gnu.lto_" in sections) is wanted


def test_example_in_c_builds_and_runs(
    prefix: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("pkg-config")
    example = Path(shutil.copytree(EXAMPLES / "c", tmp_path / "example"))
    strict = "-std=c99 -Wall -Wextra -pedantic -Werror"
    environment = {"PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig"), "CFLAGS": strict}
    built = run(require_tool("make"), folder=example, **environment)
    assert built.returncode == 0, built.stdout + built.stderr
    assert run("./add_mul", MODEL, folder=example).stdout == PRINTED


UNIT_IN_C = """\
#include <kerf/kerf_c.h>
kerf_error {name}(void* bytes, size_t size, size_t* planned) {{
  static kerf_program program;
  *planned = KERF_PLANNED_BYTES_1;
  return kerf_program_load(&program, bytes, size);
}}
"""
BOTH_IN_C = """\
#include <stdio.h>
int one(void*, size_t, size_t*), two(void*, size_t, size_t*);
_Alignas(16) static char file[1 << 20];
int main(int count, char** arguments) {
  size_t planned;
  for (int i = 1; i < count; ++i) {
    FILE* stream = fopen(arguments[i], "rb");
    const size_t size = fread(file, 1, sizeof file, stream);
    const int error = i == 1 ? one(file, size, &planned) : two(file, size, &planned);
    printf("%d %d ", error, (int)planned);
  }
}
"""


def test_two_installed_libraries_are_called_from_c(prefix: Path, tmp_path: Path) -> None:
    libraries = []
    for name, target in (("one", "add-mul-host"), ("two", "dscnn-host")):
        (tmp_path / f"{name}.c").write_text(UNIT_IN_C.format(name=name), encoding="utf-8")
        include = f"-I{prefix / 'include' / 'kerf' / target}"
        done = run("gcc", "-std=c99", "-Werror", include, "-c", f"{name}.c", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        libraries.append(next((prefix / "lib" / "kerf" / target).glob("*.a")))
    (tmp_path / "main.c").write_text(BOTH_IN_C, encoding="utf-8")
    objects: list[str | Path] = ["main.c", "one.o", "two.o", *libraries, "-lm", "-o", "both"]
    assert (done := run("gcc", *objects, folder=tmp_path)).returncode == 0, done.stderr
    models = (MODEL, prefix / "dscnn.pte")
    sizes = [read_program_file(path).program.plans[0].planned_bytes[-1] for path in models]
    printed = run("./both", *models, folder=tmp_path).stdout
    assert printed == f"0 {sizes[0]} 0 {sizes[1]} "


@pytest.mark.parametrize(("folder", "most"), [(".", 300), ("for lto", 100)])
def test_a_program_in_c_is_little_larger_than_in_cpp(
    prefix: Path, require_tool: RequireTool, tmp_path: Path, folder: str, most: int
) -> None:
    require_tool("pkg-config")
    own, target = prefix / folder, "add-mul-arm"
    shutil.copy(MODEL, tmp_path / "model.pte")
    words = (*PLAIN[1:3], "-ffunction-sections", "-fdata-sections", PLAIN[4])
    lto = ("-flto",) if folder == "for lto" else ()
    sources = {
        "c": (ROOT / "tests" / "runtime" / "c_api" / "stm32.c", ("-std=c99",)),
        "cpp": (EXAMPLES / "stm32" / "main.cpp", ("-std=c++17", "-fno-rtti")),
    }
    common = (*words, *lto, *flags(own, target, "--cflags"))
    memory = [f"-Wl,--defsym=__{name}={at}" for name, at in MEMORY.items()]
    flash = {}
    for language, (source, standard) in sources.items():
        object_file, program = f"{language}.o", f"{language}.elf"
        compiler = "arm-none-eabi-gcc" if language == "c" else "arm-none-eabi-g++"
        command = (compiler, *common, *standard, "-c", source, "-o", object_file)
        done = run(*command, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        link = (*words, *lto, "-nostartfiles", "-Wl,--gc-sections,-emain", *memory)
        inputs = (object_file, EXAMPLES / "stm32" / "model.s", *flags(own, target, "--libs"))
        done = run("arm-none-eabi-gcc", *link, *inputs, "-o", program, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        sizes = run("arm-none-eabi-size", program, folder=tmp_path).stdout.splitlines()[1].split()
        flash[language] = int(sizes[0]) + int(sizes[1])
    assert 0 < flash["c"] - flash["cpp"] <= most


MEMORY = {
    "flash": 0,
    "flash_size": 0x400000,
    "ram": 0x20000000,
    "ram_size": 0x400000,
}
"""The symbols that picolibc's linker script takes: a Cortex-M55's flash and RAM."""
