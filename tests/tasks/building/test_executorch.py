"""Kernels that are written for ExecuTorch, built unchanged and run on models that call them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.emit.families import dtype_mask
from codegen.errors import BuildError, SelectionError
from codegen.plan import PlannedKernel
from codegen.signature import KernelForm
from tasks.build import build
from tasks.building.planning import plan_target, read_libraries
from tasks.config import Target, load_target
from tasks.run.target import run_target
from tests.tasks.small_repository import ROOT, make_sources

RequireTool = Callable[[str], str]
DATA = ROOT / "tests" / "data" / "executorch_ops"
ARM = ("arm-none-eabi-gcc", "qemu-system-arm")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the models of tests/data/executorch_ops."""
    root = tmp_path / "repository"
    models = make_sources(root)
    shutil.copytree(ROOT / "compat", root / "compat")
    for path in DATA.glob("executorch_ops*"):
        shutil.copy(path, models)
    return root


def target(
    root: Path,
    *,
    model: str = "executorch_ops",
    toolchain: str = "host-gcc",
    more: str = "",
    library: Path = DATA / "et_ops",
) -> Target:
    """The target `ops` on this machine's compilers."""
    (root / "configs" / "ops.toml").write_text(
        f'description = "ops"\n{more}\n[select]\nmodels = ["models/{model}.pte"]\n'
        f'[libraries]\nexecutorch = "{library}"\n'
        f'[toolchain]\nname = "{toolchain}"\nexecutor = "local"\n',
        encoding="utf-8",
    )
    return load_target("ops", root)


def kernels(chosen: Target) -> dict[str, PlannedKernel]:
    found = plan_target(chosen).plan.kernels
    return {each.operator: each for each in found if each.form is KernelForm.EXECUTORCH}


def test_each_operator_is_bound_to_the_source_that_has_its_function(repository: Path) -> None:
    found = kernels(target(repository))
    assert {name: kernel.header for name, kernel in found.items()} == {
        "et_ops::joined.out": "et_ops/joined.cpp",
        "et_ops::row_sums.out": "et_ops/row_sums.cpp",
        "et_ops::scaled_add.out": "et_ops/scaled_add.cpp",
        "et_ops::spread.out": "et_ops/spread.cpp",
    }
    assert found["et_ops::row_sums.out"].companions == ("et_ops/support/rows.cpp",)
    assert found["et_ops::spread.out"].companions == ()


def require_headers(compiler: str) -> None:
    """A compiler for bare metal may be without the C++ library's headers; in CI none is."""
    command = [compiler, "-x", "c++", "-E", "-"]
    text = "#include <type_traits>\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode and not os.environ.get("CI"):
        pytest.skip(f"{compiler} has no headers of the C++ library")


