"""Compiling and running in the toolchain image: bytes, messages and codes of any build."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import BuildError
from tasks.building.compile import Compiled, compile_products
from tasks.building.ninja_file import Products
from tasks.executors.container import ContainerRunner, find_container
from tasks.executors.engine import Engine
from tasks.files import sha256
from tasks.image.lock import read_lock
from tasks.run.emulator import emulate
from tasks.toolchain.choose import Toolchain, choose
from tasks.toolchain.file import read_toolchain
from tests.tasks.executors.engine import missing
from tests.tasks.small_repository import BARE_METAL, ECHO, ROOT, make_repository, small_products

IN_IMAGE = tuple(name for name, _ in BARE_METAL if read_toolchain(name, ROOT).image)
ONE_OF_EACH_COMPILER = ("host-clang", "host-gcc", "cortex-m4", "rv32imac")

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def toolchain_image(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The image of the committed lock, in the engine that tests have."""
    monkeypatch.setenv("DOCKER_HOST", engine.address)
    found = find_container(ROOT)
    if not isinstance(found, ContainerRunner):
        missing(found.reason)


def chosen(name: str, root: Path, lto: bool = False) -> Toolchain:
    return choose(name, "container", root, lto=lto)


def build(
    toolchain: Toolchain, root: Path, printed: list[str] | None = None, jobs: int = 2
) -> Compiled:
    products = replace(small_products(toolchain), reads=("runtime", "app"))
    say = (lambda _: None) if printed is None else printed.append
    return compile_products(toolchain, products, root, jobs=jobs, say=say)


def sums(built: Compiled, root: Path) -> dict[str, str]:
    """All that a build left, but maps: GCC's name its temporary files with LTO."""
    folder = built.archive.parent
    files = [*folder.rglob("*.o"), built.archive, *built.executables]
    return {str(path.relative_to(root)): sha256(path) for path in sorted(files)}


@pytest.mark.parametrize("lto", [False, True], ids=["objects", "lto"])
@pytest.mark.parametrize("name", ONE_OF_EACH_COMPILER)
def test_two_checkouts_give_the_same_bytes(name: str, lto: bool, tmp_path: Path) -> None:
    roots = make_repository(tmp_path / "a"), make_repository(tmp_path / "deeper" / "b c")
    one, two = (
        sums(build(chosen(name, root, lto), root, jobs=jobs), root)
        for root, jobs in zip(roots, (1, 2), strict=True)
    )
    assert one == two
    assert len(one) > 3


def test_the_image_is_what_builds_and_the_lock_names_its_compiler(tmp_path: Path) -> None:
    toolchain = chosen("cortex-m4", make_repository(tmp_path / "r"))
    lock = read_lock(ROOT)
    assert (toolchain.executor, toolchain.runner.executor) == ("container", "container")
    assert toolchain.runner.image == lock.image
    assert toolchain.reason.startswith(
        f"arm-none-eabi-gcc {toolchain.version} in {lock.tag} at unix://"
    )
    (package,) = (each for each in lock.packages if each.name == "gcc-arm-none-eabi")
    assert package.version.partition(":")[2].startswith(toolchain.version.rpartition(".")[0])


def test_auto_takes_the_container_first(tmp_path: Path) -> None:
    assert choose("rv32imac", "auto", make_repository(tmp_path / "r")).executor == "container"


def test_nothing_is_started_where_nothing_changed(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    toolchain = chosen("host-gcc", root)
    assert build(toolchain, root).steps > 0
    assert build(toolchain, root).steps == 0
    (root / "app" / "main.cpp").write_text(ECHO.replace("return 3", "return 4"))
    assert build(toolchain, root).steps == 2  # compile, link
    (root / "build" / "small" / "app.elf").unlink()
    assert build(toolchain, root).steps == 1
    assert build(toolchain, root).steps == 0


def test_a_fault_of_the_compiler_reads_as_that_of_a_local_build(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r", "int main() { return nonesuch; }\n")
    printed: list[str] = []
    with pytest.raises(BuildError) as raised:
        build(chosen("cortex-m4", root), root, printed)
    (fault,) = raised.value.faults
    assert fault.startswith("build/small/obj/app/main.o cannot be built:\narm-none-eabi-gcc ")
    assert "app/main.cpp:1:21: error: 'nonesuch' was not declared" in fault
    assert any("compile runtime/core/error.cpp" in line for line in printed)


def test_a_source_outside_of_what_is_given_cannot_be_read(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    (tmp_path / "secret.h").write_text("#define SECRET 1\n")
    (root / "app" / "main.cpp").write_text(f'#include "{tmp_path}/secret.h"\n' + ECHO)
    with pytest.raises(BuildError, match=r"secret\.h: No such file or directory"):
        build(chosen("host-gcc", root), root)


def test_a_full_disk_is_reported_and_repaired(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    toolchain = chosen("host-gcc", root)
    products = Products(
        build_dir="build/small",
        sources=("runtime/core/error.cpp",),
        include_dirs=("runtime",),
        executables=(),
    )
    (root / "build" / "small" / "obj").mkdir(parents=True)
    (root / "build" / "small" / "obj" / "runtime").symlink_to("/dev/full")
    with pytest.raises(BuildError):
        compile_products(toolchain, products, root, say=lambda _: None)
    (root / "build" / "small" / "obj" / "runtime").unlink()
    assert compile_products(toolchain, products, root, say=lambda _: None).steps == 2


@pytest.mark.parametrize("name", IN_IMAGE)
def test_the_emulator_of_the_image_runs_what_it_built(name: str, tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    toolchain = chosen(name, root)
    (program,) = build(toolchain, root).executables
    model = tmp_path / "model"
    model.write_bytes(bytes(range(256)))
    calls = b"KCAL" + (256).to_bytes(4, "little") + bytes(8)
    board, runner = toolchain.emulator, toolchain.runner
    assert board is not None
    run = emulate(board, program, model, calls, root=root, timeout_s=60, runner=runner)
    assert run.status == 3
    assert run.stream[16:] == model.read_bytes()


def test_the_file_of_a_build_folder_is_the_users(tmp_path: Path) -> None:
    root = make_repository(tmp_path / "r")
    built = build(chosen("host-gcc", root), root)
    owner = tmp_path.stat().st_uid
    assert {path.stat().st_uid for path in built.archive.parent.rglob("*")} == {owner}
    shutil.rmtree(root)
