"""Which dtypes kernels convert to which others: the loops of the shared conversion."""

from __future__ import annotations

from codegen.dtype import SUPPORTED_DTYPES
from codegen.emit.families import dtype_mask
from codegen.plan import Plan


def conversions(plan: Plan) -> str:
    """For each dtype, in the order of dtype_bit(), the set of those that convert to it."""
    rows = ["    0,\n"] * 16
    for to in SUPPORTED_DTYPES:
        sources = [source for source, target in plan.conversions if target is to]
        bit = dtype_mask([to]).bit_length() - 1
        text = ", ".join(sources) or "nothing"
        rows[bit] = f"    0x{dtype_mask(sources):04x},  // {text} to {to}\n"
    return "".join(rows)
