"""Kernel libraries: a folder with a `functions.yaml` in ExecuTorch's format plus Kerf's keys.

Kerf's keys of a kernel: `source` (file in the folder), `header` (file in the folder, else the
source with the ending .h), `inputs` and `outputs` (dtypes that tensors may have, else any),
`traits` (facts of calls that it can use to drop code). The schema (`func:`) says which arguments
are outputs; with `op:` alone the last argument is the only one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from posixpath import normpath

from codegen.dtype import DType
from codegen.errors import SelectionError
from codegen.operator_name import full_name
from codegen.operator_schema import OperatorSchema, parse_schema
from codegen.sources.yaml_document import Element, parse_yaml
from codegen.traits import TRAITS

SUPPORTED_DTYPES: tuple[DType, ...] = (
    DType.Byte,
    DType.Char,
    DType.Short,
    DType.Int,
    DType.Long,
    DType.Half,
    DType.Float,
    DType.Double,
    DType.Bool,
    DType.BFloat16,
    DType.UInt16,
    DType.UInt32,
    DType.UInt64,
)
"""What a tensor may have at run time. Source: runtime/tensor/scalar_type.h."""

FUNCTIONS_FILE = "functions.yaml"
_ENTRY = "a mapping with `func: ns::name.overload(...) -> ...` or `op: name.overload`"
_ENTRY_KEYS = ("func", "op", "kernels", "variants")
_FUNCTION = re.compile(r"(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*", re.ASCII)
_KERNEL_KEYS = ("arg_meta", "kernel_name", "source", "header", "inputs", "outputs", "traits")


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelSpec:
    """One kernel as its library describes it."""

    operator: str
    schema: OperatorSchema | None
    """None where the library names the operator alone."""
    function: str
    """The C++ function with its namespace."""
    library: str
    source: str
    """Path of its source, relative to the library's include root: `kernels/portable/add.cpp`."""
    header: str
    inputs: tuple[DType, ...]
    outputs: tuple[DType, ...]
    traits: tuple[str, ...]
    """Names of `codegen.traits.TRAITS`, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """A folder of kernels."""

    name: str
    kernels: tuple[KernelSpec, ...]
    """In the order of the file: of two that take a call, the first is used."""


def read_library(folder: Path, *, prefix: str) -> Library:
    """The library in `folder`; its sources are named `prefix` + file, as they are included.

    Raises:
        SelectionError: all faults of its functions.yaml, or a source that is not there.

    """
    path = folder / FUNCTIONS_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SelectionError(
            f"{path}: cannot be read ({error}). A kernel library is a folder with a "
            f"{FUNCTIONS_FILE}."
        ) from None
    entries = parse_yaml(text, str(path)).items("a list of operators")
    reader = _Reader(folder=folder, prefix=prefix, name=folder.name)
    kernels: list[KernelSpec] = []
    faults: list[str] = []
    for entry in entries:
        try:
            kernels += reader.entry(entry)
        except SelectionError as error:
            faults += error.faults
    if faults:
        raise SelectionError(faults)
    return Library(name=folder.name, kernels=tuple(kernels))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reader:
    folder: Path
    prefix: str
    name: str

    def entry(self, entry: Element) -> list[KernelSpec]:
        keys = entry.entries(_ENTRY)
        _only(keys, _ENTRY_KEYS)
        schema, operator = _declared(entry, keys)
        if "kernels" not in keys:
            raise entry.fault(f"{operator} has no `kernels`.")
        return [
            self._kernel(kernel, operator=operator, schema=schema)
            for kernel in keys["kernels"].items("a list of kernels")
        ]

    def _kernel(
        self, element: Element, *, operator: str, schema: OperatorSchema | None
    ) -> KernelSpec:
        keys = element.entries("a mapping with `kernel_name` and `source`")
        _only(keys, _KERNEL_KEYS)
        for needed in ("kernel_name", "source"):
            if needed not in keys:
                raise element.fault(f"the kernel of {operator} has no `{needed}`.")
        source = keys["source"].text("the name of a C++ file")
        header = (
            keys["header"].text("the name of a C++ header")
            if "header" in keys
            else str(Path(source).with_suffix(".h"))
        )
        for key, file in (("source", source), ("header", header)):
            if not (self.folder / file).is_file():
                raise keys.get(key, keys["source"]).fault(f"{self.folder / file} does not exist.")
        return KernelSpec(
            operator=operator,
            schema=schema,
            function=_function(keys["kernel_name"]),
            library=self.name,
            source=normpath(self.prefix + source),
            header=normpath(self.prefix + header),
            inputs=_dtypes(keys.get("inputs")),
            outputs=_dtypes(keys.get("outputs")),
            traits=_names(keys.get("traits"), "trait", tuple(TRAITS)),
        )


def _declared(entry: Element, keys: dict[str, Element]) -> tuple[OperatorSchema | None, str]:
    if ("op" in keys) == ("func" in keys):
        raise entry.fault(f"expected {_ENTRY}.")
    try:
        if "func" in keys:
            schema = parse_schema(keys["func"].text("a function schema"))
            return schema, schema.name
        return None, full_name(keys["op"].text("an operator name").strip())
    except ValueError as error:
        raise entry.fault(f"{error}.") from None


def _function(element: Element) -> str:
    name = element.text("a C++ function with its namespace")
    if not _FUNCTION.fullmatch(name):
        raise element.fault(f"{name!r} is no C++ function (like my_ops::mul3_out).")
    return name


def _only(keys: dict[str, Element], known: tuple[str, ...]) -> None:
    for key, element in keys.items():
        if key not in known:
            nearest = get_close_matches(key, known, n=1)
            hint = f" Did you mean {nearest[0]}?" if nearest else f" Known: {', '.join(known)}."
            raise element.fault(f"unknown key.{hint}")


def _dtypes(element: Element | None) -> tuple[DType, ...]:
    """The dtypes that `element` lists, in order of their numbers; all where it is absent."""
    if element is None:
        return SUPPORTED_DTYPES
    names = _names(element, "dtype", tuple(dtype.value for dtype in SUPPORTED_DTYPES))
    return tuple(sorted(map(DType, names), key=lambda dtype: dtype.number))


def _names(element: Element | None, what: str, known: tuple[str, ...]) -> tuple[str, ...]:
    if element is None:
        return ()
    found = set()
    for item in element.items(f"a list of {what}s"):
        name = item.text(f"a {what}")
        if name not in known:
            nearest = get_close_matches(name, known, n=1)
            hint = f" Did you mean {nearest[0]}?" if nearest else f" Known: {', '.join(known)}."
            raise item.fault(f"unknown {what} {name}.{hint}")
        found.add(name)
    return tuple(sorted(found))
