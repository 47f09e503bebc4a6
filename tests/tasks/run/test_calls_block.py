"""The bytes of calls block and result stream, as runtime/apps/minimal/calls.h has them."""

from __future__ import annotations

import re
import struct

import pytest

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.run.calls_block import CALLS_MAGIC, PART, RESULT_MAGIC, calls_block, read_results
from tasks.run.case import Kind, Value
from tests.tasks.small_repository import ROOT

HEADER = (ROOT / "runtime" / "apps" / "minimal" / "calls.h").read_text(encoding="utf-8")


def tensor(dtype: DType, sizes: tuple[int, ...], data: bytes) -> Value:
    return Value(kind=Kind.TENSOR, dtype=dtype, sizes=sizes, data=data)


def words(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def test_the_constants_are_those_of_the_application() -> None:
    found = dict(re.findall(r"constexpr \w+ (k\w+) = (0x[0-9A-F]+|\d+);", HEADER))
    assert int(found["kCallsMagic"], 16) == CALLS_MAGIC
    assert int(found["kResultMagic"], 16) == RESULT_MAGIC
    assert int(found["kPart"]) == PART


def test_kinds_have_executorchs_numbers() -> None:
    assert {kind: kind.number for kind in Kind} == {
        Kind.NONE: 1,
        Kind.INT: 2,
        Kind.BOOL: 3,
        Kind.DOUBLE: 4,
        Kind.TENSOR: 5,
    }


def test_a_block_holds_header_method_and_each_call() -> None:
    block = calls_block("forward", [[tensor(DType.Float, (1, 2), b"12345678")], []], 1000)
    assert block == (
        words(0x4C41434B, 1000, 7, 2)
        + b"forward\0".ljust(16, b"\0")
        + words(1, 0, 0, 0)
        + words(5, 6, 2, 8)
        + words(1, 2).ljust(16, b"\0")
        + b"12345678".ljust(16, b"\0")
        + words(0, 0, 0, 0)
    )


def test_a_name_of_sixteen_bytes_keeps_its_end() -> None:
    block = calls_block("sixteen_letters_", [], 0)
    assert block[16:] == b"sixteen_letters_" + bytes(16)


@pytest.mark.parametrize(
    ("value", "record"),
    [
        (Value(kind=Kind.NONE), words(1, 0, 0, 0)),
        (Value(kind=Kind.INT, scalar=-2), words(2, 0, 0, 8) + struct.pack("<qq", -2, 0)),
        (Value(kind=Kind.BOOL, scalar=True), words(3, 0, 0, 8) + struct.pack("<qq", 1, 0)),
        (Value(kind=Kind.DOUBLE, scalar=0.5), words(4, 0, 0, 8) + struct.pack("<dq", 0.5, 0)),
        (tensor(DType.Long, (), b"12345678"), words(5, 4, 0, 8) + b"12345678".ljust(16, b"\0")),
        (tensor(DType.Byte, (0,), b""), words(5, 0, 1, 0) + words(0).ljust(16, b"\0")),
    ],
    ids=lambda value: str(getattr(value, "kind", "")),
)
def test_a_value_is_the_same_record_in_both_directions(value: Value, record: bytes) -> None:
    assert calls_block("m", [[value]], 0)[48:] == record
    stream = words(RESULT_MAGIC, 0, 1, 2) + words(0, 1, 3, 0) + record
    (call,) = read_results(stream).calls
    assert call.outputs == (value,)


STREAM = (
    words(RESULT_MAGIC, 0, 120, 4096)
    + words(0, 2, 64, 0)
    + words(5, 6, 1, 4)
    + words(1).ljust(16, b"\0")
    + struct.pack("<f", 1.5).ljust(16, b"\0")
    + words(2, 0, 0, 8)
    + struct.pack("<qq", 9, 0)
    + words(0x12, 0, 0, 0)
)


def test_a_stream_gives_memory_outputs_and_the_error_that_ended_it() -> None:
    results = read_results(STREAM)
    assert (results.error, results.method_bytes, results.planned_bytes) == (0, 120, 4096)
    good, bad = results.calls
    assert (good.error, good.temp_bytes) == (0, 64)
    assert good.outputs[0].data == struct.pack("<f", 1.5)
    assert good.outputs[1] == Value(kind=Kind.INT, scalar=9)
    assert (bad.error, bad.outputs) == (0x12, ())


def test_a_stream_cut_off_anywhere_is_reported() -> None:
    whole_calls = {16, 112}
    for length in range(len(STREAM)):
        if length in whole_calls:
            read_results(STREAM[:length])
        else:
            with pytest.raises(VerifyError, match="cut off"):
                read_results(STREAM[:length])


@pytest.mark.parametrize("number", [0, 6, 255])
def test_an_unknown_kind_is_reported(number: int) -> None:
    stream = words(RESULT_MAGIC, 0, 0, 0) + words(0, 1, 0, 0) + words(number, 0, 0, 0)
    with pytest.raises(VerifyError, match="damaged at byte 48"):
        read_results(stream)


def test_another_magic_is_reported() -> None:
    with pytest.raises(VerifyError, match="begins with 0x00000001, not 0x5345524b"):
        read_results(words(1, 0, 0, 0))
