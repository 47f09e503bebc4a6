"""A profile as an ETDump, which ExecuTorch's Inspector reads: its size, then the flatbuffer.

Source: ExecuTorch's devtools/etdump/etdump_schema_flatcc.fbs (slot numbers); names of events in its
devtools/etdump/schema_flatcc.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import flatbuffers

from codegen.profile import Event, Profile, runs_of

IDENTIFIER = b"ED00"
_RUN = "Method::execute"
_NONE = -1
"""The instruction of an event that is none, and the default of the schema."""


def etdump(profiles: Sequence[Profile]) -> bytes:
    """The dump of all runs of `profiles`; times are in each profile's unit."""
    builder = flatbuffers.Builder(1 << 16)
    runs = [
        _run(builder, profile.method, events)
        for profile in profiles
        for events in runs_of(profile.events)
    ]
    listed = _vector(builder, runs)
    builder.StartObject(2)
    builder.PrependUint32Slot(0, 0, 0)  # version
    builder.PrependUOffsetTRelativeSlot(1, listed, 0)
    builder.FinishSizePrefixed(builder.EndObject(), file_identifier=IDENTIFIER)
    return bytes(builder.Output())


def _run(builder: flatbuffers.Builder, method: str, events: Sequence[Event]) -> int:
    begin, end = min(each.begin for each in events), max(each.end for each in events)
    found = [_event(builder, _RUN, 0, _NONE, begin, end)]
    found += [
        _event(builder, each.operator, each.chain, each.instruction, each.begin, each.end)
        for each in events
    ]
    listed = _vector(builder, found)
    name = builder.CreateString(method)
    builder.StartObject(4)
    builder.PrependUOffsetTRelativeSlot(0, name, 0)
    builder.PrependUOffsetTRelativeSlot(3, listed, 0)
    return int(builder.EndObject())


def _event(
    builder: flatbuffers.Builder, name: str, chain: int, instruction: int, begin: int, end: int
) -> int:
    named = builder.CreateSharedString(name)
    builder.StartObject(8)
    builder.PrependUOffsetTRelativeSlot(0, named, 0)
    builder.PrependInt32Slot(1, chain, 0)
    builder.PrependInt32Slot(2, instruction, _NONE)
    builder.PrependUint64Slot(6, begin, 0)
    builder.PrependUint64Slot(7, end, 0)
    profiled = builder.EndObject()
    builder.StartObject(3)
    builder.PrependUOffsetTRelativeSlot(0, profiled, 0)
    return int(builder.EndObject())


def _vector(builder: flatbuffers.Builder, tables: Sequence[int]) -> int:
    builder.StartVector(4, len(tables), 4)
    for table in reversed(tables):
        builder.PrependUOffsetTRelative(table)
    return int(builder.EndVector())
