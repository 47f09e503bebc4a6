"""The cases of ExecuTorch's selective-build examples, basic and advanced, with the same outcome.

Source: examples/selective_build of ExecuTorch 1.5.1: which operators and dtypes are in the binary.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.library_file import read_library
from codegen.plan import UNSELECTED_CAPACITY, Plan, RegistryForm
from codegen.resolve import resolve
from codegen.selection import Selection
from codegen.sources.detect import read_sources
from codegen.unresolved import Unresolvable
from tests.codegen.model_files import CONFIG_MODELS, DATA
from tests.runtime.sanitized import libraries

ADD, MM = "aten::add.out", "aten::mm.out"
ADD_MUL = CONFIG_MODELS / "add_mul.pte"
ALL_OPERATORS = {kernel.operator for library in libraries() for kernel in library.kernels}


def planned(
    selection: Selection,
    form: RegistryForm = RegistryForm.TABLE,
    capacity: int | None = None,
    own: Path | None = None,
) -> Plan:
    first = (read_library(own, prefix="own/"),) if own else ()
    return resolve(selection, (*first, *libraries()), target="t", form=form, capacity=capacity)


def operators(plan: Plan) -> set[str]:
    return {kernel.operator for kernel in plan.kernels}


def dtypes(plan: Plan, operator: str) -> set[DType]:
    return {d for k in plan.kernels if k.operator == operator for d in (*k.inputs, *k.outputs)}


def yaml_of(folder: Path, *names: str) -> Path:
    path = folder / "functions.yaml"
    path.write_text("".join(f"- op: {name}\n" for name in names), encoding="utf-8")
    return path


def custom(folder: Path) -> Path:
    """A library of custom operators, as a folder with its YAML."""
    library = folder / "own"
    library.mkdir()
    (library / "functions.yaml").write_text(
        "- func: my_ops::mul3.out(Tensor input, *, Tensor(a!) output) -> Tensor(a!)\n"
        "  dtypes: [Float]\n"
        "  kernels:\n"
        "    - arg_meta: null\n"
        "      kernel_name: custom::mul3_out\n"
        "      source: mul3.cpp\n",
        encoding="utf-8",
    )
    for name in ("mul3.cpp", "mul3.h"):
        (library / name).touch()
    return library


def test_basic_all_operators() -> None:
    assert operators(planned(read_sources(["all"]))) == ALL_OPERATORS


def test_basic_op_list() -> None:
    plan = planned(read_sources([f"{ADD},{MM}"]))
    assert operators(plan) == {ADD, MM}
    assert {DType.Float, DType.Int, DType.Half} <= dtypes(plan, ADD)


def test_basic_yaml_of_operators(tmp_path: Path) -> None:
    plan = planned(read_sources([str(yaml_of(tmp_path, "add.out", "mm.out"))]))
    assert operators(plan) == {ADD, MM}


def test_basic_model() -> None:
    assert operators(planned(read_sources([str(ADD_MUL)]))) == {ADD, MM}


def test_advanced_model_with_dtypes() -> None:
    plan = planned(read_sources([str(ADD_MUL)]))
    assert dtypes(plan, ADD) == dtypes(plan, MM) == {DType.Float}


@pytest.mark.parametrize("name", ["Float", "Half", "BFloat16"])
def test_advanced_operators_with_dtypes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "dtypes.json"
    path.write_text(f'{{"{ADD}": ["{name}", "Int"]}}', encoding="utf-8")
    plan = planned(read_sources([str(path)]))
    assert operators(plan) == {ADD}
    assert dtypes(plan, ADD) == {DType(name), DType.Int}


def test_advanced_custom_operators(tmp_path: Path) -> None:
    need = read_sources(["my_ops::mul3.out"])
    plan = planned(need, own=custom(tmp_path))
    assert operators(plan) == {"my_ops::mul3.out"}
    with pytest.raises(Unresolvable, match=r"no kernel for my_ops::mul3\.out"):
        planned(need)


def test_advanced_several_united(tmp_path: Path) -> None:
    sources = [
        str(ADD_MUL),
        str(yaml_of(tmp_path, "relu.out")),
        "my_ops::mul3.out",
        str(DATA / "models" / "softmax.pte"),
    ]
    own = custom(tmp_path)
    united = operators(planned(read_sources(sources), own=own))
    assert {ADD, MM, "aten::relu.out", "my_ops::mul3.out", "aten::_softmax.out"} <= united
    for source in sources:
        assert operators(planned(read_sources([source]), own=own)) <= united


def test_capacity_given() -> None:
    plan = planned(read_sources([str(ADD_MUL)]), RegistryForm.DYNAMIC, 64)
    assert (plan.capacity, plan.capacity_from) == (64, "configured")


def test_capacity_default() -> None:
    plan = planned(read_sources(["all"]), RegistryForm.DYNAMIC)
    assert (plan.capacity, plan.capacity_from) == (UNSELECTED_CAPACITY, "nothing selected")


def test_capacity_exact() -> None:
    plan = planned(read_sources([str(ADD_MUL)]), RegistryForm.DYNAMIC)
    assert (plan.capacity, plan.capacity_from) == (2, "exact")
