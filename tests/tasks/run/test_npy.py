"""NumPy's files: what is read, and what is reported for others."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from codegen.errors import VerifyError
from tasks.run.npy import read_npy
from tests.tasks.run.npy_files import write_npy


@pytest.mark.parametrize("shape", [(3, 2), (0, 4), ()])
def test_what_numpy_saves_is_read(tmp_path: Path, shape: tuple[int, ...]) -> None:
    saved = np.arange(np.prod(shape), dtype=">i4").reshape(shape)
    np.save(tmp_path / "x.npy", np.asfortranarray(saved))
    read = read_npy(tmp_path / "x.npy")
    assert read.dtype == saved.dtype
    np.testing.assert_array_equal(read, saved)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04" + bytes(40), b"\x93NUMPY\x01\x00\x04\x00{}{}", b"\x93NUMPY\x09"]
)
def test_another_file_is_reported(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.npy"
    path.write_bytes(content)
    with pytest.raises(VerifyError, match=r"x\.npy: is no array that numpy\.save wrote"):
        read_npy(path)


def test_an_array_of_objects_is_refused(tmp_path: Path) -> None:
    """Reading it would run what the file says."""
    np.save(tmp_path / "x.npy", np.array([{}]), allow_pickle=True)
    with pytest.raises(VerifyError, match=r"x\.npy: is no array that numpy\.save wrote"):
        read_npy(tmp_path / "x.npy")


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
