"""A selection in the form of ExecuTorch's `selected_operators.yaml`.

The form holds operators, kernel keys, dtypes (as keys of one tensor without dim order), all
overloads, everything, and the sources' names. It cannot represent calls, methods and models.
Source: codegen/tools/gen_oplist.py and gen_all_oplist.py of ExecuTorch.
"""

from __future__ import annotations

from typing import Any

import yaml

from codegen.selection import OperatorNeed, Origins, Selection

ANY = "default"


def selected_operators_yaml(selection: Selection) -> str:
    """The text of the file for `selection`."""
    document: dict[str, Any] = {
        "build_features": [],
        "custom_classes": [],
        "et_kernel_metadata": {need.name: _keys(need) for need in selection.operators},
        "include_all_non_op_selectives": False,
        "include_all_operators": bool(selection.everything),
        "kernel_metadata": {},
        "operators": {
            need.name: {
                "debug_info": _sources(need.origins),
                "include_all_overloads": need.all_overloads,
                "is_root_operator": True,
                "is_used_for_training": True,
            }
            for need in selection.operators
        },
    }
    if selection.everything:
        document["debug_info"] = _sources(selection.everything)
    return str(yaml.safe_dump(document, default_flow_style=False))


def _keys(need: OperatorNeed) -> list[str]:
    keys = {str(key) for key, _ in need.keys} | {f"v1/{each.number};" for each, _ in need.dtypes}
    return sorted(keys | {ANY} if need.any_dtype else keys)


def _sources(origins: Origins) -> list[str]:
    return sorted({origin.source for origin in origins})
