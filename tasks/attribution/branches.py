"""Where a call instruction goes, read from its bytes.

Source: Intel 64 SDM, CALL; Arm v8-M ARM, BL, encoding T1; Arm A-profile ARM, BL; RISC-V ISA, JAL,
JALR, C.JAL.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_X86_CALL = 0xE8
_LINKS = (1, 5)
"""RISC-V: ra, and t0, which `-msave-restore` returns by."""


def all_called(machine: str, data: bytes, base: int) -> Iterator[int]:
    """Where all direct calls in the code `data` at `base` go, and a few false targets.

    Data between instructions may look like a call: the caller knows where functions start.
    """
    starts = _found(data, _X86_CALL) if machine == "EM_X86_64" else range(-3, len(data) - 4, 2)
    for start in starts:
        address = called(machine, data, base, base + start + 5)
        if address is not None:
            yield address


def called(machine: str, data: bytes, base: int, after: int) -> int | None:
    """The address that the call before the address `after` goes to; None if it is not direct.

    `data` is at `base`; `machine` is the ELF's.
    """
    at, read = after - base, _READERS.get(machine)
    return read(data, at, after) if read is not None and 0 < at <= len(data) else None


def _found(data: bytes, byte: int) -> Iterator[int]:
    at = data.find(byte)
    while at >= 0:
        yield at
        at = data.find(byte, at + 1)


def _x86(data: bytes, at: int, after: int) -> int | None:
    if at < 5 or data[at - 5] != _X86_CALL:
        return None
    return after + int(struct.unpack_from("<i", data, at - 4)[0])


def _thumb(data: bytes, at: int, after: int) -> int | None:
    if at < 4:
        return None
    first, second = struct.unpack_from("<HH", data, at - 4)
    if first >> 11 != 0b11110 or second & 0xD000 != 0xD000:
        return None
    sign = first >> 10 & 1
    i1, i2 = (1 ^ (second >> bit & 1) ^ sign for bit in (13, 11))
    offset = sign << 24 | i1 << 23 | i2 << 22 | (first & 0x3FF) << 12 | (second & 0x7FF) << 1
    return after + _signed(offset, 25)


def _a64(data: bytes, at: int, after: int) -> int | None:
    if at < 4:
        return None
    (word,) = struct.unpack_from("<I", data, at - 4)
    if word >> 26 != 0b100101:
        return None
    return after - 4 + _signed((word & 0x3FFFFFF) << 2, 28)


def _riscv(data: bytes, at: int, after: int) -> int | None:
    if at >= 4:
        (word,) = struct.unpack_from("<I", data, at - 4)
        if word & 0x7F == 0x6F and word >> 7 & 0x1F in _LINKS:
            offset = (
                (word >> 31) << 20
                | (word >> 12 & 0xFF) << 12
                | (word >> 20 & 1) << 11
                | (word >> 21 & 0x3FF) << 1
            )
            return after - 4 + _signed(offset, 21)
        if at >= 8 and word & 0x707F == 0x67 and word >> 7 & 0x1F in _LINKS:
            (upper,) = struct.unpack_from("<I", data, at - 8)
            if upper & 0x7F == 0x17 and upper >> 7 & 0x1F == word >> 15 & 0x1F:
                page = _signed(upper >> 12, 20) << 12
                return after - 8 + page + _signed(word >> 20, 12)
    if at < 2:
        return None
    (half,) = struct.unpack_from("<H", data, at - 2)
    if half & 0xE003 != 0x2001:
        return None
    offset = sum((half >> bit & 1) << place for bit, place in _C_JAL)
    return after - 2 + _signed(offset, 12)


_C_JAL = tuple(
    zip((12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2), (11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5), strict=True)
)
"""Which bit of C.JAL is which of the offset."""


_READERS = {"EM_X86_64": _x86, "EM_ARM": _thumb, "EM_AARCH64": _a64, "EM_RISCV": _riscv}


def _signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) & 1 else value
