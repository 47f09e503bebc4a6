"""Well-formed programs that would make a kernel write where it must not: each rule on its own."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime.runner_output import INVALID_ARGUMENT, INVALID_PROGRAM, expect_error
from tests.runtime.sanitized import Finished, run

OUT_OF_RESOURCES = 0x25
CAT, ADD, FULL = ("aten::cat", "out"), ("aten::add", "out"), ("aten::full", "out")
ADD_NUMBERS, GREATER = ("executorch_prim::add", "Scalar"), ("executorch_prim::ge", "Scalar")
VIEW, SPLIT = ("executorch_prim::et_view", "default"), ("aten::split_copy", "Tensor_out")
COPY, INDEX = ("aten::copy_", ""), ("aten::index", "Tensor_out")
DEPTHWISE = ("cortex_m::quantized_depthwise_conv2d_nhwc", "out")
OPERATORS = (CAT, ADD, FULL, ADD_NUMBERS, GREATER, VIEW, SPLIT, COPY, INDEX, DEPTHWISE)
SHARED = "an output shares memory with another argument"
SIZES = "an output of dynamic shape is also another argument"


def execute(
    runner: Path,
    folder: Path,
    values: list[TableSpec],
    steps: list[TableSpec],
    *options: str,
    inputs: tuple[int, ...] = (),
    outputs: tuple[int, ...] = (),
) -> Finished:
    """Runs a method; every input is a row of two ones."""
    method = build.method(values, steps, inputs=inputs, outputs=outputs, operators=OPERATORS)
    path, row = folder / "hostile.pte", folder / "row"
    path.write_bytes(build.program({**method, 8: ("i64s", (0, 4096))}))
    row.write_bytes(struct.pack("<2f", 1.0, 1.0))
    given = [word for _ in inputs for word in ("--input", f"{row}@1x2")]
    return run(runner, "--model", path, "--output-dir", folder, *given, *options)


def call(operator: tuple[str, str], *arguments: int) -> TableSpec:
    return build.kernel_call(*arguments, operator=OPERATORS.index(operator))


def tensor(
    offset: int | None, sizes: tuple[int, ...] = (4, 2), *, dynamic: bool = True, dtype: int = 6
) -> TableSpec:
    """A tensor at `offset` of the planned memory, or without memory."""
    spec = build.tensor(sizes, planned=False, dynamism=int(dynamic), dtype=dtype)
    if offset is not None:
        spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", offset)})
    return spec


def joined() -> list[TableSpec]:
    """Values 0 and 1: rows; 2: a list of both; 3: dim; 4: the result."""
    return [tensor(0), tensor(512), build.tensor_list(0, 1), build.integer(0), tensor(1024)]


def read(folder: Path) -> tuple[float, ...]:
    data = (folder / "output-0-0.bin").read_bytes()
    return struct.unpack(f"<{len(data) // 4}f", data)


def test_output_and_the_result_that_repeats_it_are_one_argument(
    runner: Path, tmp_path: Path
) -> None:
    steps = [call(CAT, 2, 3, 4, 4)]
    assert not execute(runner, tmp_path, joined(), steps, inputs=(0, 1), outputs=(4,)).exit_code
    assert read(tmp_path) == (1.0,) * 4


def test_dynamic_output_that_is_an_item_of_a_list_is_refused(runner: Path, tmp_path: Path) -> None:
    done = execute(runner, tmp_path, joined(), [call(CAT, 2, 3, 0, 0)], inputs=(0, 1))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)


def test_dynamic_output_whose_sizes_were_moved_to_an_input_is_refused(
    runner: Path, tmp_path: Path
) -> None:
    steps = [build.move_call(4, 1), call(CAT, 2, 3, 4, 4)]
    done = execute(runner, tmp_path, joined(), steps, inputs=(0, 1))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)


@pytest.mark.parametrize("dynamic", [True, False])
def test_output_that_is_an_input_is_refused_where_it_could_be_resized(
    dynamic: bool, runner: Path, tmp_path: Path
) -> None:
    values = [tensor(0, (1, 2), dynamic=dynamic), tensor(512, (1, 2)), build.integer(1)]
    done = execute(
        runner, tmp_path, values, [call(ADD, 0, 1, 2, 0, 0)], inputs=(0, 1), outputs=(0,)
    )
    if dynamic:
        expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)
    else:
        assert done.exit_code == 0, done.stderr
        assert read(tmp_path) == (2.0, 2.0)


def test_operator_that_works_in_place_has_one_such_argument(runner: Path, tmp_path: Path) -> None:
    values = [tensor(0), tensor(512), build.boolean(False)]
    steps = [call(COPY, 0, 1, 2, 0)]
    done = execute(runner, tmp_path, values, steps, inputs=(0, 1), outputs=(0,))
    assert done.exit_code == 0, done.stderr


def test_operator_that_works_in_place_on_what_it_reads_is_refused(
    runner: Path, tmp_path: Path
) -> None:
    values = [tensor(0), tensor(512), build.boolean(False)]
    done = execute(runner, tmp_path, values, [call(COPY, 0, 0, 2, 0)], inputs=(0, 1))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)


def test_outputs_that_are_one_dynamic_tensor_are_refused(runner: Path, tmp_path: Path) -> None:
    values = [tensor(0), build.integer(1), build.integer(1), build.tensor_list(4, 4), tensor(512)]
    done = execute(runner, tmp_path, values, [call(SPLIT, 0, 1, 2, 3)], inputs=(0,))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)


def test_dynamic_output_among_the_optional_tensors_is_refused(runner: Path, tmp_path: Path) -> None:
    values = [
        tensor(0),
        build.optional_tensor_list(-1, 2),
        tensor(512, (1,), dtype=DType.Long.number),
    ]
    values.append(tensor(1024, (1,), dtype=DType.Long.number))
    done = execute(runner, tmp_path, values, [call(INDEX, 0, 1, 2, 2)], inputs=(0,))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)


def test_tensors_of_rank_0_share_no_sizes(runner: Path, tmp_path: Path) -> None:
    """Neither has any, at the same address."""
    values = [tensor(0, ()), tensor(64, ()), tensor(128, ()), tensor(192), build.integer(1)]
    done = execute(runner, tmp_path, values, [call(ADD, 0, 1, 4, 2, 2)], outputs=(2,))
    assert done.exit_code == 0, done.stderr
    assert read(tmp_path) == (0.0,)


def emptied(*more: TableSpec) -> list[TableSpec]:
    """Values 0: a tensor without memory of at most 4x2; 1: shape 0x2; 2: shape 4x2; 3: 7."""
    return [
        *(tensor(None), build.int_list(4, 5), build.int_list(6, 5), build.integer(7)),
        *(build.integer(0), build.integer(2), build.integer(4), *more),
    ]


def test_tensor_that_was_emptied_and_freed_has_no_room(runner: Path, tmp_path: Path) -> None:
    fill = [call(FULL, 1, 3, 0, 0), build.free_call(0), call(FULL, 2, 3, 0, 0)]
    done = execute(runner, tmp_path, emptied(), fill, outputs=(0,))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "without data")
    steps = [fill[0], fill[1], fill[0]]
    assert not execute(runner, tmp_path, emptied(), steps, outputs=(0,)).exit_code
    assert not execute(runner, tmp_path, emptied(), [fill[0], fill[2]], outputs=(0,)).exit_code
    assert read(tmp_path) == (7.0,) * 8


def test_view_of_a_tensor_without_data_has_no_room(runner: Path, tmp_path: Path) -> None:
    steps = [
        *(call(FULL, 1, 3, 0, 0), build.free_call(0), call(VIEW, 0, 1, 7)),
        call(FULL, 2, 3, 7, 7),
    ]
    done = execute(runner, tmp_path, emptied(tensor(None)), steps, outputs=(0,))
    expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "without data")


def test_view_that_shares_its_sizes_is_refused(runner: Path, tmp_path: Path) -> None:
    values = emptied(tensor(None))
    steps = [build.move_call(0, 7), call(VIEW, 0, 2, 7)]
    done = execute(runner, tmp_path, values, steps, outputs=(0,))
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", SIZES)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (tensor(0, (4, 2), dtype=DType.Int.number), "dtype or rank"),
        (tensor(0, (8,)), "dtype or rank"),
        (build.integer(1), "different kinds"),
        (build.none(), "different kinds"),
    ],
)
def test_move_that_changes_what_a_value_is_is_refused(
    source: TableSpec, words: str, runner: Path, tmp_path: Path
) -> None:
    done = execute(runner, tmp_path, [source, tensor(512)], [build.move_call(0, 1)])
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", words)


def test_move_between_numbers_of_different_kinds_is_refused(runner: Path, tmp_path: Path) -> None:
    values = [build.integer(1), build.boolean(True)]
    done = execute(runner, tmp_path, values, [build.move_call(0, 1)])
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", "different kinds")


def test_move_between_tensors_of_other_sizes_is_done(runner: Path, tmp_path: Path) -> None:
    values = [tensor(0, (1, 2)), tensor(512)]
    done = execute(runner, tmp_path, values, [build.move_call(0, 1)], inputs=(0,), outputs=(1,))
    assert done.exit_code == 0, done.stderr
    assert read(tmp_path) == (1.0, 1.0)


def test_kernel_that_writes_a_number_where_a_tensor_is_is_refused(
    runner: Path, tmp_path: Path
) -> None:
    values = [build.integer(1), tensor(0)]
    done = execute(runner, tmp_path, values, [call(ADD_NUMBERS, 0, 0, 1)])
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", "a constant or not a number")


@pytest.mark.parametrize("offset", [504, 505, 543, 544])
def test_results_that_would_overwrite_the_shifts_that_they_need_are_refused(
    runner: Path, tmp_path: Path, offset: int
) -> None:
    eight = [tensor(at, (1, 1, 1, 8), dynamic=False, dtype=1) for at in (0, 64, offset)]
    scales = [tensor(at, (8,), dynamic=False, dtype=3) for at in (128, 512)]
    ints = [build.int_list(9, 9), build.int_list(10, 10), *map(build.integer, (1, 0))]
    # 0 to 2: image, weight, result; 3, 4: multipliers, shifts; 5: absent; 7 to 10: lists, 1, 0;
    # 11: scratch
    scratch = tensor(1024, (8,), dynamic=False, dtype=1)
    values = [*eight, *scales, build.none(), build.none(), *ints, scratch]
    arguments = (0, 1, 5, 7, 8, 7, 9, 10, 10, 3, 4, 10, 9, 11, 2)
    done = execute(runner, tmp_path, values, [call(DEPTHWISE, *arguments)])
    if 512 - 8 < offset < 512 + 32:
        expect_error(done, INVALID_PROGRAM, "InvalidProgram", SHARED)
    else:
        assert done.exit_code == 0, done.stderr


def loop(runs: int) -> tuple[list[TableSpec], list[TableSpec]]:
    """Counts to `runs`: it jumps back once less."""
    values = [build.integer(0), build.integer(1), build.integer(runs), build.boolean(False)]
    steps = [call(ADD_NUMBERS, 0, 1, 0), call(GREATER, 0, 2, 3), build.jump_false_call(3, 0)]
    return values, steps


def test_loop_that_never_ends_is_ended(runner: Path, tmp_path: Path) -> None:
    values, steps = loop(2**40)
    done = execute(runner, tmp_path, values, steps)
    expect_error(done, OUT_OF_RESOURCES, "OutOfResources", "exceeds the limit of jumps back")


def test_loop_may_jump_back_as_often_as_the_command_line_says(runner: Path, tmp_path: Path) -> None:
    values, steps = loop(10)
    done = execute(runner, tmp_path, values, steps, "--max-jumps", "9")
    assert done.exit_code == 0, done.stderr
    done = execute(runner, tmp_path, values, steps, "--max-jumps", "8")
    expect_error(done, OUT_OF_RESOURCES, "OutOfResources", "exceeds the limit of jumps back")


def test_method_without_loops_needs_no_jump(runner: Path, tmp_path: Path) -> None:
    steps = [call(CAT, 2, 3, 4, 4)]
    done = execute(runner, tmp_path, joined(), steps, "--max-jumps", "0", inputs=(0, 1))
    assert done.exit_code == 0, done.stderr


def test_number_of_jumps_that_is_none_is_an_invalid_argument(runner: Path) -> None:
    for value in ("", "-1", "x", "4294967296", "1.5"):
        done = run(runner, "--model", "m", "--max-jumps", value)
        expect_error(done, INVALID_ARGUMENT, "InvalidArgument", "--max-jumps")
