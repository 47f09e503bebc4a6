"""Which compiler is chosen, and what is reported if there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from codegen.errors import BuildError, ConfigError, ContainerError
from tasks.toolchain.choose import choose, fill
from tasks.toolchain.file import read_compilers, read_flags, read_toolchain
from tests.tasks.executors.engine import without_engine
from tests.tasks.small_repository import BARE_METAL, ROOT, make_repository, require_zig

NAMES = sorted(path.parent.name for path in ROOT.glob("toolchains/*/toolchain.toml"))
RequireTool = Callable[[str], str]

DRIVERS = ("ethos-u55", "ethos-u65", "ethos-u85")
"""Flags of Arm's driver for each NPU."""


@pytest.fixture(autouse=True)
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` would take a container first."""
    without_engine(monkeypatch)


@pytest.fixture
def no_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder that is all of the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def no_zig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)


def install(folder: Path, name: str, script: str) -> Path:
    """A program that is the shell script."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", NAMES)
def test_every_toolchain_names_known_compilers(name: str) -> None:
    file, compilers, flags = read_toolchain(name, ROOT), read_compilers(ROOT), read_flags(ROOT)
    uses = [use for use in (file.local, file.zig) if use is not None]
    assert file.zig in uses
    for use in uses:
        family = compilers[use.compiler].family
        assert family in flags.family
        assert set(flags.optimize[family]) == {"data", "size", "speed", *DRIVERS}
        for mode in flags.modes.values():
            assert {mode.loops, mode.rest} <= set(flags.optimize[family])


def test_a_toolchain_that_only_zig_builds_says_so(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    with pytest.raises(BuildError, match=r'rv64gcv: no installed compiler builds it. .*"zig"'):
        choose("rv64gcv", "local", root)
    with pytest.raises(
        ContainerError, match=r'the toolchain image has no compiler for it\. .*"zig"'
    ):
        choose("rv64gcv", "container", root)
    with pytest.raises(ContainerError, match=r'Set executor = "local" or "zig"'):
        choose("aarch64", "container", root)


@pytest.mark.parametrize("name", [name for name, _ in BARE_METAL])
def test_the_memory_of_a_board_is_aligned_and_does_not_overlap(name: str) -> None:
    memory = read_toolchain(name, ROOT).memory
    assert set(memory) == {"FLASH", "RAM", "MODEL", "CALLS", "ARENA"}
    for region in memory.values():
        assert region.origin % 128 == 0
        assert region.bytes % 128 == 0
    for one, other in combinations(memory.values(), 2):
        assert one.origin + one.bytes <= other.origin or other.origin + other.bytes <= one.origin


def test_an_installed_compiler_is_chosen_with_its_version_and_place(
    require_tool: RequireTool, tmp_path: Path
) -> None:
    path = require_tool("arm-none-eabi-gcc")
    message = subprocess.run([path, "-dumpfullversion"], capture_output=True, text=True, check=True)
    chosen = choose("cortex-m55", "auto", make_repository(tmp_path / "r"))
    assert (chosen.executor, chosen.compiler) == ("local", "arm-none-eabi-gcc")
    assert chosen.version == message.stdout.strip()
    installed = f"arm-none-eabi-gcc {chosen.version} at {Path(path).parent}, installed"
    assert chosen.reason.startswith(f"{installed}; the container engine at ")


def test_auto_takes_zig_where_no_compiler_is_installed_and_says_so(
    no_compilers: Path, tmp_path: Path
) -> None:
    require_zig()
    chosen = choose("cortex-m55", "auto", make_repository(tmp_path / "r"))
    assert (chosen.executor, chosen.compiler) == ("zig", "zig")
    assert chosen.reason.startswith(f"zig {chosen.version}: the container engine at ")
    assert chosen.reason.endswith("; arm-none-eabi-gcc is not installed")


def test_a_compiler_without_its_library_is_refused_with_what_it_says(
    no_compilers: Path, tmp_path: Path
) -> None:
    script = '[ $1 = -dumpfullversion ] && echo 9.9.9 || { echo "error: no picolibc" >&2; false; }'
    install(no_compilers, "arm-none-eabi-gcc", script)
    install(no_compilers, "arm-none-eabi-gcc-ar", "")
    with pytest.raises(BuildError, match=r"9\.9\.9 is installed, but cannot link \(error: no pico"):
        choose("cortex-m55", "local", make_repository(tmp_path / "r"))


def test_local_without_compiler_names_the_packages_and_zig(
    no_compilers: Path, tmp_path: Path
) -> None:
    with pytest.raises(BuildError) as raised:
        choose("rv32imac", "local", make_repository(tmp_path / "r"))
    assert raised.value.faults == (
        "toolchain rv32imac: riscv64-unknown-elf-gcc is not installed. Install it with `apt-get "
        "install gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf`, or set executor = "
        '"zig".',
    )


