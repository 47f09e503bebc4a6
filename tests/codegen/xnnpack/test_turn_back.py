"""Calls in place of those of delegates: arguments, control flow, memory, and what is left."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from codegen.errors import SelectionError
from codegen.optimize.graph import Call, JumpFalse, Method, Move, NamedData, Tensor
from codegen.optimize.integer_weights import stored_weights
from codegen.optimize.layout import is_sound
from codegen.optimize.pipeline import DEFAULT, optimize, read_program
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from codegen.xnnpack.constants import stored
from codegen.xnnpack.graph import Datatype, Graph, PerGroup, Value
from tests.codegen import program_builder as build
from tests.codegen.optimize.graphs import operators
from tests.codegen.program_builder import TableSpec
from tests.codegen.xnnpack.payloads import Form, floats, node, payload, program

SHAPE = (2, 3)


def chain() -> Graph:
    """relu(-(a + b)): two values inside, which need memory."""
    values = [
        floats(0, SHAPE, external=0),
        floats(1, SHAPE, external=1),
        floats(2, SHAPE),
        floats(3, SHAPE),
        floats(4, SHAPE, external=2, output=True),
    ]
    nodes = (
        node("Add", index=0, input1_id=0, input2_id=1, output_id=2),
        node("Negate", index=1, input_id=2, output_id=3),
        node("Clamp", index=2, input_id=3, output_id=4, bounds=(0.0, float("inf"))),
    )
    return Graph(values={each.id: each for each in values}, nodes=nodes, externs=3)


def test_a_number_is_a_value_of_one_element() -> None:
    """The exporter gives values of rank 0 one dim, and reshapes to none."""
    values = [floats(0, (1, 1), external=0), floats(1, (1,), external=1, output=True)]
    reshape = node("StaticReshape", index=0, input_id=0, output_id=1, new_shape=(), num_dims=0)
    graph = Graph(values={each.id: each for each in values}, nodes=(reshape,), externs=2)
    given = program(payload(graph)[0], [(1, 1)], [()], steps=[build.delegate_call(0, 1)])
    done = optimize(given, name="m.pte", operators=operators(), passes=())
    (method,) = read_graph(done.data, name="m.pte", operators=operators()).methods
    assert set(names(method)) == {"view_copy"}
    assert method.tensor(method.outputs[0]).sizes == ()


def test_operands_that_no_operator_takes_are_no_damage() -> None:
    """As ExecuTorch's exporter writes them where an image is quantized before a convolution."""
    values = [
        floats(0, (1, 16, 5, 7), external=0),
        floats(1, (1, 7, 16, 5), external=1),
        floats(2, (1, 16, 5, 7), external=2, output=True),
    ]
    multiply = node("Multiply", index=0, input1_id=0, input2_id=1, output_id=2)
    graph = Graph(values={each.id: each for each in values}, nodes=(multiply,), externs=3)
    shapes = [value.dims for value in values]
    given = program(payload(graph)[0], shapes[:2], shapes[2:], steps=[build.delegate_call(0, 1, 2)])
    with pytest.raises(SelectionError) as raised:
        optimize(given, name="m.pte", operators=operators(), passes=())
    assert "shapes (1, 16, 5, 7) and (1, 7, 16, 5), which Kerf cannot turn" in str(raised.value)


def method_of(
    *, others: tuple[TableSpec, ...] = (), steps: list[TableSpec], passes: tuple[str, ...] = ()
) -> Method:
    data = payload(chain())[0]
    given = program(data, [SHAPE, SHAPE], [SHAPE], others=others, steps=steps)
    done = optimize(given, name="m.pte", operators=operators(), passes=passes)
    return read_graph(done.data, name="m.pte", operators=operators()).methods[0]


def names(method: Method) -> list[str]:
    return [
        each.operator.removeprefix("aten::").removesuffix(".out")
        if isinstance(each, Call)
        else type(each).__name__
        for each in method.instructions
    ]


def test_values_inside_a_delegate_get_memory_of_their_own() -> None:
    method = method_of(steps=[build.delegate_call(0, 1, 2)])
    assert names(method) == ["add", "neg", "relu"]
    assert not method.fixed
    assert is_sound(method, operators())
    assert method.memories == (88,)  # three tensors are in use at once


def test_an_output_that_the_payload_does_not_write_is_refused() -> None:
    """As the exporter leaves it out where a delegate quantizes and dequantizes alone."""
    lost = build.tensor(SHAPE)
    with pytest.raises(SelectionError, match="does not write value 3, an output of its call"):
        method_of(others=(lost,), steps=[build.delegate_call(0, 1, 2, 3)])
    written = [build.delegate_call(1, 0, 3), build.delegate_call(0, 1, 2, 3)]
    assert names(method_of(others=(lost,), steps=written)) == ["add", "neg", "relu"] * 2


def test_two_calls_of_one_delegate_are_turned_back_twice() -> None:
    method = method_of(steps=[build.delegate_call(0, 1, 2), build.delegate_call(2, 2, 1)])
    assert names(method) == ["add", "neg", "relu"] * 2


BRANCHES = (
    build.jump_false_call(3, 3),
    build.delegate_call(0, 1, 2),
    build.jump_false_call(4, 4),
    build.delegate_call(1, 1, 2),
)
KINDS = ["JumpFalse", "add", "neg", "relu", "JumpFalse", "add", "neg", "relu"]


