"""Reading a model: op info and needs of each method of a `.pte`, or of the one in a `.bpte`.

The file is mapped and only its program is read: a file with gigabytes of weights costs what its
program costs. Sources: ExecuTorch's schema/program.fbs, schema/extended_header.h and
devtools/bundled_program/schema/bundled_program_schema.fbs.
"""

from __future__ import annotations

import math
import mmap
import stat
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from codegen import ethos_u
from codegen.errors import SelectionError
from codegen.flatbuffer import DAMAGED, Bytes, FlatBuffer, Table
from codegen.method_info import method_info
from codegen.opinfo import ModelInfo
from codegen.program import Delegate, Program, read_program
from codegen.program_check import check_program
from codegen.program_value import TensorValue

PROGRAM_IDENTIFIER = b"ET12"
BUNDLE_IDENTIFIER = b"BP08"
DATA_IDENTIFIER = b"FT01"
GIVE = "Give a .pte or .bpte file"

_HEADER_OFFSET = 8
# magic, header length, program size, segment base; newer files add the segments' size
_HEADER = struct.Struct("<4sIQQ")
_HEADER_MAGIC = b"eh00"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramFile:
    """A program, and where in its file its parts are. Positions are bytes of the file."""

    path: Path
    program: Program
    segment_base: int
    program_bytes: int
    file_bytes: int

    def position(self, place: tuple[int, int]) -> int:
        """The position of data at an offset in a segment, or of data inside the program."""
        segment, offset = place
        if segment < 0:
            return offset
        return self.segment_base + self.program.segments[segment][0] + offset


def read_model(path: Path, *, name: str | None = None) -> ModelInfo:
    """What the model in `path` calls and needs; `name` is what it is called, else the file's name.

    Raises:
        SelectionError: the file is missing, no model, or damaged.

    """
    return model_info(read_program_file(path), name=name or path.name)


def read_model_bytes(data: bytes, path: Path, *, name: str) -> ModelInfo:
    """As `read_model()`, of a program that was made of `path`."""
    return model_info(_read(data, len(data), path), name=name)


def model_info(file: ProgramFile, *, name: str) -> ModelInfo:
    """What the program `file` calls and needs."""
    program = file.program
    methods = tuple(
        method_info(plan, constants_in_segment=program.constants_in_segment)
        for plan in program.plans
    )
    return ModelInfo(
        name=name,
        program_bytes=file.program_bytes,
        file_bytes=file.file_bytes,
        schema_version=program.version,
        methods=methods,
        external_data=any("external_data" in method.features for method in methods),
        external_bytes=_external_bytes(program),
        segment_bytes=sum(size for _, size in program.segments),
    )


def _external_bytes(program: Program) -> int:
    values = [value for plan in program.plans for value in plan.values]
    tensors = [value for value in values if isinstance(value, TensorValue) and value.external]
    return sum(
        {each.name: each.dtype.itemsize * math.prod(each.sizes) for each in tensors}.values()
    )


def read_program_file(path: Path) -> ProgramFile:
    """The program in `path`.

    Raises:
        SelectionError: the file is missing, no model, or damaged.

    """
    return _mapped(path, lambda data: _read(data, len(data), path))


def program_span(path: Path) -> tuple[int, int]:
    """Where the program of `path` starts, and how many bytes it has with its segments.

    That is the whole file, or the part of a bundle that a device gets.

    Raises:
        SelectionError: the file is missing, empty, or a damaged bundle.

    """

    def span(data: Bytes) -> tuple[int, int]:
        if bytes(data[4:8]) != BUNDLE_IDENTIFIER:
            return 0, len(data)
        start, end = _bundled_program(FlatBuffer(data, name=str(path), start=0, size=len(data)))
        return start, end - start

    return _mapped(path, span)


Value = TypeVar("Value")


