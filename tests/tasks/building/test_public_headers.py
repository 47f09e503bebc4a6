"""The headers of a target as its users compile them, next to their own."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tasks.building.public_headers import public_headers, with_definitions, with_relative_includes
from tasks.toolchain.file import read_toolchain

ROOT = Path(__file__).parents[3]
RUNTIME = ROOT / "runtime"
HEADERS = public_headers((RUNTIME,), read_toolchain("host-gcc", ROOT))
"""The public headers of the reference target."""

STRICT = ("-std=c++17", "-Wall", "-Wextra", "-Wundef", "-Werror", "-fsyntax-only")
MICROCONTROLLER = ("-mcpu=cortex-m4", "-mthumb", "--specs=picolibc.specs", "-fno-exceptions")

RequireTool = Callable[[str], str]


@pytest.fixture(scope="module")
def include(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the public headers, as a build writes it."""
    folder = tmp_path_factory.mktemp("include")
    for name, text in HEADERS.items():
        write(folder / name, text)
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def compile_text(program: str, text: str, folder: Path, *words: str) -> tuple[int, str]:
    """The exit code for a source with this text in `folder`, and what was printed."""
    write(folder / "source.cpp", text)
    command = [program, *words, str(folder / "source.cpp")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


# Which headers are public


def test_all_headers_are_in_one_folder() -> None:
    assert all(name.startswith("kerf/") for name in HEADERS)


def test_headers_for_applications_and_kernel_libraries_are_public() -> None:
    wanted = {
        *("core/error.h", "core/result.h", "program/program.h", "program/method_meta.h"),
        *("program/flat_tensor.h", "executor/method.h", "tensor/tensor.h", "tensor/value.h"),
        *("memory/arena.h", "memory/block.h", "memory/memory_manager.h", "platform/port.h"),
        *("executor/registry.h", "executor/kernel.h", "executor/call.h", "executor/adapter.h"),
        *("kernels/context.h", "kernels/facts.h", "kernels/dispatch.h", "kerf.h"),
        *("selected/memory.h", "selected/capacity.h", "selected/features.h"),
    }
    assert {f"kerf/{name}" for name in wanted} <= HEADERS.keys()


def test_families_of_kernels_and_loops_are_not_public() -> None:
    kernels = [f"kerf/kernels/{folder}/" for folder in ("portable", "prim", "support")]
    inside = (*kernels, "kerf/isa/", "kerf/loops/")
    assert not [name for name in HEADERS if name.startswith((*inside, "kerf/apps/"))]


def test_header_is_read_from_the_first_folder_that_has_it(tmp_path: Path) -> None:
    write(tmp_path / "selected" / "capacity.h", "// Of a target.\n")
    headers = public_headers((tmp_path, RUNTIME), read_toolchain("host-gcc", ROOT))
    assert headers["kerf/selected/capacity.h"] == "// Of a target.\n"
    assert headers["kerf/selected/features.h"] == HEADERS["kerf/selected/features.h"]
    assert "#pragma once\n#define KERF_DIAGNOSTICS 1\n" in headers["kerf/core/options.h"]


@pytest.mark.parametrize(
    ("name", "included", "written"),
    [
        ("kerf.h", "core/error.h", "core/error.h"),
        ("core/result.h", "core/error.h", "error.h"),
        ("executor/method.h", "core/error.h", "../core/error.h"),
        ("a/b/c.h", "a/d/e.h", "../d/e.h"),
    ],
)
def test_our_headers_are_included_by_relative_paths(name: str, included: str, written: str) -> None:
    text = f'#include <stdint.h>\n\n#include "{included}"\nint x;  // "{included}"\n'
    expected = f'#include <stdint.h>\n\n#include "{written}"\nint x;  // "{included}"\n'
    assert with_relative_includes(name, text) == expected


def test_definitions_are_those_of_the_compilers_option() -> None:
    text = with_definitions("// x\n#pragma once\ny\n", ("KERF_A", "KERF_B=2", "KERF_C=a=b"))
    macros = "#define KERF_A 1\n#define KERF_B 2\n#define KERF_C a=b\n"
    assert text == f"// x\n#pragma once\n{macros}y\n"


# What a compiler makes of them


@pytest.mark.parametrize("name", HEADERS)
def test_header_compiles_alone_without_warning(
    name: str, include: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    text = f"#include <{name}>\n"
    words = (*STRICT, f"-I{include}")
    assert compile_text(require_tool("g++"), text, tmp_path, *words) == (0, "")


def test_umbrella_compiles_for_a_microcontroller(
    include: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    words = (*STRICT, *MICROCONTROLLER, f"-I{include}")
    program = require_tool("arm-none-eabi-g++")
    assert compile_text(program, "#include <kerf/kerf.h>\n", tmp_path, *words) == (0, "")


def test_every_macro_has_our_prefix(
    include: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    program = require_tool("g++")
    system = "#include <stddef.h>\n#include <stdint.h>\n"

    def macros(text: str) -> set[str]:
        words = ("-std=c++17", "-dM", "-E", f"-I{include}")
        code, printed = compile_text(program, text, tmp_path, *words)
        assert code == 0, printed
        return set(re.findall(r"^#define (\w+)", printed, re.MULTILINE))

    ours = macros(system + "#include <kerf/kerf.h>\n") - macros(system)
    assert "KERF_TRY" in ours
    assert not [name for name in ours if not name.startswith("KERF_")]


# A firmware that has headers of the same names

SAME_NAMES = ("kerf.h", "core/error.h", "core/options.h", "memory/arena.h", "tensor/tensor.h")
SAME_NAMES += ("selected/memory.h", "selected/features.h", "executor/method.h", "error.h")


def firmware(folder: Path) -> str:
    """Headers with the paths of ours, and a source that needs them and ours, in both forms."""
    lines = []
    for index, name in enumerate(SAME_NAMES):
        text = f"#pragma once\nnamespace firmware {{ constexpr int header_{index} = {index}; }}\n"
        write(folder / name, text)
        lines.append(f"#include <{name}>" if index % 2 else f'#include "{name}"')
    lines.insert(len(lines) // 2, "#include <kerf/kerf.h>")
    lines += [
        f"static_assert(firmware::header_{index} == {index});" for index in range(len(SAME_NAMES))
    ]
    lines += [
        "static_assert(kerf::Error::InvalidProgram == static_cast<kerf::Error>(0x23));",
        "kerf::Arena arena;",
        "kerf::Block<kerf::selected::kTempBytes> temp;",
        "bool state = kerf::selected::features::kState;",
        "kerf::Error run(kerf::Method& method, kerf::Tensor& tensor) {",
        "  KERF_TRY(method.set_input(0, tensor));",
        "  return method.execute();",
        "}",
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "folders",
    [
        ("-I{ours}", "-I{theirs}"),
        ("-I{theirs}", "-I{ours}"),
        ("-isystem{ours}", "-I{theirs}"),
        ("-iquote{theirs}", "-I{ours}", "-I{theirs}"),
        ("-I{theirs}", "-I{theirs}/core", "-I{theirs}/memory", "-I{ours}"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_firmware_with_headers_of_the_same_names_gets_its_own(
    compiler: str,
    folders: Sequence[str],
    include: Path,
    require_tool: RequireTool,
    tmp_path: Path,
) -> None:
    program = require_tool(compiler)
    theirs = tmp_path / "theirs"
    text = firmware(theirs)
    words = [word.format(ours=include, theirs=theirs) for word in folders]
    for folder in (theirs, tmp_path / "elsewhere"):
        assert compile_text(program, text, folder, *STRICT, *words) == (0, "")


def test_firmware_may_have_a_folder_kerf(
    include: Path, require_tool: RequireTool, tmp_path: Path
) -> None:
    """Only the umbrella is looked up in the include folders of a user's build."""
    write(tmp_path / "theirs" / "kerf" / "core" / "error.h", "#error not of Kerf\n")
    words = (*STRICT, f"-I{tmp_path / 'theirs'}", f"-I{include}")
    program = require_tool("g++")
    assert compile_text(program, "#include <kerf/kerf.h>\n", tmp_path, *words) == (0, "")
