"""ExecuTorch's `functions.yaml` and `custom_ops.yaml` as a source: a list of operators.

An entry names its operator by `op: add.out` or by a schema, `func: my_ops::mul3.out(...) -> ...`;
its other keys describe kernels and mean nothing for a selection.
Source: codegen/tools/gen_oplist.py of ExecuTorch (any dtype for each operator).
"""

from __future__ import annotations

from codegen.errors import SelectionError
from codegen.operator_name import name_of_schema
from codegen.selection import OperatorNeed, Origin, Selection, union
from codegen.sources.collect import collect
from codegen.sources.yaml_document import Element

_ENTRY = "a mapping with `op: add.out` or `func: ns::name.overload(...) -> ...`"


def read_functions(root: Element, *, source: str) -> Selection:
    """Every operator of the list `root` with any dtype.

    Raises:
        SelectionError: an entry has another shape, or an operator is listed twice.

    """
    named = collect(root.items("a list of operators"), _named)
    if not named:
        raise root.fault("no operator in the list. Name one, or leave it out.")
    first: dict[str, Element] = {}
    faults: list[str] = []
    for name, element in named:
        before = first.setdefault(name, element)
        if before is not element:
            line = before.node.start_mark.line + 1
            faults += element.fault(f"{name} is listed twice (first in line {line}).").faults
    if faults:
        raise SelectionError(faults)
    origins = (Origin(source=source),)
    needs = (OperatorNeed(name=name, origins=origins, any_dtype=True) for name in first)
    return union(Selection(operators=(need,)) for need in needs)


def _named(entry: Element) -> tuple[str, Element]:
    keys = entry.entries(_ENTRY)
    if ("op" in keys) == ("func" in keys):
        which = "both" if "op" in keys else "neither"
        raise entry.fault(f"expected {_ENTRY}; it has {which} of op and func.")
    element = keys["op"] if "op" in keys else keys["func"]
    if "op" in keys:
        return element.operator(element.text("an operator name")), element
    try:
        return name_of_schema(element.text("a function schema").strip()), element
    except ValueError as error:
        raise element.fault(f"{error}.") from None