def test_delegates_in_branches_share_memory() -> None:
    flags = build.boolean(True), build.boolean(False)
    method = method_of(others=flags, steps=[*BRANCHES])
    assert names(method) == KINDS
    assert not method.fixed and is_sound(method, operators())
    assert method.memories == (88,)  # as much as one delegate needs


def test_jumps_lead_where_they_led_and_planned_memory_stays() -> None:
    """Where a value is freed, nothing but the delegates changes."""
    flags = build.boolean(True), build.boolean(False)
    method = method_of(others=flags, steps=[*BRANCHES, build.free_call(2)])
    assert method.fixed
    assert names(method) == [*KINDS, "Free"]
    first, second = (each for each in method.instructions if isinstance(each, JumpFalse))
    assert (first.target, second.target) == (5, 8)
    given = 3 * 4096
    own = [method.tensor(index).place for index in (*method.inputs, *method.outputs)]
    assert [place.offset for place in own if place is not None] == [0, 4096, 8192]
    others = {
        value.place.offset
        for value in method.values
        if isinstance(value, Tensor) and value.place is not None and value.place not in own
    }
    assert min(others) >= given
    # Both delegates use the same piece of memory, one after the other.
    assert method.memories[0] <= given + 4 * 32


def test_moves_between_delegates_keep_the_method_as_it_is() -> None:
    steps = [build.delegate_call(0, 1, 2), build.move_call(3, 4)]
    method = method_of(others=(build.integer(1), build.integer(2)), steps=steps)
    assert names(method) == ["add", "neg", "relu", "Move"]
    assert isinstance(method.instructions[-1], Move)


def test_passes_run_on_what_was_turned_back() -> None:
    assert names(method_of(steps=[build.delegate_call(0, 1, 2)], passes=DEFAULT)) == [
        "add",
        "neg",
        "relu",
    ]


@pytest.mark.parametrize(
    ("others", "arguments", "text"),
    [
        ((build.integer(1),), (0, 3, 2), "argument 1 is no tensor"),
        ((build.tensor(SHAPE, dtype=5),), (0, 3, 2), "argument 1 is Half, not Float"),
        ((build.tensor((3, 2)),), (0, 3, 2), r"argument 1 is \(3, 2\) in memory"),
        ((), (0, 2, 2), "argument 2, an output, is a constant or another argument too"),
        ((), (0, 1), "2 arguments of 3"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(
    others: tuple[TableSpec, ...], arguments: tuple[int, ...], text: str
) -> None:
    with pytest.raises(SelectionError, match=text):
        method_of(others=others, steps=[build.delegate_call(*arguments)])


def four_bits(number: int, outputs: int, inputs: int) -> Value:
    """Weights of four bits as value `number`, a scale for each output."""
    halves = np.random.default_rng(number).integers(0, 256, (outputs, -(-inputs // 2)), np.uint8)
    return Value(
        id=number,
        datatype=Datatype.QBINT4,
        dims=(outputs, inputs),
        data=halves.tobytes(),
        external=None,
        output=False,
        quantization=PerGroup(size=inputs, scales=np.full(outputs, 0.5, np.float32)),
    )


def products(*weights: Value) -> bytes:
    """A program that multiplies a row by one of `weights` after the other, value 1 and on."""
    count = len(weights)
    first, last = weights[0].dims[1], weights[-1].dims[0]
    between = [
        floats(count + at, (1, each.dims[0])) for at, each in enumerate(weights[:-1], start=1)
    ]
    values = [
        floats(0, (1, first), external=0),
        *weights,
        *between,
        floats(2 * count, (1, last), external=1, output=True),
    ]
    nodes = tuple(
        node(
            "FullyConnected",
            index=at - 1,
            input1_id=count + at - 1 if at > 1 else 0,
            filter_id=at,
            output_id=count + at,
        )
        for at in range(1, count + 1)
    )
    graph = Graph(values={each.id: each for each in values}, nodes=nodes, externs=2)
    data, blobs = payload(graph, Form.NAMED)
    given = program(data, [(1, first)], [(1, last)], steps=[build.delegate_call(0, 1)])
    named = tuple(NamedData(key=key, data=blob) for key, blob in blobs.items())
    lowered = read_graph(given, name="m.pte", operators=operators())
    return write_graph(replace(lowered, named_data=named))


@pytest.mark.parametrize("inputs", [1, 2, 3, 8, 33])
def test_weights_of_four_bits_are_stored_as_products_read_them(inputs: int) -> None:
    weights = four_bits(1, 5, inputs)
    done = optimize(products(weights), name="m.pte", operators=operators(), passes=())
    (method,) = read_graph(done.data, name="m.pte", operators=operators()).methods
    found = {each.data for each in method.values if isinstance(each, Tensor) and each.constant}
    assert stored_weights(stored(weights)).data in found


def test_lowered_weights_are_in_memory_twice_at_most(tmp_path: Path) -> None:
    """As those that passes make of the file's, which is mapped, and in the result."""
    path = tmp_path / "m.pte"
    path.write_bytes(products(*(four_bits(number, 1000, 1000) for number in range(1, 17))))
    known = operators()
    tracemalloc.start()
    optimize(read_program(path), name="m.pte", operators=known, measures=False)
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 2.2 * path.stat().st_size
