"""The registration table: one row for each kernel of the plan, and the dtypes that it takes.

Also which dtypes the shared conversion has loops for.
"""

from __future__ import annotations

from collections.abc import Sequence

from codegen.dtype import SUPPORTED_DTYPES
from codegen.emit.families import call_names, dtype_mask
from codegen.plan import Plan, PlannedKernel, RegistryForm
from codegen.signature import KernelForm
from codegen.traits import OVERLAP

_LAST = 0x0100
_ANY = 0xFEFF
_OUTPUTS_SHIFT = 9
_OVERLAPS = 0x4000
_ONE_OUTPUT = 0x8000
"""Source: kLastArgument to kOneOutput in runtime/executor/kernel.h."""


def kernel_functions(plan: Plan) -> str:
    """A declaration of the function that runs each kernel."""
    return "".join(
        f"namespace {name.partition('::')[0]} {{ Error {name.partition('::')[2]}(Call&); }}\n"
        for name in call_names(plan)
    )


def argument_dtypes(plan: Plan) -> str:
    """The dtypes of all kernels' arguments, and what they write; equal rows are stored once."""
    pool = _pool(plan)[0]
    return (
        "".join(
            "    "
            + " ".join(f"0x{_ANY if item is None else item:04x}," for item in pool[i : i + 12])
            + "\n"
            for i in range(0, len(pool), 12)
        )
        or "    0,\n"
    )


def kernel_table(plan: Plan) -> str:
    """Rows `{name, function, dtypes}` sorted by name."""
    starts = _pool(plan)[1]
    return "".join(
        f'    {{"{kernel.operator}", {name}, kArgumentDtypes + {start}}},'
        f"  // {_dtypes_text(kernel)}\n"
        for kernel, name, start in zip(plan.kernels, call_names(plan), starts, strict=True)
    )


def conversions(plan: Plan) -> str:
    """For each dtype, in the order of dtype_bit(), the set of those that convert to it."""
    rows = ["    0,\n"] * 16
    for to in SUPPORTED_DTYPES:
        sources = [source for source, target in plan.conversions if target is to]
        bit = dtype_mask([to]).bit_length() - 1
        text = ", ".join(sources) or "nothing"
        rows[bit] = f"    0x{dtype_mask(sources):04x},  // {text} to {to}\n"
    return "".join(rows)


def _dtypes_text(kernel: PlannedKernel) -> str:
    return (
        ", ".join(
            f"{facts.name}: {' '.join(facts.dtypes) or 'absent'}"
            for facts in kernel.arguments
            if facts.read or facts.written
        )
        or "no tensor"
    )


def _pool(plan: Plan) -> tuple[list[int | None], list[int]]:
    """All rows in one list, and where each starts; None is an argument that is not a tensor.

    In the table form rows overlap where they can: there an argument that is not a tensor may have
    any entry. Rows of the dynamic form are compared with each other as they are registered.
    """
    rows = [_row(kernel, checked=plan.checks_programs) for kernel in plan.kernels]
    pool: list[int | None] = []
    starts = dict.fromkeys(rows, 0)
    for row in sorted(starts, key=lambda row: (-len(row), str(row))):
        found = None
        if plan.form is RegistryForm.TABLE:
            found = next((at for at in range(len(pool)) if _fits(row, pool, at)), None)
        if found is None:
            found = len(pool)
        pool += [None] * (found + len(row) - len(pool))
        for index, item in enumerate(row):
            pool[found + index] = pool[found + index] if item is None else item
        starts[row] = found
    return pool, [starts[row] for row in rows]


def _row(kernel: PlannedKernel, *, checked: bool) -> tuple[int | None, ...]:
    """For each argument up to the last tensor its dtypes, the last one marked.

    Where programs are `checked`, then what the kernel writes.
    """
    row: list[int | None] = [
        dtype_mask(facts.dtypes) if facts.read or facts.written else None
        for facts in kernel.arguments
    ]
    while row and row[-1] is None:
        row.pop()
    marked = (*row[:-1], (row[-1] or 0) | _LAST) if row else (_ANY | _LAST,)
    return (*marked, _writes(kernel, len(row))) if checked else marked


def _writes(kernel: PlannedKernel, count: int) -> int:
    """What follows the dtypes of a kernel's `count` arguments up to the last tensor."""
    outputs = [index for index, facts in enumerate(kernel.arguments) if facts.written]
    if not outputs or kernel.form is KernelForm.CALL:
        return 0
    others_follow = len(outputs) == 1 and outputs[0] != count - 1
    names = [facts.name for facts in kernel.arguments]
    return (
        sum(1 << names.index(name) for name in kernel.in_place)
        | (count - outputs[0]) << _OUTPUTS_SHIFT
        | _OVERLAPS * (OVERLAP in kernel.traits)
        | _ONE_OUTPUT * others_follow
    )


def _fits(row: Sequence[int | None], pool: Sequence[int | None], at: int) -> bool:
    """Whether `row` may start at `at`; it may extend beyond the end of the pool."""
    for index, item in enumerate(row):
        if at + index >= len(pool):
            return True
        there = pool[at + index]
        # A mark must not be where another row continues.
        if item is None and there is not None and there & _LAST:
            return False
        if there is None and item is not None and item & _LAST:
            return False
        if item is not None and there is not None and there != item:
            return False
    return True
