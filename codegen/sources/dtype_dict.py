"""A dictionary of operators and their dtypes, YAML or JSON: `aten::add.out: [Float, Int]`.

A dtype is ExecuTorch's name or number; nothing, an empty list and `all` mean every dtype. A kernel
key (`v1/6;0,1|6;0,1`) may replace a dtype.
Source: `--ops_dict` of ExecuTorch's codegen/tools/gen_oplist.py.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from codegen.dtype import DType
from codegen.errors import SelectionError, collected
from codegen.operator_name import full_name
from codegen.selection import KernelKey, OperatorNeed, Origin, Selection, union
from codegen.sources.collect import collect
from codegen.sources.yaml_document import Element

ANY = ("all", "default")
_EXPECTED = "a dtype (Float or 6), a list of them, or all"


def read_dtypes(root: Element, *, source: str) -> Selection:
    """What the mapping `root` from operators to dtypes requests.

    Raises:
        SelectionError: a name, dtype or shape is wrong.

    """
    origin = Origin(source=source)
    entries = root.entries("a mapping from operators to dtypes")
    if not entries:
        raise root.fault("no operator in the mapping. Name one, or leave it out.")
    return union(collect(entries.items(), lambda entry: _selection(entry[0], entry[1], (origin,))))


def selection_of_dtypes(
    dtypes: Mapping[str, Sequence[DType]], *, source: str, where: str
) -> Selection:
    """Each operator of `dtypes` with its dtypes, requested by `source`; `where` is for faults.

    Raises:
        SelectionError: a key is not an operator name.

    """
    origins = (Origin(source=source),)

    def selection(entry: tuple[str, Sequence[DType]]) -> Selection:
        try:
            name, pairs = full_name(entry[0]), tuple((dtype, origins) for dtype in entry[1])
        except ValueError as error:
            raise SelectionError(f"{where}: {error}.") from None
        return Selection(operators=(OperatorNeed(name=name, origins=origins, dtypes=pairs),))

    return union(collected(dtypes.items(), selection, SelectionError))


def dtype_needs(name: str, elements: tuple[Element, ...], origins: tuple[Origin, ...]) -> Selection:
    """What `elements` (dtypes, kernel keys, or words for any) ask for of operator `name`."""
    read = collect(elements, _dtype)
    need = OperatorNeed(
        name=name,
        origins=origins,
        any_dtype=None in read or not read,
        dtypes=tuple((each, origins) for each in read if isinstance(each, DType)),
        keys=tuple((each, origins) for each in read if isinstance(each, KernelKey)),
    )
    return Selection(operators=(need,))


def _selection(key: str, element: Element, origins: tuple[Origin, ...]) -> Selection:
    name = element.operator(key)
    if element.kind == "nothing":
        return dtype_needs(name, (), origins)
    elements = element.items(_EXPECTED) if element.kind == "a list" else (element,)
    return dtype_needs(name, elements, origins)


def _dtype(element: Element) -> DType | KernelKey | None:
    """The dtype or kernel key that `element` names; None for any."""
    text = element.scalar(_EXPECTED)
    if text in ANY:
        return None
    try:
        if text.startswith("v1"):
            return _of_key(KernelKey.parse(text))
        return DType.from_number(int(text)) if text.isdecimal() else DType(text)
    except ValueError as error:
        if text.isdecimal() or text.startswith("v1"):
            raise element.fault(f"{error}.") from None
    names = {dtype.lower(): dtype for dtype in DType}
    near = difflib.get_close_matches(text.lower(), names, n=1, cutoff=0.0)
    raise element.fault(f"no dtype is called {text!r}. Nearest: {names[near[0]]}.")


def _of_key(key: KernelKey) -> DType | KernelKey:
    # ExecuTorch writes a dtype alone as the key of one tensor without dimensions (v1/6;). A call
    # with one such tensor (_local_scalar_dense) has the same key: the dtype covers it.
    if len(key.tensors) == 1 and not key.tensors[0].dim_order:
        return key.tensors[0].dtype
    return key
