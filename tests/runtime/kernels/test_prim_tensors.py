"""Operators between tensors and numbers: shapes, items, the rows of a loop, and views."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from codegen.dtype import DType
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime.sanitized import Finished, run

NOT_SUPPORTED = 0x10
INVALID_ARGUMENT = 0x12
INVALID_PROGRAM = 0x23

DYNAMIC = 1
FLOAT = DType.Float.number


def placed(tensor: TableSpec, offset: int) -> TableSpec:
    """The tensor planned at `offset` of memory id 1."""
    kind, table = tensor[1]
    return {**tensor, 1: (kind, {**table, 6: ("table", {0: ("u32", 1), 1: ("u32", offset)})})}


def tensor(
    sizes: tuple[int, ...], offset: int | None, *, dynamic: bool = False, **kwargs: Any
) -> TableSpec:
    """A tensor in planned memory, or without memory of its own."""
    plain = build.tensor(sizes, planned=False, dynamism=DYNAMIC if dynamic else 0, **kwargs)
    return plain if offset is None else placed(plain, offset)


def forward(
    values: list[TableSpec], target: str, inputs: tuple[int, ...], outputs: tuple[int, ...]
) -> TableSpec:
    """A method that calls the operator with all values that no list refers to."""
    name, _, overload = target.partition(".")
    method = build.method(
        values,
        [build.kernel_call(*range(len(values)))],
        inputs=inputs,
        outputs=outputs,
        operators=((name, overload),),
    )
    return {**method, 8: ("i64s", (0, 4096))}


def call(runner: Path, folder: Path, method: TableSpec, calls: Sequence[Sequence[str]]) -> Finished:
    path = folder / "tensors.pte"
    path.write_bytes(build.program(method))
    arguments = ["--model", str(path), "--output-dir", str(folder)]
    for inputs in calls:
        arguments += ["--call", "forward"]
        for value in inputs:
            arguments += ["--input", value]
    return run(runner, *arguments)


def outputs(done: Finished) -> list[dict[str, Any]]:
    """The first output of each call."""
    assert done.exit_code == 0, done.stderr
    return [json.loads(line)["outputs"][0] for line in done.stdout.splitlines()]


def floats(path: Path, *numbers: float) -> str:
    path.write_bytes(struct.pack(f"<{len(numbers)}f", *numbers))
    return str(path)


def read_floats(path: str) -> list[float]:
    return list(memoryview(Path(path).read_bytes()).cast("f"))


@pytest.mark.parametrize(
    ("target", "dim", "expected"),
    [
        ("aten::sym_size.int", 0, 2),
        ("aten::sym_size.int", -1, 5),
        ("aten::sym_stride.int", 0, 15),
        ("aten::sym_stride.int", 1, 1),  # channels last: dim order 0, 2, 1
        ("aten::sym_stride.int", -1, 3),
        ("aten::sym_numel", None, 30),
    ],
)
def test_shape_is_that_of_the_tensor_given(
    target: str, dim: int | None, expected: int, runner: Path, tmp_path: Path
) -> None:
    values = [tensor((4, 3, 8), 0, dynamic=True, dim_order=(0, 2, 1))]
    values += [] if dim is None else [build.integer(dim)]
    method = forward([*values, build.integer(0)], target, (0,), (len(values),))
    given = floats(tmp_path / "in", *range(30))
    (got,) = outputs(call(runner, tmp_path, method, [[f"{given}@2x3x5"]]))
    assert got == {"kind": "int", "value": expected}


@pytest.mark.parametrize("target", ["aten::sym_size.int", "aten::sym_stride.int"])
@pytest.mark.parametrize("dim", [2, -3, 2**40])
def test_dimension_that_does_not_exist_is_an_error(
    target: str, dim: int, runner: Path, tmp_path: Path
) -> None:
    values = [tensor((2, 3), 0), build.integer(dim), build.integer(0)]
    done = call(runner, tmp_path, forward(values, target, (), (2,)), [[]])
    assert done.exit_code == INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("dtype", "data", "kind", "value"),
    [
        (DType.Byte, b"\xff", "int", 255),
        (DType.Char, b"\xff", "int", -1),
        (DType.Short, struct.pack("<h", -300), "int", -300),
        (DType.Int, struct.pack("<i", -(2**31)), "int", -(2**31)),
        (DType.Long, struct.pack("<q", 2**62 + 1), "int", 2**62 + 1),
        (DType.Half, struct.pack("<e", -0.5), "double", -0.5),
        (DType.Float, struct.pack("<f", 0.75), "double", 0.75),
        (DType.Double, struct.pack("<d", math.pi), "double", math.pi),
        (DType.Bool, b"\x01", "bool", True),
        (DType.BFloat16, struct.pack("<f", 1.5)[2:], "double", 1.5),
        (DType.UInt16, b"\xff\xff", "int", 65535),
        (DType.UInt32, b"\xff\xff\xff\xff", "int", 2**32 - 1),
        (DType.UInt64, struct.pack("<Q", 2**63 - 1), "int", 2**63 - 1),
    ],
)
def test_item_is_the_element_as_a_number(
    dtype: DType, data: bytes, kind: str, value: object, runner: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").write_bytes(data)
    values = [tensor((1, 1), 0, dtype=dtype.number), build.integer(0)]
    method = forward(values, "aten::_local_scalar_dense", (0,), (1,))
    (got,) = outputs(call(runner, tmp_path, method, [[str(tmp_path / "in")]]))
    assert got == {"kind": kind, "value": value}


def test_item_beyond_64_bits_with_sign_is_an_error(runner: Path, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"\xff" * 8)
    values = [tensor((), 0, dtype=DType.UInt64.number), build.integer(0)]
    method = forward(values, "aten::_local_scalar_dense", (0,), (1,))
    assert call(runner, tmp_path, method, [[str(tmp_path / "in")]]).exit_code == INVALID_ARGUMENT


@pytest.mark.parametrize("sizes", [(2,), (0,)])
def test_tensor_without_exactly_one_element_has_no_item(
    sizes: tuple[int, ...], runner: Path, tmp_path: Path
) -> None:
    values = [tensor(sizes, 0), build.integer(0)]
    method = forward(values, "aten::_local_scalar_dense", (), (1,))
    assert call(runner, tmp_path, method, [[]]).exit_code == INVALID_ARGUMENT


COPY_INDEX = "executorch_prim::et_copy_index.tensor"


def stack(runner: Path, folder: Path, to: TableSpec, row: TableSpec, *indices: int) -> Finished:
    """Copies the row (index, index + 0.5) to each index in turn."""
    method = forward([to, row, build.integer(0)], COPY_INDEX, (1, 2), (0,))
    calls = [[floats(folder / f"row{i}", i, i + 0.5), f"int:{i}"] for i in indices]
    return call(runner, folder, method, calls)


def test_rows_of_a_loop_are_stacked_and_the_next_loop_starts_anew(
    runner: Path, tmp_path: Path
) -> None:
    to, row = tensor((3, 2), 0, dynamic=True), tensor((2,), 64)
    got = outputs(stack(runner, tmp_path, to, row, 0, 1, 2, 0))
    assert [each["sizes"] for each in got] == [[1, 2], [2, 2], [3, 2], [1, 2]]
    assert read_floats(got[2]["file"]) == [0, 0.5, 1, 1.5, 2, 2.5]


def test_tensor_of_static_shape_takes_rows_where_it_has_them(runner: Path, tmp_path: Path) -> None:
    to, row = tensor((2, 2), 0), tensor((2,), 64)
    got = outputs(stack(runner, tmp_path, to, row, 1, 0))
    assert read_floats(got[1]["file"]) == [0, 0.5, 1, 1.5]
    assert stack(runner, tmp_path, to, row, 2).exit_code == INVALID_ARGUMENT


@pytest.mark.parametrize("index", [-1, 3, 2**31 - 1, 2**40])
def test_row_that_there_is_no_room_for_is_an_error(
    index: int, runner: Path, tmp_path: Path
) -> None:
    to, row = tensor((3, 2), 0, dynamic=True), tensor((2,), 64)
    assert stack(runner, tmp_path, to, row, index).exit_code == INVALID_ARGUMENT


@pytest.mark.parametrize(
    "to",
    [
        tensor((3, 1), 0, dynamic=True),
        tensor((3, 2, 1), 0, dynamic=True),
        tensor((3, 2), 0, dynamic=True, dim_order=(1, 0)),
        tensor((3, 2), 0, dynamic=True, dtype=DType.Int.number),
        tensor((), 0),
    ],
    ids=["shape", "rank", "dim order", "dtype", "no dimension"],
)
def test_row_that_does_not_fit_the_tensor_is_an_error(
    to: TableSpec, runner: Path, tmp_path: Path
) -> None:
    done = stack(runner, tmp_path, to, tensor((2,), 64), 2)
    assert done.exit_code == INVALID_ARGUMENT


def view(
    runner: Path,
    folder: Path,
    out: TableSpec,
    size: Sequence[int],
    *,
    base: TableSpec | None = None,
    shape: str = "2x6",
) -> Finished:
    """A view of a tensor of at most 4x6 elements, given as 0, 1, ... in `shape`."""
    numbers = [build.integer(n) for n in size]
    values = [base or tensor((4, 6), 0, dynamic=True), None, out, *numbers]
    values[1] = build.int_list(*range(3, len(values)))
    method = build.method(
        [value for value in values if value is not None],
        [build.kernel_call(0, 1, 2)],
        inputs=(0,),
        outputs=(2,),
        operators=(("executorch_prim::et_view", "default"),),
    )
    count = math.prod(map(int, shape.split("x")))
    given = floats(folder / "in", *range(count))
    return call(runner, folder, {**method, 8: ("i64s", (0, 4096))}, [[f"{given}@{shape}"]])


@pytest.mark.parametrize(
    ("size", "bound", "expected"),
    [
        ((3, 4), (6, 4), [3, 4]),
        ((3, -1), (6, 4), [3, 4]),
        ((-1,), (24,), [12]),
        ((1, 12, 1), (1, 24, 1), [1, 12, 1]),
    ],
)
@pytest.mark.parametrize("offset", [None, 0, 512], ids=["no memory", "same memory", "other memory"])
def test_view_has_the_elements_of_its_tensor(
    size: tuple[int, ...],
    bound: tuple[int, ...],
    expected: list[int],
    offset: int | None,
    runner: Path,
    tmp_path: Path,
) -> None:
    (got,) = outputs(view(runner, tmp_path, tensor(bound, offset, dynamic=True), size))
    assert got["sizes"] == expected
    assert read_floats(got["file"]) == list(range(12))


def test_view_of_an_empty_tensor_is_empty(runner: Path, tmp_path: Path) -> None:
    out = tensor((24, 1), None, dynamic=True)
    (got,) = outputs(view(runner, tmp_path, out, (0, 5), shape="0x6"))
    assert got["sizes"] == [0, 5]


def test_view_of_no_elements_may_have_memory_of_its_own(runner: Path, tmp_path: Path) -> None:
    done = view(runner, tmp_path, tensor((0, 5), 512), (0, 5), shape="0x6")
    (got,) = outputs(done)
    assert got["sizes"] == [0, 5]


@pytest.mark.parametrize(
    ("size", "shape"),
    [((5, 2), "2x6"), ((-1, -1), "2x6"), ((5, -1), "2x6"), ((-1, 0), "0x6"), ((-2, -6), "2x6")],
)
def test_view_of_another_number_of_elements_is_an_error(
    size: tuple[int, ...], shape: str, runner: Path, tmp_path: Path
) -> None:
    out = tensor((4, 6), None, dynamic=True)
    assert view(runner, tmp_path, out, size, shape=shape).exit_code == INVALID_ARGUMENT


def test_product_of_sizes_that_wraps_is_an_error(runner: Path, tmp_path: Path) -> None:
    out = tensor((4, 3, 2), None, dynamic=True)
    for size in [(2**31, 2**31, 4), (2**32, 2**32, 1), (2**31 - 1, 2**31 - 1, 2**31 - 1)]:
        assert view(runner, tmp_path, out, size).exit_code == INVALID_ARGUMENT


def test_view_of_another_dtype_or_rank_is_an_error(runner: Path, tmp_path: Path) -> None:
    out = tensor((24,), None, dynamic=True, dtype=DType.Int.number)
    assert view(runner, tmp_path, out, (12,)).exit_code == INVALID_ARGUMENT
    out = tensor((24,), None, dynamic=True)
    assert view(runner, tmp_path, out, (3, 4)).exit_code == INVALID_ARGUMENT


def test_view_of_an_input_without_planned_memory_may_be_smaller_than_the_largest(
    runner: Path, tmp_path: Path
) -> None:
    """The caller gave memory for the elements that it has."""
    base = tensor((4, 6), None, dynamic=True)
    out = tensor((4, 6), None, dynamic=True)
    (got,) = outputs(view(runner, tmp_path, out, (3, -1), base=base))
    assert got["sizes"] == [3, 4]
    assert read_floats(got["file"]) == list(range(12))


def test_view_that_could_outgrow_its_tensor_keeps_its_shape(runner: Path, tmp_path: Path) -> None:
    """Both calls view the same 12 elements; then 20 are to be written to the first view."""
    values = [
        tensor((3, 4), 0),
        build.int_list(3),
        tensor((25,), None, dynamic=True),
        build.integer(12),
        tensor((20,), 512),
    ]
    steps = [build.kernel_call(0, 1, 2), build.kernel_call(4, 2, 2, operator=1)]
    operators = (("executorch_prim::et_view", "default"), ("aten::relu", "out"))
    inputs = [f"{floats(tmp_path / 'in', *range(12))}@3x4"]
    for calls, code in ((steps[:1], 0), (steps, INVALID_ARGUMENT)):
        method = build.method(values, calls, inputs=(0,), outputs=(2,), operators=operators)
        done = call(runner, tmp_path, {**method, 8: ("i64s", (0, 4096))}, [inputs])
        assert done.exit_code == code


def test_view_of_static_shape_in_other_memory_is_refused(runner: Path, tmp_path: Path) -> None:
    assert view(runner, tmp_path, tensor((12,), 512), (12,)).exit_code == INVALID_PROGRAM


def test_view_of_a_permuted_tensor_keeps_its_shape_or_is_refused(
    runner: Path, tmp_path: Path
) -> None:
    base = tensor((4, 6), 0, dynamic=True, dim_order=(1, 0))
    same = tensor((4, 6), None, dynamic=True, dim_order=(1, 0))
    (got,) = outputs(view(runner, tmp_path, same, (2, 6), base=base))
    assert read_floats(got["file"]) == list(range(12))
    other = tensor((6, 4), None, dynamic=True)
    assert view(runner, tmp_path, other, (3, 4), base=base).exit_code == NOT_SUPPORTED


def test_view_of_a_constant_in_memory_of_its_own_is_refused(runner: Path, tmp_path: Path) -> None:
    method = build.method(
        [
            tensor((4,), None, data=1),
            build.int_list(3, 3),
            tensor((2, 2), None, dynamic=True),
            build.integer(2),
        ],
        [build.kernel_call(0, 1, 2)],
        outputs=(2,),
        operators=(("executorch_prim::et_view", "default"),),
    )
    constants = ("tables", [{}, {0: ("u8s", bytes(16))}])
    path = tmp_path / "constant.pte"
    path.write_bytes(build.program(method, slot_2=constants))
    done = run(runner, "--model", path)
    assert done.exit_code == INVALID_PROGRAM
    assert "a view of a constant" in done.stderr
