"""Plans of targets against the real libraries, and where in the target's file a fault is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import ResolutionError, SelectionError
from codegen.plan import Plan
from codegen.quantized_ports import Quantized
from tasks.building.planning import plan_target
from tasks.config import load_target

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "tests" / "data" / "models"
TOOLCHAIN = '[toolchain]\nname = "host-gcc"\n'


def plan(folder: Path, text: str) -> Plan:
    path = folder / "m4.toml"
    path.write_text(f'description = "m4"\n{text}\n{TOOLCHAIN}', encoding="utf-8")
    return plan_target(load_target(path, ROOT)).plan


def resolution_faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(ResolutionError) as caught:
        plan(folder, text)
    assert caught.value.exit_code == 4
    return [fault.removeprefix(f"{folder}/") for fault in caught.value.faults]


def selection_faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(SelectionError) as caught:
        plan(folder, text)
    assert caught.value.exit_code == 3
    return [fault.removeprefix(f"{folder}/") for fault in caught.value.faults]


def test_a_missing_operator_names_line_key_and_nearest_operator(tmp_path: Path) -> None:
    text = '[select]\nops = [\n  "add.out",\n  "mm.out",\n  "ad.out",\n]'
    (message,) = resolution_faults(tmp_path, text)
    assert message.startswith("m4.toml:6: select.ops[2]: no kernel for aten::ad.out, ")
    assert "Nearest that exists: aten::add.out" in message


def test_a_missing_operator_of_a_model_names_the_model_and_its_line(tmp_path: Path) -> None:
    model = MODELS / "neg_missing_op_shift_scalar.pte"
    text = f'[select]\nmodels = ["{MODELS / "add.pte"}",\n"{model}"]'
    left, right = resolution_faults(tmp_path, text)
    assert left.startswith("m4.toml:4: select.models[1]: no kernel for aten::__lshift__.Scalar_out")
    assert "needed by neg_missing_op_shift_scalar.pte, forward, instruction 0." in left
    assert "instruction 1." in right
    how = "docs/how-to/add-a-kernel-library.md shows how; [libraries] paths names it."
    assert left.endswith(how)
    assert (ROOT / how.split()[0]).is_file()


@pytest.mark.parametrize(
    ("key", "name", "content"),
    [
        ("op-lists", "ops.txt", "aten::mm.out\naten::ad.out\n"),
        ("yaml", "ops.yaml", "- op: ad.out\n"),
        ("dtype-files", "dtypes.json", '{"ad.out": ["Float"]}'),
    ],
)
def test_a_missing_operator_of_a_file_names_the_key_of_the_file(
    tmp_path: Path, key: str, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    (message,) = resolution_faults(tmp_path, f'[select]\n{key} = ["{name}"]')
    assert message.startswith(f"m4.toml:3: select.{key}[0]: no kernel for aten::ad.out")
    assert f"needed by {name}" in message


def test_a_dtype_that_no_kernel_has_names_its_key_and_what_there_is(tmp_path: Path) -> None:
    text = '[select]\n\n[select.dtypes]\n"mm.out" = ["Bool", "Float"]'
    (message,) = resolution_faults(tmp_path, text)
    assert message.startswith(
        'm4.toml:5: select.dtypes."mm.out": no kernel for aten::mm.out (Bool)'
    )
    assert "portable has Byte, Char, Short" in message


def test_everything_that_is_missing_is_reported_at_once_each_at_its_line(tmp_path: Path) -> None:
    text = (
        f'[select]\nmodels = ["{MODELS / "neg_missing_op_shift_scalar.pte"}"]\n'
        'ops = ["zzz.out"]\ndtypes = { "mm.out" = ["Bool"] }'
    )
    message = resolution_faults(tmp_path, text)
    assert [fault.partition(": ")[0] for fault in message] == [
        "m4.toml:3",
        "m4.toml:3",
        "m4.toml:5",
        "m4.toml:4",
    ]


def test_models_of_one_name_are_reported_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    shutil.copy(MODELS / "add.pte", tmp_path / "a" / "m.pte")
    shutil.copy(MODELS / "neg_missing_op_shift_scalar.pte", tmp_path / "b" / "m.pte")
    message = resolution_faults(tmp_path, '[select]\nmodels = ["a/m.pte", "b/m.pte"]')
    assert all("select.models[1]" in fault and "by b/m.pte, forward" in fault for fault in message)


def test_all_sources_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    for name in ("a.pte", "b.pte"):
        (tmp_path / name).write_bytes(b"no model at all")
    message = selection_faults(tmp_path, '[select]\nmodels = ["a.pte", "b.pte"]')
    assert [fault.partition(":")[0] for fault in message] == ["a.pte", "b.pte"]


# Libraries


MUL3 = """\
- func: my_ops::mul3.out(Tensor input, *, Tensor(a!) output) -> Tensor(a!)
  kernels:
    - arg_meta: null
      kernel_name: my_ops::mul3_out
      source: mul3.cpp
