"""Targets built end to end, in copies of the repository, with this machine's compilers.

The first build compiles; a test that needs a built target copies that one with its times, so that
what it does not change is not compiled again.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

import tasks.build
from tasks.building.freshness import KEPT
from tasks.config import load_target
from tasks.config.document import Document, read_document
from tasks.run.case import Case
from tasks.run.cases import read_cases
from tests.tasks.built_targets import copy_sources

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MODELS = ROOT / "tests" / "data" / "models"
TARGET = "add-mul-host"
CONTRACT = (
    "plan.json",
    "libkerf.a",
    "include/kerf/kerf.h",
    "include/kerf/selected/memory.h",
    "selected/kernels.cpp",
    "runner",
    "size.json",
    "manifest.json",
)
Require = Callable[[str], str]
Result = subprocess.CompletedProcess[str]


def build(root: Path, target: str = TARGET, *, preexec: Callable[[], None] | None = None) -> Result:
    command = [sys.executable, "-m", "tasks.build", target, "--root", str(root)]
    return subprocess.run(
        [*command, "--executor", "local"],
        cwd=ROOT,
        preexec_fn=preexec,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, require_tool: Require) -> Path:
    """A copy of the repository in which the target is built; not to be changed."""
    require_tool("gcc")
    root = tmp_path_factory.mktemp("built")
    copy_sources(root)
    result = build(root)
    assert result.returncode == 0, result.stderr
    return root


@pytest.fixture
def repository(built: Path, tmp_path: Path) -> Path:
    """A copy of the built repository, to be changed."""
    shutil.copytree(built, tmp_path / "r", symlinks=True)
    return tmp_path / "r"


def folder(root: Path, target: str = TARGET) -> Path:
    return root / "build" / target


def document(root: Path, name: str, target: str = TARGET) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder(root, target) / name).read_text(encoding="utf-8"))
    return content


def contents(root: Path, target: str = TARGET) -> dict[str, bytes]:
    """Every result, without what ninja and locks leave."""
    return {
        name: (folder(root, target) / name).read_bytes()
        for name in (*CONTRACT, "minimal")
        if (folder(root, target) / name).is_file()
    }


def configure(root: Path, text: str, target: str = TARGET) -> None:
    """Adds tables to the target's file, or makes a target of `text`."""
    path = root / "configs" / f"{target}.toml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def replace_model(root: Path, by: Path) -> None:
    """Other bytes at the same path, with the old time."""
    model = root / "configs" / "models" / "add_mul.pte"
    before = model.stat()
    shutil.copyfile(by, model)
    os.utime(model, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_a_build_parses_the_toolchain_once(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []

    def read(path: Path, shown: str) -> Document:
        parsed.append(path.name)
        return read_document(path, shown)

    monkeypatch.setattr("tasks.toolchain.file.read_document", read)
    (folder(repository) / KEPT).unlink()  # else it is up to date, and nothing is planned
    tasks.build.build(load_target(TARGET, repository), executor="local")
    assert parsed.count("toolchain.toml") == 1


def faults_of(result: Result) -> list[str]:
    """The faults; a traceback is none."""
    assert "Traceback" not in result.stderr
    return re.findall(r"^error: (.*)", result.stderr, re.M)


# What a build leaves


def test_a_build_leaves_what_other_tools_rely_on(built: Path) -> None:
    for name in CONTRACT:
        assert (folder(built) / name).stat().st_size > 0, name
    size = document(built, "size.json")
    assert size["target"] == TARGET
    assert {"name", "version"} <= size["toolchain"].keys()
    assert size["flash_bytes"] > 0
    assert size["ram_bytes"] >= 0


def test_the_manifest_has_the_digests_of_what_is_there(built: Path) -> None:
    manifest = document(built, "manifest.json")
    for name, digest in manifest["outputs"].items():
        data = (folder(built) / name).read_bytes()
        assert digest == hashlib.sha256(data).hexdigest(), name
    plan = (folder(built) / "plan.json").read_bytes()
    assert manifest["plan_sha256"] == hashlib.sha256(plan).hexdigest()


def test_every_program_carries_the_digest_of_its_plan(built: Path) -> None:
    digest = bytes.fromhex(document(built, "manifest.json")["plan_sha256"])
    for name in ("runner", "minimal"):
        assert digest in (folder(built) / name).read_bytes(), name


def test_a_build_says_what_it_does_stage_by_stage(repository: Path) -> None:
    shutil.rmtree(folder(repository) / "selected")
    printed = build(repository).stdout
    stages = ("toolchain", "selection", "registry", "expansion", "compile", "size", "results")
    places = [printed.index(f"\n{stage} ") for stage in stages]
    assert places == sorted(places)
    assert "add_mul.pte: 2 operators" in printed
    assert "nothing to do" not in printed


def test_a_second_build_does_nothing_and_says_so(repository: Path) -> None:
    assert build(repository).returncode == 0  # it has noticed that it is a copy
    files = [path for path in folder(repository).rglob("*") if path.is_file()]
    before = {path: path.stat().st_mtime_ns for path in files if not path.name.startswith(".")}
    result = build(repository)
    assert result.returncode == 0
    assert f"nothing to do: build/{TARGET} is up to date" in result.stdout
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_the_runner_gives_what_pytorch_gave(built: Path, tmp_path: Path) -> None:
    model = ROOT / "configs" / "models" / "add_mul.pte"
    (method,) = read_cases(model).methods
    for index, case in enumerate(method.cases):
        out = tmp_path / str(index)
        out.mkdir()
        command = [str(folder(built) / "runner"), "--model", str(model), *inputs(case, out)]
        ran = subprocess.run([*command, "--output-dir", str(out)], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        expected = floats(case.outputs[0].data)
        got = floats((out / "output-0-0.bin").read_bytes())
        largest = max(map(abs, expected))
        assert len(got) == len(expected)
        assert max(abs(a - b) for a, b in zip(got, expected, strict=True)) <= 1e-4 * largest


def inputs(case: Case, folder: Path) -> list[str]:
    """The runner's arguments for the inputs of `case`, all tensors, written into `folder`."""
    arguments = []
    for index, value in enumerate(case.inputs):
        path = folder / f"input-{index}.bin"
        path.write_bytes(value.data)
        arguments += ["--input", str(path)]
    return arguments


def floats(data: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(data) // 4}f", data)


# What makes it build again


def test_other_bytes_of_the_model_at_the_same_path_build_again(repository: Path) -> None:
    before = contents(repository)
    replace_model(repository, MODELS / "add.pte")
    result = build(repository)
    assert result.returncode == 0, result.stderr
    assert "nothing to do" not in result.stdout
    after = contents(repository)
    assert after["runner"] != before["runner"]
    assert [kernel["operator"] for kernel in document(repository, "plan.json")["kernels"]] == [
        "aten::add.out"
    ]
    model = hashlib.sha256((MODELS / "add.pte").read_bytes()).hexdigest()
    assert document(repository, "manifest.json")["models"][0]["sha256"] == model
    replace_model(repository, ROOT / "configs" / "models" / "add_mul.pte")
    assert build(repository).returncode == 0
    assert contents(repository) == before


# What fails, and what it leaves


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[regist]\n", 2, "unknown table. Did you mean registry?"),
        ('[select]\nops = ["ad.out"]\n', 4, "Nearest that exists: aten::add.out"),
        ('[select]\nmodels = ["models/io/x.pte"]\n', 2, "models/io/x.pte does not exist"),
    ],
)
def test_a_mistake_has_its_exit_code_and_changes_nothing(
    repository: Path, text: str, code: int, words: str
) -> None:
    before = contents(repository)
    path = repository / "configs" / f"{TARGET}.toml"
    original = path.read_text(encoding="utf-8")
    if text.startswith("[select]"):
        original = re.sub(r"\[select\]\nmodels = .*\n", "", original)
    path.write_text(original + "\n" + text, encoding="utf-8")
    result = build(repository)
    assert result.returncode == code
    assert words in faults_of(result)[0]
    assert contents(repository) == before


def test_over_budget_fails_with_the_largest_symbols_and_leaves_the_binary(
    repository: Path,
) -> None:
    configure(repository, "\n[budget]\nflash-bytes = 100\n")
    result = build(repository)
    assert result.returncode == 7
    (fault,) = faults_of(result)
    assert "flash" in fault
    assert "budget" in fault
    assert "add_out" in fault or "kerf" in fault
    assert (folder(repository) / "runner").is_file()
    assert document(repository, "size.json")["flash_bytes"] > 100


def test_a_source_that_does_not_compile_is_reported_and_the_next_build_repairs_it(
    repository: Path,
) -> None:
    source = repository / "runtime" / "core" / "error.cpp"
    good = source.read_text(encoding="utf-8")
    before = contents(repository)
    source.write_text(good + "\nint broken() { return nothing; }\n", encoding="utf-8")
    result = build(repository)
    assert result.returncode == 6
    assert "nothing" in result.stderr
    faults_of(result)
    assert contents(repository)["runner"] == before["runner"]
    source.write_text(good, encoding="utf-8")
    assert build(repository).returncode == 0
    assert contents(repository) == before


def test_two_builds_at_once_wait_for_one_another(repository: Path) -> None:
    replace_model(repository, MODELS / "add.pte")
    command = [sys.executable, "-m", "tasks.build", TARGET, "--root", str(repository)]
    pair = [
        subprocess.Popen(
            [*command, "--executor", "local"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    printed = [process.communicate()[0] for process in pair]
    assert [process.returncode for process in pair] == [0, 0], printed
    assert sum("waiting for process" in text for text in printed) == 1
    assert sum("nothing to do" in text for text in printed) == 1


def full_disk() -> None:
    """A limit on the size of a file simulates it: every large write fails half-way."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))


def test_a_full_disk_is_reported_and_leaves_earlier_results(repository: Path) -> None:
    before = contents(repository)
    replace_model(repository, MODELS / "add.pte")
    result = build(repository, preexec=full_disk)
    assert result.returncode not in (0, -25)
    assert faults_of(result)
    assert contents(repository)["runner"] == before["runner"]
    assert build(repository).returncode == 0
    assert contents(repository)["runner"] != before["runner"]


def without_rights() -> None:
    """Makes permissions apply to the superuser too: drops the capabilities that bypass them."""
    if os.geteuid() == 0:
        for capability in (1, 2, 3):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def test_a_folder_that_cannot_be_written_is_reported(repository: Path) -> None:
    before = contents(repository)
    replace_model(repository, MODELS / "add.pte")
    folder(repository).chmod(0o555)
    try:
        result = build(repository, preexec=without_rights)
    finally:
        folder(repository).chmod(0o755)
    assert result.returncode != 0
    (fault,) = faults_of(result)
    assert "Permission denied" in fault
    assert str(folder(repository)) in fault
    assert contents(repository) == before


# The dynamic registry


def run(root: Path) -> Result:
    model = root / "configs" / "models" / "add_mul.pte"
    case = read_cases(model).methods[0].cases[0]
    command = [str(folder(root) / "runner"), "--model", str(model), *inputs(case, root / "build")]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_dynamic_registry_holds_exactly_the_kernels_of_the_plan(repository: Path) -> None:
    configure(repository, '\n[registry]\nform = "dynamic"\n')
    result = build(repository)
    assert result.returncode == 0, result.stderr
    assert "dynamic, capacity 2 (exact)" in result.stdout
    assert run(repository).returncode == 0


def test_a_dynamic_registry_that_is_too_small_warns_and_fails_when_run(repository: Path) -> None:
    configure(repository, '\n[registry]\nform = "dynamic"\ncapacity = 1\n')
    result = build(repository)
    assert result.returncode == 0, result.stderr
    assert "WARNING: the plan registers 2 kernels" in result.stdout
    ran = run(repository)
    assert ran.returncode == 0x15
    assert ran.stderr.startswith("error: RegistrationExceedingMaxKernels (0x15)")


# A user's library

OWN_ADD = """\
#include "mine/add.h"

namespace mine {

// A sum that differs from any other by a thousand.
kerf::Error add_out(kerf::KernelContext&, const kerf::Tensor& self, const kerf::Tensor& other,
                    const kerf::Scalar&, kerf::Tensor& out) {
  const float* a = self.const_data_ptr<float>();
  const float* b = other.const_data_ptr<float>();
  float* to = out.mutable_data_ptr<float>();
  for (size_t n = out.numel(); n > 0; --n) *to++ = *a++ + *b++ + 1000;
  return kerf::Error::Ok;
}

}  // namespace mine
"""
OWN_HEADER = """\
#pragma once
#include "core/error.h"
#include "kernels/context.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"
namespace mine {
kerf::Error add_out(kerf::KernelContext& context, const kerf::Tensor& self,
                    const kerf::Tensor& other, const kerf::Scalar& alpha, kerf::Tensor& out);
}
"""
OWN_FUNCTIONS = """\
- func: aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: mine::add_out
      source: add.cpp
      inputs: [Float]
      outputs: [Float]
"""


def test_a_users_kernel_is_called_instead_of_ours(repository: Path, tmp_path: Path) -> None:
    """Ours stays for the other dtypes that a list of operators selects: both rows have Float."""
    mine = repository / "configs" / "mine"
    mine.mkdir()
    (mine / "add.cpp").write_text(OWN_ADD, encoding="utf-8")
    (mine / "add.h").write_text(OWN_HEADER, encoding="utf-8")
    (mine / "functions.yaml").write_text(OWN_FUNCTIONS, encoding="utf-8")
    model = MODELS / "add.pte"
    case = read_cases(model).methods[0].cases[0]
    for form in ("table", "dynamic"):
        (repository / "configs" / f"{TARGET}.toml").write_text(
            'description = "mine"\n[select]\nops = ["add.out", "mm.out"]\n'
            f'[libraries]\npaths = ["mine"]\n[registry]\nform = "{form}"\n'
            '[toolchain]\nname = "host-gcc"\n',
            encoding="utf-8",
        )
        result = build(repository)
        assert result.returncode == 0, result.stderr
        kernels = document(repository, "plan.json")["kernels"]
        assert [(each["operator"], each["library"]) for each in kernels] == [
            ("aten::add.out", "mine"),
            ("aten::add.out", "portable"),
            ("aten::mm.out", "portable"),
        ]
        runner = [str(folder(repository) / "runner"), "--model", str(model)]
        command = [*runner, *inputs(case, tmp_path), "--output-dir", str(tmp_path)]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        expected = floats(case.outputs[0].data)
        found = floats((tmp_path / "output-0-0.bin").read_bytes())
        assert found == pytest.approx([x + 1000 for x in expected])


# Boards


@pytest.mark.parametrize(
    ("target", "compiler"),
    [("add-mul-arm", "arm-none-eabi-gcc"), ("add-mul-riscv", "riscv64-unknown-elf-gcc")],
)
def test_a_board_has_one_image_without_ram_and_constructors(
    target: str, compiler: str, tmp_path: Path, require_tool: Require
) -> None:
    require_tool(compiler)
    copy_sources(tmp_path)
    result = build(tmp_path, target)
    assert result.returncode == 0, result.stderr
    size = document(tmp_path, "size.json", target)
    assert size["ram_bytes"] == 0
    assert size["registry"]["ram_bytes"] == 0
    elf = folder(tmp_path, target) / "runner.elf"
    digest = document(tmp_path, "manifest.json", target)["plan_sha256"]
    assert bytes.fromhex(digest) in elf.read_bytes()
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        sections = {section.name: section["sh_size"] for section in file.iter_sections()}
        table = file.get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        names = {symbol.name for symbol in table.iter_symbols()}
    assert not sections.get(".init_array")
    assert not names & {"malloc", "_sbrk", "free", "__cxa_atexit", "abort"}
