from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.plan import Plan, RegistryForm
from tasks.building.ninja_file import Products
from tasks.building.planning import plan_target
from tasks.building.sources import build_dir, products, size_executable
from tasks.config import Target, load_target
from tests.golden.plans import plans
from tests.tasks.building.toolchains import a_toolchain

ROOT = Path(__file__).parents[3]
HOST = a_toolchain()
BOARD = a_toolchain(
    linker_script="toolchains/bare_metal.ld",
    port_sources=("runtime/platform/cortex_m/startup.cpp",),
)


@pytest.fixture(scope="module")
def target() -> Target:
    return load_target("add-mul-host", ROOT)


def of(target: Target, form: RegistryForm = RegistryForm.TABLE) -> Products:
    return products(target, replace(plans()["add_mul"], form=form), HOST)


def test_of_the_kernels_only_what_they_share_is_a_source_of_its_own(target: Target) -> None:
    """The families of the plan are generated: build/<target>/selected/portable_arithmetic.cpp."""
    kernels = [source for source in of(target).sources if "/kernels/" in source]
    assert kernels == ["runtime/kernels/convert.cpp"]


@pytest.mark.parametrize(
    ("form", "taken", "left"),
    [
        (RegistryForm.TABLE, "registry_table.cpp", "registry_dynamic.cpp"),
        (RegistryForm.DYNAMIC, "registry_dynamic.cpp", "registry_table.cpp"),
    ],
)
def test_one_form_of_the_registry_is_compiled(
    target: Target, form: RegistryForm, taken: str, left: str
) -> None:
    sources = of(target, form).sources
    assert f"runtime/executor/{taken}" in sources
    assert f"runtime/executor/{left}" not in sources


def test_the_whole_core_is_compiled_and_each_source_once(target: Target) -> None:
    sources = of(target).sources
    for name in ("core/error.cpp", "program/check.cpp", "flatbuffer/verifier.cpp"):
        assert f"runtime/{name}" in sources
    assert len(set(sources)) == len(sources)
    assert all((ROOT / source).is_file() for source in sources if not source.startswith("build/"))


def test_a_target_includes_its_own_selection_first(target: Target) -> None:
    assert of(target).include_dirs == ("build/add-mul-host", "runtime", "runtime/isa/scalar")
    assert build_dir(target) == "build/add-mul-host"


def test_the_loops_of_the_first_instruction_set_are_included_first(target: Target) -> None:
    toolchain = a_toolchain(isa=("helium", "scalar"))
    folders = products(target, plans()["add_mul"], toolchain).include_dirs
    assert folders[2:] == ("runtime/isa/helium", "runtime/isa/scalar")


def test_a_host_has_a_runner_and_the_minimal_application(target: Target) -> None:
    executables = {each.output: each.sources for each in of(target).executables}
    assert executables.keys() == {"runner", "minimal"}
    assert "runtime/platform/host/port.cpp" in executables["minimal"]
    assert "runtime/platform/host/port.cpp" not in executables["runner"]
    assert size_executable(HOST) == "minimal"


def test_a_board_has_the_minimal_application_with_its_port(target: Target) -> None:
    (only,) = products(target, plans()["add_mul"], BOARD).executables
    assert only.output == size_executable(BOARD) == "runner.elf"
    assert set(only.sources) == {
        "runtime/apps/minimal/main.cpp",
        "runtime/platform/cortex_m/startup.cpp",
    }


# Libraries outside the repository


def external(folder: Path, *libraries: str) -> tuple[Target, Plan]:
    """A target with libraries of one kernel each: `<name>::f.out` in f.cpp."""
    for name in libraries:
        (folder / name).mkdir(parents=True)
        operator = f"{Path(name).name}::f.out"
        (folder / name / "functions.yaml").write_text(
            f"- func: {operator}(Tensor self, *, Tensor(a!) out) -> Tensor(a!)\n"
            "  kernels:\n    - kernel_name: f_out\n      source: f.cpp\n",
            encoding="utf-8",
        )
        for file in ("f.cpp", "f.h"):
            (folder / name / file).touch()
    paths = ", ".join(f'"{name}"' for name in libraries)
    operators = ", ".join(f'"{Path(name).name}::f.out"' for name in libraries)
    (folder / "x.toml").write_text(
        f'description = "x"\n[select]\nops = [{operators}, "mm.out"]\n'
        f'[libraries]\npaths = [{paths}]\n[toolchain]\nname = "host-gcc"\n',
        encoding="utf-8",
    )
    target = load_target(folder / "x.toml", ROOT)
    return target, plan_target(target).plan


def test_a_users_kernel_is_compiled_where_it_is(tmp_path: Path) -> None:
    target, plan = external(tmp_path, "mine", "sub/other")
    built = products(target, plan, HOST)
    inside = {source for source in built.sources if source.endswith("/f.cpp")}
    assert {os.path.normpath(ROOT / source) for source in inside} == {
        str(tmp_path / "mine" / "f.cpp"),
        str(tmp_path / "sub" / "other" / "f.cpp"),
    }
    assert {os.path.normpath(ROOT / folder) for folder in built.include_dirs[3:]} == {
        str(tmp_path),
        str(tmp_path / "sub"),
    }


def test_a_users_library_called_like_ours_is_not_mistaken_for_it(tmp_path: Path) -> None:
    target, plan = external(tmp_path, "portable")
    sources = products(target, plan, HOST).sources
    assert os.path.relpath(tmp_path / "portable" / "f.cpp", ROOT) in sources
    functions = {kernel.function for kernel in plan.kernels}
    assert functions == {"f_out", "kerf::portable::mm_out"}


def test_kernels_are_compiled_as_the_loops_of_the_mode(target: Target) -> None:
    fast = products(target, plans()["add_mul"], a_toolchain(loops="speed"))
    loops = {source for source, mode in fast.optimize.items() if mode == "speed"}
    assert "runtime/kernels/convert.cpp" in loops
    assert "runtime/executor/method.cpp" not in fast.optimize
    assert loops >= {source for source in fast.sources if "/kernels/" in source}


def test_what_runs_once_is_compiled_for_size(target: Target) -> None:
    fast = products(target, plans()["add_mul"], a_toolchain(loops="speed"))
    once = {source for source, mode in fast.optimize.items() if mode == "size"}
    assert {"runtime/program/check.cpp", "runtime/executor/overlap.cpp"} <= once
    assert {
        source for each in fast.executables for source in each.sources if "/apps/" in source
    } <= once


def test_a_toolchain_of_shared_libraries_links_one_of_all_sources(target: Target) -> None:
    toolchain = a_toolchain(shared=("-shared",))
    made = products(target, plans()["add_mul"], toolchain)
    (library,) = (each for each in made.executables if each.shared)
    assert library.output == "libkerf.so"
    assert set(made.sources) <= set(library.sources)
    assert not any(each.shared for each in of(target).executables)
