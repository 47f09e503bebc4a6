"""Parts of a binary: what a symbol's bytes are for, told by its section, namespace or name."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from codegen.plan import Plan
from tasks.symbol_name import ANONYMOUS, namespaces

PLAN_SECTION = ".kerf_plan"
VECTORS_SECTION = ".vectors"


class Part(StrEnum):
    """What bytes are for."""

    KERNELS = "kernels"
    TABLES = "tables"
    CORE = "core"
    APPLICATION = "application"
    START_UP = "start-up"
    LIBC = "libc"
    OTHER = "strings and padding"


# What kernels are made of wherever they come from: their adapters, and switches over dtypes.
_KERNEL_NAMESPACES = frozenset({("kerf", "adapter"), ("kerf", "dispatching")})
_APPLICATIONS = frozenset({("kerf", "calls"), ("kerf", "minimal"), ("kerf", "runner")})
_START_UP = frozenset({"_start", "kerf_fault", "kerf_reset", "kerf_semihosting", "kerf_start"})


def kernel_functions(plan: Plan) -> frozenset[str]:
    """The C++ functions of the kernels of `plan`."""
    return frozenset(kernel.function for kernel in plan.kernels)


def part_of(symbol: str, section: str, kernels: Collection[str]) -> Part:
    """The part that a linker symbol in `section` belongs to; `kernels` as `kernel_functions`.

    A kernel's part is its whole namespace, and C++ outside `kerf` can only be a kernel library's.
    The phases of the minimal application are what it inlines: the core.
    """
    if section == PLAN_SECTION:
        return Part.TABLES
    if section == VECTORS_SECTION:
        return Part.START_UP
    names = namespaces(symbol)
    if names is None:
        return _of_c(symbol.partition(".")[0], kernels)
    if names[0] != "kerf" or names[:2] in _KERNEL_NAMESPACES:
        return Part.KERNELS
    named = "::".join(name for name in names if name != ANONYMOUS)
    spaces = {function.rpartition("::")[0] for function in kernels} - {"", "kerf"}
    if any(f"{named}::".startswith(f"{space}::") for space in spaces):
        return Part.KERNELS
    if names[:2] == ("kerf", "selected"):
        return Part.TABLES
    if names[:2] == ("kerf", "platform"):
        return Part.START_UP
    return Part.APPLICATION if names[:2] in _APPLICATIONS else Part.CORE


def _of_c(name: str, kernels: Collection[str]) -> Part:
    """The part of a symbol that is not C++."""
    if name.startswith("kerf_phase_"):
        return Part.CORE
    if name == "main":
        return Part.APPLICATION
    if name in _START_UP:
        return Part.START_UP
    return Part.KERNELS if name in kernels else Part.LIBC
