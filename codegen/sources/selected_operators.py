"""ExecuTorch's `selected_operators.yaml` as a source.

What restricts nothing in ExecuTorch's kernels is accepted and not kept: `build_features`,
`custom_classes`, `kernel_metadata` (all three of PyTorch's mobile runtime),
`include_all_non_op_selectives`, `is_root_operator` and `is_used_for_training`.
Source: torchgen/selective_build/selector.py of PyTorch, codegen/tools/gen_oplist.py of ExecuTorch.
"""

from __future__ import annotations

import difflib

from codegen.errors import SelectionError
from codegen.operator_name import without_overload
from codegen.selection import OperatorNeed, Origin, Selection, union
from codegen.sources.collect import collect
from codegen.sources.dtype_dict import dtype_needs
from codegen.sources.yaml_document import Element

FIELDS = (
    "build_features",
    "custom_classes",
    "debug_info",
    "et_kernel_metadata",
    "include_all_non_op_selectives",
    "include_all_operators",
    "kernel_metadata",
    "operators",
)
OPERATOR_FIELDS = (
    "debug_info",
    "include_all_overloads",
    "is_root_operator",
    "is_used_for_training",
)


def read_selected_operators(root: Element, *, source: str) -> Selection:
    """What the file requests; operators without kernel keys, and `default`, mean any dtype.

    Raises:
        SelectionError: a key is unknown, or a value has another shape.

    """
    fields = root.entries("selected operators")
    _check_fields(fields, FIELDS)
    for field in ("include_all_non_op_selectives", "include_all_operators"):
        if field in fields:
            fields[field].boolean()
    metadata = _entries(fields, "et_kernel_metadata", "a mapping from operators to kernel keys")
    operators = _entries(fields, "operators", "a mapping of operators")
    flags = collect(operators.items(), lambda item: _flags(item[0], item[1], source))
    origins = {name: where for name, _, where in flags}
    own = (Origin(source=source),)
    keyed = collect(metadata.items(), lambda item: (item[1].operator(item[0]), item[1]))
    named = {name for name, _ in keyed}

    def keyed_selection(item: tuple[str, Element]) -> Selection:
        name, element = item
        return dtype_needs(name, element.items("a list of kernel keys"), origins.get(name, own))

    return union(
        [
            *collect(keyed, keyed_selection),
            *(_selection(name, overloads, where, named) for name, overloads, where in flags),
            _everything(fields, source),
        ]
    )


def _entries(fields: dict[str, Element], field: str, what: str) -> dict[str, Element]:
    element = fields.get(field)
    return element.entries(what) if element is not None and element.kind != "nothing" else {}


def _check_fields(fields: dict[str, Element], known: tuple[str, ...]) -> None:
    faults: list[str] = []
    for field, element in fields.items():
        if field not in known:
            near = difflib.get_close_matches(field, known, n=1, cutoff=0.0)[0]
            faults += element.fault(f"unknown key. Nearest: {near}.").faults
    if faults:
        raise SelectionError(faults)


def _flags(key: str, element: Element, source: str) -> tuple[str, bool, tuple[Origin, ...]]:
    """Name, whether all overloads are requested, and origins of one of the operators."""
    name = element.operator(key)
    fields = element.entries("a mapping with include_all_overloads and debug_info")
    _check_fields(fields, OPERATOR_FIELDS)
    for field in OPERATOR_FIELDS[1:]:
        if field in fields:
            fields[field].boolean()
    overloads = "include_all_overloads" in fields and fields["include_all_overloads"].boolean()
    return name, overloads, _origins(fields, source)


def _origins(fields: dict[str, Element], source: str) -> tuple[Origin, ...]:
    """One origin for each entry of `debug_info`, else the file itself."""
    element = fields.get("debug_info")
    if element is None or element.kind == "nothing":
        return (Origin(source=source),)
    recorded = [_recorded(item) for item in element.items("a list of strings")]
    return tuple(Origin(source=source, recorded=each) for each in recorded or [None])


def _recorded(item: Element) -> str | None:
    if item.kind == "nothing":
        return None
    text = item.scalar("a string")
    return None if text == "None" else text  # ExecuTorch writes Python's None for a list


def _selection(
    name: str, all_overloads: bool, origins: tuple[Origin, ...], keyed: set[str]
) -> Selection:
    needs = []
    if name not in keyed:
        needs.append(OperatorNeed(name=name, origins=origins, any_dtype=True))
    if all_overloads:
        base = without_overload(name)
        needs.append(OperatorNeed(name=base, origins=origins, any_dtype=True, all_overloads=True))
    return union(Selection(operators=(need,)) for need in needs)


def _everything(fields: dict[str, Element], source: str) -> Selection:
    include_all = fields.get("include_all_operators")
    return Selection(
        everything=_origins(fields, source)
        if include_all is not None and include_all.boolean()
        else ()
    )
