"""The registration table: one row for each kernel of the plan."""

from __future__ import annotations

from codegen.emit.operators import dtype_mask
from codegen.plan import Plan


def kernel_headers(plan: Plan) -> str:
    """An include for each header that declares a kernel of the plan, sorted."""
    headers = sorted({kernel.header for kernel in plan.kernels})
    return "".join(f'#include "{header}"\n' for header in headers)


def kernel_table(plan: Plan) -> str:
    """Rows `{name, adapter, inputs, outputs}` sorted by name."""
    return "".join(
        f'    {{"{kernel.operator}", adapt<&{kernel.function}>, '
        f"{dtype_mask(kernel.inputs)}, {dtype_mask(kernel.outputs)}}},\n"
        for kernel in plan.kernels
    )
