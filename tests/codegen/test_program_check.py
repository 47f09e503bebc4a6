"""Programs that the runtime refuses when it loads them are refused where they are read."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.pte import read_model, read_program_file
from tests.codegen import program_builder as build
from tests.codegen.model_files import programs
from tests.codegen.optimize.graphs import method_of
from tests.codegen.program_builder import Field, TableSpec

EIGHT_BYTES: Field = ("tables", [{}, {0: ("bytes", bytes(8))}])


def planned_at(offset: int, memory: int = 1, dtype: int = 6) -> TableSpec:
    value = build.tensor((2,), dtype=dtype)
    value[1][1][6] = ("table", {0: ("u32", memory), 1: ("u32", offset), 2: ("u32", 0)})
    return value


def constant(elements: int) -> TableSpec:
    return build.tensor((elements,), planned=False, data=1)


def shifted() -> TableSpec:
    value = build.tensor((2,))
    value[1][1][1] = ("i32", 1)
    return value


def fault_of(tmp_path: Path, *values: TableSpec, moves: bool = False, **fields: Field) -> str:
    """Why a method with `values` is refused by all that read programs; empty where it is not."""
    steps = [build.move_call(0, 1)] if moves else []
    data = build.program(build.method(list(values), steps, operators=()), **fields)
    path = tmp_path / "small.pte"
    path.write_bytes(data)
    faults = []
    for read in (lambda: read_model(path), lambda: method_of(data)):
        try:
            read()
            faults.append("")
        except SelectionError as error:
            (fault,) = error.faults
            faults.append(fault.partition("small.pte: ")[2])
    assert faults[0] == faults[1]
    return faults[0]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (planned_at(56), ""),
        (planned_at(3), "value 0 is not aligned in planned memory 1"),
        (planned_at(4, dtype=4), "value 0 is not aligned in planned memory 1"),
        (planned_at(60), "value 0 is outside planned memory 1"),
        (planned_at(0, memory=2), "value 0 is outside planned memory 2"),
        (planned_at(0, memory=0), "value 0 is outside planned memory 0"),
    ],
)
def test_a_tensor_outside_its_memory_is_refused(
    value: TableSpec, fault: str, tmp_path: Path
) -> None:
    assert fault_of(tmp_path, value).startswith(f"forward: {fault}." if fault else "")


def test_a_constant_longer_than_its_data_is_refused(tmp_path: Path) -> None:
    assert fault_of(tmp_path, constant(2), slot_2=EIGHT_BYTES) == ""
    found = fault_of(tmp_path, constant(3), slot_2=EIGHT_BYTES)
    assert found.startswith("forward: value 0 of 12 bytes has data of 8.")


def test_a_constant_beyond_its_segment_is_refused(tmp_path: Path) -> None:
    model = programs()["kv_cache"]
    data, path = model.read_bytes(), tmp_path / model.name
    (_, size), *_ = read_program_file(model).program.segments
    whole, cut = struct.pack("<Q", size), struct.pack("<Q", size - 1)
    assert data.count(whole) == 1
    path.write_bytes(data.replace(whole, cut))  # the bytes are still in the file
    with pytest.raises(SelectionError, match=r"value \d+ of 4 bytes has data of 3"):
        read_model(path)
    path.write_bytes(data.replace(whole, struct.pack("<Q", 700)))
    with pytest.raises(SelectionError, match=r"data from byte 768 on in segment 0, which has 700"):
        read_model(path)


def test_a_storage_offset_is_refused(tmp_path: Path) -> None:
    assert "a tensor with a storage offset of 1" in fault_of(tmp_path, shifted())


@pytest.mark.parametrize(
    ("to", "fault"),
    [
        (build.tensor((3,)), ""),
        (build.tensor((1, 2)), "a move of value 0 to value 1"),
        (build.tensor((2,), dtype=7), "a move of value 0 to value 1"),
        (build.integer(1), "a move of value 0 to value 1"),
    ],
)
def test_a_move_keeps_what_a_value_is(to: TableSpec, fault: str, tmp_path: Path) -> None:
    found = fault_of(tmp_path, build.tensor((2,)), to, moves=True)
    assert found.startswith(f"forward: {fault}, which is of another kind" if fault else "")
    assert bool(found) == bool(fault)
