"""The calls block that a bare-metal application reads, and the result stream that it writes.

Source: runtime/apps/minimal/calls.h. Little-endian u32 words, each part padded to 16 bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from codegen.dtype import DType
from codegen.errors import VerifyError
from tasks.run.case import Kind, Value

CALLS_MAGIC: Final = 0x4C41434B  # "KCAL"
RESULT_MAGIC: Final = 0x5345524B  # "KRES"
PART: Final = 16
KINDS: Final = {kind.number: kind for kind in Kind}
SCALARS: Final = {Kind.INT: "<q", Kind.BOOL: "<q", Kind.DOUBLE: "<d"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CallResult:
    """What one call gave: an error number of ExecuTorch (0: none), outputs, scratch used."""

    error: int
    temp_bytes: int
    outputs: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What a run gave; `error` is that of loading program and method."""

    error: int
    method_bytes: int
    planned_bytes: int
    calls: tuple[CallResult, ...]


def calls_block(method: str, calls: Sequence[Sequence[Value]], model_bytes: int) -> bytes:
    """The block for calls of `method` in order, each with its inputs."""
    name = method.encode()
    parts = [_words(CALLS_MAGIC, model_bytes, len(name), len(calls)), _padded(name + b"\0")]
    for inputs in calls:
        parts.append(_words(len(inputs), 0, 0, 0))
        parts += map(_record, inputs)
    return b"".join(parts)


def read_results(stream: bytes) -> Results:
    """The results in `stream`, which ends after the first call that failed.

    Raises:
        VerifyError: the stream is cut off, or not one of ours.

    """
    reader = _Reader(stream)
    magic, error, method_bytes, planned_bytes = reader.words()
    if magic != RESULT_MAGIC:
        raise VerifyError(f"the result stream begins with 0x{magic:08x}, not 0x{RESULT_MAGIC:08x}.")
    calls = []
    while not reader.ended:
        call_error, outputs, temp_bytes, _ = reader.words()
        values = tuple(reader.value() for _ in range(outputs))
        calls.append(CallResult(error=call_error, temp_bytes=temp_bytes, outputs=values))
    return Results(
        error=error, method_bytes=method_bytes, planned_bytes=planned_bytes, calls=tuple(calls)
    )


def _record(value: Value) -> bytes:
    data = value.data
    if value.kind in SCALARS:
        data = struct.pack(SCALARS[value.kind], value.scalar)
    dtype = 0 if value.dtype is None else value.dtype.number
    header = _words(value.kind.number, dtype, len(value.sizes), len(data))
    return header + _padded(struct.pack(f"<{len(value.sizes)}i", *value.sizes)) + _padded(data)


def _words(*words: int) -> bytes:
    return struct.pack(f"<{len(words)}I", *words)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % PART)


class _Reader:
    """Takes one part after the other."""

    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at >= len(self._stream)

    def words(self) -> tuple[int, int, int, int]:
        first, second, third, fourth = struct.unpack("<4I", self._take(PART))
        return first, second, third, fourth

    def value(self) -> Value:
        number, dtype, rank, size = self.words()
        try:
            kind = KINDS[number]
            if kind is Kind.TENSOR:
                sizes = struct.unpack(f"<{rank}i", self._take(4 * rank))
                element = DType.from_number(dtype)
                return Value(kind=kind, dtype=element, sizes=sizes, data=self._take(size))
            data = self._take(size)
            if kind is Kind.NONE:
                return Value(kind=kind)
            (scalar,) = struct.unpack(SCALARS[kind], data)
        except (KeyError, ValueError, struct.error) as error:
            raise VerifyError(
                f"the result stream is damaged at byte {self._at}: {error}."
            ) from error
        return Value(kind=kind, scalar=bool(scalar) if kind is Kind.BOOL else scalar)

    def _take(self, count: int) -> bytes:
        """The next `count` bytes; the zeros that pad them must be there too."""
        start, end = self._at, self._at + count + -count % PART
        if end > len(self._stream):
            raise VerifyError(
                f"the result stream is cut off: {len(self._stream)} bytes, at least {end} expected."
            )
        self._at = end
        return self._stream[start : start + count]
