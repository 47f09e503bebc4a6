"""The registry in both forms: lookup, what it costs, and what start-up registration may do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Symbol, SymbolTableSection

from codegen.plan import Plan, RegistryForm
from tests.codegen.model_files import DATA
from tests.runtime.sanitized import FLAGS, ROOT, RUNTIME, Compiler, plan_for, run

SOURCES = ROOT / "tests" / "runtime" / "registry"
REGISTRY = RUNTIME / "executor" / "registry.cpp"
FAULT = (RUNTIME / "core" / "fault.cpp", RUNTIME / "core" / "error.cpp")
ADD = DATA / "models" / "add.pte"

EXCEEDING = 0x15
ALREADY = 0x16
SHF_WRITE = 1
ROW_BYTES = 24
"""Three pointers, on a 64-bit machine."""


def units(file: str) -> list[str]:
    text = (SOURCES / f"{file}.cpp").read_text(encoding="utf-8")
    return re.findall(r"^UNIT\((\w+)\)", text, re.MULTILINE)


@pytest.mark.parametrize("name", units("lookup"))
def test_lookup(name: str, compiler: Compiler, everything_plan: Plan) -> None:
    table = RUNTIME / "executor" / "registry_table.cpp"
    sources = [REGISTRY, table, *FAULT, SOURCES / "lookup.cpp"]
    done = run(compiler.program("lookup", sources, everything_plan), name)
    assert done.exit_code == 0, done.stderr


@pytest.fixture(scope="module")
def dynamic(compiler: Compiler) -> Path:
    registry = RUNTIME / "executor" / "registry_dynamic.cpp"
    sources = [REGISTRY, registry, *FAULT, SOURCES / "dynamic.cpp"]
    return compiler.program("dynamic", sources, plan_for(form=RegistryForm.DYNAMIC, capacity=4))


@pytest.mark.parametrize("name", units("dynamic"))
def test_dynamic_registry(name: str, dynamic: Path) -> None:
    done = run(dynamic, name)
    assert done.exit_code == 0, done.stderr


def few_kernels(form: RegistryForm, *, spare: int = 0) -> Plan:
    """A registry of three kernels; a dynamic one has some spare rows."""
    plan = plan_for(form=form)
    names = ("aten::add.out", "aten::mul.out", "aten::sym_numel")
    kernels = tuple(kernel for kernel in plan.kernels if kernel.operator in names)
    return replace(plan, kernels=kernels, capacity=len(kernels) + spare)


def outside_runner(compiler: Compiler, plan: Plan, name: str) -> Path:
    """The runner with a library from outside whose later kernel has that name."""
    library = compiler.selected(plan) / "outside.cpp"
    library.write_text(
        f'#define OUTSIDE_NAME "{name}"\n#include "tests/runtime/registry/outside.cpp"\n'
    )
    return compiler.program("runner", [*compiler.runtime(plan, "runner"), library], plan)


def call_add(runner: Path, folder: Path) -> tuple[int, str]:
    zeros = folder / "zeros"
    zeros.write_bytes(bytes(4))
    done = run(runner, "--model", ADD, "--output-dir", folder, *(f"--input {zeros}".split() * 2))
    return done.exit_code, done.stderr


def test_kernels_from_outside_join_the_selected_ones(compiler: Compiler, tmp_path: Path) -> None:
    runner = outside_runner(
        compiler, few_kernels(RegistryForm.DYNAMIC, spare=2), "outside::late.out"
    )
    assert call_add(runner, tmp_path) == (0, "")


def test_one_kernel_too_many_is_reported_when_a_method_is_loaded(
    compiler: Compiler, tmp_path: Path
) -> None:
    runner = outside_runner(
        compiler, few_kernels(RegistryForm.DYNAMIC, spare=1), "outside::late.out"
    )
    code, words = call_add(runner, tmp_path)
    assert code == EXCEEDING
    assert words.startswith("error: RegistrationExceedingMaxKernels (0x15): ")
    assert "outside::late.out" in words


def test_kernel_registered_twice_is_reported_when_a_method_is_loaded(
    compiler: Compiler, tmp_path: Path
) -> None:
    runner = outside_runner(compiler, few_kernels(RegistryForm.DYNAMIC, spare=9), "aten::add.out")
    code, words = call_add(runner, tmp_path)
    assert code == ALREADY
    assert words.startswith("error: RegistrationAlreadyRegistered (0x16): ")
    assert "aten::add.out" in words


@pytest.fixture(scope="module")
def plain(gcc: Compiler) -> Compiler:
    """The compiler as a target uses it: small, without diagnostics, without sanitizers."""
    flags = tuple(flag for flag in FLAGS if "DIAGNOSTICS" not in flag)
    small = ("-Os", "-ffunction-sections", "-fdata-sections", "-fno-threadsafe-statics")
    return replace(gcc, flags=(*flags, *small, "-Wl,--gc-sections"), _digests={})


def minimal(plain: Compiler, plan: Plan) -> Path:
    port = sorted((RUNTIME / "platform" / "host").glob("*.cpp"))
    return plain.program("minimal", [*plain.runtime(plan, "minimal"), *port], plan)


def symbols(path: Path) -> Iterator[tuple[Symbol, str, int]]:
    """Each symbol of our namespace, with its section's name and flags."""
    with path.open("rb") as file:
        elf = ELFFile(file)
        table = elf.get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        for symbol in table.iter_symbols():
            index = symbol["st_shndx"]
            if "4kerf" in symbol.name and isinstance(index, int):
                section = elf.get_section(index)
                yield symbol, section.name, section["sh_flags"]


def constructors(path: Path) -> int:
    with path.open("rb") as file:
        section = ELFFile(file).get_section_by_name(".init_array")
        return section["sh_size"] // 8 if section is not None else 0


def writable(path: Path) -> list[str]:
    """The symbols of our namespace in sections that a program may write."""
    return [symbol.name for symbol, _, flags in symbols(path) if flags & SHF_WRITE]


@pytest.mark.slow
def test_table_takes_no_ram_and_no_constructor(plain: Compiler, tmp_path: Path) -> None:
    empty = tmp_path / "empty.cpp"
    empty.write_text("int main() { return 0; }\n")
    plan = few_kernels(RegistryForm.TABLE)
    program = minimal(plain, plan)
    assert writable(program) == []
    assert constructors(program) == constructors(plain.program("empty", [empty], plan))
    table = [(s, where) for s, where, _ in symbols(program) if "kKernels" in s.name]
    assert [where for _, where in table] == [".rodata"]
    assert table[0][0]["st_size"] == ROW_BYTES * len(plan.kernels)


@pytest.mark.slow
def test_no_kernel_keeps_state(compiler: Compiler, everything_plan: Plan) -> None:
    """All that a runtime of every kernel writes to is the last fault in words."""
    (fault,) = writable(minimal(compiler, everything_plan))
    assert fault.endswith("4keptE")


@pytest.mark.slow
def test_dynamic_form_takes_a_row_of_ram_for_each_kernel(plain: Compiler) -> None:
    plan = few_kernels(RegistryForm.DYNAMIC, spare=57)
    rows = [s for s in symbols(minimal(plain, plan)) if s[0].name.endswith("10registeredE")]
    assert [(s["st_size"], where) for s, where, _ in rows] == [(ROW_BYTES * plan.capacity, ".bss")]
