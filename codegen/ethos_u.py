"""Payloads of Arm's Ethos-U: the stream of blocks that Vela writes.

Source: VelaBinStream.h of executorch 1.5.1, and what runtime/delegate/ethos_u/backend.cpp reads.
"""

from __future__ import annotations

import math
import struct

from codegen.errors import SelectionError
from codegen.flatbuffer import DAMAGED

BACKEND = "EthosUBackend"
_BLOCK = struct.Struct("<16sIB11x")
_PORT = struct.Struct("<6i3i")
_ALIGNMENT = 16
_KEY_BYTES = 64
_MOST_BYTES = 2**31 - 1


def scratch_bytes(payload: bytes, *, where: str) -> int:
    """The scratch of the payload, all of which is checked; `where` begins the text of faults.

    Raises:
        SelectionError: it is not what Vela writes, or contradicts itself.

    """

    def fault(at: int, what: str) -> SelectionError:
        return SelectionError(f"{where}: byte {at} of its payload: {what}. {DAMAGED}")

    blocks: dict[str, tuple[int, bytes]] = {}
    at = 0
    while True:
        if len(payload) - at < _BLOCK.size:
            raise fault(at, "the stream ends within a block")
        raw, size, external = _BLOCK.unpack_from(payload, at)
        name = raw.partition(b"\0")[0].decode("ascii", "replace")
        start = at + _BLOCK.size
        if (at == 0) != (name == "vela_bin_stream"):
            raise fault(at, f"a block {name!r} at this place")
        at = start + -(-size // _ALIGNMENT) * _ALIGNMENT
        if name == "vela_end_stream":
            break
        if at > len(payload):
            raise fault(start, f"{size} bytes of {name!r} beyond its end")
        if external and size != _KEY_BYTES:
            raise fault(start, f"a key of {size} characters")
        if not external:
            blocks[name] = (start, payload[start : start + size])
    if start != len(payload):
        raise fault(start, "more after its end")
    at, data = blocks.get("cmd_data", (0, b"COP1"))  # by name where it is missing
    if data[:4] not in (b"COP1", b"COP2"):
        raise fault(at, "no commands of an Ethos-U")
    at, data = blocks.get("scratch_size", (0, b""))
    if len(data) < 4:
        raise fault(at, "no size of its scratch")
    scratch = int.from_bytes(data[:4], "little")
    if scratch > _MOST_BYTES:
        raise fault(at, f"a scratch of {scratch} bytes")
    for name in ("inputs", "outputs"):
        if name not in blocks:
            raise fault(0, f"no {name}")
        at, data = blocks[name]
        count = int.from_bytes(data[:4], "little") if len(data) >= 4 else -1
        if not 0 <= count <= (len(data) - 4) // _PORT.size:
            raise fault(at, f"{name} that are cut off")
        for number in range(count):
            *sizes, item, offset, _ = _PORT.unpack_from(data, 4 + number * _PORT.size)
            whole = item * math.prod(max(each, 1) for each in sizes)
            if min(*sizes, item, offset) < 0 or not 0 < whole <= scratch - offset:
                raise fault(at, f"{name}[{number}] is outside the scratch of {scratch} bytes")
    return scratch
