"""Sizes that the plan knows: rows of the registry, state of the methods, planned memories."""

from __future__ import annotations

import re
from collections.abc import Iterable

from codegen.emit.backends import delegate_bytes, delegate_temp
from codegen.plan import MethodNeeds, Plan, RegistryForm
from codegen.temp import TempNeeds, largest
from codegen.traits import OVERLAP


def capacity(plan: Plan) -> str:
    """Rows of the registry, how many of them this build fills, what they may take, whether an
    output may be one of the arguments, and whether an operator may have several rows.
    """
    lists = any(
        "[]" in facts.type
        for each in plan.kernels
        for facts in each.arguments
        if facts.read or facts.written
    )
    in_place = plan.form is RegistryForm.DYNAMIC or any(each.in_place for each in plan.kernels)
    overlaps = plan.form is RegistryForm.DYNAMIC or any(
        OVERLAP in each.traits for each in plan.kernels
    )
    names = {kernel.operator for kernel in plan.kernels}
    shared = plan.form is RegistryForm.DYNAMIC or len(names) < len(plan.kernels)
    return (
        f"inline constexpr size_t kKernelCapacity = {plan.capacity};  // {plan.capacity_from}\n"
        f"inline constexpr size_t kKernelCount = {len(plan.kernels)};\n"
        f"inline constexpr bool kTensorListArguments = {str(lists).lower()};\n"
        f"inline constexpr bool kInPlace = {str(in_place).lower()};\n"
        f"inline constexpr bool kOverlaps = {str(overlaps).lower()};\n"
        f"inline constexpr bool kSharedNames = {str(shared).lower()};\n"
    )


def method_needs(plan: Plan) -> str:
    """Rows of MethodNeeds, one for each method of each model."""
    return "".join(
        f"    {{{needs.values}, {needs.state.slots}, {needs.state.dynamic_dims}, "
        f"{needs.instructions}, {needs.operators}{_delegates(needs)}}},"
        f"  // {_comment(needs.model)}, {_comment(needs.method)}\n"
        for needs in plan.methods
    )


def temp_needs(plan: Plan) -> str:
    """Rows of TempNeeds: the calls of all methods that no other call exceeds."""
    calls = (each for needs in plan.methods for each in needs.temp)
    delegates = (f"    {{0, 0, 0, 0, {bytes}}},\n" for bytes in delegate_temp(plan))
    return temp_rows(calls) + "".join(delegates)


def temp_rows(needs: Iterable[TempNeeds]) -> str:
    """Rows of TempNeeds: those of `needs` that no other exceeds."""
    return "".join(
        f"    {{{each.int_items}, {each.bool_items}, {each.tensors}, {each.optional_tensors}, "
        f"{each.scratch_bytes}}},\n"
        for each in largest(needs)
    )


def _delegates(needs: MethodNeeds) -> str:
    return f", {delegate_bytes(needs)}" if needs.delegates else ""


def planned_memory(plan: Plan) -> str:
    """The largest size of each planned memory over all methods, memory id 1 first."""
    return "".join(f"    {size},\n" for size in plan.planned_bytes)


def _comment(text: str) -> str:
    """`text` fit for the end of a line: a name from a file may hold line ends and backslashes."""
    return re.sub(r"[^ !-\[\]-~]|\?", "_", text)
