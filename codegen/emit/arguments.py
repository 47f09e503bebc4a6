"""How the interpreter reads the arguments of kernels: one by one, or all kernels' by one loop."""

from __future__ import annotations

from collections import Counter

from codegen.plan import Plan, RegistryForm
from codegen.signature import KernelForm

_LEAST_ARGUMENTS = 12
"""The loop takes 100 to 200 bytes of code, and saves about 10 with each argument of a kernel."""


def argument_types(plan: Plan) -> str:
    """The types of parameters that the loop reads, the most frequent first; "" where it does not
    pay.
    """
    counts = Counter(
        parameter
        for kernel in plan.kernels
        if kernel.form is not KernelForm.CALL
        for parameter in _parameters(kernel.signature)
    )
    if counts.total() < _LEAST_ARGUMENTS:
        return ""
    types = sorted(counts, key=lambda each: (-counts[each], each))
    return ",\n".join(f"    {each}" for each in types) + "\n"


def integers_as_reals(plan: Plan) -> str:
    """Whether a kernel's double may be another number in a selected call, or in one of a kernel
    that is registered later, as a constant.
    """
    found = plan.form is RegistryForm.DYNAMIC or any(
        facts.type.removesuffix("?") == "float" and set(facts.kinds) - {"double"}
        for kernel in plan.kernels
        for facts in kernel.arguments
    )
    return f"inline constexpr bool kIntegersAsReals = {str(found).lower()};\n"


def _parameters(signature: str) -> list[str]:
    """The types that follow the context in a signature of `codegen.signature`."""
    return signature.removesuffix(")").split(", ")[1:]
