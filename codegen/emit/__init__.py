"""Text of the cog blocks under runtime/selected/: data only, a function of the plan."""

from __future__ import annotations

from codegen.emit.capacity import capacity, method_needs, planned_memory
from codegen.emit.features import feature_flags
from codegen.emit.identity import plan_digest
from codegen.emit.kernels import kernel_headers, kernel_table
from codegen.emit.operators import dtype_sets, operator_ids, trait_sets

__all__ = [
    "capacity",
    "dtype_sets",
    "feature_flags",
    "kernel_headers",
    "kernel_table",
    "method_needs",
    "operator_ids",
    "plan_digest",
    "planned_memory",
    "trait_sets",
]