"""
ADD = MUL3.replace(
    "my_ops::mul3.out(Tensor input, *, Tensor(a!) output)",
    "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out)",
).replace("mul3.cpp", "mul3.cpp\n      inputs: [Float]\n      outputs: [Float]")


def write_library(folder: Path, text: str) -> None:
    folder.mkdir(parents=True)
    (folder / "functions.yaml").write_text(text, encoding="utf-8")
    for name in ("mul3.cpp", "mul3.h"):
        (folder / name).touch()


def selecting(model: str, *libraries: str) -> str:
    paths = ", ".join(f'"{each}"' for each in libraries)
    return f'[select]\nmodels = ["{MODELS / model}"]\n[libraries]\npaths = [{paths}]'


def test_a_users_library_adds_operators(tmp_path: Path) -> None:
    write_library(tmp_path / "mine", MUL3)
    (kernel,) = plan(tmp_path, selecting("custom_op_mul3.pte", "mine")).kernels
    assert (kernel.library, kernel.function) == ("mine", "my_ops::mul3_out")
    assert (kernel.source, kernel.header) == ("mine/mul3.cpp", "mine/mul3.h")
    assert kernel.inputs == kernel.outputs == (DType.Float,)


def test_a_users_library_is_preferred_to_ours(tmp_path: Path) -> None:
    write_library(tmp_path / "mine", ADD)
    (kernel,) = plan(tmp_path, selecting("add.pte", "mine")).kernels
    assert kernel.library == "mine"


def test_ours_has_what_the_users_library_does_not(tmp_path: Path) -> None:
    write_library(tmp_path / "mine", ADD)
    rows = plan(tmp_path, selecting("ops_add_dtypes.pte", "mine")).kernels
    adds = [row for row in rows if row.operator == "aten::add.out"]
    assert [row.library for row in adds] == ["mine", "portable"]
    assert adds[0].inputs == (DType.Float,)
    assert DType.Int in adds[1].inputs


def test_without_the_library_its_operator_is_missing(tmp_path: Path) -> None:
    (message,) = resolution_faults(tmp_path, selecting("custom_op_mul3.pte"))
    assert "no kernel for my_ops::mul3.out (Float)" in message


def test_a_users_library_may_be_called_like_one_of_ours(tmp_path: Path) -> None:
    write_library(tmp_path / "portable", ADD)
    (kernel,) = plan(tmp_path, selecting("add.pte", "portable")).kernels
    assert kernel.source == "portable/mul3.cpp"


@pytest.mark.parametrize(
    ("libraries", "words"),
    [(("a/mine", "b/mine"), "2 folders are called mine"), (("core",), "runtime/ has core itself")],
)
def test_libraries_whose_files_would_be_mistaken_are_refused(
    tmp_path: Path, libraries: tuple[str, ...], words: str
) -> None:
    for name in libraries:
        write_library(tmp_path / name, ADD)
    (message,) = selection_faults(tmp_path, selecting("add.pte", *libraries))
    assert message.startswith("m4.toml:5: libraries.paths: ")
    assert words in message


def test_all_libraries_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    write_library(tmp_path / "a", ADD.replace("mul3.cpp", "gone.cpp"))
    write_library(tmp_path / "b", "- nothing\n")
    message = selection_faults(tmp_path, selecting("add.pte", "a", "b"))
    assert [fault.partition(":")[0] for fault in message] == [
        "a/functions.yaml",
        "b/functions.yaml",
    ]


def test_scratch_is_what_the_loops_of_the_toolchain_use(tmp_path: Path) -> None:
    model = ROOT / "configs" / "models" / "dscnn_cortex_m.pte"
    path, found = tmp_path / "net.toml", {}
    for toolchain in ("cortex-m55", "cortex-m4", "cortex-m0plus"):
        path.write_text(
            f'description = "net"\n[select]\nmodels = ["{model}"]\n'
            f'[toolchain]\nname = "{toolchain}"\n',
            encoding="utf-8",
        )
        (method,) = plan_target(load_target(path, ROOT)).plan.methods
        found[toolchain] = max(needs.scratch_bytes for needs in method.temp)
    # Of 64 filters: what sums begin with, tiles of 40 terms. Source: build/*/run.json
    assert found == {"cortex-m55": 416, "cortex-m4": 512, "cortex-m0plus": 768}


@pytest.mark.parametrize(
    ("model", "ports"),
    [
        (
            "models/linear_int8.pte",
            [(0.023268330842256546, 9), (0.004319571889936924, -13)],
        ),
        # In its payload these pairs are next to each other. Outputs of ExecuTorch are
        # whole steps of the second scale, the largest 127 + 11 of them.
        (
            "lowered/xnn_linear_int8.pte",
            [(0.023268330842256546, 9), (0.002212899038568139, -11)],
        ),
    ],
    ids=["exported", "lowered"],
)
def test_ports_of_compiled_models_have_the_scales_of_the_exported_one(
    model: str, ports: list[tuple[float, int]], tmp_path: Path
) -> None:
    """Integer operators say nothing of scales: only the program before the passes does."""
    path = MODELS.parent / model
    target = f'[select]\nmodels = ["{path}"]\n[runtime]\nform = "compiled"'
    compiled = plan(tmp_path, target).compiled
    assert compiled is not None
    (method,) = compiled.methods
    assert [port.quantized for port in (*method.inputs, *method.outputs)] == [
        Quantized(scale=scale, zero_point=zero_point) for scale, zero_point in ports
    ]


@pytest.mark.parametrize(
    "model", sorted((ROOT / "configs" / "models").glob("*.pte")), ids=lambda each: each.name
)
def test_each_model_is_planned_for_a_host_by_default(model: Path, tmp_path: Path) -> None:
    made = plan(tmp_path, f'[select]\nmodels = ["{model}"]')
    sources = {each.partition(",")[0] for kernel in made.kernels for each in kernel.needed_by}
    assert sources <= {model.name, f"{model.name} as exported"}
    assert {method.model for method in made.methods} == {model.name}
