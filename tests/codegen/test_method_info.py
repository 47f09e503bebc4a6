from __future__ import annotations

import math
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.opinfo import ListArg, MethodInfo, ModelInfo, ScalarArg, TensorArg
from codegen.pte import read_model
from tests.codegen import program_builder as build
from tests.codegen.program_builder import Field, TableSpec


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def model(folder: Path, *methods: TableSpec, **fields: Field) -> ModelInfo:
    path = folder / "m.pte"
    path.write_bytes(build.program(*methods, **fields))
    return read_model(path)


def method(folder: Path, spec: TableSpec, **fields: Field) -> MethodInfo:
    return model(folder, spec, **fields).methods[0]


CONSTANT_BUFFER = {"slot_2": ("tables", [{}, {0: ("u8s", bytes(24))}])}


def test_constants_inside_the_flatbuffer_are_a_feature(folder: Path) -> None:
    spec = build.method([build.tensor(planned=False, data=1)], [])
    assert method(folder, spec, **CONSTANT_BUFFER).features == ("constant_buffer",)


def test_delegates_and_their_calls_are_reported(folder: Path) -> None:
    spec = build.method(
        [build.tensor()],
        [build.delegate_call(0, delegate=1), build.delegate_call(0, delegate=0)],
        delegates=("XnnpackBackend", "EthosUBackend"),
    )
    info = method(folder, spec)
    assert info.backends == ("EthosUBackend", "XnnpackBackend")
    assert [(each.id, each.calls) for each in info.delegates] == [
        ("XnnpackBackend", ((1, 1),)),
        ("EthosUBackend", ((0, 1),)),
    ]
    assert info.instruction_kinds == info.features == ("delegate_call",)
    assert info.calls == ()
    assert info.instruction_count == 2


def test_several_chains_are_a_feature_and_instructions_run_on(folder: Path) -> None:
    values = [build.tensor(), build.tensor()]
    info = method(
        folder,
        build.method(values, [build.move_call(0, 1), build.kernel_call(0)], [build.kernel_call(1)]),
    )
    assert info.features == ("move_call", "multiple_chains")
    assert [call.instruction for call in info.calls] == [1, 2]


def test_every_kind_of_value_is_described(folder: Path) -> None:
    values = [
        build.tensor((1, 2), dtype=1, dim_order=(1, 0), planned=False),  # 0
        build.none(),  # 1
        build.integer(-5),  # 2
        build.boolean(True),  # 3
        build.double(-math.inf),  # 4
        build.text("none"),  # 5
        build.int_list(2, 6),  # 6
        build.integer(9),  # 7
        build.bool_list(True, False),  # 8
        build.double_list(0.25),  # 9
        build.tensor_list(0, 0),  # 10
        build.optional_tensor_list(0, -1, 1),  # 11
    ]
    values[6] = build.int_list(2, 7)
    spec = build.method(
        values,
        [build.kernel_call(*range(12), 0), build.kernel_call(7)],
        operators=(("my_ops::foo", ""),),
    )
    info = method(folder, spec)
    assert info.features == (
        "bool_list",
        "double_list",
        "optional_tensor_list",
        "scalar_state",
        "string",
        "tensor_list",
    )
    call = info.calls[0]
    tensor = call.arguments[0]
    assert call.operator == "my_ops::foo"
    assert isinstance(tensor, TensorArg)
    assert (tensor.dtype, tensor.dim_order, tensor.sizes) == ("Char", (1, 0), (1, 2))
    assert not tensor.constant
    assert call.arguments[1:12] == (
        ScalarArg(kind="none", value=None, computed=False),
        ScalarArg(kind="int", value=-5, computed=False),
        ScalarArg(kind="bool", value=True, computed=False),
        ScalarArg(kind="double", value=-math.inf, computed=False),
        ScalarArg(kind="string", value="none", computed=False),
        ListArg(kind="int_list", items=(-5, None)),
        ScalarArg(kind="int", value=None, computed=True),
        ListArg(kind="bool_list", items=(True, False)),
        ListArg(kind="double_list", items=(0.25,)),
        ListArg(kind="tensor_list", items=(tensor, tensor)),
        ListArg(kind="optional_tensor_list", items=(tensor, None, None)),
    )


def test_not_a_number_equals_itself_in_two_readings(folder: Path) -> None:
    spec = build.method([build.double(math.nan)], [build.kernel_call(0, 0)], outputs=(0,))
    assert model(folder, spec) == model(folder, spec)


@pytest.mark.parametrize(
    ("spec", "what"),
    [
        (build.method([], [build.kernel_call(3)]), "value 3 of 0"),
        (build.method([], [build.kernel_call(operator=1)]), "operator 1 of 1"),
        (build.method([], [build.delegate_call()]), "delegate 0 of 0"),
        (build.method([], [build.free_call(-1)]), "value -1 of 0"),
        (build.method([], [build.move_call(0, 0)]), "value 0 of 0"),
        (build.method([build.boolean(True)], [build.jump_false_call(0, 5)]), "instruction 5 of 1"),
        (build.method([], [{0: ("u8", 9), 1: ("table", {})}]), "instruction type 9"),
        (build.method([build.value(99, {})], []), "value type 99"),
        (build.method([{}], []), "a value without a type"),
        (build.method([build.integer(1)], [], inputs=(1,)), "value 1 of 1"),
        (build.method([build.tensor_list(0)], []), "item 0 is tensor_list, not tensor"),
        (build.method([build.integer(1), build.tensor_list(0)], []), "item 0 is int, not tensor"),
        (build.method([build.tensor(), build.int_list(0)], []), "item 0 is tensor, not int"),
        (build.method([build.tensor(dtype=77)], []), "no dtype has number 77"),
        (build.method([build.tensor((-1,))], []), "a tensor of sizes"),
        (build.method([build.tensor((1,) * 17)], []), "a tensor of 17 dimensions"),
        (build.method([build.tensor((2, 3), dim_order=(0, 0))], []), "dim order"),
        (build.method([build.tensor((2, 3), dim_order=(0,))], []), "dim order"),
        (build.method([build.tensor(dynamism=3)], []), "shape dynamism 3"),
        (build.method([build.tensor(planned=False, data=2)], []), "starts with data 2 of 0"),
        (build.method([build.tensor(data=1)], []), "starts with data 1 of 0"),
        (build.method([], [], operators=(('aten::add" ', ""),)), "is not an operator name"),
        (build.method([], [], operators=(("", "out"),)), "no operator name"),
        (build.method([], [], name=""), "no method name"),
        (build.method([], [], name="for\nward"), "cannot be printed"),
    ],
)
def test_unsound_program_is_refused(spec: TableSpec, what: str, folder: Path) -> None:
    with pytest.raises(SelectionError, match=r"m\.pte: byte \d+: ") as caught:
        method(folder, spec)
    assert what in caught.value.faults[0]


def test_two_methods_of_one_name_are_refused(folder: Path) -> None:
    with pytest.raises(SelectionError, match="two methods have the same name"):
        model(folder, build.method([], []), build.method([], []))


def test_segments_without_extended_header_are_refused(folder: Path) -> None:
    segments = ("tables", [{0: ("u64", 0), 1: ("u64", 16)}])
    with pytest.raises(SelectionError, match="segments but no extended header"):
        model(folder, build.method([], []), slot_4=segments)
