"""The rules by which the runtime gives values a slot, one by one (see `codegen.state`)."""

from __future__ import annotations

from codegen.flatbuffer import FlatBuffer
from codegen.program import Plan, read_program
from codegen.state import slots, state_counts
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec


def plan_of(method: TableSpec, constants: int = 8) -> Plan:
    offsets = (
        "table",
        {0: ("u32", 0), 1: ("u64s", range(constants))},
    )
    segments = ("tables", [{0: ("u64", 0), 1: ("u64", 0)}])
    data = build.program(method, slot_4=segments, slot_5=offsets, slot_6=("tables", [offsets[1]]))
    (plan,) = read_program(FlatBuffer(data, name="m", start=0, size=len(data))).plans
    return plan


def slots_of(
    values: list[TableSpec], *instructions: TableSpec, **fields: tuple[int, ...]
) -> set[int]:
    return set(slots(plan_of(build.method(values, list(instructions), **fields))))


def test_result_that_is_no_tensor_has_a_slot() -> None:
    values = [build.tensor(), build.integer(0), build.boolean(False), build.double(0), build.none()]
    calls = [build.kernel_call(0, index) for index in range(len(values))]
    assert slots_of(values, *calls) == {1, 2, 3, 4}


def test_argument_that_is_not_the_result_has_none() -> None:
    assert slots_of([build.integer(1), build.tensor()], build.kernel_call(0, 1)) == set()


def test_list_as_the_last_argument_has_none() -> None:
    values = [build.tensor(), build.tensor_list(0), build.integer(5), build.int_list(2)]
    assert slots_of(values, build.kernel_call(0, 1), build.kernel_call(0, 3)) == set()


def test_call_without_arguments_changes_nothing() -> None:
    assert slots_of([build.integer(1)], build.kernel_call()) == set()


def test_destination_of_a_move_has_a_slot() -> None:
    values = [build.tensor(), build.tensor(), build.integer(1), build.integer(2)]
    assert slots_of(values, build.move_call(0, 1), build.move_call(2, 3)) == {1, 3}


def test_input_that_is_no_tensor_has_a_slot_where_anything_names_it() -> None:
    values = [build.tensor(), *(build.integer(number) for number in range(5)), build.int_list(4)]
    instructions = [build.kernel_call(1, 0), build.jump_false_call(2, 0)]
    inputs = (0, 1, 2, 3, 4, 5)
    assert slots_of(values, *instructions, inputs=inputs, outputs=(3,)) == {1, 2, 3, 4}


def test_input_in_memory_of_the_caller_has_a_slot() -> None:
    values = [build.tensor(planned=False), build.tensor(planned=True)]
    assert slots_of(values, inputs=(0, 1)) == {0}


def test_tensor_that_is_given_its_data_later_has_a_slot() -> None:
    values = [build.tensor(planned=False), build.tensor(planned=False, data=1)]
    assert slots_of(values) == {0}


def test_tensor_with_data_outside_the_file_has_a_slot() -> None:
    assert slots_of([build.tensor(planned=False, external="w"), build.tensor(external="b")]) == {
        0,
        1,
    }


def test_tensor_that_starts_with_data_has_none() -> None:
    assert slots_of([build.tensor(planned=True, data=1)]) == set()


def test_tensor_of_dynamic_shape_has_a_slot_and_its_sizes() -> None:
    values = [
        build.tensor((4, 3), dynamism=1),
        build.tensor((4, 3, 2), dynamism=2),
        build.tensor((), dynamism=1),
        build.tensor((4, 3)),
    ]
    counts = state_counts(plan_of(build.method(values, [])))
    assert (counts.slots, counts.dynamic_dims) == (3, 5)


def test_freed_tensor_has_a_slot() -> None:
    assert slots_of([build.tensor(), build.tensor()], build.free_call(1)) == {1}


def test_condition_of_a_jump_has_none() -> None:
    assert slots_of([build.boolean(True)], build.jump_false_call(0, 1)) == set()


def test_value_is_counted_once_for_several_reasons() -> None:
    values = [build.tensor(planned=False, dynamism=1, external="w")]
    instructions = [build.free_call(0), build.move_call(0, 0)]
    assert slots_of(values, *instructions, inputs=(0,)) == {0}


def test_instructions_of_all_chains_count() -> None:
    values = [build.integer(0), build.integer(0)]
    plan = plan_of(build.method(values, [build.kernel_call(0)], [build.kernel_call(1)]))
    assert slots(plan) == {0, 1}
