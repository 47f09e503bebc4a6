"""Text of the cog blocks under runtime/selected/: data and bindings, a function of the plan."""

from __future__ import annotations

from codegen.emit.arguments import argument_types, integers_as_reals
from codegen.emit.backends import backend_headers, backend_table
from codegen.emit.c_header import functions
from codegen.emit.c_sizes import c_sizes
from codegen.emit.capacity import capacity, method_needs, planned_memory, temp_needs
from codegen.emit.compiled import (
    compiled_kernel_names,
    compiled_kernels,
    compiled_temp,
    program_tables,
)
from codegen.emit.families import families, family
from codegen.emit.features import feature_flags
from codegen.emit.identity import plan_description, plan_digest
from codegen.emit.kernels import argument_dtypes, conversions, kernel_functions, kernel_table

__all__ = [
    "argument_dtypes",
    "argument_types",
    "backend_headers",
    "backend_table",
    "c_sizes",
    "capacity",
    "compiled_kernel_names",
    "compiled_kernels",
    "compiled_temp",
    "conversions",
    "families",
    "family",
    "feature_flags",
    "functions",
    "integers_as_reals",
    "kernel_functions",
    "kernel_table",
    "method_needs",
    "plan_description",
    "plan_digest",
    "planned_memory",
    "program_tables",
    "temp_needs",
]
