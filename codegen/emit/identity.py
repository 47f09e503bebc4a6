"""The origin that a binary records."""

from __future__ import annotations

from codegen.plan import Plan


def plan_digest(plan: Plan) -> str:
    """The 32 bytes of the plan's SHA-256, as hexadecimal numbers."""
    digest = bytes.fromhex(plan.digest())
    rows = [digest[start : start + 8] for start in range(0, len(digest), 8)]
    return "".join("    " + ", ".join(f"0x{byte:02x}" for byte in row) + ",\n" for row in rows)
