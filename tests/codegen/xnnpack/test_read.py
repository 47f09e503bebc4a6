"""Payloads: every form that ExecuTorch has had, and what is refused."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.flat_tensor import read_flat_tensor
from codegen.optimize.graph import Method
from codegen.optimize.pipeline import optimize
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from codegen.xnnpack.graph import Graph
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA, lowered
from tests.codegen.optimize.graphs import called_by, graph_of, operators
from tests.codegen.xnnpack.campaign import run
from tests.codegen.xnnpack.payloads import (
    Form,
    floats,
    in_form,
    node,
    payload,
    program,
    with_header,
)
from tests.runtime.model_cases import data_files

MUTATIONS = 250
SMALL = tuple(path for path in lowered() if path.stat().st_size < 60_000)


def turned_back(data: bytes, model: Path) -> tuple[Method, ...]:
    done = optimize(
        data,
        name=model.name,
        operators=operators(),
        passes=(),
        external=[read_flat_tensor(each) for each in data_files(model)],
    )
    program = read_graph(done.data, name=model.name, operators=operators())
    assert not program.named_data
    return program.methods


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("model", SMALL, ids=lambda path: path.stem)
def test_older_forms_of_a_payload_give_the_same_program(model: Path, form: Form) -> None:
    given = write_graph(graph_of(model))
    assert turned_back(in_form(model, form), model) == turned_back(given, model)


def test_random_mutations_are_turned_back_or_refused_by_name() -> None:
    found = run(MUTATIONS, seed=3)
    assert found["refused"] > MUTATIONS // 2
    assert found["turned back"]


def refused(data: bytes) -> str:
    """The fault of a program of one delegate with two inputs and one output of 2x3."""
    given = program(data, [(2, 3), (2, 3)], [(2, 3)])
    with pytest.raises(SelectionError) as caught:
        optimize(given, name="m.pte", operators=operators(), passes=())
    text = str(caught.value)
    assert text.startswith("m.pte: forward, delegate 0"), text
    return text


def added(**changes: object) -> Graph:
    """The sum of two inputs; `changes` are those of its node."""
    values = [
        floats(0, (2, 3), external=0),
        floats(1, (2, 3), external=1),
        floats(2, (2, 3), external=2, output=True),
    ]
    fields = {"input1_id": 0, "input2_id": 1, "output_id": 2} | changes
    return Graph(
        values={each.id: each for each in values},
        nodes=(node(str(fields.pop("kind", "Add")), **fields),),
        externs=3,
    )


def test_a_sum_is_turned_back() -> None:
    given = program(payload(added())[0], [(2, 3), (2, 3)], [(2, 3)])
    done = optimize(given, name="m.pte", operators=operators(), passes=())
    assert done.turned_back == "1 delegate of XNNPACK turned back into 1 call"
    assert done.origins == {"forward": ("delegate 0, node 0",)}


def test_slopes_that_may_exceed_one_are_chosen_by_sign() -> None:
    given = program(payload(added(kind="PReLU"))[0], [(2, 3), (2, 3)], [(2, 3)])
    done = optimize(given, name="m.pte", operators=operators(), passes=())
    assert done.turned_back == "1 delegate of XNNPACK turned back into 3 calls"


def rectified(*slopes: float) -> tuple[str, ...]:
    """The operators that a PReLU with these slopes becomes."""
    values = [
        floats(0, (2, 3), external=0),
        floats(1, (3,), data=struct.pack("<3f", *slopes)),
        floats(2, (2, 3), external=1, output=True),
    ]
    graph = Graph(
        values={each.id: each for each in values},
        nodes=(node("PReLU", input1_id=0, input2_id=1, output_id=2),),
        externs=2,
    )
    given = program(payload(graph)[0], [(2, 3)], [(2, 3)])
    done = optimize(given, name="m.pte", operators=operators())
    return tuple(called_by(done.data))


def test_slopes_that_are_one_number_make_a_leaky_relu() -> None:
    assert rectified(1.25, 1.25, 1.25) == ("aten::leaky_relu.out",)
    assert rectified(0.25, 0.25, 0.5) == ("aten::mul.out", "aten::maximum.out")
    nan = float("nan")
    assert "aten::leaky_relu.out" not in rectified(nan, nan, nan)


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (added(input2_id=7), "node 0 (Add): input2_id: value 7 does not exist"),
        (added(input2_id=2), "node 0 (Add): input2_id: value 2 is read before it is made"),
        (added(output_id=1), "node 0 (Add): output_id: value 1 is made twice"),
        (added(bounds=(1.0, 0.0)), "node 0: bounds 1.0 and 0.0"),
        (replace(added(), nodes=()), "no node makes value 2, which is an output"),
        (replace(added(), externs=2), "external value 2 of 2"),
        (replace(added(), externs=5000), "5000 external values"),
    ],
)
def test_a_graph_that_contradicts_itself_is_refused(graph: Graph, text: str) -> None:
    assert text in refused(payload(graph)[0])


def test_more_external_values_than_arguments_are_refused() -> None:
    assert "3 arguments of 4" in refused(payload(replace(added(), externs=4))[0])


def test_a_shape_that_is_not_that_of_the_argument_is_refused() -> None:
    values = {**added().values, 0: floats(0, (3, 2), external=0)}
    text = refused(payload(replace(added(), values=values))[0])
    assert "argument 0 is (2, 3) in memory, not (3, 2)" in text


def test_a_result_of_another_shape_is_refused() -> None:
    values = {**added().values, 1: floats(1, (1, 3), external=1)}
    given = program(payload(replace(added(), values=values))[0], [(1, 3), (1, 3)], [(2, 3)])
    with pytest.raises(SelectionError, match=r"argument 0 is \(1, 3\)"):
        optimize(given, name="m.pte", operators=operators(), passes=())


@pytest.mark.parametrize(("kind", "flags"), [("Add", 4), ("Softmax", 1), ("FullyConnected", 2)])
def test_flags_without_an_operator_are_refused(kind: str, flags: int) -> None:
    names = {"Softmax": {"input_id": 0}, "FullyConnected": {"input1_id": 0, "filter_id": 1}}
    fields = names.get(kind, {"input1_id": 0, "input2_id": 1})
    given = node(kind, output_id=2, flags=flags, **fields)
    text = refused(payload(replace(added(), nodes=(given,)))[0])
    assert f"node 0 ({kind}): has the flags {flags}, which Kerf cannot turn back" in text


def test_attention_as_one_node_is_refused() -> None:
    fields = {f"{name}_id": 0 for name in ("query", "key", "value", "scale", "mask")}
    given = node("ScaledDotProductAttention", output_id=2, **fields)
    data = payload(replace(added(), nodes=(given,)))[0]
    assert "node 0 (ScaledDotProductAttention): has no operator" in refused(data)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda data: data[:20], "30 bytes are needed here"),
        (lambda data: data[:8] + b"\5\0" + data[10:], "a header of 5 bytes is impossible"),
        (lambda data: data[:14] + b"\xff\xff\xff\x7f" + data[18:], "bytes of flatbuffer from"),
        (lambda data: data[:22] + b"\x10" + data[23:], "16 bytes of constants"),
        (lambda data: data[:36] + b"XN02" + data[40:], "neither XN00 nor XN01"),
        (lambda data: b"", "8 bytes are needed here"),
    ],
)
def test_a_damaged_header_is_refused(change: Callable[[bytes], bytes], text: str) -> None:
    data = payload(added(), Form.NAMED)[0]
    assert data == with_header(data[32 : 32 + int.from_bytes(data[14:18], "little")], b"")
    assert text in refused(change(data))


def test_constants_of_a_ptd_that_is_not_named_are_refused() -> None:
    model = DATA / "lowered" / "xnn_external.pte"
    with pytest.raises(SelectionError, match=r"Name the \.ptd that was exported with it"):
        optimize(model.read_bytes(), name=model.name, operators=operators())


def test_a_delegate_that_is_never_called_is_dropped() -> None:
    method = build.method([build.tensor()], [], delegates=("XnnpackBackend", "OtherBackend"))
    given = build.program(method)
    done = optimize(given, name="m.pte", operators=operators(), passes=())
    (left,) = read_graph(done.data, name="m.pte", operators=operators()).methods
    assert [delegate.id for delegate in left.delegates] == ["OtherBackend"]
