"""What a build prints of its stages before it compiles."""

from __future__ import annotations

from collections import defaultdict

from codegen.opinfo import tensors_of
from codegen.plan import Plan, RegistryForm
from tasks.building.planning import Planned
from tasks.toolchain.choose import Toolchain


def toolchain_line(toolchain: Toolchain) -> str:
    """Which compiler builds, where it runs and why it was taken."""
    return f"{toolchain.name} ({toolchain.executor}): {toolchain.reason}"


def selection_lines(planned: Planned) -> list[str]:
    """A line for each model and for what else is selected, then what the libraries gave."""
    lines = []
    for model in planned.need.models:
        calls = [call for method in model.methods for call in method.calls]
        tensors = (tensor for call in calls for tensor in tensors_of(call.arguments))
        dtypes = sorted({str(tensor.dtype) for tensor in tensors}) or ["no tensor"]
        lines.append(
            f"{model.name}: {len({call.operator for call in calls})} operators, "
            f"{len(calls)} calls, {', '.join(dtypes)}; "
            f"methods {', '.join(method.name for method in model.methods)}"
        )
        remarks = filter(None, (model.turned_back, *model.remarks))
        lines += [f"{model.name}: {remark}" for remark in remarks]
    lines += _other_sources(planned)
    kernels = planned.plan.kernels
    by_library: dict[str, int] = defaultdict(int)
    for kernel in kernels:
        by_library[kernel.library] += 1
    counts = ", ".join(f"{count} from {name}" for name, count in sorted(by_library.items()))
    lines.append(f"resolved to {len(kernels)} kernels{f': {counts}' if counts else ''}")
    if len(kernels) <= _SHOWN_KERNELS:
        width = max((len(kernel.operator) for kernel in kernels), default=0)
        lines += [
            f"  {kernel.operator:<{width}}  {' '.join(kernel.inputs)} -> {' '.join(kernel.outputs)}"
            for kernel in kernels
        ]
    return lines


_SHOWN_KERNELS = 16


def _other_sources(planned: Planned) -> list[str]:
    """A line for each source that is no model."""
    models = {model.name for model in planned.need.models}
    named: dict[str, set[str]] = defaultdict(set)
    for need in planned.need.operators:
        for origin in need.origins:
            if origin.source not in models:
                named[origin.source].add(need.name)
    lines = [f"{source}: {len(names)} operators" for source, names in sorted(named.items())]
    sources = {origin.source for origin in planned.need.everything}
    return lines + [f"{source}: every kernel of every library" for source in sorted(sources)]


def registry_line(plan: Plan) -> str:
    """Form and capacity, and a warning where start-up is certain to fail."""
    line = f"{plan.form.value}, capacity {plan.capacity} ({plan.capacity_from})"
    if plan.form is RegistryForm.DYNAMIC and plan.capacity < len(plan.kernels):
        line += (
            f". WARNING: the plan registers {len(plan.kernels)} kernels: loading a method will "
            "fail with RegistrationExceedingMaxKernels. Raise registry.capacity or drop it"
        )
    return line