CASES = [
    pytest.param("host-gcc", (), "executorch_ops", "", id="host"),
    pytest.param(
        "host-gcc", (), "executorch_ops_static", 'runtime.form = "compiled"', id="host-compiled"
    ),
    pytest.param("cortex-m55", ARM, "executorch_ops", "", id="cortex-m55"),
    pytest.param(
        "cortex-m55",
        ARM,
        "executorch_ops_static",
        'runtime.form = "compiled"',
        id="cortex-m55-compiled",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("toolchain", "tools", "model", "more"), CASES)
def test_a_model_gives_pytorchs_values(
    repository: Path,
    require_tool: RequireTool,
    capsys: pytest.CaptureFixture[str],
    toolchain: str,
    tools: tuple[str, ...],
    model: str,
    more: str,
) -> None:
    for tool in tools:
        require_tool(tool)
    if tools:
        require_headers(tools[0])
    chosen = target(repository, model=model, toolchain=toolchain, more=more)
    build(chosen)
    assert "4 from et_ops" in capsys.readouterr().out
    run_target(chosen)
    assert "ops: verified: " in capsys.readouterr().out
    entries = json.loads((repository / "build" / "ops" / "size.json").read_text("utf-8"))["entries"]
    theirs = [each for each in entries if "et_ops::native" in (each["symbol"] or "")]
    assert theirs and {each["part"] for each in theirs} == {"kernels"}


@pytest.mark.slow
def test_a_dtype_that_no_call_has_leaves_no_code(repository: Path) -> None:
    """The switch of row_sums is over nine dtypes, once more over seven: two pairs are called."""
    chosen = target(repository)
    build(chosen)
    family = repository / "build" / "ops" / "selected" / "et_ops_row_sums.cpp"
    (mask,) = re.findall(r"#define KERF_SELECTED_DTYPES (0x\w+)", family.read_text("utf-8"))
    assert int(mask, 16) == dtype_mask([DType.Long, DType.Float])
    narrow = _text_bytes(repository, family)
    wide = family.with_name("wide.cpp")
    wide.write_text(family.read_text("utf-8").replace(mask, "0xFEFF"), encoding="utf-8")
    assert narrow * 3 < _text_bytes(repository, wide)


def _text_bytes(root: Path, source: Path) -> int:
    """The code of one generated source, compiled for size."""
    output = source.with_suffix(".o")
    folders = ("build/ops", "runtime", "runtime/isa/scalar", "compat", str(DATA))
    command = ["g++", "-std=c++17", "-Os", "-fno-exceptions", "-fno-rtti", "-ffunction-sections"]
    command += [f"-I{folder}" for folder in folders]
    subprocess.run([*command, "-c", source, "-o", output], cwd=root, check=True)
    printed = subprocess.run(["size", output], capture_output=True, text=True, check=True).stdout
    return int(printed.splitlines()[1].split()[0])


def described(folder: Path, text: str, **sources: str) -> Path:
    """A library `mine` with that custom_ops.yaml."""
    library = folder / "mine"
    library.mkdir()
    (library / "custom_ops.yaml").write_text(text, encoding="utf-8")
    for name, source in sources.items():
        (library / f"{name}.cpp").write_text(source, encoding="utf-8")
    return library


ENTRY = """\
- func: et_ops::scaled_add.out(Tensor a, Tensor b, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: mine::add_out
"""


def faults(root: Path, library: Path) -> list[str]:
    with pytest.raises(SelectionError) as caught:
        read_libraries(target(root, library=library))
    assert caught.value.exit_code == 3
    return [fault.removeprefix(f"{library}/") for fault in caught.value.faults]


def header_of_the_only_kernel(root: Path, library: Path) -> str:
    (kernel,) = read_libraries(target(root, library=library))[0].kernels
    return kernel.header


def test_a_function_that_no_source_has_is_a_fault(repository: Path) -> None:
    library = described(repository, ENTRY, op_mul="// add_out is elsewhere\n")
    (fault,) = faults(repository, library)
    assert fault.startswith("custom_ops.yaml:4: [0].kernels[0].kernel_name: no source in ")
    assert fault.endswith("has the name add_out. Name its file: `source: FILE.cpp`.")


def test_of_several_sources_the_one_called_after_the_function_is_taken(repository: Path) -> None:
    code = "int add_out();"
    library = described(repository, ENTRY, op_add=code, op_sub=code)
    assert header_of_the_only_kernel(repository, library) == "mine/op_add.cpp"


def test_several_sources_with_a_function_are_a_fault(repository: Path) -> None:
    library = described(repository, ENTRY, one="int add_out();", other="int add_out();")
    (fault,) = faults(repository, library)
    assert "one.cpp and " in fault and "other.cpp have the name add_out." in fault


def test_a_named_source_is_taken(repository: Path) -> None:
    named = f"{ENTRY}      source: other.cpp\n"
    library = described(repository, named, one="int add_out();", other="int add_out();")
    assert header_of_the_only_kernel(repository, library) == "mine/other.cpp"


def test_a_folder_without_a_description_is_a_fault(repository: Path) -> None:
    library = repository / "mine"
    library.mkdir()
    (fault,) = faults(repository, library)
    assert "no functions.yaml or custom_ops.yaml describes its kernels" in fault


def test_a_checkout_is_called_executorch(repository: Path) -> None:
    library = repository / "mine"
    (library / "kernels" / "portable").mkdir(parents=True)
    (library / "kernels" / "portable" / "functions.yaml").write_text("[]\n", encoding="utf-8")
    (fault,) = faults(repository, library)
    assert fault.endswith("Rename the folder to executorch.")


@pytest.mark.slow
def test_a_kernel_whose_parameters_are_not_the_schemas_does_not_compile(repository: Path) -> None:
    """Its library is searched first, and has the only kernel of that operator."""
    source = """\
#include <executorch/runtime/kernel/kernel_includes.h>
namespace mine::native {
using executorch::aten::Tensor;
Tensor& add_out(executorch::runtime::KernelRuntimeContext&, const Tensor&, Tensor& out) {
  return out;
}
}
"""
    library = described(repository, ENTRY, op_add=source)
    chosen = target(repository, library=library)
    chosen = chosen.model_copy(
        update={
            "libraries": chosen.libraries.model_copy(
                update={"executorch": (str(library), str(DATA / "et_ops"))}
            )
        }
    )
    with pytest.raises(BuildError, match="mine_op_add"):
        build(chosen)


BACKEND = "- backend: My.Backend\n  class: mine::Backend\n  source: npu.cpp\n"


def test_a_backend_is_described_as_in_our_libraries(repository: Path, tmp_path: Path) -> None:
    library = described(tmp_path, BACKEND + "  handle_bytes: 8\n", npu="", other="")
    (backend,) = read_libraries(target(repository, library=library))[0].backends
    assert (backend.id, backend.class_name) == ("My.Backend", "mine::Backend")
    assert backend.implementations == ("mine/npu.cpp",)
    assert backend.handle_bytes > 8  # with what the bridge keeps


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (BACKEND.replace("npu", "none"), "is no source of this library"),
        (BACKEND.replace("  class: mine::Backend\n", ""), "the backend My.Backend has no `class`"),
        (BACKEND + "  kernels: []\n", "kernels"),
    ],
)
def test_a_backend_that_is_described_wrong_is_a_fault(
    repository: Path, tmp_path: Path, text: str, fault: str
) -> None:
    (found,) = faults(repository, described(tmp_path, text, npu=""))
    assert fault in found
