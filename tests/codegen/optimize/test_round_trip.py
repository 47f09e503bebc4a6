from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.optimize.graph import Call, Method, Program, Tensor
from codegen.optimize.layout import is_sound, memory_bytes
from codegen.optimize.overlapping import computed_values, info_of
from codegen.optimize.read import read_graph
from codegen.optimize.write import write_graph
from codegen.program_value import ListValue, ScalarValue
from codegen.pte import read_model, read_program_file
from tests.codegen import program_builder as build
from tests.codegen.model_files import DATA, programs
from tests.codegen.optimize.graphs import graph_of, operators
from tests.runtime import delegates
from tests.runtime.busy_program import busy_program

pytestmark = pytest.mark.slow

MODELS = sorted(programs().values())
CHANGING = ("cond", "map", "scan")
"""Models with control flow."""


def as_written(program: Program) -> Program:
    """`program` with the sizes of memories that its buffers need."""
    return replace(program, methods=tuple(map(_as_written, program.methods)))


def _as_written(method: Method) -> Method:
    return replace(method, memories=memory_bytes(method))


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_what_is_written_is_read_as_the_same_graph(model: Path) -> None:
    given = graph_of(model)
    again = read_graph(write_graph(given), name=model.name, operators=operators())
    assert replace(as_written(again), segment_alignment=0) == replace(
        as_written(given), segment_alignment=0
    )


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_selection_reads_the_same_calls(model: Path, tmp_path: Path) -> None:
    written = tmp_path / model.name
    written.write_bytes(write_graph(graph_of(model)))
    given, again = read_model(model), read_model(written)
    assert [method.calls for method in again.methods] == [method.calls for method in given.methods]
    assert [m.state for m in again.methods] == [m.state for m in given.methods]


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_passes_know_of_arguments_what_selection_knows(model: Path) -> None:
    for method, selected in zip(graph_of(model).methods, read_model(model).methods, strict=True):
        computed = computed_values(method, operators())
        for each in selected.calls:
            call = method.instructions[each.instruction]
            assert isinstance(call, Call)
            assert info_of(call, method.values, computed).arguments == each.arguments


def test_every_part_of_the_format_survives() -> None:
    given = read_graph(busy_program(), name="busy.pte", operators=operators())
    again = read_graph(write_graph(given), name="busy.pte", operators=operators())
    assert as_written(again).methods == as_written(given).methods


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_layouts_of_the_exporter_are_sound(model: Path) -> None:
    """What shares memory on purpose is in one buffer; nothing else overlaps while it is in use."""
    assert all(is_sound(method, operators()) for method in graph_of(model).methods)


def test_elided_views_are_in_the_buffer_of_what_they_view() -> None:
    (method,) = graph_of(DATA / "models" / "kv_cache.pte").methods
    calls = [each for each in method.instructions if hasattr(each, "operator")]
    product = next(call for call in calls if call.operator == "aten::mm.out")
    permute = next(call for call in calls[2:] if call.operator == "aten::permute_copy.out")
    result, viewed = method.tensor(product.arguments[-1]), method.tensor(permute.arguments[0])
    assert result.place is not None and viewed.place is not None
    assert result.sizes != viewed.sizes
    assert result.place.buffer == viewed.place.buffer


def test_state_without_initial_data_is_recognised() -> None:
    (method,) = graph_of(DATA / "models" / "mutable_counter.pte").methods
    assert [buffer.nbytes for buffer in method.buffers if buffer.state] == [4]


@pytest.mark.parametrize("name", CHANGING)
def test_methods_with_control_flow_are_understood(name: str) -> None:
    (method,) = graph_of(programs()[name]).methods
    assert not method.straight and not method.fixed


def test_equal_constants_are_written_once() -> None:
    (method,) = graph_of(DATA / "models" / "conv1d_net.pte").methods
    given = graph_of(DATA / "models" / "conv1d_net.pte")
    twice = replace(given, methods=(replace(method, name="second"), replace(method, name="first")))
    growth = len(write_graph(twice)) - len(write_graph(given))
    weights = sum(len(v.data or b"") for v in method.values if isinstance(v, Tensor))
    assert growth < weights


@pytest.mark.parametrize("kept", [0, 7, 40, 600, 5000])
def test_a_truncated_program_is_refused(kept: int) -> None:
    data = (DATA / "models" / "kv_cache.pte").read_bytes()[:kept]
    with pytest.raises(SelectionError):
        read_graph(data, name="cut.pte", operators=operators())


def test_a_damaged_program_is_refused_or_read() -> None:
    """No damage of a byte leads to anything but a fault."""
    data = (DATA / "models" / "add.pte").read_bytes()
    for position in range(0, len(data), 3):
        damaged = data[:position] + bytes([data[position] ^ 0xFF]) + data[position + 1 :]
        try:
            read_graph(damaged, name="damaged.pte", operators=operators())
        except SelectionError:
            continue


def test_minus_zero_stays() -> None:
    data = build.program(build.method([build.double(-0.0), build.double_list(-0.0, 1.0)], []))
    graph = read_graph(data, name="zero.pte", operators=operators())
    again = read_graph(write_graph(graph), name="zero.pte", operators=operators())
    number, numbers = again.methods[0].values
    assert isinstance(number, ScalarValue)
    assert isinstance(numbers, ListValue)
    assert str((number.value, *numbers.items)) == "(-0.0, -0.0, 1.0)"


def test_segment_of_empty_constants_is_aligned_after_any_payload(tmp_path: Path) -> None:
    values = [*(build.tensor() for _ in range(2)), build.tensor((0, 3), planned=False, data=1)]
    call = build.delegate_call(0, 1)
    method = delegates.method([call], [delegates.delegate()], values=values, output=1)
    blobs = {"slot_2": ("tables", [{}, {}]), "slot_3": ("tables", [{0: ("bytes", bytes(15))}])}
    written = tmp_path / "m.pte"
    written.write_bytes(delegates.in_segments(build.program(method, **blobs)))
    segments = read_program_file(written).program.segments
    assert (0, 15) in segments and len(segments) == 2
    assert [start % 16 for start, _ in segments] == [0, 0]
