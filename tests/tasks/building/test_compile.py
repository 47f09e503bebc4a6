"""What a build leaves behind, what it repeats, and what it prints when it fails."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import BuildError
from tasks.building.compile import compile_products
from tasks.building.ninja_file import Executable, Products
from tasks.executors.runner import LOCAL
from tasks.lock import locked
from tasks.toolchain.choose import Toolchain, choose
from tests.tasks.small_repository import (
    BARE_METAL,
    ROOT,
    build_small,
    make_repository,
    require_zig,
    small_products,
)

TOOLCHAINS = "toolchains/*/toolchain.toml"

pytestmark = pytest.mark.slow

RequireTool = Callable[[str], str]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repository")


@pytest.fixture
def gcc(require_tool: RequireTool, repository: Path) -> Toolchain:
    require_tool("gcc")
    return choose("host-gcc", "local", repository)


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each product and object below a build folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".o", ".a", ".elf")
    }


def test_a_build_leaves_archive_program_and_map(gcc: Toolchain, repository: Path) -> None:
    built = build_small(gcc, repository)
    assert built.steps == 5
    members = subprocess.run(["ar", "t", built.archive], capture_output=True, text=True, check=True)
    assert members.stdout.split() == ["error.o"]
    assert b"_ZN4kerf8platform4emit" in Path(f"{built.executables[0]}.map").read_bytes()
    (repository / "kerf.model").write_bytes(b"sixteen bytes!!!")
    assert subprocess.run([built.executables[0]], cwd=repository, check=False).returncode == 3
    assert (repository / "kerf.out").read_bytes()[16:] == b"sixteen bytes!!!"


def test_a_second_build_does_nothing_and_is_quick(gcc: Toolchain, repository: Path) -> None:
    build_small(gcc, repository)
    before = time.monotonic()
    assert build_small(gcc, repository).steps == 0
    assert time.monotonic() - before < 0.3


def test_a_changed_header_compiles_only_what_includes_it(gcc: Toolchain, repository: Path) -> None:
    build_small(gcc, repository)
    header = repository / "runtime" / "core" / "error.h"
    header.write_text(header.read_text() + "// changed\n", encoding="utf-8")
    printed: list[str] = []
    compile_products(gcc, small_products(gcc), repository, say=printed.append)
    assert [line.split()[1] for line in printed] == ["compile", "archive", "link"]


def test_another_version_of_the_compiler_compiles_everything_again(
    gcc: Toolchain, repository: Path
) -> None:
    build_small(gcc, repository)
    stamp = repository / "build" / "small" / "toolchain.txt"
    assert stamp.read_text() == f"host-gcc: gcc {gcc.version}\n"
    stamp.write_text("host-gcc: gcc 1.0\n", encoding="utf-8")
    assert build_small(gcc, repository).steps == 5


def test_progress_is_reported_step_by_step(gcc: Toolchain, repository: Path) -> None:
    printed: list[str] = []
    compile_products(gcc, small_products(gcc), repository, jobs=1, say=printed.append)
    assert [line.split("]")[0] for line in printed] == [f"[{step}/5" for step in range(1, 6)]
    assert "[5/5] link build/small/app.elf" in printed


def test_a_compile_error_is_shown_whole_with_its_command(gcc: Toolchain, repository: Path) -> None:
    (repository / "app" / "main.cpp").write_text("int main() { return nothing; }\n")
    printed: list[str] = []
    with pytest.raises(BuildError) as raised:
        compile_products(gcc, small_products(gcc), repository, say=printed.append)
    assert raised.value.exit_code == 6
    (fault,) = raised.value.faults
    first, command, *report = fault.splitlines()
    assert first == "build/small/obj/app/main.o cannot be built:"
    assert command.removeprefix("ccache ").startswith("gcc ")
    assert "-c app/main.cpp" in command
    assert any("'nothing' was not declared in this scope" in line for line in report)
    assert not [line for line in printed if "nothing" in line]


def test_a_warning_is_an_error(gcc: Toolchain, repository: Path) -> None:
    (repository / "app" / "main.cpp").write_text("int main() { int unused; }\n")
    with pytest.raises(BuildError, match="unused variable"):
        build_small(gcc, repository)


def test_a_failed_build_goes_on_where_it_stopped(gcc: Toolchain, repository: Path) -> None:
    main = repository / "app" / "main.cpp"
    text = main.read_text()
    main.write_text("int main() { return nothing; }\n")
    with pytest.raises(BuildError):
        compile_products(gcc, small_products(gcc), repository, jobs=1, say=lambda _: None)
    main.write_text(text)
    build_small(gcc, repository)
    assert build_small(gcc, repository).steps == 0


def test_a_missing_source_is_named(gcc: Toolchain, repository: Path) -> None:
    products = small_products(gcc, sources=["runtime/core/absent.cpp"])
    with pytest.raises(BuildError, match=r"runtime/core/absent\.cpp.* missing and no known rule"):
        compile_products(gcc, products, repository, say=lambda _: None)


def test_a_source_that_leaves_the_target_leaves_the_archive(
    gcc: Toolchain, repository: Path
) -> None:
    for name in ("one", "two"):
        (repository / "app" / f"{name}.cpp").write_text(f"int {name}() {{ return 1; }}\n")
    for names in (["app/one.cpp", "app/two.cpp"], ["app/two.cpp"]):
        built = compile_products(
            gcc, small_products(gcc, sources=names), repository, say=lambda _: None
        )
        message = subprocess.run(["nm", built.archive], capture_output=True, text=True, check=True)
        assert ("_Z3onev" in message.stdout) == ("app/one.cpp" in names)
        assert "_Z3twov" in message.stdout


def test_sources_of_one_name_are_all_in_the_archive(gcc: Toolchain, repository: Path) -> None:
    names = []
    for folder in ("one", "two"):
        (repository / "app" / folder).mkdir()
        names.append(f"app/{folder}/add.cpp")
        (repository / names[-1]).write_text(f"int {folder}() {{ return 1; }}\n")
    built = compile_products(
        gcc, small_products(gcc, sources=names), repository, say=lambda _: None
    )
    message = subprocess.run(["nm", built.archive], capture_output=True, text=True, check=True)
    assert "_Z3onev" in message.stdout
    assert "_Z3twov" in message.stdout


def test_a_source_may_ask_for_another_optimization(gcc: Toolchain, repository: Path) -> None:
    products = Products(
        build_dir="build/small",
        sources=("runtime/core/error.cpp", "runtime/core/fault.cpp"),
        include_dirs=("runtime",),
        executables=(),
        optimize={"runtime/core/fault.cpp": "speed"},
    )
    compile_products(gcc, products, repository, say=lambda _: None)
    ninja = LOCAL.find("ninja")
    assert ninja is not None
    message = subprocess.run(
        [ninja.path, "-f", "build/small/build.ninja", "-t", "commands"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )
    levels = {
        line.split()[-3]: "-O2" in line for line in message.stdout.splitlines() if "-c" in line
    }
    assert levels == {"runtime/core/error.cpp": False, "runtime/core/fault.cpp": True}


CROSS = [("host-gcc", "gcc"), ("cortex-m55", "arm-none-eabi-gcc"), BARE_METAL[-1]]


@pytest.mark.parametrize("lto", [False, True], ids=["objects", "lto"])
@pytest.mark.parametrize(("name", "tool"), CROSS, ids=[name for name, _ in CROSS])
def test_every_folder_and_number_of_jobs_gives_the_same_bytes(
    name: str, tool: str, lto: bool, require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool(tool)
    found = []
    for folder, jobs in (("one", 1), ("the other one", 2)):
        root = make_repository(tmp_path / folder)
        toolchain = choose(name, "local", root, lto=lto)
        compile_products(toolchain, small_products(toolchain), root, jobs=jobs, say=lambda _: None)
        found.append(digests(root / "build" / "small"))
    assert found[0] == found[1]
    assert len(found[0]) >= 4


UNITS = ("portable_arithmetic", "cortex_m_convolution")  # between them most loops


@pytest.mark.parametrize("name", sorted(p.parent.name for p in ROOT.glob(TOOLCHAINS)))
def test_zig_compiles_the_loops_of_every_toolchain(name: str, tmp_path: Path) -> None:
    require_zig()
    toolchain = choose(name, "zig", ROOT)
    includes = ("runtime", *(f"runtime/isa/{isa}" for isa in toolchain.isa))
    for unit in UNITS:
        done = subprocess.run(
            [
                *toolchain.compile,
                *toolchain.optimize,
                *(f"-I{folder}" for folder in includes),
                "-c",
                f"runtime/selected/{unit}.cpp",
                f"-o{tmp_path / unit}.o",
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cortex-m55", "rv32imac"])
def test_zig_gives_the_same_bytes_in_every_folder(name: str, tmp_path: Path) -> None:
    require_zig()
    found = []
    for folder in ("one", "the other one"):
        root = make_repository(tmp_path / folder)
        toolchain = choose(name, "zig", root, lto=True)
        build_small(toolchain, root)
        found.append(digests(root / "build" / "small"))
    assert found[0] == found[1]


def test_more_code_than_the_flash_holds_is_a_linker_error(
    require_tool: RequireTool, repository: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    main = repository / "app" / "main.cpp"
    big = "extern const char big[300000];\nconst char big[300000] = {1};\n"
    main.write_text(
        big + "extern volatile int at;\nvolatile int at;\n"
        'extern "C" int main() { return big[at]; }\n'
    )
    toolchain = choose("cortex-m0plus", "local", repository)
    with pytest.raises(BuildError, match=r"region `FLASH' overflowed by \d+ bytes"):
        build_small(toolchain, repository)


def test_two_builds_at_once_wait_for_each_other(gcc: Toolchain, repository: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from tasks.toolchain.choose import choose\n"
        "from tests.tasks.small_repository import build_small\n"
        "root = Path(sys.argv[2]); build_small(choose('host-gcc', 'local', root), root)\n"
    )
    command = [sys.executable, "-c", script, str(ROOT), str(repository)]
    with locked(repository / "build" / "small"):
        running = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
        time.sleep(0.5)
        assert [each.poll() for each in running] == [None, None]
    assert [each.wait(timeout=60) for each in running] == [0, 0]
    assert build_small(gcc, repository).steps == 0


def test_whoever_waits_says_for_whom(repository: Path, tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from tasks.lock import locked\n"
        "with locked(Path(sys.argv[2])): print('held', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(ROOT), str(tmp_path / "mv2-arm")]
    printed: list[str] = []

    def say(line: str) -> None:
        printed.append(line)
        assert holder.stdin is not None
        holder.stdin.close()

    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with locked(tmp_path / "mv2-arm", say):
            pass
    assert printed == [f"waiting for process {holder.pid}, which is building mv2-arm"]


def test_a_lock_may_be_taken_again_by_its_holder(tmp_path: Path) -> None:
    with locked(tmp_path / "x"), locked(tmp_path / "x"):
        pass
    with locked(tmp_path / "x"):
        pass


def test_paths_of_whoever_builds_do_not_reach_the_compiler(
    gcc: Toolchain, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "foreign").mkdir()
    (repository / "foreign" / "foreign.h").touch()
    main = repository / "app" / "main.cpp"
    main.write_text("#if __has_include(<foreign.h>)\n#error\n#endif\n" + main.read_text())
    monkeypatch.setenv("CPATH", str(repository / "foreign"))
    build_small(gcc, repository)


def test_an_executable_knows_its_map() -> None:
    assert Executable(output="runner.elf", sources=()).map == "runner.elf.map"


def compiler_without_a_c_library(name: str, require_tool: RequireTool) -> Toolchain:
    """A toolchain whose compiler finds no header of a C library: zig's has none for bare metal."""
    if name == "zig":
        require_zig()
        return choose("cortex-m4", "zig", ROOT)
    target, specs = {
        "clang": ("host-clang", ()),
        "arm-none-eabi-gcc": ("cortex-m4", ("--specs=picolibc.specs",)),
    }[name]
    require_tool(name)
    toolchain = choose(target, "local", ROOT)
    flags = [flag for flag in toolchain.compile if flag not in specs]
    return replace(toolchain, compile=(*flags, *(() if specs else ("-nostdlibinc",))))


@pytest.mark.parametrize("name", ["zig", "clang", "arm-none-eabi-gcc"])
@pytest.mark.parametrize(
    ("header", "advised"),
    [("math.h", True), ("string.h", True), ("my_ops/maths.h", False)],
)
def test_a_missing_header_of_the_c_library_names_ours(
    name: str, header: str, advised: bool, repository: Path, require_tool: RequireTool
) -> None:
    toolchain = compiler_without_a_c_library(name, require_tool)
    kernel = repository / "runtime" / "core" / "error.cpp"
    kernel.write_text(f"#include <{header}>\n{kernel.read_text()}")
    with pytest.raises(BuildError) as raised:
        build_small(toolchain, repository)
    fault = "\n".join(raised.value.faults)
    assert f"fatal error: '{header}'" in fault.replace(f" {header}:", f" '{header}'")
    assert ('"loops/maths.h"' in fault) == advised
    assert (ROOT / "runtime" / "isa" / "scalar" / "loops" / "maths.h").is_file()