@pytest.mark.usefixtures("no_compilers", "no_zig")
def test_nothing_at_all_names_every_way_out(tmp_path: Path) -> None:
    with pytest.raises(BuildError) as raised:
        choose("cortex-m4", "auto", make_repository(tmp_path / "r"))
    (fault,) = raised.value.faults
    assert "arm-none-eabi-gcc is not installed; zig is not installed" in fault
    assert "`apt-get install gcc-arm-none-eabi picolibc-arm-none-eabi`" in fault
    assert "`python3 -m pip install ziglang`" in fault


@pytest.mark.usefixtures("no_zig")
def test_zig_that_is_requested_and_missing_says_how_to_install_it(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"zig is not installed\. .*pip install ziglang"):
        choose("cortex-m4", "zig", make_repository(tmp_path / "r"))


def test_a_container_that_is_requested_and_missing_says_what_to_start(tmp_path: Path) -> None:
    with pytest.raises(ContainerError, match=r"does not answer: .*--executor local"):
        choose("cortex-m4", "container", make_repository(tmp_path / "r"))


def test_a_compiler_is_tried_once_until_its_file_changes(
    no_compilers: Path, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    script = f'echo "$1" >> {asked}; echo 1.0'
    compiler = install(no_compilers, "gcc", script)
    install(no_compilers, "gcc-ar", "")
    root = make_repository(tmp_path / "r")
    for _ in range(2):
        assert choose("host-gcc", "local", root).version == "1.0"
    first = asked.read_text()
    install(no_compilers, "gcc", script.replace("1.0", "2.0"))
    assert compiler.is_file()
    assert choose("host-gcc", "local", root).version == "2.0"
    assert asked.read_text() == first + first


def test_a_sanitizer_that_the_compiler_lacks_is_an_error(
    require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    with pytest.raises(BuildError, match=r"arm-none-eabi-gcc has no address sanitizer"):
        choose("cortex-m55", "local", make_repository(tmp_path / "r"), sanitize=("address",))


def test_a_wrong_key_of_a_toolchain_is_named_with_file_and_line(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    path = root / "toolchains" / "cortex-m4" / "toolchain.toml"
    path.write_text(path.read_text().replace("linker-script", "linker-scrap"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^toolchains/cortex-m4/toolchain.toml:4: linker-scrap"):
        choose("cortex-m4", "auto", root)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"arm-none-eabi-gcc"',
            '"arm-none-eabi-g=cc"',
            "8: local.compiler: no compiler arm-none-eabi-g=cc in toolchains/compilers.toml. "
            "Did you mean arm-none-eabi-gcc?",
        ),
        ("machine = [", "machine = true # [", "9: local.machine: expected a list of strings"),
        ("[local]", "[locals]", "7: locals: unknown table. Did you mean local?"),
        ("port = ", "# port = ", "1: port: missing. Set it to a list of strings."),
    ],
)
def test_a_mistake_in_a_toolchain_is_reported_in_the_words_of_targets(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    root = make_repository(tmp_path / "r")
    path = root / "toolchains" / "cortex-m4" / "toolchain.toml"
    path.write_text(path.read_text().replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^toolchains/cortex-m4/toolchain\.toml:") as raised:
        choose("cortex-m4", "auto", root)
    assert expected in str(raised.value)


def test_instruction_sets_are_those_of_the_toolchain_and_scalar_last(
    require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("arm-none-eabi-gcc")
    root = make_repository(tmp_path / "r")
    assert choose("cortex-m55", "auto", root).isa == ("helium", "scalar")
    assert choose("cortex-m4", "auto", root).isa[-1] == "scalar"


def test_an_unknown_instruction_set_is_reported_with_its_line_and_the_nearest(
    tmp_path: Path,
) -> None:
    root = make_repository(tmp_path / "r")
    path = root / "toolchains" / "cortex-m55" / "toolchain.toml"
    path.write_text(path.read_text().replace('["helium"]', '["hellium"]'), encoding="utf-8")
    with pytest.raises(
        ConfigError,
        match=r"^toolchains/cortex-m55/toolchain.toml:3: isa\[0\]: no instruction set hellium in "
        r"runtime/isa/. Did you mean helium\?",
    ):
        choose("cortex-m55", "auto", root)


def test_no_flag_holds_a_placeholder_that_nothing_fills(
    require_tool: RequireTool, tmp_path: Path
) -> None:
    require_tool("gcc")
    chosen = choose("host-gcc", "local", make_repository(tmp_path / "r"), lto=True)
    steps = {"unit": "u", "output": "o", "map": "m", "script": "s"}
    for words in (chosen.compile, chosen.link, chosen.archive, chosen.libraries):
        assert not [word for word in fill(words, steps) if "{" in word]


@pytest.mark.parametrize(("value", "wanted"), [("", False), ("1", True)])
def test_warnings_are_errors_where_the_environment_says_so(
    value: str, wanted: bool, require_tool: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    require_tool("gcc")
    monkeypatch.setenv("KERF_STRICT", value)
    assert ("-Werror" in choose("host-gcc", "local", ROOT).compile) is wanted
