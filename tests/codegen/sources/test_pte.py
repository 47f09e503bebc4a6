from __future__ import annotations

import pytest
import yaml

from codegen.dtype import DType
from codegen.opinfo import Call, Dynamism, ListArg, ScalarArg, TensorArg
from codegen.pte import read_model
from codegen.selection import OperatorNeed, Origin
from codegen.sources.detect import read_file
from codegen.sources.pte import kernel_key
from tests.codegen.model_files import OPLISTS, programs


@pytest.mark.parametrize("name", sorted(programs()))
def test_operators_and_kernel_keys_are_those_that_executorch_extracts(name: str) -> None:
    """As sets they are equal for every model, without exception."""
    expected = yaml.safe_load((OPLISTS / f"{name}.yaml").read_text())
    needs = read_file(programs()[name]).operators
    assert {need.name for need in needs} == set(expected["operators"])
    keys = {need.name: {str(key) for key, _ in need.keys} for need in needs}
    assert keys == {op: set(texts) for op, texts in expected["et_kernel_metadata"].items()}


def test_every_model_has_its_expected_list() -> None:
    assert set(programs()) == {path.stem for path in OPLISTS.glob("*.yaml")}


@pytest.mark.parametrize("name", ["mv2_035_96", "multi_method", "chain_500", "map"])
def test_every_call_is_in_the_selection_with_its_origin(name: str) -> None:
    model = read_model(programs()[name])
    expected = {
        (call.operator, Origin(source=model.name, method=method.name, instruction=call.instruction))
        for method in model.methods
        for call in method.calls
    }
    needs = read_file(programs()[name]).operators
    assert expected == {(need.name, origin) for need in needs for origin in need.origins}
    for pairs in ("calls", "keys"):
        assert expected == {
            (need.name, origin)
            for need in needs
            for _, origins in getattr(need, pairs)
            for origin in origins
        }
    assert all(need.calls_complete and not need.any_dtype for need in needs)


def test_equal_calls_are_one_with_several_origins() -> None:
    (relu,) = [need for need in read_file(programs()["lstm"]).operators if "tanh" in need.name]
    calls = len(relu.origins)
    assert calls > 1
    assert len(relu.calls) < calls
    assert sum(len(origins) for _, origins in relu.calls) == calls
    assert all(call.instruction == 0 for call, _ in relu.calls)


def test_origin_is_shown_as_model_method_and_instruction() -> None:
    needs = {need.name: need for need in read_file(programs()["mv2_035_96"]).operators}
    last = needs["aten::addmm.out"].origins
    assert [str(origin) for origin in last] == ["mv2.pte, forward, instruction 152"]


def test_prim_operators_are_operators_like_any_other() -> None:
    needs = {need.name: need for need in read_file(programs()["map"]).operators}
    prim: OperatorNeed = needs["executorch_prim::add.Scalar"]
    assert [str(key) for key, _ in prim.keys] == ["v1"]


def tensor(dtype: str, *dim_order: int) -> TensorArg:
    return TensorArg(
        dtype=DType(dtype),
        dim_order=dim_order,
        sizes=(2,) * len(dim_order),
        dynamism=Dynamism.STATIC,
        constant=False,
    )


def test_kernel_key_skips_what_is_not_a_tensor_and_takes_the_first_of_a_list() -> None:
    call = Call(
        operator="aten::foo.out",
        instruction=0,
        arguments=(
            tensor("Float", 0, 1),
            ScalarArg(kind="none", value=None, computed=False),
            ListArg(kind="tensor_list", items=(tensor("Int", 0), tensor("Long", 0))),
            ListArg(kind="int_list", items=(1, 2)),
            ListArg(kind="optional_tensor_list", items=(None, tensor("Bool", 1, 0))),
            tensor("Byte"),
            ListArg(kind="tensor_list", items=()),
        ),
    )
    assert str(kernel_key(call)) == "v1/6;0,1|3;0|11;1,0|0;"


def test_models_are_kept_with_their_methods() -> None:
    (model,) = read_file(programs()["multi_method"]).models
    assert model == read_model(programs()["multi_method"])
