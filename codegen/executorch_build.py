"""A selection in the files that ExecuTorch's own selective build takes.

They have names and interface of those that its generators write (codegen/tools of ExecuTorch
1.5.1), and differ from them in three ways: dtypes have names that exist; tensors in lists count,
not only the first; where everything is selected, nothing is left out. The capacity counts each
kernel of the union once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from codegen.dtype import DType, in_order
from codegen.opinfo import tensors_of
from codegen.selection import OperatorNeed, Selection
from codegen.selection_yaml import selected_operators_yaml

PRIM_OPERATORS = 28
"""Operators on numbers that ExecuTorch 1.5.1 always registers.
Source: `prim_ops` in kernels/prim_ops/register_prim_ops.cpp."""

_NOTE = "// Written by Kerf in the form of ExecuTorch's {generator}.\n"


def executorch_files(selection: Selection, prim_operators: Iterable[str]) -> Mapping[str, str]:
    """The four files of `selection` by name; `prim_operators` are all on numbers that exist."""
    return {
        "selected_operators.yaml": selected_operators_yaml(selection),
        "selected_op_variants.h": op_variants(selection),
        "selected_prim_ops.h": prim_ops(selection, prim_operators),
        "selected_max_kernel_num.h": max_kernel_num(selection),
    }


def op_variants(selection: Selection) -> str:
    """Which dtypes of which operators are compiled: `EXECUTORCH_DTYPE_SELECTIVE_BUILD`."""
    conditions = [] if selection.everything else list(map(_condition, selection.operators))
    body = "\n      || ".join(conditions) or "true"
    return (
        _NOTE.format(generator="gen_selected_op_variants.py")
        + "#pragma once\n\n#include <string_view>\n\n"
        "inline constexpr bool should_include_kernel_dtype(\n"
        "    const char* operator_name,\n"
        "    executorch::aten::ScalarType scalar_type) {\n"
        f"  return {body};\n"
        "}\n"
    )


def _condition(need: OperatorNeed) -> str:
    """The condition for one operator. A kernel's name has no `aten::`, but all other namespaces."""
    name = need.name.removeprefix("aten::")
    is_named = f'std::string_view(operator_name) == "{name}"'
    if need.all_overloads:
        start = f'std::string_view(operator_name).substr(0, {len(name) + 1}) == "{name}."'
        is_named = f"({is_named} || {start})"
    dtypes = dtypes_of(need)
    if dtypes is None:
        return f"({is_named})"
    ored = " || ".join(f"scalar_type == executorch::aten::ScalarType::{each}" for each in dtypes)
    return f"({is_named} && ({ored}))"


def dtypes_of(need: OperatorNeed) -> tuple[DType, ...] | None:
    """The dtypes of all tensors of all calls, items of lists included; None: any dtype."""
    found = {tensor.dtype for key, _ in need.keys for tensor in key.tensors}
    found |= {dtype for dtype, _ in need.dtypes}
    found |= {each.dtype for call, _ in need.calls for each in tensors_of(call.arguments)}
    return None if need.any_dtype or need.all_overloads or not found else in_order(found)


def prim_ops(selection: Selection, prim_operators: Iterable[str]) -> str:
    """A macro for each operator: `EXECUTORCH_ENABLE_PRIM_OPS_SELECTIVE_BUILD`."""
    names = {need.name for need in selection.operators}
    names |= {
        name
        for name in prim_operators
        if selection.everything
        or any(n.all_overloads and name.startswith(f"{n.name}.") for n in selection.operators)
    }
    macros = sorted({_macro(name) for name in names})
    return (
        _NOTE.format(generator="gen_selected_prim_ops.py")
        + "#pragma once\n\n"
        + "".join(f"#define {macro}\n" for macro in macros)
    )


def _macro(operator: str) -> str:
    """`INCLUDE_ATEN_SYM_SIZE_INT` for `aten::sym_size.int`."""
    return "INCLUDE_" + re.sub("_+", "_", re.sub(r"::|\.", "_", operator)).upper()


def max_kernel_num(selection: Selection) -> str:
    """The registry's capacity: `EXECUTORCH_SELECTED_MAX_KERNEL_NUM`, or none: its default."""
    count = kernel_count(selection)
    what = (
        "// Everything is selected: the registry has its default capacity.\n"
        if count is None
        else f"#define EXECUTORCH_SELECTED_MAX_KERNEL_NUM {count}\n"
    )
    return _NOTE.format(generator="gen_max_kernel_num.py") + "#pragma once\n" + what


def kernel_count(selection: Selection) -> int | None:
    """Kernels that are registered, each once; None where their number is not known here."""
    if selection.everything or any(need.all_overloads for need in selection.operators):
        return None
    others = [need for need in selection.operators if not is_prim(need.name)]
    return PRIM_OPERATORS + sum(_keys(need) for need in others)


def _keys(need: OperatorNeed) -> int:
    keys = {str(key) for key, _ in need.keys} | {str(dtype) for dtype, _ in need.dtypes}
    return max(1, len(keys) + need.any_dtype)


def is_prim(operator: str) -> bool:
    """Whether ExecuTorch registers it with those on numbers, whatever is selected."""
    return operator.startswith(("executorch_prim::", "aten::sym_")) or (
        operator == "aten::_local_scalar_dense"
    )
