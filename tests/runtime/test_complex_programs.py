"""Complex tensors of programs: their size, their alignment, in files and as constants."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec
from tests.runtime.runner_output import INVALID_PROGRAM, calls, expect_error
from tests.runtime.sanitized import Finished, run

FLOAT, DOUBLE = 9, 10
NAMES = {FLOAT: "ComplexFloat", DOUBLE: "ComplexDouble"}
CODES = {FLOAT: "f", DOUBLE: "d"}


def tensor(dtype: int, offset: int) -> TableSpec:
    """Three elements at `offset` of the planned memory."""
    spec = build.tensor((3,), dtype=dtype, planned=False)
    spec[1][1][6] = ("table", {0: ("u32", 1), 1: ("u32", offset), 2: ("u32", 0)})
    return spec


def doubled(runner: Path, folder: Path, dtype: int, *, offset: int, memory: int = 4096) -> Finished:
    """Adds an input to itself; the result is at `offset`."""
    values = [tensor(dtype, 0), build.integer(1), tensor(dtype, offset)]
    method = build.method(values, [build.kernel_call(0, 0, 1, 2, 2)], inputs=(0,), outputs=(2,))
    method[8] = ("i64s", (0, memory))
    program, row = folder / "complex.pte", folder / "row"
    program.write_bytes(build.program(method))
    row.write_bytes(struct.pack(f"<6{CODES[dtype]}", *range(6)))
    return run(runner, "--model", program, "--output-dir", folder, "--input", row)


@pytest.mark.parametrize("dtype", [FLOAT, DOUBLE])
def test_elements_are_two_parts_in_files_and_memory(
    dtype: int, runner: Path, tmp_path: Path
) -> None:
    (call,) = calls(doubled(runner, tmp_path, dtype, offset=64))
    (output,) = call["outputs"]
    assert (output["dtype"], output["sizes"]) == (NAMES[dtype], [3])
    parts = struct.unpack(f"<6{CODES[dtype]}", Path(output["file"]).read_bytes())
    assert parts == (0, 2, 4, 6, 8, 10)


@pytest.mark.parametrize("dtype", [FLOAT, DOUBLE])
def test_elements_are_aligned_to_8(dtype: int, runner: Path, tmp_path: Path) -> None:
    assert doubled(runner, tmp_path, dtype, offset=56).exit_code == 0
    done = doubled(runner, tmp_path, dtype, offset=60)
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", "aligned")


@pytest.mark.parametrize(("dtype", "size"), [(FLOAT, 8), (DOUBLE, 16)])
def test_elements_are_inside_their_memory_to_the_last_byte(
    dtype: int, size: int, runner: Path, tmp_path: Path
) -> None:
    assert doubled(runner, tmp_path, dtype, offset=48, memory=48 + 3 * size).exit_code == 0
    done = doubled(runner, tmp_path, dtype, offset=48, memory=47 + 3 * size)
    expect_error(done, INVALID_PROGRAM, "InvalidProgram", "outside its planned memory")


def constant(folder: Path, sizes: tuple[int, ...], dtype: int, content: TableSpec) -> Path:
    """A program that returns a constant which has the bytes of `content`."""
    method = build.method(
        [build.tensor(sizes, dtype=dtype, planned=False, data=1)], [], outputs=(0,)
    )
    program = folder / "constant.pte"
    program.write_bytes(build.program(method, slot_2=("tables", [{}, content])))
    return program


def at_every_address(content: bytes) -> list[TableSpec]:
    """Buffers whose bytes are at addresses with every remainder that a vector may have: what a
    builder writes first, which no reader knows, is behind them.
    """
    return [{1: ("u8s", [0] * more), 0: ("u8s", list(content))} for more in range(1, 17, 4)]


def test_constant_without_bytes_may_be_anywhere(runner: Path, tmp_path: Path) -> None:
    for dtype in (4, 7, FLOAT, DOUBLE):
        for content in ({}, *at_every_address(b"")):
            program = constant(tmp_path, (0, 3), dtype, content)
            (call,) = calls(run(runner, "--model", program, "--output-dir", tmp_path))
            assert call["outputs"][0]["sizes"] == [0, 3]


def test_constant_with_bytes_is_aligned(runner: Path, tmp_path: Path) -> None:
    """Not all of these addresses are multiples of 8."""
    codes = set()
    for content in at_every_address(bytes(16)):
        done = run(
            runner, "--model", constant(tmp_path, (1,), DOUBLE, content), "--output-dir", tmp_path
        )
        codes.add(done.exit_code)
    assert INVALID_PROGRAM in codes <= {0, INVALID_PROGRAM}
