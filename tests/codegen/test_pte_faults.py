"""Fault campaign: damaged models give a SelectionError or a model, quickly, and nothing else."""

from __future__ import annotations

import random
import tracemalloc
from pathlib import Path

import pytest

from codegen.errors import SelectionError
from codegen.pte import read_model
from tests.codegen.model_files import DATA

pytestmark = pytest.mark.slow

MODELS = DATA / "models"
# Small ones that differ in form: without and with extended header, bundled, instructions of all
# kinds, several methods, data outside.
SMALL = ("add.pte", "linear.pte", "add_mul_bundled.bpte", "map.pte", "external_constants.pte")
WIDE = ("cond.pte", "multi_method.pte", "kv_cache.pte", "scan.pte")


def outcome(path: Path, data: bytes | bytearray) -> str | None:
    """The fault of reading `data`, None where it can be read."""
    path.unlink(missing_ok=True)  # a file that is written over waits for the disk
    path.write_bytes(data)
    try:
        read_model(path)
    except SelectionError as error:
        assert len(error.faults) == 1
        return error.faults[0]
    return None


@pytest.mark.parametrize("name", SMALL)
def test_truncated_at_every_length(name: str, tmp_path: Path) -> None:
    data = (MODELS / name).read_bytes()
    path = tmp_path / name
    for length in range(len(data)):
        fault = outcome(path, data[:length])
        assert fault is not None, f"{length} bytes of {len(data)} pass for a whole model"
        assert fault.startswith(f"{path}: byte "), fault
        assert fault.endswith("."), fault
    assert outcome(path, data) is None


@pytest.mark.parametrize("name", WIDE)
def test_truncated_at_many_lengths(name: str, tmp_path: Path) -> None:
    data = (MODELS / name).read_bytes()
    for length in range(0, len(data), 13):
        assert outcome(tmp_path / name, data[:length]) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "masks"),
    [
        ("add.pte", (0x01, 0x80, 0xFF)),
        ("linear.pte", (0x01, 0xFF)),
        ("add_mul_bundled.bpte", (0xFF,)),
        ("map.pte", (0xFF,)),
        ("external_constants.pte", (0xFF,)),
    ],
)
def test_every_byte_flipped(name: str, masks: tuple[int, ...], tmp_path: Path) -> None:
    data = bytearray((MODELS / name).read_bytes())
    path = tmp_path / name
    for index in range(len(data)):
        for mask in masks:
            data[index] ^= mask
            outcome(path, data)
            data[index] ^= mask


@pytest.mark.slow
def test_every_word_replaced_by_an_extreme(tmp_path: Path) -> None:
    data = bytearray((MODELS / "linear.pte").read_bytes())
    path = tmp_path / "linear.pte"
    tracemalloc.start()
    for index in range(0, len(data) - 3, 4):
        word = data[index : index + 4]
        for extreme in (0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF):
            data[index : index + 4] = extreme.to_bytes(4, "little")
            outcome(path, data)
        data[index : index + 4] = word
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 16 << 20


@pytest.mark.parametrize("name", WIDE)
def test_several_bytes_replaced(name: str, tmp_path: Path) -> None:
    data = (MODELS / name).read_bytes()
    chance = random.Random(name)
    for _ in range(200):
        damaged = bytearray(data)
        for _ in range(chance.randint(1, 8)):
            damaged[chance.randrange(len(data))] = chance.randrange(256)
        outcome(tmp_path / name, damaged)


def test_segment_cut_off_is_distinguished_from_the_program(tmp_path: Path) -> None:
    data = (MODELS / "linear.pte").read_bytes()
    fault = outcome(tmp_path / "linear.pte", data[:-1])
    assert fault is not None
    assert "segment 0" in fault


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "byte 0: the file is empty"),
        (b"\0", "this is not an ExecuTorch program"),
        (b"PK\x03\x04" + bytes(60), "this is not an ExecuTorch program"),
        (b"\x10\0\0\0ET11" + bytes(60), "is of another schema"),
        (b"\x10\0\0\0FT01" + bytes(60), "external data"),
        (b"\x10\0\0\0ET12", "byte 16: 4 bytes are needed here"),
    ],
)
def test_what_is_not_a_program_is_reported(data: bytes, what: str, tmp_path: Path) -> None:
    fault = outcome(tmp_path / "m.pte", data)
    assert fault is not None
    assert what in fault
