"""Profiles as files, their totals, and as ExecuTorch's dump."""

from __future__ import annotations

import json
import struct
from typing import Any

import flatbuffers
import pytest

from codegen.etdump import etdump
from codegen.profile import Event, Profile, profile_json, read_profile, totals


def profile(*calls: tuple[int, str, int, int]) -> Profile:
    events = tuple(
        Event(run=run, chain=0, instruction=place, operator=operator, begin=begin, end=end)
        for place, (run, operator, begin, end) in enumerate(calls)
    )
    return Profile(method="forward", unit="ns", events=events)


SMALL = profile(
    (0, "aten::add.out", 10, 30), (0, "aten::mul.out", 30, 90), (1, "aten::add.out", 100, 120)
)


def test_a_profile_is_read_as_it_was_written() -> None:
    assert read_profile(json.loads(json.dumps(profile_json(SMALL)))) == SMALL


def test_totals_are_by_operator_and_the_longest_is_first() -> None:
    assert [(each.operator, each.calls, each.took, each.share) for each in totals(SMALL)] == [
        ("aten::mul.out", 1, 60, 0.6),
        ("aten::add.out", 2, 40, 0.4),
    ]
    assert totals(profile()) == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.pop("kerf"),
        lambda d: d["kerf"].update(version=2),
        lambda d: d["kerf"].update(unit=3),
        lambda d: d.update(traceEvents=3),
        lambda d: d["traceEvents"][0].pop("args"),
        lambda d: d["traceEvents"][0].update(name=None),
        lambda d: d["traceEvents"][0]["args"].update(end=0),
        lambda d: d["traceEvents"][0]["args"].update(begin=-1),
        lambda d: d["traceEvents"][0]["args"].update(run=True),
    ],
)
def test_what_is_no_profile_is_refused(change: Any) -> None:
    document = profile_json(SMALL)
    change(document)
    with pytest.raises(ValueError, match=r"profile|version"):
        read_profile(document)
    for wrong in (None, [], 3, "text"):
        with pytest.raises(ValueError, match="profile"):
            read_profile(wrong)


def test_the_dump_has_a_run_with_its_whole_and_each_instruction() -> None:
    """Read back by the numbers of ExecuTorch's schema."""
    dump = etdump([SMALL])
    assert struct.unpack_from("<I", dump) == (len(dump) - 4,)
    assert dump[8:12] == b"ED00"
    runs = list(tables(root(dump[4:]), 1))
    assert [text(run, 0) for run in runs] == ["forward", "forward"]
    found = [[facts(child(each, 0)) for each in tables(run, 3)] for run in runs]
    assert found == [
        [
            ("Method::execute", -1, 10, 90),
            ("aten::add.out", 0, 10, 30),
            ("aten::mul.out", 1, 30, 90),
        ],
        [("Method::execute", -1, 100, 120), ("aten::add.out", 2, 100, 120)],
    ]


def root(data: bytes) -> flatbuffers.table.Table:
    (start,) = struct.unpack_from("<I", data)
    return flatbuffers.table.Table(bytearray(data), start)


def at(table: flatbuffers.table.Table, slot: int) -> int:
    return int(table.Offset(4 + 2 * slot))


def child(table: flatbuffers.table.Table, slot: int) -> flatbuffers.table.Table:
    return flatbuffers.table.Table(table.Bytes, table.Indirect(table.Pos + at(table, slot)))


def tables(table: flatbuffers.table.Table, slot: int) -> list[flatbuffers.table.Table]:
    first, count = table.Vector(at(table, slot)), table.VectorLen(at(table, slot))
    return [
        flatbuffers.table.Table(table.Bytes, table.Indirect(first + 4 * index))
        for index in range(count)
    ]


def text(table: flatbuffers.table.Table, slot: int) -> str:
    return bytes(table.String(table.Pos + at(table, slot))).decode()


def facts(event: flatbuffers.table.Table) -> tuple[str, int, int, int]:
    (instruction,) = (
        struct.unpack_from("<i", event.Bytes, event.Pos + at(event, 2)) if at(event, 2) else (-1,)
    )
    numbers = [struct.unpack_from("<Q", event.Bytes, event.Pos + at(event, s))[0] for s in (6, 7)]
    return text(event, 0), instruction, numbers[0], numbers[1]
