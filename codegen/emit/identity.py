"""The origin that a binary records."""

from __future__ import annotations

from codegen.description import encode, header
from codegen.plan import Plan


def plan_digest(plan: Plan) -> str:
    """The 32 bytes of the plan's SHA-256, as hexadecimal numbers."""
    return _rows(bytes.fromhex(plan.digest()))


def plan_description(plan: Plan) -> str:
    """The description of the plan, as hexadecimal numbers and sizes of the target's types."""
    if not plan.describes_itself:
        return ""
    sizes = "".join(
        "    " + ", ".join(f"byte_of({size}, {index})" for index in range(4)) + ",\n"
        for size in ("kDescribedMethodBytes", "kDescribedTempBytes")
    )
    types = "    sizeof(Slot), sizeof(Tensor), sizeof(Optional<Tensor>),\n"
    return _rows(header(plan)) + sizes + types + _rows(encode(plan))


def _rows(data: bytes) -> str:
    rows = [data[start : start + 8] for start in range(0, len(data), 8)]
    return "".join("    " + ", ".join(f"0x{byte:02x}" for byte in row) + ",\n" for row in rows)
