"""NumPy's files: dtypes, orders, and what is reported for others."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.running.npy import Array, read_npy
from tests.tasks.running.npy_files import write_npy


def test_an_array_is_read(tmp_path: Path) -> None:
    data = struct.pack("<3f", 1.0, 2.0, 3.0)
    path = write_npy(tmp_path / "x.npy", "<f4", (3, 1), data)
    assert read_npy(path) == Array(dtype=DType.Float, shape=(3, 1), data=data)


def test_big_endian_numbers_are_swapped_and_complex_ones_by_part(tmp_path: Path) -> None:
    path = write_npy(tmp_path / "x.npy", ">i4", (2,), struct.pack(">2i", 1, -2))
    assert read_npy(path).data == struct.pack("<2i", 1, -2)
    path = write_npy(tmp_path / "c.npy", ">c8", (1,), struct.pack(">2f", 1.5, -2.5))
    assert read_npy(path).data == struct.pack("<2f", 1.5, -2.5)


def test_fortran_order_becomes_that_of_c(tmp_path: Path) -> None:
    """[[0, 1, 2], [3, 4, 5]], stored by columns."""
    data = bytes([0, 3, 1, 4, 2, 5])
    path = write_npy(tmp_path / "x.npy", "|u1", (2, 3), data, fortran=True)
    assert read_npy(path).data == bytes(range(6))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is no .npy file"),
        (b"PK\x03\x04" + bytes(40), "is no .npy file"),
        (b"\x93NUMPY\x01\x00\x04\x00{}{}", "is no .npy file"),
        (b"\x93NUMPY\x09\x00\x04\x00{}{}", "is no .npy file"),
    ],
)
def test_another_file_is_reported(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.npy"
    path.write_bytes(content)
    with pytest.raises(VerifyError, match=f"x.npy: {message}"):
        read_npy(path)


@pytest.mark.parametrize("descr", ["<U5", "|O", "|V2", "<M8[s]", "", "f"])
def test_a_dtype_that_no_program_has_is_reported(tmp_path: Path, descr: str) -> None:
    path = write_npy(tmp_path / "x.npy", descr, (1,), bytes(4))
    with pytest.raises(VerifyError, match=r"x\.npy: its dtype is '.*', which no program takes"):
        read_npy(path)


def test_damaged_files_are_reported_in_words(tmp_path: Path) -> None:
    path = write_npy(tmp_path / "x.npy", "<f4", (2, 3), bytes(24))
    content = path.read_bytes()
    generator = random.Random(7)
    for cut in range(0, len(content), 3):
        path.write_bytes(content[:cut])
        with pytest.raises(VerifyError):
            read_npy(path)
    for _ in range(2000):
        changed = bytearray(content)
        for _ in range(generator.randint(1, 3)):
            changed[generator.randrange(len(content) - 24)] = generator.randrange(256)
        path.write_bytes(changed)
        try:
            read_npy(path)
        except VerifyError as error:
            assert "x.npy" in str(error)