def _mapped(path: Path, read: Callable[[mmap.mmap], Value]) -> Value:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            # Checked before opening: a pipe without a writer would never open.
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise SelectionError(f"{path}: {what}. {GIVE}.")
        if status.st_size == 0:
            raise SelectionError(f"{path}: byte 0: the file is empty. {DAMAGED}")
        with (
            path.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            return read(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SelectionError(f"{path}: {reason or error}. {GIVE}.") from None


def _read(data: Bytes, size: int, path: Path) -> ProgramFile:
    identifier = bytes(data[4:8])
    start, end = 0, size
    if identifier == BUNDLE_IDENTIFIER:
        start, end = _bundled_program(FlatBuffer(data, name=str(path), start=0, size=size))
        identifier = bytes(data[start + 4 : min(start + 8, end)])
    if identifier != PROGRAM_IDENTIFIER:
        raise SelectionError(f"{path}: byte {start + 4}: {_wrong_identifier(identifier)}")
    _, program, extent = checked_program(data, path, start, end)
    base = extent.segment_base or 0
    return ProgramFile(
        path=path,
        program=_with_scratch(data, program, path, base),
        segment_base=base,
        program_bytes=extent.program_bytes,
        file_bytes=size,
    )


def checked_program(
    data: Bytes, path: Path, start: int, end: int
) -> tuple[FlatBuffer, Program, Extent]:
    """The flatbuffer and the program of the `.pte` from `start` to `end`, and where its parts are.

    Raises:
        SelectionError: it is damaged.

    """
    extent = extent_of(data, path, start, end)
    buffer = FlatBuffer(data, name=str(path), start=start, size=extent.program_bytes)
    program = read_program(buffer)
    check_segments(buffer, program, extent)
    base = extent.segment_base or 0
    check_program(program, name=str(path), start=start, segment_base=base)
    return buffer, program, extent


def _with_scratch(data: Bytes, program: Program, path: Path, base: int) -> Program:
    """`program` whose delegates of Ethos-U know what they take, each payload checked."""

    def known(delegate: Delegate, where: str) -> Delegate:
        if delegate.id != ethos_u.BACKEND or delegate.payload is None:
            return delegate
        segment, at = delegate.payload
        at += base + program.segments[segment][0] if segment >= 0 else 0
        payload = bytes(data[at : at + delegate.payload_bytes])
        return replace(delegate, scratch_bytes=ethos_u.scratch_bytes(payload, where=where))

    plans = tuple(
        replace(
            plan,
            delegates=tuple(
                known(delegate, f"{path}: {plan.name}, delegate {number}")
                for number, delegate in enumerate(plan.delegates)
            ),
        )
        for plan in program.plans
    )
    return replace(program, plans=plans)


def _wrong_identifier(identifier: bytes) -> str:
    if identifier == DATA_IDENTIFIER:
        return "this is external data (.ptd), not a program. Give the .pte that uses it."
    if identifier[:2] == PROGRAM_IDENTIFIER[:2]:
        return (
            f"identifier {identifier!r} is of another schema, not {PROGRAM_IDENTIFIER!r}. "
            "Export the model with ExecuTorch 1.x."
        )
    return (
        f"identifier {identifier!r} instead of {PROGRAM_IDENTIFIER!r}: this is not an ExecuTorch "
        f"program. {GIVE}."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """Offsets in bytes of the file; `segment_base` is None without an extended header."""

    program_bytes: int
    segment_base: int | None
    end: int


def extent_of(data: Bytes, path: Path, start: int, end: int) -> Extent:
    """Where program and segments of the `.pte` from `start` to `end` are."""
    at = start + _HEADER_OFFSET
    if bytes(data[at : min(at + 4, end)]) != _HEADER_MAGIC:
        size = end - start
        # A finished flatbuffer is padded to the alignment of its widest number.
        if size % 4:
            raise SelectionError(f"{path}: byte {end}: the program ends within a word. {DAMAGED}")
        return Extent(program_bytes=size, segment_base=None, end=end)
    if at + _HEADER.size > end:
        raise SelectionError(f"{path}: byte {end}: the extended header is cut off. {DAMAGED}")
    _, length, program_bytes, segment_base = _HEADER.unpack_from(data, at)
    if length < _HEADER.size:
        raise SelectionError(
            f"{path}: byte {at + 4}: an extended header of {length} bytes is impossible. {DAMAGED}"
        )
    if not _HEADER_OFFSET + length <= program_bytes <= end - start:
        raise SelectionError(
            f"{path}: byte {at + 8}: the header gives the program {program_bytes} bytes, but "
            f"there are {end - start}. {DAMAGED}"
        )
    if segment_base and segment_base < program_bytes:
        raise SelectionError(
            f"{path}: byte {at + 16}: segments from byte {segment_base} on would be inside the "
            f"program of {program_bytes} bytes. {DAMAGED}"
        )
    return Extent(program_bytes=program_bytes, segment_base=start + segment_base, end=end)


def check_segments(buffer: FlatBuffer, program: Program, extent: Extent) -> None:
    """Checks that the segments of `program` are inside the file.

    Raises:
        SelectionError: one is not.

    """
    for index, (offset, size) in enumerate(program.segments):
        if extent.segment_base is None:
            if not offset and not size:
                continue
            raise buffer.fault(
                buffer.start + _HEADER_OFFSET, "the program has segments but no extended header"
            )
        last = extent.segment_base + offset + size
        if last > extent.end:
            raise buffer.fault(
                extent.segment_base + offset,
                f"segment {index} of {size} bytes extends to byte {last}, "
                f"but there are {extent.end}",
            )


def _bundled_program(buffer: FlatBuffer) -> tuple[int, int]:
    """Start and end of the program inside a bundle, whose tables are all in bounds."""
    root = buffer.root()
    for suite in root.tables(1):
        suite.string(0)
        for case in suite.tables(1):
            for slot in (0, 1):
                for value in case.tables(slot):
                    _check_bundled_value(value)
    span = root.bytes_span(2)
    if span is None or span[1] < _HEADER_OFFSET:
        raise root.fault("the bundle has no program")
    return span[0], span[0] + span[1]


def _check_bundled_value(value: Table) -> None:
    kind, table = value.union(0)
    if kind == 1 and table is not None:
        table.i8(0), table.numbers(1, "i"), table.bytes_span(2), table.bytes_span(3)
