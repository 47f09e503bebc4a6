"""What each pass does, and what it must leave alone."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from codegen.optimize.common import share_common
from codegen.optimize.copies import drop_copies
from codegen.optimize.duplicates import merge_duplicates
from codegen.optimize.fold import fold_constants
from codegen.optimize.graph import Call, Method, Tensor
from codegen.optimize.layout import is_sound, memory_bytes
from codegen.optimize.pipeline import DEFAULT, optimize
from codegen.optimize.plan_memory import least_bytes, plan_memory
from codegen.optimize.read import read_graph
from codegen.optimize.roles import roles
from codegen.optimize.unused import drop_unused
from tests.codegen import program_builder as build
from tests.codegen.model_files import CONFIG_MODELS, DATA, programs
from tests.codegen.optimize.graphs import (
    call,
    called_by,
    graph_of,
    method_of,
    operators,
    planned,
    program_of,
)
from tests.codegen.optimize.quantized_draft import Draft
from tests.codegen.optimize.quantized_draft import program_of as draft_program
from tests.codegen.program_builder import TableSpec

pytestmark = pytest.mark.slow

MODELS = sorted(programs().values())


def constants(method: Method) -> list[Tensor]:
    return [v for v in method.values if isinstance(v, Tensor) and v.constant]


def test_calls_that_nothing_reads_are_dropped_with_their_constants() -> None:
    values = [planned(0), planned(64), build.tensor((4,), planned=False, data=1), planned(128)]
    steps = [call("relu", 0, 1, 1), call("relu", 2, 3, 3)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(1,)))
    done = drop_unused(method, operators())
    assert called_by(done) == ["aten::relu.out"]
    assert constants(done) == []
    assert len(done.values) == 2


def test_calls_that_change_state_stay() -> None:
    values = [planned(0), planned(64, data=0), build.boolean(False), planned(128)]
    steps = [call("relu", 1, 3, 3), call("copy_", 1, 0, 2, 1)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(3,)))
    assert called_by(drop_unused(method, operators())) == ["aten::relu.out", "aten::copy_"]


def test_a_result_that_a_later_call_names_and_may_not_write_stays() -> None:
    """After the arguments of its schema, and as scratch that is also an output of the program."""
    values = [planned(0), planned(64), planned(128)]
    steps = [call("relu", 0, 1, 1), call("relu", 2, 2, 1)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(1,)))
    assert called_by(drop_unused(method, operators())) == ["aten::relu.out"] * 2
    (given,) = graph_of(CONFIG_MODELS / "dscnn_cortex_m.pte").methods
    at, convolution = next(
        (at, each)
        for at, each in enumerate(given.instructions)
        if isinstance(each, Call) and _scratch(given, each)
    )
    (scratch,) = _scratch(given, convolution)
    source = next(i for i, v in enumerate(given.values) if isinstance(v, Tensor) and v.constant)
    copy = replace(convolution, operator="aten::relu.out", arguments=(source, scratch, scratch))
    steps_after = (*given.instructions[:at], copy, *given.instructions[at:])
    chain = replace(given.chains[0], instructions=steps_after)
    outputs = (*given.outputs, scratch)
    done = drop_unused(replace(given, chains=(chain,), outputs=outputs), operators())
    assert "aten::relu.out" in called_by(done)


def _scratch(method: Method, call: Call) -> set[int]:
    """The values that it may write a part of."""
    named = roles(call, method.values, operators())
    return {*named.writes} - {*named.overwrites}


def test_memory_that_no_kernel_uses_is_emptied() -> None:
    (given,) = graph_of(CONFIG_MODELS / "dscnn_cortex_m.pte").methods
    done = drop_unused(given, operators())
    assert ignored_bytes(given) > 0
    assert ignored_bytes(done) == 0


def ignored_bytes(method: Method) -> int:
    """Bytes of the tensors that calls pass to kernels which do not look at them."""
    return sum(
        method.tensor(index).nbytes
        for each in method.instructions
        if isinstance(each, Call)
        for index, its in zip(each.arguments, operators()[each.operator].takes, strict=False)
        if not its.used
    )


def test_memory_that_another_call_or_the_caller_uses_stays() -> None:
    relu = operators()["aten::relu.out"]
    takes = tuple(replace(its, used=its.name != "self") for its in relu.takes)
    ignoring = {**operators(), relu.operator: replace(relu, takes=takes)}
    values = [planned(0), planned(64), planned(128)]
    last = call("relu", 1, 2, 2)
    for steps, nbytes in (([last], [16, 0, 16]), ([call("relu", 0, 1, 1), last], [16, 16, 16])):
        given = method_of(program_of(values, steps, inputs=(0,), outputs=(2,)))
        done = drop_unused(given, ignoring)
        assert [done.tensor(index).nbytes for index in range(3)] == nbytes


def test_equal_numbers_and_constants_are_merged_and_computed_ones_are_not() -> None:
    values = [
        build.integer(1),
        build.integer(1),
        build.boolean(True),
        build.tensor((4,), planned=False, data=1),
        build.tensor((4,), planned=False, data=1),
        planned(0),
        planned(64),
    ]
    steps = [call("add", 3, 4, 0, 5, 5), call("add", 5, 4, 1, 6, 6)]
    method = method_of(program_of(values, steps, outputs=(6, 2)))
    done = merge_duplicates(method, operators())
    assert len(done.values) == 5
    assert len(constants(done)) == 1


def test_a_number_that_the_caller_sets_is_not_merged() -> None:
    values = [build.integer(1), build.integer(1)]
    method = method_of(program_of(values, [], inputs=(0,), outputs=(0, 1)))
    assert merge_duplicates(method, operators()) == method


def clone_of(
    *, last: list[object], outputs: tuple[int, ...] = (3,), inputs: tuple[int, ...] = (0,)
) -> Method:
    """Input 0, its relu 1, the clone 2 of that, a result 3."""
    values = [planned(0), planned(64), planned(128), planned(192), build.none(), build.integer(1)]
    values.append(build.boolean(False))
    steps = [call("relu", 0, 1, 1), call("clone", 1, 4, 2, 2), *last]
    return method_of(program_of(values, steps, inputs=inputs, outputs=outputs))  # type: ignore[arg-type]


def test_a_clone_is_dropped() -> None:
    method = clone_of(last=[call("add", 2, 2, 5, 3, 3)])
    assert called_by(drop_copies(method, operators())) == ["aten::relu.out", "aten::add.out"]


def test_a_clone_stays_where_its_source_is_written_before_it_is_read() -> None:
    method = clone_of(last=[call("copy_", 1, 0, 6, 1), call("add", 2, 2, 5, 3, 3)])
    assert drop_copies(method, operators()) == method


def test_a_clone_stays_where_it_returns_what_the_caller_gave() -> None:
    values = [planned(0), planned(64), build.none()]
    steps = [call("clone", 0, 2, 1, 1)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(1,)))
    assert drop_copies(method, operators()) == method


def test_a_permute_of_ones_is_a_view_and_others_are_not() -> None:
    for sizes, permuted, left in (((1, 4), (4, 1), 1), ((2, 2), (2, 2), 2)):
        values = [
            planned(0, sizes),
            planned(64, permuted),
            planned(128, permuted),
            build.int_list(4, 5),
            build.integer(1),
            build.integer(0),
        ]
        steps = [call("permute_copy", 0, 3, 1, 1), call("relu", 1, 2, 2)]
        method = method_of(program_of(values, steps, inputs=(0,), outputs=(2,)))
        assert len(called_by(drop_copies(method, operators()))) == left


def test_a_call_made_twice_is_made_once_unless_its_operand_changed() -> None:
    values = [planned(64 * i) for i in range(4)] + [build.integer(1), build.boolean(False)]
    twice = [call("relu", 0, 1, 1), call("relu", 0, 2, 2), call("add", 1, 2, 4, 3, 3)]
    method = method_of(program_of(values, twice, inputs=(0,), outputs=(3,)))
    assert called_by(share_common(method, operators())) == ["aten::relu.out", "aten::add.out"]
    between = [twice[0], call("copy_", 0, 1, 5, 0), *twice[1:]]
    method = method_of(program_of(values, between, inputs=(0,), outputs=(3,)))
    assert share_common(method, operators()) == method


def rows_quantized_twice(*between: TableSpec) -> Method:
    """Rows, as many as the caller gives, that are quantized twice, and the sum of both."""
    names = ("choose_qparams_per_token_asymmetric", "quantize_per_token", "dequantize_per_token")
    known = [(f"quantized_decomposed::{name}", "out") for name in names]
    values = [build.tensor((4, 8), dynamism=1)]
    for _ in range(2):
        values += [
            build.tensor((4, 1), dtype=7, dynamism=1),
            build.tensor((4, 1), dtype=4, dynamism=1),
        ]
        values += [build.tensor((4, 8), dtype=1, dynamism=1), build.tensor((4, 8), dynamism=1)]
    values += [build.tensor((4, 8), dynamism=1), build.integer(1), build.integer(-128)]
    values += [build.integer(127), build.integer(6), build.boolean(False)]
    for place, value in enumerate(values[:10]):  # each has memory of its own
        value[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", 256 * place)})
    steps: list[TableSpec] = []
    for scale in (1, 5):
        zero, numbers, rows, both = scale + 1, scale + 2, scale + 3, len(values)
        values.append(build.tensor_list(scale, zero))
        range_of = (scale, zero, 11, 12, 10)
        steps.append(build.kernel_call(0, 10, scale, zero, both, operator=0))
        steps.append(build.kernel_call(0, *range_of, numbers, numbers, operator=1))
        steps.append(build.kernel_call(numbers, *range_of, 13, rows, rows, operator=2))
        if scale == 1:
            steps += between
    steps.append(build.kernel_call(4, 8, 10, 9, 9, operator=3))
    operators_known = (*known, ("aten::add", "out"), ("aten::copy_", ""))
    data = program_of(values, steps, inputs=(0,), outputs=(9,), known=operators_known)
    return method_of(data)


def test_rows_that_are_quantized_twice_are_quantized_once() -> None:
    """Results of dynamic shape, and several of one call: readers read those that are there."""
    found = share_common(rows_quantized_twice(), operators())
    once = called_by(rows_quantized_twice())[:3]
    assert called_by(found) == [*once, "aten::add.out"]
    add = found.instructions[-1]
    assert isinstance(add, Call)
    assert add.arguments[0] == add.arguments[1]


def test_rows_that_change_between_are_quantized_again() -> None:
    method = rows_quantized_twice(build.kernel_call(0, 4, 14, 0, operator=4))
    assert share_common(method, operators()) == method


def test_a_permute_moves_into_its_constant() -> None:
    values = [
        build.tensor((2, 3), planned=False, data=1),
        planned(0, (3, 2)),
        planned(64, (3, 2)),
        build.int_list(4, 5),
        build.integer(1),
        build.integer(0),
    ]
    steps = [call("permute_copy", 0, 3, 1, 1), call("relu", 1, 2, 2)]
    method = method_of(program_of(values, steps, outputs=(2,)))
    done = fold_constants(method, operators())
    assert called_by(done) == ["aten::relu.out"]
    (constant,) = constants(done)
    given = bytes(range(24))
    assert constant.sizes == (3, 2)
    assert constant.data == b"".join(
        given[4 * (3 * column + row) :][:4] for row in range(3) for column in range(2)
    )


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_plans_are_sound_and_never_larger(model: Path) -> None:
    given = graph_of(model)
    done = plan_memory(given, operators())
    for before, after in zip(given.methods, done.methods, strict=True):
        assert is_sound(after, operators())
        assert sum(memory_bytes(after)) <= sum(memory_bytes(before))
        least = least_bytes(after, operators())
        assert all(a >= b for a, b in zip(memory_bytes(after), least, strict=True))


def test_memories_keep_their_tensors() -> None:
    (before,) = graph_of(DATA / "models" / "plan_multi_arena.pte").methods
    done = plan_memory(graph_of(DATA / "models" / "plan_multi_arena.pte"), operators())
    (after,) = done.methods
    assert {buffer.memory for buffer in after.buffers} == {1, 2}
    used = {v.place.buffer for v in before.values if isinstance(v, Tensor) and v.place}
    assert len(used) == len(before.buffers)


def test_a_result_is_written_over_its_operand_only_where_that_ends() -> None:
    values = [planned(0, (64,)), planned(256, (64,)), planned(512, (64,)), build.integer(1)]
    ends = [call("relu", 0, 1, 1), call("relu", 1, 2, 2)]
    data = program_of(values, ends, inputs=(0,), outputs=(2,))
    done = optimize(data, name="ends", operators=operators(), passes=("plan",))
    assert done.after.planned_bytes == 256
    stays = [call("relu", 0, 1, 1), call("add", 0, 1, 3, 2, 2)]
    data = program_of(values, stays, inputs=(0,), outputs=(2, 1))
    done = optimize(data, name="stays", operators=operators(), passes=("plan",))
    assert done.after.planned_bytes == 512


def test_a_result_that_the_file_writes_over_its_operand_shares_a_buffer_with_it() -> None:
    values = [planned(0, (64,)), planned(256, (64,)), planned(256, (64,)), planned(600, (64,))]
    steps = [call("relu", 0, 1, 1), call("relu", 1, 2, 2), call("clone", 2, 4, 3, 3)]
    data = program_of([*values, build.none()], steps, inputs=(0,), outputs=(3,))
    method = method_of(data)
    assert method.fixed == ""
    places = [method.tensor(index).place for index in range(4)]
    assert places[1] == places[2] and len({place.buffer for place in places if place}) == 3
    done = optimize(data, name="over", operators=operators())
    assert done.after.instructions == 2
    assert method_of(done.data).fixed == ""


def test_a_method_with_an_unknown_operator_keeps_its_calls_and_memory() -> None:
    values = [planned(0), planned(1024), planned(2048), build.none()]
    steps = [call("unknown", 0, 1, 1), call("clone", 1, 3, 2, 2)]
    data = program_of(values, steps, inputs=(0,), outputs=(2,))
    done = optimize(data, name="unknown", operators=operators())
    first, last = done.before, done.after
    assert (first.instructions, first.planned_bytes) == (last.instructions, last.planned_bytes)
    assert done.fixed == (("forward", "no library describes my_ops::unknown.out"),)


def test_mv2_needs_the_memory_of_its_largest_layer_and_no_more() -> None:
    data = (CONFIG_MODELS / "mv2.pte").read_bytes()
    done = optimize(data, name="mv2", operators=operators(), passes=DEFAULT)
    figures = done.after
    assert figures.planned_bytes == figures.least_bytes <= 560_000


@pytest.mark.parametrize(
    ("name", "least"), [("dscnn_cortex_m.pte", 9_280), ("mv2_cortex_m.pte", 111_744)]
)
def test_results_are_written_over_the_lines_of_operands_that_were_read(
    name: str, least: int
) -> None:
    done = optimize((CONFIG_MODELS / name).read_bytes(), name=name, operators=operators())
    figures = done.after
    assert figures.least_bytes == figures.planned_bytes <= least
    (method,) = read_graph(done.data, name=name, operators=operators()).methods
    assert is_sound(method, operators())
    assert method.fixed == ""


def test_batch_norms_are_folded_into_the_convolutions_before_them() -> None:
    data = (CONFIG_MODELS / "mv2.pte").read_bytes()
    done = optimize(data, name="mv2", operators=operators())
    method = method_of(done.data)
    assert not any("batch_norm" in name for name in called_by(method))
    assert done.after.instructions <= 100


def test_a_quantized_model_computes_in_integers() -> None:
    data = (CONFIG_MODELS / "mv2_035_96_int8.pte").read_bytes()
    done = optimize(data, name="mv2", operators=operators())
    called = called_by(method_of(done.data))
    left = [name for name in called if not name.startswith("cortex_m::")]
    # The input, from row-major to channels last, and the output.
    assert left == [
        "dim_order_ops::_clone_dim_order.out",
        "quantized_decomposed::dequantize_per_tensor.out",
    ]
    assert done.after.planned_bytes <= 111_744


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_optimising_again_changes_nothing_more(model: Path) -> None:
    once = optimize(model.read_bytes(), name=model.name, operators=operators())
    again = optimize(once.data, name=model.name, operators=operators())
    assert again.data == once.data
    assert again.fixed == once.fixed


def test_padding_by_nothing_is_dropped() -> None:
    (given,) = graph_of(CONFIG_MODELS / "dscnn_cortex_m.pte").methods
    done = drop_copies(given, operators())
    before, after = called_by(given), called_by(done)
    assert before.count("cortex_m::pad.out") > after.count("cortex_m::pad.out")


def test_a_permute_that_is_none_is_left_alone() -> None:
    values = [
        planned(0, (2, 2)),
        planned(64, (2, 2)),
        build.int_list(3, 3),
        build.integer(0),
    ]
    steps = [call("permute_copy", 0, 2, 1, 1)]
    method = method_of(program_of(values, steps, inputs=(0,), outputs=(1,)))
    assert drop_copies(method, operators()) == method
    assert fold_constants(method, operators()) == method


def test_a_call_with_other_arguments_than_its_schema_fixes_the_method() -> None:
    values = [planned(0), build.integer(1)]
    method = method_of(program_of(values, [call("relu", 1, 0, 0)], outputs=(0,)))
    assert method.fixed == "aten::relu.out has other arguments than its schema"


def test_a_pass_with_which_more_memory_is_planned_is_left_out() -> None:
    draft, wide, narrow = Draft(source=random.Random(1)), (256, 16), (1, 16)
    given = draft.planned(narrow)

    def reduced(index: int, operator: str) -> int:
        """An extreme of `index`, which is expanded before."""
        large, small = draft.planned(wide), draft.planned(narrow)
        flag, keep = draft.add(build.boolean(False)), draft.add(build.boolean(True))
        draft.call(("aten::expand_copy", "out"), index, draft.ints(*wide), flag, large, large)
        draft.call((operator, "out"), large, draft.ints(0), keep, small, small)
        return small

    least = reduced(reduced(given, "aten::amin"), "aten::amin")
    most = reduced(given, "aten::amax")  # of what was expanded first
    data = draft_program(draft, (given,), (least, most))
    data = optimize(data, name="tight", operators=operators(), passes=("plan",)).data
    done = optimize(data, name="tight", operators=operators())
    assert done.remarks == ("common is left out: with it, more memory would be planned",)
    before, after = (each.planned_bytes for each in (done.before, done.after))
    assert after <= before < 2 * 4 * 256 * 16
    passes = ("common", "plan")
    shared = optimize(data, name="tight", operators=operators(), passes=passes, keep_steps=True)
    assert shared.remarks == done.remarks and len(shared.steps) == 2
