from __future__ import annotations

import struct

import pytest

from codegen.errors import SelectionError
from codegen.flatbuffer import FlatBuffer, Table
from tests.codegen import program_builder as build
from tests.codegen.program_builder import TableSpec


def root_of(spec: TableSpec) -> Table:
    return buffer_of(build.finish(spec)).root()


def buffer_of(data: bytes) -> FlatBuffer:
    return FlatBuffer(data, name="m.pte", start=0, size=len(data))


def test_fields_are_read_with_their_types() -> None:
    root = root_of(
        {
            0: ("i8", -3),
            1: ("u8", 250),
            2: ("i32", -(1 << 31)),
            3: ("u32", (1 << 32) - 1),
            4: ("i64", -(1 << 63)),
            5: ("u64", (1 << 64) - 1),
            6: ("f64", 0.1),
            7: ("text", "größe"),
            8: ("i32s", [1, -2, 3]),
            9: ("f64s", [0.5]),
            10: ("table", {0: ("i32", 7)}),
            11: ("tables", [{0: ("i32", 8)}, {0: ("i32", 9)}]),
        }
    )
    assert (root.i8(0), root.u8(1)) == (-3, 250)
    assert (root.i32(2), root.u32(3)) == (-(1 << 31), (1 << 32) - 1)
    assert (root.i64(4), root.u64(5), root.f64(6)) == (-(1 << 63), (1 << 64) - 1, 0.1)
    assert (root.string(7), root.numbers(8, "i"), root.numbers(9, "d")) == (
        "größe",
        (1, -2, 3),
        (0.5,),
    )
    inner = root.table(10)
    assert inner is not None
    assert inner.i32(0) == 7
    assert [table.i32(0) for table in root.tables(11)] == [8, 9]
    assert (root.length(8, 4), root.length(11, 4)) == (3, 2)


def test_tables_of_different_sizes_may_share_a_vtable() -> None:
    """As flatbuffers' Python builder writes them: the size is that of the first."""
    first, second = root_of({0: ("tables", [{0: ("u32", 7)}, {0: ("f64", 0.5)}])}).tables(0)
    assert (first.u32(0), second.f64(0)) == (7, 0.5)


def test_absent_fields_have_their_defaults() -> None:
    root = root_of({0: ("i32", 1)})
    assert (root.i32(5), root.f64(6), root.u8(7)) == (0, 0.0, 0)
    assert root.string(1) is None
    assert root.table(1) is None
    assert list(root.tables(1)) == []
    assert root.numbers(1, "q") == ()
    assert root.bytes_span(1) is None
    assert root.union(3) == (0, None)


def test_program_inside_a_file_is_read_from_its_start() -> None:
    inner = build.finish({0: ("text", "inside")})
    data = b"\xff" * 64 + inner + b"\xff" * 64
    assert FlatBuffer(data, name="m", start=64, size=len(inner)).root().string(0) == "inside"


def test_bytes_outside_the_program_are_out_of_bounds() -> None:
    inner = build.finish({0: ("text", "inside the program, and cut off at its end")})
    cut = FlatBuffer(inner + b"\0" * 64, name="m", start=0, size=len(inner) - 16)
    with pytest.raises(SelectionError, match=r"m: byte \d+: "):
        cut.root().string(0)


def test_fault_names_file_offset_and_what_to_do() -> None:
    with pytest.raises(SelectionError) as caught:
        buffer_of(struct.pack("<I4s", 400, b"ET12")).root()
    assert caught.value.faults == (
        "m.pte: byte 400: 4 bytes are needed here, but the program is bytes 0 to 8. "
        "The file is damaged or truncated: copy or export it again.",
    )


def test_offset_of_zero_is_refused() -> None:
    with pytest.raises(SelectionError, match="offset of 0"):
        buffer_of(bytes(64)).root()


def test_vector_longer_than_the_program_is_refused_before_it_is_read() -> None:
    data = bytearray(build.finish({0: ("i32s", [1, 2, 3, 4])}))
    where = data.index(struct.pack("<5i", 4, 1, 2, 3, 4))
    data[where : where + 4] = struct.pack("<I", 0xFFFFFFFF)
    with pytest.raises(SelectionError, match="a vector of 4294967295 items"):
        buffer_of(bytes(data)).root().numbers(0, "i")


def test_text_without_final_zero_is_refused() -> None:
    data = bytearray(build.finish({0: ("text", "abc")}))
    data[data.index(b"abc") + 3] = 1
    with pytest.raises(SelectionError, match="does not end with a zero byte"):
        buffer_of(bytes(data)).root().string(0)


def test_text_that_is_not_utf8_is_refused() -> None:
    data = bytearray(build.finish({0: ("text", "abc")}))
    data[data.index(b"abc")] = 0xFF
    with pytest.raises(SelectionError, match="not UTF-8"):
        buffer_of(bytes(data)).root().string(0)


def test_unaligned_number_is_refused() -> None:
    data = b"\0" + build.finish({0: ("i64", 5)})
    with pytest.raises(SelectionError, match="not aligned"):
        FlatBuffer(data, name="m", start=0, size=len(data)).table_at(1)


def test_union_without_value_is_refused() -> None:
    with pytest.raises(SelectionError, match="a union of type 5 without a value"):
        root_of({0: ("u8", 5)}).union(0)


@pytest.mark.parametrize("stated", [4, 12, 0xFFFC])
def test_table_referred_to_again_and_again_is_refused(stated: int) -> None:
    """A thousand references to a table with a thousand to another: what vtables state is no bound.

    A million visits in 8 kB.
    """
    count = 1000
    vtable = struct.pack("<3H", 6, stated, 4) + bytes(2)
    data = bytearray(struct.pack("<I4s", 16, b"ET12") + vtable)
    for _ in range(2):
        data += struct.pack("<iII", len(data) - 8, 4, count)
        data += b"".join(struct.pack("<I", 4 * (count - index)) for index in range(count))
    data += struct.pack("<iI", len(data) - 8, 0)
    data += bytes(8)
    with pytest.raises(SelectionError, match="again and again"):
        for outer in buffer_of(bytes(data)).root().tables(0):
            for _ in outer.tables(0):
                pass


def test_empty_vector_may_be_misaligned() -> None:
    """As flatbuffers' C++ builder, and so flatc, writes it."""
    data = struct.pack("<I4s3H2xiII", 16, b"ET12", 6, 8, 4, 8, 4, 0)
    root = buffer_of(data).root()
    assert root.numbers(0, "q") == ()


def test_vtables_that_overlap_cannot_take_memory_beyond_the_buffer() -> None:
    """A thousand tables of 4 bytes, each with a vtable of 60 KiB of its own."""
    count, vtable_bytes = 1000, 0xF000
    vtables = struct.pack("<HH", vtable_bytes, 4) * (count + vtable_bytes // 4)
    tables = struct.pack("<i", -4 * count) * count
    buffer = buffer_of(tables + vtables)
    with pytest.raises(SelectionError, match="again and again"):
        for index in range(count):
            Table(buffer, 4 * index)
