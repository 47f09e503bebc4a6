"""Operator ids, and for each of them the selected dtypes and needed traits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from codegen.dtype import DType
from codegen.operator_name import identifier
from codegen.plan import Plan


def operator_ids(plan: Plan) -> str:
    """The enumerators, one for each operator of the libraries, in the order of their names."""
    return "".join(f"  {identifier(operator)},\n" for operator in plan.operators)


def dtype_sets(plan: Plan) -> str:
    """Rows of `{inputs, outputs}`, one for each operator id; empty where it is not selected.

    Without any operator one row stands for none, here and below: C++ has no empty array.
    """
    inputs: dict[str, set[DType]] = defaultdict(set)
    outputs: dict[str, set[DType]] = defaultdict(set)
    for kernel in plan.kernels:
        inputs[kernel.operator] |= set(kernel.inputs)
        outputs[kernel.operator] |= set(kernel.outputs)
    return (
        "".join(
            f"    {{{dtype_mask(inputs[operator])}, {dtype_mask(outputs[operator])}}},"
            f"  // {operator}: {_names(inputs[operator])} -> {_names(outputs[operator])}\n"
            for operator in plan.operators
        )
        or "    {},\n"
    )


def trait_sets(plan: Plan) -> str:
    """Rows of trait sets, one for each operator id."""
    traits: dict[str, set[str]] = defaultdict(set)
    for kernel in plan.kernels:
        traits[kernel.operator] |= set(kernel.traits)
    return (
        "".join(
            f"    {_trait_mask(traits[operator])},  // {operator}\n" for operator in plan.operators
        )
        or "    0,\n"
    )


def dtype_mask(dtypes: Iterable[DType]) -> str:
    """The set as a number. Source: dtype_bit in runtime/tensor/scalar_type.h."""
    mask = 0
    for dtype in dtypes:
        mask |= 1 << (dtype.number if dtype.number < 16 else dtype.number - 15)
    return f"0x{mask:04x}"


def _names(dtypes: Iterable[DType]) -> str:
    ordered = sorted(dtypes, key=lambda dtype: dtype.number)
    return ", ".join(ordered) if ordered else "none"


def _trait_mask(traits: Iterable[str]) -> str:
    parts = [f"trait_set(Trait::{name})" for name in sorted(traits)]
    return " | ".join(parts) if parts else "0"
